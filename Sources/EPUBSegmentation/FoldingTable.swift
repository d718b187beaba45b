// What each scalar folds to, for one choice of options. Scripts that most books are written in stand in
// a small table; others are looked up in a larger one that is
// filled when first needed, or asked of ICU one by one.

/// What becomes of a scalar, in one word: the kind above, up to seven bytes of UTF-8 below.
///
/// `mark` holds the mark's own bytes, decomposed, if they fit.
struct FoldedScalar: Equatable, Sendable {
  enum Kind: UInt8 {
    /// It stays as it is.
    case same
    /// The bytes take its place.
    case replaced
    /// More than seven bytes take its place.
    case longer
    /// White space: a run of it is one space.
    case space
    /// It is left out, as if it had never been there.
    case dropped
    /// It belongs to what stands before it, and is kept.
    case mark
    /// It belongs to what stands before it, and is left out: an accent that is ignored.
    case ignoredMark
  }
  private let bits: UInt64

  init(_ kind: Kind, _ bytes: [UInt8] = [], isPair: Bool = false) {
    var bits = (isPair ? 1 << 63 : 0) | UInt64(kind.rawValue) << 60 | UInt64(bytes.count) << 56
    for (index, byte) in bytes.enumerated() { bits |= UInt64(byte) << (8 * UInt64(index)) }
    self.bits = bits
  }

  @inline(__always) var kind: Kind {
    Kind(rawValue: UInt8(truncatingIfNeeded: bits >> 60 & 7)) ?? .same
  }
  @inline(__always) var count: Int { Int(bits >> 56 & 0xF) }
  /// Two bytes stay or become two bytes of one scalar: what most letters beyond ASCII do.
  @inline(__always) var isPair: Bool { bits >> 63 != 0 }
  @inline(__always) func byte(_ index: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: bits >> (8 * UInt64(index)))
  }
}

struct FoldingTable: Sendable {
  let options: FoldingOptions
  /// Folded ASCII; 0 for what needs a closer look: controls, line ends and all beyond ASCII.
  let ascii: [UInt8]
  private let low: [FoldedScalar]
  private let punctuation: [FoldedScalar]

  private static let lowEnd: UInt32 = 0x530
  private static let punctuationRange: Range<UInt32> = 0x2000..<0x2070

  /// The tables, each made once.
  static func with(_ options: FoldingOptions) -> FoldingTable {
    switch (options.ignoresCase, options.ignoresAccents) {
    case (true, true): ignoringCaseAndAccents
    case (true, false): ignoringCase
    case (false, true): ignoringAccents
    case (false, false): exact
    }
  }

  private static let ignoringCaseAndAccents = Self(
    FoldingOptions(ignoresCase: true, ignoresAccents: true))
  private static let ignoringCase = Self(FoldingOptions(ignoresCase: true, ignoresAccents: false))
  private static let ignoringAccents = Self(
    FoldingOptions(ignoresCase: false, ignoresAccents: true))
  private static let exact = Self(FoldingOptions(ignoresCase: false, ignoresAccents: false))

  private init(_ options: FoldingOptions) {
    self.options = options
    ascii = (0..<256).map { Self.asciiFolding(UInt8($0), options) }
    low = (0..<Self.lowEnd).map { Self.compute($0, options) }
    punctuation = Self.punctuationRange.map { Self.compute($0, options) }
  }

  private static func asciiFolding(_ byte: UInt8, _ options: FoldingOptions) -> UInt8 {
    switch byte {
    case 0x41...0x5A where options.ignoresCase: byte | 0x20
    case 0x60: 0x27
    case 0x20...0x7E: byte
    default: 0
    }
  }

  /// Of a scalar of two bytes, if it stands in the table of the commonest scripts.
  @inline(__always) func pair(_ first: UInt8, _ second: UInt8) -> FoldedScalar? {
    let scalar = Int(first & 0x1F) << 6 | Int(second & 0x3F)
    guard first &- 0xC2 < 0x1E, scalar < low.count, low[scalar].isPair else { return nil }
    return low[scalar]
  }

