import EPUBContent
import EPUBLayout
import EPUBPackaging
import EPUBSegmentation
import Foundation
import TestKit
import Testing

@testable import EPUBBook

/// Makes tables of all shapes; every word of them stands once in the book.
private struct TableMaker {
  var random: SeededGenerator
  private var number = 0

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }

  private mutating func words(_ count: Int) -> String {
    (0..<count).map { _ in
      number += 1
      return "w\(number)x"
    }.joined(separator: " ")
  }

  private mutating func text(short: Bool) -> String {
    words(Int.random(in: 1...(short ? 3 : chance(3) ? 60 : 9), using: &random))
  }

  mutating func document() -> String {
    var body = "<h1>\(words(2))</h1>"
    var notes = ""
    for _ in 0..<3 {
      body += "<p>\(text(short: false))</p>"
      if chance(2) {
        number += 1
        body += "<p>\(words(3))<a epub:type=\"noteref\" href=\"#n\(number)\">*</a> \(words(2))</p>"
        notes +=
          "<aside epub:type=\"footnote\" id=\"n\(number)\"><p>\(text(short: false))</p>"
          + (chance(3) ? table(depth: 1) : "") + "</aside>"
      }
      body += table(depth: 0)
    }
    return body + notes + "<p>\(text(short: false))</p>"
  }

  private mutating func cell(_ name: String, depth: Int, attributes: String = "") -> String {
    var inner = ""
    switch Int.random(in: 0..<(depth < 2 ? 9 : 6), using: &random) {
    case 0: inner = "<p>\(text(short: false))</p><p>\(text(short: false))</p>"
    case 1: inner = "<ul><li>\(text(short: true))</li><li>\(text(short: false))</li></ul>"
    case 2: inner = "<img src=\"p.png\" alt=\"picture\"/>" + (chance(2) ? words(2) : "")
    case 3: inner = "<b>\(words(2))</b> \(text(short: false))<br/>\(words(1))"
    case 4: inner = chance(2) ? "" : words(80)
    case 7: inner = table(depth: depth + 1)
    case 8: inner = words(2) + table(depth: depth + 1) + words(2)
    default: inner = text(short: true)
    }
    return "<\(name)\(attributes)>\(inner)</\(name)>"
  }

  private mutating func row(_ columns: Int, depth: Int) -> String {
    var cells = ""
    var column = 0
    while column < columns {
      var attributes = ""
      if chance(6) { attributes += " rowspan=\"2\"" }
      if chance(8), column + 1 < columns {
        attributes += " colspan=\"2\""
        column += 1
      }
      cells += cell("td", depth: depth, attributes: attributes)
      column += 1
    }
    return "<tr>\(cells)</tr>"
  }

  private mutating func table(depth: Int) -> String {
    let columns = Int.random(in: 1...(chance(4) ? 9 : 4), using: &random)
    var parts = chance(4) ? "<caption>\(words(3))</caption>" : ""
    if chance(2) {
      parts +=
        "<thead><tr>"
        + (0..<columns).map { _ in "<th>\(words(1))</th>" }.joined() + "</tr></thead>"
    }
    if chance(4) {
      parts += "<tfoot><tr><td colspan=\"\(columns)\">\(words(3))</td></tr></tfoot>"
    }
    let rows = (0..<Int.random(in: 1...(depth == 0 ? 6 : 3), using: &random)).map { _ in
      row(columns, depth: depth)
    }
    let attributes = ["", "", " dir=\"rtl\"", " style=\"caption-side: bottom\""]
    return
      "<table\(attributes.randomElement(using: &random)!)>\(parts)<tbody>\(rows.joined())</tbody></table>"
  }
}

private func book(seed: UInt64) -> BookBuilder {
  var maker = TableMaker(seed: seed)
  return BookBuilder { book in
    for _ in 0..<2 { book.chapter(maker.document()) }
  }
}

private func layouts(seed: UInt64) -> [LayoutOptions] {
  var random = SeededGenerator(seed: seed)
  return (0..<4).map { index in
    var layout = LayoutOptions(
      measure: index == 0 ? 20 : Int.random(in: 20...100, using: &random),
      pageHeight: index == 0 ? 6 : Int.random(in: 6...30, using: &random))
    layout.notesStandAtFoot = index % 2 == 0
    layout.lineSpacing = index == 3 ? 2 : 1
    return layout
  }
}

/// The offset and the page of every word that lines show.
private func shownWords(_ chapter: Chapter) -> [(offset: Int, page: Int)] {
  (0..<chapter.pages.count).flatMap { page in
    chapter.pages.lines(of: page).flatMap { line in
      chapter.galley.pieces[chapter.galley.lines[line].pieceRange].flatMap { piece in
        piece.textRange.filter { offset in
          chapter.document.text[offset] > 0x20
            && (offset == piece.textRange.lowerBound || chapter.document.text[offset - 1] <= 0x20)
        }.map { ($0, page) }
      }
    }
  }
}

