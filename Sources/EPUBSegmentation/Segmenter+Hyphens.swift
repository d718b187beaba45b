extension Segmenter {
  /// Words of fewer bytes are not hyphenated.
  public static let leastHyphenatedByteCount = Hyphenator.leastLetterCount

  /// Appends the offsets in `range` before which the language's dictionary allows a hyphen, ascending.
  ///
  /// Divided are words of at least five letters; not what holds digits or capitals inside, nor parts of
  /// compounds with a hyphen of their own, of addresses and paths.
  ///
  /// - Parameter text: what `range` is part of; what stands next to a word there matters.
  public func appendHyphens(
    of bytes: [UInt8], in range: Range<Int>, within text: Range<Int>, language: String,
    by dictionaries: HyphenationDictionaries, to hyphens: inout [Int32]
  ) {
    guard let key = hyphenatorKey(language, dictionaries) else { return }
    withTable { table in
      var scanner = LetterScanner(bytes, range, within: text)
      while let word = scanner.next(&table) {
        var found = hyphenators[key].hyphens(in: bytes, word, hash: scanner.hash)
        while found != 0 {
          hyphens.append(Int32(truncatingIfNeeded: word.lowerBound + found.trailingZeroBitCount))
          found &= found - 1
        }
      }
    }
  }

  /// Appends an atom that begins at `start` in parts, with a hyphen allowed at each of the offsets.
  public func appendParts(
    of atom: Atom, from start: Int, _ bytes: [UInt8], at hyphens: [Int32], to atoms: inout [Atom]
  ) {
    var left = atom
    var start = start
    let isASCII = measurer == nil && Int(atom.width) == Int(atom.textEnd) - start
    for hyphen in hyphens {
      let cut = Int(hyphen)
      // Parts that are rounded up need not be wider than the whole.
      let width =
        isASCII ? cut - start : min(Int(left.width), self.width(of: bytes, in: start..<cut))
      atoms.append(
        Atom(
          textEnd: hyphen, end: hyphen, width: Int32(truncatingIfNeeded: width), spaceWidth: 0,
          breakAfter: .hyphen))
      left.width -= Int32(truncatingIfNeeded: width)
      start = cut
    }
    atoms.append(left)
  }

  /// Which of `hyphenators` is the language's; `nil` when it has no dictionary.
  private func hyphenatorKey(
    _ language: String, _ dictionaries: HyphenationDictionaries
  ) -> Int? {
    let owner = ObjectIdentifier(dictionaries)
    if let known = hyphenatorKeys[language], known.owner == owner { return known.index }
    var index: Int?
    if let patterns = dictionaries.patterns(for: language) {
      index = hyphenators.count
      hyphenators.append(Hyphenator(patterns))
    }
    hyphenatorKeys[language] = HyphenatorKey(owner: owner, index: index)
    return index
  }
}

/// Which hyphenator a language has, and whose dictionaries that was asked of.
struct HyphenatorKey {
  var owner: ObjectIdentifier
  var index: Int?
}

/// Finds runs of letters that may be hyphenated.
private struct LetterScanner {
  private let bytes: [UInt8]
  private let end: Int
  private let text: Range<Int>
  private var at: Int
  private(set) var hash: UInt64 = 0

  init(_ bytes: [UInt8], _ range: Range<Int>, within text: Range<Int>) {
    self.bytes = bytes
    self.text = text
    at = range.lowerBound
    end = range.upperBound
  }

  mutating func next(_ table: inout CharacterTable) -> Range<Int>? {
    while at < end {
      let wordStart = at
      readLetters(&table)
      let word = wordStart..<at
      if word.count >= Hyphenator.leastLetterCount, word.count <= Hyphenator.maximumByteCount,
        !touchesMark(before: wordStart), !touchesMark(after: at)
      {
        return word
      }
      if word.isEmpty { skip(&table) }
    }
    return nil
  }

  private mutating func readLetters(_ table: inout CharacterTable) {
    var hash = WordScanner.emptyHash
    while at < end {
      let byte = bytes[at]
      if (byte | 0x20) &- 0x61 < 26 {
        hash = WordScanner.hash(hash, with: byte)
        at += 1
        continue
      }
      guard byte >= 0x80 else { break }
      var next = at
      let kind = table[UTF8Decoder.next(bytes, &next)].wordKind
      guard kind == .letter || kind == .mark else { break }
      for index in at..<next { hash = WordScanner.hash(hash, with: bytes[index]) }
      at = next
    }
    self.hash = hash
  }

  /// Passes over what is no letter.
  private mutating func skip(_ table: inout CharacterTable) {
    _ = UTF8Decoder.next(bytes, &at)
  }

  /// Digits, hyphens and what addresses are strung together with.
  private func touchesMark(before offset: Int) -> Bool {
    guard offset > text.lowerBound else { return false }
    switch bytes[offset - 1] {
    case 0x30...0x39, 0x2D, 0x2E, 0x2F, 0x40, 0x5C, 0x5F, 0x26, 0x23, 0x3D, 0x3A: return true
    case 0x90, 0x91:
      return offset > text.lowerBound + 2 && bytes[offset - 2] == 0x80 && bytes[offset - 3] == 0xE2
    default: return false
    }
  }

  private func touchesMark(after offset: Int) -> Bool {
    guard offset < text.upperBound else { return false }
    switch bytes[offset] {
    case 0x30...0x39, 0x2D, 0x2F, 0x40, 0x5C, 0x5F, 0x28, 0x3D: return true
    case 0x2E, 0x3A:
      return offset + 1 < text.upperBound && bytes[offset + 1] > 0x2E && bytes[offset + 1] < 0x80
    case 0xE2:
      return offset + 2 < text.upperBound && bytes[offset + 1] == 0x80
        && bytes[offset + 2] & 0xFE == 0x90
    default: return false
    }
  }
}
