import EPUBBasics
import EPUBMarkup
import Testing

@Suite("XML that is nearly well-formed") struct RepairTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let markup: String
    let dump: String
    var testDescription: String { markup }
  }

  static let rows = [
    Row(
      markup: "<x>AT&T & co. &foo; &; &#; &#x;</x>", dump: "none:x('AT&T & co. &foo; &; &#; &#x;')"),
    Row(markup: "<x a='?b=1&c=2&copy=3&lt'/>", dump: "none:x[a=?b=1&c=2&copy=3<]"),
    Row(markup: "<x>&nbsp&copy 2020 &#65 &#X41;</x>", dump: "none:x('\u{A0}© 2020 A A')"),
    Row(
      markup: "<x>a\u{8}b\u{C}c\u{1F}d\u{FFFF}e\u{FFFE}f\0g\u{FFFD}h</x>",
      dump: "none:x('abcdefg\u{FFFD}h')"),
    Row(
      markup: "<x a='\u{1}b&#2;'>&#0;&#8;c&#xFFFF;d&#xD800;&#x110000;</x>",
      dump: "none:x[a=b]('cd\u{FFFD}\u{FFFD}')"),
    Row(markup: "<x>1 < 2 <3 <> </ <-</x>", dump: "none:x('1 < 2 <3 <> </ <-')"),
    Row(markup: "<x>if a <b and c <d e</x>", dump: "none:x('if a <b and c <d e')"),
    Row(
      markup: "<x>write <anna@example.org> or <https://example.org/a></x>",
      dump: "none:x('write <anna@example.org> or <https://example.org/a>')"),
    Row(markup: "<x a=1 b='2'c='3' d e=\"<>\" a='4'/>", dump: "none:x[a=1 b=2 c=3 d= e=<>]"),
    Row(markup: "<x><y a=b/><z a='1'/ b=2></z ></x>", dump: "none:x(none:y[a=b] none:z[a=1 b=2])"),
    Row(markup: "<x>a ]]> b</x>", dump: "none:x('a ]]> b')"),
    Row(
      markup: "<x>a<!-- b -- c --->d<!-- e <y>f</y></x>",
      dump: "none:x('ad' none:y('f'))"),
    Row(markup: "<x><![CDATA[a\u{8}b]]><![CDATA[c<y/></x>", dump: "none:x('abc' none:y)"),
    Row(markup: "<!doctype html><x/>", dump: "none:x"),
    Row(markup: "<x>a<?xml version='1.0'?>b<?p q>c</x>", dump: "none:x('abc')"),
    Row(markup: "<x><y>a</Y></x>", dump: "none:x(none:y('a'))"),
    Row(markup: "<x><![if x]>a<![endif]></x>", dump: "none:x('a')"),
    Row(
      markup: "<x>&<a:b:c d:e:f='1' :g='2' h:='3'/></x>",
      dump: "none:x('&' other:b_c[other:e_f=1 _g=2 h_=3])"),
    Row(markup: "<x><y$z a%b='1' 2='3'/></x>", dump: "none:x('<y$z a%b='1' 2='3'/>')"),
    Row(markup: "<x a%b='1' 2='3' c×='4'/>", dump: "none:x[a=1 c_=4]"),
    Row(markup: "<?xml version=1.0?><x/>", dump: "none:x"),
    Row(markup: "<x a=\"b>text</x>", dump: "none:x[a=b]('text')"),
  ]

  @Test("Stays XML and loses no text", arguments: rows)
  func repairs(_ row: Row) throws {
    for syntax in [MarkupSyntax.xml, .xhtml] {
      let tree = try parse(row.markup, as: syntax)
      #expect(tree.dump() == row.dump)
      #expect(!tree.isReadAsHTML)
      #expect(tree.findings.first?.code == "markup-not-well-formed")
      #expect(tree.findings.first?.losesText == false)
      #expect(tree.faults() == [])
    }
  }

  static let misnested = [
    Row(markup: "<x><y>a<z>b</y>c</x>", dump: "none:x(none:y('a' none:z('b')) 'c')"),
    Row(markup: "<x>a</y>b</x>", dump: "none:x('ab')"),
    Row(markup: "<x><y>a", dump: "none:x(none:y('a'))"),
    Row(markup: "<x/><y>a</y>", dump: "none:x(none:y('a'))"),
    Row(markup: "<x></x><y>a</y>b</x>", dump: "none:x(none:y('a') 'b')"),
    Row(markup: "junk <x>a</x> ", dump: "none:x('a')"),
    Row(markup: "<x><y a='1'/><y b='2", dump: "none:x(none:y[a=1])"),
    Row(markup: "<x><y a='1'/><y", dump: "none:x(none:y[a=1])"),
    Row(markup: "<x><y a='1'/></", dump: "none:x(none:y[a=1] '</')"),
  ]

  @Test("Misnested XML is read as far as it goes", arguments: misnested)
  func misnestedXML(_ row: Row) throws {
    let tree = try parse(row.markup, as: .xml)
    #expect(tree.dump() == row.dump)
    #expect(tree.findings.map(\.code) == ["markup-not-well-formed"])
    #expect(tree.faults() == [])
  }

  @Test("The finding names line, reason and what was done")
  func finding() throws {
    let tree = try parse("<html>\n<p>a & b</p>\n<p>c & d</p></html>")
    let finding = try #require(tree.findings.first)
    #expect(finding.severity == .warning)
    #expect(finding.path == testPath.string)
    #expect(finding.place == "line 2")
    #expect(finding.clause == "EPUB 3.3 #sec-xhtml")
    #expect(finding.done.hasPrefix("It is no well-formed XML: "))
    #expect(finding.done.hasSuffix("2 faults. It was repaired and read as XML."))
    #expect(!finding.done.contains("\n"))
  }

  @Test("A document cut short inside a tag loses text")
  func cutShort() throws {
    for syntax in [MarkupSyntax.xml, .xhtml, .html] {
      let tree = try parse("<html><p>a</p><p class='b", as: syntax)
      #expect(tree.text(of: 0) == "a")
      #expect(tree.findings.map(\.losesText) == [true])
      #expect(tree.findings.map(\.severity) == [.error])
    }
  }
}
