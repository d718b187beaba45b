import EPUBBasics
import EPUBContent
import EPUBLayout
import EPUBSegmentation
import EPUBState
import TestKit
import Testing

@testable import EPUBBook

private func open(_ build: (inout BookBuilder) -> Void) throws -> Book {
  try Book(bytes: BookBuilder(build).bytes)
}

private func prose(_ word: String) -> String {
  (1...40).map { "<p>\(word) \($0), a paragraph of <i>some</i> words that fill lines.</p>" }
    .joined()
}

@Suite("Locators that come in") struct LocatorReferenceTests {
  private func book() throws -> Book {
    try open {
      $0.chapter("<h1>A</h1>" + prose("first"), href: "one two.xhtml")
      $0.chapter("<p><img src=\"a.png\" alt=\"\"/></p>" + prose("second"))
      $0.chapter(prose("aside"), isLinear: false)
      $0.chapter("<p id=\"here\">Here.</p>" + prose("third"))
    }
  }

  @Test("What is printed at one size leads to its page at any other")
  func printed() throws {
    let book = try book()
    let surveys = [(40, 8), (72, 23), (25, 5)].map {
      book.survey(layout: LayoutOptions(measure: $0.0, pageHeight: $0.1))
    }
    for survey in surveys {
      for page in 1...survey.pageCount {
        let (spine, local) = survey.item(ofPage: page)
        let start = survey.items[spine].pages[local]
        let place = Place(
          TextPosition(spine: spine, offset: Int(start.offset)), block: Int(start.block))
        let locator = book.locator(of: place, in: book.document(at: spine), survey)
        let found = try #require(try book.place(of: LocatorReference(locator)))
        #expect(found == place)
        for other in surveys {
          #expect(other.page(holding: found) == other.page(holding: place))
        }
        #expect(survey.page(holding: found) == page)
        // Less is enough.
        var partial = LocatorReference()
        partial.href = locator.href
        partial.partialCFI = locator.partialCFI
        #expect(try book.place(of: partial) == place)
        partial.partialCFI = nil
        partial.progression = locator.progression
        #expect(try book.place(of: partial)?.position == place.position)
      }
    }
  }

  @Test("Whatever it holds is used, the surest first")
  func fields() throws {
    let book = try book()
    let survey = book.survey(layout: nil)
    func position(_ change: (inout LocatorReference) -> Void) throws -> TextPosition? {
      var locator = LocatorReference()
      change(&locator)
      return try book.place(of: locator, survey: survey)?.position
    }
    let third = TextPosition(spine: 3, offset: 0)
    #expect(try position { _ in } == nil)
    #expect(try position { $0.href = "nothing.xhtml" } == nil)
    #expect(try position { $0.href = "EPUB/chapter4.xhtml" } == third)
    #expect(try position { $0.href = "EPUB/one%20two.xhtml" }?.spine == 0)
    #expect(try position { $0.href = "EPUB/chapter4.xhtml#here" } == third)
    #expect(try position { $0.cfi = "epubcfi(/6/8!/4/2)" } == third)
    #expect(try position { $0.cfi = "epubcfi(/6/98!/4/2)" } == nil)
    #expect(
      try position {
        $0.cfi = "epubcfi(/6/2!/4/4/1:2)"
        $0.href = "EPUB/chapter4.xhtml"
        $0.partialCFI = "/4/4/1:2"
      } == TextPosition(spine: 3, offset: 7))
    #expect(
      try position {
        $0.href = "EPUB/chapter4.xhtml"
        $0.progression = 0
        $0.quote = .init(before: "", at: "third 17, a", after: "")
      }
        == TextPosition(
          spine: 3,
          offset: try #require(offset(of: "third 17, a", in: book.document(at: 3)))))
    #expect(try position { $0.totalProgression = 0 } == TextPosition(spine: 0, offset: 0))
    #expect(try position { $0.totalProgression = 1 }?.spine == 3)
    #expect(try position { $0.position = 1 } == TextPosition(spine: 0, offset: 0))
    #expect(try position { $0.position = .max }?.spine == 3)
    #expect(try position { $0.position = -3 } == TextPosition(spine: 0, offset: 0))
    #expect(try position { $0.progression = .nan } == nil)
    #expect(throws: CFIError.notWrapped) { try position { $0.cfi = "/6/8" } }
    #expect(throws: CFIError.expectedNumber(offset: 1)) {
      try position {
        $0.href = "EPUB/chapter4.xhtml"
        $0.partialCFI = "/"
      }
    }
  }

  private func offset(of text: String, in document: ContentDocument) -> Int? {
    document.text.nearest(Array(text.utf8), to: 0)
  }

  @Test("Readium's positions begin where they are counted")
  func positions() throws {
    let book = try book()
    let survey = book.survey(layout: nil)
    let count = 1 + (survey.linearCharacterCount - 1) / 600
    #expect(count > 5)
    for number in 1...count {
      let place = Place(try #require(book.position(ofPosition: number, survey)))
      let locator = book.locator(of: place, in: book.document(at: place.position.spine), survey)
      #expect(locator.position == number)
      #expect(survey.items[place.position.spine].isLinear)
    }
  }

  @Test("A percentage leads to the character that far in the linear text")
  func percent() throws {
    let book = try open {
      $0.chapter("<p>0123456789</p>")
      $0.chapter("<p>skipped</p>", isLinear: false)
      $0.chapter("<p>0123456789</p>")
    }
    let survey = book.survey(layout: nil)
    #expect(book.position(atPercent: 0, survey) == TextPosition(spine: 0, offset: 0))
    #expect(book.position(atPercent: 45, survey) == TextPosition(spine: 0, offset: 9))
    #expect(book.position(atPercent: 50, survey) == TextPosition(spine: 2, offset: 0))
    #expect(book.position(atPercent: 100, survey) == TextPosition(spine: 2, offset: 9))
    #expect(book.position(atPercent: .nan, survey) == TextPosition(spine: 0, offset: 0))
  }
}

