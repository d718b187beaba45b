extension UInt8 {
  public var isASCIILetter: Bool { (self | 0x20) &- 0x61 < 26 }
  public var isASCIIDigit: Bool { self &- 0x30 < 10 }
  /// Tab, line feed, form feed, carriage return, space: what HTML and CSS call white space.
  public var isASCIISpace: Bool {
    self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D || self == 0x0C
  }
  /// `a`–`z` for `A`–`Z`, all else unchanged.
  public var asciiLowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }

  public var hexDigitValue: UInt8? {
    switch self {
    case 0x30...0x39: self - 0x30
    case 0x41...0x46: self - 0x37
    case 0x61...0x66: self - 0x57
    default: nil
    }
  }
}

extension String {
  /// Without what would act on a terminal or is no character: C0, C1, DEL and noncharacters are
  /// dropped; tabs and line ends become spaces.
  public var printable: String {
    // Nearly every text that is asked for; 30 times as fast.
    if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return self }
    var kept = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar.value {
      case 0x09, 0x0A, 0x0D: kept.append(" ")
      case 0..<0x20, 0x7F..<0xA0: break
      case 0xFDD0...0xFDEF: break
      case let value where value & 0xFFFE == 0xFFFE: break
      default: kept.append(scalar)
      }
    }
    return String(kept)
  }
}
