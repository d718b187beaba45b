/// Counts cells scalar by scalar (contract, "Text"): each has its own width, but an emoji sequence takes
/// two cells as a whole.
///
/// An emoji sequence is a base with U+FE0F or modifiers, several of those joined by U+200D, a pair of
/// regional indicators, or a keycap. It never reaches beyond a grapheme cluster, so that the widths of
/// clusters add up to the width of their text.
struct CellCounter {
  private enum State {
    case text
    /// After a base; what stands before it is in `beforeBase`.
    case base
    case sequence
    case joiner
    case indicator
  }

  private(set) var cells = 0
  private var beforeBase = 0
  private var state = State.text
  private var isPictographic = false

  static func width(
    of bytes: [UInt8], in range: Range<Int>, _ table: inout CharacterTable
  ) -> Int {
    var counter = CellCounter()
    var at = range.lowerBound
    while at < range.upperBound {
      let byte = bytes[at]
      if byte < 0x80 {
        at += 1
        counter.addASCII(byte)
      } else {
        let start = at
        let scalar = UTF8Decoder.next(bytes, &at)
        counter.add(scalar, table[scalar], bytes, range.lowerBound, start)
      }
    }
    return counter.cells
  }

  @inline(__always) mutating func addASCII(_ byte: UInt8) {
    if byte >= 0x20 && byte != 0x7F { cells += 1 }
    state = .text
  }

  /// - Parameters: `start` is where the scalar stands, `lowest` where its text begins.
  @inline(__always) mutating func add(
    _ scalar: UInt32, _ entry: CharacterEntry, _ bytes: [UInt8], _ lowest: Int, _ start: Int
  ) {
    let mayMatter = entry.isEmojiBase || scalar == 0x20E3 || state != .text
    if !mayMatter {
      cells += entry.width
    } else {
      addToEmoji(scalar, entry, bytes, lowest, start)
    }
  }

  private mutating func addToEmoji(
    _ scalar: UInt32, _ entry: CharacterEntry, _ bytes: [UInt8], _ lowest: Int, _ start: Int
  ) {
    switch scalar {
    case 0xFE0F where state == .base || state == .sequence || state == .indicator:
      cells = beforeBase + 2
      state = .sequence
    case _
    where entry.isEmojiModifier && (state == .base || state == .sequence || state == .indicator):
      cells = beforeBase + 2
      state = .sequence
    case 0x200D where (state == .base || state == .sequence) && isPictographic:
      state = .joiner
    case 0x20E3:
      if Self.endsKeycap(bytes, lowest, start) { cells += 1 }
      state = .text
    case 0x1F1E6...0x1F1FF where state == .indicator:
      cells = beforeBase + 2
      state = .text
    case _ where state == .joiner && entry.isPictographic:
      cells = beforeBase + 2
      state = .sequence
    default: begin(scalar, entry)
    }
  }

  private mutating func begin(_ scalar: UInt32, _ entry: CharacterEntry) {
    beforeBase = cells
    cells += entry.width
    isPictographic = entry.isPictographic
    guard entry.isEmojiBase else {
      state = .text
      return
    }
    state = (0x1F1E6...0x1F1FF).contains(scalar) ? .indicator : .base
  }

  /// A digit, `#` or `*`, perhaps with U+FE0F, stands directly before U+20E3.
  private static func endsKeycap(_ bytes: [UInt8], _ lowest: Int, _ start: Int) -> Bool {
    var at = start - 1
    if at - 2 >= lowest, bytes[at] == 0x8F, bytes[at - 1] == 0xB8, bytes[at - 2] == 0xEF { at -= 3 }
    guard at >= lowest else { return false }
    let byte = bytes[at]
    return byte &- 0x30 < 10 || byte == 0x23 || byte == 0x2A
  }
}
