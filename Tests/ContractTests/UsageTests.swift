import TestKit
import Testing

@Suite("Usage") struct UsageTests {
  private static let wrongLines: [[String]] = [
    ["--page", "0", "-"], ["--page", "x", "-"], ["--page", "", "-"], ["--page", "3-2", "-"],
    ["--page", "-3", "-"], ["--page", "1-2-3", "-"], ["--page", "+1", "-"],
    ["--percent", "101", "-"], ["--percent", "-1", "-"], ["--percent", "nan", "-"],
    ["--percent", "", "-"], ["--percent", "1e1", "-"],
    ["--size", "19x24", "-"], ["--size", "80x4", "-"], ["--size", "80", "-"],
    ["--size", "80x24x2", "-"], ["--size", "80X24", "-"], ["--size", " 80x24", "-"],
    ["--size", "99999999999999999999x24", "-"],
    ["--width", "0", "-"], ["--width", "ten", "-"], ["--width", "1.5", "-"],
    ["--margin", "1,2,3", "-"], ["--margin", "1,2,3,-4", "-"], ["--margin", "0,40,0,40", "-"],
    ["--line-spacing", "0", "-"], ["--line-spacing", "10", "-"],
    ["--paragraphs", "none", "-"], ["--pictures", "big", "-"], ["--notes", "end", "-"],
    ["--ruby", "on", "-"], ["--book-style", "yes", "-"],
    ["--theme", "neon", "-"], ["--color", "sometimes", "-"], ["--chapter", "", "-"],
    ["--highlight", "", "-"], ["--highlight", "=yellow", "-"],
    ["--unknown", "-"], ["-x", "-"], ["-iz", "search", "a", "-"], ["--json=yes", "-"],
    ["--no-justify=1", "-"], ["--page"], ["-", "second.epub"], ["toc", "-", "second.epub"],
    ["toc", "--page", "1", "-"], ["info", "--highlight", "a", "-"], ["-w", "-"],
    ["search", "--chapter", "1", "a", "-"], ["cover", "--json", "-"], ["search"],
    ["search", "", "-"], ["search", "-E", "(", "-"], ["help", "nothing"], ["help", "a", "b"],
    ["--at", "epubcfi(/6/2", "-"], ["--at", "", "-"], ["words", "lst"], ["words", "add"],
    ["words", "list", "--format", "xml"], ["words", "count", "-", "-"], ["notes", "import"],
    ["notes", "--format", "csv", "-"], ["recent", "-"], ["text", "--format", "json", "-"],
    ["search", "--book", "a", "-"], ["keys", "-"], ["keys", "--width", "9"],
    ["--graphics", "ascii", "-"], ["toc", "--mouse", "-"], ["--plain=yes", "-"],
    ["--theme", "", "-"], ["recent", "--theme", "neon"],
    ["bridge", "-"], ["bridge", "--width", "40"], ["bridge", "--json"],
  ]

  @Test("Wrong usage is exit 64 and one line on standard error", arguments: wrongLines)
  func wrongUsage(_ arguments: [String]) {
    let outcome = World(input: numberedBook(chapters: 1, paragraphs: 1).bytes).run(arguments)
    #expect(outcome.isError(64), "\(outcome)")
  }

  struct Mention: Sendable {
    var arguments: [String]
    var words: [String]
  }

  private static let mentioned = [
    Mention(arguments: ["--pgae", "3", "-"], words: ["--pgae", "--page"]),
    Mention(arguments: ["--print-pages", "3", "-"], words: ["--print-page?"]),
    Mention(arguments: ["--hight", "3", "-"], words: ["--hight"]),
    Mention(arguments: ["serach", "whale", "-"], words: ["did you mean epub-read search"]),
    Mention(arguments: ["help", "chekc"], words: ["did you mean check"]),
    Mention(arguments: ["-h"], words: ["did you mean --help"]),
    Mention(arguments: ["-V"], words: ["did you mean --version"]),
    Mention(arguments: ["-w", "-"], words: ["-w", "search"]),
    Mention(arguments: ["bridge", "-"], words: ["-", "one argument too many"]),
    Mention(arguments: ["words", "lst"], words: ["list, add, remove, import, count"]),
    Mention(arguments: ["--at=x", "-"], words: ["--at", "epubcfi(...)"]),
    Mention(arguments: ["--theme", "neon", "-"], words: ["terminal, light, dark, sepia"]),
    Mention(arguments: ["--size", "10x24", "-"], words: ["20x5"]),
    Mention(
      arguments: ["search", "-E", "a(", "-"], words: ["regular expression", "mismatched paren"]),
  ]

