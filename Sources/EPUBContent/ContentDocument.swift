public import EPUBBasics

/// One content document as a reader reads it: the logical text and what stands over it.
///
/// The logical text is the UTF-8 of all blocks one after another, without separators. It depends on
/// the book's bytes alone: white space collapsed as CSS says, soft hyphens, list markers and generated
/// content left out, controls and noncharacters dropped. A forced line break is U+000A. Readings of
/// ruby stand in it after their base (runs with `.rubyText`).
///
/// What is *shown* may differ: a run can be shown as other text (capitals by the stylesheet, `²`), and
/// runs without logical text insert what the author did not write (quotes, `(`…`)` around readings,
/// `[Image: …]`). Such text is in `shownBytes`.
public struct ContentDocument: Sendable {
  public var text: [UInt8]
  public var shownBytes: [UInt8]
  /// In text order; every byte of `text` is in just one run.
  public var runs: [Run]
  /// Runs of blocks as they look in the block's first line (`::first-line`), wherever that ends: the same
  /// text as the block's own runs, and as many insertions.
  public var firstLines: [[Run]]
  /// In document order, but for a table's foot, which stands last; their text ranges follow one another
  /// without gap.
  public var blocks: [Block]
  /// Boxes that blocks stand in, parents before children; box 0 is the whole document.
  public var boxes: [Box]
  public var tables: [Table]
  /// Those that are best set in rows, in the order of their blocks.
  public var formulas: [Formula]
  /// Offsets in `text` before which the author allows a hyphen (U+00AD), ascending.
  public var softHyphens: [Int32]
  /// Offsets in `text` at which elements of ruby, and so their bases, begin, ascending.
  public var rubyBases: [Int32]
  public var links: [Link]
  public var images: [Image]
  /// Languages that runs name by index; 0 is `""`, unknown.
  public var languages: [String]
  /// Inline elements of a direction of their own, which runs name by index; 0 stands for none.
  public var embeddings: [Embedding]
  public var anchors: [Anchor]
  public var sourceMap: SourceMap
  /// Whether the HTML parser read it: its CFIs then count a repaired tree.
  public var isReadAsHTML: Bool
  /// The text of the document's `title` element, for lack of anything better.
  public var title: String
  /// Where it lies, if it was read from the container.
  public var path: ContainerPath?
  public var findings: [Finding]

  public init() {
    text = []
    shownBytes = []
    runs = []
    firstLines = []
    blocks = []
    boxes = []
    tables = []
    formulas = []
    softHyphens = []
    rubyBases = []
    links = []
    images = []
    languages = [""]
    embeddings = [Embedding(kind: .isolate, isRightToLeft: false)]
    anchors = []
    sourceMap = SourceMap()
    isReadAsHTML = false
    title = ""
    findings = []
  }
}

/// How a run looks.
public struct TextStyle: OptionSet, Hashable, Sendable {
  public var rawValue: UInt16
  public init(rawValue: UInt16) { self.rawValue = rawValue }
  public static let bold = TextStyle(rawValue: 1 << 0)
  public static let italic = TextStyle(rawValue: 1 << 1)
  public static let underline = TextStyle(rawValue: 1 << 2)
  public static let strike = TextStyle(rawValue: 1 << 3)
  public static let code = TextStyle(rawValue: 1 << 4)
  public static let smallCaps = TextStyle(rawValue: 1 << 5)
  public static let superscript = TextStyle(rawValue: 1 << 6)
  public static let `subscript` = TextStyle(rawValue: 1 << 7)
  public static let rubyText = TextStyle(rawValue: 1 << 8)
  /// White space is kept and lines break only where the author broke them (`white-space: pre`, `nowrap`).
  public static let noWrap = TextStyle(rawValue: 1 << 9)
  /// White space is kept and lines break as in other text (`pre-wrap`, `break-spaces`).
  public static let keepsSpace = TextStyle(rawValue: 1 << 10)
  /// Floats at the right: a verse's number, mostly.
  public static let floatsRight = TextStyle(rawValue: 1 << 11)
}

