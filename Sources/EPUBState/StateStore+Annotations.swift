private let columns = Columns(
  ["book", "id", "kind"] + SavedPlace.columns("start") + SavedPlace.columns("end")
    + ["text", "color", "note", "chapter", "created", "modified"])

extension StateStore {
  /// In no order that matters; callers sort by resolved place.
  public func annotations(of book: Int64) throws(StateError) -> [AnnotationRecord] {
    try read([]) { database throws(SQLiteError) in
      let rows = try database.rows(
        "SELECT \(columns.list) FROM annotation WHERE book = ? ORDER BY created, id",
        [.integer(book)], annotation)
      return rows.compactMap { $0 }
    }
  }

  /// The books that have an annotation of that id, the one read last first.
  public func booksWithAnnotation(_ id: String) throws(StateError) -> [BookRecord] {
    try read([]) { database throws(SQLiteError) in
      let books = try database.rows(
        """
        SELECT book.id FROM annotation JOIN book ON book.id = annotation.book
        WHERE annotation.id = ? ORDER BY read_order DESC
        """, [.text(id)]
      ) { $0.integer(0) }
      var records: [BookRecord] = []
      for id in books {
        if let book = try StateStore.book(id, in: database) { records.append(book) }
      }
      return records
    }
  }

  /// Adds or replaces by id, all in one transaction; returns how many were new or changed.
  ///
  /// Ids are of one book: the same id in another book is another annotation. Of several with one id
  /// the last counts.
  public func saveAnnotations(
    _ annotations: [AnnotationRecord], of book: Int64
  ) throws(StateError) -> Int {
    let annotations = lastOfEach(annotations) { Array($0.id.utf8) }
    if annotations.isEmpty { return 0 }
    return try write { database throws(SQLiteError) in
      let replacement = try Statement(
        columns.replacement(into: "annotation", key: "book, id"), in: database)
      var changedCount = 0
      for annotation in annotations {
        try replacement.bind(values(annotation, book))
        _ = try replacement.step()
        changedCount += database.changedRowCount
      }
      return changedCount
    }
  }

  /// Returns how many there were.
  public func removeAnnotations(_ ids: [String], of book: Int64) throws(StateError) -> Int {
    if ids.isEmpty { return 0 }
    return try write { database throws(SQLiteError) in
      let removal = try Statement(
        "DELETE FROM annotation WHERE book = ? AND id = ?", in: database)
      var removedCount = 0
      for id in ids {
        try removal.bind([.integer(book), .text(id)])
        _ = try removal.step()
        removedCount += database.changedRowCount
      }
      return removedCount
    }
  }
}

/// In their order, without those that a later one with the same key replaces.
func lastOfEach<Item, Key: Hashable>(_ items: [Item], _ key: (Item) -> Key) -> [Item] {
  var seen: Set<Key> = []
  return Array(items.reversed().filter { seen.insert(key($0)).inserted }.reversed())
}

private func values(_ annotation: AnnotationRecord, _ book: Int64) -> [SQLValue] {
  [.integer(book), .text(annotation.id), .text(annotation.kind.rawValue)]
    + SavedPlace.values(annotation.start) + SavedPlace.values(annotation.end)
    + [
      .text(annotation.text), SQLValue(annotation.color), SQLValue(annotation.note),
      SQLValue(annotation.chapter), .integer(annotation.created), .integer(annotation.modified),
    ]
}

/// `nil` for a row without a start, which only damage makes.
private func annotation(_ row: Statement) -> AnnotationRecord? {
  guard let start = SavedPlace(row, from: 3) else { return nil }
  let rest = 3 + 2 * SavedPlace.columnCount
  return AnnotationRecord(
    id: row.text(1), kind: AnnotationRecord.Kind(rawValue: row.text(2)) ?? .note, start: start,
    end: SavedPlace(row, from: 3 + SavedPlace.columnCount), text: row.text(rest),
    color: row.optionalText(rest + 1), note: row.optionalText(rest + 2),
    chapter: row.optionalText(rest + 3), created: row.integer(rest + 4),
    modified: row.integer(rest + 5))
}
