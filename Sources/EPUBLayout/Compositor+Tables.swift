import EPUBContent
import EPUBSegmentation

// A table's cells are set in frames of their own, each as wide as its column; then the lines found there
// are put side by side, row by row. Where even the longest words do not fit beside one another, and in
// tables of one column, the cells are set one under another.
//
// A row's first line stands for all the text of the row; the lines below it stand for none, so that lines
// cover the text in order. Not done here: cells that hang down into the next rows (their text stands in
// the row they begin in), rules between cells, headings repeated after a page turn.

extension Compositor {
  mutating func setTable(_ index: Int, _ blocks: Range<Int>, in frame: Frame) {
    let table = document.tables[index]
    let inner = self.frame(of: table, in: frame)
    guard table.isOrdered(in: blocks) else {
      setBlocks(blocks, in: inner)
      return
    }
    let columns = columns(of: table, level: frame.tableLevel, in: inner.width)
    if let columns, columns.usedCount > 1, let edges = columns.frames(in: inner.width) {
      setGrid(table, blocks, edges, in: inner)
    } else {
      setCellsInTurn(table, blocks, in: inner, partsRows: columns.map { $0.usedCount > 1 } ?? true)
    }
  }

  /// The frame inside the table's own insets.
  private func frame(of table: Table, in frame: Frame) -> Frame {
    var inner = frame
    inner.tableLevel += 1
    guard insets.indices.contains(Int(table.box)) else { return inner }
    let inset = insets[Int(table.box)].cells(in: frame.width, leaving: frame.leastTextWidth)
    inner.left += inset.left
    inner.width -= inset.left + inset.right
    return inner
  }

  /// Sets cells one under another; a free row parts the rows of a table that has columns.
  private mutating func setCellsInTurn(
    _ table: Table, _ blocks: Range<Int>, in frame: Frame, partsRows: Bool
  ) {
    var next = blocks.lowerBound
    for row in table.rows {
      for (place, cell) in row.cells.enumerated() where cell.blockCount > 0 {
        setBlocks(next..<cell.blockRange.lowerBound, in: frame)
        if partsRows, place == 0, lines.count > frame.firstLine {
          pending.rows = max(pending.rows, 1)
        }
        setBlocks(cell.blockRange, in: frame)
        next = cell.blockRange.upperBound
      }
    }
    setBlocks(next..<blocks.upperBound, in: frame)
  }

  private mutating func setGrid(
    _ table: Table, _ blocks: Range<Int>, _ edges: [Edges], in frame: Frame
  ) {
    var next = blocks.lowerBound
    var rowLines: [Int] = []
    var wraps = false
    for row in table.rows {
      guard let first = row.cells.first(where: { $0.blockCount > 0 }) else { continue }
      setBlocks(next..<first.blockRange.lowerBound, in: frame)
      let line = lines.count
      if rowLines.isEmpty { noteWishes(of: document.blocks[Int(first.firstBlock)]) }
      next = setRow(row, edges, in: frame, startsTable: rowLines.isEmpty)
      if lines.count > line {
        rowLines.append(line)
        wraps = wraps || lines.count > line + 1
      }
    }
    // Rows of several lines each could not be told apart.
    if wraps {
      for line in rowLines.dropFirst() { lines[line].spaceAbove = max(lines[line].spaceAbove, 1) }
    }
    setBlocks(next..<blocks.upperBound, in: frame)
  }

  /// Sets a row's cells side by side; returns the index of the block after them.
  private mutating func setRow(
    _ row: Table.Row, _ edges: [Edges], in frame: Frame, startsTable: Bool
  ) -> Int {
    let wishes = pending
    let firstLine = lines.count
    let firstPiece = pieces.count
    let textStart = coveredEnd
    var cells: [CellLines] = []
    var next = 0
    var firstBlock = -1
    for cell in row.cells where cell.blockCount > 0 {
      let columns = cell.columns(of: edges.count)
      let left = edges[columns.lowerBound].left
      let right = columns.map { edges[$0].width > 0 ? edges[$0].right : left }.max() ?? left
      pending = BetweenBlocks()
      if firstBlock < 0 { firstBlock = Int(cell.firstBlock) }
      let start = lines.count
      setBlocks(
        cell.blockRange,
        in: Frame(
          left: frame.left + left, width: max(1, right - left), firstLine: start,
          tableLevel: frame.tableLevel, isCell: true))
      cells.append(CellLines(next: start - firstLine, end: lines.count - firstLine))
      next = cell.blockRange.upperBound
    }
    pending = wishes
    if !startsTable { pending.rows = 0 }
    guard lines.count > firstLine else { return next }
    let cellLines = Array(lines[firstLine...])
    let cellPieces = Array(pieces[firstPiece...])
    lines.removeLast(cellLines.count)
    pieces.removeLast(cellPieces.count)
    let textEnd = coveredEnd
    coveredEnd = textStart
    join(&cells, cellLines, cellPieces, offset: firstPiece, of: firstBlock, textEnd: Int(textEnd))
    closeRow(firstLine, isHeader: row.isHeader, in: frame)
    lastBlock = next - 1
    return next
  }

  /// Makes one line of the lines that stand beside one another, from the top down.
  private mutating func join(
    _ cells: inout [CellLines], _ cellLines: [Line], _ cellPieces: [Piece], offset: Int,
    of block: Int, textEnd: Int
  ) {
    var isLeft = true
    while isLeft {
      isLeft = false
      let firstPiece = pieces.count
      for cell in cells.indices where cells[cell].next < cells[cell].end {
        isLeft = true
        let line = cellLines[cells[cell].next]
        guard cells[cell].skipped >= Int(line.spaceAbove) else {
          cells[cell].skipped += 1
          continue
        }
        cells[cell].skipped = 0
        cells[cell].next += 1
        let start = Int(line.firstPiece) - offset
        pieces.append(contentsOf: cellPieces[start..<start + Int(line.pieceCount)])
      }
      if isLeft { endLine(of: block, firstPiece: firstPiece, textEnd: textEnd) }
    }
  }

