import EPUBBasics
import EPUBBook
import EPUBContent
import EPUBLayout
import EPUBPackaging
import EPUBSegmentation
import Foundation
import TestKit
import Testing

private func paragraphs(_ count: Int, _ word: String) -> String {
  (1...count).map { "<p id=\"\(word)\($0)\">\(word) \($0) stands in a line of its own, alone.</p>" }
    .joined()
}

private func open(_ build: (inout BookBuilder) -> Void) throws -> Book {
  try Book(bytes: BookBuilder(build).bytes)
}

private let small = LayoutOptions(measure: 40, pageHeight: 10)

@Suite("A survey of the whole book") struct SurveyTests {
  @Test("Pages are counted through the book, each item beginning one")
  func pageNumbers() throws {
    let book = try open {
      $0.chapter("<p>One.</p>")
      $0.chapter(paragraphs(30, "middle"))
      $0.chapter("<p>Three.</p>")
    }
    let survey = book.survey(layout: small)
    #expect(survey.firstPages[0] == 1)
    #expect(survey.firstPages[1] == 2)
    #expect(survey.firstPages[2] > 3)
    #expect(survey.pageCount == survey.firstPages[2])
    #expect(survey.item(ofPage: survey.pageCount).spine == 2)
    #expect(survey.item(ofPage: 2) == (1, 0))
  }

  @Test("Every character stands on the page that is found for it")
  func positionsAndPages() throws {
    let book = try open {
      $0.chapter(paragraphs(12, "first"))
      $0.chapter(paragraphs(30, "second"))
    }
    let survey = book.survey(layout: small)
    for page in 1...survey.pageCount {
      let (start, end) = survey.range(ofPage: page)
      #expect(survey.page(holding: start) == page)
      #expect(end > start)
      let last = TextPosition(spine: end.spine, offset: end.offset - 1)
      #expect(survey.page(holding: last) == page)
    }
  }

  @Test("A place in a table's row is on one page, whoever is asked")
  func placesInRows() throws {
    let words = String(repeating: "many words in a cell ", count: 30)
    let book = try open {
      $0.chapter("<table><tr><td>one</td><td id=\"x\">\(words)</td></tr></table>")
    }
    let survey = book.survey(layout: small)
    let chapter = book.chapter(at: 0, layout: small, segmenter: Segmenter())
    #expect(survey.pageCount > 1)
    for block in chapter.document.blocks.indices {
      let place = Place(TextPosition(spine: 0, offset: 5), block: block)
      #expect(survey.page(holding: place) == 1)
      #expect(chapter.page(holding: place) == 0)
    }
  }

  @Test("A page is found without a survey where the survey says it is")
  func locations() throws {
    let book = try open {
      for chapter in 1...7 { $0.chapter(paragraphs(chapter * 3, "text\(chapter)x")) }
    }
    let survey = book.survey(layout: small)
    for page in 1...survey.pageCount {
      let (spine, local) = survey.item(ofPage: page)
      #expect(book.location(ofPage: page, layout: small) == .found(spine: spine, page: local))
      let chapter = book.chapter(at: spine, layout: small, segmenter: Segmenter())
      #expect(chapter.start(ofPage: local).position == survey.range(ofPage: page).start)
    }
    let beyond = PageLocation.beyond(lastPage: survey.pageCount)
    #expect(book.location(ofPage: survey.pageCount + 1, layout: small) == beyond)
  }

  @Test("One worker and many find the same")
  func cores() throws {
    let book = try open {
      for chapter in 1...20 { $0.chapter(paragraphs(chapter, "text")) }
    }
    let one = book.survey(layout: small, workers: 1)
    for workers in [2, 3, 8] {
      let many = book.survey(layout: small, workers: workers)
      #expect(many.items.map(\.pages) == one.items.map(\.pages))
      #expect(many.contents == one.contents)
      #expect(many.linearCharactersBefore == one.linearCharactersBefore)
    }
  }

