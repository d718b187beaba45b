import EPUBBasics
private import Glibc

/// The door to the bytes themselves: the passes over a whole document that come before the parse,
/// in words and vectors where a loop over a span would take a fifth of the parse's time.
enum ByteScan {
  /// Whether libxml2 may not see this text as it is: it refers to other entities than XML's five
  /// or to characters that are meant otherwise, declares entities, or has more attributes in one
  /// tag than libxml2, which compares each with each, takes in reasonable time.
  static func needsRewriting(_ text: [UInt8]) -> Bool {
    unsafe text.withUnsafeBufferPointer { text in
      guard let start = text.baseAddress else { return false }
      let end = unsafe start + text.count
      return unsafe hasInternalSubset(text) || hasOtherReferences(start, end)
        || hasLongTag(start, end)
    }
  }

  /// Stands for each byte beyond ASCII in a masked text. XML allows it, libxml2 takes it for plain
  /// text, and it can be in no name.
  static let mask: UInt8 = 0x7F

  /// Whether a text has bytes beyond ASCII and may be masked. It may not where libxml2 must see them: they
  /// are no UTF-8 or no characters, or the mask occurs itself.
  ///
  /// libxml2 reads ASCII by the stretch and the rest of a text by the character, through checks
  /// that are made here at once: with curly quotes in every paragraph, War and Peace, that makes
  /// 81 million instructions of the parse's 249.
  static func isMaskable(_ text: [UInt8]) -> Bool {
    !isASCII(text) && !contains(mask, text) && isWellFormedUTF8(text) && !hasNoncharacter(text)
  }

  /// The text with each byte beyond ASCII masked.
  static func masked(_ text: [UInt8]) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: text.count) { masked, count in
      unsafe text.withUnsafeBufferPointer { text in
        // Nothing else in the loop: it is done by the vector then.
        for index in 0..<text.count { unsafe masked[index] = min(text[index], mask) }
      }
      count = text.count
    }
  }

  private static func isASCII(_ text: [UInt8]) -> Bool {
    unsafe text.withUnsafeBytes { bytes in
      guard var position = bytes.baseAddress else { return true }
      let end = unsafe position + bytes.count
      unsafe skipASCII(&position, end)
      return unsafe position == end
    }
  }

  private static func contains(_ byte: UInt8, _ text: [UInt8]) -> Bool {
    unsafe text.withUnsafeBufferPointer { text in
      guard let start = text.baseAddress else { return false }
      return unsafe find(byte, start, start + text.count) != nil
    }
  }

  /// U+FFFE or U+FFFF, which XML refuses.
  private static func hasNoncharacter(_ text: [UInt8]) -> Bool {
    unsafe text.withUnsafeBufferPointer { text in
      guard var position = text.baseAddress else { return false }
      let end = unsafe position + text.count
      while let found = unsafe find(0xEF, position, end) {
        if unsafe end - found >= 3, unsafe found[1] == 0xBF, unsafe found[2] >= 0xBE { return true }
        unsafe position = found + 1
      }
      return false
    }
  }

  /// Words at a time through ASCII: on English a fifth of the instructions of the standard library's
  /// validation, which a parse of 2.5 ns a byte would feel.
  static func isWellFormedUTF8(_ text: [UInt8]) -> Bool {
    unsafe text.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return true }
      var position = unsafe start
      let end = unsafe start + bytes.count
      while unsafe position < end {
        unsafe skipASCII(&position, end)
        while unsafe position < end {
          let lead = unsafe position.load(as: UInt8.self)
          if lead < 0x80 { break }
          let length = unsafe sequenceLength(position, end - position)
          if length == 0 { return false }
          unsafe position += length
        }
      }
      return true
    }
  }

  @inline(__always)
  private static func skipASCII(_ position: inout UnsafeRawPointer, _ end: UnsafeRawPointer) {
    let marks: UInt64 = 0x8080_8080_8080_8080
    while unsafe end - position >= 32 {
      let first = unsafe position.loadUnaligned(as: UInt64.self)
      let second = unsafe position.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
      let third = unsafe position.loadUnaligned(fromByteOffset: 16, as: UInt64.self)
      let fourth = unsafe position.loadUnaligned(fromByteOffset: 24, as: UInt64.self)
      if (first | second | third | fourth) & marks != 0 { break }
      unsafe position += 32
    }
    while unsafe end - position >= 8 {
      let word = unsafe UInt64(littleEndian: position.loadUnaligned(as: UInt64.self)) & marks
      if word != 0 {
        unsafe position += word.trailingZeroBitCount / 8
        return
      }
      unsafe position += 8
    }
    while unsafe position < end, unsafe position.load(as: UInt8.self) < 0x80 {
      unsafe position += 1
    }
  }

  /// Of the scalar beyond ASCII at `start`; 0 if there is none.
  @inline(__always)
  private static func sequenceLength(_ start: UnsafeRawPointer, _ count: Int) -> Int {
    func byte(_ index: Int) -> UInt8 { unsafe start.load(fromByteOffset: index, as: UInt8.self) }
    func isContinuation(_ index: Int) -> Bool { byte(index) & 0xC0 == 0x80 }
    let lead = byte(0)
    if lead & 0xF0 == 0xE0 {
      guard count >= 3, isContinuation(1) && isContinuation(2) else { return 0 }
      let second = byte(1)
      return lead == 0xE0 && second < 0xA0 || lead == 0xED && second >= 0xA0 ? 0 : 3
    }
    if lead & 0xE0 == 0xC0 { return count >= 2 && lead >= 0xC2 && isContinuation(1) ? 2 : 0 }
    guard lead & 0xF8 == 0xF0, lead <= 0xF4, count >= 4,
      isContinuation(1) && isContinuation(2) && isContinuation(3)
    else { return 0 }
    let second = byte(1)
    return lead == 0xF0 && second < 0x90 || lead == 0xF4 && second >= 0x90 ? 0 : 4
  }

  /// The next `byte` from `start`.
  private static func find(
    _ byte: UInt8, _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8>? {
    unsafe UnsafeRawPointer(memchr(start, Int32(byte), end - start))?
      .assumingMemoryBound(to: UInt8.self)
  }

  private static func hasOtherReferences(
    _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
  ) -> Bool {
    var position = unsafe start
    while let found = unsafe find(UInt8(ascii: "&"), position, end) {
      let bytes = unsafe Span(_unsafeStart: found, count: min(end - found, 12))
      guard PlainReference.begins(bytes) else { return true }
      unsafe position = found + 1
    }
    return false
  }

  /// A tag holds no `<`, and one with many attributes is long: it holds at least one whole block
  /// of half the length that is suspicious, so that one search a block finds it.
  private static func hasLongTag(
    _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
  ) -> Bool {
    let blockByteCount = 8192
    var block = unsafe start
    while unsafe end - block >= blockByteCount {
      let blockEnd = unsafe block + blockByteCount
      if unsafe find(UInt8(ascii: "<"), block, blockEnd) == nil {
        // Quotes, two an attribute.
        var quoteCount = 0
        var position = unsafe block
        while unsafe position < blockEnd {
          let byte = unsafe position.pointee
          if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { quoteCount += 1 }
          unsafe position += 1
        }
        if quoteCount > 400 { return true }
      }
      unsafe block = blockEnd
    }
    return false
  }

  /// Only what stands before the root element is looked at.
  private static func hasInternalSubset(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    unsafe Prologue.hasInternalSubset(Span(_unsafeElements: text))
  }
}
