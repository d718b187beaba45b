import EPUBBasics
import EPUBBook
import EPUBReader
import EPUBState
import EPUBTerminal

/// Reading state as the reader in the terminal uses it: reads at once, writes behind the keys' back.
///
/// What can't be written because another program holds the state waits, in its order, and is tried again
/// and again until the reader is left.
///
/// - Note: `@unchecked Sendable` because `kept` and `record` are touched on `queue` alone, which does one
///   thing at a time.
final class ReaderState: @unchecked Sendable {
  private let queue = PatientQueue("epub-read.state")
  private let kept: KeptState
  private var record: BookRecord?
  private let opened: OpenedBook
  private let waitingPlace = WaitingPlace()

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
    queue.add { [self] in
      let attempt = kept.attempt { store throws(StateError) in
        record = try kept.noteReading(opened, in: store)
      }
      switch attempt {
      case .kept: return true
      case .refused:
        record = kept.record(of: opened)
        return true
      case .busy: return false
      }
    }
  }

  /// Writes when there is time; `done` hears whether it could be kept.
  func change(
    _ body: @escaping @Sendable (StateStore, Int64) throws(StateError) -> Void,
    then done: @escaping @Sendable (Bool) -> Void = { _ in }
  ) {
    queue.add { [self] in
      guard let id = record?.id else {
        done(false)
        return true
      }
      let attempt = kept.attempt { store throws(StateError) in try body(store, id) }
      if attempt != .busy { done(attempt == .kept) }
      return attempt != .busy
    }
  }

  /// Saves where the reader is. Of two that wait only the later is written.
  func save(_ place: SavedPlace) {
    guard waitingPlace.put(place) else { return }
    change { [self] store, book throws(StateError) in
      try waitingPlace.save { place throws(StateError) in
        try store.savePlace(place, of: book, now: kept.now)
      }
    } then: { [waitingPlace] kept in
      if !kept { waitingPlace.giveUp() }
    }
  }

  /// Tries to write all.
  func finish() { queue.finish() }

  /// Waits until all is written, or others hold the state for longer than anyone wants to wait.
  func close() {
    if !queue.close() { queue.sync { kept.tellBusy() } }
  }
}
