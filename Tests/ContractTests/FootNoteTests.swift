import TestKit
import Testing

@Suite("Notes at the foot of printed pages") struct FootNoteTests {
  private let book = BookBuilder {
    $0.stylesheet("p, aside { margin: 0; text-indent: 0 } li { margin: 0 }")
    let lines = (3...12).map { "<p>Line \($0).</p>" }.joined()
    $0.chapter(
      """
      <p>A gauge<a epub:type="noteref" href="#n">1</a> stood there.</p><p>Second.</p>\(lines)
      <aside epub:type="footnote" id="n"><p>1 A gauge of brass.</p></aside>
      """, title: "One")
    $0.chapter("<p>The end.</p>", title: "Two")
  }

  private func pages(_ arguments: String...) -> [Substring] {
    let outcome = World(input: book.bytes).run(["--size", "40x9"] + arguments + ["-"])
    #expect(outcome.isQuiet, "\(outcome.error)")
    return outcome.output.split(separator: "\u{0C}", omittingEmptySubsequences: false)
  }

  @Test("Stand on the page that refers to them, and not where they stand in the book")
  func foot() {
    let pages = pages("--notes", "foot", "--page", "1-")
    #expect(pages.count == 3)
    #expect(pages[0].hasSuffix("Line 6.\n──────────\n1 A gauge of brass.\n"))
    #expect(pages[1].hasSuffix("Line 12.\n"))
    #expect(self.pages("--page", "1-")[1].hasSuffix("1 A gauge of brass.\n"))
    #expect(self.pages("--notes", "place", "--page", "1-") == self.pages("--page", "1-"))
  }

  @Test("Are found there, and by the percentage where the text is")
  func found() {
    let hit = World(input: book.bytes).run(
      ["search", "--size", "40x9", "--notes", "foot", "brass", "-"])
    #expect(hit.output.hasPrefix("page 1 "))
    #expect(
      pages("--notes", "foot", "--percent", "85") == pages("--notes", "foot", "--page", "2"))
  }

  @Test("Are JSON's lines and words as other lines are")
  func json() throws {
    let outcome = World(input: book.bytes).run(
      ["--size", "40x9", "--notes", "foot", "--page", "1", "--json", "--highlight", "brass", "-"])
    let page = try outcome.object()
    let lines = try #require(page["lines"] as? [[String: Any]])
    #expect(lines.count == 8 && lines[7]["text"] as? String == "1 A gauge of brass.")
    let words = try #require(page["words"] as? [[String: Any]])
    let cells = try #require(words.first?["cells"] as? [[String: Int]])
    #expect(cells == [["row": 7, "column": 13, "length": 5]])
  }

  @Test("Change nothing in one column and in the text")
  func column() {
    for arguments in [["-"], ["text", "-"]] {
      let with = World(input: book.bytes).run(["--notes", "foot"] + arguments)
      #expect(with.output == World(input: book.bytes).run(arguments).output)
    }
  }
}
