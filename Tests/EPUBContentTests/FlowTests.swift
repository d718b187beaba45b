import EPUBContent
import Testing

/// A body and the blocks that it makes.
struct Row: Sendable, CustomTestStringConvertible {
  var body: String
  var css = ""
  var language = "en"
  var lines: [String]

  init(_ body: String, css: String = "", language: String = "en", _ lines: [String]) {
    self.body = body
    self.css = css
    self.language = language
    self.lines = lines
  }

  var testDescription: String { body }

  func check() throws {
    let found = try dump(body, css: css, language: language)
    #expect(found == lines)
  }
}

@Suite("Flow of blocks") struct FlowTests {
  @Test(
    "Block-level elements and the text between them make blocks",
    arguments: [
      Row("<p>one</p><p>two</p>", ["paragraph one", "paragraph two"]),
      Row(
        "loose<p>in</p>after<b>wards</b>",
        ["paragraph loose", "paragraph in", "paragraph afterwards"]),
      Row("<div>a<div>b</div>c</div>", ["paragraph a", "paragraph b", "paragraph c"]),
      Row("<i>a<p>b</p>c</i>", ["paragraph a", "paragraph b", "paragraph c"]),
      Row("<p></p><p> \n </p><div><p/></div>", []),
      Row("<p>&#160;</p>", ["paragraph \u{A0}"]),
      Row("<h1>One</h1><h6>Six</h6>", ["heading1 One", "heading6 Six"]),
      Row("<hgroup><h2>A</h2><p>B</p></hgroup>", ["heading2 A", "paragraph B"]),
      Row("<div role=\"heading\" aria-level=\"4\">A</div>", ["heading4 A"]),
      Row("<blockquote><p>a</p></blockquote>", ["quote a"]),
      Row("<blockquote><ul><li>a</li></ul></blockquote>", ["item1 ‹•› a"]),
      Row("<dl><dt>t</dt><dd><p>d</p></dd></dl>", ["term t", "definition d"]),
      Row("<figure><p>a</p><figcaption>b</figcaption></figure>", ["paragraph a", "caption b"]),
      Row("a<hr/>b", ["paragraph a", "rule", "paragraph b"]),
      Row("<details><summary>a</summary>b</details>", ["paragraph a", "paragraph b"]),
      Row("<noscript><p>a</p></noscript>", ["paragraph a"]),
      Row(
        "<p>a</p><script>b</script><style>c</style><template><p>d</p></template>", ["paragraph a"]),
      Row("<video><p>fallback</p></video>", ["paragraph fallback"]),
      Row("<p>a<button>b</button></p>", ["paragraph ab"]),
      Row(
        "<p>a</p><select><option>b</option><option>c</option></select>",
        ["paragraph a", "paragraph b", "paragraph c"]),
    ])
  func blocks(_ row: Row) throws { try row.check() }

  @Test(
    "Line breaks stand in their block; the last one ends nothing",
    arguments: [
      Row("<p>a<br/>b</p>", ["paragraph a⏎b"]),
      Row("<p>a <br/> b</p>", ["paragraph a⏎b"]),
      Row("<p>a<br/></p><p>b</p>", ["paragraph a", "paragraph b"]),
      Row("<p><br/>a</p>", ["paragraph ⏎a"]),
      Row("<p>a<br/><br/>b<br/> <br/></p>", ["paragraph a⏎⏎b"]),
      Row("<p><br/></p>", []),
      Row("<p>a&#x2028;b</p>", ["paragraph a⏎b"]),
    ])
  func breaks(_ row: Row) throws { try row.check() }

  @Test("What is placed out of sight is set like the heading above it")
  func offPlace() throws {
    let css = """
      h1 { text-align: center } p { text-indent: 1em }
      .a, h1 { position: absolute; left: -999em }
      """
    let blocks = try content("<h1>t</h1><p class=\"a\">a</p><p>b</p>", css: css).blocks
    #expect(blocks.map(\.style.alignment) == [.center, .center, .start])
    #expect(blocks.map(\.style.indent.cells) == [0, 0, 2])
  }