  @Test("Contents lead to the page of their fragment")
  func contents() throws {
    let book = try open {
      $0.chapter(paragraphs(30, "p"))
      $0.contentsList = """
        <ol><li><a href="chapter1.xhtml">Top</a></li>
        <li><a href="chapter1.xhtml#p30">Late</a></li>
        <li><a href="chapter1.xhtml#nowhere">Nowhere</a></li></ol>
        """
    }
    let survey = book.survey(layout: small)
    let pages = survey.contents.map { $0.place.map { survey.page(holding: $0) } }
    try #require(pages.count == 3)
    #expect(pages[0] == 1)
    #expect(try #require(pages[1]) >= survey.pageCount - 1)
    #expect(pages[2] == 1)
  }

  @Test("A book without contents gets them from its headings")
  func headings() throws {
    let book = try open {
      $0.hasNavigationDocument = false
      $0.chapter("<h1>One</h1><p>a</p><h2>One A</h2><p>b</p><h2>One B</h2><h3>Deep</h3>")
      $0.chapter("<h1>Two</h1><p>c</p>")
    }
    let flat = book.survey(layout: nil).contents.flattened
    #expect(flat.map(\.title) == ["One", "One A", "One B", "Deep", "Two"])
    #expect(flat.map(\.level) == [1, 2, 2, 3, 1])
    #expect(flat.map(\.number) == [1, 2, 3, 4, 5])
  }

  @Test("Percent counts linear items alone")
  func percent() throws {
    let book = try open {
      $0.chapter("<p>0123456789</p>")
      $0.chapter("<p>skipped skipped skipped</p>", isLinear: false)
      $0.chapter("<p>0123456789</p>")
    }
    let survey = book.survey(layout: small)
    #expect(survey.linearCharacterCount == 20)
    #expect(survey.item(atPercent: 0)?.spine == 0)
    #expect(survey.item(atPercent: 49)?.spine == 0)
    #expect(survey.item(atPercent: 50)?.spine == 2)
    #expect(survey.item(atPercent: 100)?.characters == 9)
  }
}

@Suite("Places in Readium's terms") struct LocatorTests {
  @Test("A CFI counts elements evenly, text oddly, and offsets in UTF-16")
  func cfi() throws {
    let book = try open { $0.chapter("<h1>Title</h1><p>a 𝄞 <em>bc</em> de</p>") }
    let document = book.document(at: 0)
    let survey = book.survey(layout: small)
    func cfi(of text: String) throws -> String {
      let all = document.text.string(in: 0..<document.text.count)
      let at = try #require(all.range(of: text))
      let offset = all.utf8.distance(from: all.startIndex, to: at.lowerBound)
      return book.locator(of: Place(TextPosition(spine: 0, offset: offset)), in: document, survey)
        .cfi
    }
    #expect(try cfi(of: "Title") == "epubcfi(/6/2!/4/2/1:0)")
    #expect(try cfi(of: "a ") == "epubcfi(/6/2!/4/4/1:0)")
    #expect(try cfi(of: "bc") == "epubcfi(/6/2!/4/4/2/1:0)")
    #expect(try cfi(of: "c de") == "epubcfi(/6/2!/4/4/2/1:1)")
    #expect(try cfi(of: "de") == "epubcfi(/6/2!/4/4/3:1)")
  }

  @Test("Progression and position count characters of linear text")
  func progression() throws {
    let text = String(repeating: "x", count: 900)
    let book = try open {
      $0.chapter("<p>\(text)</p>")
      $0.chapter("<p>\(text)</p>")
    }
    let survey = book.survey(layout: small)
    let place = Place(TextPosition(spine: 1, offset: 450))
    let locator = book.locator(of: place, in: book.document(at: 1), survey)
    #expect(locator.progression == 0.5)
    #expect(locator.totalProgression == 0.75)
    #expect(locator.position == 1 + 1350 / 600)
  }
}

