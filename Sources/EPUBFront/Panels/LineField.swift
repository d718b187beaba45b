import EPUBSegmentation
import EPUBTerminal

/// A line that is being typed and the part of it that is seen.
struct LineField {
  var editor: LineEditor
  /// The first cluster that is seen.
  private var first = 0
  /// The clusters that were drawn, and the columns that each takes.
  private var drawn: [(cluster: Int, columns: Range<Int>)] = []

  init(_ text: String = "", takesLineBreaks: Bool = false) {
    editor = LineEditor(text, takesLineBreaks: takesLineBreaks)
  }

  /// Draws as much as there is room for, the cursor's place always.
  ///
  /// - Returns: the column after what was drawn.
  @discardableResult
  mutating func draw(
    on screen: inout Screen, column: Int, row: Int, before end: Int, _ style: CellStyle,
    _ segmenter: Segmenter
  ) -> Int {
    drawn = []
    guard column < end else { return column }
    let widths = editor.clusters.map { segmenter.width(of: Self.shown($0)) }
    scroll(widths, room: end - column)
    let seen = first..<last(widths, room: end - column)
    let levels = levels(of: seen, segmenter)
    var at = column
    var cursorColumn: Int?
    for index in LineOrder.visual(levels) {
      let cluster = seen.lowerBound + index
      let bytes = Array(Self.shown(editor.clusters[cluster]).utf8)
      let next = screen.write(
        bytes, in: 0..<bytes.count, column: at, row: row, before: end, style,
        segmenter: segmenter, isRightToLeft: levels[index] % 2 == 1)
      drawn.append((cluster, at..<next))
      if cluster == editor.cursor { cursorColumn = at }
      at = next
    }
    // Behind what takes no cell itself there may be none left.
    let cursor = (column: min(cursorColumn ?? at, end - 1), row: row)
    if (0..<screen.columns).contains(cursor.column), (0..<screen.rows).contains(row) {
      screen.cursor = cursor
    }
    return at
  }

  private func last(_ widths: [Int], room: Int) -> Int {
    var last = first
    var left = room
    while last < widths.count, widths[last] <= left {
      left -= widths[last]
      last += 1
    }
    return last
  }

  /// The level of each of these clusters; the line as a whole runs from left to right.
  private func levels(of seen: Range<Int>, _ segmenter: Segmenter) -> [UInt8] {
    var bytes: [UInt8] = []
    let starts = seen.map { index in
      defer { bytes += Self.shown(editor.clusters[index]).utf8 }
      return bytes.count
    }
    let order = LineOrder(bytes, .leftToRight, segmenter)
    return starts.map(order.level)
  }

  /// A line break is shown as the key that made it.
  private static func shown(_ cluster: Character) -> String {
    cluster == "\n" ? "⏎" : String(cluster)
  }

  /// Moves what is seen no further than the cursor needs.
  private mutating func scroll(_ widths: [Int], room: Int) {
    let cursor = editor.cursor
    first = min(first, cursor)
    let cursorWidth = cursor < widths.count ? max(1, widths[cursor]) : 1
    var used = widths[first..<cursor].reduce(cursorWidth, +)
    while used > room, first < cursor {
      used -= widths[first]
      first += 1
    }
    // Nor is room left empty while text is hidden, but the cell of a cursor at the end.
    let rest = widths[cursor...].dropFirst().reduce(cursor < widths.count ? 1 : 0, +)
    while first > 0, used + rest + widths[first - 1] <= room {
      first -= 1
      used += widths[first]
    }
  }

  /// Puts the cursor at a column of the screen.
  mutating func click(column: Int) {
    let met = drawn.last { $0.columns.lowerBound <= column }
    let isPast = drawn.last.map { column >= $0.columns.upperBound } ?? true
    editor.cursor = isPast ? first + drawn.count : met?.cluster ?? first
  }
}

extension Segmenter {
  func width(of text: String) -> Int {
    let bytes = Array(text.utf8)
    return width(of: bytes, in: 0..<bytes.count)
  }
}
