import EPUBBasics

/// The bytes of a stylesheet as UTF-8 (CSS Syntax 3 #input-byte-stream): a byte-order mark decides,
/// then `@charset`; else it is UTF-8, or, when it cannot be, Windows-1252.
enum SheetDecoding {
  static func utf8(_ bytes: [UInt8]) -> [UInt8] {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes[3...]) }
    if bytes.starts(with: [0xFE, 0xFF]) { return utf16(bytes[2...], isBigEndian: true) }
    if bytes.starts(with: [0xFF, 0xFE]) { return utf16(bytes[2...], isBigEndian: false) }
    if bytes.count >= 4, bytes[0] == 0, bytes[2] == 0 {
      return utf16(bytes[...], isBigEndian: true)
    }
    if bytes.count >= 4, bytes[1] == 0, bytes[3] == 0 {
      return utf16(bytes[...], isBigEndian: false)
    }
    if !bytes.contains(where: { $0 >= 0x80 }) { return bytes }
    if let charset = charset(bytes), latinNames.contains(charset) { return windows1252(bytes) }
    return String(validating: bytes, as: UTF8.self) != nil ? bytes : windows1252(bytes)
  }

  private static let latinNames: Set<String> = [
    "windows-1252", "cp1252", "x-cp1252", "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "l1",
    "us-ascii", "ascii",
  ]

  private static func charset(_ bytes: [UInt8]) -> String? {
    let lead = Array(#"@charset ""#.utf8)
    guard bytes.starts(with: lead) else { return nil }
    let rest = bytes[lead.count...].prefix(64)
    guard let end = rest.firstIndex(of: UInt8(ascii: "\"")) else { return nil }
    return String(decoding: rest[..<end].map(\.asciiLowercased), as: UTF8.self)
  }

  private static func utf16(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> [UInt8] {
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    var index = bytes.startIndex
    while index + 1 < bytes.endIndex {
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      units.append(isBigEndian ? first << 8 | second : second << 8 | first)
      index += 2
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  private static func windows1252(_ bytes: [UInt8]) -> [UInt8] {
    var scalars = String.UnicodeScalarView()
    for byte in bytes {
      let value = byte &- 0x80 < 0x20 ? high[Int(byte - 0x80)] : UInt32(byte)
      scalars.append(Unicode.Scalar(value) ?? "\u{FFFD}")
    }
    return Array(String(scalars).utf8)
  }

  /// 0x80 to 0x9F.
  private static let high: [UInt32] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
  ]
}
