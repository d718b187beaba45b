public import EPUBBasics

/// Contents, page list and landmarks, from the navigation document, the NCX or the guide.
public struct Navigation: Hashable, Sendable {
  public struct Entry: Hashable, Sendable {
    /// White space collapsed; never empty unless the book has no label at all there.
    public let title: String
    /// `nil` for a heading without a link, or a link that leads nowhere inside the book.
    public let target: Reference?
    /// The link as written where it leads out of the book.
    public let externalURL: String?
    /// `epub:type` of a landmark, `type` of a guide reference or a page target.
    public let type: String?
    public let children: [Entry]

    public init(
      title: String, target: Reference?, externalURL: String? = nil, type: String? = nil,
      children: [Entry] = []
    ) {
      self.title = title
      self.target = target
      self.externalURL = externalURL
      self.type = type
      self.children = children
    }
  }

  public enum Source: String, Hashable, Sendable {
    case navigationDocument = "navigation document"
    case ncx = "NCX"
    case guide
    /// The book has none: contents are to be made from its headings.
    case none
  }

  public let contents: [Entry]
  public let contentsSource: Source
  /// Pages of the print edition, in order.
  public let pageList: [Entry]
  public let landmarks: [Entry]
  /// The navigation document or the NCX that was read.
  public let path: ContainerPath?

  public init(
    contents: [Entry], contentsSource: Source, pageList: [Entry], landmarks: [Entry],
    path: ContainerPath?
  ) {
    self.contents = contents
    self.contentsSource = contentsSource
    self.pageList = pageList
    self.landmarks = landmarks
    self.path = path
  }
}
