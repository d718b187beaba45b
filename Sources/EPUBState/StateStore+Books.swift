private let fingerprintColumns = ["documents", "digest", "identifier", "path"]
private let nameColumns = ["title", "author", "last_read", "read_order"]
private let written = Columns(
  ["id"] + fingerprintColumns + nameColumns + SavedPlace.columns("place"))
private let updated = Columns(fingerprintColumns + nameColumns)
private let selection = """
  SELECT id, documents, identifier, path, title, author, last_read,
  \(SavedPlace.columns("place").joined(separator: ", ")) FROM book
  """

extension StateStore {
  /// The record of the same book, by the rules of `FingerprintMatch`: the best match, at least
  /// `.revised`; or, among those with `.identifierOnly`, the first for which `quoteIsFound` holds.
  ///
  /// Of several that match alike, the one that shares most, then the one read last. `quoteIsFound`
  /// is asked for the saved place, then for the first annotation and for where the first word of the
  /// book was met.
  public func book(
    like fingerprint: Fingerprint, quoteIsFound: (SavedPlace) -> Bool
  ) throws(StateError) -> BookRecord? {
    let found = try read(Candidates()) { database throws(SQLiteError) in
      try StateStore.candidates(for: fingerprint, in: database)
    }
    if let best = found.best { return best }
    for id in found.sharingIdentifier {
      let known = try read(nil) { database throws(SQLiteError) in
        try StateStore.bookWithPlaces(id, in: database)
      }
      if let known, known.places.contains(where: quoteIsFound) { return known.book }
    }
    return nil
  }

  /// Adds the book or brings its record up to date, and makes it the last one read. Writes nothing when
  /// it is the last one already and nothing of it changed.
  ///
  /// Without `known`, a book with the very same documents is still the same book: another process
  /// may have added it meanwhile.
  public func noteReading(
    _ fingerprint: Fingerprint, as known: BookRecord?, title: String, author: String, now: Int64
  ) throws(StateError) -> BookRecord {
    self.now = max(self.now, now)
    let noted = BookRecord(
      id: known?.id ?? newBookID(), fingerprint: fingerprint, title: title, author: author,
      lastRead: now, place: known?.place)
    let isKnown = known != nil
    let unchanged = try read(nil) { database throws(SQLiteError) -> BookRecord? in
      guard let last = try StateStore.recentBooks(1, in: database).first else { return nil }
      let isTheSame = isKnown ? last.id == noted.id : last.fingerprint.match(fingerprint) == .same
      return isTheSame && sayTheSame(last, noted) ? last : nil
    }
    let record: BookRecord
    if let unchanged {
      record = unchanged
    } else {
      record = try write { database throws(SQLiteError) in
        try StateStore.note(noted, isKnown: isKnown, in: database)
      }
    }
    reading = record
    return record
  }

  /// What is kept of a book that was not read: something belongs to it. It does not become the last one
  /// read. A book with the very same documents is still the same book.
  public func addBook(
    _ fingerprint: Fingerprint, title: String, author: String, now: Int64
  ) throws(StateError) -> BookRecord {
    self.now = max(self.now, now)
    let added = BookRecord(
      id: newBookID(), fingerprint: fingerprint, title: title, author: author, lastRead: now,
      place: nil)
    return try write { database throws(SQLiteError) in
      if let known = try StateStore.equalBook(fingerprint, in: database) { return known }
      try StateStore.insert(added, readOrder: 0, in: database)
      return added
    }
  }

  /// Books read, newest first.
  public func recentBooks(limit: Int) throws(StateError) -> [BookRecord] {
    try read([]) { database throws(SQLiteError) in
      try StateStore.recentBooks(max(0, limit), in: database)
    }
  }

  private static func recentBooks(
    _ limit: Int, in database: Database
  ) throws(SQLiteError) -> [BookRecord] {
    try database.rows(
      "\(selection) WHERE read_order > 0 ORDER BY read_order DESC LIMIT ?",
      [.integer(Int64(limit))], book)
  }

  static func book(_ id: Int64, in database: Database) throws(SQLiteError) -> BookRecord? {
    try database.rows("\(selection) WHERE id = ?", [.integer(id)], book).first
  }

  static func isLastRead(_ id: Int64, in database: Database) throws(SQLiteError) -> Bool {
    try database.integer(
      "SELECT id FROM book WHERE read_order > 0 ORDER BY read_order DESC LIMIT 1") == id
  }

  static func nextReadOrder(in database: Database) throws(SQLiteError) -> Int64 {
    try database.integer("SELECT max(read_order) FROM book") &+ 1
  }

  private static func note(
    _ noted: BookRecord, isKnown: Bool, in database: Database
  ) throws(SQLiteError) -> BookRecord {
    var stored = isKnown ? try book(noted.id, in: database) : nil
    if stored == nil { stored = try equalBook(noted.fingerprint, in: database) }
    guard let stored else {
      try insert(noted, in: database)
      return noted
    }
    try database.run(
      "UPDATE book SET \(updated.assignments) WHERE id = ?",
      values(of: noted, readOrder: try nextReadOrder(in: database)) + [.integer(stored.id)])
    var record = noted
    record.id = stored.id
    record.place = stored.place
    return record
  }

