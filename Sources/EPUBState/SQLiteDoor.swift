// The one file that talks to SQLite: connections, statements, transactions, and errors with
// SQLite's own words.
//
// Every connection keeps the write-ahead log between runs: it is neither checkpointed nor removed
// when it closes, so that a normal end and a kill leave the same files. The log is bounded instead
// (`checkpointFrames`), because the next one to open reads it whole.
//
// `synchronous` is FULL for everything. NORMAL would survive a kill, but after a power cut the last
// changes could be missing, and each call promises that its change is on the disk when it returns.
// It costs one sync a commit; nobody waits for it, since the reader commits beside its key loop.

private import CSQLite

/// What SQLite refused, and its words for it.
struct SQLiteError: Error {
  enum Cause {
    /// Someone else holds it longer than we wait.
    case busy
    /// Its pages make no sense, or it is no database.
    case damaged
    /// Reading a file failed; the database itself may be well.
    case unreadable
    /// No file of that name can be opened or made.
    case cannotOpen
    case readOnly
    /// The statement names what the schema does not have.
    case statement
    /// The disk is full, writing failed, a constraint or a bound was broken.
    case failed
  }

  let cause: Cause
  let message: String

  init(_ cause: Cause, _ message: String) {
    self.cause = cause
    self.message = message
  }

  /// It is about files and who may use them, not about what is in them.
  var isOfFiles: Bool {
    switch cause {
    case .unreadable, .cannotOpen, .readOnly, .failed: true
    case .busy, .damaged, .statement: false
    }
  }

  fileprivate init(code: Int32, _ connection: OpaquePointer?) {
    cause = Self.cause(of: code)
    let text = unsafe connection == nil ? sqlite3_errstr(code) : sqlite3_errmsg(connection)
    message = unsafe text.map { unsafe String(cString: $0) } ?? "error \(code)"
  }

  private static func cause(of code: Int32) -> Cause {
    // The low byte is the kind of error, the rest its detail.
    switch code & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: .busy
    case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT: .damaged
    case SQLITE_CANTOPEN, SQLITE_AUTH, SQLITE_PERM: .cannotOpen
    case SQLITE_READONLY: .readOnly
    case SQLITE_ERROR: .statement
    case SQLITE_IOERR:
      [SQLITE_IOERR | 1 << 8, SQLITE_IOERR | 2 << 8].contains(code)
        // SQLITE_IOERR_READ and SQLITE_IOERR_SHORT_READ, which are macros.
        ? .unreadable : .failed
    default: .failed
    }
  }
}

/// One connection.
@safe final class Database {
  enum Mode {
    /// A database that is there.
    case write
    /// A database that is made where there is none.
    case create
    /// Never written, but others may write to it.
    case readOnly
    /// Read as if nobody could write to it; its log is passed over. Needs no file beside it.
    case immutable
    /// A new one in memory.
    case memory
  }

  /// Pages in the log from which on it is copied into the database.
  static let checkpointFrames = 100
  private static let busyMilliseconds: Int32 = 2000

  fileprivate let connection: OpaquePointer

  init(_ path: String, _ mode: Mode) throws(SQLiteError) {
    // SQLITE_OPEN_EXRESCODE: errors with their detail, from the first on.
    let always = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let flags =
      switch mode {
      case .write: always | SQLITE_OPEN_READWRITE
      case .create, .memory: always | SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      case .readOnly: always | SQLITE_OPEN_READONLY
      case .immutable: always | SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
      }
    var opened: OpaquePointer?
    let code = unsafe sqlite3_open_v2(Self.name(of: path, mode), &opened, flags, nil)
    guard code == SQLITE_OK, let made = unsafe opened else {
      let error = unsafe SQLiteError(code: code, opened)
      unsafe sqlite3_close_v2(opened)
      throw error
    }
    unsafe connection = made
    try configure(mode)
  }

  deinit { unsafe sqlite3_close_v2(connection) }

  /// What SQLite takes for a path: it must look like neither a URI nor one of its special names.
  private static func name(of path: String, _ mode: Mode) -> String {
    switch mode {
    case .memory: ":memory:"
    case .immutable: "file:\(escaped(path))?immutable=1"
    case .write, .create, .readOnly: path.utf8.first == UInt8(ascii: "/") ? path : "./\(path)"
    }
  }

