import EPUBSegmentation

// A line is justified by wider gaps between its words, spread as evenly as whole cells allow: up to its n-th
// gap it has got `(n × free + phase) / gaps` of the free cells. The phase alternates from line to line,
// so that wide gaps do not stand below one another.
//
// Full-width punctuation is not compressed, as print does it with `」「` or at a line's end: a terminal draws a
// glyph into its two cells and cuts none in half. Nor does it hang beyond the measure, where a margin or
// a window's edge may be. A mark that does not fit takes the character before it down, and what is then
// free stands beside other marks.
//
// Blanks of an ornament stand for a widened space; the other spaces stay in the text around them, so that
// a line has no more pieces than it must.

/// How a line is filled up.
struct Filling {
  enum Gaps {
    /// Spaces between words.
    case spaces
    /// In text of ideographs, which has no spaces: beside punctuation that fills half of its two cells, and
    /// between ideographs and letters. Never between two ideographs, which would look like two words.
    case ideographs
  }
  var gaps: Gaps
  var gapCount: Int
  var free: Int
  var phase: Int

  /// Cells that four gaps may grow by; a line that would need more stays ragged. No space grows beyond
  /// three cells, and what has none gets one.
  static let maximumOfSpaces = 8
  static let maximumOfIdeographs = 4

  /// How many gaps get a cell at least.
  var widenedGapCount: Int { min(free, gapCount) }

  /// Gap after gap, how many cells it grows by.
  struct Spread {
    private let least: Int
    private let rest: Int
    private let gapCount: Int
    private var remainder: Int

    init(_ filling: Filling) {
      least = filling.free / filling.gapCount
      rest = filling.free % filling.gapCount
      gapCount = filling.gapCount
      remainder = filling.phase
    }

    // No division: there are half a million gaps in a long book.
    @inline(__always) mutating func next() -> Int {
      remainder += rest
      guard remainder >= gapCount else { return least }
      remainder -= gapCount
      return least + 1
    }
  }
}

extension Compositor {
  /// How to fill a line up, `nil` when it is full or cannot be filled well.
  func filling(of line: TextLine, _ bytes: [UInt8]) -> Filling? {
    let free = line.edges.width - line.width - (line.showsHyphen ? 1 : 0)
    guard line.isJustified, free > 0 else { return nil }
    for (gaps, most) in [
      (Filling.Gaps.spaces, Filling.maximumOfSpaces),
      (Filling.Gaps.ideographs, Filling.maximumOfIdeographs),
    ] {
      let count = gapCount(of: line, gaps, bytes)
      guard free * 4 > count * most else {
        let phase = lines.count & 1 == 0 ? count / 4 : count - 1 - count / 4
        return Filling(gaps: gaps, gapCount: count, free: free, phase: phase)
      }
    }
    return nil
  }

  private func gapCount(of line: TextLine, _ gaps: Filling.Gaps, _ bytes: [UInt8]) -> Int {
    let inner = atoms.span.extracting(line.atoms.dropLast())
    var count = 0
    switch gaps {
    case .spaces:
      for index in inner.indices { count &+= inner[index].hasPlainSpace ? 1 : 0 }
    case .ideographs:
      for index in inner.indices where Self.isGap(after: inner[index], gaps, bytes) { count &+= 1 }
    }
    return count
  }

  /// Whether what follows an atom can be widened.
  @inline(__always) private static func isGap(
    after atom: Atom, _ gaps: Filling.Gaps, _ bytes: [UInt8]
  ) -> Bool {
    switch gaps {
    case .spaces: return atom.hasPlainSpace
    case .ideographs:
      return atom.spaceWidth == 0 && atom.breakAfter == .allowed && atom.end == atom.textEnd
        && IdeographicGap.mayWiden(bytes, at: Int(atom.end))
    }
  }

