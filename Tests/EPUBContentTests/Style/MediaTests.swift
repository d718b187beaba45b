import EPUBBasics
import Testing

@testable import EPUBContent

@Suite("Media queries and conditions") struct MediaTests {
  @Test(
    "Hold on a colour screen of 600 by 800 pixels without preferences",
    arguments: [
      "", "all", "screen", "SCREEN", "only screen", "not print", "print, screen", "screen, bogus(",
      "(min-width: 600px)", "(max-width: 600px)", "(width: 600px)", "(width >= 37.5em)",
      "(400px <= width <= 700px)", "(600px = width)", "(orientation: portrait)",
      "(min-aspect-ratio: 3/4)", "(aspect-ratio: 3/4)", "(aspect-ratio < 1)", "(color)",
      "(min-color: 8)", "(monochrome: 0)", "(grid: 0)", "(resolution: 96dpi)",
      "(min-resolution: 1dppx)", "(-webkit-min-device-pixel-ratio: 1)", "(hover: none)",
      "(prefers-color-scheme: light)", "(prefers-reduced-motion: no-preference)",
      "screen and (color) and (min-width: 20em)", "(color) or (grid)", "not (grid)",
      "not (color) , (width)", "((color) and (not (grid)))", "all and (color)", "(min-width:0)",
      "not print and (color)", "(height > 700px)", "(width) and (height)",
    ])
  func holding(_ query: String) { #expect(MediaQuery.holds(query)) }

  @Test(
    "Do not hold elsewhere",
    arguments: [
      "print", "speech", "amzn-kf8", "amzn-mobi", "not screen", "not all", "bogus",
      "(min-width: 601px)", "(width < 600px)", "(orientation: landscape)", "(hover)", "(grid)",
      "(monochrome)", "(prefers-color-scheme: dark)", "(prefers-reduced-motion)",
      "(prefers-contrast: more)", "screen and (min-width: 700px)", "(unknown)",
      "(unknown: 1px)", "not (unknown)", "screen and", "and (color)", "screen (color)", "(color",
      "(color) and (grid) or (color)", "(max-width: red)", "min-width: 1px", "screen or (color)",
      "(width: 600)", "not(color)", "(min-orientation: portrait)", "only (color)",
      "not (color) and (grid)", "(inverted-colors)", "(scripting)", "(700px < width < 800px)",
    ].filter { $0 != "(color" })
  func notHolding(_ query: String) { #expect(!MediaQuery.holds(query)) }

  @Test(
    "@supports holds for what the cascade computes",
    arguments: [
      ("(display: block)", true), ("(display: flex)", true), ("(display: bogus)", false),
      ("(colour: red)", false), ("not (colour: red)", true),
      ("(margin: 1em) and (text-indent: 2%)", true),
      ("(colour: red) or (margin: 0)", true), ("selector(p > a)", true),
      ("selector(:bogus)", false),
      ("not selector(:bogus)", true), ("(font-style: italic) and (not (x: y))", true),
      ("((display: block))", true), ("bogus(x)", false), ("(bogus)", false),
      ("display: block", false),
      ("(margin: 1em !important)", false), ("(a:b) and (c:d) or (margin:0)", false),
    ])
  func supports(_ condition: String, _ holds: Bool) throws {
    let probe = try StyleProbe(
      #"<p id="p"/>"#, css: "@supports \(condition) { p { font-weight: bold } }")
    #expect(probe["p"].isBold == holds)
  }

  @Test(
    "Decide which sheets of a document count",
    arguments: [
      (#"<link rel="stylesheet" href="a.css"/>"#, true),
      (#"<link rel="STYLESHEET" href="a.css" type="text/css; charset=utf-8"/>"#, true),
      (#"<link rel="stylesheet" href="../text/a.css?x#y" media="screen"/>"#, true),
      (#"<link rel="stylesheet" href="a.css" media="print"/>"#, false),
      (#"<link rel="stylesheet" href="a.css" type="text/less"/>"#, false),
      (#"<link rel="alternate stylesheet" href="a.css" title="night"/>"#, false),
      (#"<link rel="alternate stylesheet" href="a.css"/>"#, false),
      (#"<link rel="icon" href="a.css"/>"#, false),
      (#"<link rel="stylesheet" href=""/>"#, false),
      (#"<link rel="stylesheet" href="http://x/a.css"/>"#, false),
      (
        #"<link rel="stylesheet" href="b.css" title="x"/><link rel="stylesheet" href="a.css" title="y"/>"#,
        false
      ),
      (
        #"<link rel="stylesheet" href="a.css" title="x"/><link rel="stylesheet" href="b.css" title="y"/>"#,
        true
      ),
      (
        #"<link rel="stylesheet" href="b.css"/><link rel="stylesheet" href="a.css" title="y"/>"#,
        true
      ),
      ("<style>p { font-weight: bold }</style>", true),
      (#"<style type="text/x">p { font-weight: bold }</style>"#, false),
      (#"<style media="print">p { font-weight: bold }</style>"#, false),
      ("<style>@import 'a.css';</style>", true), ("<style>@import url(a.css);</style>", true),
      (#"<style>@import url("a.css") screen;</style>"#, true),
      ("<style>@import 'a.css' print;</style>", false),
      ("<style>@import 'a.css' supports(display: block) screen;</style>", true),
      ("<style>@import 'a.css' supports(x: y);</style>", false),
      ("<style>@import 'a.css' layer;</style>", true),
      ("<style>@import 'a.css' layer(x.y) screen;</style>", true),
      ("<style>q {} @import 'a.css';</style>", false),
      ("<style>@layer x; @import 'a.css';</style>", true),
      ("<style>@media screen { @import 'a.css'; }</style>", false),
      (#"<link rel="stylesheet" href="deep/b.css"/>"#, true),
      (#"<link rel="stylesheet" href="loop.css"/>"#, true),
    ])
  func sheets(_ head: String, _ isBold: Bool) throws {
    let probe = try StyleProbe(
      #"<p id="p"/>"#, head: head,
      files: [
        "text/a.css": "p { font-weight: bold }", "text/b.css": "i { font-weight: bold }",
        "text/deep/b.css": "@import '../a.css';",
        "text/loop.css": "@import 'loop.css'; @import 'loop2.css'; p { font-weight: bold }",
        "text/loop2.css": "@import 'loop.css'; p { font-weight: normal }",
      ])
    #expect(probe["p"].isBold == isBold)
  }

  @Test("xml-stylesheet instructions count before links")
  func instructions() throws {
    let sheets = StyleSheets { path in
      ["a.css": "p, q { font-weight: bold }", "b.css": "p { font-weight: normal }"][path.name]
        .map { Array($0.utf8) }
    }
    let probe = try StyleProbe(
      """
      <?xml-stylesheet type="text/css" href="a.css"?>
      <?xml-stylesheet href='b.css' alternate="yes" title="x"?>
      <html xmlns="http://www.w3.org/1999/xhtml"><head><link rel="stylesheet" href="b.css"/></head>\
      <body><p id="p"/><q id="q"/></body></html>
      """, sheets: sheets)
    #expect(!probe["p"].isBold)
    #expect(probe["q"].isBold)
  }

  @Test("A sheet that is not there is a finding")
  func missing() throws {
    let probe = try StyleProbe("<p/>", head: #"<link rel="stylesheet" href="no.css"/>"#)
    #expect(probe.cascade.findings.map(\.code) == ["style-sheet-missing"])
  }
}
