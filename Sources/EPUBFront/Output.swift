import EPUBBasics
import Synchronization

/// Standard output and standard error of one run; remembers when the first can't be written any more.
final class Output {
  private let environment: Environment
  /// Of what was written; what waits counts as done.
  private(set) var state = Environment.WriteOutcome.done
  private var waiting: [UInt8] = []
  /// `nil` when lines go to standard error at once. Of any thread, as the state's warnings are.
  private let held = Guarded<HeldNotes?>(nil)

  init(_ environment: Environment) { self.environment = environment }

  /// `false` when there is no use in writing on. Small pieces wait until there are enough of them.
  @discardableResult
  func write(_ bytes: [UInt8]) -> Bool {
    waiting += bytes
    if waiting.count >= 1 << 17 { flush() }
    return state == .done
  }

  /// Writes what waits.
  func flush() {
    if state == .done, !waiting.isEmpty { state = environment.writeOutput(waiting) }
    waiting.removeAll(keepingCapacity: true)
  }

  @discardableResult
  func write(_ text: String) -> Bool { write(Array(text.utf8)) }

  /// Whether everything so far could be written; writes what waits.
  var isWhole: Bool {
    flush()
    return state == .done
  }

  /// Keeps the lines of standard error back, while a screen stands where they would be written.
  func holdNotes() { held.withLock { $0 = $0 ?? HeldNotes() } }

  /// The last of those that were kept back since this was asked last, to be shown on the screen. They
  /// are still written when the screen is gone.
  func newestHeldNote() -> String? {
    held.withLock { held in
      guard let lines = held?.lines, lines.count > held?.seenCount ?? 0 else { return nil }
      held?.seenCount = lines.count
      return lines.last
    }
  }

  func releaseNotes() {
    let lines = held.withLock { held in
      defer { held = nil }
      return held?.lines ?? []
    }
    for line in lines { note(line) }
  }

  /// One line on standard error.
  func note(_ line: String) {
    let isHeld = held.withLock { held in
      held?.lines.append(line)
      return held != nil
    }
    if isHeld { return }
    flush()
    environment.writeError(Array("epub-read: \(line.asLine)\n".utf8))
  }
}

private struct HeldNotes {
  var lines: [String] = []
  var seenCount = 0
}