  private mutating func closeRow(_ first: Int, isHeader: Bool, in frame: Frame) {
    let last = lines.count - 1
    open(first, in: frame)
    lines[first].flags.insert(.beginsBlock)
    lines[last].flags.insert(.endsBlock)
    guard !frame.isCell else { return }
    for line in first...last { lines[line].rows = UInt16(options.lineSpacing) }
    for line in first..<last { lines[line].flags.insert(.keepsWithNext) }
    if isHeader { lines[last].flags.insert(.prefersNext) }
  }
}

/// Lines of a cell that are not yet in a line of the row.
private struct CellLines {
  var next: Int
  var end: Int
  /// Free rows above the next that have been left.
  var skipped = 0
}

extension Compositor {
  /// What the columns want, `nil` when there are more than the width can hold.
  private mutating func columns(of table: Table, level: Int, in width: Int) -> TableColumns? {
    let count = Int(table.columnCount)
    // Columns without content take no room, but no real table has many of them.
    guard count <= width * 2 else { return nil }
    var columns = TableColumns(count: count)
    for spansMany in [false, true] {
      for row in table.rows {
        for cell in row.cells where (cell.columnSpan > 1) == spansMany && cell.blockCount > 0 {
          let want = want(of: cell.blockRange, level: level + 1, in: width)
          let range = cell.columns(of: count)
          if range.count > 1 {
            columns.take(want, across: range)
          } else {
            columns.take(want, in: range.lowerBound)
          }
        }
      }
    }
    return columns
  }

  /// Least and best width of the blocks of a cell.
  private mutating func want(of blocks: Range<Int>, level: Int, in width: Int) -> TableColumns.Want
  {
    var want = TableColumns.Want()
    var index = blocks.lowerBound
    while index < blocks.upperBound {
      let own = self.want(of: index, in: width)
      want.least = max(want.least, own.least)
      want.best = max(want.best, own.best)
      let nested = tableAncestors.ancestor(of: document.blocks[index].table, at: level)
      index += 1
      guard nested >= 0 else { continue }
      let start = index - 1
      while index < blocks.upperBound,
        tableAncestors.ancestor(of: document.blocks[index].table, at: level) == nested
      {
        let own = self.want(of: index, in: width)
        want.least = max(want.least, own.least)
        want.best = max(want.best, own.best)
        index += 1
      }
      let table = document.tables[nested]
      if table.isOrdered(in: start..<index),
        let columns = columns(of: table, level: level, in: width)
      {
        want.best = max(want.best, columns.want.best)
      }
    }
    return want
  }

  /// Longest word and longest line of a block, with its insets.
  private mutating func want(of index: Int, in width: Int) -> TableColumns.Want {
    let block = document.blocks[index]
    var want = TableColumns.Want()
    if block.image >= 0, block.textStart == block.textEnd {
      let name =
        document.images.indices.contains(Int(block.image))
        ? document.images[Int(block.image)].alternative : nil
      if name?.isEmpty != true { want = .init(least: 8, best: 9 + (name?.utf8.count ?? 8)) }
    } else {
      shown.take(block, of: document)
      if !shown.range.isEmpty {
        findAtoms(of: block, room: width)
        want = Self.want(of: atoms)
      }
    }
    let marker = block.markerRange.map {
      segmenter.width(of: document.shownBytes, in: $0) + 1
    }
    guard want.best > 0 || marker != nil else { return want }
    let inset = insets.indices.contains(Int(block.box)) ? insets[Int(block.box)] : Inset()
    let free = inset.cells(in: width, leaving: max(1, width / 2))
    let around = max(free.left, marker ?? 0) + free.right
    want.best += around
    // A word that long is a URL or a number; it can be cut.
    want.least = around + min(want.least, Self.longestUncutWord, width / 2)
    want.best = max(1, want.best, want.least)
    return want
  }

  private static let longestUncutWord = 24

  private static func want(of atoms: [Atom]) -> TableColumns.Want {
    var want = TableColumns.Want()
    var line = 0
    var space = 0
    for atom in atoms {
      want.least = max(want.least, Int(atom.width))
      line += space + Int(atom.width)
      want.best = max(want.best, line)
      space = atom.spaceWidth < 0 ? 8 : Int(atom.spaceWidth)
      if atom.breakAfter == .forced { (line, space) = (0, 0) }
    }
    return want
  }
}

extension Table {
  /// Whether its cells lie in `blocks` one after another, each row's from left to right, as they must to be
  /// set side by side.
  fileprivate func isOrdered(in blocks: Range<Int>) -> Bool {
    var next = blocks.lowerBound
    for row in rows {
      var column: Int32 = 0
      for cell in row.cells {
        guard cell.column >= column, cell.column < columnCount, cell.columnSpan >= 1 else {
          return false
        }
        column = cell.column + 1
        guard cell.blockCount > 0 else { continue }
        guard Int(cell.firstBlock) >= next, cell.blockRange.upperBound <= blocks.upperBound else {
          return false
        }
        next = cell.blockRange.upperBound
      }
    }
    return true
  }
}

extension Table.Cell {
  /// The columns it stands in, of `count`.
  fileprivate func columns(of count: Int) -> Range<Int> {
    Int(column)..<min(count, Int(column) + max(1, Int(columnSpan)))
  }
}
