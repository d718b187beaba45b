import EPUBContent
import EPUBMarkup
import TestKit
import Testing

@Suite("Places in the text") struct PlaceTests {
  /// id, text from there on, block.
  private func anchors(_ body: String) throws -> [String] {
    let document = try content(body)
    return document.anchors.map { anchor in
      let rest = document.text(Int(anchor.offset)..<document.text.count)
      return "\(anchor.id) \(anchor.block) \(rest)"
    }
  }

  @Test(
    "An id leads to the first text at or after its element",
    arguments: [
      ("<p id=\"a\">one</p><p id=\"b\">two</p>", ["a 0 onetwo", "b 1 two"]),
      ("<p>one<b id=\"a\"> two</b></p>", ["a 0  two"]),
      ("<p>one <a id=\"a\" name=\"b\"/></p><p>two</p>", ["a 1 two", "b 1 two"]),
      ("<p>one</p><div id=\"a\"/>", ["a 1 "]),
      ("<p>one</p><p id=\"a\"><img src=\"x.png\"/></p><p>two</p>", ["a 1 two"]),
      (
        "<p>one</p><p><img id=\"a\" src=\"x.png\"/><img id=\"b\" src=\"y.png\"/></p>",
        ["a 1 ", "b 2 "]
      ),
      ("<p>one <img id=\"a\" src=\"x.png\" alt=\"A\"/></p><p>two</p>", ["a 0 two"]),
      ("<p>one</p><p hidden=\"hidden\"><b id=\"a\">no</b></p><p>two</p>", ["a 1 two"]),
      ("<p id=\"a\"><br/></p><p>two</p>", ["a 0 two"]),
      ("<hr id=\"a\"/><p>two</p>", ["a 0 two"]),
    ])
  func anchors(_ body: String, _ expected: [String]) throws {
    #expect(try anchors(body) == expected)
  }

  @Test("Elements carry their CFI steps and their anchors")
  func elements() throws {
    let document = try content(
      "<p>a</p><script><b id=\"s\"/></script><p>b<i>c</i>d<b id=\"x\">e</b></p>")
    let steps = document.sourceMap.elements.map(\.step)
    #expect(steps == [0, 2, 2, 4, 2, 4, 2, 6, 2, 4])
    #expect(document.sourceMap.elements.last.map { document.anchors[Int($0.anchor)].id } == "x")
  }

  @Test("Spans lead to text nodes and UTF-16 offsets")
  func spans() throws {
    let document = try content("<p> a\u{1F600}b  c&#xAD;d<i>e</i>f</p>")
    let spans = document.sourceMap.spans.map { [$0.textStart, $0.step, $0.sourceOffset] }
    // " a😀b  c\u{AD}d": one white space, then a pair of units for the face.
    #expect(spans == [[0, 1, 1], [7, 1, 7], [8, 1, 9], [9, 1, 0], [10, 3, 0]])
  }

  @Test("Text read as HTML is traced too")
  func html() throws {
    let source = "<html><body><p>one <b>two <i>three</b> four</i><p>five<br>six</body></html>"
    let document = try document(Array(source.utf8))
    #expect(document.dump().joined(separator: "|").contains("five⏎six"))
  }

  @Test("No text is lost and none is made up", arguments: 0..<60)
  func preservation(_ seed: UInt64) throws {
    var maker = DocumentMaker(seed: seed)
    let body = maker.body()
    let document = try content(body)
    let found = document.text.filter { !$0.isWhite }
    #expect(String(decoding: found, as: UTF8.self) == maker.visible, "seed \(seed)")
  }
}

extension UInt8 {
  fileprivate var isWhite: Bool { self == 0x20 || self == 0x0A || self == 0x09 }
}

/// Writes documents of random structure and remembers what of them must be read.
private struct DocumentMaker {
  private var random: SeededGenerator
  private(set) var visible = ""
  private static let elements = [
    "p", "div", "b", "i", "span", "ul", "li", "table", "tr", "td", "sup", "sub", "ruby", "rt",
    "pre",
    "blockquote", "q", "a href=\"#x\"", "h2", "section", "small", "code", "dl", "dt", "dd",
    "figure",
    "aside epub:type=\"footnote\"", "a epub:type=\"noteref\" href=\"#y\"", "span id=\"z\"",
  ]
  private static let texts = [
    "word", " two words ", "\n  ", "漢字\n漢字", "1", "é\u{300}", " ", "12, 13", "x", "[1]",
    "a  b\n\nc",
    "\u{1F600}", "—", "ß",
  ]

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func body() -> String {
    (0..<6).map { _ in element(depth: 0) }.joined()
  }

  private mutating func element(depth: Int) -> String {
    let start = Self.elements.randomElement(using: &random) ?? "p"
    let name = start.split(separator: " ")[0]
    let children = (0..<Int.random(in: 0...4, using: &random)).map { _ in
      depth < 6 && Int.random(in: 0..<3, using: &random) > 0 ? element(depth: depth + 1) : text()
    }
    return "<\(start)>\(children.joined())</\(name)>"
  }

  private mutating func text() -> String {
    let text = Self.texts.randomElement(using: &random) ?? ""
    visible += String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.value > 0x20 }))
    return text
  }
}
