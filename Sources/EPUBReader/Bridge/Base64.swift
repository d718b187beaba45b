import EPUBBasics

extension [UInt8] {
  /// The bytes that RFC 4648's alphabet, or the one for URLs, writes as `text`; white space is passed over,
  /// and the padding may be missing. `nil` for anything else.
  init?(base64 text: String) {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(text.utf8.count / 4 * 3 + 3)
    var bits: UInt32 = 0
    var count = 0
    var paddingCount = 0
    for byte in text.utf8 {
      if let value = byte.base64Value {
        if paddingCount > 0 { return nil }
        bits = bits << 6 | UInt32(value)
        count += 1
        if count == 4 {
          decoded.append(UInt8(truncatingIfNeeded: bits >> 16))
          decoded.append(UInt8(truncatingIfNeeded: bits >> 8))
          decoded.append(UInt8(truncatingIfNeeded: bits))
          count = 0
        }
      } else if byte == UInt8(ascii: "=") {
        paddingCount += 1
      } else if !byte.isASCIISpace {
        return nil
      }
    }
    if paddingCount > 0, count + paddingCount != 4 { return nil }
    switch count {
    case 0: break
    case 2: decoded.append(UInt8(truncatingIfNeeded: bits >> 4))
    case 3:
      decoded.append(UInt8(truncatingIfNeeded: bits >> 10))
      decoded.append(UInt8(truncatingIfNeeded: bits >> 2))
    default: return nil
    }
    self = decoded
  }
}

extension UInt8 {
  fileprivate var base64Value: UInt8? {
    switch self {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): self - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): self - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
