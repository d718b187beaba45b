import EPUBBasics
import EPUBBook
import EPUBReader
import EPUBSegmentation
import EPUBState

/// What `epub-read words` is asked to do; a book without one named is the book read last.
enum WordsTask {
  /// Those of one book, or all.
  case list(book: String?)
  /// `book` is where the word stands.
  case add(WordLine, book: String?)
  case remove(String, book: String?)
  case importing(String, book: String?)
  case count(book: String?)

  static let names = ["list", "add", "remove", "import", "count"]

  init(_ request: Request) throws(Failure) {
    var operands = request.operands[...]
    let name = operands.popFirst() ?? "list"
    guard Self.names.contains(name) else {
      // A book in the task's place: its words are listed.
      guard name.hasSuffix(".epub") || name.contains("/") else {
        throw .noTask(name, of: .words, Self.names)
      }
      if let rest = operands.first {
        throw .tooManyOperands(rest, command: .words, suggestion: nil)
      }
      self = .list(book: name)
      return
    }
    func take(_ usage: String) throws(Failure) -> String {
      guard let operand = operands.popFirst(), !operand.isEmpty else {
        throw .operandMissing("words \(name)", "words \(name) \(usage)")
      }
      return operand
    }
    switch name {
    case "add":
      let line = WordLine(argument: try take("WORD[=COLOR]"))
      self = .add(line, book: operands.popFirst())
    case "remove":
      let word = try take("WORD")
      self = .remove(word, book: request.onlyBook ? operands.popFirst() : nil)
    case "import": self = .importing(try take("FILE"), book: operands.popFirst())
    case "count": self = .count(book: operands.popFirst())
    default: self = .list(book: operands.popFirst())
    }
    if let rest = operands.first {
      throw .tooManyOperands(rest, command: .words, suggestion: nil)
    }
    if case .add(let line, _) = self, WordSet.folded(line.word).isEmpty {
      throw .usage("words add \(line.word)", "no word", "write at least one letter")
    }
  }

  func run(
    _ request: Request, _ state: KeptState, _ environment: Environment, _ output: Output
  ) throws(Failure) {
    let keeping = WordKeeping(request, state, environment, output)
    switch self {
    case .list(let book): try keeping.list(book)
    case .add(let line, let book): try keeping.save([line], book)
    case .remove(let word, let book): try keeping.remove(word, book)
    case .importing(let path, let book):
      let bytes = try request.input(path, environment)
      let shown = path == "-" ? "standard input" : path.asLine
      try keeping.save(try WordLine.lines(of: bytes, shown), book)
    case .count(let book): try keeping.count(book)
    }
  }
}

extension WordLine {
  /// The last `=` parts word and colour, and only before a colour.
  fileprivate init(argument: String) {
    if let equals = argument.lastIndex(of: "="),
      let color = HighlightColor.hex(of: argument[argument.index(after: equals)...])
    {
      self.init(word: String(argument[..<equals]), color: color)
    } else {
      self.init(word: argument)
    }
  }
}

extension Request {
  /// The bytes of a file that an operand names, `-` for standard input.
  func input(_ path: String, _ environment: Environment) throws(Failure) -> [UInt8] {
    guard path == "-" else { return try Request.file(path, environment) }
    let outcome = environment.readInput(Request.maximumFileByteCount)
    switch outcome {
    case .bytes(let bytes): return bytes
    case .tooLarge: throw .file("standard input", outcome, "")
    case .failed(let number):
      throw .file("standard input", outcome, environment.describeError(number))
    }
  }
}

/// The tasks of `words`.
private struct WordKeeping {
  let request: Request
  let state: KeptState
  let environment: Environment
  let output: Output

  init(
    _ request: Request, _ state: KeptState, _ environment: Environment, _ output: Output
  ) {
    self.request = request
    self.state = state
    self.environment = environment
    self.output = output
  }

  private func open(_ name: String?) throws(Failure) -> OpenedBook {
    let operand = try state.operand(name)
    return try OpenedBook(operand, request, environment)
  }

