import EPUBBasics
import Testing

@testable import EPUBContent

@Suite("Broken stylesheets") struct ErrorRecoveryTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var css: String
    /// Which of `p` (bold) and `q` (bold) and `i` (bold) the sheet still reaches.
    var ids: String
    var testDescription: String { css }
    init(_ css: String, _ ids: String) { (self.css, self.ids) = (css, ids) }
  }

  static let rows: [Row] = [
    Row("p { font-weight: bold", "p"), Row("p { font-weight: bold; ", "p"),
    Row("p { font-weight: }", ""), Row("p { font-weight bold font-weight: bold }", ""),
    Row("p { font-weight bold; ; font-weight: bold }", "p"),
    Row("p { : bold; font-weight: bold }", "p"), Row("p { 1x: 2; font-weight: bold }", "p"),
    Row("p { color: red; font-weight: bold; font-weight: heavy }", "p"),
    Row("p { font-weight: bold !important }", "p"), Row("p { font-weight: bold ! important }", "p"),
    Row("p { font-weight: bold !imp; }", ""), Row("p { font-weight: bold) ; }", ""),
    Row("p { x: {a: b}; font-weight: bold }", "p"), Row("p { x: (a; b); font-weight: bold }", "p"),
    Row("p { x: [}; font-weight: normal; ]; font-weight: bold }", "p"),
    Row("p { x: 'a\nb; } q { font-weight: bold }", "q"),
    Row("p { x: url(a b); font-weight: bold }", "p"),
    Row("p { x: 'a\\\nb'; font-weight: bold }", "p"),
    Row("p { x: url(a\"b); font-weight: bold }", "p"),
    Row("p { font-weight: bold } } q { font-weight: bold } i { font-weight: bold }", "i p"),
    Row("p!{ font-weight: bold } q { font-weight: bold }", "q"),
    Row("; p { font-weight: bold } q { font-weight: bold }", "q"),
    Row("p, !, q { font-weight: bold } q { font-weight: bold }", "q"),
    Row("p, , q { font-weight: bold } i { font-weight: bold }", "i"),
    Row("<!-- p { font-weight: bold } --> q { font-weight: bold }", "p q"),
    Row("/* p { font-weight: bold } q { font-weight: bold }", ""),
    Row("/**/p/**/{/**/font-weight/**/:/**/bold/**/}", "p"),
    Row("/*/ p{} /**/ q{font-weight:bold}", "q"),
    Row("@unknown x; p { font-weight: bold }", "p"),
    Row("@unknown x { p { font-weight: bold } } q { font-weight: bold }", "q"),
    Row("@unknown { a; } } q { font-weight: bold } i { font-weight: bold }", "i"),
    Row("@charset 'x'; p { font-weight: bold }", "p"),
    Row("@font-face { font-family: x; font-weight: bold } q { font-weight: bold }", "q"),
    Row("@page :first { margin: 0 } q { font-weight: bold }", "q"),
    Row("@keyframes x { from { font-weight: bold } 50% {} } q { font-weight: bold }", "q"),
    Row("@media screen { p { font-weight: bold }", "p"),
    Row(
      "@media screen { p { font-weight: bold } } } q { font-weight: bold } i {font-weight: bold}",
      "i p"),
    Row(
      "@media print { p { font-weight: bold } @media screen { p { font-weight: bold } } } q { font-weight: bold }",
      "q"),
    Row("@media screen { @media print { p { font-weight: bold } } q { font-weight: bold } }", "q"),
    Row("p { q { font-weight: bold } } i { font-weight: bold }", "i"),
    Row("div { & p { font-weight: bold } q { font-weight: bold } }", "p q"),
    Row("div { > p { font-weight: bold } }", "p"), Row("p { .x & { font-weight: bold } }", "p"),
    Row("p { @media screen { font-weight: bold } }", "p"),
    Row("p { @media print { font-weight: bold } }", ""),
    Row("p { i { x: y } font-weight: bold }", "p"), Row("p:hover { font-weight: bold }", ""),
    Row("p { i:hover { x: y } font-weight: bold }", "p"),
    Row(#"\p { font-weight: bold }"#, "p"), Row(#"p { \66ont-weight: bold }"#, "p"),
    Row(#"p { font-weight: b\6f ld }"#, "p"), Row("P { FONT-WEIGHT: BOLD }", "p"),
    Row("p { *font-weight: bold; _font-weight: bold }", ""),
    Row("p { *x: y; font-weight: bold }", "p"),
    Row("p { filter: progid:a.b(c=1); font-weight: bold }", "p"),
    Row("p { --x: {a;b}; font-weight: bold }", "p"),
    Row("p{font-weight:bold}q{font-weight:bold}", "p q"),
    Row("@import 'x.css' p { font-weight: bold } q { font-weight: bold }", "q"),
    Row("@namespace x 'y'; p { font-weight: bold }", "p"),
    Row("@namespace 'y'; p { font-weight: bold }", ""),
    Row("@namespace h 'http://www.w3.org/1999/xhtml'; h|p { font-weight: bold }", "p"),
    Row("q {} @namespace h 'http://www.w3.org/1999/xhtml'; h|p { font-weight: bold }", ""),
    Row("\u{0}p { font-weight: bold } q { font-weight: bold }", "q"),
    Row("p { font-weight: bold;;;; }", "p"),
    Row("p{font-weight:700}q{font-weight:+900}i{font-weight:500}", "p q"),
    Row("p{font-weight:1e3}q{font-weight:1001}i{font-weight:.7e3}", "i p"),
  ]

  @Test("Lose just what is broken", arguments: rows)
  func recovery(_ row: Row) throws {
    let css = row.css
    let sheets = StyleSheets { $0.string == "text/a.css" ? Array(css.utf8) : nil }
    let probe = try StyleProbe(
      """
      <html xmlns="http://www.w3.org/1999/xhtml"><head><link rel="stylesheet" href="a.css"/></head>\
      <body class="x"><div><p id="p"/><q id="q"/><i id="i"/></div></body></html>
      """, sheets: sheets)
    #expect(probe.boldIDs.joined(separator: " ") == row.ids)
  }

  @Test("Say so once a sheet, with the line of the first fault")
  func finding() throws {
    let probe = try StyleProbe(
      "<p/>", head: #"<link rel="stylesheet" href="a.css"/>"#,
      files: ["text/a.css": "p {}\n\n! { } q { a b } ?{}"])
    let found = probe.cascade.findings.filter { $0.code == "style-broken" }
    #expect(found.map(\.path) == ["text/a.css"])
    #expect(found.first?.place == "line 3")
  }
}
