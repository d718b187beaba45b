import EPUBContent
import Testing

@Suite("Verse") struct VerseTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var body: String
    var css = "div, p { margin: 0 }"
    var verse: [Bool]
    var testDescription: String { body }
  }

  private static let long = String(repeating: "many words ", count: 20)

  @Test(
    "Is what is called so, short lines with breaks, short blocks right under one another",
    arguments: [
      Case(body: "<div>a</div><div>b</div><div>c</div>", verse: [true, true, true]),
      Case(body: "<div>a</div><div>b</div>", verse: [false, false]),
      Case(
        body: "<p>a</p><p>b</p><p>c</p>", css: "p { margin: 0; text-indent: 1em }",
        verse: [false, false, false]),
      Case(body: "<p>a</p><p>b</p><p>c</p>", css: "", verse: [false, false, false]),
      Case(
        body: "<p>a</p><p>\(long)</p><p>b</p><p>c</p>", verse: [false, false, false, false]),
      Case(body: "<p>a<br/>b<br/>c</p><p>d<br/>e</p>", css: "", verse: [true, false]),
      Case(body: "<p>\(long)<br/>\(long)<br/>\(long)</p>", verse: [false]),
      Case(body: "<div class=\"a stanza\"><p>a</p><p>b</p></div>", verse: [true, true]),
      Case(
        body:
          "<section epub:type=\"z3998:poem\"><p><span>a</span><br/><span>b</span></p></section>",
        css: "", verse: [true]),
      Case(
        body: "<div class=\"poem\"><p>a</p><h2>b</h2><p>\(long)</p></div>",
        verse: [true, false, false]),
      Case(
        body: "<div class=\"poem\"><p>a</p></div>",
        css: "p { padding-left: 1em; text-indent: -1em }", verse: [false]),
    ])
  func lines(_ row: Case) throws {
    #expect(try content(row.body, css: row.css).blocks.map(\.style.hangsTurns) == row.verse)
  }
}
