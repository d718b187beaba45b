import EPUBBasics
import EPUBContent

/// How many characters stand before the stretches of one document: with these at hand, those of any range
/// are counted in two stretches. A page turn in 20 MB of text would else count them all.
struct CharacterCounts {
  let spine: Int
  /// Before each stretch, and the last one of all.
  private var before = [0]

  private static let stretch = 1 << 16

  init(of text: [UInt8], spine: Int) {
    self.spine = spine
    var start = 0
    while start < text.count {
      let end = min(start + Self.stretch, text.count)
      before.append(before[before.count - 1] + text.scalarCount(in: start..<end))
      start = end
    }
  }

  func characters(before offset: Int, in text: [UInt8]) -> Int {
    let stretch = offset / Self.stretch
    return before[stretch] + text.scalarCount(in: stretch * Self.stretch..<offset)
  }
}

extension ReadingSession {
  /// Characters of a range of what is shown.
  func characters(in range: Range<Int>, of chapter: Chapter) -> Int {
    let text = chapter.document.text
    if !chapter.document.isLarge { return text.scalarCount(in: range) }
    var counts = characterCounts ?? CharacterCounts(of: text, spine: chapter.spine)
    if counts.spine != chapter.spine { counts = CharacterCounts(of: text, spine: chapter.spine) }
    characterCounts = counts
    return counts.characters(before: range.upperBound, in: text)
      - counts.characters(before: range.lowerBound, in: text)
  }
}
