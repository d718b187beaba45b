import EPUBBasics
import EPUBContent
import EPUBSegmentation

// A formula that takes rows is set like a row of a table: its first line stands for all its text, so that
// lines cover the text in order; each piece knows which part of it it shows.
extension Compositor {
  /// Sets the formula that a block holds in rows; `false` where it has none, or one that must be text.
  mutating func setFormula(of index: Int, _ shape: LineShape, in frame: Frame) -> Bool {
    // Asked before each block: to ask the document would copy it.
    if document.formulas.isEmpty { return false }
    let room = min(shape.first.width, shape.rest.width)
    guard let formula = formula(of: index, in: room, isCell: frame.isCell) else { return false }
    let box = formula.box
    let offset = ornaments.count
    ornaments.append(contentsOf: formula.bytes)
    let glyphs = box.glyphs.sorted { ($0.row, $0.column) < ($1.row, $1.column) }
    let look = look(of: document.blocks[index])
    let column = column(of: box.width, in: shape.first, shape.side)
    var next = 0
    for row in box.rows {
      let firstPiece = pieces.count
      if row == 0 { _ = appendMarker(width: box.width, in: shape.first, shape.side) }
      while next < glyphs.count, glyphs[next].row == row {
        let glyph = glyphs.joined(from: &next)
        append(glyph, at: column, look, offset: offset)
      }
      endLine(
        of: index, firstPiece: firstPiece, textEnd: Int(document.blocks[index].textEnd))
      if row < box.below { lines[lines.count - 1].flags.formUnion([.joinsNext, .keepsWithNext]) }
    }
    return true
  }

  /// Cells of a formula that takes rows, `nil` where a block holds none.
  func formulaWidth(of index: Int, in room: Int) -> Int? {
    formula(of: index, in: room, isCell: true)?.box.width
  }

  /// What a block's formula looks like in rows, `nil` for none and for what must be text: it is too wide,
  /// or text in it runs from right to left.
  private func formula(of index: Int, in room: Int, isCell: Bool) -> MathComposer.Picture? {
    guard let formula = document.formula(ofBlock: index), options.measurer == nil,
      !isCell || options.lineSpacing == 1
    else { return nil }
    var composer = MathComposer(document: document, segmenter: segmenter, room: max(1, room))
    let picture = composer.picture(of: formula.whole)
    guard let picture, picture.box.isTall else { return nil }
    let block = document.blocks[index]
    let mayTurn =
      mayReorder
      && !(picture.bytes.directionTraits.isEmpty
        && Array(document.text[block.textRange]).directionTraits.isEmpty)
    return mayTurn ? nil : picture
  }

  private func look(of block: Block) -> Run? {
    block.runRange.isEmpty ? nil : document.runs[block.runRange.lowerBound]
  }

  private mutating func append(_ glyph: MathGlyph, at column: Int, _ look: Run?, offset: Int) {
    let shift = glyph.isText ? 0 : offset
    let text = glyph.text.isEmpty ? Int(coveredEnd)..<Int(coveredEnd) : glyph.text
    var style = look?.style ?? []
    if glyph.isStruck { style.insert(.strike) }
    pieces.append(
      Piece(
        column: Int32(column + glyph.column), width: Int32(glyph.width),
        source: glyph.isText ? .text : .ornament, style: style,
        start: Int32(glyph.bytes.lowerBound + shift), end: Int32(glyph.bytes.upperBound + shift),
        textStart: Int32(text.lowerBound), textEnd: Int32(text.upperBound),
        link: look?.link ?? -1))
  }
}

extension MathComposer {
  /// A formula in cells, and the bytes that it shows beside logical text.
  struct Picture {
    var box: MathBox
    var bytes: [UInt8]
  }

  /// `nil` for what is wider than there is room, or higher than anyone would read.
  mutating func picture(of whole: Formula.Part) -> Picture? {
    let box = set(whole, Context())
    return isTooLarge ? nil : Picture(box: box, bytes: bytes)
  }
}

extension [MathGlyph] {
  /// The glyph at `next` with those that only go on with it.
  fileprivate func joined(from next: inout Int) -> MathGlyph {
    var glyph = self[next]
    next += 1
    while next < count, glyph.isContinued(by: self[next]) {
      glyph.width += self[next].width
      glyph.bytes = glyph.bytes.lowerBound..<self[next].bytes.upperBound
      if glyph.isText { glyph.text = glyph.bytes }
      next += 1
    }
    return glyph
  }
}
