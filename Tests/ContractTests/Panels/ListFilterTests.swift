import EPUBSegmentation
import EPUBTerminal
import Testing

@testable import EPUBFront

@Suite("Filtering a list", .timeLimit(.minutes(10))) struct ListFilterTests {
  private static let tree = [
    ListRow(text: "Part One", detail: "1"),
    ListRow(text: "Loomings", level: 1, detail: "2"),
    ListRow(text: "Das Wirtshaus zum Walfänger", level: 1, detail: "9"),
    ListRow(text: "The carpet-bag", level: 2, detail: "11"),
    ListRow(text: "Part Two", detail: "20"),
    ListRow(text: "Loomings again", level: 1, detail: "21"),
  ]

  private static func list(_ texts: String...) -> ListPanel {
    ListPanel(title: "Words", rows: texts.map { ListRow(text: $0) })
  }

  @Test("Shows what holds every part that is typed, and what it stands under")
  func branches() {
    var panel = ListPanel(title: "Contents", rows: Self.tree, current: 4)
    #expect(panel.do(.searchForward) == .stays)
    #expect(panel.takesText)
    panel.type("bag carp")
    let screen = panel.screen(40, 5)
    #expect(
      screen.rowTexts == [
        "Contents  /bag carp  1/1", "   Part One                            1",
        "     Das Wirtshaus zum Walfänger       9", "       The carpet-bag                 11", "",
      ])
    #expect(screen.cursorText == "19,0")
    #expect(screen.marks(ofRow: 1) { $0 == CellStyle(.dim) } == String(repeating: "x", count: 40))
    #expect(
      screen.marks(ofRow: 3) { $0.attributes == [.underline, .reverse] }
        == "...........xxxx...xxx...................")
    #expect(panel.press(.enter) == .chose(3))
  }

  @Test("Case and accents count for nothing", arguments: ["walfanger", "WALFÄNGER", "wirtsháus w"])
  func folding(_ typed: String) {
    var panel = ListPanel(title: "Contents", rows: Self.tree)
    panel.do(.searchBackward)
    panel.type(typed)
    #expect(panel.chosen == 2)
    #expect(panel.list.shown == [0, 2])
  }

  @Test("Escape lifts the filter first and closes then; what was chosen stays")
  func lifting() {
    var panel = ListPanel(title: "Contents", rows: Self.tree)
    panel.do(.searchForward)
    panel.type("again")
    #expect(panel.press(.escape) == .stays)
    #expect(!panel.takesText)
    #expect(panel.drawn(30, 8)[0] == "Contents  6/6")
    #expect(panel.do(.cancel) == .closes)
    panel.do(.searchForward)
    panel.type("again")
    panel.press(.tab)
    #expect(panel.do(.close) == .stays, "Escape is bound to closing")
    #expect(panel.do(.close) == .closes)
    panel.do(.searchForward)
    #expect(panel.do(.quit) == .closes)
  }

  @Test("Nothing found chooses nothing, and taking letters back finds the way back")
  func nothing() {
    var panel = Self.list("ahab", "bildad", "coffin", "daggoo")
    panel.do(.lineDown, 2)
    panel.do(.searchForward)
    panel.type("d")
    #expect(panel.chosen == 3)
    panel.type("z")
    #expect(panel.drawn(30, 3) == ["Words  /dz  0", " No entry has that.", ""])
    #expect(panel.press(.enter) == .stays)
    panel.press(.backspace)
    #expect(panel.chosen == 3)
    panel.press(.backspace)
    #expect(panel.chosen == 2)
    #expect(panel.takesText)
    panel.press(.backspace)
    #expect(!panel.takesText)
    #expect(panel.drawn(30, 2)[0] == "Words  3/4                75 %")
  }

  @Test("Tab gives the keys back to the list; matches follow each other round")
  func matches() {
    var panel = Self.list("queequeg", "ahab", "queen", "starbuck", "quest")
    panel.do(.searchForward)
    panel.type("que")
    panel.press(.down)
    #expect(panel.chosen == 2)
    panel.press(.tab)
    #expect(!panel.takesText)
    let screen = panel.screen(30, 4)
    #expect(screen.rowTexts == ["Words  /que  2/3", " queequeg", " queen", " quest"])
    #expect(screen.cursorText == "")
    panel.do(.nextHit, 2)
    #expect(panel.chosen == 0)
    panel.do(.previousHit)
    #expect(panel.chosen == 4)
    panel.do(.searchForward)
    panel.type("e")
    #expect(panel.list.shown == [0, 2])
    #expect(panel.do(.cancel) == .stays)
    #expect(panel.do(.cancel) == .closes)
  }

  @Test("Keys to move and to choose work while one types, the others edit")
  func typing() {
    var panel = Self.list("one", "two", "two two", "three two")
    panel.do(.searchForward)
    panel.type("xwo")
    panel.press(.home)
    panel.press(.delete)
    panel.type("t")
    #expect(panel.list.shown == [1, 2, 3])
    panel.control("n")
    panel.press(.pageDown)
    #expect(panel.chosen == 3)
    panel.control("p")
    #expect(panel.chosen == 2)
    #expect(panel.type(.paste(" thr\nee")) == .stays)
    #expect(panel.drawn(40, 3)[0].hasPrefix("Words  /t thr eewo  0"))
    #expect(panel.press(.function(1)) == .passes)
    panel.control("c")
    #expect(panel.list.shown.count == 4)
  }

  @Test("Text of hits is looked through and marked too, and so are entries that come later")
  func hits() {
    func hit(_ after: String) -> ListRow {
      ListRow(text: "", context: ListRow.Context(before: "the ", hit: "whale", after: after))
    }
    var panel = ListPanel(title: "whale", rows: [hit(" of old"), hit(" swam")])
    panel.do(.searchForward)
    panel.type("swam")
    panel.append([hit(" sank"), hit(" swam on")])
    #expect(panel.list.shown == [1, 3])
    let screen = panel.screen(30, 3)
    #expect(screen.rowTexts == ["whale  /swam  1/2", " the whale swam", " the whale swam on"])
    #expect(
      screen.marks(ofRow: 2) { $0.attributes.contains(.underline) }
        == ".....xxxxx.xxxx...............")
  }

  @Test("Plain, the cursor is where one types, else on the choice")
  func plain() {
    var panel = Self.list("one", "two")
    panel.do(.searchForward)
    panel.type("tw")
    #expect(panel.screen(30, 3, plainLook).cursorText == "10,0")
    panel.press(.left)
    #expect(panel.screen(30, 3, plainLook).cursorText == "9,0")
    panel.press(.tab)
    #expect(panel.screen(30, 3, plainLook).cursorText == "0,1")
  }

  @Test("What is typed is seen in the narrowest panel")
  func narrow() {
    var panel = ListPanel(title: "A long title of a list", rows: Self.tree)
    panel.do(.searchForward)
    panel.type("loomings again")
    let screen = panel.screen(20, 3)
    #expect(screen.text(ofRow: 0) == "A lo…  / again  1/1")
    #expect(screen.cursorText == "14,0")
  }
}
