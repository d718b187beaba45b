import Dispatch
import EPUBBasics
import EPUBContent
import EPUBSegmentation
import Synchronization

/// One search through a book on other threads: from one spine item on, around the book's end.
final class SearchRun: Sendable {
  /// What has been found and nobody has taken yet.
  struct Findings: Sendable {
    /// Items that were looked through, in the order of the search.
    var items: [(spine: Int, hits: [SearchHit])] = []
    var isComplete = false
    var isCut = false
  }

  /// More hits are neither shown nor gone through, and would only fill the memory.
  static let maximumHitCount = 200_000

  private let book: Book
  private let pattern: TextPattern
  private let start: Int
  private let step: Int
  private let isCancelled = Flag()
  private let findings = Guarded(Findings())

  init(_ book: Book, _ pattern: TextPattern, from start: Int, forward: Bool) {
    self.book = book
    self.pattern = pattern
    self.start = start
    step = forward ? 1 : -1
  }

  func cancel() { isCancelled.raise() }

  func take() -> Findings {
    findings.withLock { findings in
      let taken = findings
      findings.items = []
      return taken
    }
  }

  /// - Parameter document: gives documents that are at hand.
  func run(
    on queue: DispatchQueue, waking waker: Waker,
    document: @escaping @Sendable (Int) -> ContentDocument?
  ) {
    queue.async { self.run(waking: waker, document) }
  }

  private func run(waking waker: Waker, _ document: @Sendable (Int) -> ContentDocument?) {
    var hitCount = 0
    // The first item is shown before the others are begun.
    book.forEachSpineItem(firstGroup: 1) { index, segmenter -> DocumentHits? in
      if isCancelled.isRaised { return nil }
      let spine = spine(at: index)
      return DocumentHits(
        of: pattern, in: document(spine) ?? book.document(at: spine), spine: spine,
        withCFI: false, segmenter: segmenter)
    } consume: { index, found in
      guard let found, !isCancelled.isRaised else { return false }
      hitCount += found.hits.count
      let isTooMuch = hitCount > Self.maximumHitCount
      findings.withLock {
        $0.items.append((spine(at: index), found.hits))
        $0.isCut = $0.isCut || found.isCut || isTooMuch
      }
      if !found.hits.isEmpty { waker.call() }
      return !isTooMuch
    }
    if isCancelled.isRaised { return }
    findings.withLock { $0.isComplete = true }
    waker.call()
  }

  private func spine(at index: Int) -> Int {
    let count = book.spineCount
    return ((start + step * index) % count + count) % count
  }
}
