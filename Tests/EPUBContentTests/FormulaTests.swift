import EPUBContent
import EPUBMarkup
import Testing

@Suite("Formulas that take rows") struct FormulaTests {
  private static let math = "<math xmlns=\"http://www.w3.org/1998/Math/MathML\""
  private static let half = "<mfrac><mn>1</mn><mn>2</mn></mfrac>"

  private func displayed(_ source: String) throws -> ContentDocument {
    try content("\(Self.math) display=\"block\">\(source)</math>")
  }

  @Test(
    "Keep their structure where one line would hide it",
    arguments: [
      half, "<msqrt><mi>a</mi><mo>+</mo><mi>b</mi></msqrt>",
      "<mroot><mrow><mi>a</mi><mi>c</mi></mrow><mi>b</mi></mroot>",
      "<msup><mi>e</mi><mrow><mi>i</mi><mi>π</mi></mrow></msup>",
      "<munder><mo>lim</mo><mi>n</mi></munder>", "<mover><mi>AB</mi><mo>¯</mo></mover>",
      "<mtable><mtr><mtd><mi>a</mi></mtd></mtr><mtr><mtd><mi>b</mi></mtd></mtr></mtable>",
      "<menclose notation=\"box\"><mi>x</mi></menclose>",
      "<mrow><mi>x</mi><mstyle><mpadded>\(half)</mpadded></mstyle></mrow>",
      "<semantics>\(half)<annotation>tex</annotation></semantics>",
      "<mfenced>\(half)</mfenced>",
    ])
  func takesRows(_ source: String) throws {
    let document = try displayed(source)
    #expect(document.formulas.map(\.block) == [0])
    #expect(document.formula(ofBlock: 0) != nil && document.formula(ofBlock: 1) == nil)
  }

  @Test(
    "Are one line where that reads as well, or where a part is not known",
    arguments: [
      "<mi>x</mi><mo>=</mo><mn>1</mn>", "<msup><mi>x</mi><mn>2</mn></msup>",
      "<msubsup><mi>x</mi><mn>1</mn><mo>′</mo></msubsup>", "<msqrt><mn>2</mn></msqrt>",
      "<mover><mi>x</mi><mo>^</mo></mover>", "<mphantom>\(half)</mphantom>",
      "<mtable><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr></mtable>",
      "<mfrac bevelled=\"true\"><mn>1</mn><mn>2</mn></mfrac>",
      "\(half)<mstack><mn>1</mn></mstack>", "\(half)<apply><ci>x</ci></apply>",
      "\(half)<mrow><b xmlns=\"http://www.w3.org/1999/xhtml\">x</b></mrow>",
    ])
  func takesOneLine(_ source: String) throws {
    #expect(try displayed(source).formulas.isEmpty)
  }

  @Test(
    "Stand alone in their block, but for a full stop and a number",
    arguments: [
      ("<p>\(math)>\(half)</math></p>", true), ("<p> \(math)>\(half)</math> </p>", true),
      ("<p>\(math)>\(half)</math>.</p>", true), ("<p>\(math)>\(half)</math>, (2.1a)</p>", true),
      ("<p>\(math)>\(half)</math> [7]</p>", true), ("<p>\(math)>\(half)</math> and</p>", false),
      ("<p>so \(math)>\(half)</math></p>", false), ("<p>\(math)>\(half)</math> (f. 2)</p>", false),
      ("<p>\(math)>\(half)</math> \(math)>\(half)</math></p>", false),
      ("<p>\(math)>\(half)</math><img alt=\"x\"/></p>", false),
      ("<p>so \(math) display=\"block\">\(half)</math> it is</p>", true),
      ("<pre>\(math)>\(half)</math></pre>", false),
    ])
  func alone(_ body: String, _ isAlone: Bool) throws {
    let document = try content(body)
    #expect(document.formulas.isEmpty != isAlone)
    for formula in document.formulas {
      #expect(document.text(document.blocks[Int(formula.block)].textRange).contains("12"))
    }
  }

  @Test("Know for each token the logical text that it stands for")
  func tokens() throws {
    let document = try displayed(
      """
      <mi> x </mi> <mo>=</mo> <mfrac> <mrow><mn>3</mn><mo>&#x2062;</mo><mi>h</mi></mrow>
      <mtext> two  words </mtext> </mfrac>
      """)
    let whole = try #require(document.formulas.first?.whole)
    let tokens = whole.tokens.map { "\($0.shown):\(document.text($0.textRange))" }
    #expect(tokens == ["x:x", "=:=", "3:3", ":\u{2062}", "h:h", "two words:two words"])
    #expect(document.text(document.blocks[0].textRange) == "x=3\u{2062}htwo words")
  }

  @Test("Know the logical text of scripts in small letters")
  func scripts() throws {
    let source = "<msub><mi>x</mi><mrow><mi>i</mi><mo>+</mo><mn>1</mn></mrow></msub>"
    let document = try displayed("\(source)<mo>=</mo>\(Self.half)")
    guard case .row(let parts) = document.formulas.first?.whole,
      case .scripts(_, let under?, nil, false) = parts.first
    else {
      Issue.record("no scripts")
      return
    }
    let raised = try #require(under.raised)
    #expect(raised.shown == "ᵢ₊₁" && document.text(raised.textRange) == "i+1")
  }

  @Test("Are shown in the author's words only where their structure is not known")
  func alternative() throws {
    let known = "<p>a \(Self.math) alttext=\"one half\">\(Self.half)</math></p>"
    #expect(try dump(known) == ["paragraph a {12→1/2}"])
    let unknown = "<apply><plus/><ci>x</ci><cn>1</cn></apply>"
    #expect(
      try dump("<p>a \(Self.math) alttext=\"x plus 1\">\(unknown)</math></p>")
        == ["paragraph a {x1→x plus 1}"])
    #expect(try dump("<p>a \(Self.math)>\(unknown)</math></p>") == ["paragraph a {x1→x 1}"])
  }

  @Test(
    "Of unlikely depth or size are one line", .timeLimit(.minutes(10)),
    arguments: [("<mrow>", "</mrow>"), ("<msqrt>", "</msqrt>"), ("<mfrac><mn>1</mn>", "</mfrac>")])
  func deep(_ open: String, _ close: String) throws {
    for depth in [30, 60, 3_000] {
      let source =
        String(repeating: open, count: depth) + Self.half + String(repeating: close, count: depth)
      let document = try displayed(source)
      #expect(document.formulas.isEmpty == (depth > 40), "depth \(depth)")
      #expect(document.text(document.blocks[0].textRange).hasSuffix("12"))
    }
    let wide = try displayed(String(repeating: Self.half, count: 20_000))
    #expect(wide.formulas.isEmpty && wide.text.count == 40_000)
  }
}

extension Formula.Token {
  fileprivate var shown: String { String(decoding: text, as: UTF8.self) }
}

extension Formula.Part {
  /// In the order of the markup.
  fileprivate var tokens: [Formula.Token] {
    switch self {
    case .row(let parts): parts.flatMap(\.tokens)
    case .text(let token), .operator(let token, _): [token]
    case .fraction(let over, let under, _): over.tokens + under.tokens
    case .space, .root, .scripts, .limits, .table, .enclosed, .phantom, .styled: []
    }
  }
}
