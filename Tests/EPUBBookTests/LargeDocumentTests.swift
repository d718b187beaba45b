import EPUBBasics
import EPUBContent
import EPUBLayout
import EPUBSegmentation
import TestKit
import Testing

@testable import EPUBBook

/// A chapter of more than a million bytes of text, with all that pages depend on.
private func largeChapter() -> String {
  var random = SeededGenerator(seed: 3)
  var parts = ["<h1>Long</h1>"]
  var byteCount = 0
  var number = 0
  while byteCount < 1_200_000 {
    number += 1
    let words = String(
      repeating: "word\(number) and others, ", count: .random(in: 1...120, using: &random))
    switch Int.random(in: 0..<24, using: &random) {
    case 0: parts.append("<h2>Part \(number)</h2><p>\(words)</p>")
    case 1: parts.append("<h2 class=\"new\">Page \(number)</h2><p>\(words)</p>")
    case 2: parts.append("<p>\(words)</p><hr/>")
    case 3:
      let rows = (0..<40).map { "<tr><td>\($0)</td><td>cell \($0) of \(number)</td></tr>" }.joined()
      parts.append("<table><thead><tr><th>a</th><th>b</th></tr></thead>\(rows)</table>")
    case 4: parts.append("<ul><li>\(words)</li><li>one</li></ul>")
    case 5: parts.append("<blockquote class=\"box\"><p>\(words)</p></blockquote>")
    default: parts.append("<p>\(words)</p>")
    }
    byteCount += words.utf8.count
  }
  return parts.joined()
}

private func largeBook() throws -> Book {
  try openBook {
    $0.stylesheet(
      ".new { page-break-before: always } h2 { margin-top: 3em } .box { border: 1px solid }")
    $0.chapter("<p>Before.</p>")
    $0.chapter(largeChapter())
    $0.chapter("<p>Behind.</p>")
  }
}

private let wide = LayoutOptions(measure: 60, pageHeight: 20)
private let narrow = LayoutOptions(measure: 33, pageHeight: 9)

@Suite("Large documents", .timeLimit(.minutes(10))) struct LargeDocumentTests {
  @Test("The first pages of a part are those of the whole", arguments: [0, 1, 7, 60])
  func beginning(last: Int) throws {
    let book = try largeBook()
    for layout in [wide, narrow] {
      let segmenter = Segmenter()
      let document = book.document(at: 1)
      let whole = book.chapter(at: 1, layout: layout, segmenter: segmenter, document: document)
      let part = book.chapter(
        at: 1, layout: layout, segmenter: segmenter, document: document, throughPage: last)
      #expect(part.galley.isPart && !whole.galley.isPart)
      for page in 0...last {
        let lines = whole.pages.lines(of: page)
        #expect(part.pages.lines(of: page) == lines)
        #expect(
          part.galley.lines[lines].map(\.textRange) == whole.galley.lines[lines].map(\.textRange))
        #expect(part.galley.lines[lines].map(\.flags) == whole.galley.lines[lines].map(\.flags))
        #expect(part.galley.lines[lines].map(\.rows) == whole.galley.lines[lines].map(\.rows))
      }
    }
  }

  @Test("A part from anywhere has the lines of the whole", arguments: [5, 6])
  func parts(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let book = try largeBook()
    let segmenter = Segmenter()
    let document = book.document(at: 1)
    var galley = Galley(setting: document, options: wide, segmenter: segmenter)
    let pages = galley.makePages(height: 1 << 15)
    let whole = Chapter(spine: 1, document: document, galley: galley, pages: pages)
    for _ in 0..<40 {
      let offset = document.text.scalarStart(
        at: .random(in: 0..<document.text.count, using: &random))
      let place = Place(TextPosition(spine: 1, offset: offset))
      let (part, line) = book.part(
        of: 1, document, from: place, repeats: 0, rows: 50, layout: wide, segmenter: segmenter)
      let first = whole.line(holding: place)
      let count = min(30, whole.galley.lines.count - first)
      let expected = whole.galley.lines[first..<first + count]
      #expect(part.galley.lines.count >= line + count)
      let seen = part.galley.lines[line..<line + count]
      #expect(seen.dropFirst().map(\.textRange) == expected.dropFirst().map(\.textRange))
      #expect(seen.map(\.textEnd) == expected.map(\.textEnd), "at \(offset)")
      #expect(seen.map(\.block) == expected.map(\.block))
    }
  }

  @Test("One opens with a part that is the first page, and then with the page itself")
  func opening() throws {
    let book = try largeBook()
    let place = Place(TextPosition(spine: 1, offset: 0), block: 0)
    let host = SessionHost(book, wide, at: place)
    #expect(host.session.isProvisional && host.session.status().isProvisional)
    #expect(host.session.status().page == nil)
    let text = host.session.shownText
    host.wait(for: .settled)
    expectSound(host.session)
    #expect(!host.session.isProvisional && host.session.shownText == text)
    host.waitForSurvey()
    #expect(host.session.status().page == 2)
  }

  @Test(
    "After a change of layout the anchor's line is seen first, then its page", arguments: [1, 2])
  func resizing(columnCount: Int) throws {
    let book = try largeBook()
    let host = SessionHost(book, wide, columnCount: columnCount)
    let session = host.session
    session.go(to: Place(TextPosition(spine: 1, offset: 700_000)))
    host.waitForSurvey()
    let anchor = session.anchor
    for layout in [narrow, wide, narrow] {
      session.setLayout(layout, columnCount: columnCount)
      #expect(session.isProvisional && session.anchor == anchor)
      let column = try #require(session.columns.first)
      #expect(column.lines.lowerBound == column.chapter.line(holding: anchor))
      #expect(session.columns.count == columnCount)
    }
    host.wait(for: .settled)
    expectSound(session)
    let fresh = SessionHost(book, narrow, columnCount: columnCount, at: anchor).session
    fresh.settle()
    #expect(session.seen == fresh.seen)
  }

  @Test("What moves from a part goes where it would go from the page", arguments: 0..<9)
  func moving(kind: Int) throws {
    func move(_ session: ReadingSession) {
      switch kind {
      case 0: session.turnPages(1)
      case 1: session.turnPages(-3)
      case 2: session.scrollLines(2)
      case 3: session.scrollHalfPages(-1)
      case 4: session.goToParagraph(1)
      case 5: session.goToChapter(1)
      case 6: session.go(to: Place(TextPosition(spine: 1, offset: 650_000)))
      case 7: session.back()
      default: session.goToEnd()
      }
    }
    let book = try largeBook()
    let place = Place(TextPosition(spine: 1, offset: 600_000))
    let settled = SessionHost(book, narrow, at: place).session
    settled.settle()
    let session = SessionHost(book, narrow, at: place).session
    move(settled)
    move(session)
    #expect(!session.isProvisional && session.seen == settled.seen)
    #expect(session.anchor == settled.anchor && session.history.places == settled.history.places)
    expectSound(session)
  }

  @Test("Characters are counted alike, in one piece and in stretches")
  func characters() {
    let text = Array(String(repeating: "aé€😀", count: 40_000).utf8)
    let counts = CharacterCounts(of: text, spine: 0)
    var random = SeededGenerator(seed: 1)
    for _ in 0..<100 {
      let offset = text.scalarStart(at: .random(in: 0...text.count, using: &random))
      #expect(counts.characters(before: offset, in: text) == text.scalarCount(in: 0..<offset))
    }
    #expect(counts.characters(before: text.count, in: text) == 160_000)
  }
}
