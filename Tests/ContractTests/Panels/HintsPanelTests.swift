import EPUBSegmentation
import EPUBTerminal
import Testing

@testable import EPUBFront

@Suite("Link hints", .timeLimit(.minutes(10))) struct HintsPanelTests {
  @Test(
    "Labels are as short as they can be, and none begins another",
    arguments: [
      0, 1, 2, 25, 26, 27, 51, 52, 676, 677, 3000,
    ])
  func labels(_ count: Int) {
    let labels = HintLabels.labels(count)
    #expect(labels.count == count)
    #expect(Set(labels).count == count)
    let length = count <= 26 ? 1 : count <= 676 ? 2 : 3
    #expect(labels.allSatisfy { $0.count <= length && !$0.isEmpty })
    #expect(labels.map(\.count) == labels.map(\.count).sorted())
    let sorted = labels.sorted()
    #expect(!zip(sorted, sorted.dropFirst()).contains { $1.hasPrefix($0) })
  }

  @Test("The fingers' home row comes first, and few labels are longer than they need be")
  func order() {
    #expect(HintLabels.labels(7) == ["a", "s", "d", "f", "j", "k", "l"])
    #expect(HintLabels.labels(27).suffix(3) == ["n", "ma", "ms"])
  }

  private static let page = [
    "See chapter one, note 1 2", "and nothing else here,", "but the last link",
  ]
  private static let targets = [
    HintsPanel.Target(4, 0, width: 11), HintsPanel.Target(22, 0, width: 1),
    HintsPanel.Target(24, 0, width: 1), HintsPanel.Target(8, 2, width: 9),
  ]

  private static func screen(_ panel: inout HintsPanel, _ look: PanelLook = PanelLook()) -> Screen {
    var screen = Screen(columns: 26, rows: 4)
    for (row, text) in page.enumerated() {
      screen.write(
        text, column: 0, row: row, before: 26, CellStyle(), segmenter: Segmenter())
    }
    panel.draw(
      on: &screen, in: Rectangle(column: 0, row: 0, columns: 26, rows: 3), look, Segmenter())
    return screen
  }

  @Test("Letters lie over the page, which stays seen")
  func drawing() {
    var panel = HintsPanel(Self.targets)
    let screen = Self.screen(&panel)
    #expect(
      screen.rowTexts == [
        "See ahapter one, note s d", "and nothing else here,", "but the fast link", "",
      ])
    #expect(
      screen.marks(ofRow: 0) { $0.attributes == [.bold, .reverse] }
        == "....x.................x.x.")
    #expect(
      screen.marks(ofRow: 0) { $0.attributes == .reverse } == ".....xxxxxxxxxx...........")
  }

  @Test("Plain, they stand in brackets, which give way to each other, and the cursor is on one")
  func plain() {
    var panel = HintsPanel(Self.targets)
    panel.press(.tab)
    let screen = Self.screen(&panel, plainLook)
    #expect(screen.text(ofRow: 0) == "See [a]pter one, not[s][d]")
    #expect(screen.text(ofRow: 2) == "but the [f]t link")
    #expect(screen.cursorText == "20,0")
  }

  @Test("The letters of a link choose it, in either case; others are passed over")
  func choosing() {
    var panel = HintsPanel(Self.targets)
    #expect(panel.type("x") == .stays)
    #expect(panel.type("é") == .stays)
    #expect(panel.type("D") == .chose(2))
    var many = HintsPanel((0..<60).map { HintsPanel.Target($0, 0, width: 1) })
    #expect(many.type("m") == .stays)
    #expect(many.type("s") == .chose(many.labels.firstIndex(of: "ms") ?? -1))
    #expect(many.press(.backspace) == .stays)
    #expect(many.typed == "")
    #expect(many.press(.backspace) == .closes)
    #expect(many.press(.escape) == .closes)
  }

  @Test("What was typed leaves those that begin so, and the choice is among them")
  func narrowing() {
    var panel = HintsPanel((0..<28).map { HintsPanel.Target(0, $0, width: 3) })
    panel.type("m")
    var screen = Screen(columns: 10, rows: 28)
    panel.draw(
      on: &screen, in: Rectangle(column: 0, row: 0, columns: 10, rows: 28), PanelLook(),
      Segmenter())
    #expect(screen.rowTexts.filter { !$0.isEmpty } == ["ma", "ms", "md"])
    #expect(screen.style(column: 0, row: 25) == CellStyle(.dim))
    #expect(panel.press(.enter) == .chose(25))
    panel.press(.up)
    #expect(panel.press(.enter) == .chose(27))
    panel.press(.tab)
    #expect(panel.do(.accept) == .chose(25))
  }

  @Test("Clicks choose the link they meet, and no links are no trouble")
  func clicks() {
    var panel = HintsPanel(Self.targets)
    #expect(panel.click(column: 14, row: 0) == .chose(0))
    #expect(panel.click(column: 15, row: 0) == .stays)
    var empty = HintsPanel([])
    #expect(empty.press(.tab) == .stays)
    #expect(empty.press(.enter) == .stays)
    #expect(empty.type("a") == .stays)
    #expect(empty.drawn(10, 2) == ["", ""])
  }
}