  private static func escaped(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
        UInt8(ascii: "-"), UInt8(ascii: "_"):
        bytes.append(byte)
      default:
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func configure(_ mode: Mode) throws(SQLiteError) {
    unsafe sqlite3_busy_timeout(connection, Self.busyMilliseconds)
    let options = [
      (SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1), (SQLITE_DBCONFIG_ENABLE_FKEY, 1),
      // A damaged schema must not make SQLite do what it would not do for ours.
      (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0), (SQLITE_DBCONFIG_DEFENSIVE, 1),
    ]
    for (option, value) in options {
      try check(unsafe csqlite_configure(connection, option, Int32(value)))
    }
    try execute("PRAGMA temp_store = MEMORY; PRAGMA cell_size_check = ON")
    if mode == .write || mode == .create {
      unsafe sqlite3_wal_autocheckpoint(connection, Int32(Self.checkpointFrames))
      try execute("PRAGMA synchronous = FULL")
    }
  }

  private func check(_ code: Int32) throws(SQLiteError) {
    if code != SQLITE_OK { throw unsafe SQLiteError(code: code, connection) }
  }

  /// Runs statements that give nothing back.
  func execute(_ sql: String) throws(SQLiteError) {
    try check(unsafe sqlite3_exec(connection, sql, nil, nil, nil))
  }

  /// One transaction that is either there as a whole, on the disk, when this returns, or not at all.
  func transaction<Value>(
    _ body: (Database) throws(SQLiteError) -> Value
  ) throws(SQLiteError) -> Value {
    try execute("BEGIN IMMEDIATE")
    do throws(SQLiteError) {
      let value = try body(self)
      try execute("COMMIT")
      return value
    } catch {
      // After a full disk or a failed write SQLite may have rolled back by itself.
      if unsafe sqlite3_get_autocommit(connection) == 0 {
        unsafe sqlite3_exec(connection, "ROLLBACK", nil, nil, nil)
      }
      throw error
    }
  }

  /// A copy in memory, which may be written.
  func copyInMemory() throws(SQLiteError) -> Database {
    let copy = try Database("", .memory)
    guard let backup = unsafe sqlite3_backup_init(copy.connection, "main", connection, "main")
    else { throw unsafe SQLiteError(code: SQLITE_ERROR, copy.connection) }
    let code = unsafe sqlite3_backup_step(backup, -1)
    unsafe sqlite3_backup_finish(backup)
    guard code == SQLITE_DONE else { throw unsafe SQLiteError(code: code, nil) }
    return copy
  }

  /// Rows that the last statement added, changed or removed.
  var changedRowCount: Int { unsafe Int(sqlite3_changes64(connection)) }

  /// SQLite found that it can't write, whatever was asked for.
  var isReadOnly: Bool { unsafe sqlite3_db_readonly(connection, "main") == 1 }

  /// Its file is no longer what stands under its name.
  var hasMoved: Bool {
    var moved: Int32 = 0
    let code = unsafe sqlite3_file_control(connection, "main", SQLITE_FCNTL_HAS_MOVED, &moved)
    return code == SQLITE_OK && moved != 0
  }

  /// Copies the log into the database and empties it, if nobody is in the way.
  func emptyLog() {
    unsafe sqlite3_busy_timeout(connection, 0)
    // Not a loss where it fails: the log holds what it held.
    unsafe sqlite3_wal_checkpoint_v2(connection, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
    unsafe sqlite3_busy_timeout(connection, Self.busyMilliseconds)
  }
}

/// What stands in a column.
enum SQLValue {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])

  init(_ text: String?) { self = text.map { .text($0) } ?? .null }
  init(_ number: Int64?) { self = number.map { .integer($0) } ?? .null }
}

/// A prepared statement; it keeps its connection open.
@safe final class Statement {
  private let database: Database
  private let statement: OpaquePointer

  init(_ sql: String, _ values: [SQLValue] = [], in database: Database) throws(SQLiteError) {
    self.database = database
    var prepared: OpaquePointer?
    let code = unsafe sqlite3_prepare_v2(database.connection, sql, -1, &prepared, nil)
    guard code == SQLITE_OK, let made = unsafe prepared else {
      throw unsafe SQLiteError(code: code, database.connection)
    }
    unsafe statement = made
    try bind(values)
  }

  deinit { unsafe sqlite3_finalize(statement) }

  /// Takes new values, to be run from the start.
  func bind(_ values: [SQLValue]) throws(SQLiteError) {
    // What it last ended with was thrown when it did.
    unsafe sqlite3_reset(statement)
    for (index, value) in values.enumerated() { try bind(value, at: Int32(index + 1)) }
  }

  private func bind(_ value: SQLValue, at index: Int32) throws(SQLiteError) {
    let code: Int32
    switch value {
    case .null: code = unsafe sqlite3_bind_null(statement, index)
    case .integer(let number): code = unsafe sqlite3_bind_int64(statement, index, number)
    case .real(let number): code = unsafe sqlite3_bind_double(statement, index, number)
    case .text(var text):
      // With its length: it may hold U+0000.
      code = text.withUTF8 { bytes in
        guard let count = Int32(exactly: bytes.count) else { return SQLITE_TOOBIG }
        return unsafe bytes.withMemoryRebound(to: CChar.self) { bytes in
          unsafe csqlite_bind_text(statement, index, bytes.baseAddress, count)
        }
      }
    case .blob(let bytes):
      code = unsafe bytes.withUnsafeBytes { bytes in
        guard let count = Int32(exactly: bytes.count) else { return SQLITE_TOOBIG }
        return unsafe csqlite_bind_blob(statement, index, bytes.baseAddress, count)
      }
    }
    if code != SQLITE_OK { throw unsafe SQLiteError(code: code, database.connection) }
  }

  /// Goes on to the next row; `false` when there is none.
  func step() throws(SQLiteError) -> Bool {
    let code = unsafe sqlite3_step(statement)
    switch code {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw unsafe SQLiteError(code: code, database.connection)
    }
  }

  func isNull(_ column: Int) -> Bool {
    unsafe sqlite3_column_type(statement, Int32(column)) == SQLITE_NULL
  }

  func integer(_ column: Int) -> Int64 { unsafe sqlite3_column_int64(statement, Int32(column)) }

  func real(_ column: Int) -> Double { unsafe sqlite3_column_double(statement, Int32(column)) }

  func text(_ column: Int) -> String {
    guard let start = unsafe sqlite3_column_text(statement, Int32(column)) else { return "" }
    let count = unsafe Int(sqlite3_column_bytes(statement, Int32(column)))
    return unsafe String(
      decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  func blob(_ column: Int) -> [UInt8] {
    guard let start = unsafe sqlite3_column_blob(statement, Int32(column)) else { return [] }
    let count = unsafe Int(sqlite3_column_bytes(statement, Int32(column)))
    return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: count))
  }
}