  /// - Parameter readOrder: 0 for a book that was not read; behind all others without.
  private static func insert(
    _ record: BookRecord, readOrder: Int64? = nil, in database: Database
  ) throws(SQLiteError) {
    var next = readOrder
    if next == nil { next = try nextReadOrder(in: database) }
    let values = values(of: record, readOrder: next ?? 0)
    try database.run(
      written.insertion(into: "book"),
      [.integer(record.id)] + values + SavedPlace.values(record.place))
  }

  /// Puts a book that is being read into a database that does not know it.
  static func restore(_ record: BookRecord, in database: Database) throws(SQLiteError) {
    if try book(record.id, in: database) == nil { try insert(record, in: database) }
  }

  private static func values(of record: BookRecord, readOrder: Int64) -> [SQLValue] {
    let packed = Fingerprint.pack(record.fingerprint.documents)
    return [
      .blob(packed), .integer(Fingerprint.digest(packed)),
      SQLValue(record.fingerprint.identifier), SQLValue(record.fingerprint.path),
      .text(record.title), .text(record.author), .integer(record.lastRead), .integer(readOrder),
    ]
  }

  private static func book(_ row: Statement) -> BookRecord {
    BookRecord(
      id: row.integer(0),
      fingerprint: Fingerprint(
        documents: Fingerprint.unpack(row.blob(1)), identifier: row.optionalText(2),
        path: row.optionalText(3)),
      title: row.text(4), author: row.text(5), lastRead: row.integer(6),
      place: SavedPlace(row, from: 7))
  }
}

// Finding

private struct Candidates {
  var best: BookRecord?
  /// Newest first.
  var sharingIdentifier: [Int64] = []
}

extension StateStore {
  private static func candidates(
    for fingerprint: Fingerprint, in database: Database
  ) throws(SQLiteError) -> Candidates {
    // The usual case costs one look into an index; only else is every book compared.
    if let equal = try equalBook(fingerprint, in: database) { return Candidates(best: equal) }
    var found = Candidates()
    var best: (id: Int64, sharedCount: Int)?
    let books = try Statement(
      "SELECT id, documents, identifier FROM book ORDER BY read_order DESC", in: database)
    while try books.step() {
      let other = Fingerprint(
        documents: Fingerprint.unpack(books.blob(1)), identifier: books.optionalText(2))
      let shared = SharedDocuments(fingerprint.documents, other.documents)
      switch fingerprint.match(other, sharing: shared) {
      case .same, .revised:
        if shared.count > best?.sharedCount ?? 0 { best = (books.integer(0), shared.count) }
      case .identifierOnly: found.sharingIdentifier.append(books.integer(0))
      case .different: break
      }
    }
    if let best { found.best = try book(best.id, in: database) }
    return found
  }

  /// The book with equal documents.
  private static func equalBook(
    _ fingerprint: Fingerprint, in database: Database
  ) throws(SQLiteError) -> BookRecord? {
    let digest = Fingerprint.digest(Fingerprint.pack(fingerprint.documents))
    return try database.rows(
      "\(selection) WHERE digest = ? ORDER BY read_order DESC", [.integer(digest)], book
    ).first { $0.fingerprint.match(fingerprint) == .same }
  }

  /// The book and what tells it by its text: its place, an annotation, a word's sentence.
  private static func bookWithPlaces(
    _ id: Int64, in database: Database
  ) throws(SQLiteError) -> (book: BookRecord, places: [SavedPlace])? {
    guard let record = try book(id, in: database) else { return nil }
    let annotated = try database.rows(
      """
      SELECT \(SavedPlace.columns("start").joined(separator: ", ")) FROM annotation
      WHERE book = ? ORDER BY created, id LIMIT 1
      """, [.integer(id)]
    ) { SavedPlace($0, from: 0) }
    let met = try database.rows(
      """
      SELECT place, sentence FROM word WHERE book = ? AND place IS NOT NULL AND sentence IS NOT NULL
      ORDER BY created, set_order LIMIT 1
      """, [.integer(id)]
    ) { SavedPlace(ofSentence: $0.text(1), cfi: $0.text(0)) }
    return (record, [record.place].compactMap { $0 } + annotated.compactMap { $0 } + met)
  }
}

extension SavedPlace {
  /// Where a word was met, as far as a word keeps it.
  fileprivate init(ofSentence sentence: String, cfi: String) {
    self.init(
      spine: 0, offset: 0, cfi: cfi, quote: Quote(before: "", at: sentence, after: ""),
      totalProgression: 0, textRulesVersion: 0, document: nil)
  }
}

/// Drawn by lot, and exact as a JSON number.
private func newBookID() -> Int64 { Int64.random(in: 1..<1 << 53) }

/// Whether what is kept of the book is the same, apart from when it was read and where it was left.
/// Byte by byte: two paths that differ in their normalization are two.
private func sayTheSame(_ a: BookRecord, _ b: BookRecord) -> Bool {
  a.fingerprint.documents == b.fingerprint.documents
    && areIdentical(a.fingerprint.identifier, b.fingerprint.identifier)
    && areIdentical(a.fingerprint.path, b.fingerprint.path)
    && areIdentical(a.title, b.title) && areIdentical(a.author, b.author)
}

private func areIdentical(_ a: String?, _ b: String?) -> Bool {
  guard let a, let b else { return a == nil && b == nil }
  return a.utf8.elementsEqual(b.utf8)
}
