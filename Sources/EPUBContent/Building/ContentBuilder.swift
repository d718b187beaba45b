import EPUBBasics
import EPUBMarkup

/// Makes a `ContentDocument` in one walk over the tree.
///
/// The open elements are a stack of frames. Text and insertions go into the open block, which begins
/// with the first of them and ends where a block-level element begins or ends; so anonymous blocks
/// come about by themselves. What only the end of a block can tell (trailing white space, a block of
/// nothing but a picture, spacing) is settled in `finishBlock`. Nothing here recurses.
struct ContentBuilder: ~Copyable {
  let tree: MarkupTree
  let nodes: [MarkupTree.Node]
  let attributes: [MarkupTree.Attribute]
  let bytes: [UInt8]
  let attributeNames: [AttributeName]
  let path: ContainerPath
  let limits: Limits
  var cascade: Cascade
  var document = ContentDocument()

  var frames: [Frame] = []
  /// Styles of `::after`, with the depth of the frame they belong to.
  var afterStyles: [(depth: Int, style: ComputedStyle)] = []
  var languages: [String: UInt16] = ["": 0]

  var block = OpenBlock()
  /// Styles of first letters and first lines that wait for their block.
  var openings: [Opening] = []
  /// What the next block inherits from what was between it and the last one.
  var gap = Gap()
  /// Of the block begun last.
  var lineHeight: Float = 1
  var run = OpenRun()
  /// A collapsible space would vanish here: at a line's start, after another one.
  var dropsSpace = true
  /// The last byte of `text` is a collapsible space, which goes when the line ends.
  var endsInSpace = false
  var pictures: [PendingPicture] = []
  var openAnchors: [OpenAnchor] = []

  var counters = Counters()
  var quoteDepth = 0
  var hasVerticalText = false
  var pendingMarker: Marker?
  /// Room was left beside an inline element: its neighbour must not run into it.
  var wantsSeparator = false
  /// An inline block ended or began: a number there must not run into a word.
  var mayNeedSeparator = false
  var isBesideOutOfFlow = false
  /// `endsInSpace`, and the space was a line end after a character that is not ASCII.
  var spaceWasLineFeed = false
  var lists: [OpenList] = []
  var tables: [OpenTable] = []
  /// Spans of the source map that changed places: start, middle and end of both parts.
  var movedSpans: [(Int, Int, Int)] = []
  var verse = VerseRun()
  var ruby = OpenRuby()
  /// The line, by its y, that SVG text is on.
  var svgLine = 0.0
  /// The title of the open drawing.
  var svgTitle: String?
  /// Formulas open within another, the outer one counted.
  var mathDepth = 0
  /// Where the text of the open formula begins.
  var mathStart = 0
  /// Where the text of its tokens begins.
  var formulaTokens: [MathReader.TokenStart] = []
  /// The last formula of the open block.
  var formula: FormulaPlace?
  /// Bytes that stylesheets may still add: a short sheet must not make a long book.
  var generatedBudget: Int

  /// Rows of all tables, and line ends that were kept.
  var rowCount = 0
  var keptLineCount = 0
  /// Bounds of which it was told that they were reached.
  var boundsTold: Set<Bound> = []

  init(tree: MarkupTree, path: ContainerPath, cascade: Cascade, limits: Limits) {
    self.tree = tree
    nodes = tree.nodes
    attributes = tree.attributes
    bytes = tree.bytes
    attributeNames = AttributeName.table(of: tree.names)
    self.path = path
    self.limits = limits
    self.cascade = cascade
    generatedBudget = min((1 << 20) + 8 * tree.bytes.count, limits.maximumGeneratedByteCount)
    document.findings = tree.findings + cascade.findings
    document.boxes = [Box(kind: .plain, parent: -1)]
    document.text.reserveCapacity(bytes.count)
    document.title = title()
    document.path = path
  }

  mutating func walk() {
    var index = 0
    while index < nodes.count {
      while !frames.isEmpty, Int(frames[frames.count - 1].end) <= index { close() }
      if nodes[index].kind == .element {
        index = open(index)
      } else {
        appendText(index)
        index += 1
      }
    }
    while !frames.isEmpty { close() }
    finishBlock()
    endVerse()
  }

  consuming func finish() -> ContentDocument {
    cascade.finish()
    finishAnchors()
    orderSpans()
    return document
  }

  private func title() -> String {
    let namespace = nodes[0].namespace == .none ? .xhtml : nodes[0].namespace
    guard let node = tree.firstElement(namespace, .title) else { return "" }
    return collapsed(tree.text(of: node).utf8)
  }
}

/// An open element.
struct Frame {
  let node: Int32
  /// One past its last descendant.
  let end: Int32
  /// Index into `SourceMap.elements`.
  let element: Int32
  /// Child elements seen; the next one's CFI step follows from it.
  var childElements: Int32 = 0
  var style: ComputedStyle
  var look = Look()
  /// Index in `frames` of the nearest block container, itself included.
  var container = 0
  /// What blocks in it are called, and where they stand.
  var kind = Block.Kind.paragraph
  var level: UInt8 = 0
  var listDepth: UInt8 = 0
  var box: Int32 = 0
  /// The table whose cell holds it.
  var table: Int32 = -1
  var traits: Traits = []
  /// `blocks.count` when it opened.
  var firstBlock = 0
  /// Where its text began, for elements that are looked at as a whole when they close.
  var start = Mark()

  mutating func inherit(_ parent: borrowing Frame) {
    container = parent.container
    look = parent.look
    kind = parent.kind
    level = parent.level
    listDepth = parent.listDepth
    box = parent.box
    table = parent.table
    traits = parent.traits.intersection([.muted, .notes, .verse])
  }

  struct Traits: OptionSet {
    let rawValue: UInt32
    static let block = Traits(rawValue: 1 << 0)
    static let list = Traits(rawValue: 1 << 1)
    static let table = Traits(rawValue: 1 << 2)
    static let rowGroup = Traits(rawValue: 1 << 3)
    static let row = Traits(rawValue: 1 << 4)
    static let cell = Traits(rawValue: 1 << 5)
    static let link = Traits(rawValue: 1 << 6)
    /// Set above or below the line.
    static let raised = Traits(rawValue: 1 << 7)
    static let noteReference = Traits(rawValue: 1 << 8)
    static let ruby = Traits(rawValue: 1 << 9)
    static let rubyText = Traits(rawValue: 1 << 10)
    static let svg = Traits(rawValue: 1 << 11)
    /// In SVG, outside of its text: nothing there is shown.
    static let muted = Traits(rawValue: 1 << 12)
    static let math = Traits(rawValue: 1 << 13)
    /// Has `::after` content waiting.
    static let after = Traits(rawValue: 1 << 14)
    static let item = Traits(rawValue: 1 << 15)
    /// In a section of notes: the items of its list are notes.
    static let notes = Traits(rawValue: 1 << 16)
    /// White space between its children is the author's, not the text's.
    static let spaceless = Traits(rawValue: 1 << 17)
    /// A caption that is shown below its table.
    static let caption = Traits(rawValue: 1 << 18)
    /// Its box has a border at its left or right side.
    static let framed = Traits(rawValue: 1 << 19)
    /// In a poem, a stanza, a song.
    static let verse = Traits(rawValue: 1 << 20)
  }
}

/// A place in what has been built.
struct Mark {
  var block = 0
  var text = 0
  var run = 0
}

/// An element with an id whose block is still open.
struct OpenAnchor {
  var index: Int
  /// Insertions of the block before it.
  var insertions: Int
}
