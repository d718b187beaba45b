import EPUBBasics

/// Standard output and standard error of one run; remembers when the first can't be written any more.
final class Output {
  private let environment: Environment
  private(set) var state = Environment.WriteOutcome.done

  init(_ environment: Environment) { self.environment = environment }

  /// `false` when there is no use in writing on.
  @discardableResult
  func write(_ bytes: [UInt8]) -> Bool {
    if state == .done, !bytes.isEmpty { state = environment.writeOutput(bytes) }
    return state == .done
  }

  @discardableResult
  func write(_ text: String) -> Bool { write(Array(text.utf8)) }

  /// One line on standard error.
  func note(_ line: String) { environment.writeError(Array("epub-read: \(line.printable)\n".utf8)) }
}
