import EPUBBasics
import EPUBContent
import Testing

@Suite("Directions") struct DirectionTests {
  @Test("Blocks run as dir says, or as their first letter does")
  func blocks() throws {
    let document = try content(
      """
      <p>a</p><p dir="RTL">b</p><div dir="rtl"><p>c</p><p dir="ltr">d</p></div>
      <p dir="auto">1 אב c</p><p dir="auto"><bdi>ab</bdi> א</p><p dir="auto">e א</p>
      <div dir="auto"><p>1</p><p>ג x</p></div><p dir="auto">12</p><p dir="no">x</p>
      """)
    #expect(
      document.blocks.map(\.style.isRightToLeft) == [
        false, true, true, false, true, true, false, true, true, false, false,
      ])
  }

  @Test("Inline elements of a direction of their own are embeddings, one in another")
  func embeddings() throws {
    let document = try content(
      """
      <p>a<bdi>ב<span dir="ltr">c</span></bdi><bdo dir="rtl">d</bdo><i>e</i></p><p>f</p>
      """)
    let runs = document.runs.map { (document.text($0.textRange), $0.embedding) }
    #expect(runs.map(\.0) == ["a", "ב", "c", "d", "e", "f"])
    #expect(runs.map(\.1) == [0, 1, 2, 3, 0, 0])
    #expect(document.embeddings[1...].map(\.kind) == [.isolate, .isolate, .isolateOverride])
    #expect(document.embeddings[1...].map(\.isRightToLeft) == [true, false, true])
    #expect(document.embeddings[1...].map(\.parent) == [0, 1, 0])
  }

  @Test("The stylesheet may say so, too")
  func styles() throws {
    let document = try content(
      "<p class='a'><b>x</b></p><p class='b'>y</p>",
      css: """
        b { unicode-bidi: bidi-override; direction: rtl } .a { unicode-bidi: plaintext }
        .b { direction: rtl; unicode-bidi: bidi-override }
        """)
    #expect(document.blocks.map(\.style.resolvesDirection) == [true, false])
    #expect(document.embeddings[1...].map(\.kind) == [.override, .override])
    #expect(document.runs.map(\.embedding) == [1, 2])
  }

  @Test("Vertical lines are told of once")
  func vertical() throws {
    let css = "body { -epub-writing-mode: vertical-rl }"
    let codes = try content("<p>一</p><p>二</p>", css: css).findings.map(\.code)
    #expect(codes == ["text-vertical"])
  }

  @Test(
    "Borders that are hardly seen on white paper are none",
    arguments: [
      ("2px solid #EEE", false), ("2px solid #eeeeee", false), ("solid rgb(250, 250, 240)", false),
      ("solid rgba(0 0 0 / 0.1)", false), ("1px solid white", false), ("1px solid #ccc", true),
      ("1px solid #EEEEEEFF", false), ("1px solid rgb(10%, 10%, 90%)", true),
      ("1px solid red", true),
      ("1px solid hsl(0, 0%, 95%)", true), ("1px solid; border-color: #eee #000", false),
      ("1px #eee; border-top-style: solid; border-top-color: black", true),
    ])
  func faintBorders(_ value: String, _ isDrawn: Bool) throws {
    let blocks = try content("<p>a</p>", css: "p { border-top: \(value) }").blocks
    #expect(blocks.map(\.style.hasRuleAbove) == [isDrawn])
  }

  @Test("Borders are lines above and below blocks that hold text")
  func borders() throws {
    let document = try content(
      """
      <div><p>a</p><p>b</p></div><p class="l">c</p><p class="w">d</p><p class="t">e</p>
      <h1><a>f</a></h1>
      """,
      css: """
        div { border-block: 1px solid } .l { border-left: 0 solid }
        .w { border-style: solid; border-width: 0 0 1px } .t { border-top: 1px solid transparent }
        a { border-bottom: 1px dotted }
        """)
    #expect(
      document.blocks.map(\.style.hasRuleAbove) == [true, false, false, false, false, false])
    #expect(
      document.blocks.map(\.style.hasRuleBelow) == [false, true, false, true, false, false])
  }
}
