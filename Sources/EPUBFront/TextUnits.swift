import EPUBContent

/// A block, or the row of a table: what `text` prints as one.
///
/// A row holds all blocks of its cells, those of tables nested in them too.
struct TextUnit {
  /// Indices of its blocks; one block unless it is a row.
  var blocks: Range<Int>
  /// Index of the outermost table and of its row, for a row.
  var row: (table: Int, row: Int)?
  /// The outermost list that holds it, as a box; -1 for none.
  var list: Int
  /// The innermost list item that holds it, as a box; -1 for none.
  var item: Int
  /// A term or its definition; a definition list makes no box of its own.
  var isDefinition = false

  /// Whether one line end parts it from the unit before, instead of a blank line.
  func continues(_ previous: TextUnit) -> Bool {
    if let row, let other = previous.row, row.table == other.table { return true }
    // Items follow line by line; two paragraphs of one item stay apart like others.
    let isSameList = list >= 0 && list == previous.list || isDefinition && previous.isDefinition
    return isSameList && (item < 0 || item != previous.item)
  }
}

/// The units of a document in order.
struct TextUnits {
  private let document: ContentDocument
  private var lists: [Int] = []
  private var items: [Int] = []
  /// Rows of outermost tables by their first block.
  private var rows: [Int: (blocks: Range<Int>, table: Int, row: Int)] = [:]

  init(of document: ContentDocument) {
    self.document = document
    for (index, box) in document.boxes.enumerated() {
      let parent = Int(box.parent)
      let outerList = parent < 0 ? -1 : lists[parent]
      let outerItem = parent < 0 ? -1 : items[parent]
      lists.append(outerList < 0 && box.kind == .list ? index : outerList)
      items.append(box.kind == .item || box.kind == .definition ? index : outerItem)
    }
    for (index, table) in document.tables.enumerated() where table.outer < 0 {
      for (rowIndex, row) in table.rows.enumerated() {
        let ranges = row.cells.map(\.blockRange).filter { !$0.isEmpty }
        guard let first = ranges.map(\.lowerBound).min(), let end = ranges.map(\.upperBound).max()
        else { continue }
        rows[first] = (first..<end, index, rowIndex)
      }
    }
  }

  /// - Parameter range: blocks; of a row the first counts.
  func units(in range: Range<Int>) -> [TextUnit] {
    var units: [TextUnit] = []
    var index = 0
    while index < min(range.upperBound, document.blocks.count) {
      let unit = unit(at: index)
      if index >= range.lowerBound { units.append(unit) }
      index = max(index + 1, unit.blocks.upperBound)
    }
    return units
  }

  private func unit(at index: Int) -> TextUnit {
    guard let row = rows[index] else {
      let block = document.blocks[index]
      let box = Int(block.box)
      return TextUnit(
        blocks: index..<index + 1, list: lists[box], item: items[box],
        isDefinition: block.kind == .term || block.kind == .definition)
    }
    let box = Int(document.tables[row.table].box)
    return TextUnit(
      blocks: row.blocks, row: (row.table, row.row), list: lists[box], item: items[box])
  }
}
