import EPUBBasics
import Testing

@testable import EPUBContent

@Suite("Values of properties") struct StyleValueTests {
  /// The style of a `p` with these declarations, inside a `div` without any.
  private func style(_ declarations: String, parent: String = "") throws -> ComputedStyle {
    let probe = try StyleProbe(
      #"<div id="d"><p id="p"/></div>"#, css: "#d { \(parent) } #p { \(declarations) }")
    return probe["p"]
  }

  @Test(
    "Display",
    arguments: [
      ("none", ComputedStyle.Display.none), ("inline", .inline), ("block", .block),
      ("list-item", .listItem), ("inline-block", .inlineBlock), ("flow-root", .flowRoot),
      ("flex", .block), ("inline-grid", .inlineBlock), ("table-cell", .tableCell),
      ("table-column-group", .tableColumn), ("ruby-text", .rubyText), ("contents", .contents),
      ("block flow", .block), ("inline flow-root", .inlineBlock),
      ("flow-root inline", .inlineBlock),
      ("block flow list-item", .listItem), ("inline table", .inlineTable), ("block ruby", .ruby),
      ("bogus", .block), ("inline inline", .block), ("run-in", .block), ("oeb-page-head", .block),
    ])
  func display(_ value: String, _ display: ComputedStyle.Display) throws {
    #expect(try style("display: \(value)").display == display)
  }

  @Test("What stands in a flex container is a block")
  func items() throws {
    let probe = try StyleProbe(
      #"<div style="display: flex"><i id="a"><b id="b"/></i></div>"#)
    #expect(probe["a"].display == .block)
    #expect(probe["b"].display == .inline)
  }

  @Test(
    "White space",
    arguments: [
      ("white-space: pre", ComputedStyle.WhiteSpace.pre), ("white-space: pre-wrap", .preWrap),
      ("white-space: pre-line", .preLine), ("white-space: nowrap", .nowrap),
      ("white-space: break-spaces", .breakSpaces), ("white-space: preserve nowrap", .pre),
      ("white-space: preserve-breaks", .preLine), ("white-space-collapse: preserve", .preWrap),
      ("text-wrap: nowrap", .nowrap), ("text-wrap: pretty", .normal),
      ("white-space: pre; text-wrap: wrap", .preWrap), ("white-space: pre nowrap", .normal),
      ("white-space: bogus", .normal), ("white-space: pre; white-space: initial", .normal),
    ])
  func whiteSpace(_ declaration: String, _ expected: ComputedStyle.WhiteSpace) throws {
    #expect(try style(declaration).whiteSpace == expected)
  }

  @Test(
    "Lengths in cells, 8 pixels each",
    arguments: [
      ("1em", 2, 0), ("16px", 2, 0), ("12pt", 2, 0), ("1pc", 2, 0), ("1in", 12, 0),
      ("2.54cm", 12, 0),
      ("25.4mm", 12, 0), ("1rem", 2, 0), ("2ch", 2, 0), ("1ex", 1, 0), ("10vw", 7.5, 0),
      ("1vh", 1, 0), ("5%", 0, 0.05), ("0", 0, 0), ("-1em", -2, 0), ("calc(1em + 8px)", 3, 0),
      ("calc(10% - 8px * 2)", -2, 0.1), ("calc((1em + 2em) / 2)", 3, 0), ("calc(2 * 1em)", 4, 0),
      ("min(1em, 8px)", 1, 0), ("max(1em, 8px)", 2, 0), ("clamp(1em, 40px, 3em)", 5, 0),
      ("+.5em", 1, 0), ("1e1px", 1.25, 0), ("5", 0, 0), ("1furlong", 0, 0), ("calc(1em + 1)", 0, 0),
      ("calc(1em+1px)", 0, 0), ("calc(1em / 0)", 0, 0), ("1em 1em", 0, 0), ("auto", 0, 0),
    ] as [(String, Float, Float)])
  func lengths(_ value: String, _ cells: Float, _ share: Float) throws {
    let indent = try style("text-indent: \(value)").indent
    #expect(abs(indent.cells - cells) < 1e-4)
    #expect(abs(indent.share - share) < 1e-6)
  }

  @Test("Lengths follow the font, and margins down are in rows")
  func fonts() throws {
    let big = try style("font-size: 2em; margin: 1em 2em 16px 10%; padding-top: 5%")
    #expect(big.fontScale == 2)
    #expect(big.margin.top == 2)
    #expect(big.margin.bottom == 1)
    #expect(big.margin.right == Extent(cells: 8))
    #expect(big.margin.left == Extent(share: 0.1))
    #expect(big.padding.top == 1.875)
  }

  @Test(
    "Sizes of fonts",
    arguments: [
      ("2em", 3), ("150%", 2.25), ("16px", 1), ("1rem", 1), ("medium", 1), ("xx-large", 2),
      ("larger", 1.8), ("smaller", 1.25), ("0", 0), ("-1em", 1.5), ("inherit", 1.5), ("initial", 1),
      ("bogus", 1.5), ("calc(1em + 8px)", 2),
    ] as [(String, Float)])
  func fontSize(_ value: String, _ scale: Float) throws {
    let size = try style("font-size: \(value)", parent: "font-size: 1.5em").fontScale
    #expect(abs(size - scale) < 1e-4)
  }

  @Test("rem counts from the root's font")
  func rootSize() throws {
    let probe = try StyleProbe(
      #"<p id="p"/>"#, css: "html { font-size: 62.5% } p { font-size: 1.6rem; margin-left: 1rem }")
    #expect(abs(probe["p"].fontScale - 1) < 1e-4)
    #expect(abs(probe["p"].margin.left.cells - 1.25) < 1e-4)
  }

  @Test("Sides by number of values, and logical ones by direction")
  func sides() throws {
    let two = try style("margin: 1em 2em; padding: 1px 2px 3px")
    #expect((two.margin.top, two.margin.bottom) == (1, 1))
    #expect(two.margin.left == two.margin.right)
    #expect(two.padding.left == two.padding.right)
    let logical = try style("margin-left: 1em; margin-inline-start: 2em; padding-inline: 8px 16px")
    #expect(logical.margin.left.cells == 4)
    #expect((logical.padding.left.cells, logical.padding.right.cells) == (1, 2))
    let rightToLeft = try style(
      "direction: rtl; margin-left: 1em; margin-inline-start: 2em; padding-inline: 8px 16px")
    #expect((rightToLeft.margin.left.cells, rightToLeft.margin.right.cells) == (2, 4))
    #expect((rightToLeft.padding.left.cells, rightToLeft.padding.right.cells) == (2, 1))
    let centred = try style("margin: 0 auto; margin-block: 2em 3em; padding-left: -1em")
    #expect((centred.margin.left.cells, centred.margin.top, centred.margin.bottom) == (0, 2, 3))
    #expect(centred.padding.left.cells == 0)
  }

  @Test("Fonts")
  func fontShorthand() throws {
    let font = try style("font: italic small-caps bold 1.5em/2 'Courier New', serif")
    #expect(font.isItalic && font.isSmallCaps && font.isBold && font.isMonospace)
    #expect(font.fontScale == 1.5)
    let plain = try style("font: 120% Georgia, serif", parent: "font-style: italic")
    #expect(!plain.isItalic && abs(plain.fontScale - 1.2) < 1e-4)
    #expect(try style("font: oblique 10deg 1em/1.2 x").isItalic)
    #expect(try !style("font: italic 1em").isItalic)
    #expect(try style("font: caption", parent: "font-weight: bold").isBold == false)
  }

  @Test(
    "Typewriter families",
    arguments: [
      ("monospace", true), ("'DejaVu Sans Mono', serif", true), ("Courier", true),
      ("Consolas, sans-serif", true), ("\"Source Code Pro\"", true), ("Georgia, monospace", true),
      ("Georgia, serif, monospace", false), ("serif", false), ("Monotype Corsiva", false),
      ("Source Sans Pro", false), ("inherit", false),
    ])
  func families(_ value: String, _ isMonospace: Bool) throws {
    #expect(try style("font-family: \(value)").isMonospace == isMonospace)
  }

  @Test("Text and its marks")
  func text() throws {
    let marked = try style(
      """
      text-decoration: underline dotted red; text-align: -webkit-center; -epub-hyphens: auto;
      text-transform: uppercase; font-variant: oldstyle-nums small-caps; widows: 3; orphans: 900;
      page-break-before: always; break-after: avoid-page; -webkit-column-break-inside: avoid
      """)
    #expect(marked.underlines && !marked.strikes && marked.isSmallCaps)
    #expect(marked.alignment == .center)
    #expect(marked.hyphens == .auto)
    #expect(marked.textTransform == .uppercase)
    #expect((marked.widows, marked.orphans) == (3, 255))
    #expect((marked.breakBefore, marked.breakAfter, marked.breakInside) == (.page, .avoid, .avoid))
    let both = try style("text-decoration-line: underline line-through; hyphens: none")
    #expect(both.underlines && both.strikes && both.hyphens == .none)
    let off = try style("text-decoration: underline; text-decoration: none")
    #expect(!off.underlines)
  }

  @Test("Decorations, margins and breaks are not inherited, text is")
  func inheritance() throws {
    let child = try style(
      "",
      parent: """
        text-decoration: underline; margin: 9em; break-before: page; font-weight: bold;
        text-indent: 3em; list-style: square inside; quotes: "<" ">"; counter-reset: a
        """)
    #expect(!child.underlines && child.breakBefore == .auto && child.margin.left == .zero)
    #expect(child.isBold && child.indent.cells == 6 && child.listStyle == .square)
    #expect(child.quotes == [ComputedStyle.QuotePair(open: "<", close: ">")])
    #expect(child.counterResets.isEmpty)
  }

  @Test(
    "Styles of lists",
    arguments: [
      ("list-style: none", ListStyle.none), ("list-style-type: upper-latin", .upperAlpha),
      ("list-style: url(x.png) square", .square), ("list-style: inside", .disc),
      ("list-style: none url(x)", .none), ("list-style-type: '- '", .string("- ")),
      ("list-style-type: hebrew", .named("hebrew")), ("list-style: decimal bogus", .decimal),
    ])
  func lists(_ declaration: String, _ expected: ListStyle) throws {
    #expect(try style(declaration).listStyle == expected)
  }

  @Test(
    "Generated content",
    arguments: [
      (#""a\201C" 'b'"#, [.text("a\u{201C}"), .text("b")]), (#""""#, [.text("")]),
      ("open-quote no-close-quote", [.openQuote, .noCloseQuote]),
      ("attr(data-x)", [.attribute("data-x")]), ("counter(c)", [.counter("c", .decimal)]),
      (#"counters(c, ".", upper-roman)"#, [.counters("c", separator: ".", .upperRoman)]),
      ("url(a.png) / 'alt'", [.image("a.png", alternative: "alt")]),
      (#"url("a.png")"#, [.image("a.png", alternative: nil)]), ("none", nil), ("normal", nil),
      ("bogus", nil), ("counter()", nil), ("linear-gradient(red, blue)", nil),
    ] as [(String, [ComputedStyle.ContentPart]?)])
  func content(_ value: String, _ expected: [ComputedStyle.ContentPart]?) throws {
    let probe = try StyleProbe(#"<p id="p"/>"#, css: "p::before { content: \(value) }")
    #expect(probe.pseudo(.before, "p")?.content == expected)
  }

  @Test("Counters and quotes")
  func counters() throws {
    typealias Change = ComputedStyle.CounterChange
    let style = try style(
      """
      counter-reset: a b 3 c -1; counter-increment: a b 2; counter-set: none;
      quotes: "«" "»" "‹" "›"
      """)
    #expect(
      style.counterResets == [
        Change(name: "a", value: 0), Change(name: "b", value: 3), Change(name: "c", value: -1),
      ])
    #expect(style.counterIncrements == [Change(name: "a", value: 1), Change(name: "b", value: 2)])
    #expect(style.counterSets == [])
    #expect(style.quotes?.map(\.open) == ["«", "‹"])
    #expect(try self.style("quotes: none").quotes == [])
    #expect(try self.style("quotes: 'x'").quotes == nil)
  }

  @Test(
    "Variables",
    arguments: [
      ("--a: 1em; text-indent: var(--a)", 2), ("text-indent: var(--a, 8px)", 1),
      ("text-indent: var(--outer)", 6), ("--outer: initial; text-indent: var(--outer, 1em)", 2),
      ("--outer: 0; --outer: inherit; text-indent: var(--outer)", 6),
      ("--a: var(--b); --b: 1em; text-indent: calc(var(--a) + 8px)", 3),
      ("--a: var(--b); --b: var(--a); text-indent: var(--a)", 4),
      ("text-indent: 1em; text-indent: var(--no)", 4), ("text-indent: var(--no, var(--outer))", 6),
      ("--a: red; text-indent: var(--a)", 4), ("--A: 1em; text-indent: var(--a, 8px)", 1),
      ("--a: 1; text-indent: var(--a)em", 4), ("--a: { x: y }; text-indent: 1em", 2),
    ] as [(String, Float)])
  func variables(_ declarations: String, _ cells: Float) throws {
    let style = try style(declarations, parent: "--outer: 3em; text-indent: 2em")
    #expect(style.indent.cells == cells)
  }

  @Test("Variables in shorthands, by side and by direction")
  func variablesInShorthands() throws {
    let style = try style("--m: 1em 2em; margin: var(--m); padding-inline: var(--p, 8px 16px)")
    #expect((style.margin.top, style.margin.left.cells) == (1, 4))
    #expect((style.padding.left.cells, style.padding.right.cells) == (1, 2))
  }

  @Test("Variables that double one another end, and have no value")
  func variablesDoubling() throws {
    let doubling = (1...40).map { "--v\($0): var(--v\($0 - 1)) var(--v\($0 - 1));" }.joined()
    let style = try style("--v0: 1em; \(doubling) text-indent: var(--v40, 1em)")
    #expect(style.indent.cells == 2)
  }
}
