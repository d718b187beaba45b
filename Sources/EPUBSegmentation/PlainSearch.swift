import EPUBBasics

/// Searches text as it is, without folding it first, where that finds the same: a word of ASCII letters
/// and digits, in text of ASCII and of the dashes, quotes, ellipses and accented letters that books are
/// full of. Nothing else in such text folds into letters of the word.
///
/// A tenth of the instructions of folding and searching.
struct PlainSearch: Sendable {
  private let pattern: [UInt8]
  private let ignoresCase: Bool
  /// For U+00C0–U+00FF: the ASCII letter that it folds into, `isForeign` where it folds into none, 0 where
  /// it may fold into several.
  private let foldedLetters: [UInt8]
  private static let isForeign: UInt8 = 1

  /// `nil` for a pattern of other characters.
  ///
  /// - Parameter folded: the pattern, folded by `options`.
  init?(_ folded: [UInt8], _ options: FoldingOptions) {
    // Longer ones could be compared over and over.
    guard folded.count <= 64, folded.allSatisfy({ $0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 26 })
    else { return nil }
    pattern = folded
    ignoresCase = options.ignoresCase
    foldedLetters = Self.baseLetters.enumerated().map { index, base in
      if base == UInt8(ascii: "?") { return 0 }
      if !options.ignoresAccents { return Self.isForeign }
      return options.ignoresCase || index >= 0x20 ? base : base & ~0x20
    }
  }

  /// The letters that U+00C0–U+00FF are without their accents; `?` for those that are no single letter.
  private static let baseLetters = Array(
    "aaaaaa?ceeeeiiii?nooooo??uuuuy??aaaaaa?ceeeeiiii?nooooo??uuuuy?y".utf8)

  /// Hits in order, not overlapping; `nil` when the text holds anything else.
  ///
  /// - Parameter isHit: whether the text there counts.
  func hits(
    in bytes: [UInt8], _ range: Range<Int>, where isHit: (Range<Int>) -> Bool
  ) -> [Range<Int>]? {
    // Letters of the pattern are in lower case where case is ignored, and digits have this bit anyway.
    let bit: UInt8 = ignoresCase ? 0x20 : 0
    let text = bytes.span
    let first = pattern[0]
    var hits: [Range<Int>] = []
    var at = range.lowerBound
    while true {
      at += text.otherCount(from: at, before: range.upperBound, than: first, bit)
      guard at < range.upperBound else { return hits }
      if let end = matchEnd(text, at, range, bit), isHit(at..<end) {
        hits.append(at..<end)
        at = end
      } else if text[at] < 0x80 {
        at += 1
      } else {
        guard let length = plainLength(text, at, range) else { return nil }
        at += length
      }
    }
  }

  /// One past the pattern that stands at `start`, if it does.
  @inline(__always) private func matchEnd(
    _ text: Span<UInt8>, _ start: Int, _ range: Range<Int>, _ bit: UInt8
  ) -> Int? {
    let wanted = pattern.span
    var at = start
    for index in wanted.indices {
      guard at < range.upperBound else { return nil }
      if text[at] | bit == wanted[index] {
        at += 1
      } else if text[at] == 0xC3, at + 1 < range.upperBound,
        foldedLetters[Int(text[at + 1] & 0x3F)] == wanted[index]
      {
        at += 2
      } else {
        return nil
      }
    }
    return at
  }

  /// Bytes of the character beyond ASCII at `at`, if it is a letter of Latin-1, a space (U+00A0, U+2000–U+200A), a dash
  /// (U+2012–U+2015), a quote (U+2018–U+201F), an ellipsis (U+2026), or a word joiner (U+2060) that does
  /// not join what would be a word without it.
  private func plainLength(_ text: Span<UInt8>, _ at: Int, _ range: Range<Int>) -> Int? {
    guard at + 1 < range.upperBound else { return nil }
    if text[at] == 0xC3 { return foldedLetters[Int(text[at + 1] & 0x3F)] > 0 ? 2 : nil }
    if text[at] == 0xC2 { return text[at + 1] == 0xA0 ? 2 : nil }
    guard at + 2 < range.upperBound, text[at] == 0xE2 else { return nil }
    let last = text[at + 2]
    if text[at + 1] == 0x80 {
      let isPlain = last <= 0x8A || last &- 0x92 < 4 || last &- 0x98 < 8 || last == 0xA6
      return isPlain ? 3 : nil
    }
    guard text[at + 1] == 0x81, last == 0xA0 else { return nil }
    // One after another would have to be seen as one.
    if at + 4 < range.upperBound, text[at + 3] == 0xE2, text[at + 4] == 0x81 { return nil }
    let endsLetter = at > range.lowerBound + 1 && text[at - 2] == 0xC3
    let before = at > range.lowerBound ? text[at - 1] : 0x20
    let after = at + 3 < range.upperBound ? text[at + 3] : 0x20
    return (endsLetter || Self.isPartOfWord(before)) && Self.isPartOfWord(after) ? nil : 3
  }

  /// As the last or the first byte of a character.
  private static func isPartOfWord(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte.isASCIIDigit || byte == 0xC3
  }
}
