import EPUBBasics
package import EPUBState
import Synchronization

/// The place that waits to be saved: of several only the last is.
package final class WaitingPlace: Sendable {
  private let place = Guarded<SavedPlace?>(nil)

  package init() {}

  /// - Returns: whether none waited: then somebody must be told to save it.
  package func put(_ new: SavedPlace) -> Bool {
    place.withLock { place in
      defer { place = new }
      return place == nil
    }
  }

  /// Saves what waits, and what comes meanwhile. Where that fails it goes on waiting.
  package func save(
    with body: (SavedPlace) throws(StateError) -> Void
  ) throws(StateError) {
    var saved: SavedPlace?
    while let next = next(behind: saved) {
      try body(next)
      saved = next
    }
  }

  /// `nil`, and none waits any longer, when it is the one that was saved.
  private func next(behind saved: SavedPlace?) -> SavedPlace? {
    place.withLock { place in
      if place == saved { place = nil }
      return place
    }
  }

  /// It can't be saved at all.
  package func giveUp() { place.withLock { $0 = nil } }
}
