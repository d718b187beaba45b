private let columns = Columns([
  "folded", "book", "word", "color", "note", "is_saved", "is_highlighted", "sentence",
  "book_title", "place", "created", "set_order",
])
private let oldestFirst = "ORDER BY created, set_order"

extension StateStore {
  /// Words of all books and of one book, oldest first; of those set in one second, in the order in
  /// which they were set.
  public func words(ofBook book: Int64?) throws(StateError) -> [WordRecord] {
    try read([]) { database throws(SQLiteError) in
      try database.rows(
        "SELECT \(columns.list) FROM word WHERE book IS NULL OR book = ? \(oldestFirst)",
        [SQLValue(book)], word)
    }
  }

  /// Every word there is, whatever book it is of, oldest first.
  public func allWords() throws(StateError) -> [WordRecord] {
    try read([]) { database throws(SQLiteError) in
      try database.rows("SELECT \(columns.list) FROM word \(oldestFirst)", [], word)
    }
  }

  /// Adds or replaces by folded form and scope, all in one transaction; returns how many were new or changed.
  ///
  /// Of several with one form and scope the last counts.
  public func saveWords(_ words: [WordRecord]) throws(StateError) -> Int {
    let words = lastOfEach(words) { WordKey(folded: Array($0.folded.utf8), book: $0.bookID) }
    if words.isEmpty { return 0 }
    return try write { database throws(SQLiteError) in
      let replacement = try Statement(
        columns.replacement(
          into: "word", key: "folded, coalesce(book, 0)", ignoring: "set_order"),
        in: database)
      var order = try database.integer("SELECT max(set_order) FROM word")
      var changedCount = 0
      for word in words {
        order &+= 1
        try replacement.bind(values(word, order))
        _ = try replacement.step()
        changedCount += database.changedRowCount
      }
      return changedCount
    }
  }

  /// Removes by folded form; `book` limits it to the words of that book. Returns how many there were.
  public func removeWords(_ folded: [String], ofBook book: Int64?) throws(StateError) -> Int {
    if folded.isEmpty { return 0 }
    return try write { database throws(SQLiteError) in
      let scope = book == nil ? "" : " AND book = ?"
      let removal = try Statement("DELETE FROM word WHERE folded = ?\(scope)", in: database)
      var removedCount = 0
      for form in folded {
        try removal.bind([.text(form)] + (book.map { [.integer($0)] } ?? []))
        _ = try removal.step()
        removedCount += database.changedRowCount
      }
      return removedCount
    }
  }
}

private struct WordKey: Hashable {
  let folded: [UInt8]
  let book: Int64?
}

private func values(_ word: WordRecord, _ order: Int64) -> [SQLValue] {
  [
    .text(word.folded), SQLValue(word.bookID), .text(word.word), SQLValue(word.color),
    SQLValue(word.note), .integer(word.isSaved ? 1 : 0), .integer(word.isHighlighted ? 1 : 0),
    SQLValue(word.sentence), SQLValue(word.bookTitle), SQLValue(word.place),
    .integer(word.created), .integer(order),
  ]
}

private func word(_ row: Statement) -> WordRecord {
  WordRecord(
    word: row.text(2), folded: row.text(0), bookID: row.isNull(1) ? nil : row.integer(1),
    color: row.optionalText(3), note: row.optionalText(4), isSaved: row.integer(5) != 0,
    isHighlighted: row.integer(6) != 0, sentence: row.optionalText(7),
    bookTitle: row.optionalText(8), place: row.optionalText(9), created: row.integer(10))
}
