import EPUBBasics
import EPUBMarkup
import Testing

@Suite("Namespaces and names") struct NamespaceTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let markup: String
    let dump: String
    var syntax = MarkupSyntax.xml
    var testDescription: String { markup }
  }

  static let rows = [
    Row(
      markup: "<html><body><p/><svg><g/></svg><math><mi>x</mi></math></body></html>",
      dump: "xhtml:html(xhtml:body(xhtml:p svg:svg(svg:g) mathML:math(mathML:mi('x'))))"),
    Row(
      markup: "<svg><foreignObject><p>a</p></foreignObject><text>b</text></svg>",
      dump: "svg:svg(svg:foreignObject(xhtml:p('a')) svg:text('b'))"),
    Row(
      markup: "<html xmlns='http://www.w3.org/1999/xhtml'><p xmlns=''>a</p></html>",
      dump: "xhtml:html(xhtml:p('a'))"),
    Row(
      markup: "<html xmlns='http://www.w3.org/1999/xhtml'><section epub:type='x'/></html>",
      dump: "xhtml:html(xhtml:section[ops:type=x])"),
    Row(
      markup:
        "<package><metadata><dc:title>T</dc:title><dc:creator opf:role='aut'/></metadata></package>",
      dump:
        "opf:package(opf:metadata(dublinCore:title('T') dublinCore:creator[opf:role=aut]))"),
    Row(
      markup: "<o:package xmlns:o='http://www.idpf.org/2007/opf'><manifest/></o:package>",
      dump: "opf:package(opf:manifest)"),
    Row(
      markup: "<package xmlns='http://openebook.org/namespaces/oeb-package/1.0/'>"
        + "<dc-metadata xmlns:dc='http://purl.org/dc/elements/1.0/'><dc:Title>T</dc:Title></dc-metadata></package>",
      dump: "opf:package(opf:dc-metadata(dublinCore:Title('T')))"),
    Row(markup: "<ncx><navMap/></ncx>", dump: "ncx:ncx(ncx:navMap)"),
    Row(
      markup: "<container><rootfiles/></container>",
      dump: "container:container(container:rootfiles)"),
    Row(
      markup: "<container xmlns='urn:x'><rootfiles/></container>",
      dump: "other:container(other:rootfiles)"),
    Row(markup: "<x><y z='1'/></x>", dump: "none:x(none:y[z=1])"),
    Row(
      markup:
        "<html xmlns='https://www.w3.org/1999/xhtml/'><svg:svg><svg:g xlink:href='#a'/></svg:svg></html>",
      dump: "xhtml:html(svg:svg(svg:g[xlink:href=#a]))"),
    Row(
      markup: "<html xml:lang='de'><m:math/><mml:math/><v:x v:y='1'/></html>",
      dump: "xhtml:html[xml:lang=de](mathML:math mathML:math other:x[other:y=1])"),
    Row(
      markup: "<html><body><p>a<b>b</p></b><svg viewBox='0'><foreignObject><p>c</foreignObject>"
        + "<linearGradient/><title>t</title></svg><math><mfrac><mi>x</mi></mfrac></math></body></html>",
      dump: "xhtml:html(xhtml:body(xhtml:p('a' xhtml:b('b')) svg:svg[viewBox=0]"
        + "(svg:foreignObject(xhtml:p('c')) svg:linearGradient svg:title('t'))"
        + " mathML:math(mathML:mfrac(mathML:mi('x')))))",
      syntax: .xhtml),
    Row(
      markup: "<html xmlns:epub='http://www.idpf.org/2007/ops'><body><br><aside epub:type='note'>"
        + "<epub:switch><epub:case required-namespace='n'><p>a</p></epub:case>"
        + "<epub:default><p>b</epub:default></epub:switch></aside></body></html>",
      dump: "xhtml:html(xhtml:body(xhtml:br xhtml:aside[ops:type=note](ops:switch("
        + "ops:case[required-namespace=n](xhtml:p('a')) ops:default(xhtml:p('b'))))))",
      syntax: .xhtml),
  ]

  @Test("Are found as written, by custom, and from the place", arguments: rows)
  func namespaces(_ row: Row) throws {
    let tree = try parse(row.markup, as: row.syntax)
    #expect(tree.dump() == row.dump, "\(tree.findings)")
  }

  @Test("Capitals count as small letters in XHTML and Dublin Core alone")
  func capitals() throws {
    let tree = try parse("<HTML><BODY><P>a</P><dc:Title/><ncx:NavMap/></BODY></HTML>", as: .xml)
    #expect(tree.nodes.map(\.name) == [.html, .body, .p, .other, .title, .other])
    #expect(tree.names[Int(tree.nodes[2].nameIndex)] == "P")
  }

  @Test("A prefix without a declaration is a finding with its line")
  func undeclaredPrefix() throws {
    let tree = try parse("<html>\n<p epub:type='a'/><p opf:x='b'/></html>")
    #expect(tree.findings.map(\.code) == ["markup-prefix-undeclared"])
    #expect(tree.findings.first?.place == "line 2")
  }

  @Test("Every known name is found again")
  func knownNames() throws {
    for name in ElementName.allCases where name != .other {
      let tree = try parse("<x><\(name.rawValue)/></x>", as: .xml)
      #expect(tree.nodes[1].name == name)
    }
  }
}
