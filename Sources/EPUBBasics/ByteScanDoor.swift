// The door to the bytes themselves: scans over a whole text, a word at a time, in a fifth of the
// instructions of a loop over a span.

extension [UInt8] {
  /// Where the first `byte` stands at or after `start`.
  public func place(of byte: UInt8, from start: Int) -> Int? {
    unsafe withUnsafeBytes { bytes in
      var at = start
      while at + 8 <= bytes.count {
        let word = unsafe bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self)
        if Self.mayHold(byte, word) { break }
        at += 8
      }
      while at < bytes.count {
        if unsafe bytes[at] == byte { return at }
        at += 1
      }
      return nil
    }
  }

  /// Unicode scalars in the well-formed UTF-8 of `range`.
  public func scalarCount(in range: Range<Int>) -> Int {
    unsafe self[range].withUnsafeBytes { bytes in
      var continuationCount = 0
      var at = 0
      while at + 8 <= bytes.count {
        let word = unsafe bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self)
        // One bit for each byte whose highest two bits are 10; the product sums them up.
        let marks = (word >> 7) & ~(word >> 6) & 0x0101_0101_0101_0101
        continuationCount &+= Int((marks &* 0x0101_0101_0101_0101) >> 56)
        at += 8
      }
      while at < bytes.count {
        if unsafe bytes[at].isUTF8Continuation { continuationCount += 1 }
        at += 1
      }
      return bytes.count - continuationCount
    }
  }

  /// Whether an embedding, override or isolate of text direction begins or ends in the UTF-8
  /// (U+202A–U+202E, U+2066–U+2069).
  public var holdsDirectionControls: Bool {
    unsafe withUnsafeBytes { bytes in
      var at = 0
      while at + 2 < bytes.count {
        if at + 8 <= bytes.count {
          let word = unsafe bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self)
          let high = UInt64(littleEndian: word) & Self.highBits
          at += high == 0 ? 8 : high.trailingZeroBitCount >> 3
          if high == 0 || at + 2 >= bytes.count { continue }
        }
        // The beginning of a scalar: the text is well-formed.
        let first = unsafe bytes[at]
        if first == 0xE2 {
          let (second, third) = unsafe (bytes[at + 1], bytes[at + 2])
          if second == 0x80 && third &- 0xAA < 5 || second == 0x81 && third &- 0xA6 < 4 {
            return true
          }
        }
        at += first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      }
      return false
    }
  }

  /// What of the UTF-8 may turn the direction of text, found in one walk.
  public var directionTraits: DirectionTraits {
    unsafe withUnsafeBytes { bytes in
      var traits: DirectionTraits = []
      var at = 0
      while at < bytes.count, traits != .all {
        if at + 8 <= bytes.count {
          let word = unsafe bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self)
          let high = UInt64(littleEndian: word) & Self.highBits
          at += high == 0 ? 8 : high.trailingZeroBitCount >> 3
          if high == 0 { continue }
        }
        // The beginning of a scalar: the text is well-formed.
        let first = unsafe bytes[at]
        if first >= 0xD6 {
          let second = unsafe at + 1 < bytes.count ? bytes[at + 1] : 0
          let third = unsafe at + 2 < bytes.count ? bytes[at + 2] : 0
          traits.formUnion(DirectionTraits(first, second, third))
        }
        at += first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      }
      return traits
    }
  }

  /// Whether there is a line feed or a tab.
  public var holdsLineFeedsOrTabs: Bool {
    unsafe withUnsafeBytes { bytes in
      var at = 0
      while at + 8 <= bytes.count {
        let word = unsafe bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self)
        if Self.mayHold(0x0A, word) || Self.mayHold(0x09, word) { break }
        at += 8
      }
      return unsafe bytes[at...].contains { $0 == 0x0A || $0 == 0x09 }
    }
  }

  private static var highBits: UInt64 { 0x8080_8080_8080_8080 }

  /// Whether one of the word's bytes is `byte`: that one becomes 0, and only a 0 borrows so.
  @inline(__always)
  private static func mayHold(_ byte: UInt8, _ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let zeroed = word ^ (ones &* UInt64(byte))
    return (zeroed &- ones) & ~zeroed & highBits != 0
  }
}

extension Digest.Builder {
  public mutating func add(_ bytes: [UInt8]) {
    add(bytes.count)
    unsafe bytes.withUnsafeBytes { bytes in
      var at = 0
      while at + 8 <= bytes.count {
        let word = unsafe bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self)
        mix(UInt64(littleEndian: word))
        at += 8
      }
      var last: UInt64 = 0
      while at < bytes.count {
        last = unsafe last << 8 | UInt64(bytes[at])
        at += 1
      }
      mix(last)
    }
  }
}
