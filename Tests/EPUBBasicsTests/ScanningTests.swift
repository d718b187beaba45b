import EPUBBasics
import Testing

@Suite("Bytes and text") struct ScanningTests {
  @Test("ASCII classes hold just their bytes")
  func classes() {
    let all = (UInt8.min...UInt8.max)
    let letters = all.filter(\.isASCIILetter)
    #expect(letters == Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8))
    #expect(all.filter(\.isASCIIDigit) == Array("0123456789".utf8))
    #expect(all.filter(\.isASCIISpace) == [9, 10, 12, 13, 32])
    #expect(all.filter { $0.asciiLowercased != $0 } == Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8))
    #expect(all.compactMap(\.hexDigitValue).count == 22)
    #expect(UInt8(ascii: "f").hexDigitValue == 15 && UInt8(ascii: "F").hexDigitValue == 15)
  }

  @Test(
    "What acts on a terminal, or is no character, is not printed",
    arguments: [
      ("a\u{1B}[2Jb", "a[2Jb"), ("a\tb\r\nc", "a b  c"), ("\u{9B}31m", "31m"), ("a\u{7F}b", "ab"),
      ("né\u{1F600}", "né\u{1F600}"), ("\u{0}", ""),
    ])
  func printable(_ text: String, _ printed: String) {
    #expect(Array(text.printable.unicodeScalars) == Array(printed.unicodeScalars))
  }

  @Test("Noncharacters are not printed", arguments: [0xFFFE, 0xFFFF, 0xFDD0, 0xFDEF, 0x1FFFE])
  func noncharacters(_ value: UInt32) throws {
    let scalar = try #require(Unicode.Scalar(value))
    #expect("a\(String(Character(scalar)))b".printable == "ab")
  }

  @Test(
    "Scalars and UTF-16 units are counted in a range", arguments: ["", "abc", "né", "日本", "a😀b"])
  func counts(_ text: String) {
    let bytes = Array("x\(text)y".utf8)
    let range = 1..<(bytes.count - 1)
    #expect(bytes.scalarCount(in: range) == text.unicodeScalars.count)
    #expect(bytes.utf16Count(in: range) == text.utf16.count)
    #expect(bytes.string(in: range) == text)
  }
}
