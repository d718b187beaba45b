import EPUBBasics
import EPUBSegmentation

/// Parts of a line in the order in which they are seen (UAX #9).
struct LineOrder {
  /// Where the level changes, in the text's order.
  let runs: [LevelRun]
  /// Level of the line as a whole.
  let base: UInt8

  init(_ bytes: [UInt8], _ direction: ParagraphDirection, _ segmenter: Segmenter) {
    var runs: [LevelRun] = []
    if bytes.directionTraits.isEmpty {
      base = 0
    } else {
      base = segmenter.appendLevels(of: bytes, in: 0..<bytes.count, direction, to: &runs)
    }
    self.runs = runs
  }

  func level(at offset: Int) -> UInt8 {
    let run = runs.firstPlace { $0.end > offset }
    return run < runs.count ? runs[run].level : base
  }

  /// The indices of parts with these levels, from left to right (L2).
  static func visual(_ levels: [UInt8]) -> [Int] {
    var order = Array(levels.indices)
    guard let highest = levels.max(), highest > 0 else { return order }
    for level in (1...highest).reversed() {
      var start = 0
      while start < order.count {
        var end = start
        while end < order.count, levels[order[end]] >= level { end += 1 }
        order[start..<end].reverse()
        start = end + 1
      }
    }
    return order
  }
}
