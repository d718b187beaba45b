extension Screen {
  /// Sets one cell to what takes one cell; nothing is cleaned.
  mutating func set(_ cluster: [UInt8], _ style: CellStyle, column: Int, row: Int) {
    guard holds(column, row) else { return }
    let style = index(of: style)
    let glyph = glyph(of: cluster[...])
    put(Cell(glyph: glyph, style: style, width: 1), at: row * columns + column)
  }
}
