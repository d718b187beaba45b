import Dispatch
import EPUBBasics
import EPUBBook
import EPUBState
import EPUBTerminal
import Synchronization

/// Reading state as the reader in the terminal uses it: reads at once, writes behind the keys' back.
///
/// - Note: `@unchecked Sendable` because `kept` and `record` are touched on `queue` alone, which runs one
///   block at a time.
final class ReaderState: @unchecked Sendable {
  private let queue = DispatchQueue(label: "epub-read.state")
  private let kept: KeptState
  private var record: BookRecord?
  private let opened: OpenedBook
  /// The place that waits to be saved: of several only the last is.
  private let waitingPlace = Mutex<SavedPlace?>(nil)

  /// - Parameter record: what is known of the book already, if anything.
  init(_ kept: KeptState, _ opened: OpenedBook, _ record: BookRecord?) {
    self.kept = kept
    self.opened = opened
    self.record = record
  }

  /// Asks, and waits for the answer.
  func ask<Value: Sendable>(
    _ empty: Value,
    _ body: @Sendable (StateStore, BookRecord?) throws(StateError) -> Value
  ) -> Value {
    queue.sync {
      kept.ask(empty) { store throws(StateError) in try body(store, record) }
    }
  }

  /// Makes the book the one read last.
  func noteReading() {
    queue.async { [self] in
      kept.noteReading(opened)
      record = kept.record(of: opened)
    }
  }

  /// Writes when there is time; `done` hears whether it could be kept.
  func change(
    _ body: @escaping @Sendable (StateStore, Int64) throws(StateError) -> Void,
    then done: @escaping @Sendable (Bool) -> Void = { _ in }
  ) {
    queue.async { [self] in
      guard let id = record?.id else { return done(false) }
      done(
        kept.ask(false) { store throws(StateError) in
          try body(store, id)
          return true
        })
    }
  }

  /// Saves where the reader is. Of two that wait only the later is written.
  func save(_ place: SavedPlace) {
    let isFirst = waitingPlace.withLock { waiting in
      defer { waiting = place }
      return waiting == nil
    }
    guard isFirst else { return }
    queue.async { [self] in
      let place = waitingPlace.withLock { waiting -> SavedPlace? in
        defer { waiting = nil }
        return waiting
      }
      guard let place, let id = record?.id else { return }
      let now = kept.now
      kept.ask(()) { store throws(StateError) in try store.savePlace(place, of: id, now: now) }
    }
  }

  /// Seconds since 1970.
  var now: Int64 { queue.sync { kept.now } }

  /// Waits until all is written.
  func finish() { queue.sync {} }
}
