import EPUBBasics
import EPUBSegmentation
import EPUBTerminal

extension ListPanel {
  mutating func draw(
    on screen: inout Screen, in part: Rectangle, _ look: PanelLook, _ segmenter: Segmenter
  ) {
    lines = []
    guard part.rows > 0, part.columns > 0 else { return }
    screen.fill(part, look.text)
    height = part.rows - 1
    scroll()
    drawRows(on: &screen, in: part, look, segmenter)
    panelTitle.draw(&filter, isTyping: takesText, on: &screen, in: part, look, segmenter)
  }

  private var panelTitle: PanelTitle {
    let count = list.stops.count
    let place = stop.map { "  \($0 + 1)/\(count)" } ?? "  \(count)"
    var panelTitle = PanelTitle(title: title, tail: remark.isEmpty ? place : "\(place)  \(remark)")
    if let first = lines.first, let last = lines.last {
      let seen = list.place(of: last.row) + 1
      let isAll = first.row == list.shown.first && seen == list.shown.count
      panelTitle.percent = isAll ? nil : seen * 100 / list.shown.count
    }
    return panelTitle
  }

  // MARK: Scrolling

  /// Moves what is seen no further than the choice needs; in the middle when nothing was seen yet.
  private mutating func scroll() {
    let place = chosen.map { list.place(of: $0) } ?? min(top ?? 0, list.shown.count)
    var top = self.top ?? topmost(before: place, rows: (height - rowHeight(place)) / 2)
    if place < top { top = withHeadings(place) }
    top = max(top, topmost(before: place, rows: height - rowHeight(place)))
    // The end of the list is at the panel's foot.
    self.top = max(0, min(top, topmost(before: list.shown.count, rows: height)))
  }

  private func rowHeight(_ place: Int) -> Int {
    list.shown.indices.contains(place) ? list.rows[list.shown[place]].height : 1
  }

  /// The first of the places before one that fit into so many rows.
  private func topmost(before place: Int, rows: Int) -> Int {
    var top = place
    var left = rows
    while top > 0, left >= rowHeight(top - 1) {
      top -= 1
      left -= rowHeight(top)
    }
    return top
  }

  /// From the headings on that stand above an entry, which can't be moved to.
  private func withHeadings(_ place: Int) -> Int {
    let stop = list.stops.firstPlace { $0 >= place }
    let above = stop == 0 ? 0 : list.stops[stop - 1] + 1
    return max(min(above, place), topmost(before: place, rows: height / 2))
  }

  // MARK: Entries

  private mutating func drawRows(
    on screen: inout Screen, in part: Rectangle, _ look: PanelLook, _ segmenter: Segmenter
  ) {
    if list.shown.isEmpty, height > 0 {
      let text = filter != nil ? "No entry has that." : remark.isEmpty ? emptyText : ""
      PanelLine(text, look.dim).draw(
        on: &screen, column: part.column + gutter(look), row: part.row + 1,
        before: part.column + part.columns, segmenter)
    }
    var line = 1
    for place in list.shown.indices[(top ?? 0)...] where line < part.rows {
      lines.append((line, list.shown[place]))
      let rows = min(rowHeight(place), part.rows - line)
      let room = Rectangle(
        column: part.column, row: part.row + line, columns: part.columns, rows: rows)
      draw(list.shown[place], on: &screen, in: room, look, segmenter)
      line += rows
    }
  }

  /// Cells for the marks before the entries.
  private func gutter(_ look: PanelLook) -> Int {
    (look.isPlain ? 2 : 1) + (current == nil ? 0 : 2)
  }

  private func style(of row: Int, _ look: PanelLook) -> CellStyle {
    if row == chosen, !look.isPlain { return look.chosen }
    return rows[row].isEnabled && list.isMatch(row) ? look.text : look.dim
  }

  private func draw(
    _ row: Int, on screen: inout Screen, in room: Rectangle, _ look: PanelLook,
    _ segmenter: Segmenter
  ) {
    let style = style(of: row, look)
    let end = room.column + room.columns
    screen.fill(room, style)
    var marks = look.isPlain ? row == chosen ? "> " : "  " : " "
    if current != nil { marks += row == current ? look.isPlain ? "* " : "• " : "  " }
    screen.write(
      marks, column: room.column, row: room.row, before: end, style, segmenter: segmenter)
    if look.isPlain, row == chosen, room.row < screen.rows, room.column < screen.columns {
      screen.cursor = (room.column, room.row)
    }
    let indent = min(2 * max(0, min(rows[row].level, room.columns)), room.columns / 3)
    let column = room.column + gutter(look) + indent
    let textEnd = drawDetail(row, on: &screen, from: column, in: room, style, segmenter)
    var upper = rows[row].text.isEmpty ? nil : text(of: row, style, look)
    var lower = rows[row].context.map { context($0, style, look) }
    if upper == nil { swap(&upper, &lower) }
    upper?.draw(on: &screen, column: column, row: room.row, before: textEnd, segmenter)
    if room.rows > 1 {
      lower?.draw(on: &screen, column: column + 2, row: room.row + 1, before: end, segmenter)
    }
  }

  /// - Returns: the column before which the text must end.
  private func drawDetail(
    _ row: Int, on screen: inout Screen, from column: Int, in room: Rectangle, _ style: CellStyle,
    _ segmenter: Segmenter
  ) -> Int {
    let end = room.column + room.columns
    let hidden = list.isFolded(row) ? "+\(list.branchCount(row))  " : ""
    let detail = PanelLine(hidden + rows[row].detail, style)
    // A text of eight cells says more than any page number.
    let width = min(detail.width(segmenter), room.columns / 2)
    guard width > 0, end - column - width - 2 >= 8 else { return end }
    detail.draw(on: &screen, column: end - width, row: room.row, before: end, segmenter)
    return end - width - 2
  }

  private func text(of row: Int, _ style: CellStyle, _ look: PanelLook) -> PanelLine {
    underlined(PanelLine(rows[row].text, style), look)
  }

  private func context(
    _ context: ListRow.Context, _ style: CellStyle, _ look: PanelLook
  ) -> PanelLine {
    var line = PanelLine(context.before, style)
    line.keeping = line.append(context.hit, style.under(look.match))
    line.append(context.after, style)
    return underlined(line, look)
  }

  /// With what is looked for marked in it.
  private func underlined(_ line: PanelLine, _ look: PanelLook) -> PanelLine {
    var line = line
    for range in list.finder?.ranges(in: line.bytes) ?? [] { line.lay(look.match, over: range) }
    return line
  }
}
