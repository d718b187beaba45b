import EPUBBook
import EPUBLayout
import EPUBSegmentation
import TestKit
import Testing

@testable import EPUBReader

@Suite("Pages as values", .timeLimit(.minutes(10))) struct PageBuilderTests {
  private func page(
    of chapter: String, highlighting words: [HighlightedWord] = [], left: Int = 0, top: Int = 0
  ) throws -> ReaderPage {
    let built = BookBuilder {
      $0.stylesheet("p { margin: 0; text-indent: 0 }")
      $0.chapter(chapter, title: "One")
    }
    let book = try Book(bytes: built.archive.bytes)
    let layout = LayoutOptions(measure: 30, pageHeight: 5)
    let segmenter = Segmenter()
    let chapter = book.chapter(at: 0, layout: layout, segmenter: segmenter)
    let marks = HighlightedWords(words)
    let frame = ReaderPage.Frame(
      columns: 30, rows: 6, width: 30, height: 5, left: left, top: top)
    return PageBuilder(
      book, book.survey(layout: layout), chapter, frame,
      marks.overlay(on: chapter.document, segmenter: segmenter), words, segmenter
    ).page(0)
  }

  @Test("Hold rows, spans in cells and the words that are marked")
  func rows() throws {
    let page = try page(
      of: "<p>A <b>bold</b> 鯨 whale.</p><p>Second.</p>",
      highlighting: [HighlightedWord(value: "whale", color: "#ffd54f", note: "big")])
    #expect(page.lines.map(\.text) == ["A bold 鯨 whale.", "Second."])
    #expect(page.lines[0].spans.map(\.start) == [2, 10])
    #expect(page.lines[0].spans.map(\.styles) == [[.bold], []])
    #expect(page.lines[0].spans.map(\.highlight) == [nil, "#ffd54f"])
    #expect(page.words.map(\.value) == ["whale"])
    #expect(page.words.map(\.note) == ["big"])
    #expect(page.words[0].cells == [ReaderPage.Cells(row: 0, column: 10, length: 5)])
    #expect((page.page, page.pageCount) == (1, 1))
  }

  @Test("Begin behind what is left free")
  func margins() throws {
    let page = try page(of: "<p>A <b>bold</b>.</p>", left: 3, top: 1)
    #expect(page.lines.map(\.text) == ["", "   A bold."])
    #expect(page.lines[1].spans.map(\.start) == [5])
  }
}
