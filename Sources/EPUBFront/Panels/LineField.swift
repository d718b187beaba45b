import EPUBSegmentation
import EPUBTerminal

/// A line that is being typed and the part of it that is seen.
struct LineField: Hashable {
  var editor: LineEditor
  /// The first cluster that is seen.
  private var first = 0
  /// The columns that the clusters seen begin at, and the one after them.
  private var columns: [Int] = []
  private var end = 0

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
    columns = []
    self.end = column
    guard column < end else { return column }
    let widths = editor.clusters.map { segmenter.width(of: Self.shown($0)) }
    scroll(widths, room: end - column)
    var at = column
    var cursorColumn = column
    for index in first..<editor.clusters.count {
      if index == editor.cursor { cursorColumn = at }
      if at + widths[index] > end { break }
      columns.append(at)
      at = screen.write(
        Self.shown(editor.clusters[index]), column: at, row: row, before: end, style,
        segmenter: segmenter)
    }
    self.end = at
    if editor.cursor == editor.clusters.count { cursorColumn = at }
    if (0..<screen.columns).contains(cursorColumn), (0..<screen.rows).contains(row) {
      screen.cursor = (cursorColumn, row)
    }
    return at
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
    let index = columns.lastIndex { $0 <= column } ?? 0
    editor.cursor = column >= end ? first + columns.count : first + index
  }
}

extension Segmenter {
  func width(of text: String) -> Int {
    let bytes = Array(text.utf8)
    return width(of: bytes, in: 0..<bytes.count)
  }
}
