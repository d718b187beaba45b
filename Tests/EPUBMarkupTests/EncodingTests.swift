import EPUBBasics
import EPUBMarkup
import Testing

@Suite("Encodings") struct EncodingTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let bytes: [UInt8]
    let text: String
    var syntax = MarkupSyntax.xml
    /// Of the finding, if there is one.
    var severity: Finding.Severity?
  }

  static func wide(
    _ text: String, byteCount: Int = 2, bigEndian: Bool, mark: Bool = true
  ) -> [UInt8] {
    let text = mark ? "\u{FEFF}" + text : text
    let units = byteCount == 2 ? text.utf16.map(UInt32.init) : text.unicodeScalars.map(\.value)
    return units.flatMap { unit in
      let bytes = (0..<byteCount).map { UInt8(truncatingIfNeeded: unit >> (8 * UInt32($0))) }
      return bigEndian ? bytes.reversed() : bytes
    }
  }

  static func declared(_ label: String, _ content: [UInt8]) -> [UInt8] {
    Array("<?xml version='1.0' encoding='\(label)'?><x>".utf8) + content + Array("</x>".utf8)
  }

  static func meta(_ meta: String, _ content: [UInt8]) -> [UInt8] {
    Array("<html><head>\(meta)</head><body><x>".utf8) + content
      + Array("</x></body></html>".utf8)
  }

  static let wideText = "<x>aß€😀</x>"

  static let rows = [
    Row(
      testDescription: "UTF-8 with mark", bytes: [0xEF, 0xBB, 0xBF] + Array("<x>ß</x>".utf8),
      text: "ß"),
    Row(
      testDescription: "two marks and blanks before the declaration",
      bytes: [0xEF, 0xBB, 0xBF, 0xEF, 0xBB, 0xBF] + Array("\n <?xml version='1.0'?><x>ß</x>".utf8),
      text: "ß"),
    Row(testDescription: "UTF-16 LE", bytes: wide(wideText, bigEndian: false), text: "aß€😀"),
    Row(testDescription: "UTF-16 BE", bytes: wide(wideText, bigEndian: true), text: "aß€😀"),
    Row(
      testDescription: "UTF-16 LE without mark",
      bytes: wide(wideText, bigEndian: false, mark: false), text: "aß€😀"),
    Row(
      testDescription: "UTF-16 BE without mark",
      bytes: wide(wideText, bigEndian: true, mark: false), text: "aß€😀"),
    Row(
      testDescription: "UTF-16 that says so",
      bytes: wide("<?xml version='1.0' encoding='UTF-16'?><x>ж</x>", bigEndian: true), text: "ж"),
    Row(
      testDescription: "UTF-16 that says UTF-8",
      bytes: wide("<?xml version='1.0' encoding='utf-8'?><x>ж</x>", bigEndian: false), text: "ж"),
    Row(
      testDescription: "UTF-32 LE", bytes: wide(wideText, byteCount: 4, bigEndian: false),
      text: "aß€😀"),
    Row(
      testDescription: "UTF-32 BE", bytes: wide(wideText, byteCount: 4, bigEndian: true),
      text: "aß€😀"),
    Row(
      testDescription: "UTF-32 BE without mark",
      bytes: wide(wideText, byteCount: 4, bigEndian: true, mark: false), text: "aß€😀"),
    Row(
      testDescription: "lone surrogates",
      bytes: wide("<x>a", bigEndian: true) + [0xD8, 0x00, 0x00, 0x62, 0xDC, 0x01]
        + wide("</x>", bigEndian: true, mark: false),
      text: "a\u{FFFD}b\u{FFFD}", severity: .error),
    Row(
      testDescription: "windows-1251", bytes: declared("windows-1251", [0xCC, 0xE0, 0xFF, 0xEA]),
      text: "Маяк", severity: .note),
    Row(
      testDescription: "KOI8-R", bytes: declared("koi8-r", [0xED, 0xC1, 0xD1, 0xCB]), text: "Маяк",
      severity: .note),
    Row(
      testDescription: "Shift_JIS",
      bytes: declared("Shift_JIS", [0x93, 0xFA, 0x96, 0x7B, 0x87, 0x40]), text: "日本①",
      severity: .note),
    Row(
      testDescription: "EUC-JP", bytes: declared("EUC-JP", [0xC6, 0xFC, 0xCB, 0xDC]), text: "日本",
      severity: .note),
    Row(
      testDescription: "ISO-2022-JP",
      bytes: declared("ISO-2022-JP", [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x4B, 0x5C, 0x1B, 0x28, 0x42]),
      text: "日本", severity: .note),
    Row(
      testDescription: "GB2312", bytes: declared("gb2312", [0xD6, 0xD0, 0xB9, 0xFA]), text: "中国",
      severity: .note),
    Row(
      testDescription: "Big5", bytes: declared("big5", [0xA4, 0xA4, 0xB0, 0xEA]), text: "中國",
      severity: .note),
    Row(
      testDescription: "EUC-KR", bytes: declared("euc-kr", [0xC7, 0xD1, 0xB1, 0xB9]), text: "한국",
      severity: .note),
    Row(
      testDescription: "ISO-8859-1, in truth Windows-1252",
      bytes: declared("ISO-8859-1", [0x93, 0xE9, 0x94]), text: "“é”", severity: .note),
    Row(
      testDescription: "ISO-8859-2", bytes: declared("ISO-8859-2", [0xB1, 0xE8]), text: "ąč",
      severity: .note),
    Row(
      testDescription: "bytes that the encoding lacks",
      bytes: declared("Shift_JIS", [0x93, 0xFA, 0xFF, 0x61]), text: "日\u{FFFD}a", severity: .error),
    Row(
      testDescription: "says UTF-8, is Windows-1252",
      bytes: declared("utf-8", [0x93, 0xE9, 0x20, 0x94]), text: "“é ”", severity: .warning),
    Row(
      testDescription: "says nothing, is Windows-1252",
      bytes: Array("<x>".utf8) + [0xE9] + Array("</x>".utf8), text: "é", severity: .warning),
    Row(
      testDescription: "UTF-8 with a byte of Windows-1252",
      bytes: declared("utf-8", Array("€€ß ".utf8) + [0x92, 0x73]), text: "€€ß ’s",
      severity: .warning),
    Row(
      testDescription: "UTF-8 with a scalar cut short",
      bytes: declared("utf-8", Array("€€ß ".utf8) + [0xE2, 0x82, 0x73]), text: "€€ß \u{FFFD}s",
      severity: .warning),
    Row(
      testDescription: "says ISO-8859-1, is UTF-8", bytes: declared("iso-8859-1", Array("é€".utf8)),
      text: "é€", severity: .warning),
    Row(
      testDescription: "says UTF-16, is UTF-8", bytes: declared("UTF-16", Array("é".utf8)),
      text: "é", severity: .warning),
    Row(
      testDescription: "says UTF-16, is ASCII", bytes: declared("utf-16", Array("e".utf8)),
      text: "e", severity: .warning),
    Row(
      testDescription: "an unknown encoding", bytes: declared("x-none-such", [0xE9]), text: "é",
      severity: .warning),
    Row(
      testDescription: "an unknown encoding of ASCII", bytes: declared("x-none-such", [0x65]),
      text: "e"),
    Row(
      testDescription: "meta charset", bytes: meta("<meta charset='windows-1251'/>", [0xCC, 0xE0]),
      text: "Ма", syntax: .xhtml, severity: .note),
    Row(
      testDescription: "meta http-equiv",
      bytes: meta(
        "<META http-equiv=\"Content-Type\" content=\"text/html; CHARSET=KOI8-R\"/>", [0xED, 0xC1]),
      text: "Ма", syntax: .xhtml, severity: .note),
    Row(
      testDescription: "the declaration before meta",
      bytes: Array("<?xml version='1.0' encoding='koi8-r'?>".utf8)
        + meta("<meta charset='windows-1251'/>", [0xED, 0xC1]), text: "Ма", syntax: .xhtml,
      severity: .note),
  ]

  @Test("Are found and converted, with a finding where the book is at fault", arguments: rows)
  func encodings(_ row: Row) throws {
    let tree = try parse(row.bytes, as: row.syntax)
    #expect(tree.text(of: 0) == row.text)
    #expect(tree.findings.map(\.severity) == (row.severity.map { [$0] } ?? []), "\(tree.findings)")
    #expect(tree.findings.allSatisfy { $0.code == "markup-encoding" })
    #expect(tree.faults() == [])
  }

  @Test("Legacy text longer than a chunk of the converter keeps its two-byte characters whole")
  func longLegacyText() throws {
    let content =
      [UInt8](repeating: 0x61, count: 32_767 - 46)
      + (0..<40_000).flatMap { _ in [0x93, 0xFA] as [UInt8] }
    let tree = try parse(Self.declared("shift_jis", content), as: .xml)
    #expect(tree.bytes.count == 32_767 - 46 + 120_000)
    #expect(tree.findings.map(\.severity) == [.note])
  }

  @Test("Lines are counted from the resource's first byte")
  func linesBehindBlanks() throws {
    let tree = try parse("\n\n<?xml version='1.0'?>\n<html>\n<p></html>")
    #expect(tree.findings.first?.place == "line 5")
  }
}
