import EPUBContent
import EPUBMarkup
import Testing

@Suite("Captions of pictures") struct CaptionTests {
  @Test(
    "Keep the picture above them on their page",
    arguments: [
      ("<div><img src=\"a.png\" alt=\"a\"/><p>b</p></div><p>c</p>", true),
      ("<p><img src=\"a.png\" alt=\"a\"/></p><p class=\"x figureCaption\">b</p><p>c</p>", true),
      ("<p><img src=\"a.png\" alt=\"a\"/></p><p class=\"x\">b</p><p>c</p>", false),
      ("<img src=\"a.png\" alt=\"a\"/><p>b</p>", false),
    ])
  func kept(_ body: String, _ isKept: Bool) throws {
    let blocks = try content(body).blocks
    #expect(
      blocks.map { $0.style.breakAfter == .avoid } == [isKept]
        + blocks.dropFirst().map { _ in false })
  }
}

@Suite("Pictures") struct PictureTests {
  @Test(
    "A picture by itself is a block, one in a line is shown as its alternative text",
    arguments: [
      Row("<p><img src=\"a.png\" alt=\"A  b\"/></p>", ["image OEBPS/text/a.png \"A b\""]),
      Row("<div><img src=\"../i/b%20c.jpg\"/></div>", ["image OEBPS/i/b c.jpg none"]),
      Row("<p>x <img src=\"a.png\" alt=\"A\"/> y</p>", ["paragraph x ⟨[Image: A]⟩ y"]),
      Row("<p>x <img src=\"../i/b%20c.jpg\"/></p>", ["paragraph x ⟨[Image: b c.jpg]⟩"]),
      Row("<p>x <img src=\"a.png\" alt=\"\"/></p>", ["paragraph x"]),
      Row("<p>x <img src=\"a.png\" role=\"presentation\" alt=\"y\"/></p>", ["paragraph x"]),
      Row("<p><img src=\"a.png\" alt=\"\"/></p>", ["image OEBPS/text/a.png \"\""]),
      Row("<p><img src=\"a.png\" aria-label=\"L\"/></p>", ["image OEBPS/text/a.png \"L\""]),
      Row("<p><img src=\"a.png\" title=\"T\"/></p>", ["image OEBPS/text/a.png \"T\""]),
      Row("<p><img src=\"http://x.org/a.png\" alt=\"A\"/></p>", ["image - \"A\""]),
      Row("<p>x<img src=\"data:image/png;base64,AA\"/></p>", ["paragraph x⟨[Image]⟩"]),
      Row(
        "<p><img src=\"a.png\" alt=\"A\"/> <img src=\"b.png\" alt=\"B\"/></p>",
        ["image OEBPS/text/a.png \"A\"", "image OEBPS/text/b.png \"B\""]),
      Row(
        "<picture><source srcset=\"b.webp\"/><img src=\"a.png\" alt=\"A\"/></picture>",
        ["image OEBPS/text/a.png \"A\""]),
      Row("<p><img srcset=\"b.png 2x, c.png\" alt=\"A\"/></p>", ["image OEBPS/text/b.png \"A\""]),
      Row(
        "<p><object data=\"a.svg\" type=\"image/svg+xml\"/></p>", ["image OEBPS/text/a.svg none"]),
      Row(
        "<p><object data=\"a.svg\" type=\"image/svg+xml\">words</object></p>", ["paragraph words"]),
      Row("<p><object data=\"a.mp4\" type=\"video/mp4\"/></p>", []),
      Row(
        "<p><input type=\"image\" src=\"a.png\" alt=\"A\"/></p>", ["image OEBPS/text/a.png \"A\""]),
      Row(
        "<p>a<img src=\"x.png\" alt=\"A\" style=\"display: block\"/>b</p>",
        ["paragraph a", "image OEBPS/text/x.png \"A\"", "paragraph b"]),
      Row("<p style=\"visibility: hidden\"><img src=\"a.png\"/></p>", []),
    ])
  func pictures(_ row: Row) throws { try row.check() }

  private static let svg =
    "xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\""

  @Test(
    "SVG shows its text, its pictures, or itself",
    arguments: [
      Row(
        "<p>a</p><svg \(svg)><title>T</title><style>s</style><text>one <tspan>two</tspan></text> "
          + "<text>three</text></svg><p>b</p>",
        ["paragraph a", "paragraph one two⏎three", "paragraph b"]),
      Row(
        "<svg \(svg)><text y=\"1\">one<tspan y=\"2\">two</tspan><tspan dy=\"1em\">three</tspan></text></svg>",
        ["paragraph one⏎two⏎three"]),
      Row(
        "<svg \(svg)><defs><text>no</text></defs><g>words<text>yes</text></g></svg>",
        ["paragraph yes"]),
      Row(
        "<div><svg \(svg)><image xlink:href=\"cover.jpg\"/></svg></div>",
        ["image OEBPS/text/cover.jpg none"]),
      Row(
        "<div><svg \(svg)><title>Cover</title><g><image href=\"cover.jpg\"/></g></svg></div>",
        ["image OEBPS/text/cover.jpg \"Cover\""]),
      Row(
        "<svg \(svg)><g display=\"none\"><text>no</text></g><g visibility=\"hidden\"><text>no"
          + "<tspan visibility=\"visible\">yes</tspan></text></g></svg>", ["paragraph yes"]),
      Row("<svg \(svg) aria-label=\"Map\"><rect/></svg>", ["image - \"Map\""]),
      Row(
        "<svg \(svg)><foreignObject><p xmlns=\"http://www.w3.org/1999/xhtml\">a</p></foreignObject>"
          + "<text>b</text></svg>", ["paragraph a", "paragraph b"]),
      Row("<svg \(svg)><a xlink:href=\"x.xhtml\"><text>a</text></a></svg>", ["paragraph a"]),
      Row(
        "<svg \(svg)><switch><text systemLanguage=\"xx\">no</text><text>yes</text><text>no</text>"
          + "</switch></svg>", ["paragraph yes"]),
    ])
  func drawings(_ row: Row) throws { try row.check() }

