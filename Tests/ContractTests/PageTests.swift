import EPUBFront
import TestKit
import Testing

@Suite("Printed pages") struct PageTests {
  // 30 lines a chapter, pages of 9 lines: 4 pages each.
  private let book = numberedBook(chapters: 3, paragraphs: 30)

  private func pages(_ arguments: String...) -> [Substring] {
    let outcome = World(input: book.bytes).run(["--size", "80x10"] + arguments + ["-"])
    #expect(outcome.isQuiet, "\(outcome.error)")
    return outcome.output.split(separator: "\u{0C}", omittingEmptySubsequences: false)
  }

  @Test("Are counted from 1 over the whole book, ROWS - 1 lines high")
  func counted() {
    #expect(pages("--page", "1") == [lines(1, 1...9)])
    #expect(pages("--page", "5") == [lines(2, 1...9)])
    #expect(pages("--page", "12").count == 1)
    #expect(pages("--page", "12")[0].hasSuffix("line 3.30\n"))
  }

  private func lines(_ chapter: Int, _ range: ClosedRange<Int>) -> Substring {
    Substring(range.map { "line \(chapter).\($0)\n" }.joined())
  }

  @Test("Are parted by a form feed directly before the first line of each but the first")
  func formFeeds() {
    #expect(pages("--page", "1-3").count == 3)
    #expect(pages("--page", "2-2").count == 1)
    #expect(pages("--page", "4-6").count == 3)
    #expect(pages("--page", "11-").count == 2)
    #expect(pages("--page", "1-").count == 12)
    #expect(pages("--page", "1-999999999999999999999").count == 12)
    #expect(pages("--page", "5-6")[0] == lines(2, 1...9))
    #expect(pages("--page", "1-").joined().split(separator: "\n").count == 90)
  }

  @Test("Outside of the book are a usage error that names the last page")
  func beyond() {
    for page in ["13", "13-14", "99999999999999999999"] {
      for extra in [[], ["--json"]] {
        let outcome = World(input: book.bytes).run(
          ["--size", "80x10", "--page", page, "-"] + extra)
        #expect(outcome.isError(64))
        #expect(outcome.error.contains("12"))
      }
    }
  }

  @Test("Are found by the percentage of the text")
  func percent() {
    #expect(pages("--percent", "0") == pages("--page", "1"))
    #expect(pages("--percent", "50") == pages("--page", "6"))
    #expect(pages("--percent", "100") == pages("--page", "12"))
    #expect(pages("--percent", "99.9") == pages("--page", "12"))
  }

  @Test("A spine item without lines takes one empty page")
  func emptyItem() {
    let book = BookBuilder {
      $0.chapter("<p>one</p>")
      $0.chapter("")
      $0.chapter("<p>three</p>")
    }
    #expect(run(book, "--page", "1-", "-").output == "one\n\u{0C}\u{0C}three\n")
    #expect(run(book, "--page", "2", "-").output.isEmpty)
    #expect(run(book, "-").output == "one\n\nthree\n")
  }

  @Test("A terminal gets one page: the first, or the one asked for")
  func terminal() {
    var world = World(input: book.bytes)
    world.isTerminal = true
    world.terminal = Environment.TerminalSize(columns: 80, rows: 10)
    #expect(world.run(["-"]).output == lines(1, 1...9))
    #expect(world.run(["--print", "-"]).output == lines(1, 1...9))
    #expect(world.run(["--page", "5", "-"]).output == lines(2, 1...9))
  }

  @Test("The size is --size, else COLUMNS and LINES, else the terminal's, else 80x24")
  func sizes() {
    func height(_ world: World, _ arguments: [String] = []) -> Int {
      world.run(["--page", "1"] + arguments + ["-"]).lines.count
    }
    var world = World(input: book.bytes)
    #expect(height(world) == 23)
    world.terminal = Environment.TerminalSize(columns: 80, rows: 12)
    #expect(height(world) == 11)
    world.variables = ["COLUMNS": "60", "LINES": "15"]
    #expect(height(world) == 14)
    #expect(height(world, ["--size", "80x8"]) == 7)
    world.variables = ["LINES": "junk"]
    #expect(height(world) == 11)
  }

  @Test("No line is longer than the smaller of the terminal and --width")
  func widths() {
    let words = String(repeating: "some words to wrap ", count: 40)
    let long = BookBuilder { $0.chapter("<p>\(words)</p>") }
    func longest(_ arguments: String...) -> Int {
      World(input: long.bytes).run(arguments + ["-"]).lines.map(\.count).max() ?? 0
    }
    #expect((60...72).contains(longest()))
    #expect((30...40).contains(longest("--width", "40")))
    #expect((20...30).contains(longest("--size", "30x24")))
    #expect((72...80).contains(longest("--width", "100", "--size", "80x24")))
    #expect((50...62).contains(longest("--margin", "0,10,0,10")))
  }

