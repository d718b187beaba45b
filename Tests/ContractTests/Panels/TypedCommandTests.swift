import EPUBTerminal
import Testing

@testable import EPUBFront

@Suite("What is typed after :", .timeLimit(.minutes(10))) struct TypedCommandTests {
  struct Row: Sendable {
    var line: String
    var meaning: TypedCommand?
    init(_ line: String, _ meaning: TypedCommand?) {
      self.line = line
      self.meaning = meaning
    }
  }

  private static func perform(_ action: Action, _ count: Int? = nil) -> TypedCommand {
    .perform(action, count: count, character: nil)
  }

  private static let rows: [Row] = [
    Row("", nil), Row("  ", nil),
    Row("57", .page(57)), Row(" 57 ", .page(57)), Row("page 57", .page(57)),
    Row("+3", perform(.nextPage, 3)), Row("-12", perform(.previousPage, 12)),
    Row("$", perform(.end)),
    Row("25%", .percent(25)), Row("0 %", .percent(0)), Row("12.5%", .percent(12.5)),
    Row("percent 100", .percent(100)), Row("percent 3%", .percent(3)),
    Row("p xii", .printPage("xii")), Row("print 12 a", .printPage("12 a")),
    Row("at epubcfi(/6/4!/2)", .place("epubcfi(/6/4!/2)")),
    Row("epubcfi(/6/4!/2)", .place("epubcfi(/6/4!/2)")),
    Row("/white whale ", .search("white whale ", isBackward: false)),
    Row("?Ahab", .search("Ahab", isBackward: true)), Row("/", perform(.nextHit)),
    Row("?", perform(.previousHit)), Row("search a b", .search("a b", isBackward: false)),
    Row("search", perform(.searchForward)),
    Row("hl whale", .highlightWord("whale")), Row("hl whale=green", .highlightWord("whale=green")),
    Row("unhl whale", .unhighlightWord("whale")),
    Row("toc", perform(.contents)), Row("notes", perform(.bookmarks)),
    Row("words", perform(.words)),
    Row("recent", perform(.recent)), Row("info", perform(.information)),
    Row("help", perform(.help)),
    Row("h", perform(.help)), Row("q", perform(.quit)), Row("QUIT", perform(.quit)),
    Row("hits", perform(.hits)), Row("copy", perform(.copy)),
    Row("mark a", .perform(.setMark, count: nil, character: "a")),
    Row("goto '", .perform(.goToMark, count: nil, character: "'")),
    Row("highlight 3", .perform(.highlight, count: nil, character: "3")),
    Row("next-chapter", perform(.nextChapter)), Row("3 next-chapter", perform(.nextChapter, 3)),
    Row("3next-chapter", perform(.nextChapter, 3)), Row("next-chapter 3", perform(.nextChapter, 3)),
    Row("two", perform(.twoPages)), Row("th dark", .set(.theme("dark"))),
    Row("theme dark", .set(.theme("dark"))), Row("theme", perform(.nextTheme)),
    Row("width 60", .set(.width(60))), Row("width", .set(.width(nil))),
    Row("spacing 2", .set(.lineSpacing(2))), Row("justify", .set(.justify(true))),
    Row("justify off", .set(.justify(false))), Row("hyphenate on", .set(.hyphenate(true))),
    Row("set width 60", .set(.width(60))), Row("set width=60", .set(.width(60))),
    Row("set theme = my own", .set(.theme("my own"))), Row("set nojustify", .set(.justify(false))),
    Row("set hyphenate", .set(.hyphenate(true))),
  ]

  @Test("Says what is to be done", arguments: rows)
  func parsing(_ row: Row) throws {
    #expect(try TypedCommand(parsing: row.line) == row.meaning)
  }

  private static let faults: [(String, String)] = [
    ("tok", "no command tok; did you mean toc?"), ("xyzzy", "no command xyzzy"),
    ("nxet-page", "no command nxet-page; did you mean next-page?"),
    ("t", "t can be theme, toc"), ("0", "0 is no number to go by; write 1 or more"),
    ("99999999999999999999", "99999999999999999999 is no number to go by; write 1 or more"),
    ("+", "that is no number to go by; write 1 or more"),
    ("101%", "101% is no percentage; write 0% to 100%"),
    ("1.2.3%", "1.2.3% is no percentage; write 0% to 100%"),
    ("%", "% is no percentage; write 0% to 100%"),
    ("print", "write print LABEL"), ("hl", "write hl WORD[=COLOR]"), ("page", "write N, page N"),
    ("toc 3", "toc takes nothing behind it"), ("3 toc", "toc takes no count"),
    ("3 next-page 4", "next-page takes one count"),
    ("next-page x", "x is no number to go by; write 1 or more"),
    ("mark", "mark takes one letter"), ("mark ab", "mark takes one letter"),
    ("mark e\u{301}", "mark takes one letter"),
    ("width 1", "width is 2 to 10000"), ("spacing x", "spacing is 1 to 9"),
    ("justify maybe", "justify is on or off"), ("set", "write set NAME VALUE"),
    ("set widht 3", "no setting widht; did you mean width?"),
    ("set x 3", "no setting x; there are theme, width, spacing, justify, hyphenate"),
  ]

  @Test("Says what is wrong, and what was meant", arguments: faults)
  func faulty(_ line: String, _ message: String) {
    #expect(throws: TypedCommand.Fault(message: message)) { try TypedCommand(parsing: line) }
  }

  @Test("Every action can be typed by its name", arguments: Action.allCases)
  func actions(_ action: Action) throws {
    let meaning = try TypedCommand(
      parsing: action.takesCharacter ? "\(action.rawValue) 1" : action.rawValue)
    #expect(
      meaning == .perform(action, count: nil, character: action.takesCharacter ? "1" : nil))
  }

  @Test("Commands complete, and themes, words and switches behind them")
  func completing() {
    var panel = PromptPanel(
      prompt: ":",
      completions: TypedCommand.completions(themes: ["dark", "sepia"], words: ["whale"]))
    panel.type("unh")
    #expect(panel.press(.tab) == .edited("unhl"))
    #expect(panel.type(" w") == .edited("unhl w"))
    #expect(panel.press(.tab) == .edited("unhl whale"))
    panel.text = "theme "
    #expect(panel.press(.tab) == .edited("theme dark"))
    panel.text = "next-c"
    #expect(panel.press(.tab) == .edited("next-chapter"))
    panel.text = "set h"
    #expect(panel.press(.tab) == .edited("set hyphenate"))
    panel.type(" of")
    #expect(panel.press(.tab) == .edited("set hyphenate off"))
  }

  @Test("The help tells of every command")
  func help() {
    #expect(TypedCommand.help.count == TypedCommand.Name.allCases.count)
    for (usage, summary) in TypedCommand.help { #expect(!usage.isEmpty && !summary.isEmpty) }
  }
}