  @Test(
    "Space between blocks counts in lines as high as the style says, but for blank lines",
    arguments: [
      ("p { line-height: 1.5; margin: 3em 0 0 }", 2),
      ("p { line-height: 24px; margin: 3em 0 0 }", 2),
      ("p { line-height: 150%; margin: 1.2em 0 0 }", 1), ("p { margin: .5em 0 0 }", 0.5),
      ("p { font: 16px/2 serif; margin: 3em 0 0 }", 1.5),
      ("p { line-height: .5; margin: 3em 0 0 }", 3),
      ("body { line-height: 2em } p { font-size: 2em; margin: 2em 0 0 }", 2),
    ] as [(String, Float)])
  func lineHeights(_ css: String, _ lines: Float) throws {
    #expect(try content("<p>a</p><p>b</p>", css: css).blocks[1].style.spaceAbove == lines)
    let blank = try content("<p>a<br/><br/><br/></p><p>b</p>", css: css + " p { margin: 0 }")
    #expect(blank.blocks[1].style.spaceAbove == 2)
  }

  @Test(
    "Narrow blocks in the middle stand between two insets",
    arguments: [
      ("width: 75%; margin: 1em auto 0", Extent(share: 0.125)),
      ("width: 20em; margin: auto", Extent(cells: -20, share: 0.5)),
      ("width: 75%", .zero), ("width: 75%; margin-left: auto", .zero),
      ("margin: auto", .zero), ("width: 600px; margin: auto", .zero),
      ("width: 100%; margin: auto", .zero),
      ("margin: 0 auto; width: 50%; margin-left: 0", .zero),
    ] as [(String, Extent)])
  func widths(_ style: String, _ inset: Extent) throws {
    let document = try content("<p style=\"\(style)\">a</p>")
    let box = document.boxes[Int(document.blocks[0].box)]
    #expect(box.left == inset && box.right == inset)
  }

  @Test("A border above generated nothing is a rule")
  func generatedRules() throws {
    let css = """
      p { margin: 1em 0 0; line-height: 1 } p + p::before
      { border-top: 1px solid; content: ""; display: block; margin: auto auto 1em; width: 25% }
      """
    let document = try content("<p>a</p><p>b</p>", css: css)
    #expect(document.dump() == ["paragraph a", "rule", "paragraph b"])
    #expect(document.blocks.map(\.style.spaceAbove) == [0, 1, 1])
  }

  @Test("Nothing of hidden elements is text")
  func hidden() throws {
    let body = """
      <p>a<span style="visibility: hidden">b<br/><span style="visibility: visible">c</span></span></p>\
      <p style="display: none">d<img src="x.png"/></p><p hidden="hidden">e</p>
      """
    #expect(try dump(body) == ["paragraph ac"])
  }

  @Test(
    "epub:switch shows its default, not its cases",
    arguments: ["x", "http://www.w3.org/1998/Math/MathML"])
  func alternatives(_ required: String) throws {
    let body = """
      <p>a <epub:switch><epub:case required-namespace="\(required)">case</epub:case>\
      <epub:default>default</epub:default></epub:switch></p>
      """
    #expect(try dump(body) == ["paragraph a default"])
  }

  struct Space: Sendable, CustomTestStringConvertible {
    var body: String
    var css = "* { margin: 0; padding: 0 }"
    var rows: [Float]
    var testDescription: String { body }
  }

