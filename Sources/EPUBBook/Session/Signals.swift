import Synchronization

/// Says once to other threads that something is over.
final class Flag: Sendable {
  private let raised = Atomic(false)
  var isRaised: Bool { raised.load(ordering: .relaxed) }
  func raise() { raised.store(true, ordering: .relaxed) }
}

/// Wakes the session's host, once until it has taken what there is.
final class Waker: Sendable {
  private let isCalled = Atomic(false)
  private let wake: @Sendable () -> Void

  init(_ wake: @escaping @Sendable () -> Void) { self.wake = wake }

  /// To be called after what is new has been put down.
  func call() {
    if !isCalled.exchange(true, ordering: .acquiringAndReleasing) { wake() }
  }

  /// To be called before what is new is taken.
  func rest() { _ = isCalled.exchange(false, ordering: .acquiringAndReleasing) }
}
