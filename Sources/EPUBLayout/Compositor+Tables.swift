import EPUBContent
import EPUBSegmentation

// A table's cells are set in frames of their own, each as wide as its column; then the lines found there
// are put side by side, row by row (`TableGrid`). Where even the longest words do not fit beside one
// another, or text would trickle down a narrow column, rows under a row of headings become records, a line `heading: value` for each cell; without
// headings, and in tables of one column, the cells are set one under another.
//
// A row's first line stands for all the text of the row; the lines below it stand for none, so that lines
// cover the text in order.

extension Compositor {
  mutating func setTable(_ index: Int, _ blocks: Range<Int>, in frame: Frame) {
    let table = document.tables[index]
    let inner = self.frame(of: table, in: frame)
    guard table.isOrdered(in: blocks) else {
      setBlocks(blocks, in: inner)
      return
    }
    let columns = columns(of: table, level: frame.tableLevel, in: inner.width)
    let hasColumns = columns.map { $0.usedCount > 1 } ?? true
    let edges = hasColumns ? columns?.frames(in: inner.width) : nil
    let isNarrow = edges.map { columns?.areTooNarrow($0) == true } ?? true
    if hasColumns, isNarrow, let headings = headings(of: index) {
      setRecords(table, headings, blocks, in: inner)
    } else if let edges {
      let edges = table.isRightToLeft ? edges.mirrored(in: inner.width) : edges
      moveCaption(of: table, to: edges, in: inner)
      setGrid(table, blocks, edges, in: inner)
    } else {
      setCellsInTurn(table, blocks, in: inner, partsRows: hasColumns)
    }
  }

  /// The frame inside the table's own insets.
  private func frame(of table: Table, in frame: Frame) -> Frame {
    var inner = frame
    inner.tableLevel += 1
    guard insets.indices.contains(Int(table.box)) else { return inner }
    let inset = insetCells(of: Int(table.box), in: frame)
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
}

extension Table {
  /// Whether its cells lie in `blocks` one after another, each row's from left to right, as they must to be
  /// set side by side.
  func isOrdered(in blocks: Range<Int>) -> Bool {
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

extension Table {
  /// The number of rows at its top that are headings of its columns: those of its `thead`, else those of
  /// nothing but heading cells; 0 when nothing comes after them.
  var headCount: Int {
    let inHead = rows.prefix { $0.isHeader }.count
    let count =
      inHead > 0
      ? inHead : rows.prefix { $0.cells.count > 1 && $0.cells.allSatisfy(\.isHeader) }.count
    return count < rows.count ? count : 0
  }
}

extension Table.Cell {
  /// The columns it stands in, of `count`.
  func columns(of count: Int) -> Range<Int> {
    Int(column)..<min(count, Int(column) + max(1, Int(columnSpan)))
  }
}
