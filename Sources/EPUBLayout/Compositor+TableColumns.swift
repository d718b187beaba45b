import EPUBContent
import EPUBSegmentation

extension Compositor {
  /// What the columns want, `nil` when there are more than the width can hold.
  mutating func columns(of table: Table, level: Int, in width: Int) -> TableColumns? {
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
    } else if let cells = formulaWidth(of: index, in: width) {
      want = .init(least: cells, best: cells)
    } else {
      shown.take(block, of: document)
      if !shown.range.isEmpty {
        findAtoms(of: block, room: width)
        want = Self.want(of: atoms, tabSize: tabSize)
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

  private static func want(of atoms: [Atom], tabSize: Int) -> TableColumns.Want {
    var want = TableColumns.Want()
    var line = 0
    var space = 0
    for atom in atoms {
      want.least = max(want.least, Int(atom.width))
      line += space + Int(atom.width)
      want.best = max(want.best, line)
      space = atom.spaceWidth < 0 ? tabSize : Int(atom.spaceWidth)
      if atom.breakAfter == .forced { (line, space) = (0, 0) }
    }
    return want
  }
}