  @Test("Margins and line spacing leave rows and cells free")
  func margins() {
    let margins = pages("--page", "1", "--margin", "2,0,1,3")[0]
    #expect(margins.hasPrefix("\n\n   line 1.1\n   line 1.2\n"))
    #expect(margins.hasSuffix("   line 1.6\n"))
    let spaced = pages("--page", "1", "--line-spacing", "2")[0]
    #expect(spaced.hasPrefix("line 1.1\n\nline 1.2\n\n"))
    #expect(spaced.hasSuffix("line 1.5\n"))
  }

  @Test("Paragraphs are told apart as asked")
  func paragraphs() {
    let book = BookBuilder { $0.chapter("<p>one</p><p>two</p>") }
    #expect(run(book, "--paragraphs", "space", "-").output == "one\n\ntwo\n")
    let indented = run(book, "--paragraphs", "indent", "-").output
    #expect(indented.hasSuffix("\n  two\n") && !indented.contains("\n\n"), "\(indented)")
  }

  @Test("The publisher's stylesheets can be left out, and the reader's added")
  func styles() throws {
    let folder = try TemporaryFolder()
    let sheet = try folder.write("p { margin-left: 4em !important }", as: "mine.css")
    let book = BookBuilder {
      $0.stylesheet("p { margin: 0 0 0 2em }")
      $0.chapter("<p>one</p>")
    }
    #expect(run(book, "-").output == "    one\n")
    #expect(run(book, "--book-style", "off", "-").output == "one\n")
    #expect(run(book, "--style", sheet, "-").output == "        one\n")
  }

  @Test(
    "justify makes lines full; what the author justifies is full always, what stands left never")
  func justify() {
    func lines(_ alignment: String, _ option: String) -> [Int] {
      let book = BookBuilder {
        $0.stylesheet("p { \(alignment) }")
        $0.chapter("<p>\(Self.prose)</p>")
      }
      return run(book, option, "--width", "40", "-").output.split(separator: "\n").dropLast()
        .map(\.count)
    }
    #expect(lines("", "--justify").allSatisfy { $0 == 40 })
    #expect(lines("", "--no-justify").contains { $0 < 40 })
    #expect(lines("text-align: justify", "--no-justify").allSatisfy { $0 == 40 })
    #expect(lines("text-align: left", "--justify").contains { $0 < 40 })
  }

  @Test("hyphenate takes nothing from the text and adds nothing but hyphens at ends of lines")
  func hyphenate() {
    let book = BookBuilder { $0.chapter("<p xml:lang='en'>\(Self.prose)</p>") }
    for option in ["--hyphenate", "--no-hyphenate"] {
      let result = run(book, option, "--width", "20", "-")
      let text = result.output.replacing("-\n", with: "").replacing("\n", with: " ")
      #expect(text == Self.prose + " " && result.isQuiet)
    }
  }

  private static let prose = """
    Nobody had remembered the lighthouse keeper, and yet the ferry left before the fog had lifted; \
    he wrote everything down in his ledger, understandingly, and went to sleep
    """

  @Test("Are the same bytes whatever the state and configuration options say")
  func noState() {
    #expect(run(book, "--no-state", "--no-config", "-").output == run(book, "-").output)
  }

  @Test("Without a position a pipe gets one column, and ROWS has no influence")
  func column() {
    let expected = (1...3).map { String(lines($0, 1...30)) }.joined(separator: "\n")
    for size in ["80x5", "80x24", "80x100"] {
      #expect(run(book, "--size", size, "-").output == expected)
    }
  }

  @Test("One column puts back the blank lines that a page top swallows")
  func swallowedBlanks() {
    let book = BookBuilder {
      $0.stylesheet("p { margin: 1em 0; text-indent: 0 }")
      $0.chapter((1...9).map { "<p>p\($0)</p>" }.joined())
    }
    let expected = (1...9).map { "p\($0)\n" }.joined(separator: "\n")
    #expect(run(book, "-").output == expected)
    let pages = run(book, "--size", "80x6", "--page", "1-", "-").output
    #expect(pages.hasPrefix("p1\n\np2\n\np3\n\u{0C}p4\n"), "\(pages)")
  }

