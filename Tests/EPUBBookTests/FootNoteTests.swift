import EPUBBook
import EPUBContent
import EPUBLayout
import EPUBPackaging
import EPUBSegmentation
import TestKit
import Testing

private func layout(_ measure: Int = 40, height: Int = 12) -> LayoutOptions {
  var layout = LayoutOptions(measure: measure, pageHeight: height)
  layout.notesStandAtFoot = true
  return layout
}

/// A book with notes of all kinds: at the end, amidst the text, long ones, some that nothing refers to.
private func notedBook() throws -> Book {
  try openBook { book in
    for chapter in 1...3 {
      var body = "<h1>Chapter \(chapter)</h1>"
      var notes = ""
      for number in 1...12 {
        let link =
          number % 3 == 0
          ? "<a epub:type=\"noteref\" href=\"#n\(number)\">\(number)</a>"
          : number % 3 == 1 ? "<a href=\"chapter\(chapter).xhtml#n\(number)\">see</a>" : ""
        body +=
          "<p>Text \(number) of chapter \(chapter) goes on\(link) for a while and then ends.</p>"
        let text = String(repeating: "Note \(number) says so. ", count: 1 + number * number % 23)
        if number % 4 == 0 {
          body += "<aside epub:type=\"footnote\" id=\"n\(number)\"><p>\(text)</p></aside>"
        } else {
          notes += "<li id=\"n\(number)\"><p>\(text)</p></li>"
        }
      }
      body +=
        "<section epub:type=\"endnotes\" id=\"notes\"><h2>Notes</h2><ol>\(notes)</ol></section>"
      book.chapter(body, title: "Chapter \(chapter)")
    }
    book.pageList = [
      ("1", "chapter1.xhtml"), ("2", "chapter2.xhtml#n6"), ("3", "chapter3.xhtml#notes"),
    ]
  }
}

