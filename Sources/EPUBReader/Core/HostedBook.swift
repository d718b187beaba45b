import Dispatch
import EPUBBasics
import EPUBBook
import EPUBContent
import EPUBLayout
import EPUBPackaging
import EPUBSegmentation

/// An open book as a host reads it. Every call is done when it returns: pages are counted then.
final class HostedBook {
  let book: Book
  let title: String
  let session: ReadingSession
  let segmenter = Segmenter()
  private(set) var settings: PageSettings
  private(set) var marks = WordMarks()
  let kept: KeptReading?
  private let news: DispatchSemaphore
  /// Of the layout that is shown.
  private(set) var survey: Survey

  /// Opens the book and goes to where it was left.
  init(_ source: BookSource, _ given: ReaderConfiguration) throws(ReaderError) {
    let saved = given.savedData ?? SavedData()
    let settings = try PageSettings(given, saved)
    let words = try given.defaultHighlightedWords?.checked() ?? saved.usableWords
    let book = try Book(source, cacheFolder: given.cacheFolder)
    let title = book.publication.metadata.title?.text.value ?? source.name
    let kept = given.stateFolder.map { KeptReading(of: book, title, source, inFolder: $0) }
    let news = DispatchSemaphore(value: 0)
    let session = ReadingSession(
      book, layout: settings.layout, at: book.place(in: saved) ?? kept?.place
    ) { news.signal() }
    (self.book, self.title, self.settings) = (book, title, settings)
    (self.kept, self.news, self.session) = (kept, news, session)
    survey = Self.survey(of: session, news)
    segmenter.measurer = settings.measurer
    goToPage(of: saved)
    session.history = ([], 0)
    marks.set(
      (kept?.words ?? []) + words, in: book)
  }

  /// Ends what is under way; what is to be kept has been written then.
  func close() {
    session.stop()
    kept?.finish()
  }

  private static func survey(of session: ReadingSession, _ news: DispatchSemaphore) -> Survey {
    while true {
      if !session.takeNews().isEmpty, let survey = session.survey {
        session.settle()
        return survey
      }
      news.wait()
    }
  }

  /// To the very page that was saved, where a CFI alone does not tell: rows of one table row.
  private func goToPage(of saved: SavedData) {
    guard let page = saved.page, (1...max(1, survey.pageCount)).contains(page) else { return }
    if let cfi = saved.cfi {
      let isSame = saved.totalPages == survey.pageCount && page != number
      guard isSame, cfi == locator(ofPage: page)?.cfi else { return }
    }
    session.go(toPage: page)
  }

  private func locator(ofPage page: Int) -> Locator? {
    let (spine, local) = survey.item(ofPage: page)
    let chapter = book.chapter(at: spine, layout: session.layout, segmenter: segmenter)
    return book.locator(of: chapter.start(ofPage: local), in: chapter.document, survey)
  }
}

// What is shown
extension HostedBook {
  /// There is always a page: every spine item has one, and a book without spine items can't be opened.
  private var column: ReadingSession.Column {
    guard let column = session.columns.first else { preconditionFailure("a book has a page") }
    return column
  }

  /// The page shown, from 1.
  var number: Int { survey.firstPages[column.chapter.spine] + column.page }

  var locator: Locator {
    let column = column
    return book.locator(
      of: column.chapter.start(ofPage: column.page), in: column.chapter.document, survey)
  }

  func page() -> ReaderPage {
    let chapter = column.chapter
    let overlay = marks.overlay(
      on: chapter.document, inBlocks: chapter.blocks(of: column.lines), segmenter)
    return builder(overlay, marks.shown).page(column.page)
  }

  func builder(_ overlay: Overlay, _ words: [HighlightedWord]) -> PageBuilder {
    PageBuilder(book, survey, column.chapter, settings.frame, overlay, words, segmenter)
  }

  /// - Parameter locator: of the page shown.
  func savedData(_ locator: Locator) -> SavedData {
    var data = SavedData()
    data.theme = settings.theme
    data.font = settings.font
    data.fontSize = settings.fontSize
    data.viewport = settings.viewport
    data.page = number
    data.totalPages = survey.pageCount
    data.cfi = locator.cfi
    data.highlightedWords = marks.words
    return data
  }

  /// Keeps where the reader is, if reading state is kept.
  func keepPlace() {
    guard let kept else { return }
    let anchor = session.anchor
    let document = session.document(at: anchor.position.spine)
    kept.save(book.savedPlace(at: anchor, in: document, survey: survey))
  }
}

// How it looks
extension HostedBook {
  func change(_ change: (inout PageSettings) throws(ReaderError) -> Void) throws(ReaderError) {
    var changed = settings
    try change(&changed)
    settings = changed
    segmenter.measurer = changed.measurer
    if settings.layout == session.layout { return }
    session.setLayout(settings.layout, columnCount: 1)
    survey = Self.survey(of: session, news)
  }

  func highlight(_ words: [HighlightedWord]) {
    let sought = marks.set(words, in: book)
    kept?.highlight(sought)
    kept?.writeNow()
  }

  func unhighlight(_ values: [String]) {
    let removed = marks.remove(values, in: book)
    kept?.unhighlight(removed)
    kept?.writeNow()
  }

  func noteSelection(_ word: SelectedWord) { marks.note(word.value, means: word.word) }
}

extension BookSource {
  /// What a book without a title is called.
  fileprivate var name: String {
    switch self {
    case .path(let path): path.split(separator: "/").last.map { String($0).printable } ?? path
    case .bytes: "book"
    }
  }
}

extension Book {
  fileprivate convenience init(
    _ source: BookSource, cacheFolder: String?
  ) throws(ReaderError) {
    let folder = cacheFolder.map { "\($0)/epub-read/pages" }
    do throws(BookError) {
      switch source {
      case .path(let path): try self.init(path: path, cacheFolder: folder)
      case .bytes(let bytes): try self.init(bytes: bytes, cacheFolder: folder)
      }
    } catch {
      throw ReaderError(error, source)
    }
  }

  /// `nil` where nothing was saved, or nothing that leads anywhere: then the book opens all the same.
  fileprivate func place(in saved: SavedData) -> Place? {
    guard let cfi = saved.cfi else { return nil }
    var reference = LocatorReference()
    reference.cfi = cfi
    do { return try place(of: reference) } catch { return nil }
  }
}
