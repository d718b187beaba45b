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
  /// Kept for the next word: what is asked of the library, and its answer.
  private var asked = [CChar](repeating: 0, count: maximumByteCount + 1)
  private var marks = [CChar](repeating: 0, count: maximumByteCount + 5)

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
    let hyphens = find(bytes, word)
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
  private mutating func find(_ bytes: [UInt8], _ word: Range<Int>) -> UInt64 {
    guard word.count <= Self.maximumByteCount, lower(bytes, word),
      patterns.mark(asked, count: word.count, &marks)
    else { return 0 }
    var hyphens: UInt64 = 0
    var last: UInt64 = 0
    var scalar = 0
    for offset in 0..<word.count
    where !UInt8(bitPattern: asked[offset]).isUTF8Continuation {
      last = 1 << UInt64(offset)
      if scalar >= 2, marks[scalar - 1] & 1 == 1 { hyphens |= last }
      scalar += 1
    }
    return hyphens & ~last
  }

  /// Writes a word to `asked` in lower case; `false` when a letter beyond the first is a capital.
  private mutating func lower(_ bytes: [UInt8], _ word: Range<Int>) -> Bool {
    var at = word.lowerBound
    while at < word.upperBound {
      let start = at
      let scalar = UTF8Decoder.next(bytes, &at)
      let isCapital =
        scalar < 0x80 ? 0x41...0x5A ~= scalar : UnicodeData.isUppercase(scalar)
      for index in start..<min(at, word.upperBound) {
        asked[index - word.lowerBound] = CChar(bitPattern: bytes[index])
      }
      guard isCapital else { continue }
      guard start == word.lowerBound else { return false }
      let folded = UTF8Decoder.bytes(UnicodeData.caseFolding([scalar]))
      guard folded.count == at - start else { return false }
      for index in folded.indices { asked[index] = CChar(bitPattern: folded[index]) }
    }
    asked[word.count] = 0
    return true
  }
}
