import EPUBBasics
import EPUBMarkup
import Testing

@Suite("Tag soup by HTML's rules") struct HTMLTests {
  struct Row: CustomTestStringConvertible, Sendable {
    /// Inside `body`.
    let markup: String
    let dump: String
    var testDescription: String { markup }
  }

  static let bodies = [
    Row(markup: "a<br>b<hr>c<img src=x>", dump: "'a' xhtml:br 'b' xhtml:hr 'c' xhtml:img[src=x]"),
    Row(
      markup: "a<BR>b</BR>c</br>d<P Class=X>e",
      dump: "'a' xhtml:br 'b' xhtml:br 'c' xhtml:br 'd' xhtml:p[class=X]('e')"),
    Row(markup: "<p>a<p>b<div>c</div>d", dump: "xhtml:p('a') xhtml:p('b') xhtml:div('c') 'd'"),
    Row(
      markup: "<ul><li>a<li>b<ul><li>c</ul><li>d</ul>",
      dump: "xhtml:ul(xhtml:li('a') xhtml:li('b' xhtml:ul(xhtml:li('c'))) xhtml:li('d'))"),
    Row(
      markup: "<dl><dt>a<dd>b<dt>c<dd><p>d</dl>",
      dump: "xhtml:dl(xhtml:dt('a') xhtml:dd('b') xhtml:dt('c') xhtml:dd(xhtml:p('d')))"),
    Row(
      markup: "<table><tr><td>a<td>b<tr><th>c<tbody><tr><td>d</table>e",
      dump:
        "xhtml:table(xhtml:tr(xhtml:td('a') xhtml:td('b')) xhtml:tr(xhtml:th('c')) xhtml:tbody(xhtml:tr(xhtml:td('d')))) 'e'"
    ),
    Row(
      markup: "<table><thead><tr><td>a<tbody><tr><td><table><tr><td>b</table>c<td>d</table>",
      dump:
        "xhtml:table(xhtml:thead(xhtml:tr(xhtml:td('a'))) xhtml:tbody(xhtml:tr(xhtml:td(xhtml:table(xhtml:tr(xhtml:td('b'))) 'c') xhtml:td('d'))))"
    ),
    Row(
      markup: "<div><table><tr><td>a</div>b</td></tr></table></div>",
      dump: "xhtml:div(xhtml:table(xhtml:tr(xhtml:td('ab'))))"),
    Row(
      markup: "<p>a <b>b <i>c</b> d</i> e",
      dump: "xhtml:p('a ' xhtml:b('b ' xhtml:i('c')) xhtml:i(' d') ' e')"),
    Row(
      markup: "<p><b>a</p><p>b</b> c</p>", dump: "xhtml:p(xhtml:b('a')) xhtml:p(xhtml:b('b') ' c')"),
    Row(markup: "<b><p>a</b> b</p>c", dump: "xhtml:b(xhtml:p('a b')) 'c'"),
    Row(
      markup: "<p><i class=x id=y>a<p>b",
      dump: "xhtml:p(xhtml:i[class=x id=y]('a')) xhtml:p(xhtml:i('b'))"),
    Row(markup: "<td><b>a</td><p>b", dump: "xhtml:td(xhtml:b('a')) xhtml:p('b')"),
    Row(
      markup: "<a href=1>a<a href=2>b</a>c", dump: "xhtml:a[href=1]('a') xhtml:a[href=2]('b') 'c'"),
    Row(markup: "<h1>a<h2>b</h2>c", dump: "xhtml:h1('a') xhtml:h2('b') 'c'"),
    Row(
      markup: "<ruby>a<rb>b<rt>c<rp>d</ruby><br>",
      dump: "xhtml:ruby('a' xhtml:rb('b') xhtml:rt('c') xhtml:rp('d')) xhtml:br"),
    Row(
      markup: "<select><optgroup><option>a<option>b<optgroup><option>c</select>",
      dump:
        "xhtml:select(xhtml:optgroup(xhtml:option('a') xhtml:option('b')) xhtml:optgroup(xhtml:option('c')))"
    ),
    Row(
      markup: "<p/>a<a id='x'/>b<div class='c'/>c<i/>d<br>",
      dump: "xhtml:p 'a' xhtml:a[id=x] 'b' xhtml:div[class=c] 'c' xhtml:i 'd' xhtml:br"),
    Row(markup: "<![CDATA[<a>&b;]]><br>", dump: "'<a>&b;' xhtml:br"),
    Row(
      markup: "<script>if (a<b && c) x('</p>')</script><style><!-- p>a {} --></style><br>",
      dump: "xhtml:script('if (a<b && c) x('</p>')') xhtml:style('<!-- p>a {} -->') xhtml:br"),
    Row(
      markup: "<style><![CDATA[ p {} ]]></style><script>open<br>",
      dump: "xhtml:style(' p {} ') xhtml:script('open' xhtml:br)"),
    Row(
      markup:
        "<svg viewBox=1><foreignObject><div>a<br>b</div></foreignObject><title>c</title><textPath/></svg><p>d<br>",
      dump:
        "svg:svg[viewBox=1](svg:foreignObject(xhtml:div('a' xhtml:br 'b')) svg:title('c') svg:textPath) xhtml:p('d' xhtml:br)"
    ),
    Row(markup: "<p>a<svg><g><p>b<br>", dump: "xhtml:p('a' svg:svg(svg:g)) xhtml:p('b' xhtml:br)"),
    Row(
      markup:
        "<math alttext='x'><mtext>a<b>b</b></mtext><annotation-xml><p>c</annotation-xml></math><br>",
      dump:
        "mathML:math[alttext=x](mathML:mtext('a' xhtml:b('b')) mathML:annotation-xml(xhtml:p('c'))) xhtml:br"
    ),
    Row(
      markup: "<p>the <mark>a</mark> <x-y>b</x-y> List<String> and <int>c<br>",
      dump: "xhtml:p('the ' xhtml:mark('a') ' ' xhtml:x-y('b') ' List<String> and <int>c' xhtml:br)"
    ),
    Row(markup: "<span><div>a</span>b</div>c", dump: "xhtml:span(xhtml:div('ab')) 'c'"),
    Row(markup: "a</p>b</div>c</body>d</html>e", dump: "'abcde'"),
    Row(
      markup: "<body class=x>a<html lang=en>b<head><title>c</title></head>d",
      dump: "'ab' xhtml:title('c') 'd'"),
    Row(
      markup: "<object data=x><p>a</object>b<br>",
      dump: "xhtml:object[data=x](xhtml:p('a')) 'b' xhtml:br"),
    Row(markup: "<pre>a\n b<br></pre>", dump: "xhtml:pre('a\n b' xhtml:br)"),
  ]

