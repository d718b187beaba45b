import EPUBBasics

/// The name of an encoding as a document gives it, and what it means.
struct EncodingLabel {
  /// In lower case.
  let name: String

  /// What the XML declaration says, or in content documents a `meta` element near the beginning.
  init?(in bytes: [UInt8], as syntax: MarkupSyntax) {
    let head = Array(bytes.prefix(Self.searchedByteCount))
    if let name = Self.declared(in: head) {
      self.name = name
      return
    }
    guard syntax != .xml, let name = Self.fromMeta(in: head) else { return nil }
    self.name = name
  }

  /// As far as HTML has readers look (HTML 13.2.3.2), doubled for long prologues.
  private static let searchedByteCount = 2048

  var isUTF8: Bool {
    ["utf-8", "utf8", "us-ascii", "ascii", "x-utf-8", "unicode-1-1-utf-8"].contains(name)
  }

  /// Says UTF-16 or UTF-32, which text that shows no zero bytes cannot be.
  var isWide: Bool {
    ["utf-16", "utf-32", "ucs-2", "ucs-4", "iso-10646-ucs", "unicode"].contains {
      name.hasPrefix($0)
    }
      || name == "utf16" || name == "utf32"
  }

  /// Written in ASCII bytes throughout, so that the bytes cannot contradict the label.
  var isEscaped: Bool { name.hasPrefix("iso-2022-") || name.hasPrefix("hz-gb") || name == "utf-7" }

  var isWindows1252: Bool {
    [
      "windows-1252", "cp1252", "x-cp1252", "cp-1252", "ansi", "iso-8859-1", "iso8859-1",
      "iso_8859-1", "latin1", "latin-1", "l1",
    ].contains(name)
  }

  /// The names to try, best first: where a standard's name is commonly given to its extension by
  /// Microsoft, the extension (Encoding Standard, 4.2).
  var candidates: [String] {
    switch name {
    case "shift_jis", "shift-jis", "sjis", "x-sjis", "ms_kanji", "windows-31j":
      ["CP932", "windows-31j", "SHIFT_JIS"]
    case "euc-kr", "ks_c_5601-1987", "ks_c_5601-1989", "ksc5601", "windows-949":
      ["CP949", "windows-949", "EUC-KR"]
    case "gb2312", "gb_2312-80", "gbk", "x-gbk", "cp936": ["GB18030", "GBK"]
    case "big5", "big5-hkscs", "x-x-big5": ["BIG5-HKSCS", "Big5"]
    case "iso-8859-9", "latin5": ["CP1254", "windows-1254", "ISO-8859-9"]
    case "tis-620", "iso-8859-11", "windows-874": ["CP874", "windows-874", "TIS-620"]
    default:
      if name.hasPrefix("x-mac-") || name.hasPrefix("macintosh") {
        ["MACINTOSH", "macintosh"]
      } else if name.hasPrefix("windows-") {
        [name, "CP" + name.dropFirst(8)]
      } else {
        [name]
      }
    }
  }

  // MARK: Finding it

  private static func declared(in head: [UInt8]) -> String? {
    var start = 0
    while start < head.count, head[start].isASCIISpace { start += 1 }
    guard head[start...].starts(with: Array("<?xml".utf8)) else { return nil }
    let end = head[start...].firstIndex(of: UInt8(ascii: ">")) ?? head.count
    return value(of: "encoding", in: head[start..<end])
  }

  /// `<meta charset="…">` or `<meta http-equiv="Content-Type" content="…; charset=…">`.
  private static func fromMeta(in head: [UInt8]) -> String? {
    let head = head.map(\.asciiLowercased)
    var rest = head[...]
    while let meta = rest.firstRange(of: Array("<meta".utf8)) {
      let end = rest[meta.upperBound...].firstIndex(of: UInt8(ascii: ">")) ?? rest.endIndex
      if let name = value(of: "charset", in: rest[meta.upperBound..<end]) { return name }
      rest = rest[end...]
    }
    return nil
  }

  /// What follows `name=` in the bytes, unquoted.
  private static func value(of name: String, in bytes: ArraySlice<UInt8>) -> String? {
    guard let found = bytes.firstRange(of: Array(name.utf8)) else { return nil }
    var rest = bytes[found.upperBound...].drop { $0.isASCIISpace }
    guard rest.popFirst() == UInt8(ascii: "=") else { return nil }
    let label = rest.drop { $0.isASCIISpace || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }
      .prefix {
        $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
          || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ":")
      }
    guard !label.isEmpty, label.count <= 64 else { return nil }
    return String(decoding: label.map(\.asciiLowercased), as: UTF8.self)
  }
}
