import EPUBBasics
import EPUBContent
import EPUBLayout
import EPUBMarkup
import EPUBSegmentation
import Testing

@Suite("Readings above their bases") struct RubyTests {
  private func document(_ body: String) throws -> ContentDocument {
    let text = "<html xmlns=\"http://www.w3.org/1999/xhtml\"><body>\(body)</body></html>"
    let path = try #require(ContainerPath("a.xhtml"))
    let tree = try MarkupTree(parsing: Array(text.utf8), as: .xhtml, at: path)
    return ContentDocument(reading: tree, at: path, styles: StyleSheets { _ in nil })
  }

  private func options(_ measure: Int, _ spacing: Int, height: Int = 24) -> LayoutOptions {
    var options = LayoutOptions(measure: measure, pageHeight: height)
    options.rubyStandsAbove = true
    options.lineSpacing = spacing
    return options
  }

  /// What is seen, a string a row; what must hold for all lines is expected.
  private func rows(
    _ body: String, _ measure: Int = 40, spacing: Int = 1,
    change: (inout LayoutOptions) -> Void = { _ in }
  ) throws -> [String] {
    let document = try document(body)
    var options = options(measure, spacing)
    change(&options)
    let galley = Galley(setting: document, options: options, segmenter: Segmenter())
    expectSound(galley, document, measure)
    return galley.dump(of: document).split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
  }

  /// Lines cover the text in order, pieces stand apart, and readings stand above their bases.
  private func expectSound(_ galley: Galley, _ document: ContentDocument, _ measure: Int) {
    let segmenter = Segmenter()
    var end: Int32 = 0
    var piece: Int32 = 0
    for line in galley.lines {
      #expect(line.textStart == end && line.firstPiece == piece)
      end = line.textEnd
      piece += line.pieceCount
      var column: Int32 = 0
      for piece in galley.pieces[line.pieceRange] {
        let isBeside = piece.column >= column || line.flags.contains(.isReordered)
        #expect(isBeside && Int(piece.column + piece.width) <= measure)
        column = piece.column + piece.width
        let bytes = Array(galley.bytes(of: piece, in: document))
        #expect(Int(piece.width) == segmenter.width(of: bytes, in: 0..<bytes.count))
        if line.flags.contains(.isRaised) { #expect(piece.textRange.isEmpty) }
      }
    }
    #expect(end == Int32(document.text.count))
    for raised in galley.raisedText {
      #expect(galley.pieces.allSatisfy { !$0.textRange.overlaps(raised) })
    }
  }

  private let harbour = "<p><ruby>東京<rt>とう</rt></ruby>の<ruby>港<rt>みなと</rt></ruby>は静か。</p>"

  @Test("Stand centred in a row of their own, with room beside narrower bases")
  func centred() throws {
    #expect(try rows(harbour) == ["とう  みなと", "東京の  港  は静か。"])
    #expect(
      try rows("<p>a <ruby>long base<rt>x</rt></ruby> b</p>") == ["      x", "a long base b"])
  }

  @Test("Take the row that the line spacing leaves, and the lines without any take none")
  func spacing() throws {
    let body = "<p>one</p>" + harbour + "<p>two</p>"
    #expect(try rows(body) == ["one", "", "とう  みなと", "東京の  港  は静か。", "", "two"])
    let spaced = try rows("<div>one<br/>\(ruby("two", "x"))<br/>three</div>", spacing: 2)
    #expect(spaced == ["one", " x", "two", "", "three", ""])
    let single = try rows("<div>one<br/>\(ruby("two", "x"))<br/>three</div>")
    #expect(single == ["one", " x", "two", "three"])
  }

  private func ruby(_ base: String, _ reading: String) -> String {
    "<ruby>\(base)<rt>\(reading)</rt></ruby>"
  }

