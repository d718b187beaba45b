import TestKit
import Testing

@Suite("search") struct SearchTests {
  private let book = BookBuilder {
    $0.chapter("<p>The wh<i>ale</i> was white. Café noir.</p>", title: "One")
    $0.chapter("<p>Whales and WHALE, cafe.</p>", title: "Two")
  }

  struct Row: Sendable {
    var arguments: [String]
    var count: Int
  }

  private static let rows = [
    Row(arguments: ["whale"], count: 3),
    Row(arguments: ["Whale"], count: 1),
    Row(arguments: ["-i", "Whale"], count: 3),
    Row(arguments: ["-w", "whale"], count: 2),
    Row(arguments: ["--exact", "whale"], count: 1),
    Row(arguments: ["cafe"], count: 2),
    Row(arguments: ["café"], count: 1),
    Row(arguments: ["--accents", "cafe"], count: 1),
    Row(arguments: ["-E", "wh[aeiou]l"], count: 3),
    Row(arguments: ["-E", "\\Wcaf"], count: 2),
    Row(arguments: ["-E", "-i", "WH.LE"], count: 3),
    Row(arguments: ["kraken"], count: 0),
  ]

  @Test("Finds what the pattern means; without a hit it is exit 1", arguments: rows)
  func counts(_ row: Row) {
    let outcome = World(input: book.bytes).run(["search", "--count"] + row.arguments + ["-"])
    #expect(outcome.output == "\(row.count)\n")
    #expect(outcome.status == (row.count == 0 ? 1 : 0))
    #expect(outcome.error.isEmpty)
    let listed = World(input: book.bytes).run(["search"] + row.arguments + ["-"])
    #expect(listed.lines.count == row.count)
    #expect(listed.status == outcome.status)
  }

  @Test("Prints page, chapter and context of each hit")
  func human() {
    let outcome = run(book, "search", "white", "-")
    #expect(outcome.isQuiet)
    #expect(outcome.output == "page 1  One: The whale was white. Café noir.\n")
    #expect(run(book, "search", "whales", "-").output.hasPrefix("page 2  Two: Whales and"))
  }

  @Test("Is Locators with page and text as JSON")
  func json() throws {
    let hits = try run(book, "search", "--json", "whales", "-").objects()
    #expect(hits.count == 1)
    let hit = try #require(hits.first)
    #expect(hit["page"] as? Int == 2)
    #expect(hit["href"] as? String == "EPUB/chapter2.xhtml")
    #expect(hit["title"] as? String == "Two")
    let text = try #require(hit["text"] as? [String: String])
    #expect(text == ["before": "", "highlight": "Whales", "after": " and WHALE, cafe."])
    let locations = try #require(hit["locations"] as? [String: Any])
    #expect(locations["cfi"] as? String == "epubcfi(/6/4!/4/2/1:0)")
  }

  @Test("Leads each hit by its book in several, and passes over what can't be read")
  func severalBooks() throws {
    let folder = try TemporaryFolder()
    let first = try book.write(to: folder, as: "a.epub")
    let second = try numberedBook(chapters: 1, paragraphs: 1).write(to: folder, as: "b.epub")
    let outcome = run("search", "whales", first, "/nowhere.epub", second)
    #expect(outcome.status == 0)
    #expect(outcome.lines.count == 1)
    #expect(outcome.output.hasPrefix("\(first): page 2"))
    #expect(outcome.errorLines.count == 1)
    #expect(outcome.error.contains("/nowhere.epub"))
    #expect(run("search", "kraken", first, second).status == 1)
    #expect(run("search", "kraken", first, "/nowhere.epub").status == 66)
    let counts = run("search", "--count", "line", first, second)
    #expect(counts.output == "\(first): 0\n\(second): 1\n")
    let hits = try run("search", "--json", "line", first, second).objects()
    #expect(hits.first?["book"] as? String == second)
  }
}
