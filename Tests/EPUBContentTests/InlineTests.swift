import EPUBContent
import Testing

@Suite("Runs") struct InlineTests {
  @Test("Text of one look is one run")
  func merging() throws {
    let document = try content("<p>a<span>b</span><b>c</b><b>d</b> e</p>")
    #expect(document.runs.map { document.text($0.textRange) } == ["ab", "cd", " e"])
    #expect(document.runs.map(\.style) == [[], .bold, []])
  }

  @Test("Styles and languages of runs are those of their elements")
  func looks() throws {
    let body = """
      <p><i>a</i><u>b</u><s>c</s><code>d</code><sup>e</sup><sub>f</sub>\
      <span style="font-variant: small-caps">g</span><u><i>h</i></u>\
      <span xml:lang="fr">i</span></p>
      """
    let document = try content(body)
    let styles = document.runs.filter { !$0.textRange.isEmpty }.map(\.style)
    #expect(
      styles == [
        .italic, .underline, .strike, .code, .superscript, .subscript, .smallCaps,
        [.underline, .italic], [],
      ])
    #expect(document.runs.last.map { document.languages[Int($0.language)] } == "fr")
    #expect(document.runs.first.map { document.languages[Int($0.language)] } == "en")
  }

  @Test(
    "Capitals of the style are shown; the text stays",
    arguments: [
      Row("<p>ab é</p>", css: "p { text-transform: uppercase }", ["paragraph {ab é→AB É}"]),
      Row(
        "<p>Straße</p>", css: "p { text-transform: uppercase }",
        ["paragraph {Stra→STRA}{ß→SS}{e→E}"]),
      Row("<p>1 2</p>", css: "p { text-transform: uppercase }", ["paragraph 1 2"]),
      Row("<p>ABc</p>", css: "p { text-transform: lowercase }", ["paragraph {ABc→abc}"]),
      Row(
        "<p>one o’clock t<b>w</b>o</p>", css: "p { text-transform: capitalize }",
        ["paragraph {one o’clock t→One O’clock T}wo"]),
      Row("<p>aB</p>", css: "p { text-transform: full-width }", ["paragraph {aB→ａＢ}"]),
      Row(
        "<p>ki</p>", css: "p { text-transform: uppercase }", language: "tr", ["paragraph {ki→Kİ}"]),
      Row("<p>ά</p>", css: "p { text-transform: uppercase }", language: "el", ["paragraph {ά→Α}"]),
      Row(
        "<p>μάιος ἄν ᾧ</p>", css: "p { text-transform: uppercase }", language: "el",
        ["paragraph {μάιος ἄν →ΜΑΪΟΣ ΑΝ }{ᾧ→ΩΙ}"]),
      Row(
        "<p>ΟΔΟΣ Σ</p>", css: "p { text-transform: lowercase }", ["paragraph {ΟΔΟΣ Σ→οδος σ}"]),
      Row(
        "<p>Iİ</p>", css: "p { text-transform: lowercase }", language: "tr", ["paragraph {Iİ→ıi}"]),
      Row(
        "<p>Ì</p>", css: "p { text-transform: lowercase }", language: "lt",
        ["paragraph {Ì→i\u{307}\u{300}}"]),
      Row("<p>ｶ 1</p>", css: "p { text-transform: full-width }", ["paragraph {ｶ 1→カ　１}"]),
      Row("<p>きょ</p>", css: "p { text-transform: full-size-kana }", ["paragraph {きょ→きよ}"]),
      Row("<p>a </p>", css: "p { text-transform: uppercase }", ["paragraph {a→A}"]),
    ])
  func transforms(_ row: Row) throws { try row.check() }

  @Test(
    "Readings stand in parentheses after their base",
    arguments: [
      Row(
        "<p><ruby>東<rt>とう</rt>京<rt>きょう</rt></ruby>は</p>",
        ["paragraph 東⟨(⟩とう⟨)⟩京⟨(⟩きょう⟨)⟩は"]),
      Row(
        "<p><ruby>東京<rp>（</rp><rt>とうきょう</rt><rp>）</rp></ruby></p>",
        ["paragraph 東京⟨(⟩とうきょう⟨)⟩"]),
      Row(
        "<p><ruby><rb>東</rb><rb>京</rb><rt>とう</rt><rt>きょう</rt></ruby></p>",
        ["paragraph 東京⟨(⟩とうきょう⟨)⟩"]),
      Row(
        "<p><ruby><rb>東</rb><rb>京</rb><rtc><rt>とう</rt><rt>きょう</rt></rtc><rtc>Tōkyō</rtc></ruby></p>",
        ["paragraph 東京⟨(⟩とうきょう⟨)⟩⟨(⟩Tōkyō⟨)⟩"]),
      Row("<p><ruby>北京<rt>běi</rt><rt>jīng</rt></ruby></p>", ["paragraph 北京⟨(⟩běi⟨ ⟩jīng⟨)⟩"]),
      Row("<p><ruby>東<rt></rt></ruby>a</p>", ["paragraph 東a"]),
      Row("<p><ruby>\n東\n<rt> とう </rt>\n</ruby> は</p>", ["paragraph 東⟨(⟩とう⟨)⟩ は"]),
    ])
  func ruby(_ row: Row) throws { try row.check() }

  @Test("A reading's runs say so")
  func rubyStyle() throws {
    let document = try content("<p><ruby>東<rt>とう</rt></ruby></p>")
    let reading = document.runs.filter { $0.style.contains(.rubyText) && !$0.textRange.isEmpty }
    #expect(reading.map { document.text($0.textRange) } == ["とう"])
  }

  @Test(
    "Raised and lowered text cannot be misread",
    arguments: [
      Row("<p>10<sup>2</sup></p>", ["paragraph 10{2→²}"]),
      Row("<p>10<sup>−3</sup> 2<sup>-1</sup></p>", ["paragraph 10{−3→⁻³} 2{-1→⁻¹}"]),
      Row("<p>x<sup>n+1</sup></p>", ["paragraph x{n+1→ⁿ⁺¹}"]),
      Row("<p>x<sup>n</sup></p>", ["paragraph x{n→ⁿ}"]),
      Row("<p>H<sub>2</sub>O</p>", ["paragraph H{2→₂}O"]),
      Row("<p>x<sub>i,j</sub></p>", ["paragraph x⟨_(⟩i,j⟨)⟩"]),
      Row("<p>10<sup>1/2</sup></p>", ["paragraph 10⟨^(⟩1/2⟨)⟩"]),
      Row("<p>the 1<sup>st</sup>, le 2<sup>e</sup></p>", ["paragraph the 1st, le 2e"]),
      Row("<p>10<sup>1/2 </sup>m</p>", ["paragraph 10⟨^(⟩1/2⟨)⟩ m"]),
      Row("<p>10<sup> 2 </sup>m 10<sup>2 </sup></p>", ["paragraph 10{ 2→ ²} m 10{2→²}"]),
      Row("<p>M<sup>me</sup>, D<sup>r</sup>, XIX<sup>e</sup></p>", ["paragraph Mme, Dr, XIXe"]),
      Row("<p>Acme<sup>TM</sup></p>", ["paragraph Acme{TM→™}"]),
      Row("<p>a<sup>*</sup> b<sup>†</sup></p>", ["paragraph a* b†"]),
      Row("<p><sup>a</sup> word</p>", ["paragraph a word"]),
      Row("<p>x<sup>2<b>3</b></sup></p>", ["paragraph x{2→²}{3→³}"]),
      Row("<p>2<sup>n<sup>2</sup></sup></p>", ["paragraph 2⟨^(⟩n{2→²}⟨)⟩"]),
      Row(
        "<p>x<span class=\"s\">2</span></p>", css: ".s { vertical-align: super }",
        ["paragraph x{2→²}"]),
      Row(
        "<p>a<sup>long words in small print that go on and on</sup></p>",
        ["paragraph along words in small print that go on and on"]),
    ])
  func raised(_ row: Row) throws { try row.check() }

  @Test(
    "Note references stand apart from their word",
    arguments: [
      Row("<p>word<sup><a href=\"#n\">1</a></sup></p>", ["paragraph word{1→¹}"]),
      Row("<p>word<a href=\"n.xhtml#n\"><sup>12</sup></a>.</p>", ["paragraph word{12→¹²}."]),
      Row("<p>word<a epub:type=\"noteref\" href=\"#n\">1</a></p>", ["paragraph word{1→¹}"]),
      Row("<p>word<a epub:type=\"noteref\" href=\"#n\">[1]</a></p>", ["paragraph word[1]"]),
      Row("<p>word<a epub:type=\"noteref\" href=\"#n\">a</a></p>", ["paragraph word⟨[⟩a⟨]⟩"]),
      Row("<p>word<a role=\"doc-noteref\" href=\"#n\">*</a></p>", ["paragraph word*"]),
      Row(
        "<p>word<sup><a href=\"#n\">1</a>, <a href=\"#m\">2</a></sup></p>",
        ["paragraph word{1→¹}{, →, }{2→²}"]),
      Row(
        "<p>word<sup><a href=\"#n\">1</a></sup></p>",
        css: "a::before { content: '[' } a::after { content: ']' }",
        ["paragraph word⟨[⟩1⟨]⟩"]),
      Row(
        "<p>word<sup class=\"x\"><a href=\"#n\">1</a></sup></p>",
        css: ".x::after { content: '\\200A' }", ["paragraph word{1→¹}⟨\u{200A}⟩"]),
      Row("<p>a <a href=\"#n\">link</a></p>", ["paragraph a link"]),
    ])
  func noteReferences(_ row: Row) throws { try row.check() }

  @Test("Links know what they are")
  func links() throws {
    let body = """
      <p><a href=" a.xhtml ">a</a><a epub:type="noteref" href="#n">1</a><sup><a href="#n">2</a></sup>\
      <a href="#n"><sup>3</sup></a><a role="doc-backlink" href="#r">back</a><a name="x">no link</a>\
      <a href="http://example.org/"><sup>4</sup></a></p>
      """
    let document = try content(body)
    #expect(
      document.links == [
        Link(href: "a.xhtml"), Link(href: "#n", kind: .noteReference),
        Link(href: "#n", kind: .noteReference), Link(href: "#n", kind: .noteReference),
        Link(href: "#r", kind: .backlink), Link(href: "http://example.org/"),
      ])
    #expect(document.runs.first.map(\.link) == 0)
  }

  @Test(
    "Notes are notes, in place and once",
    arguments: [
      Row("<p>a</p><aside epub:type=\"footnote\"><p>n</p></aside>", ["paragraph a", "note n"]),
      Row(
        "<section epub:type=\"endnotes\"><ol><li epub:type=\"endnote\"><p>n</p></li></ol></section>",
        ["note ‹1.› n"]),
      Row(
        "<section epub:type=\"endnotes\"><h2>h</h2><ol><li><p>n</p><ul><li>i</li></ul></li></ol></section>",
        ["heading2 h", "note ‹1.› n", "item2 ‹◦› i"]),
      Row("<div role=\"doc-footnote\">n</div>", ["note n"]),
      Row("<div epub:type=\"rearnote bodymatter\">n</div>", ["note n"]),
    ])
  func notes(_ row: Row) throws {
    try row.check()
    #expect(try content(row.body).boxes.contains { $0.kind == .note })
  }

  @Test(
    "Generated content is shown and is no text",
    arguments: [
      Row("<p><q>a <q>b</q></q></p>", ["paragraph ⟨“⟩a ⟨‘⟩b⟨’⟩⟨”⟩"]),
      Row("<p><q>a</q></p>", language: "de-AT", ["paragraph ⟨„⟩a⟨“⟩"]),
      Row("<p><q>a</q></p>", language: "fr", ["paragraph ⟨«\u{A0}⟩a⟨\u{A0}»⟩"]),
      Row("<p>a</p>", css: "p::before { content: '§ ' attr(class) }", ["paragraph ⟨§ ⟩a"]),
      Row(
        "<p class=\"k\">a</p>", css: "p::after { content: ' [' attr(class) ']' }",
        ["paragraph a⟨ [⟩⟨k⟩⟨]⟩"]),
      Row(
        "<h2>a</h2><h2>b</h2>",
        css: "body { counter-reset: c } h2 { counter-increment: c } "
          + "h2::before { content: 'Chapter ' counter(c, upper-roman) '. ' }",
        ["heading2 ⟨Chapter ⟩⟨I⟩⟨. ⟩a", "heading2 ⟨Chapter ⟩⟨II⟩⟨. ⟩b"]),
      Row(
        "<div><p>a</p><div><p>b</p></div><p>c</p></div>",
        css: "div { counter-reset: n } p { counter-increment: n } "
          + "p::before { content: counters(n, '.') ' ' }",
        ["paragraph ⟨1⟩⟨ ⟩a", "paragraph ⟨1.1⟩⟨ ⟩b", "paragraph ⟨1.2⟩⟨ ⟩c"]),
      Row("<p></p>", css: "p::before { content: '* * *' }", ["paragraph ⟨* * *⟩"]),
      Row(
        "<p>a</p>", css: "p::after { content: 'b'; display: block }",
        ["paragraph a", "paragraph ⟨b⟩"]),
      Row(
        "<p>a</p>", css: "p::after { content: url(x.png) / 'leaf' }", ["paragraph a⟨[Image: leaf]⟩"]
      ),
    ])
  func generated(_ row: Row) throws { try row.check() }
}
