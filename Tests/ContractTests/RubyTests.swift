import TestKit
import Testing

@Suite("Readings above their bases, printed") struct RubyTests {
  private let book = BookBuilder {
    $0.stylesheet("p { margin: 0; text-indent: 0 }")
    $0.chapter(
      "<p>Plain.</p><p><ruby>東<rt>とう</rt>京<rt>きょう</rt></ruby>の<ruby>港<rt>みなと</rt></ruby>。</p>")
  }

  @Test("Are a line of their own, on pages and in one column")
  func printed() {
    let above = "Plain.\nとうきょう  みなと\n 東   京  の  港  。\n"
    #expect(run(book, "--ruby", "above", "-").output == above)
    #expect(run(book, "--ruby", "above", "--page", "1", "-").output == above)
    #expect(run(book, "-").output == "Plain.\n東(とう)京(きょう)の港(みなと)。\n")
    #expect(run(book, "--ruby", "inline", "-").output == run(book, "-").output)
  }

  @Test("Are not in the cells of a word, which are those of its bases")
  func cells() throws {
    let page = try run(
      book, "--ruby", "above", "--json", "--page", "1", "--highlight", "東京", "--highlight", "港", "-"
    ).object()
    let lines = try #require(page["lines"] as? [[String: Any]])
    #expect(lines.count == 3 && lines[1]["text"] as? String == "とうきょう  みなと")
    #expect((lines[1]["spans"] as? [Any])?.isEmpty == true)
    let words = try #require(page["words"] as? [[String: Any]])
    let cells = words.compactMap { $0["cells"] as? [[String: Int]] }
    #expect(
      cells == [
        [["row": 2, "column": 1, "length": 7]], [["row": 2, "column": 14, "length": 2]],
      ])
  }

  @Test("Are behind their bases in the text, whatever is asked for")
  func text() {
    #expect(run(book, "text", "--ruby", "above", "-").output == run(book, "text", "-").output)
    #expect(run(book, "text", "-").output.contains("東(とう)京(きょう)の港(みなと)。"))
  }
}
