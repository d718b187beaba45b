import EPUBBasics
import EPUBMarkup
import Testing

@testable import EPUBContent

extension Tag {
  @Tag static var hostileStyle: Self
}

@Suite("Stylesheets made to do harm", .tags(.hostileStyle), .timeLimit(.minutes(10)))
struct HostileStyleTests {
  private func probe(_ css: String, _ body: String = #"<p id="p"/>"#, limits: Limits = Limits())
    throws -> StyleProbe
  {
    try StyleProbe(
      body, head: #"<link rel="stylesheet" href="a.css"/>"#, files: ["text/a.css": css],
      limits: limits)
  }

  @Test(
    "End, however deep their brackets are, and what follows is read",
    arguments: [
      "{", "(", "[", "a{", "@media screen{", "a:is(", "@supports (", "p{x:(", ":not(a,", "&{",
    ])
  func depth(_ opening: String) throws {
    let css = "p { font-weight: bold } " + String(repeating: opening, count: 50_000)
    #expect(try probe(css)["p"].isBold)
  }

  @Test("Rules nested too deep are left out, those around them stay")
  func nesting() throws {
    let css =
      String(repeating: "div, p { font-weight: bold; ", count: 40)
      + String(repeating: "}", count: 40) + " p { font-style: italic }"
    let style = try probe(css)["p"]
    #expect(style.isBold)
    #expect(style.isItalic)
  }

  @Test("More rules than the limit are left out, with a finding")
  func rules() throws {
    var limits = Limits()
    limits.maximumStyleRuleCount = 1000
    let css =
      "p { font-weight: bold } "
      + String(repeating: "i { x: y; color: red; margin: 0 }", count: 5000)
    let found = try probe(css + "p { font-style: italic }", limits: limits)
    #expect(found["p"].isBold)
    #expect(!found["p"].isItalic)
    #expect(found.cascade.findings.map(\.code) == ["style-rules-too-many"])
  }

  @Test("Sheets past the limit of bytes are not even loaded, with a finding")
  func sheetBytes() throws {
    var limits = Limits()
    limits.maximumStyleByteCount = 100
    let sheets = StyleSheets(limits: limits) { path in
      if path.string == "c.css" { Issue.record("loaded") }
      return Array("p { font-weight: bold }".utf8) + Array(repeating: 0x20, count: 60)
    }
    let links = ["a", "b", "c", "d"].map { "<link rel='stylesheet' href='\($0).css'/>" }.joined()
    let found = try StyleProbe(
      """
      <html xmlns="http://www.w3.org/1999/xhtml"><head>\(links)</head><body><p id="p"/></body></html>
      """, sheets: sheets, limits: limits)
    #expect(found["p"].isBold)
    #expect(found.cascade.findings.map(\.code) == ["style-sheets-too-large"])
  }

  @Test("A declaration of more counters than anyone needs is passed over")
  func counterCount() throws {
    func names(_ count: Int) -> String { (0..<count).map { " c\($0)" }.joined() }
    let kept = try probe("p { counter-increment:\(names(64)) }")
    #expect(kept["p"].counterIncrements.count == 64)
    let dropped = try probe("p { counter-increment:\(names(65)); font-weight: bold }")
    #expect(dropped["p"].counterIncrements.isEmpty)
    #expect(dropped["p"].isBold)
  }

  @Test("Imports that fan out end")
  func imports() throws {
    var limits = Limits()
    limits.maximumStyleRuleCount = 10_000
    let imports = (0..<20).map { "@import 's\($0).css';" }.joined()
    let sheets = StyleSheets(limits: limits) { _ in Array((imports + "p { margin: 0 }").utf8) }
    let found = try StyleProbe(
      """
      <html xmlns="http://www.w3.org/1999/xhtml"><head><link rel="stylesheet" href="s.css"/></head>\
      <body><p id="p"/></body></html>
      """, sheets: sheets, limits: limits)
    #expect(found["p"].margin.top == 0)
  }

  @Test(
    "Selectors that could be tried in very many ways end",
    arguments: [
      String(repeating: "div ", count: 60) + "x p",
      String(repeating: "div > div ", count: 30) + "x p",
      String(repeating: "div ~ ", count: 60) + "x p",
      String(repeating: "div + div ~ ", count: 30) + "p",
      "div:has(div:not(.x) p ~ q)", ":is(div div, div) :is(div div, div) :is(div x, x) p",
    ])
  func backtracking(_ selector: String) throws {
    let body =
      String(repeating: "<div>", count: 200) + #"<p id="p"/>"#
      + String(repeating: "<div/>", count: 500) + String(repeating: "</div>", count: 200)
    #expect(try !probe("\(selector) { font-weight: bold }", body)["p"].isBold)
  }

  @Test("Ten thousand siblings are searched once, not once each")
  func siblings() throws {
    let body = String(repeating: "<i/>", count: 20_000) + #"<b/><p id="p"/><i/><p id="q"/>"#
    let found = try probe(
      "u ~ i, u ~ p { font-style: normal } b ~ p, i:nth-of-type(20001) ~ p { text-indent: 1em }",
      body)
    #expect(found["p"].indent.cells == 2)
    #expect(found["q"].indent.cells == 2)
  }

  @Test("Beyond the bound of work only the user agent's rules count, with a finding")
  func exhaustion() throws {
    let css = (0..<40).map { ":has(x\($0)) { margin: 0 }" }.joined() + "p { font-weight: bold }"
    let body =
      #"<p id="p"/>"# + String(repeating: "<div>", count: 1000)
      + String(repeating: "<i/>", count: 1000) + #"<p id="q"/>"#
      + String(repeating: "</div>", count: 1000)
    let found = try probe(css, body)
    #expect(found["p"].isBold)
    #expect(!found["q"].isBold)
    #expect(found["q"].display == .block)
    #expect(found.cascade.findings.map(\.code) == ["style-too-complex"])
  }

  @Test("Nested rules do not multiply without bound")
  func parents() throws {
    let css =
      String(repeating: "p, div, .a { & & & & { x: y; margin: 0; ", count: 10)
      + String(repeating: "}}", count: 10) + " p { font-weight: bold }"
    #expect(try probe(css)["p"].isBold)
  }

  @Test("Numbers beyond all measure stay finite")
  func numbers() throws {
    let nines = String(repeating: "9", count: 400)
    let style = try probe(
      """
      p { margin: \(nines)em 1e999px -1e308em calc(1e30em * 1e30); text-indent: -\(nines)px;
        font-size: \(nines)em; widows: \(nines); counter-reset: a \(nines) }
      p:nth-child(\(nines)n + \(nines)) { x: y }
      """)["p"]
    #expect(style.margin.top.isFinite && style.margin.left.cells.isFinite)
    #expect(style.margin.bottom.isFinite && style.indent.cells.isFinite && style.fontScale.isFinite)
    #expect(style.widows == 255)
  }

  static let sheet = """
    @charset "utf-8"; @namespace e "http://www.idpf.org/2007/ops"; @import url("x.css") screen;
    p[e|type~="a" i]:not(.x, #y):nth-child(2n+1 of p) > i::before { content: "\\201C" attr(x) }
    @media (min-width: 10em) and (color) { @layer a { q { font: italic 1em/2 "A B", serif !important } } }
    div { & > p { margin: calc(1em + (2px * 3)) 5% auto -1px } @supports (x: y) { a: b } }
    /* c */ <!-- --> li { list-style: url(a\\)b) square; quotes: "<" ">" }
    """

  @Test("Cut anywhere, a sheet is read")
  func truncation() {
    let bytes = Array(Self.sheet.utf8)
    let whole = StyleSheet(parsing: bytes, maximumRuleCount: 100).rules.count
    for end in 0...bytes.count {
      let sheet = StyleSheet(parsing: Array(bytes[..<end]), maximumRuleCount: 100)
      #expect(sheet.rules.count <= whole)
    }
  }

  @Test("With bytes turned over, a sheet is read")
  func flips() throws {
    var state: UInt64 = 20_260_101
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    let tree = try MarkupTree(
      parsing: Array("<div><p><i/></p><p class='x'/><li/></div>".utf8), as: .xhtml,
      at: try #require(ContainerPath("a.xhtml")))
    for _ in 0..<1500 {
      var bytes = Array(Self.sheet.utf8)
      for _ in 0...random(4) { bytes[random(bytes.count)] = UInt8(random(256)) }
      let sheet = StyleSheet(parsing: SheetDecoding.utf8(bytes), maximumRuleCount: 100)
      let rules = RuleSet([RuleSet.Source(sheet: sheet, origin: .author)], maximumRuleCount: 100)
      var matcher = SelectorMatcher(tree, rules)
      for selector in rules.selectors {
        _ = matcher.matches(selector, 1)
      }
      #expect(!matcher.isExhausted)
    }
  }
}