  @Test("Colour and type styles are for terminals, unless asked otherwise")
  func colors() {
    let book = BookBuilder { $0.chapter("<p>a <b>bold</b> <i>word</i></p>") }
    var world = World(input: book.bytes)
    #expect(world.run(["-"]).output == "a bold word\n")
    let colored = "a \u{1B}[0;1mbold\u{1B}[0m \u{1B}[0;3mword\u{1B}[0m\n"
    #expect(world.run(["--color", "always", "-"]).output == colored)
    world.isTerminal = true
    #expect(world.run(["-"]).output == colored)
    #expect(world.run(["--color", "never", "-"]).output == colored)
    let sepia = world.run(["--theme", "sepia", "-"]).output
    #expect(sepia.contains("48;2;244;236;216"))
    #expect(world.run(["--theme", "sepia", "--color", "never", "-"]).output == colored)
    world.variables["NO_COLOR"] = "1"
    #expect(world.run(["--theme", "sepia", "-"]).output == colored)
  }
}

@Suite("Chapters and print pages") struct PlaceTests {
  private let book = BookBuilder {
    $0.stylesheet("p, h1, h2 { margin: 0; text-indent: 0 }")
    let filler = (1...6).map { "<p>filler \($0)</p>" }.joined()
    $0.chapter("<h1>Start</h1>\(filler)", title: "Start")
    $0.chapter(
      "<h1>Part</h1>\(filler)<h2 id='a'>Alpha</h2>\(filler)<h2 id='b'>Beta</h2>\(filler)",
      title: "Part")
    $0.chapter("<h1>1984</h1><p id='p7'>the end</p>", title: "1984")
    $0.contentsList = """
      <ol><li><a href="chapter1.xhtml">Start</a></li>
      <li><a href="chapter2.xhtml">Part</a><ol>
      <li><a href="chapter2.xhtml#a">Alpha</a></li>
      <li><a href="chapter2.xhtml#b">Beta</a></li></ol></li>
      <li><a href="chapter3.xhtml">1984</a></li>
      <li><span>Alphabet</span></li></ol>
      """
    $0.pageList = [("vi", "chapter1.xhtml"), ("7", "chapter3.xhtml#p7")]
  }

  private func printed(_ arguments: String...) -> Outcome {
    World(input: book.bytes).run(["--size", "80x6"] + arguments + ["-"])
  }

  @Test("A chapter prints all its pages, up to the next entry of the same or a higher level")
  func chapter() {
    let part = printed("--chapter", "2").output
    #expect(part.hasPrefix("Part\n"))
    #expect(part.contains("Beta\n") && !part.contains("1984"))
    #expect(printed("--chapter", "Part").output == part)
    #expect(printed("--chapter", "pART").output == part)
    let alpha = printed("--chapter", "alpha").output
    #expect(alpha.contains("Alpha\n") && !alpha.contains("Part\n"))
    #expect(printed("--chapter", "5").output == "1984\nthe end\n")
  }

  @Test("A title of digits is forced by =")
  func digits() {
    #expect(printed("--chapter", "=1984").output == "1984\nthe end\n")
    #expect(printed("--chapter", "1984").isError(1))
  }

  @Test("An unknown chapter is exit 1; several are listed; one without text is exit 1")
  func unknown() {
    #expect(printed("--chapter", "Gamma").isError(1))
    #expect(printed("--chapter", "99").isError(1))
    #expect(printed("--chapter", "0").isError(1))
    let several = printed("--chapter", "a")
    #expect(several.isError(1))
    #expect(several.error.contains("3 Alpha") && several.error.contains("4 Beta"))
    #expect(printed("--chapter", "Alphabet").isError(1))
  }

  @Test("A print page is found by its label")
  func printPage() {
    #expect(printed("--print-page", "vi").output == printed("--page", "1").output)
    #expect(printed("--print-page", "7").output == "1984\nthe end\n")
    let unknown = printed("--print-page", "8")
    #expect(unknown.isError(1))
    #expect(unknown.error.contains("vi to 7"))
    let none = run(numberedBook(chapters: 1, paragraphs: 1), "--print-page", "1", "-")
    #expect(none.isError(1))
  }

  @Test("text prints the blocks of a chapter alone")
  func textOfChapter() {
    let alpha = run(book, "text", "--chapter", "Alpha", "-").output
    #expect(alpha.hasPrefix("Alpha\n\nfiller 1\n"))
    #expect(alpha.hasSuffix("filler 6\n"))
    #expect(!alpha.contains("Beta"))
    #expect(run(book, "text", "--chapter", "none", "-").isError(1))
  }
}
