import EPUBBasics
import EPUBMarkup
import Testing

@Suite("Well-formed XML") struct WellFormedTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let markup: String
    let dump: String
    var testDescription: String { markup }
  }

  static let rows = [
    Row(
      markup:
        "<html xmlns='http://www.w3.org/1999/xhtml'><p id=\"b\">One &amp; t<![CDATA[w]]>o</p>x</html>",
      dump: "xhtml:html(xhtml:p[id=b]('One & two') 'x')"),
    Row(markup: "<x>a<!-- - -->b<?p i?>c<![CDATA[<d>]]>e</x>", dump: "none:x('abc<d>e')"),
    Row(markup: "<x>a<y/>b<y></y></x>", dump: "none:x('a' none:y 'b' none:y)"),
    Row(markup: "<x><y><![CDATA[]]></y></x>", dump: "none:x(none:y)"),
    Row(markup: "<x b='1' a=' 2\n3\t' c='&lt;&#10;&quot;'/>", dump: "none:x[b=1 a= 2 3  c=<\n\"]"),
    Row(
      markup: "<x>&lt;&gt;&quot;&apos;&amp;&#65;&#x42;&#x1F600;</x>", dump: "none:x('<>\"'&AB😀')"),
    Row(markup: "<x>a\r\nb\rc</x>", dump: "none:x('a\nb\nc')"),
    Row(
      markup:
        "<?xml version='1.0' encoding='UTF-8' standalone='yes'?><!DOCTYPE x SYSTEM 'x'>\n<x/>\n<!--a-->",
      dump: "none:x"),
    Row(markup: "<x>]] > &amp;amp;</x>", dump: "none:x(']] > &amp;')"),
    Row(markup: "<größe länge='ß'/>", dump: "none:größe[länge=ß]"),
  ]

  @Test("Becomes a flat tree in document order", arguments: rows)
  func trees(_ row: Row) throws {
    for syntax in [MarkupSyntax.xml, .xhtml, .html] {
      let tree = try parse(row.markup, as: syntax)
      #expect(tree.dump() == row.dump)
      #expect(tree.findings.isEmpty)
      #expect(!tree.isReadAsHTML)
      #expect(tree.faults() == [])
    }
  }

  @Test("Style sheets are named before the root alone")
  func styleSheetInstructions() throws {
    let tree = try parse(
      "<?xml-stylesheet href='a.css' type='text/css'?><?x y?><?xml-stylesheet href=\"b\"?><x><?xml-stylesheet c?></x>"
    )
    #expect(tree.styleSheetInstructions == ["href='a.css' type='text/css'", "href=\"b\""])
  }

  @Test("Nothing and blanks are empty", arguments: ["", " \n\t", "\u{FEFF}", "\0\0 \n"])
  func empty(_ text: String) {
    #expect(throws: MarkupError.empty) { try parse(text, as: .xml) }
    #expect(throws: MarkupError.empty) { try parse(text, as: .xhtml) }
  }

  @Test("What holds no element gives no tree")
  func noElement() {
    for text in ["words", "<!-- only -->", "<?xml version='1.0'?>", "\u{1}\u{2}words"] {
      #expect(throws: MarkupError.noElement) { try parse(text, as: .xml) }
    }
    let picture =
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + (0..<4000).map { UInt8($0 * 7 & 31) }
    #expect(throws: MarkupError.noElement) {
      try MarkupTree(parsing: picture, as: .xhtml, at: testPath)
    }
  }

  @Test("Access walks children, attributes and text")
  func access() throws {
    let tree = try parse("<html><p class='c' xml:lang='en'>a<b>b</b>c</p><p/></html>")
    #expect(tree.children(of: 0).map { $0 } == [1, 6])
    #expect(tree.children(of: 1).map { $0 } == [2, 3, 5])
    #expect(tree.text(of: 0) == "abc")
    #expect(tree.attribute("class", of: 1) == "c")
    #expect(tree.attribute("lang", in: .xml, of: 1) == "en")
    #expect(tree.attribute("lang", of: 1) == nil)
    #expect(tree.attributeRange(of: 2).isEmpty)
    #expect(tree.firstElement(.xhtml, .b) == 3)
    #expect(tree.firstElement(.svg, .b) == nil)
  }
}