@Suite("The anchor", .enabled(if: Corpus.folder != nil, "no corpus beside the checkout"))
struct AnchorTests {
  private static let books = [
    "debmake-doc--debmake-doc.ja", "se--arthur-conan-doyle_the-adventures-of-sherlock-holmes",
    "se--walt-whitman_leaves-of-grass",
  ]

  @Test(
    "Stays the same character through 1,000 random sizes", .timeLimit(.minutes(10)),
    arguments: books)
  func sizes(_ name: String) throws {
    let folder = try #require(Corpus.folder)
    let book = try Book(path: "\(folder)/books/\(name).epub")
    let segmenter = Segmenter()
    let seed: UInt64 = 1_000
    var random = SeededGenerator(seed: seed)
    // The document of a few pages: a layout of a long one a thousand times takes too long.
    let documents = (0..<min(30, book.spineCount)).map { ($0, book.document(at: $0)) }
    let (spine, document) = try #require(
      documents.min { abs($0.1.text.count - 4_000) < abs($1.1.text.count - 4_000) })
    try #require(document.text.count > 500)
    var anchor = Place(TextPosition(spine: spine, offset: 0), block: 0)
    var cfi = ""
    for round in 0..<1_000 {
      if round.isMultiple(of: 40) {
        let offset = document.text.scalarStart(
          at: Int.random(in: 0..<document.text.count, using: &random))
        anchor = Place(
          TextPosition(spine: spine, offset: offset), block: document.block(holding: offset))
        cfi = book.cfi(at: offset, in: document, spine: spine)
      }
      var layout = LayoutOptions(
        measure: Int.random(in: 10...140, using: &random),
        pageHeight: Int.random(in: 4...60, using: &random))
      layout.lineSpacing = Int.random(in: 1...2, using: &random)
      layout.justifies = Bool.random(using: &random)
      layout.picturesTakeRows = Bool.random(using: &random)
      layout.paragraphs = [.book, .indent, .space].randomElement(using: &random) ?? .book
      let galley = Galley(
        setting: document, pictures: [], options: layout, segmenter: segmenter)
      let chapter = Chapter(
        spine: spine, document: document, galley: galley,
        pages: PageTable(of: galley, height: layout.pageHeight))
      let found = book.resolve(try CFI(cfi), in: document, spine: spine).place
      #expect(found == anchor, "\(cfi), seed \(seed)")
      let lines = chapter.pages.lines(of: chapter.page(holding: found))
      let start = Int(galley.lines[lines.lowerBound].textStart)
      let end = Int(galley.lines[lines.upperBound - 1].textEnd)
      #expect((start..<end).contains(anchor.position.offset), "\(layout), seed \(seed)")
    }
  }
}
