import EPUBBasics
import EPUBContent
import EPUBLayout
import EPUBMarkup
import EPUBSegmentation
import TestKit
import Testing

@Suite("Formulas in rows") struct MathTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var source: String
    /// The rows as they are seen, without what is common to their left.
    var rows: [String]
    init(_ name: String, _ source: String, _ rows: String...) {
      self.name = name
      self.source = source
      self.rows = rows
    }
    var testDescription: String { name }
  }

  private static let half = "<mfrac><mn>1</mn><mn>2</mn></mfrac>"

  @Test(
    "Look as a typesetter would have them",
    arguments: [
      Case(
        "fraction", "<mi>x</mi><mo>=</mo>\(half)<mo>.</mo>",
        "     1 ",
        "x = ───.",
        "     2"),
      Case(
        "root", "<msqrt><mi>a</mi><mo>+</mo><mi>b</mi></msqrt>",
        " _____",
        "√a + b"),
      Case(
        "root of a fraction", "<msqrt>\(half)</msqrt>",
        " ┌───",
        " │ 1",
        " │───",
        "√│ 2"),
      Case(
        "root with an index", "<mroot><mrow><mi>a</mi><mi>b</mi></mrow><mi>k</mi></mroot>",
        "  __",
        "ᵏ√ab"),
      Case(
        "scripts without small letters",
        "<msubsup><mi>x</mi><mi>B</mi><mi>π</mi></msubsup><mo>+</mo><msup><mi>y</mi><mn>2</mn></msup>",
        " π",
        "x  + y²",
        " B"),
      Case(
        "fence", "<mi>f</mi><mo>(</mo><mi>x</mi><mo>)</mo><mo>=</mo><mo>(</mo>\(half)<mo>)</mo>",
        "       ⎛ 1 ⎞",
        "f(x) = ⎜───⎟",
        "       ⎝ 2 ⎠"),
      Case(
        "script at a fence", "<mo>[</mo>\(half)<msup><mo>]</mo><mn>2</mn></msup>",
        "⎡ 1 ⎤²",
        "⎢───⎥",
        "⎣ 2 ⎦"),
      Case(
        "bars and a fence that nothing closes",
        "<mo>|</mo><mi>x</mi><mo>|</mo><mo>=</mo><mo>[</mo>\(half)",
        "      ⎡ 1",
        "|x| = ⎢───",
        "      ⎣ 2"),
      Case(
        "bars that say which way they look", "<mrow><mo>|</mo>\(half)<mo>|</mo></mrow>\(half)",
        "│ 1 │  1",
        "│───│ ───",
        "│ 2 │  2"),
      Case(
        "limit before a fence",
        "<munder><mo>lim</mo><mi>n</mi></munder><mo>(</mo><mi>n</mi><mo>)</mo>",
        "lim (n)",
        " n"),
      Case(
        "fence that is told not to",
        "<mo stretchy=\"false\">(</mo>\(half)<mo stretchy=\"false\">)</mo>",
        "  1",
        "(───)",
        "  2"),
      Case(
        "sum",
        "<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><mi>i</mi>",
        " n",
        " ∑  i",
        "i=1"),
      Case(
        "sum in a fraction",
        "<mfrac><munderover><mo>∑</mo><mn>1</mn><mi>n</mi></munderover><mn>2</mn></mfrac>",
        " ∑₁ⁿ",
        "─────",
        "  2"),
      Case(
        "integral", "<msubsup><mo>∫</mo><mn>0</mn><mi>∞</mi></msubsup><mi>f</mi>",
        "⌠∞",
        "⎮  f",
        "⌡₀"),
      Case(
        "matrix",
        "<mo>(</mo><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>20</mn></mtd></mtr><mtr><mtd><mi>ab</mi></mtd><mtd><mn>3</mn></mtd></mtr></mtable><mo>)</mo>",
        "⎛1   20⎞",
        "⎝ab  3 ⎠"),
      Case(
        "cases",
        "<mo>{</mo><mtable columnalign=\"left\"><mtr><mtd><mn>1</mn></mtd></mtr><mtr><mtd><mi>ab</mi></mtd></mtr></mtable>",
        "⎧1",
        "⎨",
        "⎩ab"),
      Case(
        "aligned lines",
        "<mtable columnalign=\"right left\" columnspacing=\"0em\"><mtr><mtd><mi>ab</mi></mtd><mtd><mo>=</mo><mn>1</mn></mtd></mtr><mtr><mtd><mi>c</mi></mtd><mtd><mo>=</mo><mn>20</mn></mtd></mtr></mtable>",
        "ab = 1",
        " c = 20"),
      Case(
        "scripts before",
        "<mmultiscripts><mi>F</mi><mi>b</mi><none/><mprescripts/><mn>2</mn><mn>14</mn></mmultiscripts>",
        "¹⁴F",
        " ₂ b"),
      Case(
        "frame", "<menclose notation=\"box\"><mi>x</mi></menclose>",
        "┌───┐",
        "│ x │",
        "└───┘"),
      Case(
        "brace under", "<munder><munder><mi>abcde</mi><mo>⏟</mo></munder><mi>n</mi></munder>",
        "abcde",
        "╰─┬─╯",
        "  n"),
      Case(
        "line over", "<mover><mi>AB</mi><mo>¯</mo></mover>",
        "__",
        "AB"),
      Case(
        "nothing but room",
        "<mphantom><mi>abc</mi></mphantom>\(half)<mspace width=\"1em\"/><mi>x</mi>",
        "     1",
        "    ───   x",
        "     2"),
      Case(
        "binomial", "<mo>(</mo><mfrac linethickness=\"0\"><mi>n</mi><mi>k</mi></mfrac><mo>)</mo>",
        "⎛n⎞",
        "⎜ ⎟",
        "⎝k⎠"),
      Case(
        "wide letters", "<mfrac><mtext>漢字</mtext><mi>x</mi></mfrac>",
        " 漢字",
        "──────",
        "  x"),
    ])
  func look(_ sample: Case) throws {
    let document = try document(sample.source)
    let galley = set(
      document, LayoutOptions(measure: 60, pageHeight: 24),
      hidesText: sample.source.contains("mphantom"))
    let rows = galley.rows(of: document).map(\.trimmed)
    #expect(rows.unindented == sample.rows.map(\.trimmed).unindented)
  }

  @Test("Are one line where they are too wide, which breaks before relations and operators")
  func tooWide() throws {
    let source = (1...6).map { "<mfrac><mi>a</mi><mn>\($0)</mn></mfrac>" }.joined(
      separator: "<mo>+</mo>")
    let document = try document("<mi>x</mi><mo>=</mo>\(source)")
    let wide = set(document, LayoutOptions(measure: 60, pageHeight: 24))
    #expect(wide.lines.count == 3)
    let narrow = set(document, LayoutOptions(measure: 18, pageHeight: 24))
    let rows = narrow.rows(of: document).map { $0.trimmed.drop { $0 == " " } }
    #expect(rows.joined(separator: " ") == "x = a/1 + a/2 + a/3 + a/4 + a/5 + a/6")
    #expect(rows.dropFirst().allSatisfy { $0.hasPrefix("=") || $0.hasPrefix("+") })
  }

  @Test("Break no brackets where they need not")
  func brackets() throws {
    let source = "<mo>(</mo><mi>aaaa</mi><mo>+</mo><mi>bbbb</mi><mo>)</mo>"
    let document = try document("\(source)<mo>+</mo>\(source)<mo>=</mo>\(source)")
    let galley = set(document, LayoutOptions(measure: 20, pageHeight: 24))
    let rows = galley.rows(of: document).map { $0.trimmed.drop { $0 == " " } }
    #expect(rows == ["(aaaa + bbbb)", "+ (aaaa + bbbb)", "= (aaaa + bbbb)"])
    let narrow = set(document, LayoutOptions(measure: 10, pageHeight: 24))
    #expect(narrow.rows(of: document).allSatisfy { $0.utf8.count <= 10 })
  }

  @Test("Stand as their block does, with its marker and their number")
  func places() throws {
    let inline = "<math xmlns=\"http://www.w3.org/1998/Math/MathML\">\(Self.half)</math>"
    let left = try read("<p>\(inline) (3)</p>")
    #expect(
      set(left, LayoutOptions(measure: 20, pageHeight: 24)).rows(of: left).map(\.trimmed)
        == [" 1", "─── (3)", " 2"])
    let item = try read("<ol><li>\(inline)</li></ol>")
    #expect(
      set(item, LayoutOptions(measure: 20, pageHeight: 24)).rows(of: item).map(\.trimmed)
        .unindented == ["    1", "1. ───", "    2"])
  }

  @Test("Are not torn apart by page turns or line spacing")
  func pages() throws {
    let body = (0..<12).map { number in
      "<p>word \(number)</p><math xmlns=\"http://www.w3.org/1998/Math/MathML\" display=\"block\">\(Self.half)</math>"
    }
    let document = try read(body.joined())
    for spacing in 1...3 {
      for height in 3...20 {
        var options = LayoutOptions(measure: 30, pageHeight: height)
        options.lineSpacing = spacing
        let galley = set(document, options)
        let table = PageTable(of: galley, height: height)
        let starts = Set(table.firstLines.map { Int($0) })
        for block in document.formulas.map(\.block) {
          let rows = galley.lines.indices.filter { galley.lines[$0].block == block }
          #expect(rows.count == 3 && starts.isDisjoint(with: rows.dropFirst()))
          #expect(rows.dropLast().allSatisfy { galley.lines[$0].rows == 1 })
        }
      }
    }
  }

  @Test("Text that runs from right to left keeps a formula on one line")
  func rightToLeft() throws {
    let document = try document("<mfrac><mtext>\u{5E9}\u{5DC}</mtext><mn>2</mn></mfrac>")
    let galley = Galley(
      setting: document, options: LayoutOptions(measure: 30, pageHeight: 24),
      segmenter: Segmenter())
    #expect(galley.lines.count == 1)
  }

  @Test(
    "Hold all their text, whatever they are made of", .timeLimit(.minutes(10)),
    arguments: 0..<60)
  func anyFormula(_ seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<4 {
      let formula = Self.displayed(Self.source(&random, depth: 5))
      let around = Self.surroundings.randomElement(using: &random) ?? ("", "")
      let document = try read(around.0 + formula + around.1)
      for _ in 0..<3 {
        var options = LayoutOptions(
          // Fewer cells hold no formula beside a list's marker.
          measure: .random(in: 5...100, using: &random),
          pageHeight: .random(in: 1...30, using: &random))
        options.lineSpacing = .random(in: 1...2, using: &random)
        _ = set(document, options)
      }
    }
  }

  private static let surroundings = [
    ("", ""), ("<p>one</p>", "<p>two</p>"), ("<ol><li>", "</li></ol>"),
    ("<table><tr><td>one</td><td>", "</td></tr></table>"), ("<div dir=\"rtl\">", "</div>"),
    (
      String(repeating: "<blockquote>", count: 12), String(repeating: "</blockquote>", count: 12)
    ),
  ]

  private static func source(_ random: inout SeededGenerator, depth: Int) -> String {
    let tokens = [
      "<mi>x</mi>", "<mn>12</mn>", "<mo>+</mo>", "<mo>(</mo>", "<mo>)</mo>", "<mo>|</mo>",
      "<mo>{</mo>",
      "<mo>=</mo>", "<mtext>if so</mtext>", "<mo>∑</mo>", "<mo>∫</mo>", "<mspace width=\"1em\"/>",
      "<mi>漢</mi>", "<mo>⏟</mo>", "<mo>→</mo>", "<mo>&#x2061;</mo>", "<none/>",
    ]
    if depth == 0 { return tokens.randomElement(using: &random) ?? "" }
    func part() -> String { source(&random, depth: depth - 1) }
    func row(_ most: Int) -> String {
      "<mrow>" + (0..<Int.random(in: 1...most, using: &random)).map { _ in part() }.joined()
        + "</mrow>"
    }
    switch Int.random(in: 0...15, using: &random) {
    case 0, 1, 2: return row(5)
    case 3: return "<mfrac>\(part())\(part())</mfrac>"
    case 4: return "<msqrt>\(part())</msqrt>"
    case 5: return "<mroot>\(part())\(part())</mroot>"
    case 6: return "<msubsup>\(part())\(part())\(part())</msubsup>"
    case 7: return "<msup>\(part())\(part())</msup>"
    case 8: return "<munderover>\(part())\(part())\(part())</munderover>"
    case 9: return "<mover>\(part())\(part())</mover>"
    case 10: return "<mfenced open=\"[\">\(part())\(part())</mfenced>"
    case 11: return "<menclose notation=\"circle updiagonalstrike\">\(part())</menclose>"
    case 12:
      return "<mtable><mtr><mtd>\(part())</mtd><mtd>\(part())</mtd></mtr><mtr><mtd>\(part())</mtd>"
        + "</mtr></mtable>"
    case 13:
      return
        "<mmultiscripts>\(part())\(part())\(part())<mprescripts/>\(part())\(part())</mmultiscripts>"
    case 14: return "<mstyle displaystyle=\"false\">\(part())</mstyle>"
    default: return tokens.randomElement(using: &random) ?? ""
    }
  }

  // MARK: Setting

  private func document(_ source: String) throws -> ContentDocument {
    try read(Self.displayed(source))
  }

  private static func displayed(_ source: String) -> String {
    "<math xmlns=\"http://www.w3.org/1998/Math/MathML\" display=\"block\">\(source)</math>"
  }

  private func read(_ body: String) throws -> ContentDocument {
    let path = ContainerPath("chapter.xhtml") ?? .root
    let text = "<html xmlns=\"http://www.w3.org/1999/xhtml\"><body>\(body)</body></html>"
    let tree = try MarkupTree(parsing: Array(text.utf8), as: .xhtml, at: path)
    return ContentDocument(reading: tree, at: path, styles: StyleSheets { _ in nil })
  }

  private func set(
    _ document: ContentDocument, _ options: LayoutOptions, hidesText: Bool = false,
    at location: SourceLocation = #_sourceLocation
  ) -> Galley {
    let galley = Galley(setting: document, options: options, segmenter: Segmenter())
    expectLines(of: galley, in: options.measure, document, at: location)
    // Every character is in some piece; rows of a formula come before one another in no order.
    var isShown = [Bool](repeating: false, count: document.text.count)
    for piece in galley.pieces {
      for offset in piece.textRange { isShown[offset] = true }
      if piece.source == .text {
        #expect(piece.range == piece.textRange, sourceLocation: location)
      }
    }
    for (offset, byte) in document.text.enumerated() where byte > 0x20 && byte & 0xC0 != 0x80 {
      // Invisible operators.
      let isNothing = document.text[offset...].starts(with: [0xE2, 0x81])
      #expect(isShown[offset] || isNothing || hidesText, sourceLocation: location)
    }
    return galley
  }

  private func expectLines(
    of galley: Galley, in measure: Int, _ document: ContentDocument, at location: SourceLocation
  ) {
    let segmenter = Segmenter()
    var end: Int32 = 0
    var next: Int32 = 0
    for line in galley.lines {
      #expect(
        line.textStart == end && line.textEnd >= end && line.firstPiece == next,
        sourceLocation: location)
      (end, next) = (line.textEnd, next + line.pieceCount)
      var column: Int32 = 0
      for piece in galley.pieces[line.pieceRange] {
        let bytes = Array(galley.bytes(of: piece, in: document))
        #expect(
          piece.column >= column
            && Int(piece.width) == segmenter.width(of: bytes, in: 0..<bytes.count),
          sourceLocation: location)
        #expect(piece.width > 0 || piece.source != .ornament, sourceLocation: location)
        column = piece.column + piece.width
      }
      #expect(Int(column) <= max(measure, 2), sourceLocation: location)
    }
    #expect(
      end == Int32(document.text.count) && next == Int32(galley.pieces.count),
      sourceLocation: location)
  }
}

extension String {
  /// Without blanks at its end.
  fileprivate var trimmed: String {
    String(reversed().drop { $0 == " " }.reversed())
  }
}

extension [String] {
  /// Without the blanks that all begin with.
  fileprivate var unindented: [String] {
    let indent = filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    return map { String($0.dropFirst(indent)) }
  }
}
