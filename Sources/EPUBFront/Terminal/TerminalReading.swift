import EPUBBasics
import EPUBBook
import EPUBTerminal

/// Reading in the terminal: opens the book at its place and stays until the reader is left.
struct TerminalReading {
  let request: Request
  let environment: Environment
  let output: Output
  let terminal: Terminal

  /// `nil` where pages are to be printed: no terminal, or printing was asked for.
  init?(
    _ request: Request, _ environment: Environment, _ output: Output
  ) {
    guard request.readsInTerminal, environment.outputIsTerminal else { return nil }
    guard let terminal = environment.openTerminal(Terminal.Options(request, environment)) else {
      return nil
    }
    self.request = request
    self.environment = environment
    self.output = output
    self.terminal = terminal
  }

  private var opening: ReaderOpening {
    ReaderOpening(
      environment: environment, output: output, size: ReaderLoop.size(of: terminal),
      capabilities: terminal.capabilities, wake: terminal.waker)
  }

  /// Reads a book, and those that are chosen in its stead.
  func run(_ first: OpenedBook, _ state: KeptState, _ words: [HighlightedWord]) throws(Failure) {
    var reader = try opening.reader(of: first, request, state, words)
    output.holdNotes()
    terminal.start()
    defer {
      terminal.stop()
      output.releaseNotes()
    }
    var next = request
    next.position = nil
    var goesOn = false
    while case .reads(let path, let mark) = ReaderLoop(
      reader: reader, terminal: terminal, output: output, goesOn: goesOn
    ).run() {
      do throws(Failure) {
        let opened = try OpenedBook(path == "-" ? "./-" : path, next, environment)
        let other = try opening.reader(
          of: opened, next, state, words, showing: mark.map { .mark($0) } ?? .savedPlace)
        reader.finish()
        reader = other
        goesOn = false
      } catch {
        // The book that is open stays open.
        reader.message = error.line
        goesOn = true
      }
    }
  }
}

extension Terminal.Options {
  /// What the terminal is known by, and what the user wants of it.
  init(_ request: Request, _ environment: Environment) {
    var variables = environment.variables
    if request.graphics != .auto { variables["EPUB_READ_PICTURES"] = request.graphics.rawValue }
    self.init(
      environment: variables, usesMouse: request.usesMouse, isPlain: request.isPlain,
      colorDepth: request.color == .never ? ColorDepth.none : nil)
  }
}

extension Request {
  /// Whether nothing asks for printing.
  var readsInTerminal: Bool {
    if prints || json { return false }
    if case .pages(let first, let last) = position { return last == first }
    return true
  }
}