  @Test("The line names what was wrong and what to do", arguments: mentioned)
  func mentions(_ row: Mention) {
    let outcome = World().run(row.arguments)
    #expect(outcome.status == 64)
    for word in row.words { #expect(outcome.error.contains(word)) }
  }

  @Test("A word that is no file may have been meant for a command")
  func wordForNothing() {
    #expect(run("serach").isError(66))
    #expect(run("serach").error.contains("did you mean epub-read search?"))
    #expect(run("nothing").error.contains("see epub-read help"))
    for path in ["serach.epub", "./serach"] { #expect(run(path).error.contains("check the name")) }
    #expect(run("toc", "serach").error.contains("check the name"))
  }

  @Test("Without BOOK it is exit 66 with a hint", arguments: [[], ["toc"], ["search", "a"]])
  func noBook(_ arguments: [String]) {
    let outcome = World().run(arguments)
    #expect(outcome.isError(66))
    #expect(outcome.error.contains("epub-read BOOK"))
  }

  @Test("--version and help are told on standard output")
  func help() {
    #expect(run("--version").output.hasPrefix("epub-read "))
    for arguments in [
      ["help"], ["--help"], ["--help", "toc"], ["help", "toc"], ["toc", "--help"],
    ] {
      let outcome = World().run(arguments)
      #expect(outcome.isQuiet)
      #expect(outcome.output.contains("usage: epub-read"))
    }
    #expect(run("help", "search").output == run("search", "--help").output)
  }

  @Test("Help names every command and option, and fits 80 columns")
  func helpIsComplete() {
    let help = run("help").output
    for name in [
      "info", "toc", "text", "search", "check", "cover", "help", "--page", "--percent",
      "--chapter", "--print-page", "--highlight", "--size", "--width", "--margin",
      "--line-spacing", "--paragraphs", "--book-style", "--style", "--pictures", "--notes",
      "--ruby", "--theme",
      "--color", "--print", "--json", "--no-state", "--no-config", "--justify", "--no-justify",
      "--hyphenate", "--no-hyphenate", "-i", "-w", "-E", "--accents", "--exact", "--count",
      "--help", "--version", "--plain", "--no-plain", "--mouse", "--no-mouse", "--two-pages",
      "--no-two-pages", "--graphics", "keys", "theme:", "themes:", "markSaved:", "lookUp:",
    ] {
      #expect(help.contains("  \(name) ") || help.contains("  \(name)\n"), "\(name)")
    }
    #expect(help.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }
}

@Suite("Arguments") struct ArgumentTests {
  private let book = BookBuilder {
    $0.stylesheet("p { margin: 0 }")
    $0.chapter("<p>Some words.</p>", title: "One")
  }

  @Test("Options stand anywhere, with = or with their value behind them")
  func anywhere() {
    let expected = run(book, "--page", "1", "-")
    #expect(expected.output == "Some words.\n")
    for arguments in [["-", "--page=1"], ["--page=1", "--", "-"], ["-", "--page", "1"]] {
      #expect(World(input: book.bytes).run(arguments).output == expected.output)
    }
  }

  @Test("Of repeated and contradicting options the last counts")
  func lastWins() {
    #expect(run(book, "--page", "9", "--page", "1", "-").isQuiet)
    #expect(run(book, "--page", "9", "--percent", "0", "-").isQuiet)
    #expect(run(book, "--color", "always", "--color", "never", "--page", "1", "-").isQuiet)
    let exact = run(book, "search", "-i", "--exact", "some", "-")
    #expect(exact.status == 1)
    #expect(run(book, "search", "--exact", "-i", "some", "-").status == 0)
  }

  @Test("The first argument that names a command is the command; ./info is a file")
  func command() throws {
    let folder = try TemporaryFolder()
    let path = try book.write(to: folder, as: "info")
    #expect(run(path).output == "Some words.\n")
    #expect(run("./info").isError(66))
    #expect(run(book, "--size", "80x24", "toc", "-").output.contains("One"))
    #expect(run(book, "-", "toc").output == run(book, "toc", "-").output)
    // An option's value is no command.
    #expect(run(book, "--chapter", "toc", "-").status == 1)
    #expect(run("--", "info").error.contains("no such file"))
  }

  @Test("Letters go together")
  func letters() {
    #expect(run(book, "search", "-iw", "WORDS", "-").status == 0)
    #expect(run(book, "search", "-iwE", "WORD.", "-").status == 0)
  }
}
