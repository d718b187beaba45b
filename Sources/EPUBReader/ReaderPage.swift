public import EPUBBook

/// One page as it is drawn: its rows of text, what lies over them, and where in the book it is.
///
/// Rows and columns are cells of the page, counted from 0; text stands in logical order.
public struct ReaderPage: Hashable, Sendable {
  /// The page and what of it is left free, all in cells and rows.
  public struct Frame: Hashable, Sendable {
    /// The window that pages are made for.
    public var columns: Int
    public var rows: Int
    /// The page in it, margins included.
    public var width: Int
    public var height: Int
    /// Cells and rows free before the text.
    public var left: Int
    public var top: Int

    public init(columns: Int, rows: Int, width: Int, height: Int, left: Int = 0, top: Int = 0) {
      self.columns = columns
      self.rows = rows
      self.width = width
      self.height = height
      self.left = left
      self.top = top
    }
  }

  /// A row of text.
  public struct Line: Hashable, Sendable {
    /// Without blanks at its end.
    public var text: String
    public var spans: [Span]
  }

  /// Cells of one line that look alike and unlike plain text.
  public struct Span: Hashable, Sendable {
    public var start: Int
    public var length: Int
    public var styles: [Style]
    /// Where a link leads: relative to the container's root, or a URL of its own.
    public var href: String?
    /// The colour of the highlighted word that stands here.
    public var highlight: String?
  }

  public enum Style: String, CaseIterable, Hashable, Sendable {
    case bold, italic, underline, strike, code
    case smallCaps = "small-caps"
    case superscript = "super"
    case `subscript` = "sub"
    case link
    /// A link that leads to a note.
    case note
  }

  /// A highlighted word where it is seen, on several lines where it is broken.
  public struct Word: Hashable, Sendable {
    public var value: String
    public var color: String
    public var note: String?
    public var cells: [Cells]
  }

  /// Some cells of one row.
  public struct Cells: Hashable, Sendable {
    public var row: Int
    public var column: Int
    public var length: Int
  }

  /// Counted from 1 over the whole book.
  public var page: Int
  public var pageCount: Int
  public var frame: Frame
  /// Of the page's first character.
  public var locator: Locator
  /// Labels of the print edition: the one in force at the page's top, then those that begin on it.
  public var printPages: [String]
  /// Down to the last that has text.
  public var lines: [Line]
  public var words: [Word]
}
