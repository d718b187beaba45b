import EPUBBasics
import EPUBBook
import EPUBTerminal

/// Joins a reader to the terminal: one input after another, one screen after all that wait.
struct ReaderLoop {
  let reader: Reader
  let terminal: Terminal
  let output: Output
  /// Whether the reader has been here before, and knows what is kept.
  var goesOn = false

  /// Returns when the reader is left, with what is to be read next, if anything.
  func run() -> ReaderEnd {
    var hasAsked = goesOn
    draw(again: false)
    while true {
      if !hasAsked {
        // The first page is there before anything else is done.
        hasAsked = true
        terminal.ask()
        reader.fetchKept()
      }
      let drawnSize = reader.size
      var wasResized = take(terminal.nextInput(timeoutMilliseconds: nil))
      // Keys that repeat faster than a screen is drawn are answered by one screen.
      var taken = 1
      while taken < 64, reader.effects.isEmpty {
        let more = terminal.nextInput(timeoutMilliseconds: 0)
        if more == .nothing { break }
        wasResized = take(more) || wasResized
        taken += 1
      }
      // Where it was smaller for a moment, what stood beyond that is gone.
      var drawsAgain = wasResized && reader.size == drawnSize
      while !reader.effects.isEmpty {
        switch reader.effects.removeFirst() {
        case .redraw: drawsAgain = true
        case .suspend:
          reader.state.finish()
          terminal.suspend()
          drawsAgain = true
        case .copy(let text):
          if !terminal.copy(text) { reader.message = "Too long to be copied" }
        case .quit:
          reader.finish()
          return .quits
        case .read(let path, let mark):
          // It may have to go on: the other book can be gone.
          reader.state.finish()
          return .reads(path: path, mark: mark)
        }
      }
      draw(again: drawsAgain)
    }
  }

  /// - Returns: whether the terminal's size changed, if only for a moment.
  private func take(_ input: TerminalInput) -> Bool {
    if input == .resized || input == .resumed { reader.resize(to: Self.size(of: terminal)) }
    if input == .learned { reader.learn(terminal.capabilities) }
    reader.handle(input)
    if let note = output.newestHeldNote() { reader.message = note }
    return input == .resized
  }

  private func draw(again: Bool) {
    let screen = reader.screen()
    if again { terminal.redraw(screen) } else { terminal.draw(screen) }
    terminal.show(reader.pictures())
  }

  static func size(of terminal: Terminal) -> Environment.TerminalSize {
    let size = terminal.size
    return Environment.TerminalSize(columns: size.columns, rows: size.rows)
  }
}

/// How a reader was left.
enum ReaderEnd: Hashable {
  case quits
  /// Another book is wanted, at the place of one of its annotations or where it was left.
  case reads(path: String, mark: String?)
}
