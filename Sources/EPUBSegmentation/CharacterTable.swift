/// What segmentation needs to know of a scalar, in one word.
struct CharacterEntry {
  var bits: UInt32

  /// UAX #14 class, as `LineClass` numbers it.
  @inline(__always) var lineClass: Int { Int(bits & 0x3F) }
  /// Cells it takes by itself: 0, 1 or 2.
  @inline(__always) var width: Int { Int(bits >> 6 & 3) }
  /// White space that a line may end with: space, tab, the breaking ones of General Punctuation.
  @inline(__always) var isBreakingSpace: Bool { bits & 0x100 != 0 }
  /// An emoji sequence may begin with it.
  @inline(__always) var isEmojiBase: Bool { bits & 0x200 != 0 }
  @inline(__always) var isPictographic: Bool { bits & 0x400 != 0 }
  @inline(__always) var isEmojiModifier: Bool { bits & 0x800 != 0 }
  /// Grapheme_Cluster_Break, as ICU numbers it.
  @inline(__always) var clusterClass: UInt8 { UInt8(bits >> 12 & 0x1F) }
  @inline(__always) var wordKind: WordKind { WordKind(rawValue: bits >> 17 & 7) ?? .none }

  init(of scalar: UInt32) {
    bits = UInt32(LineClass.of(scalar))
    bits |= UInt32(Self.cells(of: scalar)) << 6
    if Self.breakingSpaces(scalar) { bits |= 0x100 }
    if Self.canBeginEmoji(scalar) { bits |= 0x200 }
    if UnicodeData.isPictographic(scalar) { bits |= 0x400 }
    if UnicodeData.isEmojiModifier(scalar) { bits |= 0x800 }
    bits |= UInt32(UnicodeData.clusterBreakClass(scalar) & 0x1F) << 12
    let isComplex = LineClass.isComplex(scalar)
    bits |= WordKind.of(scalar, isComplex: isComplex).rawValue << 17
  }

  @inline(__always) init(bits: UInt32) { self.bits = bits }

  private static func cells(of scalar: UInt32) -> Int {
    switch scalar {
    case 0x1160...0x11FF, 0xD7B0...0xD7FB: 0
    case _ where UnicodeData.isZeroWidth(scalar) || UnicodeData.isControl(scalar): 0
    case _ where UnicodeData.isWide(scalar): 2
    default: 1
    }
  }

  private static func breakingSpaces(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x09, 0x20, 0x1680, 0x2000...0x2006, 0x2008...0x200B, 0x205F: true
    default: false
    }
  }

  private static func canBeginEmoji(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0xA9, 0xAE, 0x203C...0x205E, 0x2070...0x3299, 0x1F000...0x1FAFF: true
    default: false
    }
  }
}

/// Entries of all scalars, in pages of 256 that are filled from ICU when first asked for.
///
/// A book needs a few pages; a first page of text must not wait for a table of all scalars.
struct CharacterTable {
  private var pages: [UInt16] = []
  private var entries: [UInt32] = []
  private static let unfilled: UInt16 = .max

  /// Knows nothing and must not be asked: stands where a table has been taken out.
  init() {}

  init(filled: Void) {
    pages = [UInt16](repeating: Self.unfilled, count: 0x1100)
    entries.reserveCapacity(8 * 256)
    fill(page: 0)
  }

  @inline(__always) subscript(_ scalar: UInt32) -> CharacterEntry {
    mutating get {
      let page = Int(scalar >> 8)
      if pages[page] == Self.unfilled { fill(page: page) }
      return CharacterEntry(bits: entries[Int(pages[page]) << 8 | Int(scalar & 0xFF)])
    }
  }

  /// Page 0 is always filled.
  @inline(__always) subscript(latin1 byte: UInt8) -> CharacterEntry {
    CharacterEntry(bits: entries[Int(byte)])
  }

  @inline(never) private mutating func fill(page: Int) {
    pages[page] = UInt16(entries.count >> 8)
    for low in 0..<UInt32(256) {
      entries.append(CharacterEntry(of: UInt32(page) << 8 | low).bits)
    }
  }
}
