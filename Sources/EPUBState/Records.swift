/// A book that was read.
public struct BookRecord: Hashable, Sendable {
  public var id: Int64
  public var fingerprint: Fingerprint
  public var title: String
  public var author: String
  /// Seconds since 1970 of the last reading.
  public var lastRead: Int64
  /// Where it was left, with the share of the book before it; `nil` when it was only printed.
  public var place: SavedPlace?
  public init(
    id: Int64, fingerprint: Fingerprint, title: String, author: String, lastRead: Int64,
    place: SavedPlace?
  ) {
    self.id = id
    self.fingerprint = fingerprint
    self.title = title
    self.author = author
    self.lastRead = lastRead
    self.place = place
  }
}

/// A bookmark, a highlight or a note of one book.
public struct AnnotationRecord: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable { case bookmark, highlight, note }
  /// A stable name: `urn:uuid:…` for our own, whatever an import brought.
  public var id: String
  public var kind: Kind
  public var start: SavedPlace
  /// `nil` for a single place.
  public var end: SavedPlace?
  /// The text between start and end; empty for a single place.
  public var text: String
  /// Name or `#rrggbb`; `nil` for bookmarks.
  public var color: String?
  public var note: String?
  /// Title of its chapter when it was made.
  public var chapter: String?
  /// Seconds since 1970.
  public var created: Int64
  public var modified: Int64
  public init(
    id: String, kind: Kind, start: SavedPlace, end: SavedPlace? = nil, text: String = "",
    color: String? = nil, note: String? = nil, chapter: String? = nil, created: Int64,
    modified: Int64
  ) {
    self.id = id
    self.kind = kind
    self.start = start
    self.end = end
    self.text = text
    self.color = color
    self.note = note
    self.chapter = chapter
    self.created = created
    self.modified = modified
  }
}

/// A saved or highlighted word.
public struct WordRecord: Hashable, Sendable {
  /// As it was given or met.
  public var word: String
  /// How it is compared; unique within its scope.
  public var folded: String
  /// `nil` for all books.
  public var bookID: Int64?
  public var color: String?
  public var note: String?
  /// Saved to be learned, marked to be seen, or both.
  public var isSaved: Bool
  public var isHighlighted: Bool
  public var sentence: String?
  /// Title of the book and place where it was met.
  public var bookTitle: String?
  public var place: String?
  public var created: Int64
  public init(
    word: String, folded: String, bookID: Int64? = nil, color: String? = nil, note: String? = nil,
    isSaved: Bool = true, isHighlighted: Bool = false, sentence: String? = nil,
    bookTitle: String? = nil, place: String? = nil, created: Int64
  ) {
    self.word = word
    self.folded = folded
    self.bookID = bookID
    self.color = color
    self.note = note
    self.isSaved = isSaved
    self.isHighlighted = isHighlighted
    self.sentence = sentence
    self.bookTitle = bookTitle
    self.place = place
    self.created = created
  }
}
