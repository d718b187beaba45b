import EPUBSegmentation
import Testing

@testable import EPUBTerminal

private let noncharacter = String(Unicode.Scalar(0xFDD0 as UInt32)!)
/// What Kitty takes for a part of a picture.
private let privatePicture = String(Unicode.Scalar(0x10_EEEE as UInt32)!)

@Suite("A screen") struct ScreenTests {
  let segmenter = Segmenter()

  @Test("Takes text as it is seen, and nothing past its edge")
  func writing() {
    var screen = Screen(columns: 6, rows: 2)
    let end = screen.write(
      "ab漢字漢", column: 0, row: 1, before: 6, CellStyle(), segmenter: segmenter)
    #expect(end == 6)
    #expect(screen.text(ofRow: 0) == "")
    #expect(screen.text(ofRow: 1) == "ab漢字")
    #expect(screen.text(ofRow: 2) == "")
  }

  @Test(
    "Blanks the other half of a wide cluster",
    arguments: [(0, "x 字"), (1, " x字"), (2, "漢x"), (3, "漢 x")])
  func halves(_ column: Int, _ text: String) {
    var screen = Screen(columns: 4, rows: 1)
    screen.write("漢字", column: 0, row: 0, before: 4, CellStyle(.bold), segmenter: segmenter)
    screen.write("x", column: column, row: 0, before: 4, CellStyle(), segmenter: segmenter)
    #expect(screen.text(ofRow: 0) == text)
  }

  @Test(
    "Holds no controls",
    arguments: [
      ("a\u{1B}[31mb", "a[31mb"), ("a\u{9B}b\u{7F}c\0d", "abcd"),
      ("a\u{202E}b\u{2066}c\u{200F}", "abc"),
      ("a\u{2028}b", "a b"), ("a\(noncharacter)b", "a b"), ("a\(privatePicture)b", "a b"),
      ("a\r\nb\tc", "abc"),
      ("\(privatePicture)x", " x"), ("e\u{301}\u{AD}x", "e\u{301}x"), ("\u{301}x", "x"),
      ("a\u{FEFF}b", "ab"),
      ("a\u{200B}b", "ab"), ("👩\u{200D}🚀", "👩\u{200D}🚀"),
    ])
  func controls(_ text: String, _ shown: String) {
    var screen = Screen(columns: 20, rows: 1)
    screen.write(text, column: 0, row: 0, before: 20, CellStyle(), segmenter: segmenter)
    #expect(screen.text(ofRow: 0).unicodeScalars.elementsEqual(shown.unicodeScalars))
  }

  @Test("Holds no cell without end")
  func marks() {
    var screen = Screen(columns: 4, rows: 1)
    let text = "a" + String(repeating: "\u{301}", count: 10_000) + "b"
    screen.write(text, column: 0, row: 0, before: 4, CellStyle(), segmenter: segmenter)
    #expect(screen.text(ofRow: 0).utf8.count == 1 + 47 * 2 + 1)
    #expect(screen.text(ofRow: 0).hasSuffix("b"))
  }

  @Test("Turns right-to-left text round, its brackets and marks with it")
  func rightToLeft() {
    var screen = Screen(columns: 10, rows: 1)
    let bytes = Array("אב\u{5B0}(ג)«ד".utf8)
    let end = screen.write(
      bytes, in: 0..<bytes.count, column: 1, row: 0, before: 10, CellStyle(), segmenter: segmenter,
      isRightToLeft: true)
    #expect(end == 8)
    #expect(screen.text(ofRow: 0) == " ד»(ג)ב\u{5B0}א")
    var narrow = Screen(columns: 3, rows: 1)
    narrow.write(
      bytes, in: 0..<bytes.count, column: 0, row: 0, before: 3, CellStyle(), segmenter: segmenter,
      isRightToLeft: true)
    #expect(narrow.text(ofRow: 0) == ")ב\u{5B0}א")
  }

  @Test("Changes looks, and forgets those that no cell has")
  func looks() {
    var screen = Screen(columns: 4, rows: 1)
    screen.write("漢ab", column: 0, row: 0, before: 4, CellStyle(), segmenter: segmenter)
    screen.restyle(row: 0, 0..<3) { $0.attributes.insert(.bold) }
    #expect(screen.style(column: 1, row: 0) == CellStyle(.bold))
    #expect(screen.style(column: 3, row: 0) == CellStyle())
    for number in 0..<20_000 { screen.restyle(row: 0, 2..<3) { $0.link = "https://\(number)" } }
    #expect(screen.styles.entries.count < 5000)
    #expect(screen.style(column: 2, row: 0).link == "https://19999")
    #expect(screen.style(column: 0, row: 0) == CellStyle(.bold))
    #expect(screen.style(column: 3, row: 0) == CellStyle())
  }

  @Test("Is equal to one that looks the same, however it was drawn")
  func equality() {
    let family = "👩‍👩‍👧‍👧"
    var one = Screen(columns: 8, rows: 1)
    var other = one
    one.write("a", column: 0, row: 0, before: 8, CellStyle(.bold), segmenter: segmenter)
    one.write(family, column: 2, row: 0, before: 8, CellStyle(.italic), segmenter: segmenter)
    other.write("👨‍👩‍👧‍👧", column: 2, row: 0, before: 8, CellStyle(.dim), segmenter: segmenter)
    #expect(one != other)
    other.write(family, column: 2, row: 0, before: 8, CellStyle(.italic), segmenter: segmenter)
    #expect(one != other)
    other.write("a", column: 0, row: 0, before: 8, CellStyle(.bold), segmenter: segmenter)
    #expect(one == other)
    #expect(one.hashValue == other.hashValue)
    other.cursor = (1, 0)
    #expect(one != other)
    other.cursor = (8, 0)
    #expect(other.cursor == nil)
  }

  @Test("Passes over what lies outside")
  func outside() {
    var screen = Screen(columns: 4, rows: 2)
    screen.fill(Rectangle(column: 9, row: 9, columns: 4, rows: 4), CellStyle(.bold))
    screen.fill(Rectangle(column: -3, row: -3, columns: 2, rows: 2), CellStyle(.bold))
    screen.restyle(row: 7, 0..<9) { $0.attributes = .bold }
    screen.write("abc", column: -1, row: 0, before: 99, CellStyle(), segmenter: segmenter)
    screen.write("abc", column: 3, row: 1, before: 99, CellStyle(), segmenter: segmenter)
    screen.write("abc", column: 0, row: 2, before: 99, CellStyle(), segmenter: segmenter)
    #expect(screen.text(ofRow: 0) == "bc")
    #expect(screen.text(ofRow: 1) == "   a")
    #expect(screen.style(column: 4, row: 0) == CellStyle())
    #expect(Screen(columns: -1, rows: 5).text(ofRow: 0) == "")
  }
}
