import EPUBBasics
import EPUBContent
import EPUBSegmentation

// Blocks in reading order become lines of pieces.
//
// For every block: its insets become edges, its runs become shown text (`ShownText`), that becomes
// atoms (`Segmenter`), and the atoms become lines (`LinePlan`). Tables set the blocks of their cells in
// frames of their own and put the lines found there side by side. Arrays are reused from block to
// block; nothing is allocated for a line but its place in the galley.

struct Compositor: ~Copyable {
  let document: ContentDocument
  let pictures: [PixelSize?]
  let options: LayoutOptions
  let segmenter: Segmenter
  let insets: [Inset]
  let hangs: MarkerHangs
  let paragraphSpacing: ParagraphSpacing
  let tableAncestors: TableAncestors
  var pageInsets = PageInsets()
  var bordered = BorderedBoxes()
  /// Whether anything may be shown that changes the direction of what follows it.
  let hasDirectionalControls: Bool
  /// Whether any text may run from right to left.
  let mayReorder: Bool

  var lines: [Line] = []
  var pieces: [Piece] = []
  var ornaments: [UInt8] = []
  /// How far the lines made so far cover the logical text.
  var coveredEnd: Int32 = 0

  var shown = ShownText()
  var atoms: [Atom] = []
  /// Whether tabs are among the atoms, and how far their stops are apart.
  var hasTabs = false
  var tabSize = 8
  var plan = LinePlan()
  /// Kept to be filled again: where a word may be divided, and atoms with such words in parts.
  var hyphens: [Int32] = []
  var partedAtoms: [Atom] = []
  var cutter = AtomCutter()
  var directions = DirectionalControls()
  var order = VisualOrder()
  var marker: Marker?
  /// In a cell of a table's head: how the column under it is aligned.
  var headAlignment: BlockStyle.Alignment?
  /// Stands before the first line of the next block.
  var waitingHeading: Heading?
  var tableHeads: [Galley.TableHead] = []
  /// Pictures in tables, in the order of their names.
  var pictureNames: [PictureName] = []
  var footNotes: FootNotes?
  /// Readings of the block that is being set, and the first that is not set yet.
  var readings: [RaisedReading] = []
  var nextReading = 0
  /// Those of all blocks, as ranges of the text.
  var raisedText: [Range<Int>] = []
  var shared = SharedOrnaments()

  /// Wishes of blocks that made no line, for the next that does.
  var pending = BetweenBlocks()
  /// The block that the last line belongs to, -1 before the first.
  var lastBlock = -1
  /// Those with a side beside the lines being set, outermost first; none in a table's cells.
  var openBorders: [Border] = []
  /// The upper side of a border has taken what the next block wants above it.
  var isUnderEdge = false
  /// The lines of its text.
  var lastLineCount = 0
  /// One of the block that is being set shows nothing.
  var hasBlankLine = false
  /// Whether the document goes on behind what is set.
  var isPart = false

  init(
    document: ContentDocument, pictures: [PixelSize?], options: LayoutOptions, segmenter: Segmenter
  ) {
    self.document = document
    self.pictures = pictures
    self.segmenter = segmenter
    var options = options
    options.measure = min(max(options.measure, 1), Self.maximumLength)
    options.pageHeight = min(max(options.pageHeight, 1), Self.maximumLength)
    options.lineSpacing = min(max(options.lineSpacing, 1), options.pageHeight)
    self.options = options
    insets = Inset.all(of: document, measure: options.measure)
    hangs = MarkerHangs(of: document, measure: options.measure, segmenter)
    paragraphSpacing = ParagraphSpacing(of: document, as: options.paragraphs)
    tableAncestors = TableAncestors(of: document.tables)
    let traits = document.text.directionTraits.union(document.shownBytes.directionTraits)
    hasDirectionalControls = traits.contains(.controls)
    mayReorder = !traits.isEmpty || document.turnsDirection
    lines.reserveCapacity(document.text.count / 48 + document.blocks.count)
    // A line of 72 cells that is justified has a piece for every dozen bytes.
    pieces.reserveCapacity(
      document.text.count / (options.justifies ? 12 : 48) + document.blocks.count)
    countPageInsets()
  }

  /// Rows and cells of a page fit into 16 bits.
  static let maximumLength = Int(UInt16.max)

  var page: Frame { Frame(left: 0, width: options.measure, firstLine: 0) }

  func finish() -> Galley {
    var lines = lines
    if footNotes == nil, !isPart, let last = lines.indices.last {
      lines[last].textEnd = Int32(document.text.count)
    }
    var galley = Galley(lines: lines, pieces: pieces, ornaments: ornaments)
    galley.tableHeads = tableHeads
    galley.footNotes = footNotes
    galley.isPart = isPart
    galley.raisedText = raisedText
    if !document.tables.isEmpty { galley.findRowText(in: document, pictureNames) }
    return galley
  }

  /// Ends the line whose pieces begin at `firstPiece`.
  mutating func endLine(
    of block: Int, firstPiece: Int, textEnd: Int, rows: Int = 1, image: Int32 = -1
  ) {
    let end = max(coveredEnd, Int32(textEnd))
    if !openBorders.isEmpty, image < 0 {
      appendSides(around: firstPiece, textEnd: max(pieces.last?.textEnd ?? 0, coveredEnd))
    }
    if firstPiece < pieces.count { pieces[firstPiece].beginsGroup = true }
    lines.append(
      Line(
        block: Int32(block), textStart: coveredEnd, textEnd: end, firstPiece: Int32(firstPiece),
        pieceCount: Int32(pieces.count - firstPiece), rows: UInt16(rows), image: image))
    if mayReorder, pieces[firstPiece...].isReordered {
      lines[lines.count - 1].flags.insert(.isReordered)
    }
    coveredEnd = end
  }
}

/// What stands between two blocks.
struct BetweenBlocks {
  var rows = 0
  var breaksPage = false
  var keeps = false
  /// It may not be parted from the block before.
  var isHeld = false
}

/// Text that is not the book's and is shown again and again, kept once.
struct SharedOrnaments {
  var hyphen = -1
  var blanks = -1
  var blankCount = 0
  var side = -1
  var colon = -1
  var continuation = -1
  var rule = -1
  var ruleWidth = 0
}
