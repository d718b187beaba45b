// How the database is opened.
//
// The usual way is one look at the file and one connection. Whatever is not usual (no database yet,
// an older schema, damage) is settled under a lock on the folder, looked at again there: of two
// processes that find the same damage, the second must not set aside what the first has made.
//
// Where writing is impossible, what can be read is read: with the log if SQLite can reach it, else
// without; an older schema in a copy in memory that is brought up to date there.

/// An open database, or none where nothing is kept and nothing may be made.
struct OpenedState {
  var database: Database?
  /// Why nothing may be written; `nil` when it may.
  var refusal: StateError?
  var warning: StateError?
}

struct StateOpening {
  /// `epub-read` in the state folder.
  let folder: String
  let createsFiles: Bool
  let schema: Schema

  var path: String { "\(folder)/state.sqlite" }
  /// Where the database is a link, SQLite keeps the log beside what it leads to.
  private var logPath: String { "\(resolved(path))-wal" }

  func open(now: Int64) throws(StateError) -> OpenedState {
    guard createsFiles else {
      return try openForReading(refusing: .notWritable("opened for reading only"))
    }
    do throws(StateError) {
      return try openForWriting(now: now)
    } catch {
      if error == .busy { throw error }
      return try openForReading(refusing: error)
    }
  }

  /// Opens anew after damage showed itself in `database`, or its file went away.
  func reopen(instead database: Database, now: Int64) throws(StateError) -> OpenedState {
    guard createsFiles else {
      return OpenedState(
        refusal: .notWritable("opened for reading only"), warning: .damaged(setAside: nil))
    }
    try makeStateFolder()
    let lock = try takeLock()
    defer { withExtendedLifetime(lock) {} }
    var name: String?
    if !database.hasMoved { name = try setAside(now: now) }
    return try openLocked(now: now, setAside: name)
  }

  /// When the log has grown so far that the next opening would feel it.
  var logIsLong: Bool {
    guard case .file(let byteCount) = PathKind(logPath) else { return false }
    // A frame is a page of 4 KiB and its header.
    return byteCount >= Database.checkpointFrames * 4120
  }

  // Writing

  private func openForWriting(now: Int64) throws(StateError) -> OpenedState {
    if let opened = try openUsual() { return opened }
    try makeStateFolder()
    let lock = try takeLock()
    defer { withExtendedLifetime(lock) {} }
    return try openLocked(now: now, setAside: nil)
  }

  /// `nil` when there is something to settle.
  private func openUsual() throws(StateError) -> OpenedState? {
    guard case .file(let byteCount) = PathKind(path), byteCount > 0 else { return nil }
    do throws(SQLiteError) {
      let database = try Database(path, .write)
      guard try schema.standing(of: database) == .current, !database.isReadOnly else { return nil }
      return OpenedState(database: database)
    } catch {
      if case .busy = error.cause { throw .busy }
      return nil
    }
  }

  private func openLocked(now: Int64, setAside known: String?) throws(StateError) -> OpenedState {
    var name = known
    if isMisplaced { name = try setAside(now: now) }
    while true {
      do throws(SQLiteError) {
        if var opened = try openOrMake() {
          if let name { opened.warning = .damaged(setAside: name) }
          return opened
        }
      } catch {
        if case .damaged = error.cause {} else { throw StateError(error) }
      }
      // Found damaged. What was made just now in its place can't be, unless the disk lies.
      if name != nil { throw .damaged(setAside: name) }
      name = try setAside(now: now)
    }
  }

  /// `nil` when it is not, or no longer, a database of ours.
  private func openOrMake() throws(SQLiteError) -> OpenedState? {
    let database = try Database(path, .create)
    switch try schema.standing(of: database) {
    case .foreign: return nil
    case .newer(let version):
      let reading = try Database(path, .readOnly)
      return OpenedState(
        database: reading, refusal: .newerSchema(version), warning: .newerSchema(version))
    case .current:
      if database.isReadOnly { throw SQLiteError(.readOnly, "the database is read-only") }
    case .empty:
      try database.execute("PRAGMA journal_mode = WAL")
      try schema.bringUpToDate(database)
    case .older:
      do throws(SQLiteError) {
        try schema.bringUpToDate(database)
      } catch {
        if case .statement = error.cause, try !schema.isIntact(in: database) { return nil }
        throw error
      }
    }
    return OpenedState(database: database)
  }

