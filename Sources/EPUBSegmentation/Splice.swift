import EPUBBasics

/// A text with ranges taken out, and the way back.
struct Splice {
  let bytes: [UInt8]
  /// Where each kept piece begins, in the spliced text and in the source.
  private let pieces: [(spliced: Int, source: Int)]

  init(_ source: [UInt8], _ range: Range<Int>, leavingOut holes: [Range<Int>]) {
    var bytes: [UInt8] = []
    var pieces: [(spliced: Int, source: Int)] = []
    var at = range.lowerBound
    for hole in holes.touching(range) {
      if hole.lowerBound > at {
        pieces.append((bytes.count, at))
        bytes += source[at..<hole.lowerBound]
      }
      at = min(hole.upperBound, range.upperBound)
    }
    pieces.append((bytes.count, at))
    bytes += source[at..<range.upperBound]
    self.bytes = bytes
    self.pieces = pieces
  }

  /// The source range of what isn't empty.
  func sourceRange(of range: Range<Int>) -> Range<Int> {
    source(range.lowerBound)..<source(range.upperBound - 1) + 1
  }

  private func source(_ offset: Int) -> Int {
    let piece = pieces[pieces.firstPlace { $0.spliced > offset } - 1]
    return piece.source + offset - piece.spliced
  }
}

extension [Range<Int>] {
  /// Of ascending ranges those that overlap `range`.
  func touching(_ range: Range<Int>) -> ArraySlice<Range<Int>> {
    let first = firstPlace { $0.upperBound > range.lowerBound }
    let last = Swift.max(first, firstPlace { $0.lowerBound >= range.upperBound })
    return self[first..<last]
  }
}
