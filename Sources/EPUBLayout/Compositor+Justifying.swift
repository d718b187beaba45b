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
      let count = line.atoms.dropLast().count { isGap($0, gaps, bytes) }
      guard free * 4 > count * most else {
        let phase = lines.count & 1 == 0 ? count / 4 : count - 1 - count / 4
        return Filling(gaps: gaps, gapCount: count, free: free, phase: phase)
      }
    }
    return nil
  }

  /// Whether what follows an atom can be widened.
  @inline(__always) private func isGap(_ index: Int, _ gaps: Filling.Gaps, _ bytes: [UInt8]) -> Bool
  {
    let atom = atoms[index]
    switch gaps {
    case .spaces: return atom.spaceWidth == 1 && atom.end - atom.textEnd == 1
    case .ideographs:
      return atom.spaceWidth == 0 && atom.breakAfter == .allowed && atom.end == atom.textEnd
        && IdeographicGap.mayWiden(bytes, at: Int(atom.end))
    }
  }

  /// Appends the pieces of a line and the blanks between them; returns the column after them.
  mutating func appendFilled(
    _ line: TextLine, _ filling: Filling, at column: Int, _ bytes: [UInt8]
  ) -> Int {
    var column = column
    var start = line.start
    var cells = plan.cells(before: line.atoms.lowerBound)
    let end = cells + line.width
    let whole = wholeStretch(of: line)
    var spread = Filling.Spread(filling)
    for index in line.atoms.dropLast() where isGap(index, filling.gaps, bytes) {
      let growth = spread.next()
      if growth == 0 { continue }
      let atom = atoms[index]
      let width = plan.cells(before: index) + Int(atom.width) - cells
      let blanks = Int(atom.spaceWidth) + growth
      let space = Int(atom.textEnd)..<Int(atom.end)
      if let whole, shared.blanks >= 0 {
        append(start..<space.lowerBound, of: whole, width: width, at: column)
        append(blanks: blanks, for: space, of: whole, at: column + width)
      } else {
        appendPieces(start..<space.lowerBound, width: width, at: column, bytes)
        appendBlanks(blanks, for: space, at: column + width)
      }
      column += width + blanks
      start = Int(atom.end)
      cells = plan.cells(before: index + 1)
    }
    appendPieces(start..<line.visibleEnd, width: end - cells, at: column, bytes)
    return column + end - cells
  }

  /// The stretch that all of a line is from, where its pieces need nothing but it: a justified line of
  /// prose has a dozen of them.
  private mutating func wholeStretch(of line: TextLine) -> Stretch? {
    guard !order.isActive else { return nil }
    let stretch = shown.stretch(at: line.start)
    return stretch.meaning == .text && stretch.end >= line.visibleEnd ? stretch : nil
  }

  @inline(__always) private mutating func append(
    _ range: Range<Int>, of stretch: Stretch, width: Int, at column: Int
  ) {
    let source = stretch.sourceStart - stretch.start
    let text = stretch.textStart - stretch.start
    pieces.append(
      Piece(
        column: Int32(truncatingIfNeeded: column), width: Int32(truncatingIfNeeded: width),
        source: stretch.source, style: stretch.style,
        start: Int32(truncatingIfNeeded: range.lowerBound + source),
        end: Int32(truncatingIfNeeded: range.upperBound + source),
        textStart: Int32(truncatingIfNeeded: range.lowerBound + text),
        textEnd: Int32(truncatingIfNeeded: range.upperBound + text), link: stretch.link))
  }

  @inline(__always) private mutating func append(
    blanks: Int, for range: Range<Int>, of stretch: Stretch, at column: Int
  ) {
    let text = stretch.textStart - stretch.start
    pieces.append(
      Piece(
        column: Int32(truncatingIfNeeded: column), width: Int32(truncatingIfNeeded: blanks),
        source: .ornament, style: stretch.style, start: Int32(truncatingIfNeeded: shared.blanks),
        end: Int32(truncatingIfNeeded: shared.blanks + blanks),
        textStart: Int32(truncatingIfNeeded: range.lowerBound + text),
        textEnd: Int32(truncatingIfNeeded: range.upperBound + text), link: stretch.link))
  }
}
