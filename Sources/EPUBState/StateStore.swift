/// Why reading state could not be opened or written.
public enum StateError: Error, Hashable, Sendable {
  /// The folder or the database can't be made or opened for writing; what the system said.
  case notWritable(String)
  /// The disk is full, or writing failed otherwise.
  case writeFailed(String)
  /// The database could not be read; it was set aside under this name, or could not be.
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
///
/// Damage that shows itself after opening is treated as on opening: the database is set aside, a new
/// one made, the book being read put into it, and the call goes on with that one. The same where the
/// database was deleted or moved away meanwhile.
public final class StateStore {
  /// What opening, or a later call, had to do, for one warning line; `nil` when all was well.
  public private(set) var warning: StateError?

  private let opening: StateOpening
  private var database: Database?
  private var refusal: StateError?
  private var hasWritten = false
  /// The latest time that a caller gave.
  var now: Int64
  /// The book being read: what a database that is made anew must know.
  var reading: BookRecord?
  /// The database while several calls are one transaction, and what failed in one of them.
  private var shared: Database?
  private var sharedFailure: SQLiteError?

  /// Opens or makes `epub-read/state.sqlite` under `folder` (`$XDG_STATE_HOME`).
  ///
  /// A damaged database is set aside under a dated name and a new one made; older schemas are
  /// migrated in one transaction; a newer one is opened read-only.
  ///
  /// - Parameter now: seconds since 1970, for the dated name.
  /// - Parameter createsFiles: `false` for what only reads: nothing is made, moved or migrated on
  ///   the disk; where there is no database, or a damaged one, the store is empty; writing throws
  ///   `.notWritable`.
  /// - Throws: `.notWritable` or `.writeFailed` when there is nothing to read either, `.busy`.
  public convenience init(
    folder: String, now: Int64, createsFiles: Bool = true
  ) throws(StateError) {
    try self.init(
      folder: folder, now: now, createsFiles: createsFiles, schema: .current)
  }

  /// For tests: as if the schema had more steps behind those it has.
  package convenience init(folder: String, now: Int64, moreSteps: [String]) throws(StateError) {
    try self.init(
      folder: folder, now: now, createsFiles: true,
      schema: Schema(steps: Schema.current.steps + moreSteps))
  }

  private init(
    folder: String, now: Int64, createsFiles: Bool, schema: Schema
  ) throws(StateError) {
    // A NUL would cut the name short.
    if folder.isEmpty || folder.utf8.contains(0) { throw .notWritable("no such folder") }
    opening = StateOpening(
      folder: "\(folder)/epub-read", createsFiles: createsFiles, schema: schema)
    self.now = now
    let opened = try opening.open(now: now)
    database = opened.database
    refusal = opened.refusal
    warning = opened.warning
  }

  deinit {
    if hasWritten, opening.logIsLong { database?.emptyLog() }
  }

  /// For tests: runs statements as they are.
  package func execute(_ sql: String) throws(StateError) {
    do throws(SQLiteError) { try database?.execute(sql) } catch { throw StateError(error) }
  }

  /// Makes one transaction of all that `body` reads and changes: nobody else writes in between.
  ///
  /// It runs again from the start where damage shows itself only then.
  public func atOnce<Value>(_ body: () throws(StateError) -> Value) throws(StateError) -> Value {
    if shared != nil { return try body() }
    return try write { database throws(SQLiteError) in
      (shared, sharedFailure) = (database, nil)
      defer { shared = nil }
      do throws(StateError) {
        return try body()
      } catch {
        throw sharedFailure ?? SQLiteError(.failed, "given up")
      }
    }
  }

  private func share<Value>(
    _ database: Database, _ body: (Database) throws(SQLiteError) -> Value
  ) throws(StateError) -> Value {
    do throws(SQLiteError) {
      return try body(database)
    } catch {
      sharedFailure = error
      throw stateError(error)
    }
  }

  /// Reads; `empty` where nothing is kept.
  func read<Value>(
    _ empty: Value, _ body: (Database) throws(SQLiteError) -> Value
  ) throws(StateError) -> Value {
    if let shared { return try share(shared, body) }
    guard let database else { return empty }
    do throws(SQLiteError) {
      return try body(database)
    } catch {
      guard isDamage(error, of: database) else { throw stateError(error) }
    }
    try replace(database)
    guard let new = self.database else { return empty }
    do throws(SQLiteError) { return try body(new) } catch { throw stateError(error) }
  }

  /// Changes something, in one transaction.
  func write<Value>(
    _ body: (Database) throws(SQLiteError) -> Value
  ) throws(StateError) -> Value {
    if let shared { return try share(shared, body) }
    if let refusal { throw refusal }
    guard let database else { throw .notWritable("no database") }
    if !database.hasMoved {
      do throws(SQLiteError) {
        let value = try database.transaction(body)
        hasWritten = true
        return value
      } catch {
        guard isDamage(error, of: database) else { throw stateError(error) }
      }
    }
    try replace(database)
    if let refusal { throw refusal }
    guard let new = self.database else { throw .notWritable("no database") }
    do throws(SQLiteError) {
      let value = try new.transaction(body)
      hasWritten = true
      return value
    } catch {
      throw stateError(error)
    }
  }

  private func replace(_ old: Database) throws(StateError) {
    database = nil
    let opened: OpenedState
    do throws(StateError) {
      opened = try opening.reopen(instead: old, now: now)
    } catch {
      // Nothing is kept from here on, and whoever wants to write is told why.
      refusal = refusal ?? error
      warning = error
      throw error
    }
    database = opened.database
    refusal = opened.refusal
    warning = opened.warning ?? warning
    guard let new = database, refusal == nil, let reading else { return }
    do throws(SQLiteError) {
      try new.transaction { database throws(SQLiteError) in
        try StateStore.restore(reading, in: database)
      }
    } catch {
      throw stateError(error)
    }
  }

  private func isDamage(_ error: SQLiteError, of database: Database) -> Bool {
    if case .newerSchema = refusal { return false }
    switch error.cause {
    case .damaged: return true
    case .statement:
      // Our mistake where the schema is as it should be: that must never cost a good database.
      do throws(SQLiteError) {
        return try !opening.schema.isIntact(in: database)
      } catch {
        if case .damaged = error.cause { return true }
        return false
      }
    case .busy, .unreadable, .cannotOpen, .readOnly, .failed: return false
    }
  }

  private func stateError(_ error: SQLiteError) -> StateError {
    // What a newer schema no longer has can't be asked for.
    if case .newerSchema = refusal, let refusal, case .statement = error.cause { return refusal }
    return StateError(error)
  }
}