  @Test("Tags are completed and no text is lost", arguments: bodies)
  func completes(_ row: Row) throws {
    for head in [
      "<html><body>",
      "<?xml version='1.0'?><!DOCTYPE html><html xmlns='http://www.w3.org/1999/xhtml'><body>",
      "<body>",
    ] {
      let tree = try parse(head + row.markup)
      #expect(tree.dump() == "xhtml:html(xhtml:body(\(row.dump)))")
      #expect(tree.isReadAsHTML)
      #expect(tree.findings.map(\.code) == ["markup-not-well-formed"])
      #expect(tree.faults() == [])
    }
  }

  static let documents = [
    Row(markup: "<p>a", dump: "xhtml:html(xhtml:body(xhtml:p('a')))"),
    Row(markup: "words & more", dump: "xhtml:html(xhtml:body('words & more'))"),
    Row(
      markup: "Warning: x <html><head><title>t</title></head><body><p>a</body></html>",
      dump: "xhtml:html(xhtml:body('Warning: x ' xhtml:title('t') xhtml:p('a')))"),
    Row(
      markup: "<title>t</title><meta name=a><p>b",
      dump: "xhtml:html(xhtml:head(xhtml:title('t') xhtml:meta[name=a]) xhtml:body(xhtml:p('b')))"),
    Row(
      markup: "<html><head><title>t<link rel=x><body>a",
      dump: "xhtml:html(xhtml:head(xhtml:title('t') xhtml:link[rel=x]) xhtml:body('a'))"),
    Row(
      markup: "<html><head><title/><script src='x'/><style/></head><body>a<br></body></html>\n",
      dump:
        "xhtml:html(xhtml:head(xhtml:title xhtml:script[src=x] xhtml:style) xhtml:body('a' xhtml:br))"
    ),
    Row(
      markup: "<?xml-stylesheet href='a'?><html><head/><body/>a<br></html>",
      dump: "xhtml:html(xhtml:head xhtml:body('a' xhtml:br))"),
    Row(markup: "<html><p>a<br></html> \n", dump: "xhtml:html(xhtml:body(xhtml:p('a' xhtml:br)))"),
    Row(
      markup: "<HTML><BODY BGCOLOR=#fff><P>a</BODY></HTML>",
      dump: "xhtml:html(xhtml:body[bgcolor=#fff](xhtml:p('a')))"),
    Row(
      markup: "<!DOCTYPE html [<!ENTITY e '<p>x<p>y'>]><html><body>&e;<br></body></html>",
      dump: "xhtml:html(xhtml:body(xhtml:p('x') xhtml:p('y' xhtml:br)))"),
  ]

