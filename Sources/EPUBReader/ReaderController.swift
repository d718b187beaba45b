import Dispatch
import EPUBBasics
public import EPUBBook
public import EPUBSegmentation
import Synchronization

/// A reader of one book at a time, for a host that draws pages itself.
///
///     let reader = ReaderController(events: self)
///     try await reader.load(.path("book.epub"))
///     let page = try await reader.page()
///
/// Calls are done one after another, in the order in which they were made, on a queue of the reader's
/// own: none blocks the caller's thread, and calls that come while a book loads wait. Before a
/// book is loaded they throw `ReaderError.noBook`. What changes is told to `events` before the call returns.
public final class ReaderController: Sendable {
  private let queue = DispatchQueue(label: "epub-read.reader")
  private let reader: QueueBound<BookReader>
  private let listener: Listener

  /// - Parameter events: held weakly.
  public init(events: (any ReaderEvents)? = nil) {
    let listener = Listener(events)
    self.listener = listener
    reader = QueueBound(BookReader { listener.tell($0) })
  }

  deinit {
    let reader = reader
    queue.async { reader.value.close() }
  }

  /// The handler of events, held weakly.
  public var events: (any ReaderEvents)? {
    get { listener.events }
    set { listener.events = newValue }
  }
}

// A book
extension ReaderController {
  /// Opens a book and goes to where it was left, if the configuration says so. A book that can't be
  /// opened leaves the one that was open.
  ///
  /// - Returns: where it is.
  @discardableResult
  public func load(
    _ source: BookSource, _ configuration: ReaderConfiguration = ReaderConfiguration()
  ) async throws(ReaderError) -> Locator {
    try await run { reader throws(ReaderError) in try reader.load(source, configuration) }
  }

  /// Ends with the book; what is to be kept is written when this returns.
  public func close() async throws(ReaderError) {
    try await run { reader throws(ReaderError) in reader.close() }
  }

  /// The contents, with pages.
  public func contents() async throws(ReaderError) -> [ReaderContents] {
    try await ask { book throws(ReaderError) in
      book.survey.contents.map { ReaderContents($0, book.survey) }
    }
  }

  /// Hits in the book's order.
  public func search(_ search: ReaderSearch) async throws(ReaderError) -> [ReaderHit] {
    try await ask { book throws(ReaderError) in try book.search(search) }
  }

  /// What brings the book back to this page and look.
  public func savedData() async throws(ReaderError) -> SavedData {
    try await run { reader throws(ReaderError) in try reader.savedData() }
  }
}

// Pages. At the book's ends, and where there is nothing to go back to, the page stays.
extension ReaderController {
  /// The page to draw.
  public func page() async throws(ReaderError) -> ReaderPage {
    try await ask { book throws(ReaderError) in book.page() }
  }

  /// - Parameter page: from 1.
  @discardableResult
  public func goToPage(_ page: Int) async throws(ReaderError) -> Locator {
    try await change { book throws(ReaderError) in try book.go(toPage: page) }
  }

  @discardableResult
  public func go(to destination: ReaderDestination) async throws(ReaderError) -> Locator {
    try await change { book throws(ReaderError) in try book.go(to: destination) }
  }

  @discardableResult
  public func nextPage() async throws(ReaderError) -> Locator {
    try await change { book throws(ReaderError) in book.turnPages(1) }
  }

  @discardableResult
  public func previousPage() async throws(ReaderError) -> Locator {
    try await change { book throws(ReaderError) in book.turnPages(-1) }
  }

  /// To where the last jump began.
  @discardableResult
  public func back() async throws(ReaderError) -> Locator {
    try await change { book throws(ReaderError) in book.back() }
  }

  @discardableResult
  public func forward() async throws(ReaderError) -> Locator {
    try await change { book throws(ReaderError) in book.forward() }
  }
}

// Look
extension ReaderController {
  public func changeTheme(_ name: String) async throws(ReaderError) {
    try await set { settings throws(ReaderError) in settings.theme = name }
  }