  func callAsFunction(_ scalar: UInt32) -> FoldedScalar {
    if scalar < Self.lowEnd { return low[Int(scalar)] }
    if scalar >= 0x3400, scalar < 0xA000 { return FoldedScalar(.same) }
    if Self.punctuationRange.contains(scalar) {
      return punctuation[Int(scalar - Self.punctuationRange.lowerBound)]
    }
    return otherScripts(scalar)
  }

  /// Between them the tables hold what is below Han, and presentation and full-width forms; Hangul and
  /// private use stay as they are.
  private func otherScripts(_ scalar: UInt32) -> FoldedScalar {
    switch scalar {
    case 0xAC00..<0xF900: FoldedScalar(.same)
    // Signs: one by one, for the sake of the arrow after each note no table is filled.
    case 0x2070..<0x2C00, 0x2E00..<0x2E80: Self.compute(scalar, options)
    case Self.lowEnd..<0x3400: NearbyScripts.with(options)[Int(scalar - Self.lowEnd)]
    case 0xF900..<0x1_0000: NearbyScripts.with(options)[Int(scalar - 0xF900 + 0x3400 - Self.lowEnd)]
    default: Self.compute(scalar, options)
    }
  }

  /// The rule itself.
  static func compute(_ scalar: UInt32, _ options: FoldingOptions) -> FoldedScalar {
    if let known = typographic(scalar) { return known }
    switch scalar {
    // Pictures, Han: nothing to fold, and not worth asking.
    case 0x1F000..<0x1FB00, 0x2_0000..<0x2_F800, 0x3_0000...0x10_FFFF: return FoldedScalar(.same)
    default: break
    }
    if UnicodeData.extendsCluster(scalar), scalar != 0x345 {
      if options.ignoresAccents, isAccent(scalar) { return FoldedScalar(.ignoredMark) }
      let bytes = UTF8Decoder.bytes(UnicodeData.decomposition(scalar))
      return FoldedScalar(.mark, bytes.count > 7 ? [] : bytes)
    }
    let plain = UTF8Decoder.bytes([scalar])
    let folded = UTF8Decoder.bytes(letters(scalar, options))
    let isPair = plain.count == 2 && folded.count == 2 && folded[0] >= 0xC2
    if folded == plain { return FoldedScalar(.same, isPair ? plain : [], isPair: isPair) }
    return folded.count > 7
      ? FoldedScalar(.longer) : FoldedScalar(.replaced, folded, isPair: isPair)
  }

  /// What takes the place of a scalar, however long.
  func long(_ scalar: UInt32) -> [UInt8] { UTF8Decoder.bytes(Self.letters(scalar, options)) }

  /// What is one whatever the options say.
  private static func typographic(_ scalar: UInt32) -> FoldedScalar? {
    switch scalar {
    case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F,
      0x3000:
      FoldedScalar(.space)
    case 0..<0x20, 0x7F..<0xA0: FoldedScalar(.dropped)
    case 0xAD, 0x34F, 0x61C, 0x180E, 0x200B, 0x200C, 0x200E, 0x200F, 0x202A...0x202E,
      0x2060...0x206F, 0xFEFF:
      FoldedScalar(.dropped)
    case 0x200D, 0xFE00...0xFE0F, 0xE0100...0xE01EF: FoldedScalar(.ignoredMark)
    case 0x1F3FB...0x1F3FF: FoldedScalar(.mark, UTF8Decoder.bytes([scalar]))
    case 0x60, 0xB4, 0x2BB, 0x2BC, 0x2018...0x201B, 0x2032, 0x2035, 0x2039, 0x203A, 0xFF07:
      FoldedScalar(.replaced, [0x27])
    case 0xAB, 0xBB, 0x201C...0x201F, 0x2033, 0x2036, 0xFF02: FoldedScalar(.replaced, [0x22])
    case 0x2010...0x2015, 0x2043, 0x2212, 0xFE58, 0xFE63, 0xFF0D: FoldedScalar(.replaced, [0x2D])
    case 0x2026: FoldedScalar(.replaced, [0x2E, 0x2E, 0x2E])
    default: nil
    }
  }

