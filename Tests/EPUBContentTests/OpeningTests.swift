import EPUBContent
import Testing

@Suite("First letters and first lines") struct OpeningTests {
  struct Row: Sendable {
    var body: String
    var letter: String
    var language = "en"
  }

  /// What is bold of the first block.
  private func bold(_ body: String, css: String, language: String = "en") throws -> String {
    let document = try content(body, css: css, language: language)
    let runs = document.blocks[0].runRange.map { document.runs[$0] }
    return runs.filter { $0.style.contains(.bold) }
      .map { document.shownText($0) }.joined()
  }

  @Test(
    "A first letter takes the punctuation around it, and its marks",
    arguments: [
      Row(body: "<p>Once</p>", letter: "O"),
      Row(body: "<p>“I,” he said</p>", letter: "“I,”"),
      Row(body: "<p>‘“Tell me”’</p>", letter: "‘“T"),
      Row(body: "<p>É\u{301}tait</p>", letter: "É\u{301}"),
      Row(body: "<p>«\u{A0}Oui</p>", letter: "«\u{A0}O"),
      Row(body: "<p>I’m</p>", letter: "I’"),
      Row(body: "<p>1984</p>", letter: "1"),
      Row(body: "<p>A(b)</p>", letter: "A"),
      Row(body: "<p>— no</p>", letter: ""),
      Row(body: "<p>…</p>", letter: ""),
      Row(body: "<p>IJsland</p>", letter: "IJ", language: "nl"),
      Row(body: "<p>IJsland</p>", letter: "I"),
      Row(body: "<p>“<i>W</i>e go</p>", letter: "“W"),
      Row(body: "<p><img src='a.png' alt='A tree'/>We</p>", letter: ""),
      Row(body: "<p>a</p>", letter: "a"),
    ])
  func letter(_ row: Row) throws {
    let css = "p::first-letter { font-weight: bold }"
    #expect(try bold(row.body, css: css, language: row.language) == row.letter)
  }

  @Test("A letter of generated text counts, and what is transformed")
  func generated() throws {
    let css = "p::first-letter { font-weight: bold } p::before { content: '“' }"
    #expect(try bold("<p>We go</p>", css: css) == "“W")
    let upper = "p { text-transform: uppercase } p::first-letter { font-weight: bold }"
    #expect(try bold("<p>we go</p>", css: upper) == "W")
  }

  @Test("Belongs to the first block only, be it that of an element inside")
  func inside() throws {
    let css = "div:first-letter { text-transform: uppercase } p:first-letter { font-style: italic }"
    let document = try content("<div><p>one</p><p>two</p></div><p>three</p>", css: css)
    #expect(document.dump() == ["paragraph {o→O}ne", "paragraph two", "paragraph three"])
    let italic = document.runs.filter { $0.style.contains(.italic) }
    #expect(italic.map { document.text($0.textRange) } == ["o", "t", "t"])
  }

  @Test("A letter is shown as its style transforms it, whatever its element does")
  func transforms() throws {
    let css =
      "p::first-letter { text-transform: uppercase } .u { text-transform: uppercase } "
      + ".u::first-letter { text-transform: none }"
    #expect(try dump("<p>ßo</p>", css: css) == ["paragraph {ß→SS}o"])
    #expect(try dump("<p class='u'>ab</p>", css: css) == ["paragraph a{b→B}"])
    #expect(try dump("<p class='u'>a</p>", css: css) == ["paragraph a"])
  }

  @Test("A table's cells have letters of their own; those around it do not reach in")
  func tables() throws {
    let css = "div::first-letter, td.a::first-letter { font-weight: bold }"
    let document = try content(
      "<div><table><tr><td>one</td><td class='a'>two</td></tr></table></div>", css: css)
    let bold = document.runs.filter { $0.style.contains(.bold) }
    #expect(bold.map { document.text($0.textRange) } == ["t"])
  }

  @Test("A first line has runs of its own")
  func line() throws {
    let css = "p::first-line { text-transform: uppercase; font-variant: small-caps }"
    let document = try content(
      "<p>The <i>ß</i> began</p><p>And</p>", css: css + "p + p::first-line {}")
    #expect(document.dump()[0] == "paragraph The ß began")
    let runs = document.firstLines[Int(document.blocks[0].firstLine)]
    #expect(runs.map { document.shownText($0) } == ["THE ", "SS", " BEGAN"])
    #expect(runs.allSatisfy { $0.style.contains(.smallCaps) })
    #expect(runs[1].style.contains(.italic))
    #expect(runs.first?.textStart == 0 && runs.last?.textEnd == document.blocks[0].textEnd)
    #expect(document.blocks[1].firstLine == 1)
  }

  @Test("A first line's letter is what both styles make it")
  func letterInLine() throws {
    let css = "p::first-line { font-style: italic } p::first-letter { font-weight: bold }"
    let document = try content("<p>The end</p>", css: css)
    let runs = document.firstLines[0]
    #expect(runs.map(\.style) == [[.bold, .italic], [.italic]])
    #expect(document.runs.map(\.style) == [[.bold], []])
  }

  @Test("Styles that change nothing cost nothing")
  func nothing() throws {
    let document = try content("<p>a</p>", css: "p::first-line { color: red; font-size: 2em }")
    #expect(document.firstLines.isEmpty && document.runs.count == 1)
  }

  @Test(
    "An initial and its word are one",
    arguments: [
      "<p><span style='float: left; display: block; font-size: 3em'>O</span>nce</p>",
      "<p><span style='float: left; padding-right: 1em'>O</span>nce</p>",
      "<p><span style='display: inline-block; margin-right: 1em'>O</span><b>nce</b></p>",
      "<p><img src='o.png' alt='O'/>nce</p>",
      "<p><span><img src='o.png' alt='O'/></span><small>nce</small></p>",
    ])
  func initials(_ body: String) throws {
    let document = try content(body)
    #expect(document.blocks.count == 1)
    #expect(document.shownText(of: document.blocks[0]) == "Once")
  }

  @Test(
    "Labels are no initials",
    arguments: [
      ("<p><span style='float: left; padding-right: 1em'>A.</span>Once</p>", "A. Once"),
      ("<p><img src='o.png' alt='O'/> nce</p>", "[Image: O] nce"),
      ("<p><img src='o.png' alt='Oak'/>s</p>", "[Image: Oak]s"),
    ])
  func labels(_ body: String, _ shown: String) throws {
    let document = try content(body)
    #expect(document.shownText(of: document.blocks[0]) == shown)
  }
}

extension ContentDocument {
  fileprivate func shownText(_ run: Run) -> String {
    run.shownRange.map(shown) ?? text(run.textRange)
  }
}