  @Test("An SVG document is read by its own text, or is one picture")
  func spineItems() throws {
    let words = try document(Array("<svg \(Self.svg)><text>one</text></svg>".utf8))
    #expect(words.dump() == ["paragraph one"])
    let drawing = try document(Array("<svg \(Self.svg)><title>Sea</title><path/></svg>".utf8))
    #expect(drawing.dump() == ["image \(documentPath) \"Sea\""])
    #expect(drawing.title == "Sea")
  }

  private static let math = "<math xmlns=\"http://www.w3.org/1998/Math/MathML\""

  @Test(
    "Formulas are shown as one line that keeps their structure",
    arguments: [
      ("<mfrac><mi>a</mi><mi>b</mi></mfrac>", "a/b"),
      (
        "<mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mrow><mi>c</mi><mo>-</mo><mi>d</mi></mrow></mfrac>",
        "(a + b)/(c - d)"
      ),
      ("<msup><mi>x</mi><mn>2</mn></msup>", "x²"),
      ("<msup><mi>x</mi><mrow><mi>n</mi><mo>+</mo><mn>1</mn></mrow></msup>", "xⁿ⁺¹"),
      ("<msup><mi>x</mi><mfrac><mn>1</mn><mn>2</mn></mfrac></msup>", "x^(1/2)"),
      (
        "<msup><mrow><mo>(</mo><mi>a</mi><mo>+</mo><mi>b</mi><mo>)</mo></mrow><mn>2</mn></msup>",
        "(a + b)²"
      ),
      ("<msup><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mn>2</mn></msup>", "(a + b)²"),
      ("<msub><mi>x</mi><mn>1</mn></msub><mo>=</mo><mo>-</mo><mn>2</mn>", "x₁ = -2"),
      ("<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>", "xᵢ²"),
      (
        "<msqrt><mi>x</mi></msqrt><mo>+</mo><msqrt><mi>x</mi><mo>+</mo><mn>1</mn></msqrt>",
        "√x + √(x + 1)"
      ),
      ("<mroot><mi>x</mi><mn>3</mn></mroot>", "³√x"),
      (
        "<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>0</mn></mrow><mi>n</mi></munderover><mi>i</mi>",
        "∑ᵢ₌₀ⁿi"
      ),
      ("<mover><mi>x</mi><mo>¯</mo></mover>", "x\u{304}"),
      ("<mfenced><mi>a</mi><mi>b</mi></mfenced>", "(a, b)"),
      (
        "<mrow><mo>[</mo><mtable><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr>"
          + "<mtr><mtd><mi>c</mi></mtd><mtd><mi>d</mi></mtd></mtr></mtable><mo>]</mo></mrow>",
        "[a b; c d]"
      ),
      ("<mi>sin</mi><mi>x</mi>", "sin x"),
      ("<mi>a</mi><mo>+</mo><mo>⋯</mo><mo>+</mo><mi>z</mi>", "a + ⋯ + z"),
      (
        "<mmultiscripts><mi>C</mi><mn>1</mn><none/><mprescripts/><mn>6</mn><mn>14</mn></mmultiscripts>",
        "₆¹⁴C₁"
      ),
      ("<semantics><mi>x</mi><annotation>tex</annotation></semantics>", "x"),
      ("<mi>f</mi><mo>\u{2061}</mo><mrow><mo>(</mo><mi>x</mi><mo>)</mo></mrow>", "f(x)"),
    ])
  func formulas(_ source: String, _ shown: String) throws {
    let document = try content("<p>\(Self.math)>\(source)</math></p>")
    try #require(document.blocks.count == 1)
    #expect(document.shownText(of: document.blocks[0]) == shown)
    #expect(document.runs.count == 1)
  }

  @Test(
    "A formula's text is its tokens; shown is one line of them",
    arguments: [
      Row(
        "<p>if \(math) alttext=\"x squared\"> <msup> <mi> x </mi> <mn>2</mn> </msup> </math>, then</p>",
        ["paragraph if {x2→x²}, then"]),
      Row("<p>a</p>\(math) display=\"block\"><mi>x</mi></math>", ["paragraph a", "math x"]),
      Row("<p>a \(math) alttext=\"x\"/> b</p>", ["paragraph a ⟨x⟩ b"]),
      Row("<p>a \(math)/> b</p>", ["paragraph a b"]),
    ])
  func formulasInText(_ row: Row) throws { try row.check() }

  @Test("A formula of unlikely depth is still read", .timeLimit(.minutes(10)))
  func deepFormula() throws {
    let depth = 5_000
    let rows = String(repeating: "<mrow>", count: depth)
    let ends = String(repeating: "</mrow>", count: depth)
    let document = try content("<p>\(Self.math)>\(rows)<mi>x</mi>\(ends)</math></p>")
    #expect(document.dump() == ["paragraph x"])
  }
}
