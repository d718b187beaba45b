import EPUBBasics
import EPUBBook
import EPUBState

/// What `epub-read notes` is asked to do; a book without one named is the book read last.
enum NotesTask {
  case list(book: String?)
  case importing(String, book: String?)

  init(_ request: Request) throws(Failure) {
    var operands = request.operands[...]
    if operands.first == "import" {
      operands.removeFirst()
      guard let path = operands.popFirst() else {
        throw .operandMissing("notes import", "notes import FILE [BOOK]")
      }
      self = .importing(path, book: operands.popFirst())
    } else {
      self = .list(book: operands.popFirst())
    }
    if let rest = operands.first {
      throw .tooManyOperands(rest, command: .notes, suggestion: nil)
    }
  }

  func run(
    _ request: Request, _ state: KeptState, _ environment: Environment, _ output: Output
  ) throws(Failure) {
    func open(_ name: String?) throws(Failure) -> OpenedBook {
      let operand = try state.operand(name)
      return try OpenedBook(operand, request, environment)
    }
    switch self {
    case .list(let book):
      let frame = try PageFrame(request, environment)
      let opened = try open(book)
      output.write(NotesListing(of: opened, state).bytes(as: request.listingFormat, frame))
    case .importing(let path, let book):
      let bytes = try request.input(path, environment)
      let shown = path == "-" ? "standard input" : path.asLine
      try NotesImport(try open(book), state, output).run(bytes, from: shown)
    }
  }
}
