import TestKit
import Testing

@Suite("Pages as JSON") struct PageJSONTests {
  private let book = BookBuilder {
    $0.stylesheet("p { margin: 0; text-indent: 0 }")
    $0.chapter(
      """
      <p>A <b>bold</b> <a href="chapter2.xhtml#n">link</a> and 鯨 whale.</p><p>Second.</p>
      """, title: "One")
    $0.chapter("<p id='n'>Note.</p>", title: "Two")
    $0.pageList = [("41", "chapter1.xhtml"), ("42", "chapter2.xhtml")]
  }

  @Test("Hold the rows that are printed, and what lies over them")
  func page() throws {
    let outcome = run(book, "--json", "--page", "1", "--highlight", "WHALE", "-")
    #expect(outcome.isQuiet)
    let page = try outcome.object()
    #expect(
      Set(page.keys) == [
        "page", "pages", "size", "width", "height", "locator", "printPages", "lines", "words",
      ])
    #expect(page["page"] as? Int == 1)
    #expect(page["pages"] as? Int == 2)
    #expect(page["size"] as? [String: Int] == ["columns": 80, "rows": 24])
    #expect(page["width"] as? Int == 72)
    #expect(page["height"] as? Int == 23)
    #expect(page["printPages"] as? [String] == ["41"])
    let lines = try #require(page["lines"] as? [[String: Any]])
    #expect(
      lines.compactMap { $0["text"] as? String } == ["A bold link and 鯨 whale.", "Second."])
    let spans = try #require(lines[0]["spans"] as? [[String: Any]])
    #expect(spans.compactMap { $0["start"] as? Int } == [2, 7, 19])
    #expect(spans.compactMap { $0["length"] as? Int } == [4, 4, 5])
    #expect(spans[0]["styles"] as? [String] == ["bold"])
    #expect(spans[1]["href"] as? String == "EPUB/chapter2.xhtml#n")
    #expect((spans[1]["styles"] as? [String])?.contains("link") == true)
    #expect(spans[2]["highlight"] as? String == "#ffd54f")
    let words = try #require(page["words"] as? [[String: Any]])
    #expect(words.count == 1)
    #expect(words[0]["value"] as? String == "WHALE")
    #expect(words[0]["color"] as? String == "#ffd54f")
    #expect(words[0]["cells"] as? [[String: Int]] == [["row": 0, "column": 19, "length": 5]])
  }

  @Test("Tell the cells as they are seen where text runs from right to left")
  func rightToLeft() throws {
    let book = BookBuilder { $0.chapter("<p dir='rtl'>אב <b>גד הו</b> x <b>z</b></p>") }
    let outcome = run(book, "--json", "--size", "20x5", "--highlight", "הו", "-")
    let lines = try #require(try outcome.object()["lines"] as? [[String: Any]])
    #expect(lines[0]["text"] as? String == "        אב גד הו x z")
    // Seen: `x z`, then the Hebrew words from the right.
    let spans = try #require(lines[0]["spans"] as? [[String: Any]])
    #expect(spans.compactMap { $0["start"] as? Int } == [14, 12, 10])
    #expect(spans.compactMap { $0["length"] as? Int } == [3, 2, 1])
    let words = try #require(try outcome.object()["words"] as? [[String: Any]])
    #expect(words[0]["cells"] as? [[String: Int]] == [["row": 0, "column": 12, "length": 2]])
  }

  @Test("Carry a Locator of the page's first character")
  func locator() throws {
    let pages = try run(book, "--json", "--page", "1-", "-").objects()
    #expect(pages.count == 2)
    let locator = try #require(pages[1]["locator"] as? [String: Any])
    #expect(locator["href"] as? String == "EPUB/chapter2.xhtml")
    #expect(locator["type"] as? String == "application/xhtml+xml")
    #expect(locator["title"] as? String == "Two")
    let locations = try #require(locator["locations"] as? [String: Any])
    #expect(locations["cfi"] as? String == "epubcfi(/6/4!/4/2/1:0)")
    #expect(locations["partialCfi"] as? String == "/4/2/1:0")
    #expect(locations["progression"] as? Double == 0)
    #expect(locations["position"] as? Int == 1)
    let total = try #require(locations["totalProgression"] as? Double)
    #expect(total > 0.8 && total < 1)
  }

  @Test("Count rows and columns with the margins")
  func margins() throws {
    let page = try run(
      book, "--json", "--page", "1", "--margin", "2,0,0,3", "--highlight", "second", "-"
    ).object()
    let lines = try #require(page["lines"] as? [[String: Any]])
    #expect(lines.map { $0["text"] as? String }[0..<2] == ["", ""])
    #expect(lines[3]["text"] as? String == "   Second.")
    let words = try #require(page["words"] as? [[String: Any]])
    #expect(words[0]["cells"] as? [[String: Int]] == [["row": 3, "column": 3, "length": 6]])
  }

  @Test("Are all of the book's in a pipe, and the first on a terminal")
  func whole() throws {
    #expect(try run(book, "--json", "-").objects().count == 2)
    var world = World(input: book.bytes)
    world.isTerminal = true
    #expect(try world.run(["--json", "-"]).objects().count == 1)
  }

  @Test("Have the text of the page that is printed")
  func sameRows() throws {
    let book = numberedBook(chapters: 2, paragraphs: 30)
    let printed = run(book, "--size", "40x9", "--page", "1-", "-").output
      .split(separator: "\u{0C}").map { $0.split(separator: "\n").map(String.init) }
    let pages = try run(book, "--size", "40x9", "--json", "-").objects()
    let texts = pages.map { page in
      (page["lines"] as? [[String: Any]] ?? []).compactMap { $0["text"] as? String }
    }
    #expect(texts == printed)
  }
}