  @Test("Root, head and body are supplied", arguments: documents)
  func supplies(_ row: Row) throws {
    for syntax in [MarkupSyntax.xhtml, .html] {
      let tree = try parse(row.markup, as: syntax)
      #expect(tree.dump() == row.dump)
      #expect(tree.isReadAsHTML)
      #expect(tree.findings.isEmpty == (syntax == .html))
      #expect(tree.faults() == [])
    }
  }

  @Test("HTML that is well-formed XML is read as XML, with attribute names in small letters")
  func wellFormedHTML() throws {
    let tree = try parse("<HTML><BODY><P CLASS='a' Class='b'>c</P></BODY></HTML>", as: .html)
    #expect(!tree.isReadAsHTML)
    #expect(tree.nodes.map(\.name) == [.html, .body, .p, .other])
    #expect(tree.attribute("class", of: 2) == "a")
    #expect(tree.findings.isEmpty)
  }

  @Test("Style sheet instructions are kept")
  func styleSheetInstructions() throws {
    let tree = try parse("<?xml-stylesheet href='a&b'?><p>a")
    #expect(tree.styleSheetInstructions == ["href='a&b'"])
  }

  @Test("The finding names the line where XML ends and the reason")
  func finding() throws {
    let tree = try parse("<html>\n<body>\n<p>a<br></p>\n</body></html>")
    #expect(tree.findings.first?.place == "line 3")
    #expect(tree.findings.first?.done.contains("br") == true)
    #expect(tree.findings.first?.done.hasSuffix("It was read by the rules of HTML.") == true)
    #expect(tree.findings.first?.severity == .warning)
  }

  @Test("No word is lost or moved, whatever the tags around it", arguments: [21, 22, 23])
  func wordsOfSoup(_ seed: UInt64) throws {
    var numbers = SeededNumbers(seed: seed)
    let names = [
      "html", "head", "body", "title", "p", "div", "span", "b", "i", "a", "ul", "li", "dl", "dd",
      "table", "tr",
      "td", "th", "caption", "svg", "g", "text", "foreignObject", "math", "mi", "mtext",
      "annotation-xml",
      "h1", "ruby", "rt", "select", "option", "object", "button", "pre", "br", "img", "hr", "meta",
      "link", "x:y",
      "epub:case", "unknown", "frameset", "noscript", "template", "form",
    ]
    let attributes = [
      "", "", " id=a", " class='x y'", " title=\"a > b\"", " xmlns='u'", " hidden", "/",
    ]
    for round in 0..<1000 {
      var markup = ""
      var words = ""
      for word in 0..<Int.random(in: 2...40, using: &numbers) {
        let name = names.randomElement(using: &numbers) ?? "p"
        switch Int.random(in: 0..<4, using: &numbers) {
        case 0: markup += "</\(name)>"
        case 1:
          markup += " w\(word), "
          words += "w\(word),"
        default: markup += "<\(name)\(attributes.randomElement(using: &numbers) ?? "")>"
        }
      }
      guard !words.isEmpty else { continue }
      for syntax in [MarkupSyntax.xhtml, .html] {
        let tree = try parse(markup, as: syntax)
        // Unknown elements that never end are text.
        let text = tree.text(of: 0).replacing("<unknown>", with: "").filter { !$0.isWhitespace }
        #expect(
          text.replacing("<unknownhidden>", with: "") == words,
          "seed \(seed), round \(round): \(markup)")
        #expect(tree.faults() == [])
      }
    }
  }
}
