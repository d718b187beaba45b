/// A stretch of text that begins and ends a line: a paragraph, a heading, a picture, a cell's text.
public struct Block: Hashable, Sendable {
  /// What `text --json` calls it. A block of a table cell is `row` (the row's blocks are joined by
  /// whoever prints rows).
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case paragraph, heading, item, term, definition, quote, code, row, caption, note, image, rule,
      math

    /// Text in paragraphs, of the book or of its notes.
    public var isProse: Bool {
      switch self {
      case .paragraph, .quote, .definition, .note: true
      case .heading, .item, .term, .code, .row, .caption, .image, .rule, .math: false
      }
    }
  }

  public var kind: Kind
  /// Headings: 1 to 6. Items: depth of their list from 1. Else 0.
  public var level: UInt8
  /// Range in `text`; empty for pictures, rules and blocks of nothing but insertions.
  public var textStart: Int32
  public var textEnd: Int32
  /// Range in `runs`.
  public var firstRun: Int32
  public var runCount: Int32
  /// The innermost box it stands in.
  public var box: Int32
  /// List marker with its punctuation and no trailing space (`12.`, `•`, `(iv)`): range in
  /// `shownBytes`, -1 for none. It hangs before the first line, inside the item's inset.
  public var markerStart: Int32
  public var markerEnd: Int32
  public var style: BlockStyle
  /// Index into `images` for a block that is a picture, -1 else.
  public var image: Int32
  /// Index into `tables` and of the cell that it belongs to, -1 for none.
  public var table: Int32
  /// The element that makes it, as an index into `SourceMap.elements`.
  public var element: Int32
  /// Index into `ContentDocument.firstLines` where its first line looks otherwise, else -1.
  public var firstLine: Int32 = -1

  public init(
    kind: Kind, level: UInt8 = 0, textStart: Int32, textEnd: Int32, firstRun: Int32 = 0,
    runCount: Int32 = 0, box: Int32 = 0, markerStart: Int32 = -1, markerEnd: Int32 = -1,
    style: BlockStyle = BlockStyle(), image: Int32 = -1, table: Int32 = -1, element: Int32 = 0
  ) {
    self.kind = kind
    self.level = level
    self.textStart = textStart
    self.textEnd = textEnd
    self.firstRun = firstRun
    self.runCount = runCount
    self.box = box
    self.markerStart = markerStart
    self.markerEnd = markerEnd
    self.style = style
    self.image = image
    self.table = table
    self.element = element
  }

  public var textRange: Range<Int> { Int(textStart)..<Int(textEnd) }
  public var runRange: Range<Int> { Int(firstRun)..<Int(firstRun + runCount) }
  public var markerRange: Range<Int>? {
    markerStart < 0 ? nil : Int(markerStart)..<Int(markerEnd)
  }
}

/// A horizontal length: cells, plus a share of the width that its box stands in.
public struct Extent: Hashable, Sendable {
  /// 1 em is 2 cells, 8 CSS pixels are 1.
  public var cells: Float
  /// 0.05 for `5%`.
  public var share: Float
  public init(cells: Float = 0, share: Float = 0) {
    self.cells = cells
    self.share = share
  }
  public static let zero = Extent()
}

/// How a block is set; whole rows and cells are made of it by Layout.
public struct BlockStyle: Hashable, Sendable {
  public enum Alignment: UInt8, Sendable {
    case start, left, right, center, justify, end
    /// Text runs on from line to line, which nobody sees where lines are centred or stand at their end.
    public var fillsLines: Bool {
      switch self {
      case .start, .left, .justify: true
      case .center, .right, .end: false
      }
    }
  }
  public enum Break: UInt8, Sendable { case auto, avoid, page }
  /// `open` when the author says nothing.
  public enum Hyphens: UInt8, Sendable { case open, manual, none, auto }

