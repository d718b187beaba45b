import EPUBBasics
import EPUBContent
import EPUBMarkup
import TestKit
import Testing

@Suite("Hostile documents") struct HostileTests {
  private static let svg = "svg xmlns=\"http://www.w3.org/2000/svg\""
  private static let math = "math xmlns=\"http://www.w3.org/1998/Math/MathML\""

  struct Nest: Sendable, CustomTestStringConvertible {
    var open: String
    var close: String
    var depth = 4_000
    var testDescription: String { open }
    var body: String {
      String(repeating: open, count: depth) + "x" + String(repeating: close, count: depth)
    }
  }

  @Test(
    "Deep nests of what is looked at as a whole take no time",
    .timeLimit(.minutes(10)),
    arguments: [
      Nest(open: "<sup>1", close: "</sup>"),
      Nest(open: "<a href=\"#a\"><sup>1</sup>", close: "</a>"),
      Nest(open: "<ruby>a<rt>", close: "</rt></ruby>"),
      Nest(open: "<table><tr><td>", close: "</td></tr></table>", depth: 3_000),
      Nest(open: "<\(math)><mrow>", close: "</mrow></math>"),
      Nest(
        open: "<\(math)><mtext><span xmlns=\"http://www.w3.org/1999/xhtml\">",
        close: "</span></mtext></math>", depth: 3_000),
      Nest(
        open: "<\(svg)><g><div xmlns=\"http://www.w3.org/1999/xhtml\">", close: "</div></g></svg>",
        depth: 3_000),
      Nest(open: "<ol><li>", close: "</li></ol>"),
      Nest(open: "<q>", close: "</q>"),
      Nest(open: "<object>", close: "</object>"),
    ])
  func nests(_ nest: Nest) throws {
    let document = try content(nest.body)
    #expect(document.text.contains(UInt8(ascii: "x")) || nest.open.contains("svg"))
  }

  @Test("Long rows of the same take time in proportion", .timeLimit(.minutes(10)))
  func rows() throws {
    let count = 4_000
    let parts = [
      "<img id=\"i\" src=\"a.png\"/>", "<a id=\"a\"/>", "<sup>1</sup>", "a<br/>", "&#xAD;a",
      "<wbr/>a",
      "<ruby>a<rt>b</rt></ruby>", "<span id=\"b\"> </span>", "<i>a</i> ",
    ]
    for part in parts {
      let body = "<p>" + String(repeating: part, count: count) + "</p>"
      #expect(try content(body).sourceMap.elements.count >= 4, "\(part)")
    }
    let images = String(repeating: "<image href=\"a.png\"/>", count: count)
    #expect(try content("<\(Self.svg)>\(images)</svg>").images.count == count)
    let choices = String(repeating: "<text systemLanguage=\"x\">a</text>", count: count)
    #expect(try content("<\(Self.svg)><switch>\(choices)</switch></svg>").blocks.count == 1)
  }

  @Test("A wide table with spans over many rows is bounded", .timeLimit(.minutes(10)))
  func table() throws {
    let wide = "<tr><td colspan=\"1000000\" rowspan=\"65535\">a</td><td>b</td></tr>"
    let rows = String(repeating: "<tr><td colspan=\"900\">c</td><td>d</td></tr>", count: 3_000)
    let table = try content("<table>\(wide)\(rows)</table>").tables[0]
    #expect(table.rows.count == 3_001)
    #expect(table.columnCount < 6_000)
  }

  @Test("A short sheet does not make a long book")
  func generated() throws {
    let long = String(repeating: "x", count: 20_000)
    let items = String(repeating: "<li>a</li>", count: 100)
    let document = try content(
      "<ul>\(items)</ul>",
      css: "li { list-style-type: '\(long)' } li::before { content: '\(long)' }")
    #expect(document.shownBytes.count < 1_200_000)
    #expect(document.text == Array(String(repeating: "a", count: 100).utf8))
    #expect(document.findings.map(\.code).filter { $0 == "generated-content-too-long" }.count == 1)
  }

  @Test("Spacing that no page could hold is cut")
  func spacing() throws {
    let css = "p { margin: 1e30em; padding: 1e30em } ol { margin-left: -1e30em }"
    let document = try content("<p>a</p><p>b</p><ol><li>c</li></ol>", css: css)
    #expect(document.blocks.allSatisfy { $0.style.spaceAbove <= 200 })
    #expect(document.boxes.allSatisfy { abs($0.left.cells) <= 1000 && abs($0.right.cells) <= 1000 })
  }

  @Test("Documents of noise are read", .timeLimit(.minutes(10)), arguments: 0..<40)
  func noise(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let words = [
      "<p>", "</p>", "<sup>", "</sup>", "<table>", "<td rowspan='0'>", "</table>", "<ruby>", "<rt>",
      "</ruby>", "<math>", "<mi>", "<svg>", "<text>", "</svg>", "<ol start='-9'>", "<li value='7'>",
      "</ol>",
      "<br>", "<img alt='a'>", "<pre>", "</pre>", "&nbsp;", "&shy;", " ", "\n", "a", "漢",
      "&#x2028;", "<q>",
      "</q>", "<a epub:type='noteref' href='#a'>", "</a>", "<![CDATA[", "]]>", "<!--", "-->",
      "<hr id='h'>",
      "<epub:switch>", "<foreignObject>", "<span style='display:table-cell'>", "</span>",
    ]
    let noise = (0..<300).map { _ in words.randomElement(using: &random) ?? "" }.joined()
    #expect(try content(noise).boxes.count > 0, "seed \(seed)")
  }
}
