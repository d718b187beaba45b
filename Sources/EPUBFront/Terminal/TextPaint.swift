import EPUBBook

/// Marks of several kinds laid over stretches of a document's text, later ones on top, until they are
/// marks that do not overlap.
struct TextPaint {
  fileprivate struct Part {
    let range: Range<Int>
    /// For each byte of `range` an index into `inks`, -1 for none. A screen holds a few thousand bytes.
    var painted: [Int16]
  }

  private var inks: [Ink] = []
  private var parts: [Part]

  /// - Parameter ranges: none overlaps another.
  init(over ranges: [Range<Int>]) {
    parts = ranges.sorted { $0.lowerBound < $1.lowerBound }.map {
      Part(range: $0, painted: Array(repeating: -1, count: $0.count))
    }
  }

  mutating func paint(_ stretch: Range<Int>, _ ink: Ink) {
    for part in parts.indices {
      let range = parts[part].range
      let stretch = stretch.clamped(to: range)
      if stretch.isEmpty { continue }
      if inks.last != ink {
        guard inks.count < Int(Int16.max) else { return }
        inks.append(ink)
      }
      let index = Int16(inks.count - 1)
      for at in stretch { parts[part].painted[at - range.lowerBound] = index }
    }
  }

  /// Of a mark of `overlay`.
  func ink(of mark: Overlay.Mark) -> Ink { inks[mark.word] }

  /// As drawing takes them: a mark's `word` is the ink's number.
  var overlay: Overlay {
    Overlay(marks: parts.flatMap(\.marks))
  }
}

extension TextPaint.Part {
  fileprivate var marks: [Overlay.Mark] {
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
    return marks
  }
}