  /// `start` when neither the author nor the reader says anything.
  public var alignment: Alignment = .start
  /// Size of the letters; 1 is the size that the reader reads in.
  public var fontScale: Float = 1
  /// First line's indent; negative hangs.
  public var indent: Extent = .zero
  /// Verse: what goes on below a line that is too long stands further in.
  public var hangsTurns = false
  public var isRightToLeft = false
  /// Each of its paragraphs runs as its first letter does (`unicode-bidi: plaintext`).
  public var resolvesDirection = false
  /// White space is kept (`pre`, `pre-wrap`, `break-spaces`): runs of spaces and tabs count.
  public var keepsSpace = false
  /// Spaces take room at the ends of lines, too, and a line may break after each (`break-spaces`).
  public var spacesTakeRoom = false
  /// Cells from one stop of tabs to the next.
  public var tabSize: UInt8 = 8
  /// Lines break only where the author broke them, unless they are too long for the measure.
  public var noWrap = false
  /// Free rows between the block before and this one: the margins and paddings between the two,
  /// collapsed, in lines of the block's own line height. 0 for the first block.
  public var spaceAbove: Float = 0
  /// A line is drawn above, below it: a side of a border without left and right (else it is a box's), of it
  /// or of what begins or ends with it.
  public var hasRuleAbove = false
  public var hasRuleBelow = false
  public var breakBefore: Break = .auto
  public var breakInside: Break = .auto
  /// `avoid`: stays on the page of what follows (headings do whatever their stylesheet says).
  public var breakAfter: Break = .auto
  public var widows: UInt8 = 2
  public var orphans: UInt8 = 2
  public var hyphens: Hyphens = .open
  public init() {}
}

/// A box around blocks: what insets them, and what they belong to.
public struct Box: Hashable, Sendable {
  public enum Kind: UInt8, Sendable {
    case plain, list, item, quote, definition, figure, caption, note, code
    case table, row, cell
  }
  public var kind: Kind
  /// -1 for box 0.
  public var parent: Int32
  /// Margin, border and padding at both sides, physical left and right.
  public var left: Extent
  public var right: Extent
  /// The sides of a frame around what stands in it. That begins where its parent's content does: a margin
  /// outside of it is another box's. It takes a cell of `left` and of `right`, a blank one the next.
  public var border: Sides = []
  /// It is floated: as wide as what stands in it, at that side of its parent.
  public var fit: Fit = .none
  /// The element, as an index into `SourceMap.elements`.
  public var element: Int32

  public enum Fit: UInt8, Hashable, Sendable { case none, left, right }

  public struct Sides: OptionSet, Hashable, Sendable {
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    public static let top = Sides(rawValue: 1 << 0)
    public static let right = Sides(rawValue: 1 << 1)
    public static let bottom = Sides(rawValue: 1 << 2)
    public static let left = Sides(rawValue: 1 << 3)
  }

  public init(
    kind: Kind, parent: Int32, left: Extent = .zero, right: Extent = .zero, element: Int32 = 0
  ) {
    self.kind = kind
    self.parent = parent
    self.left = left
    self.right = right
    self.element = element
  }
}

/// A table: rows of cells, each cell a range of blocks. Blocks of a nested table lie inside the
/// range of their outer cell.
public struct Table: Hashable, Sendable {
  public struct Cell: Hashable, Sendable {
    /// Range in `ContentDocument.blocks`.
    public var firstBlock: Int32
    public var blockCount: Int32
    /// From 0, spans of cells before and above counted.
    public var column: Int32
    public var columnSpan: Int32
    public var rowSpan: Int32
    public var isHeader: Bool
    public init(
      firstBlock: Int32, blockCount: Int32, column: Int32, columnSpan: Int32 = 1,
      rowSpan: Int32 = 1, isHeader: Bool = false
    ) {
      self.firstBlock = firstBlock
      self.blockCount = blockCount
      self.column = column
      self.columnSpan = columnSpan
      self.rowSpan = rowSpan
      self.isHeader = isHeader
    }
    public var blockRange: Range<Int> { Int(firstBlock)..<Int(firstBlock + blockCount) }
  }
  public struct Row: Hashable, Sendable {
    public var cells: [Cell]
    /// In `thead`: repeated after a page break.
    public var isHeader: Bool
    public init(cells: [Cell] = [], isHeader: Bool = false) {
      self.cells = cells
      self.isHeader = isHeader
    }
  }
  public var rows: [Row]
  public var columnCount: Int32
  /// The table box.
  public var box: Int32
  /// The table whose cell holds it, -1 for none.
  public var outer: Int32
  /// The first column stands at the right.
  public var isRightToLeft: Bool
  /// The stylesheet or the markup draws lines around it, its rows or its cells.
  public var isRuled: Bool
  public init(
    rows: [Row] = [], columnCount: Int32 = 0, box: Int32 = 0, outer: Int32 = -1,
    isRightToLeft: Bool = false, isRuled: Bool = false
  ) {
    self.rows = rows
    self.columnCount = columnCount
    self.box = box
    self.outer = outer
    self.isRightToLeft = isRightToLeft
    self.isRuled = isRuled
  }
}