@Suite("Places in tables", .timeLimit(.minutes(10))) struct TablePlaceTests {
  @Test("The end of a cell that is longer than a page is told on the page that shows it")
  func tallRow() throws {
    let words = { (name: String, count: Int) in
      (0..<count).map { "\(name)\($0)" }.joined(separator: " ")
    }
    let book = try openBook {
      $0.chapter("<table><tr><td>\(words("aa", 200))</td><td>\(words("bb", 120))</td></tr></table>")
    }
    let survey = book.survey(layout: LayoutOptions(measure: 36, pageHeight: 10))
    let document = book.document(at: 0)
    let text = String(decoding: document.text, as: UTF8.self)
    func page(_ word: String) throws -> Int {
      let range = try #require(text.range(of: word))
      let offset = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
      return survey.page(holding: TextPosition(spine: 0, offset: offset))
    }
    #expect(try page("aa0 ") == 1)
    #expect(try page("bb0 ") == 1)
    #expect(try page("aa199") == survey.pageCount)
    #expect(try page("bb119") > 2)
  }

  @Test("Every word is told on the page that shows it, whoever is asked", arguments: 1...12)
  func places(seed: UInt64) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("book.epub", book(seed: seed).bytes)
    for layout in layouts(seed: seed) {
      let book = try Book(path: path, cacheFolder: "\(folder.path)/cache")
      let survey = book.survey(layout: layout)
      let kept = try Book(path: path, cacheFolder: "\(folder.path)/cache")
        .keptSurvey(layout: layout)
      let again = try #require(kept)
      #expect(survey.items.map(\.surveyedPages) == again.items.map(\.surveyedPages))
      for spine in 0..<book.spineCount {
        let chapter = book.chapter(at: spine, layout: layout, segmenter: Segmenter())
        expectPlaces(chapter, survey, "\(seed), \(layout.measure)x\(layout.pageHeight)")
        expectReturns(chapter, survey, "\(seed), \(layout.measure)x\(layout.pageHeight)")
      }
    }
  }

  private func expectPlaces(_ chapter: Chapter, _ survey: Survey, _ comment: Comment) {
    let words = shownWords(chapter)
    for (offset, page) in words {
      let position = TextPosition(spine: chapter.spine, offset: offset)
      let block = chapter.document.block(holding: offset)
      let lines = chapter.pages.lines(of: page)
      for place in [Place(position), Place(position, block: block)] {
        let told = survey.page(holding: place) - survey.firstPages[chapter.spine]
        let (own, line) = (chapter.page(holding: place), chapter.line(holding: place))
        let isTold = told == page && own == page && lines.contains(line)
        #expect(
          isTold, "\(comment): \(place) is on \(page) (\(lines)), not \(told), \(own), \(line)")
      }
      let stretch = survey.stretch(at: position)
      let isStretch = stretch.page == survey.firstPages[chapter.spine] + page
      #expect(isStretch && stretch.end > offset, "\(comment): \(offset)")
      let isShown = chapter.shows(offset, on: lines)
      #expect(isShown, "\(comment): \(offset) on \(lines)")
      let hasBlock = chapter.blocks(of: lines).contains(block)
      #expect(hasBlock, "\(comment): \(offset) on \(lines)")
    }
    // Each of them once.
    let count = Set(words.map(\.offset)).count
    #expect(count == words.count, comment)
    for page in 0..<chapter.pages.count {
      let shown = chapter.shownText(of: chapter.pages.lines(of: page))
      let own = words.filter { word in shown.contains { $0.contains(word.offset) } }
      let isOwn = own.allSatisfy { $0.page == page }
      #expect(isOwn, "\(comment): page \(page)")
    }
  }

  /// A place saved on a page comes back to it.
  private func expectReturns(_ chapter: Chapter, _ survey: Survey, _ comment: Comment) {
    // A page of headings that are read again has no place of its own.
    for page in Set(shownWords(chapter).map(\.page)) {
      let start = chapter.start(ofPage: page)
      let own = chapter.page(holding: start)
      let told = survey.page(holding: start) - survey.firstPages[chapter.spine]
      #expect(own == page && told == page, "\(comment): \(start), page \(page)")
    }
    for line in chapter.galley.lines.indices where hasText(line, chapter) {
      let repeats = chapter.repeats(ofLine: line)
      let place = chapter.place(ofLine: line)
      let back = chapter.line(holding: place, repeats: repeats)
      #expect(back == line, "\(comment): \(place), \(repeats)")
    }
  }

  private func hasText(_ line: Int, _ chapter: Chapter) -> Bool {
    chapter.galley.pieces[chapter.galley.lines[line].pieceRange].contains { !$0.textRange.isEmpty }
  }
}
