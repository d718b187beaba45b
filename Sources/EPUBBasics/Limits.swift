/// What a book may ask for before it is refused or cut. Passed down; never read from a global.
public struct Limits: Sendable {
  /// Entries of the archive's directory.
  public var maximumEntryCount = 200_000
  /// Bytes of one resource once expanded.
  public var maximumResourceByteCount = 64 << 20
  /// Bytes of all documents of the spine, each counted as often as it stands there.
  public var maximumSpineByteCount = 256 << 20
  /// Bytes of the archive itself, when it must be held in memory (standard input).
  public var maximumArchiveByteCount = 2 << 30
  /// Bytes of a package document, a contents document and the like; larger ones are not read.
  public var maximumPackageByteCount = 16 << 20
  /// Bytes of a content document, pictures that it holds itself not counted; the rest is cut off.
  public var maximumDocumentByteCount = 24 << 20
  /// Elements and texts of one resource; past them only text is taken in.
  public var maximumNodeCount = 1 << 19
  /// The same of a package document and the like, of which no text is kept.
  public var maximumPackageNodeCount = 1 << 20
  /// Elements open at once. Deeper ones are read as if they stood at this depth.
  public var maximumElementDepth = 10_000
  /// Attributes of one element, and of all elements of one resource; the rest are dropped.
  public var maximumAttributeCount = 10_000
  public var maximumAttributeTotal = 1 << 20
  /// Bytes that internal entities may add to one resource.
  public var maximumEntityByteCount = 1 << 20
  /// Links and pictures of one document; what is past them is text, or not shown.
  public var maximumLinkCount = 1 << 17
  public var maximumPictureCount = 1 << 16
  /// Bytes of one paragraph; one that has more goes on in another.
  public var maximumBlockByteCount = 1 << 20
  /// Rows of all tables of one document; what is past them is read as paragraphs.
  public var maximumRowCount = 100_000
  /// Line ends of one document that its text keeps; those past them are spaces.
  public var maximumKeptLineCount = 1 << 18
  /// Places of one document at which its text and its source part: more are not told from one another.
  public var maximumSpanCount = 1 << 20
  /// Bytes that stylesheets may add to one document, if it is not small.
  public var maximumGeneratedByteCount = 8 << 20
  /// Style rules of one document, all sheets together.
  public var maximumStyleRuleCount = 50_000
  /// Bytes of the sheets of one document.
  public var maximumStyleByteCount = 16 << 20
  /// Sheets imported by sheets, counted from the document.
  public var maximumImportDepth = 8
  /// Items of a spine or a manifest, entries of the contents.
  public var maximumItemCount = 50_000
  /// Levels of contents entries.
  public var maximumContentsDepth = 200

  public init() {}
}
