/// Greek capitals carry no accents; a vowel that only an accent before it kept apart gets a dialytika
/// (`άι` is `ΑΪ`), as Unicode's special casing of Greek has it.
enum GreekCapitals {
  static func capital(of scalar: Unicode.Scalar, after previous: Unicode.Scalar?) -> String {
    switch scalar.value {
    // Accents and breathings by themselves.
    case 0x300, 0x301, 0x304, 0x306, 0x313, 0x314, 0x342: return ""
    case 0x345: return "Ι"
    case 0x3B9 where isAccented(previous): return "Ϊ"
    case 0x3C5 where isAccented(previous): return "Ϋ"
    case 0x1F00...0x1FFF: return polytonic(scalar)
    default: return monotonic[scalar] ?? scalar.properties.uppercaseMapping
    }
  }

  private static func isAccented(_ scalar: Unicode.Scalar?) -> Bool {
    guard let scalar else { return false }
    return "άέόύάέόύ".unicodeScalars.contains(scalar)
  }

  private static let monotonic: [Unicode.Scalar: String] = [
    "ά": "Α", "έ": "Ε", "ή": "Η", "ί": "Ι", "ό": "Ο", "ύ": "Υ", "ώ": "Ω", "ΐ": "Ϊ", "ΰ": "Ϋ",
    "Ά": "Α", "Έ": "Ε", "Ή": "Η", "Ί": "Ι", "Ό": "Ο", "Ύ": "Υ", "Ώ": "Ω",
  ]

  /// Letters of Greek Extended stand in rows of one vowel each.
  private static func polytonic(_ scalar: Unicode.Scalar) -> String {
    switch scalar.value & 0xFF {
    case 0x00...0x0F, 0x70...0x71, 0xB0...0xB1, 0xB6, 0xB8...0xBB: "Α"
    case 0x80...0x8F, 0xB2...0xB4, 0xB7, 0xBC: "ΑΙ"
    case 0x10...0x1F, 0x72...0x73, 0xC8...0xC9: "Ε"
    case 0x20...0x2F, 0x74...0x75, 0xC6, 0xCA...0xCB: "Η"
    case 0x90...0x9F, 0xC2...0xC4, 0xC7, 0xCC: "ΗΙ"
    case 0x30...0x3F, 0x76...0x77, 0xD0...0xD1, 0xD6, 0xD8...0xDB: "Ι"
    case 0xD2...0xD3, 0xD7: "Ϊ"
    case 0x40...0x4F, 0x78...0x79, 0xF8...0xF9: "Ο"
    case 0x50...0x5F, 0x7A...0x7B, 0xE0...0xE1, 0xE6, 0xE8...0xEB: "Υ"
    case 0xE2...0xE3, 0xE7: "Ϋ"
    case 0xE4...0xE5, 0xEC: "Ρ"
    case 0x60...0x6F, 0x7C...0x7D, 0xF6, 0xFA...0xFB: "Ω"
    case 0xA0...0xAF, 0xF2...0xF4, 0xF7, 0xFC: "ΩΙ"
    default: scalar.properties.uppercaseMapping
    }
  }
}
