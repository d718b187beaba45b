// The door to the bytes themselves: what is read a word of the machine at a time.

extension Span<UInt8> {
  /// How many ASCII letters stand in a row from `start` on, before `end`.
  ///
  /// Eight at a time: a loop over single letters ends after another number of them at each word, which no
  /// processor predicts.
  @inline(__always) func letterCount(from start: Int, before end: Int) -> Int {
    let highBits: UInt64 = 0x8080_8080_8080_8080
    let end = min(end, count)
    var at = start
    while at + 8 <= end {
      let word = unsafe UInt64(
        littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: at, as: UInt64.self))
      // Of each byte the highest bit is set by the first sum from "a" on, by the second one behind "z".
      let lower = (word | 0x2020_2020_2020_2020) & ~highBits
      let letters = (lower &+ 0x1F1F_1F1F_1F1F_1F1F) & ~(lower &+ 0x0505_0505_0505_0505) & ~word
      let others = ~letters & highBits
      if others != 0 { return at - start + others.trailingZeroBitCount >> 3 }
      at += 8
    }
    while at < end, (self[at] | 0x20) &- 0x61 < 26 { at += 1 }
    return at - start
  }

  /// How many ASCII characters from `start` on are, with `bit` set, another one than `byte`; all up to `end`
  /// where it does not come.
  @inline(__always) func otherCount(
    from start: Int, before end: Int, than byte: UInt8, _ bit: UInt8
  ) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highBits = ones &* 0x80
    let bits = ones &* UInt64(bit)
    let wanted = ones &* UInt64(byte)
    var at = start
    while at + 8 <= end {
      let word = unsafe UInt64(
        littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: at, as: UInt64.self))
      // A byte that is wanted becomes 0, and stays without its highest bit.
      let differences = (word | bits) ^ wanted
      let found = ~(differences &+ ones &* 0x7F) & ~differences | word
      let marks = found & highBits
      if marks != 0 { return at - start + marks.trailingZeroBitCount >> 3 }
      at += 8
    }
    while at < end, self[at] < 0x80, self[at] | bit != byte { at += 1 }
    return at - start
  }
}
