import EPUBSegmentation
import EPUBTerminal
import Testing

@testable import EPUBFront

@Suite("A text to read", .timeLimit(.minutes(10))) struct TextPanelTests {
  private static let help: [TextParagraph] = [
    TextParagraph(text: "Moving", style: .title),
    TextParagraph(text: "one line down", lead: "j, Down", leadColumns: 12, indent: 2),
    TextParagraph(
      text: "one page down, with a count so many", lead: "Space", leadColumns: 12, indent: 2),
    TextParagraph(text: "half a page up", lead: "a long list of keys", leadColumns: 12, indent: 2),
    TextParagraph(text: ""),
    TextParagraph(text: "Finding", style: .title),
    TextParagraph(text: "search forward", lead: "/", leadColumns: 12, indent: 2),
  ]

  private static func text(_ text: String, links: [Range<Int>] = []) -> TextPanel {
    TextPanel(title: "Note", paragraphs: [TextParagraph(text: text, links: links)])
  }

  @Test("Breaks between words, and shows names beside what they mean")
  func drawing() {
    var panel = TextPanel(title: "Keys", paragraphs: Self.help)
    let screen = panel.screen(40, 10)
    #expect(
      screen.rowTexts == [
        "Keys", " Moving", "   j, Down     one line down", "   Space       one page down, with a",
        "               count so many", "   a long list of keys", "       half a page up", "",
        " Finding", "   /           search forward",
      ])
    #expect(
      screen.marks(ofRow: 1) { $0 == CellStyle(.bold) } == ".xxxxxx"
        + String(repeating: ".", count: 33))
  }

  @Test("In a narrow panel what they mean stands below names")
  func narrow() {
    var panel = TextPanel(title: "Keys", paragraphs: Self.help)
    #expect(
      panel.drawn(20, 6) == [
        "Keys", " Moving", "   j, Down", "     one line down", "   Space", "     one page down,",
      ])
  }

  @Test("Line ends, spaces and tabs of the text stay, words longer than a line are cut")
  func breaking() {
    var panel = Self.text("a\r\n  b\tc\n\n漢字漢字漢字漢字漢字漢 incomprehensibilities\u{2028}end")
    #expect(
      panel.drawn(20, 9) == [
        "Note", " a", "   b     c", "", " 漢字漢字漢字漢字漢", " 字漢", " incomprehensibiliti", " es", " end",
      ])
    #expect(panel.wantedRows(columns: 20, rows: 30, Segmenter()) == 9)
    var empty = TextPanel(title: "Note", paragraphs: [])
    #expect(empty.wantedRows(columns: 20, rows: 30, Segmenter()) == 1)
    #expect(empty.drawn(20, 3) == ["Note", "", ""])
    #expect(empty.do(.lineDown) == .stays)
  }

  @Test("Wants what it needs, of the rows no more than its share")
  func wanting() {
    var panel = Self.text(String(repeating: "word ", count: 200))
    #expect(panel.wantedRows(columns: 80, rows: 23, Segmenter()) == 14)
    #expect(
      panel.wantedRows(columns: 200, rows: 23, Segmenter()) == 14, "no line is longer than 80")
    #expect(panel.wantedRows(columns: 80, rows: 5, Segmenter()) == 5)
    panel.share = 2
    #expect(panel.wantedRows(columns: 80, rows: 23, Segmenter()) == 11)
    #expect(panel.wantedRows(columns: 80, rows: 1, Segmenter()) == 1)
  }

  private static let numbers = TextPanel(
    title: "Numbers", paragraphs: (1...50).map { TextParagraph(text: $0 % 10 == 6 ? "" : "\($0)") })

  @Test("Scrolls by lines, pages and paragraphs, to ends and percents")
  func scrolling() {
    var panel = Self.numbers
    #expect(panel.drawn(40, 11)[0] == "Numbers                             20 %")
    let moves: [(Action, Int?, Int)] = [
      (.lineDown, nil, 1), (.lineDown, 3, 4), (.lineUp, nil, 3), (.nextPage, nil, 13),
      (.halfPageUp, nil, 8), (.previousPage, nil, 0), (.previousPage, nil, 0),
      (.nextParagraph, nil, 6), (.nextChapter, nil, 16), (.previousParagraph, nil, 6),
      (.end, nil, 40),
      (.lineDown, Int.max, 40), (.goToPage, 17, 16), (.start, nil, 0), (.goToPercent, 50, 20),
      (.accept, nil, 21),
    ]
    for (action, count, expected) in moves {
      #expect(panel.do(action, count) == .stays)
      #expect(panel.top == expected, "\(action) \(count ?? -1)")
    }
    panel.do(.end)
    #expect(panel.drawn(40, 11)[0] == "Numbers                            100 %")
    #expect(panel.do(.accept) == .passes)
    #expect(panel.do(.close) == .closes)
    #expect(panel.do(.nextTheme) == .passes)
  }

  @Test("Stays at the same text when the width changes")
  func resizing() {
    var panel = Self.text((1...300).map(String.init).joined(separator: " "))
    _ = panel.drawn(60, 5)
    panel.do(.lineDown, 8)
    let first = panel.drawn(60, 5)[1].split(separator: " ")[0]
    #expect(panel.drawn(23, 5)[1].contains(first))
    #expect(panel.drawn(60, 5)[1].contains(first))
  }

  @Test("Marks what is searched for, goes to it and round")
  func searching() {
    var panel = TextPanel(title: "Keys", paragraphs: Self.help)
    _ = panel.drawn(40, 5)
    #expect(panel.do(.nextHit) == .passes)
    #expect(panel.do(.searchForward) == .stays)
    panel.type("PÁGE")
    var screen = panel.screen(40, 5)
    #expect(screen.text(ofRow: 0) == "Keys  /PÁGE  1/2                    44 %")
    #expect(screen.cursorText == "11,0")
    #expect(
      screen.marks(ofRow: 3) { $0.attributes.contains(.reverse) }
        == "...................xxxx.................")
    #expect(panel.press(.enter) == .stays)
    panel.do(.nextHit)
    screen = panel.screen(40, 5)
    #expect(screen.text(ofRow: 1) == "   a long list of keys")
    #expect(
      screen.marks(ofRow: 2) { $0.attributes.contains(.reverse) }
        == "..............xxxx......................")
    panel.do(.nextHit)
    #expect(panel.match == 0)
    #expect(panel.do(.cancel) == .stays)
    #expect(panel.drawn(40, 5)[0].hasPrefix("Keys   "))
    #expect(panel.do(.cancel) == .closes)
  }

  @Test("Searches names too, phrases over line ends, and says when nothing is there")
  func searchingLeads() {
    var panel = TextPanel(title: "Keys", paragraphs: Self.help)
    _ = panel.drawn(40, 5)
    panel.do(.searchForward)
    panel.type("j, do")
    #expect(panel.screen(40, 5, plainLook).text(ofRow: 0).hasPrefix("Keys  /j, do  1/1"))
    panel.press(.tab)
    #expect(panel.screen(40, 5, plainLook).cursorText == "3,2")
    panel.do(.searchForward)
    panel.type("a count so")
    #expect(panel.matches.count == 1)
    #expect(
      panel.screen(40, 6).marks(ofRow: 4) { $0 == CellStyle(.reverse) }.hasPrefix(
        "...............xxxxxxxx"))
    panel.type("x")
    #expect(panel.drawn(40, 5)[0].hasPrefix("Keys  /a count sox  not found"))
    panel.press(.escape)
    #expect(!panel.takesText)
  }

  @Test("Tab goes to links, Enter and clicks choose them")
  func links() {
    let text = "See\r\nchapter one or\tthe note."
    var panel = Self.text(text, links: [5..<16, 20..<28])
    #expect(panel.takes(KeyStroke(.tab)))
    #expect(!Self.text("a").takes(KeyStroke(.tab)))
    #expect(panel.press(.tab) == .stays)
    let screen = panel.screen(40, 4)
    #expect(screen.rowTexts == ["Note", " See", " chapter one or  the note.", ""])
    #expect(
      screen.marks(ofRow: 2) { $0.attributes == .underline }
        == ".................xxxxxxxx...............")
    #expect(
      screen.marks(ofRow: 2) { $0.attributes.contains(.reverse) }
        == ".xxxxxxxxxxx............................")
    #expect(panel.do(.accept) == .chose(0))
    panel.press(.tab, .shift)
    #expect(panel.screen(40, 4, plainLook).cursorText == "17,2")
    #expect(panel.do(.accept) == .chose(1))
    panel.press(.tab)
    #expect(panel.link == 0)
    #expect(panel.click(column: 18, row: 2) == .chose(1))
    #expect(panel.click(column: 13, row: 2) == .stays)
  }

  @Test("Links out of sight are scrolled to; the first one is one that is seen")
  func farLinks() {
    var paragraphs = (1...50).map { TextParagraph(text: "\($0)") }
    for index in [3, 20, 40] { paragraphs[index].links = [0..<2] }
    var panel = TextPanel(title: "Note", paragraphs: paragraphs)
    _ = panel.drawn(40, 11)
    panel.do(.lineDown, 10)
    panel.press(.tab)
    #expect(panel.link == 1)
    panel.press(.tab)
    #expect(panel.drawn(40, 11).contains(" 41"))
    panel.press(.tab)
    #expect(panel.drawn(40, 11).contains(" 4"))
  }

  @Test("Plain, the cursor is where the text begins")
  func plain() {
    var panel = Self.text("Some text")
    let screen = panel.screen(20, 3, plainLook)
    #expect(screen.cursorText == "0,1")
    #expect(panel.screen(20, 3).cursorText == "")
  }

  @Test("A paragraph that runs from right to left does so in all its lines, links in it too")
  func directions() {
    let text = "אבג דהו abc זחט, def יכ"
    let link = text.utf8.count - Array("זחט, def יכ".utf8).count
    var panel = Self.text(text, links: [link..<link + 6])
    #expect(panel.drawn(15, 3) == ["Note", " abc והד גבא", " כי def ,טחז"])
    #expect(panel.click(column: 10, row: 2) == .chose(0))
    #expect(panel.click(column: 8, row: 2) == .stays)
    panel.press(.tab)
    let screen = panel.screen(15, 3)
    #expect(screen.marks(ofRow: 2) { $0.attributes.contains(.reverse) } == ".........xxx...")
    #expect(panel.screen(15, 3, plainLook).cursorText == "9,2")
  }
}
