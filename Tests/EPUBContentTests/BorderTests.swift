import EPUBContent
import Testing

@Suite("Borders beside text") struct BorderTests {
  /// For each block the sides of the boxes around it, outermost first, with its inset in cells.
  private func borders(_ body: String, css: String) throws -> [String] {
    let document = try content(body, css: css)
    return document.blocks.map { block in
      var sides: [String] = []
      var inset: Float = 0
      var box = Int(block.box)
      while box >= 0 {
        let border = document.boxes[box].border
        inset += document.boxes[box].left.cells
        if !border.isEmpty {
          let names: [(Box.Sides, String)] = [
            (.top, "t"), (.right, "r"), (.bottom, "b"), (.left, "l"),
          ]
          sides.insert(names.filter { border.contains($0.0) }.map(\.1).joined(), at: 0)
        }
        box = Int(document.boxes[box].parent)
      }
      return sides.joined(separator: " ") + " \(Int(inset))"
    }
  }

  @Test(
    "Are the boxes' own, and take a cell and a blank one",
    arguments: [
      ("border: 1px solid", "trbl 2"), ("border-left: 3px solid gray", "l 2"),
      ("border-left: 3px solid; padding-left: 2em", "l 4"),
      ("border-left: 3px solid; margin-left: 1em", "l 4"),
      ("border-style: none none none solid", "l 2"),
      ("border-style: solid; border-width: 0 0 0 2px", "l 2"),
      ("border-inline-start: 1px solid", "l 2"),
      ("direction: rtl; border-inline-start: 1px solid", "r 0"),
      ("border-left: 1px solid transparent", " 0"), ("border-left: 1px solid #fff", " 0"),
      ("border-left: 0 solid", " 0"), ("border-block: 1px solid", " 0"),
      ("border-left: 5% solid", " 0"), ("display: inline; border: 1px solid", " 0"),
      ("border: 1px solid; border-right: none; border-top-style: hidden", "bl 2"),
    ])
  func sides(_ css: String, _ expected: String) throws {
    #expect(try borders("<div><p style=\"margin: 0; \(css)\">a</p></div>", css: "") == [expected])
  }

  @Test("Neither pages as wholes nor cells have them")
  func wholes() throws {
    let css = "body, td p, hr { border: 1px solid }"
    #expect(
      try borders("<p>a</p><table><tr><td><p>b</p></td></tr></table>", css: css).map { $0.first }
        == [" ", " "])
  }

  @Test("One in another keeps both, and neither is a rule of its blocks")
  func nested() throws {
    let css = "div { border: 1px solid } p { margin: 0; border-left: 1px solid }"
    let body = "<div><p>a</p><p>b</p></div>"
    #expect(try borders(body, css: css) == ["trbl l 4", "trbl l 4"])
    let styles = try content(body, css: css).blocks.map(\.style)
    #expect(styles.allSatisfy { !$0.hasRuleAbove && !$0.hasRuleBelow })
  }
}