  func list(_ book: String?) throws(Failure) {
    var words = state.ask([]) { store throws(StateError) in try store.allWords() }
    if request.onlyHighlights { words = words.filter(\.isHighlighted) }
    if request.onlyBook || book != nil {
      let id = state.record(of: try open(book))?.id
      words = words.filter { $0.bookID != nil && $0.bookID == id }
    }
    output.write(WordListing(words, as: request.listingFormat).bytes)
  }

  func remove(_ word: String, _ book: String?) throws(Failure) {
    let folded = WordSet.folded(word)
    let opened = request.onlyBook ? try open(book) : nil
    let record = opened.flatMap { state.record(of: $0) }
    let isElsewhere = opened != nil && record == nil
    let count =
      isElsewhere
      ? 0
      : try state.change { store throws(StateError) in
        try store.removeWords([folded], ofBook: record?.id)
      }
    if count == 0 { throw .noSuchWord(word.asLine) }
  }

  func count(_ book: String?) throws(Failure) {
    let opened = try open(book)
    var counts = opened.book.wordCounts()
    if request.onlyNew {
      let words = state.ask([]) { store throws(StateError) in try store.allWords() }
      let saved = Set(words.filter(\.isSaved).map(\.folded))
      counts = counts.filter { !saved.contains($0.word) }
    }
    output.write(WordListing.bytes(of: counts, as: request.listingFormat))
  }

  /// Adds words, or changes what is kept of them, all at once.
  func save(_ lines: [WordLine], _ book: String?) throws(Failure) {
    // Of a word that stands there twice the last line counts.
    var indices: [String: Int] = [:]
    var wanted: [(folded: String, line: WordLine)] = []
    for line in lines {
      let folded = WordSet.folded(line.word)
      if folded.isEmpty { continue }
      if let index = indices[folded] {
        wanted[index].line = line
      } else {
        indices[folded] = wanted.count
        wanted.append((folded, line))
      }
    }
    let opened = try source(book)
    let record =
      request.onlyBook
      ? try opened.map { book throws(Failure) in try state.recordToWrite(of: book) } : nil
    let occurrences = occurrences(of: wanted.map(\.line.word), in: opened, isNamed: book != nil)
    let (isHighlight, now) = (request.onlyHighlights, state.now)
    _ = try state.change { store throws(StateError) in
      try store.atOnce { () throws(StateError) in
        var known: [String: WordRecord] = [:]
        for word in try store.words(ofBook: record?.id) where word.bookID == record?.id {
          known[word.folded] = word
        }
        return try store.saveWords(
          wanted.enumerated().map { index, word in
            var kept =
              known[word.folded]
              ?? WordRecord(
                word: word.line.word, folded: word.folded, bookID: record?.id, isSaved: false,
                created: now)
            kept.color = word.line.color ?? kept.color
            kept.note = word.line.note ?? kept.note
            if isHighlight { kept.isHighlighted = true } else { kept.isSaved = true }
            if kept.sentence == nil, let opened, let found = occurrences[index] {
              kept.sentence = found.sentence
              kept.bookTitle = opened.title
              kept.place = found.cfi
            }
            return kept
          })
      }
    }
  }

  /// The book that words are taken from: the one named, which must be there, else the one read last if
  /// it is.
  private func source(_ book: String?) throws(Failure) -> OpenedBook? {
    if book != nil || request.onlyBook { return try open(book) }
    do throws(Failure) { return try open(nil) } catch { return nil }
  }

  /// Where words stand, from where the book was left on. For a file of words only in a book that was
  /// named: they come from elsewhere.
  private func occurrences(
    of words: [String], in opened: OpenedBook?, isNamed: Bool
  ) -> [WordOccurrence?] {
    guard let opened, isNamed || words.count == 1 else {
      return Array(repeating: nil, count: words.count)
    }
    var start = TextPosition(spine: 0, offset: 0)
    if let place = state.record(of: opened)?.place {
      start = opened.book.resolve(place).position
    }
    return opened.book.occurrences(of: words, from: start)
  }
}
