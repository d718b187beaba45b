import Dispatch
public import EPUBLayout
import EPUBSegmentation

/// One reader's way through an open book: where he is, what is seen, where he was.
///
/// For one thread; on others pages are counted, neighbouring spine items set and texts searched. Those
/// call `wake` when there is something new, and not again before `takeNews` has taken it. Nothing but
/// `takeNews` applies it: between two calls the session changes by its user's doing alone.
public final class ReadingSession {
  public let book: Book
  public private(set) var layout: LayoutOptions
  /// 1 or 2 pages side by side.
  public private(set) var columnCount: Int
  /// The place that the reader went to; layout never rewrites it. It moves with motions and jumps only,
  /// and is always seen.
  public internal(set) var anchor: Place
  /// What is seen: as many as `columnCount` at most, none only in a book without spine items.
  public internal(set) var columns: [Column] = []
  /// The book counted for this layout; `nil` until it is.
  public internal(set) var survey: Survey?
  /// The last count of any layout: its contents, print pages and characters hold for all of them, its
  /// pages need not.
  public internal(set) var outline: Survey?
  /// What the search found up to now; `nil` without one.
  public internal(set) var found: Found?
  /// The hit that was gone to last.
  public internal(set) var currentHit: SearchHit?
  /// How the last `goToHit` ended; of one that waited, once it did.
  public internal(set) var hitArrival = HitArrival.none

  /// What is seen is a part of a large spine item: its first pages, or what begins with the anchor's line. The
  /// page that the anchor stands on is shown as soon as the item is set, at the latest when something is to
  /// be moved.
  public internal(set) var isProvisional = false

  /// The line that the view begins with.
  var top = Top(spine: 0, line: 0)
  /// Lines behind the anchor's line that begin at the same place (`Chapter.repeats`).
  var anchorRepeats = 0
  /// The reader stopped between page tops: another layout begins the view with the anchor's line.
  var isBetweenPages = false
  /// Page number (from 1) of the first page of each item as far as they are counted, and of the next.
  var firstPages = [1]
  /// Entries of the outline's contents in the order of their numbers.
  var entries: [ContentsEntry] = []

  var visited: [Place] = []
  var visitedIndex = 0
  var beforeLastJump: Place?
  /// What jumped last, if nothing has moved since: steps of one kind are remembered as one jump.
  var lastStride: Stride?
  var awaited: Awaited?

  var searchRun: SearchRun?
  var searchesForward = true
  /// Where the search counts its first hit from, until it was gone to.
  var searchOrigin: TextPosition?
  /// Spine items that the search has looked through.
  var searched: Set<Int> = []

  /// Of the large document that was counted in last.
  var characterCounts: CharacterCounts?

  let segmenter = Segmenter()
  var setting: BookSetting
  let waker: Waker
  private(set) var isStopped = false
  // One of each kind at a time: what is cancelled has ended when the next begins.
  private let countingQueue = DispatchQueue(label: "epub-read.counting")
  private let neighbourQueue = DispatchQueue(label: "epub-read.neighbours")
  private let searchQueue = DispatchQueue(label: "epub-read.searching")

  /// - Parameter place: where to begin; the start of the book when `nil` or not in it.
  public init(
    _ book: Book, layout: LayoutOptions, columnCount: Int = 1, at place: Place? = nil,
    wake: @escaping @Sendable () -> Void
  ) {
    self.book = book
    self.layout = layout
    self.columnCount = max(1, columnCount)
    anchor = Place(TextPosition(spine: 0, offset: 0), block: 0)
    setting = BookSetting(book, layout)
    waker = Waker(wake)
    guard book.spineCount > 0 else { return }
    if !beginProvisionally(at: place),
      let target = place.flatMap({ target(holding: $0) }) ?? target(ofLine: start)
    {
      arrive(at: target)
    }
    setting.count(on: countingQueue, waking: waker)
  }

  deinit {
    setting.cancel()
    searchRun?.cancel()
  }

  /// Keeps the anchor and shows the page that holds it, at the left of two; where the view began between
  /// page tops it begins with the anchor's line. Pages are counted anew.
  public func setLayout(_ layout: LayoutOptions, columnCount: Int) {
    let isSame = layout == self.layout
    if isSame, columnCount == self.columnCount { return }
    self.layout = layout
    self.columnCount = max(1, columnCount)
    guard book.spineCount > 0 else { return }
    if !isSame { replaceSetting() }
    if !showProvisionally() { showAnchor() }
    if !isSame, !isStopped { setting.count(on: countingQueue, waking: waker) }
  }

  private func replaceSetting() {
    setting.cancel()
    var documents = setting.shelf.wantedDocuments
    for column in columns { documents[column.chapter.spine] = column.chapter.document }
    setting = BookSetting(book, layout, documents: documents)
    columns = []
    survey = nil
    firstPages = [1]
  }

  /// Ends background work and waits for its end; `wake` is not called any more. What is seen can still
  /// be moved, but nothing more is counted or found.
  ///
  /// - Parameter waits: `false` does not wait; then `wake` may be called once more by each thread.
  public func stop(waits: Bool = true) {
    isStopped = true
    cancelWaiting()
    found?.end()
    setting.cancel()
    searchRun?.cancel()
    if !waits { return }
    for queue in [countingQueue, neighbourQueue, searchQueue] { queue.sync {} }
  }

  func fetchNeighbours(_ spines: [Int], beside shown: [Int]) {
    if !isStopped { setting.fetch(spines, beside: shown, on: neighbourQueue) }
  }

  /// Has a spine item set that is shown in part.
  func set(_ spine: Int) { setting.set(spine, on: neighbourQueue, waking: waker) }

  func start(_ run: SearchRun) {
    let shelf = setting.shelf
    run.run(on: searchQueue, waking: waker) { shelf.document(at: $0) }
  }
}
