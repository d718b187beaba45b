import EPUBBasics
import EPUBSegmentation
import EPUBTerminal

extension TextPanel {
  mutating func draw(
    on screen: inout Screen, in part: Rectangle, _ look: PanelLook, _ segmenter: Segmenter
  ) {
    linkCells = []
    guard part.rows > 0, part.columns > 0 else { return }
    lay(columns: part.columns, segmenter)
    height = part.rows - 1
    settle()
    screen.fill(part, look.text)
    let seen = lines.indices[top...].prefix(height)
    for (index, line) in seen.enumerated() {
      draw(lines[line], on: &screen, in: part, row: index + 1, look, segmenter)
    }
    if look.isPlain { placeCursor(on: &screen, in: part, segmenter) }
    panelTitle.draw(&pattern, isTyping: takesText, on: &screen, in: part, look, segmenter)
  }

  private var panelTitle: PanelTitle {
    var panelTitle = PanelTitle(title: title, tail: "")
    if pattern?.editor.isEmpty == false {
      panelTitle.tail = match.map { "  \($0 + 1)/\(matches.count)" } ?? "  not found"
    }
    let bottom = min(lines.count, top + height)
    if height > 0, bottom - top < lines.count { panelTitle.percent = bottom * 100 / lines.count }
    return panelTitle
  }

  private func style(of paragraph: Int, _ look: PanelLook) -> CellStyle {
    switch paragraphs[paragraph].style {
    case .title: look.title
    case .normal: look.text
    case .dim: look.dim
    }
  }

  private mutating func draw(
    _ line: TextLine, on screen: inout Screen, in part: Rectangle, row: Int, _ look: PanelLook,
    _ segmenter: Segmenter
  ) {
    let end = part.column + part.columns
    let column = part.column + Self.margin
    if let lead = line.lead {
      piece(lead, of: line, look).draw(
        on: &screen, column: column + line.leadColumn, row: part.row + row, before: end, segmenter)
    }
    piece(line.range, of: line, look).draw(
      on: &screen, column: column + line.column, row: part.row + row, before: end, segmenter)
    noteLinks(of: line, row: row, segmenter)
  }

  /// Part of a paragraph with all that is marked in it.
  private func piece(_ range: Range<Int>, of line: TextLine, _ look: PanelLook) -> PanelLine {
    let source = sources[line.paragraph]
    var piece = PanelLine()
    piece.direction = directions[line.paragraph]
    piece.append(source.bytes[range], style(of: line.paragraph, look))
    func lay(_ style: CellStyle, over place: TextPlace) {
      guard place.paragraph == line.paragraph, place.range.overlaps(range) else { return }
      let seen = place.range.clamped(to: range)
      piece.lay(
        style, over: seen.lowerBound - range.lowerBound..<seen.upperBound - range.lowerBound)
    }
    for (index, place) in places(links, in: line.paragraph) {
      lay(index == link && !look.isPlain ? look.chosen : look.link, over: place)
    }
    for (index, place) in places(matches, in: line.paragraph) {
      lay(index == match && !look.isPlain ? look.chosen : look.match, over: place)
    }
    return piece
  }

  private func places(
    _ places: [TextPlace], in paragraph: Int
  ) -> Zip2Sequence<Range<Int>, ArraySlice<TextPlace>> {
    let start = places.firstPlace { $0.paragraph >= paragraph }
    let end = places.firstPlace { $0.paragraph > paragraph }
    return zip(start..<end, places[start..<end])
  }

  private mutating func noteLinks(of line: TextLine, row: Int, _ segmenter: Segmenter) {
    for (index, place) in places(links, in: line.paragraph)
    where place.range.overlaps(line.range) {
      let cells = cells(of: place.range.clamped(to: line.range), in: line, segmenter)
      linkCells.append((row, cells, index))
    }
  }

  /// Columns of the panel where part of a line's text stands.
  private func cells(
    of range: Range<Int>, in line: TextLine, _ segmenter: Segmenter
  ) -> Range<Int> {
    let bytes = sources[line.paragraph].bytes
    var text = PanelLine()
    text.direction = directions[line.paragraph]
    text.append(bytes[line.range], CellStyle())
    let start = line.range.lowerBound
    let columns = text.columns(
      of: range.lowerBound - start..<range.upperBound - start, segmenter)
    let column = Self.margin + line.column
    return column + columns.lowerBound..<column + columns.upperBound
  }

  /// On the match or link that is chosen, else where the text seen begins.
  private func placeCursor(
    on screen: inout Screen, in part: Rectangle, _ segmenter: Segmenter
  ) {
    var column = 0
    var row = min(1, part.rows - 1)
    let place = match.map { matches[$0] } ?? link.map { links[$0] }
    if let place {
      let index = line(of: place)
      let line = lines[index]
      guard (top..<top + height).contains(index) else { return }
      row = index - top + 1
      column =
        line.range.contains(place.range.lowerBound)
        ? cells(of: place.range.clamped(to: line.range), in: line, segmenter).lowerBound
        : Self.margin + line.leadColumn
    }
    let (x, y) = (part.column + min(column, part.columns - 1), part.row + row)
    if (0..<screen.columns).contains(x), (0..<screen.rows).contains(y) { screen.cursor = (x, y) }
  }
}
