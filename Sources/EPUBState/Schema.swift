/// The schema of the database as the steps that lead to it: `user_version` counts those taken.
///
/// A step that was released is never changed; a new one is added behind it.
struct Schema {
  /// `EPUB`: tells our databases from others.
  static let applicationID: Int64 = 0x4550_5542

  let steps: [String]

  static let current = Schema(steps: [booksPlacesNotesAndWords])

  var version: Int { steps.count }

  /// How a database stands to this schema.
  enum Standing: Equatable {
    /// Nothing was written into it yet.
    case empty
    case current
    case older(Int)
    case newer(Int)
    /// It is a database, but not one of ours, or no longer.
    case foreign
  }

  func standing(of database: Database) throws(SQLiteError) -> Standing {
    let found = Int(try database.integer("PRAGMA user_version"))
    let application = try database.integer("PRAGMA application_id")
    if found == 0, application == 0 {
      return try database.integer("SELECT count(*) FROM sqlite_schema") == 0 ? .empty : .foreign
    }
    guard application == Self.applicationID, found > 0 else { return .foreign }
    if found > version { return .newer(found) }
    // Reads the schema, which shows most damage now and not later; it is needed anyway.
    do throws(SQLiteError) {
      _ = try database.integer("SELECT id FROM book ORDER BY read_order DESC LIMIT 1")
    } catch {
      if case .statement = error.cause { return .foreign }
      throw error
    }
    return found < version ? .older(found) : .current
  }

  /// Takes the steps that are missing, all in one transaction.
  func bringUpToDate(_ database: Database) throws(SQLiteError) {
    try database.transaction { database throws(SQLiteError) in
      // Counted again, now that nobody else can write.
      let found = Int(try database.integer("PRAGMA user_version"))
      guard found < version else { return }
      for step in steps[found...] { try database.execute(step) }
      try database.execute("PRAGMA application_id = \(Self.applicationID)")
      try database.execute("PRAGMA user_version = \(version)")
    }
  }

  /// Whether the database has the schema that its version names. Not for the usual way: it makes
  /// such a schema to compare.
  func isIntact(in database: Database) throws(SQLiteError) -> Bool {
    let found = Int(try database.integer("PRAGMA user_version"))
    guard found > 0, found <= version else { return false }
    let model = try Database("", .memory)
    try Schema(steps: Array(steps[..<found])).bringUpToDate(model)
    return try Self.text(of: database) == Self.text(of: model)
  }

  private static func text(of database: Database) throws(SQLiteError) -> [String] {
    try database.rows("SELECT name, sql FROM sqlite_schema ORDER BY name") {
      "\($0.text(0)): \($0.text(1))"
    }
  }
}

/// Books, the places and history in them, annotations, words.
///
/// A place is ten columns, all NULL where there is none. `read_order` says which book was read after
/// which, whatever the clock said; `set_order` the same of words. Identifiers of books are drawn by
/// lot: one that a reader still holds never names another book of a database that was made anew.
private let booksPlacesNotesAndWords = """
  CREATE TABLE book (
    id INTEGER PRIMARY KEY,
    documents BLOB NOT NULL,
    digest INTEGER NOT NULL,
    identifier TEXT,
    path TEXT,
    title TEXT NOT NULL,
    author TEXT NOT NULL,
    last_read INTEGER NOT NULL,
    read_order INTEGER NOT NULL,
    history_current INTEGER NOT NULL DEFAULT 0,
    place_spine INTEGER,
    place_offset INTEGER,
    place_cfi TEXT,
    place_quote_before TEXT,
    place_quote_at TEXT,
    place_quote_after TEXT,
    place_progression REAL,
    place_text_rules INTEGER,
    place_document_bytes INTEGER,
    place_document_crc INTEGER
  ) STRICT;
  CREATE INDEX book_by_digest ON book (digest);
  CREATE INDEX book_by_read_order ON book (read_order);

  CREATE TABLE history (
    book INTEGER NOT NULL REFERENCES book (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    place_spine INTEGER,
    place_offset INTEGER,
    place_cfi TEXT,
    place_quote_before TEXT,
    place_quote_at TEXT,
    place_quote_after TEXT,
    place_progression REAL,
    place_text_rules INTEGER,
    place_document_bytes INTEGER,
    place_document_crc INTEGER,
    PRIMARY KEY (book, position)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE annotation (
    book INTEGER NOT NULL REFERENCES book (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    start_spine INTEGER,
    start_offset INTEGER,
    start_cfi TEXT,
    start_quote_before TEXT,
    start_quote_at TEXT,
    start_quote_after TEXT,
    start_progression REAL,
    start_text_rules INTEGER,
    start_document_bytes INTEGER,
    start_document_crc INTEGER,
    end_spine INTEGER,
    end_offset INTEGER,
    end_cfi TEXT,
    end_quote_before TEXT,
    end_quote_at TEXT,
    end_quote_after TEXT,
    end_progression REAL,
    end_text_rules INTEGER,
    end_document_bytes INTEGER,
    end_document_crc INTEGER,
    text TEXT NOT NULL,
    color TEXT,
    note TEXT,
    chapter TEXT,
    created INTEGER NOT NULL,
    modified INTEGER NOT NULL,
    PRIMARY KEY (book, id)
  ) STRICT;

  CREATE TABLE word (
    folded TEXT NOT NULL,
    book INTEGER REFERENCES book (id) ON DELETE CASCADE,
    word TEXT NOT NULL,
    color TEXT,
    note TEXT,
    is_saved INTEGER NOT NULL,
    is_highlighted INTEGER NOT NULL,
    sentence TEXT,
    book_title TEXT,
    place TEXT,
    created INTEGER NOT NULL,
    set_order INTEGER NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX word_by_scope ON word (folded, coalesce(book, 0));
  CREATE INDEX word_by_order ON word (created, set_order);
  """
