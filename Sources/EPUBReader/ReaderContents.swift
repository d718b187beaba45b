import EPUBBook

/// An entry of the contents, and those below it.
public struct ReaderContents: Hashable, Sendable {
  public var title: String
  /// Relative to the container's root, or a URL of its own; `nil` for a heading without a link.
  public var href: String?
  /// `nil` for what leads to no text of the book.
  public var page: Int?
  public var children: [ReaderContents]

  /// Levels are bounded by `Limits`, so recursion is safe here.
  init(_ entry: ContentsEntry, _ survey: Survey) {
    title = entry.title
    href = entry.href
    page = entry.place.map { survey.page(holding: $0) }
    children = entry.children.map { ReaderContents($0, survey) }
  }
}

extension [HighlightedWord] {
  /// With colours as `#rrggbb`.
  ///
  /// - Throws: `.badMessage` for what holds no word or names no colour.
  func checked() throws(ReaderError) -> [HighlightedWord] {
    var words: [HighlightedWord] = []
    for word in self {
      guard let color = HighlightColor.hex(of: word.color) else {
        throw .badMessage("\(word.color) is no colour; give #rrggbb or a name such as yellow")
      }
      words.append(HighlightedWord(value: word.value, color: color, note: word.note))
    }
    return words
  }
}
