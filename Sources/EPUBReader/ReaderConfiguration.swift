public import EPUBBook
public import EPUBSegmentation

/// Where a book comes from.
public enum BookSource: Hashable, Sendable {
  /// An `.epub` file or an unpacked folder.
  case path(String)
  /// The bytes of an `.epub` file.
  case bytes([UInt8])
}

/// The window that pages are made for, in cells at a font size of 16.
public struct Viewport: Hashable, Sendable, Codable {
  public var columns: Int
  public var rows: Int

  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}

/// All that a book can be loaded with. What is `nil` is taken from `savedData`, else the default.
public struct ReaderConfiguration: Sendable {
  /// What `savedDataUpdated` told last: brings the book back to exactly the same page.
  public var savedData: SavedData?
  /// Words that are highlighted from the start; they win over those of `savedData`.
  public var defaultHighlightedWords: [HighlightedWord]?
  /// Kept and told back; the host draws. Default: `light`.
  public var theme: String?
  /// Name of a family; kept and told back. Default: `serif`.
  public var font: String?
  /// In points; 16 is 100 %: a page has `16 / fontSize` as many columns and rows as the viewport.
  public var fontSize: Double?
  public var justifies: Bool?
  public var hyphenates: Bool?
  /// Notes stand at the foot of the page that refers to them, not where they stand in the book.
  public var notesStandAtFoot: Bool?
  /// Readings of ruby stand above their bases, not behind them in parentheses.
  public var rubyStandsAbove: Bool?
  /// Widths of the font's letters; `nil`: each is as wide as a terminal shows it.
  public var measurer: TextMeasurer?
  /// Default: 80 × 24.
  public var viewport: Viewport?
  /// Keeps the place and highlighted words between runs in `epub-read/state.sqlite` in this folder,
  /// which the command line uses too (`$XDG_STATE_HOME`); `nil`: reading state is not touched.
  public var stateFolder: String?
  /// Keeps where pages begin in `epub-read/pages` in this folder (`$XDG_CACHE_HOME`), so that a book that
  /// was open before is ready at once; `nil`: pages are counted anew.
  public var cacheFolder: String?

  public init() {}

  static let defaultTheme = "light"
  static let defaultFont = "serif"
  static let defaultFontSize = 16.0
  static let defaultViewport = Viewport(columns: 80, rows: 24)
}
