import Dispatch
import EPUBBasics
import EPUBContent
import EPUBLayout
import EPUBSegmentation
import Synchronization

/// A book in one layout, as it is set behind the scenes: chapters at hand, pages counted.
///
/// Knows nothing of the session. Another layout is another setting; what is still under way for the old
/// one ends by itself at the next spine item.
final class BookSetting: Sendable {
  /// What counting has found and nobody has taken yet.
  struct Counted: Sendable {
    var pageCounts: [Int] = []
    var survey: Survey?
  }

  let book: Book
  private let layout: LayoutOptions
  let shelf: ChapterShelf
  private let isCancelled = Flag()
  private let counted = Guarded(Counted())
  /// Which neighbours are asked for: only the last request counts.
  private let neighbourRequests = Atomic(0)

  init(_ book: Book, _ layout: LayoutOptions, documents: [Int: ContentDocument] = [:]) {
    self.book = book
    self.layout = layout
    shelf = ChapterShelf(documents: documents) { spine, document, segmenter in
      book.chapter(at: spine, layout: layout, segmenter: segmenter, document: document)
    }
  }

  func cancel() { isCancelled.raise() }

  /// What has been counted since it was taken last.
  func takeCounted() -> Counted {
    counted.withLock { counted in
      let taken = counted
      counted = Counted()
      return taken
    }
  }

  func count(on queue: DispatchQueue, waking waker: Waker) {
    queue.async { self.count(waking: waker) }
  }

  private func count(waking waker: Waker) {
    if isCancelled.isRaised { return }
    if let kept = book.keptSurvey(layout: layout) {
      counted.withLock { $0 = Counted(pageCounts: kept.items.map(\.pages.count), survey: kept) }
      return waker.call()
    }
    let (isCancelled, shelf) = (isCancelled, shelf)
    // Some fifty times during the count are often enough for a host to show how far it is.
    let step = max(1, book.spineCount / 50)
    var done = 0
    let survey = book.survey { spine, segmenter in
      isCancelled.isRaised ? nil : shelf.chapter(at: spine, with: segmenter, keeps: false)
    } goesOn: { pageCount in
      counted.withLock { $0.pageCounts.append(pageCount) }
      done += 1
      if done.isMultiple(of: step), !isCancelled.isRaised { waker.call() }
      return !isCancelled.isRaised
    }
    guard let survey, !isCancelled.isRaised else { return }
    counted.withLock { $0.survey = survey }
    waker.call()
    book.keep(survey, layout: layout)
  }

  /// Sets the spine items that a page turn may lead to, and keeps them before others.
  func fetch(_ spines: [Int], beside shown: [Int], on queue: DispatchQueue) {
    shelf.want(Set(spines + shown))
    let request = neighbourRequests.add(1, ordering: .relaxed).newValue
    queue.async {
      let segmenter = Segmenter()
      for spine in spines where self.isWorthFetching(spine) {
        guard !self.isCancelled.isRaised,
          self.neighbourRequests.load(ordering: .relaxed) == request
        else { return }
        _ = self.shelf.chapter(at: spine, with: segmenter, keeps: true)
      }
    }
  }

  /// Sets a spine item that is being waited for.
  func set(_ spine: Int, on queue: DispatchQueue, waking waker: Waker) {
    shelf.want([spine])
    queue.async {
      if self.isCancelled.isRaised { return }
      _ = self.shelf.chapter(at: spine, with: Segmenter(), keeps: true)
      if !self.isCancelled.isRaised { waker.call() }
    }
  }

  /// Whether an item's document can be a large one.
  func mayBeLarge(_ spine: Int) -> Bool { book.byteCount(ofItem: spine) > 1 << 20 }

  /// What would fill the shelf alone is set when it is asked for.
  private func isWorthFetching(_ spine: Int) -> Bool { book.byteCount(ofItem: spine) < 8 << 20 }
}
