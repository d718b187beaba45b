import EPUBBasics
import EPUBContent

/// Content documents written by hand.
struct Draft {
  var document = ContentDocument()

  init(_ write: (inout Draft) -> Void = { _ in }) {
    document.boxes = [Box(kind: .plain, parent: -1)]
    write(&self)
  }

  enum Part: ExpressibleByStringLiteral {
    /// U+00AD in it is a soft hyphen.
    case text(String, TextStyle, link: Int32)
    case shown(String, as: String, TextStyle)
    case insertion(String)

    init(stringLiteral value: String) { self = .text(value, [], link: -1) }
    static func text(_ text: String, _ style: TextStyle) -> Part { .text(text, style, link: -1) }
    static func shown(_ text: String, as shown: String) -> Part { .shown(text, as: shown, []) }
  }

  mutating func box(
    _ kind: Box.Kind = .plain, left: Extent = .zero, right: Extent = .zero, in parent: Int32 = 0
  ) -> Int32 {
    document.boxes.append(Box(kind: kind, parent: parent, left: left, right: right))
    return Int32(document.boxes.count - 1)
  }

  mutating func add(
    _ parts: Part..., as kind: Block.Kind = .paragraph, box: Int32 = 0, marker: String? = nil,
    table: Int32 = -1, style write: (inout BlockStyle) -> Void = { _ in }
  ) {
    add(parts, as: kind, box: box, marker: marker, table: table, style: write)
  }

  mutating func add(
    _ parts: [Part], as kind: Block.Kind = .paragraph, box: Int32 = 0, marker: String? = nil,
    table: Int32 = -1, style write: (inout BlockStyle) -> Void = { _ in }
  ) {
    let start = Int32(document.text.count)
    let firstRun = Int32(document.runs.count)
    for part in parts { add(part) }
    var block = Block(
      kind: kind, textStart: start, textEnd: Int32(document.text.count), firstRun: firstRun,
      runCount: Int32(document.runs.count) - firstRun, box: box, table: table)
    if let marker {
      let range = show(marker)
      (block.markerStart, block.markerEnd) = (range.lowerBound, range.upperBound)
    }
    write(&block.style)
    document.blocks.append(block)
  }

  mutating func rule() { add([], as: .rule) }

  mutating func picture(
    _ alternative: String?, path: String? = nil, box: Int32 = 0, table: Int32 = -1,
    style: (inout BlockStyle) -> Void = { _ in }
  ) {
    document.images.append(
      Image(path: path.flatMap { ContainerPath($0) }, alternative: alternative))
    add([], as: .image, box: box, table: table, style: style)
    document.blocks[document.blocks.count - 1].image = Int32(document.images.count - 1)
  }

  private mutating func add(_ part: Part) {
    let start = Int32(document.text.count)
    switch part {
    case .text(let text, let style, let link):
      append(text)
      let end = Int32(document.text.count)
      document.runs.append(Run(textStart: start, textEnd: end, style: style, link: link))
    case .shown(let text, let shown, let style):
      append(text)
      let range = show(shown)
      document.runs.append(
        Run(
          textStart: start, textEnd: Int32(document.text.count), shownStart: range.lowerBound,
          shownEnd: range.upperBound, style: style))
    case .insertion(let text):
      let range = show(text)
      document.runs.append(
        Run(
          textStart: start, textEnd: start, shownStart: range.lowerBound,
          shownEnd: range.upperBound))
    }
  }

  private mutating func append(_ text: String) {
    for scalar in text.unicodeScalars {
      if scalar == "\u{AD}" {
        document.softHyphens.append(Int32(document.text.count))
      } else {
        document.text.append(contentsOf: Array(String(scalar).utf8))
      }
    }
  }

  private mutating func show(_ text: String) -> Range<Int32> {
    let start = Int32(document.shownBytes.count)
    document.shownBytes.append(contentsOf: text.utf8)
    return start..<Int32(document.shownBytes.count)
  }
}

extension Draft {
  struct Cell: ExpressibleByStringLiteral {
    var span: Int32 = 1
    var rowSpan: Int32 = 1
    var isHeader = false
    /// Blocks of the cell, each of a text.
    var texts: [String]
    var write: ((inout Draft, _ table: Int32, _ box: Int32) -> Void)?

    init(stringLiteral value: String) { texts = value.isEmpty ? [] : [value] }
    init(_ texts: String..., span: Int32 = 1, rowSpan: Int32 = 1, isHeader: Bool = false) {
      self.texts = texts
      self.span = span
      self.rowSpan = rowSpan
      self.isHeader = isHeader
    }
    init(write: @escaping (inout Draft, _ table: Int32, _ box: Int32) -> Void) {
      texts = []
      self.write = write
    }
  }

  mutating func table(
    _ rows: [[Cell]], head: Int = 0, in parent: Int32 = 0, outer: Int32 = -1,
    left: Extent = .zero,
    style: (inout BlockStyle) -> Void = { _ in }
  ) {
    let table = Int32(document.tables.count)
    let tableBox = box(.table, left: left, in: parent)
    document.tables.append(Table(box: tableBox, outer: outer))
    var columnCount: Int32 = 0
    var made: [Table.Row] = []
    /// For each column the rows that cells from above still fill.
    var filled: [Int32: Int32] = [:]
    for row in rows {
      let rowBox = box(.row, in: tableBox)
      var column: Int32 = 0
      let above = filled.filter { $0.value > 0 }
      filled = above.mapValues { $0 - 1 }
      var cells: [Table.Cell] = []
      for cell in row {
        while above[column] != nil { column += 1 }
        if cell.rowSpan > 1 { filled[column] = cell.rowSpan - 1 }
        let cellBox = box(.cell, in: rowBox)
        let first = Int32(document.blocks.count)
        for text in cell.texts {
          add(.text(text, [], link: -1), as: .row, box: cellBox, table: table, style: style)
        }
        cell.write?(&self, table, cellBox)
        cells.append(
          Table.Cell(
            firstBlock: first, blockCount: Int32(document.blocks.count) - first, column: column,
            columnSpan: cell.span, rowSpan: cell.rowSpan, isHeader: cell.isHeader))
        column += cell.span
      }
      columnCount = max(columnCount, column)
      made.append(Table.Row(cells: cells, isHeader: made.count < head))
    }
    document.tables[Int(table)].rows = made
    document.tables[Int(table)].columnCount = columnCount
  }
}
