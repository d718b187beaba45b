import EPUBSegmentation
import EPUBTerminal
import Testing

@testable import EPUBFront

@Suite("A line to type in", .timeLimit(.minutes(10))) struct PromptPanelTests {
  @Test("What is typed is told at each change, and entered")
  func typing() {
    var panel = PromptPanel(prompt: "/")
    #expect(panel.type("wh") == .edited("wh"))
    #expect(panel.press(.left) == .stays)
    #expect(panel.type(.paste("h\ni\u{1B}c")) == .edited("wh ich"))
    let screen = panel.screen(20, 1)
    #expect(screen.rowTexts == ["/wh ich"])
    #expect(screen.cursorText == "6,0")
    #expect(panel.press(.enter) == .entered("wh ich"))
    #expect(panel.history == ["wh ich"])
  }

  @Test("It closes by Escape, C-c, C-g and by Backspace when nothing is typed")
  func closing() {
    var panel = PromptPanel(prompt: ":", text: "q")
    #expect(panel.press(.escape) == .closes)
    #expect(panel.control("c") == .closes)
    #expect(panel.control("g") == .closes)
    #expect(panel.press(.backspace) == .edited(""))
    #expect(panel.press(.backspace) == .closes)
    #expect(panel.press(.function(1)) == .passes)
    #expect(panel.do(.nextPage) == .passes)
  }

  struct Edit: Sendable, CustomTestStringConvertible {
    var keys: [KeyStroke]
    var expected: String
    var testDescription: String { "\(expected)" }
  }

  private static func control(_ letters: String) -> [KeyStroke] {
    letters.unicodeScalars.map { KeyStroke($0, .control) }
  }

  private static func alt(_ letters: String) -> [KeyStroke] {
    letters.unicodeScalars.map { KeyStroke($0, .alt) }
  }

  /// What becomes of `one two-three` with the cursor at its end; `|` is the cursor.
  private static let edits = [
    Edit(keys: control("a"), expected: "|one two-three"),
    Edit(keys: control("bb"), expected: "one two-thr|ee"),
    Edit(keys: control("bbf"), expected: "one two-thre|e"),
    Edit(keys: control("afd"), expected: "o|e two-three"),
    Edit(keys: control("aff") + control("k"), expected: "on|"),
    Edit(keys: control("bbu"), expected: "|ee"),
    Edit(keys: control("w"), expected: "one |"),
    Edit(keys: control("way"), expected: "two-three|one "),
    Edit(keys: alt("b"), expected: "one two-|three"),
    Edit(keys: alt("bb"), expected: "one |two-three"),
    Edit(keys: alt("bbbbb"), expected: "|one two-three"),
    Edit(keys: control("a") + alt("f"), expected: "one| two-three"),
    Edit(keys: control("a") + alt("fff"), expected: "one two-three|"),
    Edit(keys: control("a") + alt("d"), expected: "| two-three"),
    Edit(keys: [KeyStroke(.backspace, .alt)], expected: "one two-|"),
    Edit(keys: control("h") + [KeyStroke(.home), KeyStroke(.delete)], expected: "|ne two-thre"),
    Edit(
      keys: [KeyStroke(.home), KeyStroke(.left), KeyStroke(.end), KeyStroke(.right)],
      expected: "one two-three|"),
    Edit(keys: [KeyStroke(.left, .control)], expected: "one two-|three"),
    Edit(keys: control("dk"), expected: "one two-three|"),
  ]

  @Test("Keys edit as readline's do", arguments: edits)
  func editing(_ edit: Edit) {
    var panel = PromptPanel(prompt: ":", text: "one two-three")
    for key in edit.keys { _ = panel.type(.key(key)) }
    let editor = panel.field.editor
    let shown = editor.textBeforeCursor + "|" + editor.clusters[editor.cursor...]
    #expect(shown == edit.expected)
  }

  @Test("Clusters move and go as one, also those that were typed in parts")
  func clusters() {
    var panel = PromptPanel(prompt: "Note: ")
    panel.type("cafe\u{301} 👩‍🚀漢🇮🇸")
    #expect(panel.screen(20, 1).cursorText == "17,0")
    panel.press(.left)
    #expect(panel.screen(20, 1).cursorText == "15,0")
    panel.press(.left)
    #expect(panel.screen(20, 1).cursorText == "13,0")
    #expect(panel.press(.backspace) == .edited("cafe\u{301} 漢🇮🇸"))
    panel.press(.left)
    #expect(panel.press(.backspace) == .edited("caf 漢🇮🇸"))
  }

  @Test("A book that is pasted is cut")
  func pasting() {
    var panel = PromptPanel(prompt: "Note: ", text: "ab")
    panel.press(.left)
    _ = panel.type(.paste(String(repeating: "x", count: 1_000_000)))
    #expect(panel.text.utf8.count == 10_000)
    #expect(panel.type("y") == .stays)
    #expect(panel.text.hasSuffix("xb"))
  }

  @Test("In a narrow place the part with the cursor is seen")
  func scrolling() {
    var panel = PromptPanel(prompt: "/")
    panel.type("abcdefghijklm")
    var screen = panel.screen(8, 1)
    #expect(screen.rowTexts == ["/hijklm"])
    #expect(screen.cursorText == "7,0")
    for _ in 0..<4 { panel.press(.left) }
    screen = panel.screen(8, 1)
    #expect(screen.rowTexts == ["/hijklm"])
    #expect(screen.cursorText == "3,0")
    for _ in 0..<4 { panel.press(.left) }
    screen = panel.screen(8, 1)
    #expect(screen.rowTexts == ["/fghijkl"])
    #expect(screen.cursorText == "1,0")
    panel.control("k")
    #expect(panel.screen(8, 1).rowTexts == ["/abcde"])
    var wide = PromptPanel(prompt: "A long question? ", text: "漢字漢字")
    #expect(wide.screen(12, 1).rowTexts == ["A lon…漢字"])
    #expect(wide.screen(12, 1).cursorText == "10,0")
  }

  @Test("A click puts the cursor where it meets, a remark stands where there is room")
  func clicks() {
    var panel = PromptPanel(prompt: "/", text: "a漢b")
    panel.remark = "3 of 12"
    #expect(panel.drawn(20, 1) == ["/a漢b        3 of 12"])
    #expect(panel.drawn(13, 1) == ["/a漢b"])
    for (column, cursor) in [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (5, 3), (99, 3)] {
      #expect(panel.click(column: column, row: 0) == .stays)
      #expect(panel.field.editor.cursor == cursor)
    }
  }

  @Test("Goes back to what was entered and begins alike, and forth again")
  func history() {
    var panel = PromptPanel(
      prompt: ":", history: ["toc", "theme dark", "toc", "theme sepia", "57"])
    #expect(panel.press(.up) == .edited("57"))
    #expect(panel.control("p") == .edited("theme sepia"))
    #expect(panel.press(.down) == .edited("57"))
    #expect(panel.control("n") == .edited(""))
    #expect(panel.press(.down) == .stays)
    panel.type("th")
    #expect(panel.press(.up) == .edited("theme sepia"))
    #expect(panel.press(.up) == .edited("theme dark"))
    #expect(panel.press(.up) == .stays)
    panel.control("w")
    #expect(panel.press(.enter) == .entered("theme "))
    panel.text = "toc"
    _ = panel.press(.enter)
    #expect(panel.history == ["theme dark", "theme sepia", "57", "theme ", "toc"])
  }

  @Test("Tab completes what all candidates have in common, then shows one after another")
  func completing() {
    var panel = PromptPanel(
      prompt: ":",
      completions: .init(
        names: ["theme", "toc", "two-pages", "themes"], values: ["theme": ["dark", "sepia"]]))
    let segmenter = Segmenter()
    panel.type("th")
    #expect(panel.press(.tab) == .edited("theme"))
    #expect(panel.wantedRows(columns: 20, rows: 10, segmenter) == 2)
    #expect(panel.press(.tab) == .stays)
    #expect(panel.press(.tab) == .edited("themes"))
    let screen = panel.screen(20, 2)
    #expect(screen.rowTexts == ["theme  themes", ":themes"])
    #expect(screen.marks(ofRow: 0) { $0 == CellStyle(.reverse) } == ".......xxxxxx.......")
    #expect(screen.cursorText == "7,1")
    #expect(panel.press(.tab, .shift) == .edited("theme"))
    #expect(panel.type(" ") == .edited("theme "))
    #expect(panel.wantedRows(columns: 20, rows: 10, segmenter) == 1)
    #expect(panel.press(.tab) == .edited("theme dark"))
    panel.control("w")
    panel.type("S")
    #expect(panel.press(.tab) == .edited("theme sepia"))
    #expect(panel.press(.tab) == .stays)
    panel.control("u")
    panel.type("x")
    #expect(panel.press(.tab) == .stays)
  }

  @Test("A note takes line breaks by M-Enter, shown as a sign")
  func lineBreaks() {
    var panel = PromptPanel(prompt: "Note: ", text: "a\r\nb", takesLineBreaks: true)
    #expect(panel.press(.enter, .alt) == .edited("a\nb\n"))
    #expect(panel.drawn(20, 1) == ["Note: a⏎b⏎"])
    #expect(panel.press(.enter) == .entered("a\nb\n"))
    var line = PromptPanel(prompt: "/", text: "a\nb")
    #expect(line.press(.enter, .alt) == .entered("a b"))
  }

  @Test("Text that runs from right to left is drawn as it is seen, with the cursor on its letter")
  func directions() {
    var panel = PromptPanel(prompt: "/", text: "a אבג b")
    #expect(panel.drawn(20, 1) == ["/a גבא b"])
    for (count, cursor) in [(1, "7,0"), (2, "6,0"), (3, "3,0"), (4, "4,0"), (5, "5,0"), (6, "2,0")]
    {
      panel.control("e")
      for _ in 0..<count { panel.press(.left) }
      #expect(panel.screen(20, 1).cursorText == cursor)
    }
    _ = panel.click(column: 4, row: 0)
    #expect(panel.press(.delete) == .edited("a אג b"))
  }
}
