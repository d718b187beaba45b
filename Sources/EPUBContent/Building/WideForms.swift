/// `full-width` and `full-size-kana`.
enum WideForms {
  static func fullWidth(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0x20: return "\u{3000}"
    case 0x21...0x7E: return Unicode.Scalar(scalar.value + 0xFEE0) ?? scalar
    case 0xFF61...0xFF9F: return kana[Int(scalar.value - 0xFF61)]
    default: return signs[scalar] ?? scalar
    }
  }

  static func fullSizeKana(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0x3041...0x3096, 0x30A1...0x30F6: return large[scalar] ?? scalar
    default: return scalar
    }
  }

  /// Those of U+FF61 to U+FF9F.
  private static let kana = Array(
    "。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン゛゜".unicodeScalars)
  private static let signs = Dictionary(
    uniqueKeysWithValues: zip("¢£¬¯¦¥₩".unicodeScalars, "￠￡￢￣￤￥￦".unicodeScalars))
  private static let large = Dictionary(
    uniqueKeysWithValues: zip(
      "ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ".unicodeScalars,
      "あいうえおつやゆよわかけアイウエオツヤユヨワカケ".unicodeScalars))
}