/// A stretch of text of one look.
public struct Run: Hashable, Sendable {
  /// The logical text it stands for; empty for an insertion.
  public var textStart: Int32
  public var textEnd: Int32
  /// Range in `shownBytes` of what is shown for it; -1 when the logical text itself is shown.
  ///
  /// Where logical and shown text have equally many scalars, the n-th of one shows the n-th of the
  /// other; otherwise the run is shown as one indivisible piece.
  public var shownStart: Int32
  public var shownEnd: Int32
  public var style: TextStyle
  /// Index into `languages`.
  public var language: UInt16
  /// Index into `embeddings`; runs of one element follow one another with the same.
  public var embedding: UInt16
  /// Index into `links`, -1 for none.
  public var link: Int32
  /// Index into `images` for the insertion that stands for a picture, else -1.
  public var image: Int32

  public init(
    textStart: Int32, textEnd: Int32, shownStart: Int32 = -1, shownEnd: Int32 = -1,
    style: TextStyle = [], language: UInt16 = 0, embedding: UInt16 = 0, link: Int32 = -1,
    image: Int32 = -1
  ) {
    self.textStart = textStart
    self.textEnd = textEnd
    self.shownStart = shownStart
    self.shownEnd = shownEnd
    self.style = style
    self.language = language
    self.embedding = embedding
    self.link = link
    self.image = image
  }

  public var textRange: Range<Int> { Int(textStart)..<Int(textEnd) }
  /// `nil` when the logical text itself is shown.
  public var shownRange: Range<Int>? {
    shownStart < 0 ? nil : Int(shownStart)..<Int(shownEnd)
  }
}

/// An inline element that parts its text's direction from what is around it (`dir`, `bdi`, `bdo`,
/// `unicode-bidi`): as if controls of UAX #9 stood at its ends.
public struct Embedding: Hashable, Sendable {
  public enum Kind: UInt8, Sendable { case embed, override, isolate, isolateOverride, plaintext }
  public var kind: Kind
  public var isRightToLeft: Bool
  /// The one around it, 0 for none.
  public var parent: UInt16
  /// From 1; no deeper than UAX #9 counts levels.
  public var depth: UInt8
  public init(kind: Kind, isRightToLeft: Bool, parent: UInt16 = 0, depth: UInt8 = 1) {
    self.kind = kind
    self.isRightToLeft = isRightToLeft
    self.parent = parent
    self.depth = depth
  }
}

public struct Link: Hashable, Sendable {
  public enum Kind: UInt8, Sendable { case plain, noteReference, backlink }
  /// `href` as written, trimmed.
  public var href: String
  public var kind: Kind
  public init(href: String, kind: Kind = .plain) {
    self.href = href
    self.kind = kind
  }
}

/// A picture that the text refers to.
public struct Image: Hashable, Sendable {
  /// `nil` for a remote picture, a `data:` URL or none at all.
  public var path: ContainerPath?
  /// The alternative text, white space collapsed: `alt`, else `aria-label`, `title` or the SVG's title;
  /// `nil` when the author gave none at all, `""` when the picture is marked as decoration.
  public var alternative: String?
  /// Its element, as an index into `SourceMap.elements`.
  public var element: Int32
  public init(path: ContainerPath?, alternative: String?, element: Int32 = 0) {
    self.path = path
    self.alternative = alternative
    self.element = element
  }
}

/// An element with an id: where a fragment leads.
public struct Anchor: Hashable, Sendable {
  public var id: String
  /// Offset in `text` of the first text at or after it.
  public var offset: Int32
  /// Index of the block at or after it; `blocks.count` when nothing follows.
  public var block: Int32
  public init(id: String, offset: Int32, block: Int32) {
    self.id = id
    self.offset = offset
    self.block = block
  }
}
