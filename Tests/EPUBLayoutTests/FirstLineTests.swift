import EPUBContent
import EPUBLayout
import EPUBSegmentation
import Testing

@Suite("First lines that look otherwise") struct FirstLineTests {
  /// A document of one block whose first line is set as `first`.
  private func draft(_ parts: [Draft.Part], first: [Draft.Part]) -> Draft {
    var draft = Draft()
    draft.add(parts) { $0.indent = Extent(cells: 2) }
    let runs = draft.document.runs
    draft.document.text = []
    draft.document.runs = []
    draft.document.blocks = []
    draft.add(first)
    draft.document.firstLines = [draft.document.runs]
    draft.document.runs = runs
    draft.document.blocks[0].runCount = Int32(runs.count)
    draft.document.blocks[0].firstLine = 0
    draft.document.blocks[0].style.indent = Extent(cells: 2)
    return draft
  }

  private func set(_ draft: Draft, _ measure: Int) -> Galley {
    let options = LayoutOptions(measure: measure, pageHeight: 24)
    let galley = Galley(setting: draft.document, options: options, segmenter: Segmenter())
    var end: Int32 = 0
    for line in galley.lines {
      #expect(line.textStart == end)
      end = line.textEnd
      for piece in galley.pieces[line.pieceRange] {
        #expect(Int(piece.column + piece.width) <= measure)
        #expect(piece.textStart >= line.textStart && piece.textEnd <= line.textEnd)
      }
    }
    #expect(end == Int32(draft.document.text.count))
    return galley
  }

  @Test("Only the first line is, and as much as it holds")
  func line() {
    let text = "the ferry left before the fog lifted"
    let draft = draft([.text(text, [])], first: [.shown(text, as: text.uppercased())])
    #expect(
      set(draft, 24).rows(of: draft.document) == ["  THE FERRY LEFT BEFORE", "the fog lifted"])
  }

  @Test("Wider letters end it earlier")
  func wider() {
    let draft = draft(
      [.text("groß und weit", [])], first: ["gro", .shown("ß", as: "SSSS"), " und weit"])
    #expect(set(draft, 10).rows(of: draft.document) == ["groSSSS", "und weit"])
    #expect(set(draft, 40).rows(of: draft.document) == ["  groSSSS und weit"])
  }

  @Test("Insertions go on where they were left", arguments: 3...40)
  func insertions(_ measure: Int) {
    let draft = draft(
      [.insertion("«"), "ab ", .insertion("one two three"), " cd", .insertion("»")],
      first: [.insertion("«"), "ab ", .insertion("ONE TWO THREE"), " cd", .insertion("»")])
    let shown = set(draft, measure).rows(of: draft.document).joined()
    #expect(shown.lowercased().filter { $0 != " " } == "«abonetwothreecd»")
  }

  @Test("A style alone moves no word", arguments: 2...60)
  func style(_ measure: Int) {
    let text = "Nobody had sold the last ticket, and yet the ferry left before the fog lifted"
    let bold = draft([.text(text, [])], first: [.text(text, .bold)])
    let plain = draft([.text(text, [])], first: [.text(text, [])])
    let galley = set(bold, measure)
    #expect(galley.rows(of: bold.document) == set(plain, measure).rows(of: plain.document))
    for (index, line) in galley.lines.enumerated() {
      let isBold = galley.pieces[line.pieceRange].allSatisfy { $0.style.contains(.bold) }
      #expect(isBold == (index == 0))
    }
  }

  @Test("A line that the author ends is one, too")
  func forced() {
    let draft = draft([.text("ab\ncd ef", [])], first: [.text("ab\ncd ef", .bold)])
    let galley = set(draft, 30)
    #expect(galley.rows(of: draft.document) == ["  ab", "cd ef"])
    #expect(galley.pieces.map(\.style) == [.bold, []])
  }
}
