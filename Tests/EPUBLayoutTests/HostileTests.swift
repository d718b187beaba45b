import EPUBContent
import EPUBLayout
import EPUBSegmentation
import TestKit
import Testing

@Suite("Hostile documents", .timeLimit(.minutes(10))) struct HostileTests {
  /// Sets a document without looking at every line.
  private func set(_ draft: Draft, _ measure: Int = 72) -> Galley {
    let galley = Galley(
      setting: draft.document, options: LayoutOptions(measure: measure, pageHeight: 23),
      segmenter: Segmenter())
    #expect(galley.lines.last.map { Int($0.textEnd) } ?? 0 == draft.document.text.count)
    #expect(PageTable(of: galley, height: 23).count > 0)
    return galley
  }

  private func expectProportionalTime(
    _ small: Draft, _ large: Draft, _ location: SourceLocation = #_sourceLocation
  ) {
    func least(_ draft: Draft) -> Duration {
      (0..<3).map { _ in workTime { _ = set(draft) } }.min() ?? .zero
    }
    // Eight times the text; 64 times the work would be quadratic.
    #expect(least(large) < least(small) * 20 + .milliseconds(10), sourceLocation: location)
  }

  private func word(_ scalar: String, _ count: Int) -> Draft {
    Draft { $0.add(.text(String(repeating: scalar, count: count), [])) }
  }

  @Test(
    "Set one endless word in time proportional to its length",
    arguments: [
      "x", "\u{E9}", "\u{301}", "\u{AD}i", "\u{200B}", "\u{202B}", "/a", "\u{A0}", "\n", " ",
    ])
  func endlessWord(_ scalar: String) {
    expectProportionalTime(word(scalar, 5_000), word(scalar, 40_000))
  }

  @Test("Set a URL without end, and tabs")
  func endlessURL() {
    func url(_ count: Int) -> Draft {
      Draft { $0.add(.text("https://" + String(repeating: "aa/", count: count), [])) }
    }
    func tabs(_ count: Int) -> Draft {
      Draft {
        $0.add(.text(String(repeating: "\tx", count: count), [])) {
          $0.keepsSpace = true
          $0.noWrap = true
        }
      }
    }
    expectProportionalTime(url(2_000), url(16_000))
    expectProportionalTime(tabs(2_000), tabs(16_000))
  }

  @Test("Set a block of as many runs as it has letters")
  func manyRuns() {
    func runs(_ count: Int) -> Draft {
      Draft {
        $0.add((0..<count).map { .text("\u{E9}", $0 % 2 == 0 ? .bold : .italic) })
        $0.add((0..<count).map { $0 % 2 == 0 ? .text("x ", []) : .shown("\u{E9}", as: "EE") })
      }
    }
    expectProportionalTime(runs(1_000), runs(8_000))
  }

  @Test("Set a table of ten thousand columns cell by cell")
  func manyColumns() {
    let draft = Draft {
      let cells = (0..<10_000).map { Draft.Cell(stringLiteral: "c\($0)") }
      $0.table([cells, cells])
    }
    #expect(set(draft).lines.count == 20_000)
  }

  @Test("Set tables fifty deep, the deeper ones cell by cell")
  func nestedTables() {
    func nest(_ draft: inout Draft, _ depth: Int, in box: Int32, outer: Int32) {
      draft.table(
        [
          [
            Draft.Cell("w\(depth)"),
            Draft.Cell { draft, table, box in
              draft.add(.text("in\(depth)", []), box: box, table: table)
              if depth < 50 { nest(&draft, depth + 1, in: box, outer: table) }
            },
          ]
        ], in: box, outer: outer)
    }
    let draft = Draft { nest(&$0, 0, in: 0, outer: -1) }
    _ = checked(draft, LayoutOptions(measure: 72, pageHeight: 23))
    _ = checked(draft, LayoutOptions(measure: 20, pageHeight: 5))
  }

  @Test("Set many small blocks, in boxes as deep as elements may stand")
  func manyBlocks() {
    let draft = Draft {
      var box: Int32 = 0
      for _ in 0..<10_000 { box = $0.box(.item, left: Extent(cells: 1, share: 0.01), in: box) }
      for _ in 0..<20_000 { $0.add("x", as: .item, box: box, marker: "1.") }
    }
    #expect(set(draft).lines.count == 20_000)
  }

  @Test(
    "Bear lengths that no stylesheet means",
    arguments: [Float.infinity, -.infinity, .nan, 1e38, -1e38, 32_768])
  func absurdLengths(_ length: Float) {
    let draft = Draft {
      let outer = $0.box(left: Extent(cells: length, share: length), right: Extent(share: length))
      let box = $0.box(left: Extent(cells: length, share: -length), in: outer)
      $0.add("some words to set", box: box) {
        $0.indent = Extent(cells: length, share: length)
        $0.spaceAbove = length
        $0.widows = 255
        $0.orphans = 255
      }
      $0.add("more", box: box) { $0.spaceAbove = length }
    }
    for measure in [1, 7, 80] { _ = checked(draft, LayoutOptions(measure: measure, pageHeight: 9)) }
    _ = checked(draft, LayoutOptions(measure: .max, pageHeight: .max))
  }

  @Test("Bear indices that lead nowhere")
  func danglingIndices() {
    var draft = Draft { $0.add("text", as: .item, marker: "1.") }
    draft.document.blocks[0].box = 77
    draft.document.blocks[0].table = 9
    draft.document.runs[0].language = 900
    #expect(set(draft).lines.count == 1)
    draft.document.blocks[0].image = 5
    #expect(set(draft).lines.count == 1)
  }

  @Test("Turn pages in time proportional to their lines, whatever keeps them together")
  func keptLines() {
    func headings(_ count: Int) -> Draft {
      Draft {
        for index in 0..<count {
          $0.add("h", as: index % 23 == 0 ? .paragraph : .heading)
        }
      }
    }
    expectProportionalTime(headings(1_000), headings(8_000))
  }
}
