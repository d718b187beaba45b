import EPUBSegmentation
import EPUBTerminal

extension ListPanel {
  /// `Contents  /whale  3/12  searching…      34 %`
  mutating func drawTitle(
    on screen: inout Screen, in part: Rectangle, _ look: PanelLook, _ segmenter: Segmenter
  ) {
    let row = part.row
    var end = part.column + part.columns
    screen.fill(
      Rectangle(column: part.column, row: row, columns: part.columns, rows: 1), look.title)
    end = drawPercent(on: &screen, in: part, before: end, look, segmenter)
    let tail = PanelLine(tailText, look.title.under(look.dim))
    let tailWidth = min(tail.width(segmenter), end - part.column)
    let room = end - part.column - tailWidth
    let typed = filter.map { segmenter.width(of: $0.editor.text) + 4 } ?? 0
    var column = PanelLine(title, look.title).draw(
      on: &screen, column: part.column, row: row,
      before: part.column + max(room - typed, room / 3), segmenter)
    column = drawFilter(
      on: &screen, column: column, row: row, before: end - tailWidth, look, segmenter)
    tail.draw(on: &screen, column: column, row: row, before: end, segmenter)
  }

  private var tailText: String {
    let count = list.stops.count
    let place = stop.map { "  \($0 + 1)/\(count)" } ?? "  \(count)"
    return remark.isEmpty ? place : "\(place)  \(remark)"
  }

  private mutating func drawFilter(
    on screen: inout Screen, column: Int, row: Int, before end: Int, _ look: PanelLook,
    _ segmenter: Segmenter
  ) -> Int {
    guard filter != nil else { return column }
    let cursor = screen.cursor
    let column = screen.write(
      "  /", column: column, row: row, before: end, look.title, segmenter: segmenter)
    let after = filter?.draw(
      on: &screen, column: column, row: row, before: end, look.title, segmenter)
    if !takesText { screen.cursor = cursor }
    return after ?? column
  }

  /// How far one has got, where not all is seen.
  private func drawPercent(
    on screen: inout Screen, in part: Rectangle, before end: Int, _ look: PanelLook,
    _ segmenter: Segmenter
  ) -> Int {
    guard let last = lines.last, part.columns >= 30 else { return end }
    let isAll = lines.first?.place == 0 && last.place + 1 == list.shown.count
    if isAll { return end }
    let line = PanelLine(
      "  \((last.place + 1) * 100 / list.shown.count) %", look.title.under(look.dim))
    let column = end - line.width(segmenter)
    line.draw(on: &screen, column: column, row: part.row, before: end, segmenter)
    return column
  }
}
