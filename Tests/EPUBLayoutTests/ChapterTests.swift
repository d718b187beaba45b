import EPUBContent
import EPUBLayout
import TestKit
import Testing

@Suite("A chapter") struct ChapterTests {
  @Test("Looks as it did when it was looked at", arguments: [26, 60])
  func chapter(_ measure: Int) {
    let draft = Draft(Self.write)
    let galley = checked(draft, LayoutOptions(measure: measure, pageHeight: 24))
    let shown = galley.dump(of: draft.document) + "\n"
    #expect(Golden.difference(shown, named: "Layout/chapter-\(measure).txt") == nil)
  }

  private static func write(_ draft: inout Draft) {
    draft.add("II", as: .heading) { $0.alignment = .center }
    draft.add("The Harbour Office", as: .heading) {
      $0.alignment = .center
      $0.spaceAbove = 1
    }
    draft.add(
      "The gauge had been stopped with a cork", .text("1", .superscript, link: 0),
      " and nobody asked."
    ) {
      $0.spaceAbove = 2
    }
    for text in [
      "Nobody had sold the last ticket, and yet the ferry left before the fog lifted; the keeper wrote it down.",
      "\u{201C}Un\u{AD}mis\u{AD}tak\u{AD}ably so,\u{201D} he said \u{2014} \u{201C}it costs \u{20AC}3.\u{201D}",
    ] {
      draft.add(.text(text, [])) { $0.indent = Extent(cells: 2) }
    }
    let quote = draft.box(.quote, left: Extent(cells: 4), right: Extent(cells: 4))
    draft.add("A quay is a promise that the sea does not remember.", as: .quote, box: quote) {
      $0.spaceAbove = 1
    }
    draft.rule()
    lists(&draft)
    tables(&draft)
    draft.add("for lamp in lamps:\n\tif lamp.cold:\n\t\tlight(lamp)", as: .code) {
      $0.keepsSpace = true
      $0.noWrap = true
      $0.spaceAbove = 1
    }
    draft.picture("A chart of the harbour with all its soundings") { $0.spaceAbove = 1 }
    draft.add(
      "\u{6E05}\u{6668}\u{7684}\u{7801}\u{5934}\u{6CA1}\u{6709}\u{4E00}\u{4E2A}\u{4EBA}\u{FF0C}\u{53EA}\u{6709}\u{98CE}\u{5439}\u{8FC7}\u{7A7A}\u{7A7A}\u{7684}\u{6728}\u{7BB1}\u{3002}"
    ) {
      $0.spaceAbove = 1
    }
  }

  private static func lists(_ draft: inout Draft) {
    let list = draft.box(.list, left: Extent(cells: 5))
    draft.add("the eleventh knot, tied by the keeper himself", as: .item, box: list, marker: "11.")
    {
      $0.spaceAbove = 1
    }
    let inner = draft.box(.list, left: Extent(cells: 5), in: list)
    draft.add("a loop", as: .item, box: inner, marker: "\u{2022}")
    draft.add("a hitch", as: .item, box: inner, marker: "\u{2022}")
    draft.add("the fortieth knot", as: .item, box: list, marker: "40.")
  }

  private static func tables(_ draft: inout Draft) {
    draft.table(
      [
        ["Port", "Depth", "Tide"],
        ["Amber Quay", "nine", "high"],
        ["Slate Quay", .init("closed for repair", span: 2)],
      ], style: { $0.spaceAbove = 1 })
  }
}
