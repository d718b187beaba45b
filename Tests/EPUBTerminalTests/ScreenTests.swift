import EPUBSegmentation
import EPUBTerminal
import Testing

@Suite("A screen") struct ScreenTests {
  @Test("Takes text as it is seen, and nothing past its edge")
  func writing() {
    var screen = Screen(columns: 6, rows: 2)
    let segmenter = Segmenter()
    let end = screen.write(
      "ab漢字漢", column: 0, row: 1, before: 6, CellStyle(), segmenter: segmenter)
    #expect(end == 6)
    #expect(screen.text(ofRow: 0) == "")
    #expect(screen.text(ofRow: 1) == "ab漢字")
  }
}
