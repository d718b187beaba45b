import TestKit
import Testing

@Suite("Highlights") struct HighlightTests {
  private let book = BookBuilder {
    $0.chapter("<p>The wh<i>ale</i>, a Whale’s tail.</p>")
    $0.chapter("<p>Only here: octopus.</p>")
  }

  private func cells(_ arguments: String...) throws -> [[String: Int]] {
    let page = try World(input: book.bytes).run(["--json", "--page", "1"] + arguments + ["-"])
      .object()
    let words = try #require(page["words"] as? [[String: Any]])
    return words.flatMap { $0["cells"] as? [[String: Int]] ?? [] }
  }

  @Test("Mark whole words across tags, ignoring case; apostrophes count")
  func marks() throws {
    #expect(try cells("--highlight", "whale") == [["row": 0, "column": 4, "length": 5]])
    #expect(try cells("--highlight", "whale's") == [["row": 0, "column": 13, "length": 7]])
    #expect(try cells("--highlight", "whal").isEmpty)
  }

  @Test("Have a background in colour, are reversed on a terminal without, and nothing in a pipe")
  func looks() {
    var world = World(input: book.bytes)
    let arguments = ["--highlight", "tail=blue", "--page", "1", "-"]
    #expect(!world.run(arguments).output.contains("\u{1B}"))
    let colored = world.run(arguments + ["--color", "always"]).output
    #expect(colored.contains("48;2;129;212;250mtail\u{1B}[0m"))
    world.isTerminal = true
    #expect(
      world.run(arguments + ["--color", "never"]).output.contains("\u{1B}[0;7mtail\u{1B}[0m"))
  }

  @Test("Take names and #rrggbb; the last = counts, and only before a colour")
  func colors() throws {
    func words(_ value: String) throws -> [[String: Any]] {
      let book = BookBuilder { $0.chapter("<p>a=b tail</p>") }
      let page = try run(book, "--json", "--page", "1", "--highlight", value, "-").object()
      return try #require(page["words"] as? [[String: Any]])
    }
    #expect(try words("tail=#A1B2C3").first?["color"] as? String == "#a1b2c3")
    #expect(try words("tail=purple").first?["color"] as? String == "#ce93d8")
    #expect(try words("a=b").first?["value"] as? String == "a=b")
    #expect(try words("a=b=green").first?["value"] as? String == "a=b")
  }

  @Test("Are read from a file of words, tabs and colours")
  func file() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("tail\tpink\r\n\nThe\n", as: "words")
    #expect(try cells("--highlight", "@\(path)").count == 2)
    let wrong = try folder.write("tail\tgrue\n", as: "wrong")
    let outcome = run(book, "--highlight", "@\(wrong)", "-")
    #expect(outcome.isError(64))
    #expect(outcome.error.contains("line 1"))
  }

  @Test("Nowhere in the whole book is one line on standard error, and exit 0")
  func nowhere() {
    let nowhere = run(book, "--page", "1", "--highlight", "kraken", "-")
    #expect(nowhere.status == 0)
    #expect(nowhere.errorLines.count == 1)
    #expect(nowhere.error.contains("kraken"))
    #expect(!nowhere.output.isEmpty)
    #expect(run(book, "--page", "1", "--highlight", "octopus", "-").isQuiet)
    #expect(run(book, "--highlight", "kraken", "--highlight", "octopus", "-").isQuiet)
  }

  @Test("Change no line")
  func sameLines() {
    #expect(
      run(book, "--highlight", "whale", "-").output == run(book, "-").output)
  }
}
