import EPUBBasics
import EPUBState

// Finds a saved quote in a text that may have been edited.
//
// White space does not count. The whole quote is looked for first; then two of its three parts; then
// what stood before and what came behind with something else between; then one part alone, if it is
// long enough to mean anything. Of several places the one nearest to the old one is taken.

/// A quote as it is looked for.
struct PlaceQuote {
  /// How much of the quote was found.
  enum Strength: Int, Comparable {
    case onePart = 1
    case twoParts
    case whole

    static func < (a: Strength, b: Strength) -> Bool { a.rawValue < b.rawValue }
  }

  struct Match {
    let offset: Int
    let strength: Strength
  }

  private let before: [UInt8]
  private let at: [UInt8]
  private let after: [UInt8]
  /// The place itself is white space.
  private let beginsWithSpace: Bool

  /// Shorter texts stand in many places.
  private static var tellingCharacterCount: Int { 12 }

  init(_ quote: SavedPlace.Quote) {
    before = Ink(quote.before).bytes
    at = Ink(quote.at).bytes
    after = Ink(quote.after).bytes
    beginsWithSpace = quote.at.utf8.first?.isASCIISpace ?? false
  }

  var isEmpty: Bool { before.isEmpty && at.isEmpty && after.isEmpty }

  /// Whether finding it in another document than its own means anything.
  var isTelling: Bool { Self.isTelling(before + at + after) }

  private static func isTelling(_ ink: [UInt8]) -> Bool {
    ink.scalarCount(in: 0..<ink.count) >= tellingCharacterCount
  }

  /// Whether all of it stands around an offset.
  func agrees(with text: [UInt8], at offset: Int) -> Bool {
    offset >= 0 && offset <= text.count
      && text.hasInk(before: before, after: at + after, at: offset)
  }

  /// The best match, of equally good ones the one nearest to an offset.
  func match(in text: [UInt8], near offset: Int) -> Match? {
    let ink = Ink(text).bytes
    let expected = Ink.index(of: offset, in: text)
    if isEmpty || ink.isEmpty { return nil }
    if let index = nearest([before, at, after], before.count, in: ink, expected) {
      return match(index, .whole, in: text)
    }
    let two = [
      nearest([before, at], before.count, in: ink, expected, mustTell: true),
      nearest([at, after], 0, in: ink, expected, mustTell: true),
    ].compactMap { $0 }
    if let index = two.min(by: { abs($0 - expected) < abs($1 - expected) })
      ?? between(in: ink, expected)
    {
      return match(index, .twoParts, in: text)
    }
    let one =
      nearest([at], 0, in: ink, expected, mustTell: true)
      ?? nearest([before], before.count, in: ink, expected, mustTell: true)
      ?? nearest([after], -at.count, in: ink, expected, mustTell: true)
    return one.map { match(max(0, $0), .onePart, in: text) }
  }

  /// Where the place is, `distance` behind the nearest occurrence of some parts.
  private func nearest(
    _ parts: [[UInt8]], _ distance: Int, in ink: [UInt8], _ expected: Int, mustTell: Bool = false
  ) -> Int? {
    let pattern = Array(parts.joined())
    if pattern.isEmpty || (mustTell && !Self.isTelling(pattern)) { return nil }
    return ink.nearest(pattern, to: expected - distance).map { $0 + distance }
  }

  /// The end of what stood before the place, where what came behind it follows not far away.
  private func between(in ink: [UInt8], _ expected: Int) -> Int? {
    guard Self.isTelling(before), Self.isTelling(after) else { return nil }
    let ends = occurrences(of: before, in: ink).map { $0 + before.count }
    let starts = occurrences(of: after, in: ink)
    var best: Int?
    var next = 0
    for end in ends {
      while next < starts.count, starts[next] < end { next += 1 }
      guard next < starts.count, starts[next] - end <= 2 * at.count + Self.insertedByteCount else {
        continue
      }
      if best.map({ abs($0 - expected) > abs(end - expected) }) ?? true { best = end }
    }
    return best
  }

  private static var insertedByteCount: Int { 64 }

  private func occurrences(of pattern: [UInt8], in ink: [UInt8]) -> [Int] {
    var found: [Int] = []
    ink.forEachOccurrence(of: pattern) { index in
      found.append(index)
      return found.count < 10_000
    }
    return found
  }

  private func match(_ index: Int, _ strength: Strength, in text: [UInt8]) -> Match {
    var offset = Ink.offset(of: index, in: text)
    if beginsWithSpace, offset > 0, text[offset - 1].isASCIISpace { offset -= 1 }
    return Match(offset: text.scalarStart(at: offset), strength: strength)
  }
}
