public import EPUBSegmentation

/// What a layout depends on, beside the document. All lengths in cells and rows.
public struct LayoutOptions: Hashable, Sendable {
  public enum Paragraphs: Hashable, Sendable {
    /// As the stylesheet says.
    case book
    /// First-line indents and no free rows between paragraphs.
    case indent
    /// Free rows and no indents.
    case space
  }

  /// Longest line, at least 1; margins are already taken off.
  public var measure: Int
  /// Rows of a page, at least 1; margins are already taken off.
  public var pageHeight: Int
  /// Rows a line takes.
  public var lineSpacing = 1
  public var paragraphs = Paragraphs.book
  /// Text whose alignment the stylesheet leaves open is justified, but for headings and table cells. What
  /// the stylesheet justifies is justified always.
  public var justifies = false
  /// Words are divided by `dictionaries`, but for headings, code, and where the stylesheet says
  /// `hyphens: none` or `manual`.
  public var hyphenates = false
  public var dictionaries = HyphenationDictionaries.installed
  /// What documents that name no language are hyphenated in (BCP 47).
  public var language = ""
  /// Pictures take rows, instead of being one line of text.
  public var picturesTakeRows = false
  /// Notes stand at the foot of the page that refers to them, and not where they stand in the book.
  public var notesStandAtFoot = false
  /// Readings of ruby stand above their bases where they can, and not behind them in parentheses.
  public var rubyStandsAbove = false

  /// Lines are filled one by one, never evened: what others are measured against.
  package var breaksFirstFit = false
  /// `nil`: letters are as wide as a terminal shows them.
  public var measurer: TextMeasurer?

  public init(measure: Int, pageHeight: Int) {
    self.measure = measure
    self.pageHeight = pageHeight
  }
}
