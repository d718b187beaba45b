import EPUBBook

/// A contents entry and the stretch of the book that it heads.
struct ChapterChoice {
  let entry: ContentsEntry
  let from: Place
  /// Where the next entry of the same or a higher level begins; `nil` at the book's end.
  let to: Place?

  /// - Parameter wanted: an entry's number, a title (exact or a unique part, ignoring case), or
  ///   `=` and a title.
  init(_ wanted: String, in survey: Survey, book: String) throws(Failure) {
    let entries = survey.contents.flattened
    entry = try Self.entry(wanted, among: entries, book: book)
    guard let start = ([entry] + entry.children.flattened).lazy.compactMap(\.place).first else {
      throw .chapterIsNowhere(entry.title, book: book)
    }
    from = start
    let (number, level) = (entry.number, entry.level)
    to =
      entries.lazy.filter { $0.number > number && $0.level <= level }.compactMap(\.place)
      .first { $0 > start }
  }

  private static func entry(
    _ wanted: String, among entries: [ContentsEntry], book: String
  ) throws(Failure) -> ContentsEntry {
    if wanted.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      guard let number = Int(wanted), let entry = entries.first(where: { $0.number == number })
      else { throw .noChapter(wanted, count: entries.count, book: book) }
      return entry
    }
    let title = wanted.hasPrefix("=") ? String(wanted.dropFirst()) : wanted
    let folded = fold(title)
    let same = entries.filter { $0.title == title }
    if same.count == 1 { return same[0] }
    let alike = entries.filter { fold($0.title) == folded }
    let matching = alike.isEmpty ? entries.filter { fold($0.title).contains(folded) } : alike
    if matching.count == 1 { return matching[0] }
    throw matching.isEmpty
      ? .noChapter(title, count: entries.count, book: book)
      : .severalChapters(title, matching, book: book)
  }

  private static func fold(_ title: String) -> String {
    title.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
