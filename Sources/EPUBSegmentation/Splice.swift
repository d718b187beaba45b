/// A text with ranges taken out, and the way back.
struct Splice {
  let bytes: [UInt8]
  /// Where each kept piece begins, in the spliced text and in the source.
  private let pieces: [(spliced: Int, source: Int)]

  init(_ source: [UInt8], _ range: Range<Int>, leavingOut holes: [Range<Int>]) {
    var bytes: [UInt8] = []
    var pieces: [(spliced: Int, source: Int)] = []
    var at = range.lowerBound
    for hole in holes where hole.upperBound > at && hole.lowerBound < range.upperBound {
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
    var low = 0
    var high = pieces.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if pieces[middle].spliced <= offset { low = middle } else { high = middle }
    }
    return pieces[low].source + offset - pieces[low].spliced
  }
}