  /// Appends the pieces of a line and the blanks between them; returns the column after them.
  mutating func appendFilled(
    _ line: TextLine, _ filling: Filling, at column: Int, _ bytes: [UInt8]
  ) -> Int {
    if shared.blanks >= 0, let whole = wholeStretch(of: line) {
      var word = FilledWord(whole, at: column, start: line.start, blanks: shared.blanks)
      Self.appendFilled(
        line, filling, &word, atoms, plan.starts, bytes, to: &pieces)
      return Int(word.piece.column + word.piece.width)
    }
    var column = column
    var start = line.start
    var cells = plan.cells(before: line.atoms.lowerBound)
    let end = cells + line.width
    var spread = Filling.Spread(filling)
    for index in line.atoms.dropLast() where Self.isGap(after: atoms[index], filling.gaps, bytes) {
      let growth = spread.next()
      if growth == 0 { continue }
      let atom = atoms[index]
      let width = plan.cells(before: index) + Int(atom.width) - cells
      let blanks = Int(atom.spaceWidth) + growth
      let space = Int(atom.textEnd)..<Int(atom.end)
      appendPieces(start..<space.lowerBound, width: width, at: column, bytes)
      appendBlanks(blanks, for: space, at: column + width)
      column += width + blanks
      start = Int(atom.end)
      cells = plan.cells(before: index + 1)
    }
    appendPieces(start..<line.visibleEnd, width: end - cells, at: column, bytes)
    return column + end - cells
  }

  /// The stretch that all of a line is from, where its pieces need nothing but it.
  private mutating func wholeStretch(of line: TextLine) -> Stretch? {
    guard !order.isActive else { return nil }
    let stretch = shown.stretch(at: line.start)
    return stretch.meaning == .text && stretch.end >= line.visibleEnd ? stretch : nil
  }

  /// The same for a line that is all of one stretch. It has a dozen pieces, a book half a million: room for
  /// them is made at once.
  private static func appendFilled(
    _ line: TextLine, _ filling: Filling, _ word: inout FilledWord, _ atoms: [Atom],
    _ starts: [Int32], _ bytes: [UInt8], to pieces: inout [Piece]
  ) {
    var place = pieces.count
    pieces.append(
      contentsOf: repeatElement(word.piece, count: 2 * filling.widenedGapCount + 1))
    let atoms = atoms.span
    let starts = starts.span
    var pieces = pieces.mutableSpan
    var spread = Filling.Spread(filling)
    var cells = starts[line.atoms.lowerBound]
    let end = cells &+ Int32(truncatingIfNeeded: line.width)
    for index in line.atoms.dropLast() where isGap(after: atoms[index], filling.gaps, bytes) {
      let growth = spread.next()
      if growth == 0 { continue }
      let atom = atoms[index]
      word.end(at: atom.textEnd, width: starts[index] &+ atom.width &- cells)
      pieces[place] = word.piece
      let blanks = atom.spaceWidth &+ Int32(truncatingIfNeeded: growth)
      pieces[place &+ 1] = word.gap(upTo: atom.end, width: blanks)
      cells = starts[index &+ 1]
      place &+= 2
    }
    word.end(at: Int32(truncatingIfNeeded: line.visibleEnd), width: end &- cells)
    pieces[place] = word.piece
  }
}

extension Atom {
  /// A space follows, and nothing else that is not shown.
  fileprivate var hasPlainSpace: Bool { spaceWidth == 1 && end &- textEnd == 1 }
}

/// Words and gaps of a line, piece after piece.
private struct FilledWord {
  private(set) var piece: Piece
  /// From offsets in the shown text to those in the source and in the logical text.
  private let toSource: Int32
  private let toText: Int32
  /// Where blanks lie among the ornaments.
  private let blanks: Int32

  init(_ stretch: Stretch, at column: Int, start: Int, blanks: Int) {
    self.blanks = Int32(truncatingIfNeeded: blanks)
    toSource = Int32(truncatingIfNeeded: stretch.sourceStart - stretch.start)
    toText = Int32(truncatingIfNeeded: stretch.textStart - stretch.start)
    let start = Int32(truncatingIfNeeded: start)
    piece = Piece(
      column: Int32(truncatingIfNeeded: column), width: 0, source: stretch.source,
      style: stretch.style, start: start &+ toSource, end: start &+ toSource,
      textStart: start &+ toText, textEnd: start &+ toText, link: stretch.link)
  }

  @inline(__always) mutating func end(at end: Int32, width: Int32) {
    piece.width = width
    piece.end = end &+ toSource
    piece.textEnd = end &+ toText
  }

  /// The gap after the word; the next word begins behind it.
  @inline(__always) mutating func gap(upTo end: Int32, width: Int32) -> Piece {
    var gap = piece
    gap.column &+= piece.width
    gap.width = width
    gap.source = .ornament
    gap.start = blanks
    gap.end = gap.start &+ width
    gap.textStart = piece.textEnd
    gap.textEnd = end &+ toText
    piece.column = gap.column &+ width
    piece.start = end &+ toSource
    piece.textStart = gap.textEnd
    return gap
  }
}
