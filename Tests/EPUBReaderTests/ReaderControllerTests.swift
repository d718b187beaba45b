import Dispatch
import EPUBBook
import EPUBReader
import EPUBState
import Synchronization
import TestKit
import Testing

@Suite("The reader for host apps", .timeLimit(.minutes(10))) struct ReaderControllerTests {
  private let book = numberedBook(chapters: 6, paragraphs: 40)

  private var source: BookSource { .bytes(book.bytes) }

  private func configuration(columns: Int = 40, rows: Int = 10) -> ReaderConfiguration {
    var configuration = ReaderConfiguration()
    configuration.viewport = Viewport(columns: columns, rows: rows)
    return configuration
  }

  /// Keeps what it is told.
  private final class Host: ReaderEvents {
    private let told = Mutex<[String]>([])
    private let data = Mutex<SavedData?>(nil)

    var events: [String] { told.withLock { $0 } }
    var savedData: SavedData? { data.withLock { $0 } }

    func bookLoaded(_ book: LoadedBook) { note("loaded \(book.title) \(book.pageCount > 1)") }
    func relocated(to locator: Locator) { note("relocated \(locator.title ?? "")") }
    func wordSelected(_ word: SelectedWord) { note("selected \(word.value)") }
    func failed(_ error: ReaderError) { note("failed \(error.code)") }
    func savedDataUpdated(_ data: SavedData) {
      note("saved \(data.page ?? 0)")
      self.data.withLock { $0 = data }
    }

    private func note(_ event: String) { told.withLock { $0.append(event) } }
  }

  @Test("Tells what happens, in order, before the call returns")
  func events() async throws {
    let host = Host()
    let reader = ReaderController(events: host)
    try await reader.load(source, configuration())
    #expect(host.events == ["loaded A Book true", "relocated Chapter 1", "saved 1"])
    try await reader.nextPage()
    #expect(host.events.suffix(2) == ["relocated Chapter 1", "saved 2"])
    let row = try #require(try await reader.page().lines.first { $0.text.contains("words") })
    let index = try #require(try await reader.page().lines.firstIndex(of: row))
    let word = try await reader.selectWord(row: index, column: 5)
    #expect(word?.value == "some")
    #expect(host.events.last == "selected some")
    await #expect(throws: ReaderError.self) { try await reader.goToPage(10_000) }
    #expect(host.events.last == "failed outOfRange")
  }

  @Test("Holds its handler of events weakly")
  func weakEvents() async throws {
    let reader = ReaderController()
    do {
      let host = Host()
      reader.events = host
      try await reader.load(source)
      #expect(!host.events.isEmpty)
    }
    #expect(reader.events == nil)
    try await reader.nextPage()
  }

  @Test("Calls that come while a book loads wait their turn")
  func turns() async throws {
    let reader = ReaderController()
    let (source, configuration) = (source, configuration())
    await #expect(throws: ReaderError.noBook) { try await reader.page() }
    async let loaded = reader.load(source, configuration)
    // Begun at once or after the book is there, never in between.
    var page: ReaderPage?
    while page == nil { page = try? await reader.page() }
    #expect(page?.page == 1)
    #expect(try await loaded.href == "EPUB/chapter1.xhtml")
  }

  /// Holds the reader's queue until it is let go.
  private final class SlowHost: ReaderEvents {
    let isHeld = Mutex(false)
    let letGo = DispatchSemaphore(value: 0)

    func bookLoaded(_ book: LoadedBook) {
      isHeld.withLock { $0 = true }
      letGo.wait()
    }
  }

  @Test("Never blocks the caller's thread")
  @MainActor func doesNotBlock() async throws {
    let host = SlowHost()
    let reader = ReaderController(events: host)
    let source = source
    let loading = Task { @MainActor in try await reader.load(source) }
    // Only a main thread that is free gets here while the book is held back.
    while !host.isHeld.withLock({ $0 }) { await Task.yield() }
    host.letGo.signal()
    #expect(try await loading.value.href == "EPUB/chapter1.xhtml")
  }

  @Test("Saved data alone brings back page, look and words")
  func savedData() async throws {
    let host = Host()
    let reader = ReaderController(events: host)
    try await reader.load(source, configuration(columns: 33, rows: 9))
    try await reader.changeTheme("dark")
    try await reader.changeFont("Literata")
    try await reader.changeFontSize(11)
    try await reader.highlight([
      HighlightedWord(value: "words", color: "yellow"),
      HighlightedWord(value: "3.7", color: "#112233", note: "seven"),
    ])
    for page in [1, 2, 7, 12] {
      try await reader.goToPage(page)
      let shown = try await reader.page()
      let data = try #require(host.savedData)
      let other = ReaderController()
      var saved = ReaderConfiguration()
      saved.savedData = SavedData(json: data.json)
      try await other.load(source, saved)
      #expect(try await other.page() == shown)
      #expect(try await other.savedData() == data)
    }
  }

  @Test("What is given explicitly wins over saved data")
  func explicitWins() async throws {
    var given = configuration(columns: 50, rows: 12)
    given.theme = "sepia"
    var saved = SavedData()
    saved.theme = "dark"
    saved.font = "Vollkorn"
    saved.viewport = Viewport(columns: 20, rows: 5)
    given.savedData = saved
    let reader = ReaderController()
    try await reader.load(source, given)
    let data = try await reader.savedData()
    #expect(data.theme == "sepia")
    #expect(data.font == "Vollkorn")
    #expect(data.viewport == Viewport(columns: 50, rows: 12))
  }

  @Test("Saved data that leads nowhere opens the book at its start")
  func lostSavedData() async throws {
    var given = configuration()
    for cfi in ["epubcfi(/6/400!/4)", "no cfi", ""] {
      var saved = SavedData()
      saved.cfi = cfi
      saved.page = 100_000
      given.savedData = saved
      let reader = ReaderController()
      try await reader.load(source, given)
      #expect(try await reader.page().page == 1)
    }
  }

  @Test("Saved data that makes no sense is passed over, what is given must make sense")
  func absurdSavedData() async throws {
    var given = ReaderConfiguration()
    given.savedData = SavedData(
      json:
        #"{"fontSize":-3,"viewport":{"columns":0,"rows":9},"page":"x","highlightedWords":[{"value":"some","color":"reddish"},{"value":"words","color":"blue"},7],"theme":1}"#
    )
    let reader = ReaderController()
    try await reader.load(source, given)
    let data = try await reader.savedData()
    #expect(data.fontSize == 16)
    #expect(data.viewport == Viewport(columns: 80, rows: 24))
    #expect(data.highlightedWords?.map(\.value) == ["words"])
    #expect(SavedData(json: "[]") == nil)
    given.defaultHighlightedWords = [HighlightedWord(value: "some", color: "reddish")]
    let absurd = given
    await #expect(throws: ReaderError.self) { try await reader.load(source, absurd) }
    given.defaultHighlightedWords = nil
    given.fontSize = 0
    let tiny = given
    await #expect(throws: ReaderError.self) { try await reader.load(source, tiny) }
  }

  @Test("The page between the rows of one table row comes back, too")
  func tableRow() async throws {
    let cell = (1...60).map { "word\($0)" }.joined(separator: " ")
    let built = BookBuilder {
      $0.chapter("<table><tr><td>\(cell)</td><td>\(cell)</td></tr></table>", title: "One")
    }
    let reader = ReaderController()
    try await reader.load(.bytes(built.bytes), configuration(columns: 24, rows: 6))
    let count = try await reader.page().pageCount
    #expect(count > 2)
    for page in 1...count {
      try await reader.goToPage(page)
      var saved = ReaderConfiguration()
      saved.savedData = try await reader.savedData()
      let other = ReaderController()
      try await other.load(.bytes(built.bytes), saved)
      #expect(try await other.page() == (try await reader.page()))
    }
  }

  @Test("Reading state is kept only where the configuration names a folder")
  func state() async throws {
    let folder = try TemporaryFolder()
    var given = configuration()
    given.stateFolder = folder.path
    let reader = ReaderController()
    try await reader.load(source, given)
    try await reader.goToPage(9)
    try await reader.highlight([HighlightedWord(value: "words", color: "blue")])
    let shown = try await reader.page()
    try await reader.close()

    let other = ReaderController()
    try await other.load(source, given)
    #expect(try await other.page() == shown)
    try await other.unhighlight(["Words"])
    #expect(try await other.page().words.isEmpty)
    // Without closing: another book must not lose what was still to be written.
    try await other.goToPage(5)
    try await other.load(source, given)
    #expect(try await other.page().page == 5)
    #expect(try await other.page().words.isEmpty)

    let third = ReaderController()
    try await third.load(source, configuration())
    #expect(try await third.page().page == 1)
  }

  @Test("A state that another program holds is read, and written when it is let go")
  func heldState() async throws {
    let folder = try TemporaryFolder()
    var given = configuration()
    given.stateFolder = folder.path
    let first = ReaderController()
    try await first.load(source, given)
    try await first.goToPage(5)
    try await first.close()

    let other = try StateStore(folder: folder.path, now: 0)
    try other.execute("BEGIN IMMEDIATE")
    let reader = ReaderController()
    try await reader.load(source, given)
    #expect(try await reader.page().page == 5)
    try await reader.goToPage(9)
    try await reader.highlight([HighlightedWord(value: "words", color: "blue")])
    let place = try other.recentBooks(limit: 1).first?.place
    try other.execute("ROLLBACK")
    try await reader.close()
    #expect(try other.recentBooks(limit: 1).first?.place != place)
    #expect(try other.allWords().map(\.word) == ["words"])
  }

  @Test("A state folder that can't be used is told, and reading goes on")
  func unusableState() async throws {
    let host = Host()
    let reader = ReaderController(events: host)
    var given = configuration()
    given.stateFolder = "/proc/no-such-folder"
    try await reader.load(source, given)
    #expect(host.events.contains("failed failed"))
    try await reader.nextPage()
    #expect(try await reader.page().page == 2)
  }

  @Test("Contents tell their pages")
  func contents() async throws {
    let reader = ReaderController()
    try await reader.load(source, configuration())
    let contents = try await reader.contents()
    #expect(contents.count == 6)
    let page = try #require(contents[3].page)
    try await reader.go(to: .href(try #require(contents[3].href)))
    #expect(try await reader.page().page == page)
  }
}