  /// Marks that are accents or points, not letters of their own as the vowel signs of Indic scripts are.
  private static func isAccent(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x300...0x36F, 0x483...0x487, 0x591...0x5BD, 0x5BF, 0x5C1...0x5C2, 0x5C4...0x5C5, 0x5C7:
      true
    case 0x610...0x61A, 0x64B...0x65F, 0x670, 0x6D6...0x6ED, 0x8D3...0x8FF: true
    case 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0xFE20...0xFE2F: true
    default: false
    }
  }

  /// Case folded, decomposed, without accents where they are ignored.
  private static func letters(_ scalar: UInt32, _ options: FoldingOptions) -> [UInt32] {
    // Hangul syllables stay whole: a final consonant is no accent.
    if (0xAC00..<0xD7A4).contains(scalar) { return [scalar] }
    var scalars = UnicodeData.decomposition(scalar)
    if options.ignoresCase || (0xFB00...0xFB06).contains(scalar) {
      scalars = UnicodeData.caseFolding(scalars).flatMap(UnicodeData.decomposition)
    }
    if scalars.count > 1 { scalars = scalars.map { $0 == 0x2BC ? 0x27 : $0 } }
    if options.ignoresAccents { scalars = withoutAccents(scalars) }
    return scalars
  }

  private static func withoutAccents(_ scalars: [UInt32]) -> [UInt32] {
    var kept: [UInt32] = []
    for scalar in scalars {
      if isAccent(scalar), !isShortI(kept.last, scalar) { continue }
      kept += unaccented(scalar)
    }
    return kept
  }

  /// Cyrillic `й` is a letter of its own, not an accented `и`.
  static func isShortI(_ before: UInt32?, _ mark: UInt32) -> Bool {
    mark == 0x306 && (before == 0x438 || before == 0x418)
  }

  /// Letters whose accent Unicode doesn't part from them.
  private static func unaccented(_ scalar: UInt32) -> [UInt32] {
    switch scalar {
    case 0xD8: [0x4F]
    case 0xF8: [0x6F]
    case 0x110: [0x44]
    case 0x111: [0x64]
    case 0x126: [0x48]
    case 0x127: [0x68]
    case 0x131: [0x69]
    case 0x141: [0x4C]
    case 0x142: [0x6C]
    case 0x166: [0x54]
    case 0x167: [0x74]
    case 0xC6: [0x41, 0x45]
    case 0xE6: [0x61, 0x65]
    case 0x152: [0x4F, 0x45]
    case 0x153: [0x6F, 0x65]
    default: [scalar]
    }
  }

  /// Whether leaving accents out changes anything about a scalar.
  static func hasAccent(_ scalar: UInt32) -> Bool {
    let respecting = FoldingOptions(ignoresCase: false, ignoresAccents: false)
    let ignoring = FoldingOptions(ignoresCase: false, ignoresAccents: true)
    return compute(scalar, respecting) != compute(scalar, ignoring)
  }
}

/// The scripts between Cyrillic and Han, for each choice of options: slow to fill, so only when a book
/// is written in one of them.
private enum NearbyScripts {
  static func with(_ options: FoldingOptions) -> [FoldedScalar] {
    switch (options.ignoresCase, options.ignoresAccents) {
    case (true, true): ignoringCaseAndAccents
    case (true, false): ignoringCase
    case (false, true): ignoringAccents
    case (false, false): exact
    }
  }

  private static let ignoringCaseAndAccents = table(true, true)
  private static let ignoringCase = table(true, false)
  private static let ignoringAccents = table(false, true)
  private static let exact = table(false, false)

  private static func table(_ ignoresCase: Bool, _ ignoresAccents: Bool) -> [FoldedScalar] {
    let options = FoldingOptions(ignoresCase: ignoresCase, ignoresAccents: ignoresAccents)
    return (0x530..<0x3400).map { FoldingTable.compute($0, options) }
      + (0xF900..<0x1_0000).map { FoldingTable.compute($0, options) }
  }
}