@Suite("Words and hits over a document") struct OverlayTests {
  @Test("Marks a word across tags, and passes over ruby readings")
  func marks() throws {
    let book = try open {
      $0.chapter("<p>A wh<b>al</b>e; Whale, whales. <ruby>東<rt>とう</rt>京<rt>きょう</rt></ruby></p>")
    }
    let document = book.document(at: 0)
    let words = HighlightedWords([
      HighlightedWord(value: "whale", color: "yellow"),
      HighlightedWord(value: "東京", color: "green"),
    ])
    let marks = words.overlay(on: document, segmenter: Segmenter()).marks
    #expect(marks.map(\.word) == [0, 0, 1])
    #expect(document.text.string(in: marks[0].range) == "whale")
  }

  @Test("Hits carry their surroundings and the characters before them")
  func hits() throws {
    let book = try open { $0.chapter("<p>Before é the needle after.</p><p>A needle again</p>") }
    let pattern = try TextPattern(literal: "needle", FoldingOptions())
    let found = DocumentHits(
      of: pattern, in: book.document(at: 0), spine: 0, withCFI: true, segmenter: Segmenter()
    ).hits
    try #require(found.count == 2)
    let text = book.document(at: 0).text
    #expect(text.string(in: found[0].before) == "Before é the ")
    #expect(text.string(in: found[0].range) == "needle")
    #expect(text.string(in: found[0].after) == " after.")
    #expect(found[0].charactersBefore == 13)
    #expect(found[1].charactersBefore == 28)
    #expect(found[1].partialCFI == "/4/4/1:2")
  }
}

@Suite("A document that cannot be read") struct PlaceholderTests {
  @Test("Is a line in its place, and the rest of the book is there")
  func lockedChapter() throws {
    var builder = BookBuilder {
      $0.chapter("<p>Open.</p>")
      // What a cipher leaves looks like noise; a plain document would be read whatever is said of it.
      var noise = SeededGenerator(seed: 5)
      $0.chapter("") { $0.bytes = (0..<512).map { _ in UInt8.random(in: 0...255, using: &noise) } }
    }
    builder.file(
      "META-INF/encryption.xml",
      """
      <encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container"
        xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData>
      <enc:EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes256-cbc"/>
      <enc:CipherData><enc:CipherReference URI="EPUB/chapter2.xhtml"/></enc:CipherData>
      </enc:EncryptedData></encryption>
      """)
    let book = try Book(bytes: builder.bytes)
    #expect(book.document(at: 0).findings.isEmpty)
    let locked = book.document(at: 1)
    #expect(locked.text.isEmpty)
    #expect(locked.blocks.count == 1)
    #expect(book.findings.contains { $0.code == "resource-locked" && $0.losesText })
  }
}

@Suite("Sizes of pictures from their headers") struct PixelSizeTests {
  @Test(
    "Reads width and height",
    arguments: [
      (
        "PNG",
        [
          0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 1,
          0x40, 0, 0, 0, 0xC8,
        ]
      ),
      ("GIF", Array("GIF89a".utf8) + [0x40, 1, 0xC8, 0]),
      (
        "JPEG",
        [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 0, 0, 0xFF, 0xC2, 0, 11, 8, 0, 0xC8, 1, 0x40, 3, 0, 0, 0]
      ),
    ] as [(String, [UInt8])])
  func headers(_ name: String, _ bytes: [UInt8]) {
    #expect(PixelSize(ofPicture: bytes) == PixelSize(width: 320, height: 200), "\(name)")
  }

  @Test("Survives every header cut short")
  func truncated() {
    let jpeg: [UInt8] = [
      0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 0, 0, 0xFF, 0xC2, 0, 11, 8, 0, 0xC8, 1, 0x40,
    ]
    for count in 0..<jpeg.count { #expect(PixelSize(ofPicture: Array(jpeg[..<count])) == nil) }
  }
}
