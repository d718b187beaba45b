import EPUBSegmentation
import EPUBTerminal

/// The first line of a panel: `Contents  /whale  3/12  searching…      34 %`.
struct PanelTitle {
  var title: String
  /// Never cut, as it stands at the end of what is.
  var tail: String
  /// How far one has got; left out where all is seen, and in narrow panels.
  var percent: Int?

  func draw(
    _ typed: inout LineField?, isTyping: Bool, on screen: inout Screen, in part: Rectangle,
    _ look: PanelLook, _ segmenter: Segmenter
  ) {
    let row = part.row
    let style = look.title.under(look.dim)
    screen.fill(
      Rectangle(column: part.column, row: row, columns: part.columns, rows: 1), look.title)
    let end = drawPercent(on: &screen, in: part, style, segmenter)
    let tail = PanelLine(tail, style)
    let tailStart = max(part.column, end - tail.width(segmenter))
    let room = tailStart - part.column
    let wanted = typed.map { segmenter.width(of: $0.editor.text) + 4 } ?? 0
    var column = PanelLine(title, look.title).draw(
      on: &screen, column: part.column, row: row,
      before: part.column + max(room - wanted, room / 3), segmenter)
    if typed != nil {
      column = screen.write(
        "  /", column: column, row: row, before: tailStart, look.title, segmenter: segmenter)
      let cursor = screen.cursor
      column =
        typed?.draw(
          on: &screen, column: column, row: row, before: tailStart, look.title, segmenter)
        ?? column
      if !isTyping { screen.cursor = cursor }
    }
    tail.draw(on: &screen, column: column, row: row, before: end, segmenter)
  }

  /// - Returns: the column before which the rest must end.
  private func drawPercent(
    on screen: inout Screen, in part: Rectangle, _ style: CellStyle, _ segmenter: Segmenter
  ) -> Int {
    let end = part.column + part.columns
    guard let percent, part.columns >= 30 else { return end }
    let line = PanelLine("  \(percent) %", style)
    let start = end - line.width(segmenter)
    line.draw(on: &screen, column: start, row: part.row, before: end, segmenter)
    return start
  }
}
