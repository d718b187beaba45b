import EPUBBook
import Foundation
import Synchronization
import TestKit

@testable import EPUBFront
@testable import EPUBTerminal

/// The reader in the terminal without a terminal: keys in by name, the screen out as text.
final class ReaderOnScreen {
  let reader: Reader
  let output: Output
  private let bell: Bell

  /// - Parameters:
  ///   - state: the folder of the reading state; `nil` for none.
  ///   - arguments: a command line that reads a book.
  ///   - fetches: `false` to have it ask later for what is kept.
  init(
    _ arguments: [String], columns: Int = 80, rows: Int = 24, state: String? = nil,
    fetches: Bool = true, clock: @escaping () -> Double = { 0 }
  ) throws {
    var environment = Environment(
      variables: state.map { ["XDG_STATE_HOME": $0, "XDG_CACHE_HOME": "\($0)/cache"] } ?? [:],
      outputIsTerminal: true, terminalSize: { nil }, writeOutput: { _ in .done },
      writeError: { _ in }, readInput: { _ in .bytes([]) },
      readFile: { path, _ in
        FileManager.default.contents(atPath: path).map { .bytes([UInt8]($0)) }
          ?? .failed(errno: ENOENT)
      }, describeError: { "error \($0)" })
    environment.clock = clock
    environment.now = { 1_000_000_000 }
    let request = try Request(parsing: arguments, environment)
    output = Output(environment)
    output.holdNotes()
    let kept = KeptState(request, environment, output)
    let opened = try OpenedBook(.argument(request.operands[0]), request, environment)
    let bell = Bell()
    self.bell = bell
    let size = Environment.TerminalSize(columns: columns, rows: rows)
    let opening = ReaderOpening(
      environment: environment, output: output, size: size,
      capabilities: TerminalCapabilities(
        colorDepth: .trueColor, pictures: .none, isTmux: false), wake: { bell.ring() })
    reader = try opening.reader(
      of: opened, request, kept, try request.highlightedWords(environment))
    if fetches { reader.fetchKept() }
    settle()
  }

  /// Takes what other threads have, until the book is counted and nothing waits to be kept.
  func settle() {
    reader.state.finish()
    let end = Date(timeIntervalSinceNow: 120)
    repeat {
      if bell.takeRing() { reader.handle(.woken) }
      Thread.sleep(forTimeInterval: 0.001)
    } while (reader.session.survey == nil || reader.session.found?.isComplete == false)
      && Date() < end
    reader.state.finish()
    reader.handle(.woken)
  }

  /// Keys by their names, as the configuration writes them.
  func press(_ keys: String) {
    for name in keys.split(separator: " ") {
      guard let stroke = KeyStroke(name: String(name)) else {
        preconditionFailure("no key is called \(name)")
      }
      reader.handle(.key(stroke))
    }
    settle()
  }

  func type(_ text: String) {
    for scalar in text.unicodeScalars { reader.handle(.key(KeyStroke(scalar))) }
    settle()
  }

  func resize(_ columns: Int, _ rows: Int) {
    reader.resize(to: Environment.TerminalSize(columns: columns, rows: rows))
    reader.handle(.resized)
    settle()
  }

  var lines: [String] {
    let screen = reader.screen()
    return (0..<screen.rows).map { screen.text(ofRow: $0) }
  }

  var text: String { lines.joined(separator: "\n") }
  var status: String { lines.last?.trimmingCharacters(in: .whitespaces) ?? "" }

  func leave() { reader.finish() }
}

private final class Bell: Sendable {
  private let isRung = Mutex(false)
  func ring() { isRung.withLock { $0 = true } }
  func takeRing() -> Bool {
    isRung.withLock { rung in
      defer { rung = false }
      return rung
    }
  }
}
