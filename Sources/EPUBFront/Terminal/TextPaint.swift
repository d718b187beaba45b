import EPUBBook

/// Marks of several kinds laid over one stretch of a document's text, later ones on top, until they
/// are marks that do not overlap.
struct TextPaint {
  let range: Range<Int>
  private var inks: [Ink] = []
  /// For each byte of `range` an index into `inks`, -1 for none. A screen holds a few thousand bytes.
  private var painted: [Int16]

  init(over range: Range<Int>) {
    self.range = range
    painted = Array(repeating: -1, count: range.count)
  }

  mutating func paint(_ stretch: Range<Int>, _ ink: Ink) {
    let stretch = stretch.clamped(to: range)
    if stretch.isEmpty { return }
    if inks.last != ink {
      guard inks.count < Int(Int16.max) else { return }
      inks.append(ink)
    }
    let index = Int16(inks.count - 1)
    for at in stretch { painted[at - range.lowerBound] = index }
  }

  /// Of a mark of `overlay`.
  func ink(of mark: Overlay.Mark) -> Ink { inks[mark.word] }

  /// As drawing takes them: a mark's `word` is the ink's number.
  var overlay: Overlay {
    var marks: [Overlay.Mark] = []
    var at = 0
    while at < painted.count {
      let index = painted[at]
      var end = at + 1
      while end < painted.count, painted[end] == index { end += 1 }
      if index >= 0 {
        marks.append(
          Overlay.Mark(
            range: range.lowerBound + at..<range.lowerBound + end, word: Int(index)))
      }
      at = end
    }
    return Overlay(marks: marks)
  }
}
