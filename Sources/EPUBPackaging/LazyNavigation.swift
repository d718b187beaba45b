import EPUBBasics
import Synchronization

/// The navigation, read when it is first asked for: a page is printed without it, and in a large book
/// it takes longer to read than that page.
final class LazyNavigation: Sendable {
  struct Reading: Sendable {
    let navigation: Navigation
    /// All findings of the publication, those made before included.
    let findings: [Finding]
  }

  private enum State {
    case unread(@Sendable () -> Reading)
    case read(Reading)
  }
  private let state: Guarded<State>

  init(_ read: @escaping @Sendable () -> Reading) { state = Guarded(.unread(read)) }

  var reading: Reading {
    state.withLock { state in
      switch state {
      case .read(let reading): return reading
      case .unread(let read):
        let reading = read()
        state = .read(reading)
        return reading
      }
    }
  }
}
