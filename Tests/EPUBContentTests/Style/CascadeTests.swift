import EPUBBasics
import EPUBMarkup
import Testing

@testable import EPUBContent

@Suite("The cascade") struct CascadeTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var css: String
    var isBold: Bool
    var attribute = ""
    var testDescription: String { css + attribute }
    init(_ css: String, _ isBold: Bool, attribute: String = "") {
      (self.css, self.isBold, self.attribute) = (css, isBold, attribute)
    }
  }

  static let rows: [Row] = [
    Row("p { font-weight: bold } p { font-weight: normal }", false),
    Row("p.c { font-weight: bold } p { font-weight: normal }", true),
    Row("#p { font-weight: bold } p.c.c.c { font-weight: normal }", true),
    Row("[id=p] { font-weight: bold } p p, p { font-weight: normal }", true),
    Row(":where(#p) { font-weight: bold } p { font-weight: normal }", false),
    Row(":is(p, #x) { font-weight: bold } p.c { font-weight: normal }", true),
    Row("p:not(#x) { font-weight: bold } p.c.c { font-weight: normal }", true),
    Row("p:nth-child(1 of #p) { font-weight: bold } p.c.c.c { font-weight: normal }", true),
    Row("p { font-weight: bold !important } #p { font-weight: normal }", true),
    Row("p { font-weight: bold !important } #p { font-weight: normal !important }", false),
    Row("#p { font-weight: normal }", true, attribute: "font-weight: bold"),
    Row("#p { font-weight: normal !important }", false, attribute: "font-weight: bold"),
    Row("#p { font-weight: normal !important }", true, attribute: "font-weight: bold !important"),
    Row("p { font-weight: bold } p { font-weight: bogus }", true),
    Row("div { font-weight: bold }", true),
    Row("div { font-weight: bold } p { font-weight: initial }", false),
    Row("div { font-weight: bold } p { font-weight: normal; font-weight: inherit }", true),
    Row("div { font-weight: bold } p { font-weight: normal; font-weight: unset }", true),
    Row("div { font-weight: bold } p { font-weight: normal; all: unset }", true),
    Row("p { font-weight: bold; all: initial }", false),
    Row("p { all: initial; font-weight: bold }", true),
    Row("p { font: bold 1em serif }", true), Row("p { font-weight: bold; font: 1em serif }", false),
    Row("@layer a { p { font-weight: bold } } @layer b { p { font-weight: normal } }", false),
    Row(
      "@layer b, a; @layer a { p { font-weight: bold } } @layer b { #p { font-weight: normal } }",
      true),
    Row("@layer a { #p { font-weight: bold } } p { font-weight: normal }", false),
    Row(
      "@layer a { #p { font-weight: bold !important } } p { font-weight: normal !important }", true),
    Row("@layer a { p { font-weight: bold } @layer b { #p { font-weight: normal } } }", true),
    Row("@layer a.b { p { font-weight: bold } } @layer a { p { font-weight: normal } }", false),
    Row(
      "@layer a { @layer b { p { font-weight: normal } } } @layer a.b { p { font-weight: bold } }",
      true),
    Row("@layer { #p { font-weight: bold } } @layer { p { font-weight: normal } }", false),
    Row("@layer a { p { font-weight: bold } } @layer b { p { font-weight: revert-layer } }", true),
    Row("p { font-weight: bold } #p { font-weight: revert }", false),
    Row("b, p { font-weight: normal }", true, attribute: "font-weight: normal; font-weight: bold"),
    Row("p { font-weight: normal } @media print { p { font-weight: bold } }", false),
  ]

  @Test("Decides which declaration wins", arguments: rows)
  func winning(_ row: Row) throws {
    let probe = try StyleProbe(
      #"<div><p id="p" class="c" style="\#(row.attribute)"/></div>"#, css: row.css)
    #expect(probe["p"].isBold == row.isBold)
  }

  @Test("Reverts to the user agent's style")
  func revert() throws {
    let probe = try StyleProbe(
      #"<b id="b"/><p id="p"/><i id="i"/>"#,
      css: """
        b { font-weight: normal } #b { font-weight: revert } p { display: revert }
        i { all: revert }
        """)
    #expect(probe["b"].isBold)
    #expect(probe["p"].display == .block)
    #expect(probe["i"].isItalic)
  }

  @Test("Layers of imported sheets stand where they are imported")
  func importedLayers() throws {
    let probe = try StyleProbe(
      #"<p id="p"/><p id="q" class="x"/>"#,
      css:
        "@import 'a.css' layer(low); @layer high { p { font-weight: normal } .x { font-weight: bold } }",
      files: ["text/a.css": "#p, #q { font-weight: bold } @layer deep { #p { font-weight: bold } }"]
    )
    #expect(!probe["p"].isBold)
    #expect(probe["q"].isBold)
  }

  // MARK: Options

  @Test("Without the book's style only what the text depends on is left of it")
  func withoutBookStyle() throws {
    let probe = try StyleProbe(
      #"<p id="p" style="font-weight: bold; white-space: pre" align="right"/><ol type="A" id="o"/>"#,
      css: """
        p { display: inline; visibility: hidden; margin: 5em; text-indent: 1em }
        p::before { content: "x" }
        """,
      options: StyleSheets.Options(usesBookStyle: false))
    let style = probe["p"]
    #expect(style.display == .inline)
    #expect(!style.isVisible)
    #expect(style.whiteSpace == .pre)
    #expect(!style.isBold)
    #expect(style.margin.top == 1)
    #expect(style.indent == .zero)
    #expect(style.alignment == .start)
    #expect(probe["o"].listStyle == .upperAlpha)
  }

  @Test("A sheet of the user's is weaker than the book's, unless important")
  func userSheet() throws {
    let probe = try StyleProbe(
      #"<p id="p"/><i id="i"/>"#, css: "p { font-weight: normal; font-style: normal }",
      options: StyleSheets.Options(
        userSheet: "p { font-weight: bold; font-style: italic !important } i { font-weight: bold }")
    )
    #expect(!probe["p"].isBold)
    #expect(probe["p"].isItalic)
    #expect(probe["i"].isBold)
  }

  @Test(
    "A sheet of the user's never changes the text",
    arguments: [
      "display: none", "visibility: hidden", "white-space: pre", "white-space-collapse: preserve",
      "text-wrap: nowrap", "all: initial",
    ])
  func userSheetLeavesText(_ declaration: String) throws {
    let probe = try StyleProbe(
      #"<pre id="p"/>"#,
      options: StyleSheets.Options(
        userSheet: "#p { \(declaration) !important } #p::before { content: 'x' !important }"))
    let style = probe["p"]
    #expect(style.display == .block)
    #expect(style.isVisible)
    #expect(style.whiteSpace == .pre)
    #expect(probe.pseudo(.before, "p") == nil)
  }

  // MARK: Hints and the user agent

  @Test("Attributes of the markup are weaker than any rule of the book")
  func hints() throws {
    let probe = try StyleProbe(
      """
      <p id="a" align="center"/><p id="b" align="CENTER" class="x"/><ol id="c" type="a"/>\
      <ol id="d" type="A"/><div hidden="" id="e"/><div hidden="hidden" id="f" class="y"/>\
      <p dir="rtl" id="g"/><center id="h"/>
      """,
      css:
        "p, ol, center { text-align: right } #a, #h, ol { text-align: revert } div.y { display: block }"
    )
    #expect(probe["a"].alignment == .start)
    #expect(probe["b"].alignment == .right)
    #expect(probe["c"].listStyle == .lowerAlpha)
    #expect(probe["d"].listStyle == .upperAlpha)
    #expect(probe["e"].display == .none)
    #expect(probe["f"].display == .block)
    #expect(probe["g"].isRightToLeft)
    #expect(probe["h"].alignment == .center)
  }

  @Test("Sub and super reach inline content inside, and small raised text counts")
  func raised() throws {
    let probe = try StyleProbe(
      """
      <p><sup id="a"><i id="b"/><span id="c" style="display: block"/></sup><sub id="d"/>\
      <span id="e" class="n"/><span id="f" class="big"/><sup id="g" class="r"><a id="h"/></sup></p>
      """,
      css: """
        .n { font-size: 70%; vertical-align: 0.4em } .big { vertical-align: 0.4em }
        .r { vertical-align: baseline; position: relative; top: -0.5em }
        """)
    #expect(probe["a"].verticalAlign == .superscript)
    #expect(probe["b"].verticalAlign == .superscript)
    #expect(probe["c"].verticalAlign == .baseline)
    #expect(probe["d"].verticalAlign == .sub)
    #expect(probe["e"].verticalAlign == .superscript)
    #expect(probe["f"].verticalAlign == .baseline)
    #expect(probe["g"].verticalAlign == .superscript)
    #expect(probe["h"].verticalAlign == .superscript)
  }

  @Test("Pseudo-elements are there where rules make them")
  func pseudoElements() throws {
    let probe = try StyleProbe(
      #"<p id="p"/><q id="q" class="n"/><q id="r"/><div id="d"/>"#,
      css: """
        p { font-style: italic } p::before { content: "a" attr(title); font-weight: bold }
        p:after { content: counter(x, lower-roman) } p::marker { content: "*" }
        q.n::before, q.n::after { content: none } div::before { font-weight: bold }
        """)
    let before = try #require(probe.pseudo(.before, "p"))
    #expect(before.content == [.text("a"), .attribute("title")])
    #expect(before.isBold && before.isItalic && before.display == .inline)
    #expect(probe.pseudo(.after, "p")?.content == [.counter("x", .lowerRoman)])
    #expect(probe.pseudo(.marker, "p")?.content == [.text("*")])
    #expect(probe.pseudo(.before, "q") == nil)
    #expect(probe.pseudo(.before, "r")?.content == [.openQuote])
    #expect(probe.pseudo(.after, "r")?.content == [.closeQuote])
    #expect(probe.pseudo(.before, "d") == nil)
  }

  @Test("Equal styles have equal numbers")
  func sharing() throws {
    let probe = try StyleProbe(
      #"<p id="a"/><p id="b" class="x"/><p id="c" style="color: red"/><p id="d" class="y"/>"#,
      css: ".x { font-style: normal } .y { font-style: italic }")
    #expect(probe["a"].index == probe["b"].index)
    #expect(probe["a"].index == probe["c"].index)
    #expect(probe["a"].index != probe["d"].index)
  }
}
