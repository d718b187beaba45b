import EPUBBasics
import EPUBBook
import EPUBPackaging
import EPUBSegmentation
import EPUBState
import Synchronization

/// What is kept of a book between runs: its place, and the words that are highlighted.
///
/// What can't be written because another program holds the state waits, and is tried again.
///
/// - Note: `@unchecked Sendable` because `store` and `record` are touched on `queue` alone, which does
///   one thing at a time, once the initializer is done.
final class KeptReading: @unchecked Sendable {
  /// Where the book was left; `nil` when it was not read before.
  let place: Place?
  /// What is marked in it, the latest last.
  let words: [HighlightedWord]
  private let queue = PatientQueue("epub-read.state")
  private var store: StateStore?
  private var record: BookRecord?
  private let waiting = WaitingPlace()
  private let trouble = Guarded<StateError?>(nil)

  /// Reads what is kept, and makes the book the one read last. Never fails: reading goes on without it.
  init(of book: Book, _ title: String, _ source: BookSource, inFolder folder: String) {
    var place: Place?
    var words: [HighlightedWord] = []
    var fingerprint = book.fingerprint(path: source.absolutePath)
    do throws(StateError) {
      let store = try StateStore(folder: folder, now: System.now())
      let known = try store.book(like: fingerprint) { book.holdsQuote(of: $0) }
      fingerprint.path = fingerprint.path ?? known?.fingerprint.path
      place = known?.place.map { book.resolve($0).place }
      words = HighlightedWord.marked(try store.allWords(), inBook: known?.id, marksSaved: true)
      trouble.withLock { $0 = store.warning }
      self.store = store
      self.record = known
    } catch {
      trouble.withLock { $0 = error }
    }
    (self.place, self.words) = (place, words)
    noteReading(fingerprint, title, book.publication.metadata.author)
  }

  private func noteReading(_ fingerprint: Fingerprint, _ title: String, _ author: String) {
    attempt { [self] store throws(StateError) in
      record = try store.noteReading(
        fingerprint, as: record, title: title, author: author, now: System.now())
    }
  }

  /// What went wrong since this was asked last.
  func takeTrouble() -> StateError? {
    trouble.withLock { trouble in
      defer { trouble = nil }
      return trouble
    }
  }

  /// Waits until all is written.
  func finish() {
    if !queue.close() { trouble.withLock { $0 = .busy } }
  }
}

// Writing, when there is time
extension KeptReading {
  func save(_ place: SavedPlace) {
    guard waiting.put(place) else { return }
    change { [waiting] store, book throws(StateError) in
      try waiting.save { place throws(StateError) in
        try store.savePlace(place, of: book, now: System.now())
      }
    } otherwise: { [waiting] in
      waiting.giveUp()
    }
  }

  /// Writes what waits, so that what is answered next is kept, whatever happens to the process.
  func writeNow() { queue.finish() }

  /// Of all books, as in the command line's reader.
  func highlight(_ words: [HighlightedWord]) {
    change { store, _ throws(StateError) in
      try store.atOnce { () throws(StateError) in
        var known: [String: WordRecord] = [:]
        for word in try store.allWords() where word.bookID == nil { known[word.folded] = word }
        _ = try store.saveWords(
          words.map { word in
            let folded = WordSet.folded(word.value)
            var record =
              known[folded]
              ?? WordRecord(
                word: word.value, folded: folded, isSaved: false, created: System.now())
            record.isHighlighted = true
            record.color = word.color
            record.note = word.note ?? record.note
            return record
          })
      }
    }
  }

  /// A word that is saved to be learned stays saved.
  func unhighlight(_ values: [String]) {
    let folded = Set(values.map { WordSet.folded($0) })
    if folded.isEmpty { return }
    change { store, _ throws(StateError) in
      try store.atOnce { () throws(StateError) in
        let known = try store.allWords().filter { folded.contains($0.folded) && $0.isHighlighted }
        let saved = known.filter(\.isSaved).map { word in
          var word = word
          word.isHighlighted = false
          return word
        }
        _ = try store.saveWords(saved)
        for word in known where !word.isSaved {
          _ = try store.removeWords([word.folded], ofBook: word.bookID)
        }
      }
    }
  }

  /// - Parameter otherwise: is done where it can't be kept at all.
  private func change(
    _ body: @escaping @Sendable (StateStore, Int64) throws(StateError) -> Void,
    otherwise: @escaping @Sendable () -> Void = {}
  ) {
    attempt { [self] store throws(StateError) in
      guard let id = record?.id else { return otherwise() }
      try body(store, id)
    } otherwise: {
      otherwise()
    }
  }

  private func attempt(
    _ body: @escaping @Sendable (StateStore) throws(StateError) -> Void,
    otherwise: @escaping @Sendable () -> Void = {}
  ) {
    queue.add { [self] in
      guard let store else {
        otherwise()
        return true
      }
      do throws(StateError) {
        try body(store)
      } catch {
        if error == .busy { return false }
        trouble.withLock { $0 = error }
        otherwise()
      }
      return true
    }
  }
}

extension BookSource {
  /// From anywhere; `nil` for bytes.
  fileprivate var absolutePath: String? {
    switch self {
    case .path(let path): System.absolutePath(path)
    case .bytes: nil
    }
  }
}