  /// - Parameters:
  ///   - family: kept and told back.
  ///   - measurer: widths of its letters; `nil`: each is as wide as a terminal shows it.
  public func changeFont(
    _ family: String, measurer: TextMeasurer? = nil
  ) async throws(ReaderError) {
    try await set { settings throws(ReaderError) in
      settings.font = family
      settings.measurer = measurer
    }
  }

  /// - Parameter size: in points; 16 is 100 %.
  public func changeFontSize(_ size: Double) async throws(ReaderError) {
    try await set { settings throws(ReaderError) in try settings.set(fontSize: size) }
  }

  @discardableResult
  public func resize(_ viewport: Viewport) async throws(ReaderError) -> Locator {
    try await set { settings throws(ReaderError) in try settings.set(viewport: viewport) }
  }
}

// Words
extension ReaderController {
  /// Marks words wherever they stand in the book; of one word the last colour counts.
  public func highlight(_ words: [HighlightedWord]) async throws(ReaderError) {
    let words = try words.checked()
    try await change { book throws(ReaderError) in book.highlight(words) }
  }

  public func unhighlight(_ words: [String]) async throws(ReaderError) {
    try await change { book throws(ReaderError) in book.unhighlight(words) }
  }

  /// The word at a place on the page, told to `events`, too.
  ///
  /// - Returns: `nil` where no word stands.
  @discardableResult
  public func selectWord(row: Int, column: Int) async throws(ReaderError) -> SelectedWord? {
    try await run { reader throws(ReaderError) in try reader.select(atRow: row, column: column) }
  }
}

// Turns
extension ReaderController {
  private func run<Value: Sendable>(
    _ body: @escaping @Sendable (BookReader) throws(ReaderError) -> Value
  ) async throws(ReaderError) -> Value {
    let (reader, listener) = (reader, listener)
    let result: Result<Value, ReaderError> = await withCheckedContinuation { continuation in
      queue.async {
        do throws(ReaderError) {
          continuation.resume(returning: .success(try body(reader.value)))
        } catch {
          listener.tell(.failed(error))
          continuation.resume(returning: .failure(error))
        }
      }
    }
    return try result.get()
  }

  private func ask<Value: Sendable>(
    _ body: @escaping @Sendable (HostedBook) throws(ReaderError) -> Value
  ) async throws(ReaderError) -> Value {
    try await run { reader throws(ReaderError) in try reader.ask(body) }
  }

  @discardableResult
  private func change(
    _ body: @escaping @Sendable (HostedBook) throws(ReaderError) -> Void
  ) async throws(ReaderError) -> Locator {
    try await run { reader throws(ReaderError) in try reader.change(body) }
  }

  @discardableResult
  private func set(
    _ body: @escaping @Sendable (inout PageSettings) throws(ReaderError) -> Void
  ) async throws(ReaderError) -> Locator {
    try await change { book throws(ReaderError) in try book.change(body) }
  }
}

/// What is touched on one queue alone.
///
/// - Note: `@unchecked Sendable` because every use of `value` stands in a block of the one serial queue
///   of the controller that owns it.
private final class QueueBound<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}

/// Hands events to a handler that it does not keep alive.
private final class Listener: Sendable {
  private struct Handler: Sendable {
    weak var events: (any ReaderEvents)?
  }

  private let handler: Guarded<Handler>

  init(_ events: (any ReaderEvents)?) { handler = Guarded(Handler(events: events)) }

  var events: (any ReaderEvents)? {
    get { handler.withLock { $0.events } }
    set { handler.withLock { $0.events = newValue } }
  }

  func tell(_ event: ReaderEvent) {
    guard let events else { return }
    switch event {
    case .bookLoaded(let book): events.bookLoaded(book)
    case .relocated(let locator): events.relocated(to: locator)
    case .wordSelected(let word): events.wordSelected(word)
    case .savedDataUpdated(let data): events.savedDataUpdated(data)
    case .failed(let error): events.failed(error)
    }
  }
}
