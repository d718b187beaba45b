import Dispatch

/// Work in its order, one piece at a time, on a thread of its own; what can't be done yet is tried again
/// and again, and all behind it waits with it.
///
/// - Note: `@unchecked Sendable` because `waiting` and `triesLater` are touched on `queue` alone, which
///   runs one block at a time.
package final class PatientQueue: @unchecked Sendable {
  private let queue: DispatchQueue
  /// The first first; each says whether it is done with.
  private var waiting: [@Sendable () -> Bool] = []
  private var triesLater = false

  package init(_ label: String) { queue = DispatchQueue(label: label) }

  package func add(_ work: @escaping @Sendable () -> Bool) {
    queue.async { [self] in
      waiting.append(work)
      // Behind what has failed already it waits with it.
      if !triesLater { run() }
    }
  }

  /// Runs at once, between two pieces of work.
  package func sync<Value>(_ body: () -> Value) -> Value { queue.sync(execute: body) }

  /// Tries to do all.
  package func finish() { queue.sync { run() } }

  /// Tries to do all, several times where it must be; `false` when some of it is left undone.
  package func close() -> Bool {
    queue.sync {
      for _ in 0..<5 where !waiting.isEmpty { run() }
      return waiting.isEmpty
    }
  }

  /// Does what waits, up to what can't be done yet.
  private func run() {
    while let next = waiting.first, next() { waiting.removeFirst() }
    if waiting.isEmpty || triesLater { return }
    triesLater = true
    queue.asyncAfter(deadline: .now() + 0.5) { [weak self] in
      guard let self else { return }
      triesLater = false
      run()
    }
  }
}
