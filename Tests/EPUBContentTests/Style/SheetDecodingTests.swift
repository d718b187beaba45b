import Testing

@testable import EPUBContent

@Suite("Encodings of stylesheets") struct SheetDecodingTests {
  static let text = "p::before { content: \"“é\" }"

  static var rows: [[UInt8]] {
    let utf16 = Array(text.utf16)
    return [
      Array(text.utf8), [0xEF, 0xBB, 0xBF] + Array(text.utf8),
      [0xFE, 0xFF] + utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] },
      [0xFF, 0xFE] + utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] },
      utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] },
      Array("p::before { content: \"".utf8) + [0x93, 0xE9] + Array("\" }".utf8),
    ]
  }

  @Test("Are found by mark, by zero bytes, or by what cannot be UTF-8", arguments: rows)
  func decoding(_ bytes: [UInt8]) {
    #expect(String(decoding: SheetDecoding.utf8(bytes), as: UTF8.self) == Self.text)
  }

  @Test("@charset names an old encoding of bytes that would pass for UTF-8")
  func charset() {
    let bytes = Array("@charset \"ISO-8859-1\"; ".utf8) + [0xC3, 0xA9]
    let text = String(decoding: SheetDecoding.utf8(bytes), as: UTF8.self)
    #expect(text.hasSuffix("Ã©"))
  }
}