  @Test("Of several bases in one element stand each above its own")
  func jukugo() throws {
    #expect(
      try rows("<div><ruby>東<rt>とう</rt>京<rt>きょう</rt></ruby>へ</div>")
        == ["とうきょう", " 東   京  へ"])
    #expect(
      try rows("<div><ruby><rb>東</rb><rb>京</rb><rt>とう</rt><rt>きょう</rt></ruby>へ</div>")
        == ["とうきょう", "   東京   へ"])
    #expect(
      try rows("<div>お<ruby>食<rt>た</rt>べ</ruby><ruby>物<rt>もの</rt></ruby>だ</div>")
        == ["  た  もの", "お食べ 物 だ"])
  }

  @Test("Of letters never touch")
  func letters() throws {
    #expect(
      try rows("<div>\(ruby("北", "běi"))\(ruby("京", "jīng"))</div>") == ["běi jīng", " 北  京"])
  }

  @Test("Never leave their bases, which no line's end parts")
  func lineEnds() throws {
    let body = "<div>\(String(repeating: ruby("漢字", "かんじ") + "と", count: 6))</div>"
    let shown = try rows(body, 20)
    #expect(shown.filter { $0.contains("か") }.count * 2 == shown.count)
    for index in stride(from: 0, to: shown.count, by: 2) {
      #expect(shown[index].count { $0 == "じ" } == shown[index + 1].count { $0 == "字" })
      #expect(shown[index + 1].count { $0 == "字" } == shown[index + 1].count { $0 == "漢" })
    }
    let phrase = try rows("<div>one two \(ruby("three four", "x")) five</div>", 14)
    #expect(phrase == ["one two", "    x", "three four", "five"])
  }

  @Test(
    "Stay behind their bases where they cannot stand above",
    arguments: [
      "<div><ruby>東<rt>とう</rt></ruby> שלום</div>",
      "<div dir=\"rtl\"><ruby>東<rt>とう</rt></ruby></div>",
      "<table><tr><td><ruby>東<rt>とう</rt></ruby></td><td>b</td></tr></table>",
      "<pre><ruby>東<rt>とう</rt></ruby></pre>",
    ])
  func inline(_ body: String) throws {
    #expect(try rows(body).joined().contains("東(とう)"))
  }

  @Test("A second reading of a base, one without a base and one wider than a line stay inline")
  func fallback() throws {
    #expect(
      try rows("<div><ruby>東<rtc><rt>とう</rt></rtc><rtc>Tō</rtc></ruby>へ</div>")
        == ["とう", " 東 (Tō)へ"])
    #expect(
      try rows("<div><ruby><ruby>東<rt>とう</rt></ruby><rt>Tō</rt></ruby>へ</div>")
        == ["とう", " 東 (Tō)へ"])
    #expect(try rows("<div><ruby><rt>とう</rt></ruby>へ</div>") == ["(とう)へ"])
    #expect(
      try rows("<div>\(ruby("東", "とうとうとうとう"))</div>", 10).joined()
        == "東(とうとうとうとう)")
    #expect(try rows(harbour, change: { $0.rubyStandsAbove = false }) == ["東京(とう)の港(みなと)は静か。"])
  }

  @Test("Stand within the border of a box")
  func framed() throws {
    let body = "<div style='border: 1px solid'>\(ruby("東京", "とう"))へ</div>"
    #expect(
      try rows(body, 24) == [
        "┌──────────────────────┐", "│ とう                 │", "│ 東京へ               │",
        "└──────────────────────┘",
      ])
  }

  @Test("Stand above in all paragraphs but those that run from right to left")
  func mixed() throws {
    let shown = try rows(
      "<div>\(ruby("東", "とう"))へ</div><div dir='rtl'>שלום \(ruby("東", "とう"))</div>")
    #expect(shown.prefix(2) == ["とう", " 東 へ"])
    #expect(shown.dropFirst(2).joined().contains("東(とう)"))
  }

  @Test("Behind their bases are not parted by a line's end, if they are short", arguments: 20...40)
  func whole(_ measure: Int) throws {
    let body = "<p>\(String(repeating: ruby("漢字", "かんじ") + "と", count: 12))</p>"
    let shown = try rows(body, measure) { $0.rubyStandsAbove = false }
    #expect(shown.allSatisfy { $0.count { $0 == "(" } == $0.count { $0 == ")" } } || measure < 24)
    let long = try rows("<p>\(ruby("漢", String(repeating: "か", count: 30)))</p>", measure) {
      $0.rubyStandsAbove = false
    }
    #expect(long.count > 1)
  }

  @Test("Are on the page of their line, however high pages are", arguments: 2...9)
  func pages(_ height: Int) throws {
    let body = (0..<12).map { "<p>\($0) \(ruby("漢字", "かんじ")) goes on for some lines here</p>" }
      .joined()
    let document = try document(body)
    var galley = Galley(
      setting: document, options: options(16, 1, height: height), segmenter: Segmenter())
    let pages = galley.makePages(height: height)
    for page in 0..<pages.count {
      let last = galley.lines[pages.lines(of: page).upperBound - 1]
      #expect(!last.flags.contains(.isRaised))
    }
  }

  @Test("Keep justified lines and hyphens right", arguments: [12, 17, 23, 31])
  func filled(_ measure: Int) throws {
    let body = "<p>\(String(repeating: "some words, \(ruby("漢字", "かんじ"))と, ", count: 9))</p>"
    for (justifies, hyphenates) in [(true, false), (true, true), (false, true)] {
      let shown = try rows(body, measure) {
        $0.justifies = justifies
        $0.hyphenates = hyphenates
      }
      #expect(shown.joined().count { $0 == "じ" } == 9)
    }
  }
}
