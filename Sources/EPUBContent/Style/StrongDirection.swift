/// Which way a text runs, by its first letter.
enum StrongDirection {
  /// Whether the first letter of the UTF-8 belongs to a script that runs from right to left; `nil` when
  /// there is no letter.
  static func isRightToLeft(_ bytes: ArraySlice<UInt8>) -> Bool? {
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      if scalar.isASCII {
        if scalar.properties.isAlphabetic { return false }
        continue
      }
      switch scalar.value {
      case 0x200E: return false
      case 0x200F, 0x061C: return true
      default: break
      }
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter:
        return isRightToLeft(scalar)
      default: break
      }
    }
    return nil
  }

  private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x1_0800...0x1_0FFF,
      0x1_E800...0x1_EFFF:
      true
    default: false
    }
  }
}
