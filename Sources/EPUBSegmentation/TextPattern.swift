import EPUBBasics

/// Something to search for.
public struct TextPattern: Sendable {
  public enum PatternError: Error, Hashable, Sendable {
    /// Nothing is left of it once folded.
    case empty
    /// No regular expression; offset in its UTF-16 and ICU's name of the fault.
    case invalid(offset: Int, reason: String)
  }

  private enum Kind: Sendable {
    case literal(LiteralSearch, PlainSearch?)
    case regularExpression(String)
  }

  private let kind: Kind
  private let options: FoldingOptions
  private let wholeWords: Bool

  /// A literal text. `wholeWords`: hits begin and end at word boundaries.
  public init(
    literal: String, _ options: FoldingOptions, wholeWords: Bool = false
  ) throws(PatternError) {
    let bytes = Array(literal.utf8)
    let folded = FoldedText(folding: bytes, in: 0..<bytes.count, options).bytes
    guard folded.contains(where: { $0 != 0x20 }) else { throw .empty }
    kind = .literal(LiteralSearch(folded), PlainSearch(folded, options))
    self.options = options
    self.wholeWords = wholeWords
  }

  /// An ICU regular expression on the text as it is; of `options` only case counts.
  public init(
    regularExpression: String, _ options: FoldingOptions, wholeWords: Bool = false
  ) throws(PatternError) {
    guard !regularExpression.isEmpty else { throw .empty }
    do {
      _ = try RegularExpression(regularExpression, ignoresCase: options.ignoresCase)
    } catch {
      throw .invalid(offset: error.offset, reason: error.reason)
    }
    kind = .regularExpression(regularExpression)
    self.options = options
    self.wholeWords = wholeWords
  }

  /// Hits in `range` of `bytes`, ascending, not overlapping, none empty. `isCut` says that a regular
  /// expression used up its step limit there and was given up.
  public func matches(
    in bytes: [UInt8], _ range: Range<Int>, leavingOut: [Range<Int>] = [], _ segmenter: Segmenter
  ) -> (ranges: [Range<Int>], isCut: Bool) {
    if !leavingOut.touching(range).isEmpty {
      let splice = Splice(bytes, range, leavingOut: leavingOut)
      let found = matches(in: splice.bytes, 0..<splice.bytes.count, segmenter)
      return (found.ranges.map(splice.sourceRange), found.isCut)
    }
    switch kind {
    case .literal(let search, let plain):
      if let plain, let found = plainMatches(plain, bytes, range, segmenter) {
        return (found, false)
      }
      return (literalMatches(search, bytes, range, segmenter), false)
    case .regularExpression(let pattern):
      return expressionMatches(pattern, bytes, range, segmenter)
    }
  }
}

extension TextPattern {
  private func plainMatches(
    _ search: PlainSearch, _ bytes: [UInt8], _ range: Range<Int>, _ segmenter: Segmenter
  ) -> [Range<Int>]? {
    var words = WordEdges(bytes, range, segmenter, isAsked: wholeWords)
    return search.hits(in: bytes, range) { words.holds($0) }
  }

  private func literalMatches(
    _ search: LiteralSearch, _ bytes: [UInt8], _ range: Range<Int>, _ segmenter: Segmenter
  ) -> [Range<Int>] {
    let folded = FoldedText(folding: bytes, in: range, options)
    var words = WordEdges(bytes, range, segmenter, isAsked: wholeWords)
    var found: [Range<Int>] = []
    search.forEachPlace(in: folded.bytes) { start in
      let end = start + search.pattern.count
      if Self.partsMark(folded.bytes, at: end) { return .next }
      let hit = folded.sourceRange(of: start..<end)
      // Several hits may lie inside one character: `.` in an ellipsis.
      guard hit.lowerBound >= found.last?.upperBound ?? 0, words.holds(hit) else { return .next }
      found.append(hit)
      return .past
    }
    return found
  }

  /// What stands at `offset` is an accent of the letter before it, so that a hit that ends there is none.
  private static func partsMark(_ bytes: [UInt8], at offset: Int) -> Bool {
    guard offset < bytes.count, bytes[offset] >= 0xCC else { return false }
    var at = offset
    let combining = UnicodeData.combiningClass(UTF8Decoder.next(bytes, &at))
    // A virama (9) opens the next syllable as much as it closes this one.
    return combining != 0 && combining != 9
  }

  private func expressionMatches(
    _ pattern: String, _ bytes: [UInt8], _ range: Range<Int>, _ segmenter: Segmenter
  ) -> (ranges: [Range<Int>], isCut: Bool) {
    guard let expression = segmenter.expression(pattern, ignoresCase: options.ignoresCase) else {
      return ([], false)
    }
    UTF16Text.fill(&segmenter.units, bytes, range)
    let found = expression.matches(in: segmenter.units)
    var words = WordEdges(bytes, range, segmenter, isAsked: wholeWords)
    var hits: [Range<Int>] = []
    var at = range.lowerBound
    var unit: Int32 = 0
    for match in found.ranges {
      let start = UTF16Text.advance(bytes, at, from: unit, to: match.lowerBound)
      at = UTF16Text.advance(bytes, start, from: match.lowerBound, to: match.upperBound)
      unit = match.upperBound
      if words.holds(start..<at) { hits.append(start..<at) }
    }
    return (hits, found.isCut)
  }
}

/// Answers whether a hit begins and ends outside of words, looking at words only when there is a hit.
private struct WordEdges {
  private let bytes: [UInt8]
  private let range: Range<Int>
  private let segmenter: Segmenter
  private let isAsked: Bool
  private var words: [Range<Int>]?

  init(_ bytes: [UInt8], _ range: Range<Int>, _ segmenter: Segmenter, isAsked: Bool) {
    self.bytes = bytes
    self.range = range
    self.segmenter = segmenter
    self.isAsked = isAsked
  }

  mutating func holds(_ hit: Range<Int>) -> Bool {
    !isAsked || isEdge(hit.lowerBound) && isEdge(hit.upperBound)
  }

  private mutating func isEdge(_ offset: Int) -> Bool {
    guard offset > range.lowerBound, offset < range.upperBound else { return true }
    if let plain = isPlainEdge(offset) { return plain }
    let words = self.words ?? segmenter.words(of: bytes, in: range)
    self.words = words
    let next = words.firstPlace { $0.upperBound > offset }
    return next == words.count || words[next].lowerBound >= offset
  }

  /// What two ASCII characters tell by themselves: white space and most punctuation part words.
  private func isPlainEdge(_ offset: Int) -> Bool? {
    switch (Self.kind(bytes[offset - 1]), Self.kind(bytes[offset])) {
    case (.separator, _), (_, .separator): true
    case (.letter, .letter): false
    default: nil
    }
  }

  private enum Kind { case letter, separator, unknown }

  private static func kind(_ byte: UInt8) -> Kind {
    if WordScanner.foldedASCII[Int(byte)] != 0 { return .letter }
    switch byte {
    case 0x27, 0x2C, 0x2D, 0x2E, 0x80...: return .unknown
    default: return .separator
    }
  }
}

extension Segmenter {
  /// Compiled once for each thread: ICU's matchers are not to be shared.
  func expression(_ pattern: String, ignoresCase: Bool) -> RegularExpression? {
    let name = (ignoresCase ? "i" : "c") + pattern
    if let known = expressions[name] { return known }
    guard let compiled = try? RegularExpression(pattern, ignoresCase: ignoresCase) else {
      return nil  // It was compiled once when the pattern was made.
    }
    expressions[name] = compiled
    return compiled
  }
}
