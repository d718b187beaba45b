import EPUBBasics
import EPUBBook
import EPUBContainer
import EPUBPackaging
import EPUBReader
import EPUBSegmentation
import EPUBState

/// Exit statuses (contract, "Exit status and errors").
enum ExitStatus: Int32, CaseIterable {
  case done = 0
  /// Asked for something that is not there.
  case notThere = 1
  case usage = 64
  case unreadable = 65
  case noSuchFile = 66
  case locked = 69
  case outputFailed = 74

  /// As help tells it.
  var meaning: String {
    switch self {
    case .done: "done"
    case .notThere: "asked for something that is not there: no hit, no such chapter, place or word"
    case .usage: "wrong usage"
    case .unreadable: "the book cannot be read"
    case .noSuchFile: "no such file"
    case .locked: "the book is encrypted"
    case .outputFailed: "standard output failed, or keeping what was to be kept"
    }
  }
}

/// Why a run ends early: its exit status and its one line, without `epub-read: `.
///
/// Every sentence that tells of an error stands in this file.
struct Failure: Error {
  var status: ExitStatus
  var line: String

  init(_ status: ExitStatus, _ line: String) {
    self.status = status
    self.line = line
  }

  static func usage(_ subject: String, _ wrong: String, _ toDo: String) -> Failure {
    Failure(.usage, "\(subject): \(wrong); \(toDo)")
  }
}

// Usage
extension Failure {
  static func unknownOption(_ spelled: String, suggestion: String?) -> Failure {
    .usage(
      spelled, "no such option",
      suggestion.map { "did you mean \($0)?" } ?? "see epub-read --help")
  }

  static func missingValue(_ option: Option) -> Failure {
    .usage(
      option.rawValue, "needs a value", "write \(option.rawValue) \(option.details.value ?? "")")
  }

  static func needlessValue(_ option: Option) -> Failure {
    .usage(option.rawValue, "takes no value", "write \(option.rawValue) alone")
  }

  static func badValue(_ option: Option, _ value: String, _ wrong: String) -> Failure {
    .usage(
      "\(option.rawValue) \(value)", wrong, "write \(option.rawValue) \(option.details.value ?? "")"
    )
  }

  static func optionOfOthers(_ option: Option, in command: Command) -> Failure {
    let owners = Command.allCases.filter { $0.takes(option) }.map(\.shownName)
    let subject = command == .read ? "reading" : "the command \(command.rawValue)"
    return .usage(
      option.rawValue, "\(subject) takes no such option",
      "it belongs to \(owners.joined(separator: ", "))")
  }

  static func notInThisVersion(_ name: String) -> Failure {
    .usage(name, "not in this version of epub-read", "see epub-read --help for what there is")
  }

  static func tooManyOperands(_ operand: String, command: Command, suggestion: Command?) -> Failure
  {
    if let suggestion {
      return .usage(
        operand, "no such command", "did you mean epub-read \(suggestion.rawValue)?")
    }
    return .usage(
      operand, "one argument too many",
      "see epub-read help\(command == .read ? "" : " \(command.rawValue)")")
  }

  static let noPattern = usage(
    "search", "what to search for is missing", "write epub-read search PATTERN BOOK")

  static func noSuchCommand(_ name: String, suggestion: Command?) -> Failure {
    .usage(
      name, "no such command",
      suggestion.map { "did you mean \($0.rawValue)?" } ?? "see epub-read help")
  }

  static let noRoom = usage(
    "--margin", "the margins leave no room for text", "choose smaller ones or a larger --size")

  static func pageBeyond(_ page: Int, lastPage: Int, book: String) -> Failure {
    Failure(
      .usage,
      "\(book): there is no page \(page); the last page at this size is \(lastPage)")
  }
}

// Patterns
extension Failure {
  init(_ error: TextPattern.PatternError, pattern: String) {
    switch error {
    case .empty:
      self = .usage("search", "the pattern is empty", "write at least one letter or sign")
    case .invalid(let offset, let reason):
      self = .usage(
        "-E \(pattern)",
        "no regular expression: \(Self.words(ofICU: reason)) at character \(offset + 1)",
        "see ICU's syntax, or search without -E")
    }
  }
}

extension Failure {
  /// ICU has names for its reasons: `U_REGEX_MISSING_CLOSE_BRACKET`.
  private static func words(ofICU name: String) -> String {
    let prefix = "U_REGEX_"
    guard name.hasPrefix(prefix) else { return name }
    let words = name.dropFirst(prefix.count).lowercased()
    return String(words.map { $0 == "_" ? " " : $0 })
  }
}

// What is not there
extension Failure {
  /// A word that names nothing at all.
  static func neitherFileNorCommand(_ word: String, suggestion: Command?) -> Failure {
    let toDo = suggestion.map { "did you mean epub-read \($0.rawValue)?" } ?? "see epub-read help"
    return Failure(.noSuchFile, "\(word): no such file and no such command; \(toDo)")
  }

  static let noBookYet = Failure(
    .noSuchFile, "no book was read yet; name one: epub-read BOOK")

  static func noChapter(_ wanted: String, count: Int, book: String) -> Failure {
    let toDo =
      count == 0 ? "the book has no contents" : "see its \(count) entries with epub-read toc"
    return Failure(.notThere, "\(book): no chapter \(wanted); \(toDo)")
  }

  static func chapterIsNowhere(_ title: String, book: String) -> Failure {
    Failure(
      .notThere,
      "\(book): the contents entry \(title) leads to no text of the book; choose another one")
  }

