import EPUBBasics

/// Hyphenates words of one language, and remembers those it has seen: a book's words repeat.
struct Hyphenator {
  /// Words of fewer letters are not divided.
  static let leastLetterCount = 5
  /// Longer words are no words.
  static let maximumByteCount = 63

  private let patterns: HyphenationPatterns
  private var slots: [Slot]
  private var words: [UInt8] = []
  private var wordCount = 0

  private struct Slot {
    var hash: UInt64 = 0
    var start: Int32 = 0
    /// 0 for an empty slot.
    var byteCount: Int32 = 0
    /// Bit n: a hyphen may stand before byte n.
    var hyphens: UInt64 = 0
  }

  init(_ patterns: HyphenationPatterns) {
    self.patterns = patterns
    slots = [Slot](repeating: Slot(), count: 1 << 12)
  }

  /// Of more words the oldest are forgotten, all at once.
  private static let maximumSlotCount = 1 << 17

  /// The places in a word where a hyphen may stand: bit n for before its byte n.
  @inline(__always) mutating func hyphens(
    in bytes: [UInt8], _ word: Range<Int>, hash: UInt64
  ) -> UInt64 {
    var index = firstIndex(hash)
    while slots[index].byteCount != 0 {
      let slot = slots[index]
      if slot.hash == hash, slot.byteCount == Int32(truncatingIfNeeded: word.count),
        isWord(bytes, word, slot)
      {
        return slot.hyphens
      }
      index = (index + 1) & (slots.count - 1)
    }
    return learn(bytes, word, hash)
  }

  @inline(__always) private func firstIndex(_ hash: UInt64) -> Int {
    Int(truncatingIfNeeded: hash >> 32) & (slots.count - 1)
  }

  private func isWord(_ bytes: [UInt8], _ word: Range<Int>, _ slot: Slot) -> Bool {
    let known = Int(slot.start)
    for offset in 0..<word.count where words[known + offset] != bytes[word.lowerBound + offset] {
      return false
    }
    return true
  }

  @inline(never) private mutating func learn(
    _ bytes: [UInt8], _ word: Range<Int>, _ hash: UInt64
  ) -> UInt64 {
    let hyphens = Self.find(bytes[word], patterns)
    if wordCount * 2 > slots.count { makeRoom() }
    insert(
      Slot(hash: hash, start: Int32(words.count), byteCount: Int32(word.count), hyphens: hyphens))
    words += bytes[word]
    return hyphens
  }

  private mutating func insert(_ slot: Slot) {
    var index = firstIndex(slot.hash)
    while slots[index].byteCount != 0 { index = (index + 1) & (slots.count - 1) }
    slots[index] = slot
    wordCount += 1
  }

  private mutating func makeRoom() {
    let known = slots
    wordCount = 0
    if known.count < Self.maximumSlotCount {
      slots = [Slot](repeating: Slot(), count: known.count * 2)
      for slot in known where slot.byteCount != 0 { insert(slot) }
    } else {
      slots = [Slot](repeating: Slot(), count: known.count)
      words.removeAll(keepingCapacity: true)
    }
  }

  /// What the dictionary says; never within the first or last two letters, nor in a word with capitals
  /// beyond its first letter.
  private static func find(_ word: ArraySlice<UInt8>, _ patterns: HyphenationPatterns) -> UInt64 {
    guard let lower = inLowerCase(Array(word)) else { return 0 }
    let mayBreak = patterns.mayBreak(after: lower)
    let starts = lower.indices.filter { !lower[$0].isUTF8Continuation }
    var hyphens: UInt64 = 0
    for (scalar, offset) in starts.enumerated().dropFirst(2).dropLast()
    where scalar <= mayBreak.count && mayBreak[scalar - 1] {
      hyphens |= 1 << UInt64(offset)
    }
    return hyphens
  }

  /// `nil` when a letter beyond the first is a capital.
  private static func inLowerCase(_ word: [UInt8]) -> [UInt8]? {
    var lower = word
    var at = 0
    while at < word.count {
      let start = at
      let scalar = UTF8Decoder.next(word, &at)
      let isCapital =
        scalar < 0x80 ? 0x41...0x5A ~= scalar : UnicodeData.isUppercase(scalar)
      guard isCapital else { continue }
      guard start == 0 else { return nil }
      let folded = UTF8Decoder.bytes(UnicodeData.caseFolding([scalar]))
      guard folded.count == at else { return nil }
      lower.replaceSubrange(..<at, with: folded)
    }
    return lower
  }
}
