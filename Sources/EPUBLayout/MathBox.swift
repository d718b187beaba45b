/// A part of a formula in cells: a row that the text around it stands on, rows above and below that one,
/// and what is seen in them.
struct MathBox {
  var width = 0
  var above = 0
  var below = 0
  var glyphs: [MathGlyph] = []
  /// What it begins and ends with, where that is text.
  var head = Edge()
  var tail = Edge()

  /// What may run into its neighbour.
  struct Edge {
    var isLetter = false
    var isNumber = false
    /// Letters that stand together.
    var letterCount = 0
    /// Whether it and `next` would read as one word or number.
    func touches(_ next: Edge) -> Bool {
      guard isLetter || isNumber, next.isLetter || next.isNumber else { return false }
      return letterCount > 1 || next.letterCount > 1 || next.isNumber
    }
  }

  var isTall: Bool { above + below > 0 }
  var height: Int { above + below + 1 }
  var rows: ClosedRange<Int> { -above...below }
  var extent: MathExtent { MathExtent(above: above, below: below) }

  /// Puts another box into it, its own row on `row`, and makes room for it.
  mutating func put(_ box: MathBox, at column: Int, row: Int = 0) {
    width = max(width, column + box.width)
    above = max(above, box.above - row)
    below = max(below, box.below + row)
    glyphs.reserveCapacity(glyphs.count + box.glyphs.count)
    for var glyph in box.glyphs {
      glyph.column += column
      glyph.row += row
      glyphs.append(glyph)
    }
  }

  /// Adds a sign to it, if that is any.
  mutating func draw(_ glyph: MathGlyph) {
    if glyph.width > 0 { glyphs.append(glyph) }
  }

  /// Puts another box behind what it has.
  mutating func append(_ box: MathBox, after gap: Int = 0) {
    put(box, at: width + gap)
    tail = box.tail
  }
}

/// Rows above and below the one that a formula stands on.
struct MathExtent {
  var above = 0
  var below = 0
  mutating func take(_ other: MathExtent) {
    above = max(above, other.above)
    below = max(below, other.below)
  }
}

/// A stretch of one row of a formula.
struct MathGlyph {
  var row: Int
  var column: Int
  var width: Int
  /// The bytes are the document's logical text; else they are the formula's own.
  var isText: Bool
  var bytes: Range<Int>
  /// The logical text that it stands for.
  var text: Range<Int>
  var isStruck = false

  /// Whether `next` only goes on with it.
  func isContinued(by next: MathGlyph) -> Bool {
    row == next.row && column + width == next.column && isText == next.isText
      && isStruck == next.isStruck && bytes.upperBound == next.bytes.lowerBound
      && (text.isEmpty && next.text.isEmpty || isText)
  }
}
