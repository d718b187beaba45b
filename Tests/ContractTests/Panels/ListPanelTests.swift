import EPUBSegmentation
import EPUBTerminal
import Testing

@testable import EPUBFront

@Suite("A list to choose from", .timeLimit(.minutes(10))) struct ListPanelTests {
  private static func numbered(_ count: Int) -> [ListRow] {
    (1...count).map { ListRow(text: "Chapter \($0)", detail: "\($0 * 10)") }
  }

  private static let tree = [
    ListRow(text: "Part One", detail: "1"),
    ListRow(text: "Loomings", level: 1, detail: "2"),
    ListRow(text: "The Carpet-Bag", level: 1, detail: "9"),
    ListRow(text: "A scene", level: 2, detail: "11"),
    ListRow(text: "Part Two", detail: "20"),
    ListRow(text: "Loomings again", level: 1, detail: "21"),
  ]

  @Test("Shows its entries, the one in force, page numbers and where one is")
  func drawing() {
    var panel = ListPanel(title: "Contents", rows: Self.tree, current: 2)
    let screen = panel.screen(30, 7)
    #expect(
      screen.rowTexts == [
        "Contents  3/6",
        "   Part One                  1",
        "     Loomings                2",
        " •   The Carpet-Bag          9",
        "       A scene              11",
        "   Part Two                 20",
        "     Loomings again         21",
      ])
    #expect(
      screen.marks(ofRow: 3) { $0.attributes == .reverse } == String(repeating: "x", count: 30))
    #expect(
      screen.marks(ofRow: 2) { $0.attributes == .reverse } == String(repeating: ".", count: 30))
    #expect(screen.cursorText == "")
  }

  @Test("Plain, a mark and the terminal's cursor show the choice")
  func plain() {
    var panel = ListPanel(title: "Contents", rows: Self.tree, current: 1)
    panel.do(.lineDown)
    let screen = panel.screen(30, 6, plainLook)
    #expect(
      screen.rowTexts == [
        "Contents  3/6             83 %",
        "    Part One                 1",
        "  *   Loomings               2",
        ">     The Carpet-Bag         9",
        "        A scene             11",
        "    Part Two                20",
      ])
    #expect(screen.cursorText == "0,3")
    for row in 0..<6 {
      #expect(screen.marks(ofRow: row) { $0 != CellStyle() } == String(repeating: ".", count: 30))
    }
  }

  @Test("Long titles end with an ellipsis, to the cell, and line breaks in them are spaces")
  func longTitles() {
    let rows = [
      ListRow(text: "A\r\nvery\tlong title of a chapter", detail: "1403"),
      ListRow(text: "漢字漢字漢字漢字漢字漢字", detail: "7"), ListRow(text: "漢字漢字漢字漢字a"),
    ]
    var panel = ListPanel(title: "Contents of it", rows: rows)
    #expect(
      panel.drawn(20, 4) == [
        "Contents of it  1/3", " A very long…   1403", " 漢字漢字漢字漢…   7", " 漢字漢字漢字漢字a",
      ])
    #expect(panel.drawn(12, 4)[0] == "Conten…  1/3")
    #expect(panel.drawn(9, 4)[2] == " 漢字漢…")
  }

  @Test("Moves by lines, pages, to ends, to numbers and to percents")
  func moving() {
    var panel = ListPanel(title: "Contents", rows: Self.numbered(94))
    _ = panel.drawn(40, 11)
    let moves: [(Action, Int?, Int)] = [
      (.lineDown, nil, 1), (.lineDown, 3, 4), (.lineUp, 2, 2), (.nextPage, nil, 12),
      (.halfPageDown, nil, 17), (.halfPageUp, nil, 12), (.previousPage, nil, 2), (.end, nil, 93),
      (.lineDown, nil, 93), (.nextPage, 1_000_000, 93), (.start, nil, 0), (.lineUp, nil, 0),
      (.previousPage, Int.max, 0), (.goToPage, 57, 56), (.goToPage, nil, 93), (.goToPage, 500, 93),
      (.goToPercent, 50, 46), (.goToPercent, 0, 0), (.goToPercent, 100, 93),
    ]
    for (action, count, expected) in moves {
      #expect(panel.do(action, count) == .stays)
      #expect(panel.chosen == expected, "\(action) \(count ?? -1)")
    }
  }

  @Test("Enter chooses, with a count the entry of that number; clicks choose what they meet")
  func choosing() {
    var panel = ListPanel(title: "Contents", rows: Self.numbered(9))
    _ = panel.drawn(40, 5)
    #expect(panel.do(.accept) == .chose(0))
    #expect(panel.do(.accept, 7) == .chose(6))
    #expect(panel.do(.accept, 10) == .stays)
    #expect(panel.click(column: 3, row: 2) == .chose(1))
    #expect(panel.chosen == 1)
    #expect(panel.click(column: 3, row: 0) == .stays)
    #expect(panel.click(column: 3, row: 50) == .stays)
    #expect(panel.do(.close) == .closes)
    #expect(panel.do(.quit) == .closes)
    #expect(panel.do(.cancel) == .closes)
    #expect(panel.do(.nextTheme) == .passes)
  }

  @Test("What is seen moves no further than it must")
  func scrolling() {
    var panel = ListPanel(title: "Contents", rows: Self.numbered(94), current: 49)
    #expect(panel.drawn(40, 6)[1].hasPrefix("   Chapter 48 "), "the current one is in the middle")
    panel.do(.lineUp, 2)
    #expect(panel.drawn(40, 6)[1].hasPrefix("   Chapter 48 "))
    panel.do(.lineUp)
    #expect(panel.drawn(40, 6)[1].hasPrefix("   Chapter 47 "))
    panel.do(.lineDown, 4)
    #expect(panel.drawn(40, 6)[1].hasPrefix("   Chapter 47 "))
    panel.do(.lineDown)
    #expect(panel.drawn(40, 6)[1].hasPrefix("   Chapter 48 "))
    panel.do(.nextPage)
    #expect(panel.drawn(40, 6)[1].hasPrefix("   Chapter 53 "))
    panel.do(.end)
    #expect(panel.drawn(40, 6)[5].hasPrefix("   Chapter 94 "))
    #expect(panel.drawn(40, 6)[0] == "Contents  94/94                    100 %")
    #expect(panel.drawn(40, 20)[19].hasPrefix("   Chapter 94 "))
  }

  @Test("Branches close and open, and hold the choice")
  func folding() {
    var panel = ListPanel(title: "Contents", rows: Self.tree)
    #expect(panel.takes(KeyStroke(.left)) && panel.takes(KeyStroke("l")))
    #expect(!panel.takes(KeyStroke("j")))
    panel.do(.lineDown, 3)
    panel.press(.left)
    #expect(panel.chosen == 2)
    #expect(panel.drawn(30, 6)[3] == "   The Carpet-Bag        +1  9")
    panel.type("h")
    #expect(panel.chosen == 0)
    #expect(
      panel.drawn(30, 6) == [
        "Contents  1/3", " Part One                +3  1", " Part Two                   20",
        "   Loomings again           21", "", "",
      ])
    panel.press(.tab)
    #expect(panel.drawn(30, 7)[3] == "   The Carpet-Bag        +1  9")
    panel.press(.tab)
    panel.choose(3)
    #expect(panel.chosen == 3, "what hides it opens")
    #expect(panel.drawn(30, 7)[4] == "     A scene                11")
    #expect(!ListPanel(title: "", rows: Self.numbered(3)).takes(KeyStroke(.left)))
  }

  @Test("Goes to the next entry that stands no deeper")
  func siblings() {
    var panel = ListPanel(title: "Contents", rows: Self.tree)
    panel.do(.nextChapter)
    #expect(panel.chosen == 4)
    panel.do(.nextChapter)
    #expect(panel.chosen == 4)
    panel.do(.previousParagraph)
    #expect(panel.chosen == 0)
  }

  @Test("Headings can't be chosen and stay seen above what can")
  func headings() {
    var rows = [ListRow(text: "Yesterday", isEnabled: false)]
    rows += Self.numbered(2)
    rows += [ListRow(text: "Before", isEnabled: false)]
    rows += Self.numbered(9)
    var panel = ListPanel(title: "Recent", rows: rows)
    #expect(panel.chosen == 1)
    panel.do(.lineDown, 2)
    #expect(panel.chosen == 4)
    #expect(panel.drawn(20, 5)[0] == "Recent  3/11")
    panel.do(.end)
    _ = panel.drawn(20, 5)
    panel.do(.start)
    #expect(panel.drawn(20, 5)[1] == " Yesterday")
    #expect(panel.click(column: 0, row: 1) == .stays)
  }

  @Test("Entries are taken out where that is allowed, the others keep their indices")
  func removing() {
    var panel = ListPanel(title: "Bookmarks", rows: Self.numbered(4), requests: [.remove])
    panel.do(.lineDown)
    #expect(panel.do(.highlightWord) == .asked(1, .remove))
    #expect(panel.do(.highlight) == .passes)
    #expect(panel.takes(KeyStroke(.delete)) && panel.press(.delete) == .asked(1, .remove))
    #expect(!ListPanel(title: "", rows: Self.numbered(3)).takes(KeyStroke(.delete)))
    panel.remove(1)
    #expect(
      panel.drawn(20, 5) == [
        "Bookmarks  2/3", " Chapter 1        10", " Chapter 3        30",
        " Chapter 4        40", "",
      ])
    #expect(panel.do(.accept) == .chose(2))
    for index in [3, 2, 0, 0, 17, -1] { panel.remove(index) }
    #expect(panel.drawn(20, 3) == ["Bookmarks  0", " Nothing here.", ""])
    #expect(panel.do(.highlightWord) == .stays)
    #expect(panel.do(.accept) == .stays)
  }

  @Test("Hits show what was found, on one line or below their chapter")
  func hits() {
    let context = ListRow.Context(
      before: "Call me Ishmael. Some years ago I saw a ", hit: "whale", after: " that was white.")
    let rows = [
      ListRow(text: "", detail: "57", context: context),
      ListRow(text: "Loomings", detail: "58", context: context),
    ]
    var panel = ListPanel(title: "whale", rows: rows)
    let screen = panel.screen(40, 4)
    #expect(
      screen.rowTexts == [
        "whale  1/2", " … ago I saw a whale that was white.  57",
        " Loomings                             58",
        "   …rs ago I saw a whale that was white.",
      ])
    #expect(
      screen.marks(ofRow: 1) { $0.attributes.contains(.underline) }
        == "...............xxxxx....................")
    #expect(panel.click(column: 1, row: 3) == .chose(1))
    #expect(panel.wantedRows(columns: 40, rows: 23, Segmenter()) == 4)
  }

  @Test("Grows while it is open, and says so")
  func growing() {
    var panel = ListPanel(title: "whale", rows: [])
    panel.remark = "searching…"
    #expect(panel.drawn(40, 3) == ["whale  0  searching…", "", ""])
    panel.append(Self.numbered(5))
    #expect(panel.chosen == 0)
    panel.do(.lineDown, 2)
    panel.append(Self.numbered(5))
    panel.remark = ""
    #expect(panel.chosen == 2)
    #expect(panel.drawn(40, 3)[0] == "whale  3/10                         30 %")
    #expect(panel.do(.accept, 10) == .chose(9))
  }

  @Test("Wants as many rows as it has entries, and never shrinks")
  func wanting() {
    var panel = ListPanel(title: "Contents", rows: Self.numbered(5), requests: [.remove])
    let segmenter = Segmenter()
    #expect(panel.wantedRows(columns: 40, rows: 23, segmenter) == 6)
    #expect(panel.wantedRows(columns: 40, rows: 4, segmenter) == 4)
    panel.remove(0)
    #expect(panel.wantedRows(columns: 40, rows: 23, segmenter) == 6)
    var empty = ListPanel(title: "Words", rows: [])
    #expect(empty.wantedRows(columns: 40, rows: 23, segmenter) == 2)
    #expect(empty.wantedRows(columns: 40, rows: 0, segmenter) == 0)
  }

  @Test("Text that runs from right to left is drawn as it is seen, and cut at its own end")
  func directions() {
    var panel = ListPanel(
      title: "שלום", rows: [ListRow(text: "אבג (abc) דה", detail: "7"), ListRow(text: "a אבג b")])
    #expect(panel.drawn(20, 3) == ["םולש  1/2", " הד (abc) גבא      7", " a גבא b"])
    #expect(panel.drawn(10, 2)[1] == " …abc) גבא")
    panel.do(.searchForward)
    panel.type("אב")
    let screen = panel.screen(20, 3)
    #expect(screen.text(ofRow: 0) == "םולש  /בא  1/2")
    #expect(
      screen.marks(ofRow: 2) { $0.attributes.contains(.underline) } == "....xx..............")
  }
}
