// The door to the bytes themselves: what is read a word of the machine at a time.

extension Span<UInt8> {
  /// How many bytes from `start` on are ASCII that stands in text as it is, with single spaces between
  /// words; of the last seven bytes of the span none is looked at.
  ///
  /// - Parameter previous: the byte before.
  @inline(__always) func plainCount(from start: Int, after previous: UInt8) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highBits = ones &* 0x80
    var at = start
    var carry: UInt64 = previous == 0x20 ? 0x80 : 0
    while at + 8 <= count {
      let word = unsafe UInt64(
        littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: at, as: UInt64.self))
      // A byte's highest bit, where it is no control and no DEL; nothing beyond ASCII comes so far.
      let printed = (word &+ ones &* 0x60) & ~(word &+ ones)
      // and where it is a space
      let spaces = ~((word ^ ones &* 0x20) &+ ones &* 0x7F)
      let repeated = spaces & (spaces << 8 | carry)
      let others = (word | ~printed | repeated) & highBits
      if others != 0 { return at - start + others.trailingZeroBitCount >> 3 }
      carry = spaces >> 56 & 0x80
      at += 8
    }
    return at - start
  }
}
