import EPUBBasics
import Synchronization

/// What other threads have for the reader, to be taken on its own.
final class Mailbox: Sendable {
  typealias Letter = @Sendable (Reader) -> Void
  private let letters = Guarded<[Letter]>([])
  private let wake: @Sendable () -> Void

  init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

  func put(_ letter: @escaping Letter) {
    letters.withLock { $0.append(letter) }
    wake()
  }

  func take() -> [Letter] {
    letters.withLock { letters in
      defer { letters = [] }
      return letters
    }
  }
}
