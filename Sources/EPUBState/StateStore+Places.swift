private let columns = Columns(["book", "position"] + SavedPlace.columns("place"))
private let placeColumns = Columns(SavedPlace.columns("place"))

extension StateStore {
  /// Keeps where the book was left, and makes it the last one read. Of two processes that save, the
  /// later one wins.
  public func savePlace(_ place: SavedPlace, of book: Int64, now: Int64) throws(StateError) {
    self.now = max(self.now, now)
    if reading?.id == book { reading?.place = place }
    let isKept = try read(false) { database throws(SQLiteError) in
      guard try StateStore.isLastRead(book, in: database) else { return false }
      return try StateStore.book(book, in: database)?.place == place
    }
    if isKept { return }
    try write { database throws(SQLiteError) in
      let isLast = try StateStore.isLastRead(book, in: database)
      let order = isLast ? "" : ", read_order = \(try StateStore.nextReadOrder(in: database))"
      try database.run(
        "UPDATE book SET \(placeColumns.assignments), last_read = ?\(order) WHERE id = ?",
        SavedPlace.values(place) + [.integer(now), .integer(book)])
      if database.changedRowCount == 0 { throw SQLiteError(.failed, "no such book") }
    }
  }

  /// The history that back and forward walk: places oldest first, and the index of the current one,
  /// their count where that is behind them all.
  public func history(of book: Int64) throws(StateError) -> (places: [SavedPlace], current: Int) {
    try read(([], 0)) { database throws(SQLiteError) in
      try StateStore.history(of: book, in: database)
    }
  }

  /// Writes only from the first place on that differs from what is kept; nothing where none does.
  public func saveHistory(
    _ places: [SavedPlace], current: Int, of book: Int64
  ) throws(StateError) {
    let current = min(max(current, 0), places.count)
    let known = try history(of: book)
    if known.places == places, known.current == current { return }
    try write { database throws(SQLiteError) in
      let known = try StateStore.history(of: book, in: database)
      var kept = 0
      while kept < min(known.places.count, places.count), known.places[kept] == places[kept] {
        kept += 1
      }
      try database.run(
        "DELETE FROM history WHERE book = ? AND position >= ?",
        [.integer(book), .integer(Int64(kept))])
      let insertion = try Statement(columns.insertion(into: "history"), in: database)
      for position in kept..<places.count {
        try insertion.bind(
          [.integer(book), .integer(Int64(position))] + SavedPlace.values(places[position]))
        _ = try insertion.step()
      }
      try database.run(
        "UPDATE book SET history_current = ? WHERE id = ?",
        [.integer(Int64(current)), .integer(book)])
    }
  }

  private static func history(
    of book: Int64, in database: Database
  ) throws(SQLiteError) -> (places: [SavedPlace], current: Int) {
    // One statement, so that both are of one moment.
    let rows = try Statement(
      """
      SELECT \(placeColumns.names.map { "history.\($0)" }.joined(separator: ", ")), history_current
      FROM history JOIN book ON book.id = history.book WHERE history.book = ? ORDER BY position
      """, [.integer(book)], in: database)
    var places: [SavedPlace] = []
    var current = 0
    while try rows.step() {
      if let place = SavedPlace(rows, from: 0) { places.append(place) }
      current = Int(rows.integer(SavedPlace.columnCount))
    }
    return (places, min(max(current, 0), places.count))
  }
}
