// Words, read scalar by scalar: letters, digits and their marks, with an apostrophe or a hyphen between
// two of them, and a point or comma between two digits. Han, kana and the scripts of South East Asia
// are handed out as runs, which ICU's dictionaries divide.

/// What a scalar means for words.
enum WordKind: UInt32 {
  /// Parts words: white space, punctuation, symbols.
  case none
  case letter
  case digit
  /// Goes on with what stands before it.
  case mark
  /// Soft hyphens, joiners, direction marks: nothing, where a word goes on behind them.
  case ignorable
  /// Words of its script are found by a dictionary.
  case dictionary
  case apostrophe
  case hyphen

  static func of(_ scalar: UInt32, isComplex: Bool) -> WordKind {
    switch scalar {
    case 0x27, 0xB4, 0x2BB, 0x2BC, 0x2018, 0x2019, 0x201B, 0xFF07: return .apostrophe
    case 0x2D, 0x2010, 0x2011, 0xFE63, 0xFF0D: return .hyphen
    case 0xAD, 0x200C, 0x200D, 0x200E, 0x200F, 0x2060, 0xFEFF: return .ignorable
    case 0xB7, 0x387: return .none
    case 0x3031...0x3035, 0x30FC, 0xFF70: return .dictionary
    default: break
    }
    if UnicodeData.isDigit(scalar) { return .digit }
    if isComplex || UnicodeData.isLetter(scalar) && UnicodeData.isIdeographOrKana(scalar) {
      return .dictionary
    }
    if UnicodeData.extendsCluster(scalar) { return .mark }
    return UnicodeData.isLetter(scalar) ? .letter : .none
  }
}

struct WordScanner {
  enum Item { case word, dictionaryRun }

  private let bytes: [UInt8]
  private let end: Int
  private let ascii: [UInt8]
  private let skipsJoiners: Bool
  private var at: Int
  /// Of the item found last.
  private(set) var start = 0
  private(set) var itemEnd = 0
  /// Of a word's folded bytes, when `isPlain`: it is ASCII but for its joiners.
  private(set) var hash: UInt64 = 0
  private(set) var isPlain = true

  init(_ bytes: [UInt8], _ range: Range<Int>, skipsJoiners: Bool = false) {
    self.bytes = bytes
    self.skipsJoiners = skipsJoiners
    at = range.lowerBound
    end = range.upperBound
    ascii = Self.foldedASCII
  }

  var range: Range<Int> { start..<itemEnd }

  /// Letters and digits by their lower case, 0 for all else.
  static let foldedASCII: [UInt8] = (0..<256).map { value in
    let byte = UInt8(value)
    return switch byte {
    case 0x41...0x5A: byte | 0x20
    case 0x30...0x39, 0x61...0x7A: byte
    default: 0
    }
  }

  static let emptyHash: UInt64 = 0xCBF2_9CE4_8422_2325
  @inline(__always) static func hash(_ hash: UInt64, with byte: UInt8) -> UInt64 {
    (hash ^ UInt64(byte)) &* 0x9E37_79B9_7F4A_7C15
  }

  static func hash<Bytes: Sequence>(of bytes: Bytes) -> UInt64 where Bytes.Element == UInt8 {
    bytes.reduce(emptyHash) { hash($0, with: $1) }
  }

  /// The next word or run; `nil` at the end.
  mutating func next(_ table: inout CharacterTable) -> Item? {
    while at < end {
      let byte = bytes[at]
      if ascii[Int(byte)] != 0 {
        readWord(&table)
        return .word
      }
      if byte < 0x80 {
        at += 1
        continue
      }
      var after = at
      switch table[UTF8Decoder.next(bytes, &after)].wordKind {
      case .letter, .digit:
        readWord(&table)
        return .word
      case .dictionary:
        readRun(&table)
        return .dictionaryRun
      default: at = after
      }
    }
    return nil
  }

  private mutating func readWord(_ table: inout CharacterTable) {
    start = at
    hash = Self.emptyHash
    isPlain = true
    repeat { readASCII() } while at < end && readOther(&table)
    itemEnd = at
  }

  @inline(__always) private mutating func readASCII() {
    hash = Self.readASCII(bytes, ascii, &at, end, hash)
  }

  @inline(__always) private static func readASCII(
    _ array: [UInt8], _ table: [UInt8], _ at: inout Int, _ end: Int, _ hash: UInt64
  ) -> UInt64 {
    let bytes = array.span
    let ascii = table.span
    var hash = hash
    while at < end {
      let folded = ascii[Int(bytes[at])]
      if folded == 0 { break }
      hash = Self.hash(hash, with: folded)
      at += 1
    }
    return hash
  }

  /// Anything but ASCII letters and digits inside a word; `false` where the word ends.
  private mutating func readOther(_ table: inout CharacterTable) -> Bool {
    let byte = bytes[at]
    if byte == 0x20 { return false }
    var after = at
    let scalar = UTF8Decoder.next(bytes, &after)
    let kind = table[scalar].wordKind
    switch kind {
    case .letter, .digit, .mark: isPlain = false
    case .apostrophe, .hyphen, .ignorable:
      guard let next = nextLetter(from: after, &table) else { return false }
      if kind != .ignorable, !skipsJoiners {
        hash = Self.hash(hash, with: kind == .hyphen ? 0x2D : 0x27)
      }
      if kind == .ignorable || next != after { isPlain = false }
      after = next
    case .none:
      guard joins(scalar, after, &table) else { return false }
      hash = Self.hash(hash, with: UInt8(truncatingIfNeeded: scalar))
      if scalar > 0x7F { isPlain = false }
    case .dictionary: return false
    }
    at = after
    return true
  }

  /// A point or comma between digits; the dot of Catalan `l·l`.
  private func joins(_ scalar: UInt32, _ after: Int, _ table: inout CharacterTable) -> Bool {
    switch scalar {
    case 0x2E, 0x2C:
      after < end && bytes[after] &- 0x30 < 10 && bytes[at - 1] &- 0x30 < 10
    case 0xB7, 0x387:
      after < end && bytes[after] | 0x20 == 0x6C && bytes[at - 1] | 0x20 == 0x6C
    default: false
    }
  }

  /// Where the letter or digit stands that a word goes on with, perhaps behind something ignorable.
  private func nextLetter(from place: Int, _ table: inout CharacterTable) -> Int? {
    var at = place
    while at < end {
      let here = at
      switch table[UTF8Decoder.next(bytes, &at)].wordKind {
      case .letter, .digit: return here
      case .ignorable, .mark: continue
      default: return nil
      }
    }
    return nil
  }

  private mutating func readRun(_ table: inout CharacterTable) {
    start = at
    itemEnd = at
    while at < end {
      var after = at
      switch table[UTF8Decoder.next(bytes, &after)].wordKind {
      case .dictionary, .mark: itemEnd = after
      case .ignorable: break
      default: return
      }
      at = after
    }
  }
}