@Suite("Notes at the foot of a book's pages", .timeLimit(.minutes(10))) struct FootNoteBookTests {
  @Test("Every place is on the page that shows it, whoever is asked")
  func places() throws {
    let book = try notedBook()
    let survey = book.survey(layout: layout())
    for spine in 0..<book.spineCount {
      let chapter = book.chapter(at: spine, layout: layout(), segmenter: Segmenter())
      #expect(!chapter.galley.footText.isEmpty)
      for page in 0..<chapter.pages.count {
        let lines = chapter.pages.lines(of: page)
        for line in lines {
          for piece in chapter.galley.pieces[chapter.galley.lines[line].pieceRange]
          where !piece.textRange.isEmpty {
            let position = TextPosition(spine: spine, offset: Int(piece.textStart))
            let block = chapter.document.block(holding: position.offset)
            for place in [Place(position), Place(position, block: block)] {
              #expect(survey.page(holding: place) == survey.firstPages[spine] + page)
              #expect(chapter.page(holding: place) == page)
              #expect(lines.contains(chapter.line(holding: place)))
            }
            #expect(survey.stretch(at: position).page == survey.firstPages[spine] + page)
            #expect(chapter.shows(position.offset, on: lines))
            #expect(chapter.blocks(of: lines).contains(block))
          }
        }
        #expect(chapter.page(holding: chapter.start(ofPage: page)) == page)
      }
    }
  }

  @Test("Pages follow one another in the order of the running text, up to its end")
  func runningOrder() throws {
    let book = try notedBook()
    let survey = book.survey(layout: layout())
    var last = TextPosition(spine: 0, offset: 0)
    for page in 1...survey.pageCount {
      let (start, end) = survey.range(ofPage: page)
      #expect(start <= end && (start >= last || start.offset == 0))
      last = end
    }
    #expect(last == TextPosition(spine: 2, offset: survey.items[2].byteCount))
    for percent in 0...100 {
      let position = try #require(book.position(atPercent: Double(percent), survey))
      let page = survey.page(holding: survey.runningPosition(position))
      let range = survey.range(ofPage: page)
      #expect(range.start <= position || survey.runningPosition(position) != position)
    }
  }

  @Test("A stretch of the survey ends where its page changes")
  func stretches() throws {
    let book = try notedBook()
    let survey = book.survey(layout: layout())
    var position = TextPosition(spine: 1, offset: 0)
    while position.offset < survey.items[1].byteCount {
      let stretch = survey.stretch(at: position)
      #expect(stretch.end > position.offset)
      for offset in position.offset..<min(stretch.end, survey.items[1].byteCount) {
        #expect(survey.page(holding: TextPosition(spine: 1, offset: offset)) == stretch.page)
      }
      position.offset = stretch.end
    }
  }

  @Test("A note is gone to where it is shown, and back")
  func session() throws {
    let host = SessionHost(try notedBook(), layout())
    let session = host.session
    let chapter = try #require(session.columns.first).chapter
    for note in ["n1", "n4", "n9", "n12"] {
      let anchor = try #require(chapter.document.anchor(note))
      session.goToStart()
      let place = Place(
        TextPosition(spine: 0, offset: Int(anchor.offset)), block: Int(anchor.block))
      session.go(to: place)
      let column = try #require(session.columns.first)
      #expect(column.chapter.shows(place.position.offset, on: column.lines))
      #expect(column.lines.contains { column.chapter.galley.lines[$0].flags.contains(.isFoot) })
      expectSound(session)
    }
  }

  @Test("Any walk shows sound views", arguments: 1...8)
  func walk(seed: UInt64) throws {
    var walk = Walk(try notedBook(), seed: seed, notesStandAtFoot: true)
    try walk.run(steps: 200, seed: seed)
    walk.host.waitForSurvey()
    try walk.run(steps: 100, seed: seed)
  }

  @Test(
    "In real books all text stands once, at the foot or not",
    .enabled(if: Corpus.folder != nil, "there is no ../shared/corpus here"),
    arguments: ["cases", "samples", "w3c", "books"])
  func corpus(suite: String) throws {
    var noted = 0
    for path in Corpus.books(suite) {
      guard let book = try? Book(path: path) else { continue }
      book.forEachSpineItem { spine, segmenter in
        let document = book.document(at: spine)
        if ReferredNotes(of: document, withPictures: true).notes.isEmpty { return false }
        for measure in [40, 72] { expectAllOnce(book, spine, document, measure, segmenter) }
        return true
      } consume: { _, hasNotes in
        noted += hasNotes ? 1 : 0
        return true
      }
    }
    #expect(noted > 0)
  }

  /// As much of the text is seen as with the notes in their places, all of it once.
  private func expectAllOnce(
    _ book: Book, _ spine: Int, _ document: ContentDocument, _ measure: Int, _ segmenter: Segmenter
  ) {
    var options = layout(measure, height: 23)
    let feet = book.chapter(
      at: spine, layout: options, segmenter: segmenter, document: document)
    options.notesStandAtFoot = false
    let plain = book.chapter(
      at: spine, layout: options, segmenter: segmenter, document: document)
    let seen = feet.visibleText
    #expect(!feet.galley.footText.isEmpty)
    #expect(zip(seen, seen.dropFirst()).allSatisfy { $0 < $1 }, "\(spine): twice")
    #expect(seen == plain.visibleText, "\(spine): not the same")
    for page in 0..<feet.pages.count {
      let rows = feet.rows(of: feet.pages.lines(of: page))
      #expect(rows.last.map { $0.row < 23 } ?? false)
      #expect(feet.page(holding: feet.start(ofPage: page)) == page)
    }
  }
}

extension Chapter {
  /// Offsets of the characters that its lines show, those of white space left out.
  fileprivate var visibleText: [Int] {
    galley.lines.flatMap { line in
      galley.pieces[line.pieceRange].flatMap { piece in
        piece.textRange.filter { document.text[$0] > 0x20 }
      }
    }.sorted()
  }
}