  // Reading

  private func openForReading(refusing refusal: StateError) throws(StateError) -> OpenedState {
    guard case .file(let byteCount) = PathKind(path), byteCount > 0 else {
      if createsFiles { throw refusal }
      let isStrange = isMisplaced
      return OpenedState(refusal: refusal, warning: isStrange ? .damaged(setAside: nil) : nil)
    }
    // Without a log there is nothing to pass over, and SQLite would make one.
    let hasLog = PathKind(logPath) != .nothing
    var failure: SQLiteError
    do throws(SQLiteError) {
      return try openForReading(hasLog ? .readOnly : .immutable, refusing: refusal)
    } catch {
      failure = error
    }
    // Another may be making the log at this moment; or it can't be reached, and then what the
    // database has without it is better than nothing.
    if !hasLog || failure.isOfFiles {
      do throws(SQLiteError) {
        return try openForReading(hasLog ? .immutable : .readOnly, refusing: refusal)
      } catch {
        if failure.isOfFiles { failure = error }
      }
    }
    if createsFiles { throw refusal }
    if case .damaged = failure.cause {
      return OpenedState(refusal: refusal, warning: .damaged(setAside: nil))
    }
    throw StateError(failure)
  }

  private func openForReading(
    _ mode: Database.Mode, refusing refusal: StateError
  ) throws(SQLiteError) -> OpenedState {
    let database = try Database(path, mode)
    var opened = OpenedState(
      database: database, refusal: refusal, warning: createsFiles ? refusal : nil)
    switch try schema.standing(of: database) {
    case .current: break
    case .empty:
      // All that it holds may be in the log that is passed over.
      if case .immutable = mode, PathKind(logPath) != .nothing {
        throw SQLiteError(.cannotOpen, "its log can't be read")
      }
      opened.database = nil
    case .foreign: throw SQLiteError(.damaged, "not a database of epub-read")
    case .newer(let version):
      opened.refusal = .newerSchema(version)
      opened.warning = .newerSchema(version)
    case .older:
      let copy = try database.copyInMemory()
      try schema.bringUpToDate(copy)
      opened.database = copy
    }
    return opened
  }

  // The folder

  /// No file where the database belongs, or a log without the database that it continues, which
  /// SQLite would delete.
  private var isMisplaced: Bool {
    switch PathKind(path) {
    case .other: return true
    // SQLite takes a single byte for none.
    case .file(let byteCount) where byteCount > 1: return false
    case .file, .nothing:
      if case .file(let byteCount) = PathKind(logPath) { return byteCount > 0 }
      return false
    }
  }

  private func makeStateFolder() throws(StateError) {
    do throws(SystemError) { try makeFolder(folder) } catch { throw .notWritable(error.message) }
  }

  private func takeLock() throws(StateError) -> FolderLock {
    do throws(SystemError) {
      if let lock = try FolderLock.take(folder) { return lock }
    } catch {
      throw .notWritable(error.message)
    }
    throw .busy
  }

  /// Gives the database and what belongs to it a name that says when; returns that name.
  ///
  /// The database goes first: should this be cut short, a log that stays alone is set aside by the
  /// next one to open.
  private func setAside(now: Int64) throws(StateError) -> String {
    let suffixes = ["", "-wal", "-shm", "-journal"]
    let base = "state.sqlite.damaged-\(datedName(now))"
    var name = base
    var number = 2
    while suffixes.contains(where: { isTaken("\(folder)/\(name)\($0)") }) {
      name = "\(base)-\(number)"
      number += 1
    }
    do throws(SystemError) {
      for suffix in suffixes where isTaken(path + suffix) {
        try rename(path + suffix, to: "\(folder)/\(name)\(suffix)")
      }
    } catch {
      throw .notWritable(error.message)
    }
    syncFolder(of: path)
    return name
  }
}

extension StateError {
  init(_ error: SQLiteError) {
    switch error.cause {
    case .busy: self = .busy
    case .damaged, .unreadable, .statement: self = .damaged(setAside: nil)
    case .cannotOpen, .readOnly: self = .notWritable(error.message)
    case .failed: self = .writeFailed(error.message)
    }
  }
}
