import Foundation
import TestKit
import Testing

@Suite("Words on the bridge", .timeLimit(.minutes(10))) struct BridgeWordTests {
  private let book = BookBuilder {
    $0.stylesheet("p { margin: 0; text-indent: 0 }")
    $0.chapter(
      """
      <p>The <i>wh</i>ale, “whale”—don’t! We’re where we were.</p><p>An extra\u{AD}ordinary café-whale.</p>
      """, title: "One")
    $0.chapter("<p>Another whale.</p>", title: "Two")
  }

  @Test("Are marked in the whole book, the last colour wins, and are gone everywhere when removed")
  func set() throws {
    let host = try BridgeHost()
    try host.load(book)
    try host.ask("highlightWords", [["value": "whale", "color": "#ffd54f"]])
    #expect(try host.marked() == ["whale #ffd54f", "whale #ffd54f"])
    try host.ask("highlightWords", [["value": "WHALE", "color": "pink"]])
    #expect(try host.marked() == ["WHALE #f48fb1", "WHALE #f48fb1"])
    try host.ask("nextPage")
    #expect(try host.marked() == ["WHALE #f48fb1"])
    #expect((try host.savedData()["highlightedWords"] as? [[String: String]])?.count == 1)
    try host.ask("unhighlightWords", ["Whale"])
    #expect(try host.marked().isEmpty)
    #expect((try host.savedData()["highlightedWords"] as? [Any])?.isEmpty == true)
    try host.ask("previousPage")
    #expect(try host.marked().isEmpty)
  }

  @Test("Are found across tags and soft hyphens, and their cells are told")
  func cells() throws {
    let host = try BridgeHost()
    try host.load(book)
    try host.ask("highlightWords", [["value": "extraordinary"], ["value": "whale"]])
    let words = try #require(try host.page()["words"] as? [[String: Any]])
    #expect(words.map { $0["value"] as? String } == ["whale", "whale", "extraordinary"])
    #expect(
      words[0]["cells"] as? [[String: Int]] == [["row": 0, "column": 4, "length": 5]])
  }

  @Test("Are selected by the cell they stand in")
  func select() throws {
    let host = try BridgeHost()
    try host.load(book)
    #expect(try host.ask("selectWord", ["row": 0, "column": 7]) as? String == "whale")
    let word = try #require(host.lines.last { $0["event"] as? String == "saveWord" })
    #expect(word["value"] as? String == "whale")
    #expect(word["sentence"] as? String == "The whale, “whale”—don’t!")
    #expect(word["cells"] as? [[String: Int]] == [["row": 0, "column": 4, "length": 5]])
    let event = try #require(host.lines.first { $0["event"] as? String == "saveWord" })
    #expect(event["value"] as? String == "whale")
    #expect(event["raw"] as? String == "whale")
    #expect(try host.ask("selectWord", ["row": 0, "column": 3]) is NSNull)
    #expect(try host.ask("selectWord", ["row": 9, "column": 0]) is NSNull)
    #expect(try host.ask("selectWord", ["row": 0, "column": 5_000]) is NSNull)
  }

  /// The column of a text on the first row of the page.
  private func column(of text: String, _ host: BridgeHost) throws -> Int {
    let row = try host.rows()[0]
    let range = try #require(row.range(of: text))
    return row.distance(from: row.startIndex, to: range.lowerBound)
  }

  @Test("A value with letters and digits only means the word that was selected")
  func values() throws {
    let host = try BridgeHost()
    try host.load(book)
    let column = try column(of: "We’re", host)
    #expect(try host.ask("selectWord", ["row": 0, "column": column]) as? String == "were")
    let word = try #require(host.lines.last { $0["event"] as? String == "saveWord" })
    #expect(word["value"] as? String == "were")
    #expect(word["word"] as? String == "we're")
    #expect(word["raw"] as? String == "We’re")
    try host.ask("highlightWords", [["value": "were"]])
    let words = try #require(try host.page()["words"] as? [[String: Any]])
    #expect(words.count == 1)
    #expect(
      words[0]["cells"] as? [[String: Int]] == [["row": 0, "column": column, "length": 5]])
    // What is saved means the same without the selection.
    let data = try host.savedData()
    let other = try BridgeHost()
    try other.load(book, ["savedData": data])
    let again = try #require(try other.page()["words"] as? [[String: Any]])
    #expect(
      again.map { $0["cells"] as? [[String: Int]] } == words.map { $0["cells"] as? [[String: Int]] }
    )
    try host.ask("unhighlightWords", ["were"])
    #expect(try host.marked().isEmpty)
  }

  @Test("A value that is no word of the book means the one it is without apostrophes and hyphens")
  func joinedValues() throws {
    let host = try BridgeHost()
    try host.load(
      book,
      ["defaultHighlightedWords": [["value": "dont"], ["value": "were"], ["value": "caféwhale"]]])
    let words = try #require(try host.page()["words"] as? [[String: Any]])
    #expect(words.map { $0["value"] as? String } == ["dont", "were", "caféwhale"])
    let row = try host.rows()[0]
    let columns = words.map { ($0["cells"] as? [[String: Int]])?.first?["column"] }
    #expect(columns[0] == (try column(of: "don’t", host)))
    // `were` stands there itself, so `We’re` is not meant.
    #expect(
      columns[1]
        == row.distance(from: row.startIndex, to: try #require(row.range(of: "were")).lowerBound))
    try host.ask("unhighlightWords", ["dont"])
    #expect(try host.marked().count == 2)
  }

  @Test("A word is one, by whichever of its values it is named")
  func oneWord() throws {
    let host = try BridgeHost()
    try host.load(book, ["defaultHighlightedWords": [["value": "dont", "color": "pink"]]])
    try host.ask("highlightWords", [["value": "DON'T", "color": "blue"]])
    #expect(try host.marked() == ["DON'T #81d4fa"])
    try host.ask(
      "highlightWords",
      [["value": "dont", "color": "green"], ["value": "don’t", "color": "orange"]])
    #expect(try host.marked() == ["don’t #ffb74d"])
    #expect((try host.savedData()["highlightedWords"] as? [Any])?.count == 1)
    try host.ask("unhighlightWords", ["dont"])
    #expect(try host.marked().isEmpty)
  }

  @Test("What is no word and no colour is a bad message")
  func bad() throws {
    let host = try BridgeHost()
    try host.load(book)
    for line in [
      #"{"command":"highlightWords","value":"whale","id":1}"#,
      #"{"command":"highlightWords","value":[{"value":""}],"id":1}"#,
      #"{"command":"highlightWords","value":[{"value":"whale","color":"reddish"}],"id":1}"#,
      #"{"command":"unhighlightWords","value":[1],"id":1}"#,
      #"{"command":"selectWord","value":{"row":-1,"column":0},"id":1}"#,
    ] {
      let answer = try #require(try host.send(raw: line).last)
      #expect((answer["error"] as? [String: Any])?["code"] as? String == "badMessage", "\(line)")
    }
  }
}
