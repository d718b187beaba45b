public import EPUBContent

/// A document set in lines of one measure, before pages are made.
///
/// Lines are in reading order and cover the logical text without gap: the first begins at 0, each
/// begins where the one before it ends, the last ends with the text. White space swallowed by a line
/// end belongs to the line before.
///
/// Where notes stand at the foot of pages (`LayoutOptions.notesStandAtFoot`), that holds for the running lines
/// alone: the text of a note belongs to the running line before it, too (the first line may begin behind one).
/// Until pages are made the lines of the notes come after all others; then (`Line.Flags.isFoot`) they stand at
/// the end of their pages and for no text of their own, as heads shown again do; only their pieces do.
/// `footText` tells which of them shows what. So every piece of text is in just one line, pages are ranges of
/// lines, and lines and pages begin in the order of the text.
public struct Galley: Sendable {
  public var lines: [Line]
  public var pieces: [Piece]
  /// Text that Layout itself adds: rules, table borders, hyphens, `[Image: …]` for picture blocks.
  public var ornaments: [UInt8]
  /// Whether the document goes on behind the last line.
  public internal(set) var isPart = false
  /// The heads of tables, in order.
  var tableHeads: [TableHead] = []
  /// Notes that page making puts at the foot of pages.
  var footNotes: FootNotes?
  /// The text that stands there, with its lines; empty until pages are made.
  public internal(set) var footText = PlacedText()
  /// Text of tables that other lines show than those that stand for it: of a row's text below its first line,
  /// of headings beside the values of records.
  public internal(set) var rowText = PlacedText()
  /// Readings that stand above their bases, as ranges of the logical text, ascending within the running text
  /// and within each note: only ornaments show them.
  public internal(set) var raisedText: [Range<Int>] = []

  /// Lines of a table's head, shown again where its body goes on on another page.
  struct TableHead: Hashable, Sendable {
    var head: Range<Int>
    var body: Range<Int>
  }

  public init(lines: [Line] = [], pieces: [Piece] = [], ornaments: [UInt8] = []) {
    self.lines = lines
    self.pieces = pieces
    self.ornaments = ornaments
  }
}

/// One line: its pieces in reading order, and what page making must know.
public struct Line: Hashable, Sendable {
  public struct Flags: OptionSet, Hashable, Sendable {
    public var rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }
    /// First, last line of its block (of its row in a table).
    public static let beginsBlock = Flags(rawValue: 1 << 0)
    public static let endsBlock = Flags(rawValue: 1 << 1)
    /// A page begins here.
    public static let breaksBefore = Flags(rawValue: 1 << 2)
    /// No page may begin with the line after this one.
    public static let keepsWithNext = Flags(rawValue: 1 << 3)
    /// A page should not begin with the line after this one, while that leaves half a page filled.
    public static let prefersNext = Flags(rawValue: 1 << 4)
    static let keepingTogether: Flags = [.keepsWithNext, .prefersNext]
    /// At the foot of a page: a note's, or the rule above them.
    public static let isFoot = Flags(rawValue: 1 << 5)
    /// Readings of ruby above the line after this one: ornaments.
    public static let isRaised = Flags(rawValue: 1 << 8)
    /// A row of a formula, with another right under it whatever the line spacing.
    static let joinsNext = Flags(rawValue: 1 << 9)
    /// A table's head once more, at the top of a page: it stands for no text, and is left out where lines
    /// are shown in one column.
    public static let isRepeated = Flags(rawValue: 1 << 6)
    /// Some text of it runs from right to left: its pieces are not seen in the order they stand in.
    public static let isReordered = Flags(rawValue: 1 << 7)
  }
  public var block: Int32
  /// Logical text; empty for lines of ornaments alone.
  public var textStart: Int32
  public var textEnd: Int32
  /// Range in `Galley.pieces`.
  public var firstPiece: Int32
  public var pieceCount: Int32
  /// Free rows above; they vanish at the top of a page.
  public var spaceAbove: UInt16
  /// Free rows above that pages leave out; one column shows them.
  public var withheldRows: UInt8 = 0
  /// Rows it takes itself: the first holds the text (1, or `lineSpacing`, or a picture's height).
  /// Free rows of the line spacing stand below the text and vanish at the foot of a page.
  public var rows: UInt16
  public var flags: Flags
  /// Index into the document's images for a line that a picture fills, else -1.
  public var image: Int32

  public init(
    block: Int32, textStart: Int32, textEnd: Int32, firstPiece: Int32, pieceCount: Int32,
    spaceAbove: UInt16 = 0, rows: UInt16 = 1, flags: Flags = [], image: Int32 = -1
  ) {
    self.block = block
    self.textStart = textStart
    self.textEnd = textEnd
    self.firstPiece = firstPiece
    self.pieceCount = pieceCount
    self.spaceAbove = spaceAbove
    self.rows = rows
    self.flags = flags
    self.image = image
  }

  public var textRange: Range<Int> { Int(textStart)..<Int(textEnd) }
  public var pieceRange: Range<Int> { Int(firstPiece)..<Int(firstPiece + pieceCount) }
}

/// A stretch of one line that is shown from one place: text of one look at one column.
public struct Piece: Hashable, Sendable {
  public enum Source: UInt8, Sendable {
    /// `ContentDocument.text`
    case text
    /// `ContentDocument.shownBytes`
    case shown
    /// `Galley.ornaments`
    case ornament
  }
  /// Cells from the left edge of the measure.
  public var column: Int32
  public var width: Int32
  public var source: Source
  private var order: UInt8 = 0
  public var style: TextStyle
  /// Range of the shown bytes in its source.
  public var start: Int32
  public var end: Int32
  /// The logical text it stands for; empty for insertions and ornaments.
  public var textStart: Int32
  public var textEnd: Int32
  /// Index into the document's links, -1 for none.
  public var link: Int32

  public init(
    column: Int32, width: Int32, source: Source, style: TextStyle, start: Int32, end: Int32,
    textStart: Int32, textEnd: Int32, link: Int32 = -1
  ) {
    self.column = column
    self.width = width
    self.source = source
    self.style = style
    self.start = start
    self.end = end
    self.textStart = textStart
    self.textEnd = textEnd
    self.link = link
  }

  public var range: Range<Int> { Int(start)..<Int(end) }
  public var textRange: Range<Int> { Int(textStart)..<Int(textEnd) }
}

extension Piece {
  /// Level of UAX #9. Where it is odd, the last cluster stands at `column`, and brackets look the other
  /// way (`Segmenter.visualBytes`).
  public var level: UInt8 {
    get { order & 0x7F }
    set { order = order & 0x80 | newValue & 0x7F }
  }
  public var isRightToLeft: Bool { order & 1 != 0 }
  /// First of its line, or of a table's cell in it: order changes only among the pieces up to the next
  /// of these.
  public var beginsGroup: Bool {
    get { order & 0x80 != 0 }
    set { order = newValue ? order | 0x80 : order & 0x7F }
  }
}
