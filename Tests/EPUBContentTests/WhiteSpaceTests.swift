import EPUBContent
import Testing

@Suite("White space") struct WhiteSpaceTests {
  @Test(
    "Collapses across inline elements and goes at both ends of a line",
    arguments: [
      Row("<p>  a\n\t b  </p>", ["paragraph a b"]),
      Row("<p>a <b> b</b> c</p>", ["paragraph a b c"]),
      Row("<p>a<b> </b>b</p>", ["paragraph a b"]),
      Row("<p>a <span/> b</p>", ["paragraph a b"]),
      Row("<p>a <!-- c --> b</p>", ["paragraph a b"]),
      Row("<p>a&#160; &#160;b</p>", ["paragraph a\u{A0} \u{A0}b"]),
      Row("<p>light<b>house</b></p>", ["paragraph lighthouse"]),
      Row("<p>a <b>b </b></p>", ["paragraph a b"]),
      Row("<p>a <img src=\"x\" alt=\"\"/> b</p>", ["paragraph a b"]),
      Row("<p>é è</p>\n<p>“a”  b</p>", ["paragraph é è", "paragraph “a” b"]),
    ])
  func collapsing(_ row: Row) throws { try row.check() }

  @Test(
    "A line end between East Asian characters is no space",
    arguments: [
      Row("<p>漢字\n漢字</p>", ["paragraph 漢字漢字"]),
      Row("<p>漢字\n<b>漢字</b></p>", ["paragraph 漢字漢字"]),
      Row("<p>漢字。\n\t「漢」</p>", ["paragraph 漢字。「漢」"]),
      Row("<p>漢字 漢字</p>", ["paragraph 漢字 漢字"]),
      Row("<p>漢字\nab\n漢</p>", ["paragraph 漢字 ab 漢"]),
      Row("<p>한국\n한국</p>", ["paragraph 한국 한국"]),
    ])
  func eastAsian(_ row: Row) throws { try row.check() }

  @Test(
    "Is kept where the style says so",
    arguments: [
      Row("<pre>\nfor x:\n    y\n\nz\n</pre>", ["code for x:⏎    y⏎⏎z"]),
      Row("<pre>  a\n<b>  b</b>\n  </pre>", ["code   a⏎  b"]),
      Row("<pre><code>\na</code></pre>", ["code a"]),
      Row("<pre>\n\na</pre>", ["code ⏎a"]),
      Row("<pre>\ta\tb</pre>", ["code \ta\tb"]),
      Row("<p style=\"white-space: pre-line\"> a  b \n c</p>", ["paragraph a b⏎c"]),
      Row("<p style=\"white-space: pre-wrap\">a  b</p>", ["paragraph a  b"]),
      Row("<p>a <code style=\"white-space: pre\">b  c</code> d</p>", ["paragraph a b  c d"]),
      Row("<pre>  \n </pre>", []),
    ])
  func kept(_ row: Row) throws { try row.check() }

  @Test("Is told to the layout by block and by run")
  func styles() throws {
    let pre = try content("<pre>a</pre>")
    #expect(pre.blocks[0].style.keepsSpace && pre.blocks[0].style.noWrap)
    let mixed = try content("<p>a <span style=\"white-space: nowrap\">b c</span></p>")
    #expect(!mixed.blocks[0].style.noWrap)
    #expect(mixed.runs.map { $0.style.contains(.noWrap) } == [false, true])
  }

  @Test(
    "Sizes of tabs are told in cells",
    arguments: [
      ("4", 4), ("0", 0), ("2em", 4), ("32px", 4), ("1000", 64), ("-1", 8), ("4%", 8), ("2.4", 2),
    ] as [(String, UInt8)])
  func tabSize(_ value: String, _ cells: UInt8) throws {
    let document = try content("<pre>a</pre><p>b</p>", css: "pre { tab-size: \(value) }")
    #expect(document.blocks.map(\.style.tabSize) == [cells, 8])
    let inherited = try content("<div><pre>a</pre></div>", css: "div { -moz-tab-size: \(value) }")
    #expect(inherited.blocks[0].style.tabSize == cells)
  }

  @Test("Every value of white-space says what is kept and what breaks")
  func values() throws {
    let text = " a  b \n c "
    for (value, shown, keeps, noWrap) in [
      ("normal", "a b c", false, false), ("nowrap", "a b c", false, true),
      ("pre", " a  b ⏎ c", true, true), ("pre-wrap", " a  b ⏎ c", true, false),
      ("pre-line", "a b⏎c", false, false), ("break-spaces", " a  b ⏎ c", true, false),
    ] {
      let document = try content("<p style='white-space: \(value)'>\(text)</p>")
      #expect(document.dump() == ["paragraph \(shown)"])
      let style = document.blocks[0].style
      #expect(style.keepsSpace == keeps && style.noWrap == noWrap)
      #expect(style.spacesTakeRoom == (value == "break-spaces"))
    }
  }

  @Test("Soft hyphens are noted, not text")
  func softHyphens() throws {
    let document = try content("<p>&#xAD;re&#xAD;mark<b>&#xAD;able</b>&#xAD;</p><p>a</p>")
    #expect(document.text(0..<document.text.count) == "remarkablea")
    #expect(document.softHyphens == [2, 6])
  }

  @Test("Zero-width spaces and joiners stay, marks of byte order go")
  func zeroWidth() throws {
    let document = try content("<p>a&#x200B;b&#x2060;c&#xFEFF;d</p>")
    #expect(document.text(0..<document.text.count) == "a\u{200B}b\u{2060}cd")
  }

  @Test(
    "Controls and noncharacters are dropped",
    arguments: [0x80, 0x9F, 0x7F, 0xFDD0, 0xFDEF, 0x1_FFFE, 0x10_FFFF] as [UInt32])
  func controls(_ value: UInt32) throws {
    let dropped = String(Character(try #require(Unicode.Scalar(value))))
    #expect(try dump("<p>a\(dropped)b</p><pre>a\(dropped)b</pre>") == ["paragraph ab", "code ab"])
  }

  @Test("An opportunity to break is shown, not text")
  func breakOpportunities() throws {
    #expect(try dump("<p>a<wbr/>b <wbr/>c</p>") == ["paragraph a⟨\u{200B}⟩b ⟨\u{200B}⟩c"])
  }

  @Test("A number in an inline block does not run into a word; parts of a word stay together")
  func inlineBlocks() throws {
    let css = "span { display: inline-block }"
    let body = """
      <p><span>1.</span>Title</p><p>Title<span>12</span></p><p><span>Mac</span>Donald</p>\
      <p><span>1</span> <span>a</span></p>
      """
    #expect(
      try dump(body, css: css) == [
        "paragraph 1.⟨ ⟩Title", "paragraph Title⟨ ⟩12", "paragraph MacDonald", "paragraph 1 a",
      ])
  }

  @Test("An inline element with room beside it does not run into its neighbour")
  func separation() throws {
    let css = ".n { margin-right: 1em } .d { padding-right: 0.2em }"
    let body = """
      <p><span class="n">12</span>Title</p><p><span class="d">O</span>nce</p>\
      <p><span class="n">3</span> Title</p><p><span class="n">O</span>nce</p>
      """
    #expect(
      try dump(body, css: css) == [
        "paragraph 12⟨ ⟩Title", "paragraph Once", "paragraph 3 Title", "paragraph Once",
      ])
  }
}
