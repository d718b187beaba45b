extension SavedPlace {
  /// Its columns, in the order of `values` and of `init(_:from:)`.
  static func columns(_ prefix: String) -> [String] {
    [
      "spine", "offset", "cfi", "quote_before", "quote_at", "quote_after", "progression",
      "text_rules", "document_bytes", "document_crc",
    ].map { "\(prefix)_\($0)" }
  }

  static let columnCount = 10

  static func values(_ place: SavedPlace?) -> [SQLValue] {
    guard let place else { return Array(repeating: .null, count: columnCount) }
    return [
      .integer(Int64(place.spine)), .integer(Int64(place.offset)), .text(place.cfi),
      .text(place.quote.before), .text(place.quote.at), .text(place.quote.after),
      .real(place.totalProgression.isFinite ? place.totalProgression : 0),
      .integer(Int64(place.textRulesVersion)),
      SQLValue(place.document.map { Int64($0.byteCount) }),
      SQLValue(place.document.map { Int64($0.crc32) }),
    ]
  }

  /// `nil` where the columns from `first` on hold no place. Numbers are kept in their bounds: a
  /// damaged database can hold any.
  init?(_ row: Statement, from first: Int) {
    if row.isNull(first) { return nil }
    let hasDocument = !row.isNull(first + 8)
    self.init(
      spine: max(0, Int(row.integer(first))), offset: max(0, Int(row.integer(first + 1))),
      cfi: row.text(first + 2),
      quote: Quote(
        before: row.text(first + 3), at: row.text(first + 4), after: row.text(first + 5)),
      totalProgression: min(max(row.real(first + 6), 0), 1),
      textRulesVersion: Int(row.integer(first + 7)),
      document: hasDocument
        ? Fingerprint.Document(
          byteCount: Int(row.integer(first + 8)),
          crc32: UInt32(truncatingIfNeeded: row.integer(first + 9))) : nil)
  }
}
