import EPUBBasics
import EPUBBook
import EPUBPackaging
import EPUBState

/// Reading state as one run of the command line sees it: opened when it is first needed, and what is
/// wrong with it told once.
final class KeptState {
  /// What a run does with it.
  private enum Use {
    /// Nothing, not even a look: `--no-state`.
    case nothing
    case reads
    /// Writes beside what was asked for; that it can't is no more than a warning.
    case notes
    /// Writing is what was asked for.
    case writes
  }

  private let use: Use
  /// `nil` when the system names none.
  private let folder: String?
  private let environment: Environment
  private let output: Output
  private var store: StateStore?
  private var isOpen = false
  private var openingError: StateError?
  private var isTold = false

  init(_ request: Request, _ environment: Environment, _ output: Output) {
    self.environment = environment
    self.output = output
    folder = environment.folder("XDG_STATE_HOME", inHome: ".local/state")
    use =
      request.ignoresState
      ? .nothing : request.command == .read ? .notes : request.writesState ? .writes : .reads
  }

  var now: Int64 { environment.now() }

  /// Reads; `empty` where nothing is kept or it can't be read.
  func ask<Value>(_ empty: Value, _ body: (StateStore) throws(StateError) -> Value) -> Value {
    do throws(StateError) {
      guard let store = try open() else { return empty }
      let value = try body(store)
      if use != .writes { tell(store.warning) }
      return value
    } catch {
      // Where writing was asked for, the error of that will say it.
      if use != .writes { tell(store?.warning ?? error) }
      return empty
    }
  }

  /// Changes what is kept, where that was asked for.
  func change<Value>(
    _ body: (StateStore) throws(StateError) -> Value
  ) throws(Failure) -> Value {
    if use == .nothing { throw .stateIsOff }
    do throws(StateError) {
      guard let store = try open() else { throw .notWritable("no home folder is known") }
      let value = try body(store)
      tell(store.warning)
      return value
    } catch {
      throw Failure(notKept: error, in: shownFolder)
    }
  }

  /// What became of a change that is made beside what was asked for.
  enum Attempt {
    case kept, refused
    /// Another program held the state for longer than we wait: to be tried again.
    case busy
  }

  /// Changes something; what is wrong is told once, but for a state that is held by others.
  func attempt(_ body: (StateStore) throws(StateError) -> Void) -> Attempt {
    if openingError == .busy { (openingError, isOpen) = (nil, false) }
    do throws(StateError) {
      guard let store = try open() else { return .refused }
      try body(store)
      tell(store.warning)
      return .kept
    } catch {
      if error == .busy { return .busy }
      tell(store?.warning ?? error)
      return .refused
    }
  }

  /// Others held the state to the end.
  func tellBusy() { tell(.busy) }

  private func open() throws(StateError) -> StateStore? {
    if let openingError { throw openingError }
    if isOpen { return store }
    isOpen = true
    guard use != .nothing, let folder else { return nil }
    do throws(StateError) {
      store = try StateStore(folder: folder, now: now, createsFiles: use != .reads)
    } catch {
      openingError = error
      throw error
    }
    return store
  }

  /// One line for whatever is wrong, the first time.
  private func tell(_ warning: StateError?) {
    guard let warning, !isTold else { return }
    isTold = true
    output.note(Failure.warning(warning, in: shownFolder))
  }

  private var shownFolder: String { folder.map { "\($0)/epub-read" } ?? "reading state" }
}

extension KeptState {
  /// What is kept of a book; `nil` when nothing is.
  func record(of opened: OpenedBook) -> BookRecord? {
    ask(nil) { store throws(StateError) in try record(of: opened, in: store) }
  }

  /// What is kept of a book, made where there is nothing, without making it the book read last.
  func recordToWrite(of opened: OpenedBook) throws(Failure) -> BookRecord {
    try change { store throws(StateError) in
      if let known = try record(of: opened, in: store) { return known }
      return try store.addBook(
        opened.fingerprint, title: opened.title, author: opened.author, now: now)
    }
  }

  /// Makes the book the one read last; writes only when that changes something.
  func noteReading(_ opened: OpenedBook) {
    ask(()) { store throws(StateError) in _ = try noteReading(opened, in: store) }
  }

  func noteReading(
    _ opened: OpenedBook, in store: StateStore
  ) throws(StateError) -> BookRecord {
    let known = try record(of: opened, in: store)
    var fingerprint = opened.fingerprint
    // A book read from standard input is still where it was.
    fingerprint.path = fingerprint.path ?? known?.fingerprint.path
    return try store.noteReading(
      fingerprint, as: known, title: opened.title, author: opened.author, now: now)
  }

  private func record(
    of opened: OpenedBook, in store: StateStore
  ) throws(StateError) -> BookRecord? {
    try store.book(like: opened.fingerprint) { opened.book.holdsQuote(of: $0) }
  }

  /// The book that is named, else the one read last.
  func operand(_ name: String?) throws(Failure) -> OpenedBook.Operand {
    if let name { return .argument(name) }
    return try lastBook()
  }

  /// The book read last: what a command works on when none is named.
  func lastBook() throws(Failure) -> OpenedBook.Operand {
    let last = ask(nil) { store throws(StateError) in try store.recentBooks(limit: 1).first }
    guard let last else { throw .noBookYet }
    guard let path = last.fingerprint.path else { throw .lastBookHasNoFile(last.title.asLine) }
    return .lastRead(path)
  }
}

extension Environment {
  /// The folder of what can be computed again.
  var cacheHome: String? { folder("XDG_CACHE_HOME", inHome: ".cache") }

  /// A folder of the XDG base directories; a relative path in the variable does not count.
  func folder(_ variable: String, inHome name: String) -> String? {
    if let path = variables[variable], path.hasPrefix("/") { return path }
    guard let home = variables["HOME"], home.hasPrefix("/") else { return nil }
    return home == "/" ? "/\(name)" : "\(home)/\(name)"
  }
}
