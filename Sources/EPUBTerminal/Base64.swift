/// The Base64 of RFC 4648.
enum Base64 {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func encoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var at = bytes.startIndex
    while at < bytes.endIndex {
      let count = min(3, bytes.endIndex - at)
      var group = UInt32(bytes[at]) << 16
      if count > 1 { group |= UInt32(bytes[at + 1]) << 8 }
      if count > 2 { group |= UInt32(bytes[at + 2]) }
      for place in 0..<4 {
        let digit = digits[Int(group >> (18 - 6 * UInt32(place)) & 63)]
        text.append(place > count ? UInt8(ascii: "=") : digit)
      }
      at += count
    }
    return text
  }

  /// What groups of four digits stand for, any of which may be filled up; `nil` for anything else.
  static func decoded(_ text: [UInt8]) -> [UInt8]? {
    guard text.count % 4 == 0 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    for start in stride(from: 0, to: text.count, by: 4) {
      var group: UInt32 = 0
      var count = 3
      for place in 0..<4 {
        let digit = text[start + place]
        if digit == UInt8(ascii: "="), place > 1 {
          count = min(count, place - 1)
        } else if count < 3 {
          return nil
        }
        guard let value = count < 3 ? 0 : value(of: digit) else { return nil }
        group = group << 6 | value
      }
      for place in 0..<count {
        bytes.append(UInt8(truncatingIfNeeded: group >> (16 - 8 * UInt32(place))))
      }
    }
    return bytes
  }

  private static func value(of digit: UInt8) -> UInt32? {
    switch digit {
    case 0x41...0x5A: UInt32(digit) - 0x41
    case 0x61...0x7A: UInt32(digit) - 0x61 + 26
    case 0x30...0x39: UInt32(digit) - 0x30 + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
