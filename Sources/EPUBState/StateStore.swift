/// Why reading state could not be opened or written.
public enum StateError: Error, Hashable, Sendable {
  /// The folder or the database can't be made or opened for writing; what the system said.
  case notWritable(String)
  /// The disk is full, or writing failed otherwise.
  case writeFailed(String)
  /// The database could not be read; it was set aside under this name.
  case damaged(setAside: String?)
  /// Made by a newer version of this program: it is read and never written.
  case newerSchema(Int)
  /// Another process holds it longer than we wait.
  case busy
}

/// Everything that is kept between runs: one SQLite database.
///
/// Several processes may use one database at once. Each change is one transaction and is on the disk
/// when the call returns. Not for several threads at once.
public final class StateStore {
  /// What opening had to do, for one warning line; `nil` when all was well.
  public let warning: StateError?

  /// Opens or makes `epub-read/state.sqlite` under `folder` (`$XDG_STATE_HOME`).
  ///
  /// A damaged database is set aside under a dated name and a new one made; older schemas are
  /// migrated in one transaction; a newer one is opened read-only.
  ///
  /// - Parameter now: seconds since 1970, for the dated name.
  /// - Throws: `.notWritable` when there is nothing to read either.
  public init(folder: String, now: Int64) throws(StateError) {
    preconditionFailure("not built yet")
  }

  // Books
  /// The record of the same book, by the rules of `FingerprintMatch`: the best match, at least
  /// `.revised`; or, among those with `.identifierOnly`, the first for which `quoteIsFound` holds.
  public func book(
    like fingerprint: Fingerprint, quoteIsFound: (SavedPlace) -> Bool
  ) throws(StateError) -> BookRecord? {
    preconditionFailure("not built yet")
  }
  /// Adds the book or brings its record up to date, and makes it the last one read. Writes nothing when
  /// it is the last one already and nothing of it changed.
  public func noteReading(
    _ fingerprint: Fingerprint, as known: BookRecord?, title: String, author: String, now: Int64
  ) throws(StateError) -> BookRecord {
    preconditionFailure("not built yet")
  }
  /// Books read, newest first.
  public func recentBooks(limit: Int) throws(StateError) -> [BookRecord] {
    preconditionFailure("not built yet")
  }

  // Places
  public func savePlace(_ place: SavedPlace, of book: Int64, now: Int64) throws(StateError) {
    preconditionFailure("not built yet")
  }
  /// The history that back and forward walk: places oldest first, and the index of the current one.
  public func history(of book: Int64) throws(StateError) -> (places: [SavedPlace], current: Int) {
    preconditionFailure("not built yet")
  }
  public func saveHistory(
    _ places: [SavedPlace], current: Int, of book: Int64
  ) throws(StateError) {
    preconditionFailure("not built yet")
  }

  // Annotations
  /// In no order that matters; callers sort by resolved place.
  public func annotations(of book: Int64) throws(StateError) -> [AnnotationRecord] {
    preconditionFailure("not built yet")
  }
  /// Adds or replaces by id, all in one transaction; returns how many were new or changed.
  public func saveAnnotations(
    _ annotations: [AnnotationRecord], of book: Int64
  ) throws(StateError) -> Int {
    preconditionFailure("not built yet")
  }
  public func removeAnnotations(_ ids: [String], of book: Int64) throws(StateError) -> Int {
    preconditionFailure("not built yet")
  }

  // Words
  /// Words of all books and of one book, oldest first.
  public func words(ofBook book: Int64?) throws(StateError) -> [WordRecord] {
    preconditionFailure("not built yet")
  }
  /// Adds or replaces by folded form and scope, all in one transaction; returns how many were new or changed.
  public func saveWords(_ words: [WordRecord]) throws(StateError) -> Int {
    preconditionFailure("not built yet")
  }
  /// Removes by folded form; `book` limits it to the words of that book. Returns how many there were.
  public func removeWords(_ folded: [String], ofBook book: Int64?) throws(StateError) -> Int {
    preconditionFailure("not built yet")
  }
}