  static func severalChapters(_ wanted: String, _ entries: [ContentsEntry], book: String) -> Failure
  {
    let shown = entries.prefix(20).map { "\($0.number) \($0.title)" }.joined(separator: ", ")
    let rest = entries.count > 20 ? " and \(entries.count - 20) more" : ""
    return Failure(
      .notThere, "\(book): several chapters match \(wanted); choose by number: \(shown)\(rest)")
  }

  static func noPrintPage(_ label: String, labels: [String], book: String) -> Failure {
    guard let first = labels.first, let last = labels.last else {
      return Failure(
        .notThere, "\(book): no print page \(label); the book has no list of print pages")
    }
    return Failure(
      .notThere, "\(book): no print page \(label); the book has \(first) to \(last)")
  }

  static func noLinearText(book: String) -> Failure {
    Failure(.notThere, "\(book): no linear text to measure; choose a page with --page")
  }

  static func noCover(book: String) -> Failure {
    Failure(.notThere, "\(book): no cover and no picture on its first page; nothing to show")
  }
}

// Reading state
extension Failure {
  static func lastBookIsGone(_ path: String) -> Failure {
    Failure(
      .noSuchFile, "\(path): the book read last is no longer there; name one: epub-read BOOK")
  }

  static func lastBookHasNoFile(_ title: String) -> Failure {
    Failure(
      .noSuchFile,
      "\(title): the book read last came from standard input; name one: epub-read BOOK")
  }

  static let stateIsOff = usage(
    "--no-state", "this command changes reading state", "leave the option out")

  /// Writing that was asked for failed.
  init(notKept error: StateError, in folder: String) {
    self.init(.outputFailed, "\(folder): \(Self.sentence(error)); nothing was changed")
  }

  /// The line for what is wrong with reading state, where reading goes on all the same.
  static func warning(_ error: StateError, in folder: String) -> String {
    switch error {
    case .damaged(.some), .newerSchema: "\(folder): \(sentence(error))"
    case .damaged, .notWritable, .writeFailed, .busy:
      "\(folder): \(sentence(error)); reading goes on without it"
    }
  }

  private static func sentence(_ error: StateError) -> String {
    switch error {
    case .notWritable(let words): "reading state can't be written: \(words)"
    case .writeFailed(let words): "writing reading state failed: \(words)"
    case .damaged(let name?):
      "reading state was damaged; it was set aside as \(name) and begun anew"
    case .damaged: "reading state is damaged"
    case .newerSchema:
      "reading state is of a newer epub-read; it is read and not changed"
    case .busy: "another program holds reading state"
    }
  }

  static func noPlace(_ shown: String, book: String) -> Failure {
    Failure(
      .notThere,
      "\(book): \(shown) leads to no document of this book; take a place of the same edition")
  }

  static func placeIsLost(book: String) -> String {
    "\(book): the saved place is not in this edition of the book; this is about as far in it"
  }

  static func noTask(_ name: String, of command: Command, _ tasks: [String]) -> Failure {
    .usage(
      "\(command.rawValue) \(name)", "no such task",
      "\(command.rawValue) takes \(tasks.joined(separator: ", "))")
  }

  static func operandMissing(_ subject: String, _ usage: String) -> Failure {
    .usage(subject, "an argument is missing", "write epub-read \(usage)")
  }

  static func noSuchWord(_ word: String) -> Failure {
    Failure(.notThere, "\(word): no such word is kept; epub-read words lists them")
  }

  static func noAnnotations(_ path: String, _ wrong: String) -> Failure {
    Failure(
      .unreadable,
      "\(path): no annotations in it: \(wrong); give a W3C AnnotationPage as notes --format json writes it"
    )
  }

  static func notPlaced(_ count: Int, of total: Int, path: String, book: String) -> String {
    "\(path): \(count) of \(counted(total, "annotation", "annotations")) found no place in \(book) and "
      + "\(count == 1 ? "was" : "were") left out"
  }

  static func badConfiguration(_ path: String, _ wrong: String) -> String {
    "\(path): \(wrong); the configuration is ignored"
  }

  /// Something in the configuration that is passed over.
  static func configuration(
    _ path: String, _ line: Int, _ wrong: String, _ toDo: String
  ) -> String {
    "\(path), line \(line): \(wrong); \(toDo)"
  }

  static func moreWrong(in path: String, _ count: Int) -> String {
    "\(path): \(count) more like these; mend them first"
  }
}

// Files
extension Failure {
  /// A file that an option names.
  static func file(_ path: String, _ outcome: Environment.ReadOutcome, _ words: String) -> Failure {
    switch outcome {
    case .bytes: preconditionFailure("only for reading that failed")
    case .tooLarge: Failure(.unreadable, "\(path): too large; give a smaller file")
    case .failed(let number):
      Failure(
        System.isAboutTheName(number) ? .noSuchFile : .unreadable,
        "\(path): \(words); check its name and permissions")
    }
  }

  static func outputFailed(_ words: String) -> Failure {
    Failure(.outputFailed, "standard output: \(words); nothing more is written")
  }
}

// Books
extension Failure {
  init(_ error: BookError, book: String, environment: Environment) {
    let status: ExitStatus =
      switch error.kind {
      case .noSuchFile: .noSuchFile
      case .unreadable, .tooLarge: .unreadable
      case .locked: .locked
      }
    self.init(status, "\(book): \(error.words(of: environment.describeError))")
  }
}