  @Test(
    "Margins between blocks collapse; paddings and blank paragraphs add",
    arguments: [
      Space(body: "<p>a</p><p>b</p>", css: "p { margin: 1em 0 }", rows: [0, 1]),
      Space(
        body: "<p>a</p><div><p>b</p></div>", css: "p { margin: 1em 0 } div { margin-top: 3em }",
        rows: [0, 3]),
      Space(
        body: "<p>a</p><div><p>b</p></div>",
        css: "p { margin: 1em 0 } div { padding-top: 2em; margin: 0 }", rows: [0, 4]),
      Space(
        body: "<p>a</p><p class=\"x\"/><p>b</p>", css: "p { margin: 1em 0 } .x { margin: 2em 0 }",
        rows: [0, 2]),
      Space(body: "<p>a</p><p><br/></p><p>b</p>", css: "p { margin: 0 }", rows: [0, 1]),
      Space(body: "<p>a<br/><br/><br/></p><p>b</p>", css: "p { margin: 0 }", rows: [0, 2]),
      Space(body: "<p>a</p><p>b</p>", css: "p { margin: -1em 0 0 }", rows: [0, 0]),
      Space(
        body: "<p>a</p><p class=\"x\">b</p>", css: "p { margin: 0 0 2em } .x { margin-top: -1em }",
        rows: [0, 1]),
    ])
  func spacing(_ space: Space) throws {
    let document = try content(space.body, css: "* { line-height: 1 } " + space.css)
    #expect(document.blocks.map(\.style.spaceAbove) == space.rows)
  }

  @Test(
    "A page break is at the first block after the place it was asked for",
    arguments: [
      ("<p>a</p><div class=\"b\"><div><p>b</p></div></div><p>c</p>", [1]),
      ("<p class=\"a\">a</p><p>b</p>", [1]),
      ("<div class=\"a\"><p>a</p><p>b</p></div><p>c</p>", [2]),
      ("<p>a</p><div class=\"a\"/><p>b</p>", [1]),
    ])
  func pageBreaks(_ body: String, _ blocks: [Int]) throws {
    let css = ".b { page-break-before: always } .a { break-after: page }"
    let document = try content(body, css: css)
    let found = document.blocks.indices.filter { document.blocks[$0].style.breakBefore == .page }
    #expect(found == blocks)
  }

  @Test("Headings stay with what follows; a figure stays together")
  func keeping() throws {
    let css = "h2 { break-after: auto } figure { break-inside: avoid }"
    let body = "<h2>a</h2><figure><p>b</p><figcaption>c</figcaption></figure><p>d</p>"
    let styles = try content(body, css: css).blocks.map(\.style)
    #expect(styles.map(\.breakAfter) == [.avoid, .avoid, .auto, .auto])
    #expect(styles.map(\.breakInside) == [.avoid, .avoid, .avoid, .auto])
  }

  @Test("Boxes inset their blocks; elements without insets need none")
  func boxes() throws {
    let css = "* { margin: 0; padding: 0 } blockquote { margin-left: 2em; padding-right: 5% }"
    let document = try content(
      "<section><div><p>a</p></div></section><blockquote><p>b</p></blockquote>", css: css)
    #expect(document.boxes.map(\.kind) == [.plain, .quote])
    #expect(document.boxes[1].left == Extent(cells: 4))
    #expect(document.boxes[1].right == Extent(share: 0.05))
    #expect(document.blocks.map(\.box) == [0, 1])
  }

  @Test("Direction comes from the document")
  func direction() throws {
    let body = "<p>a</p><div dir=\"rtl\"><p>b</p><p dir=\"ltr\">c</p></div>"
    #expect(try content(body).blocks.map(\.style.isRightToLeft) == [false, true, false])
  }

  @Test("Only the first block of an element has its indent")
  func indents() throws {
    let document = try content("<div>a<p>b</p>c</div>", css: "div { text-indent: 1em }")
    #expect(document.blocks.map(\.style.indent.cells) == [2, 2, 0])
  }

  @Test("A deep document is read", .timeLimit(.minutes(10)), arguments: ["div", "span", "ul"])
  func deep(_ name: String) throws {
    let depth = 9_000
    let body =
      String(repeating: "<\(name)>", count: depth) + "a"
      + String(repeating: "</\(name)>", count: depth)
    #expect(try content(body).text == [UInt8(ascii: "a")])
  }
}
