public import EPUBBasics

/// What a book says of itself: metadata, manifest, reading order, navigation.
public struct Publication: Sendable {
  public let packagePath: ContainerPath
  /// As the package document writes it; `""` when it does not.
  public let version: String
  public let metadata: Metadata
  public let manifest: [ManifestItem]
  /// The reading order: spine items in `itemref` order, those out of the linear order included.
  ///
  /// An `itemref` that names nothing, or whose resource an earlier item already shows under another
  /// fragment, is left out with a finding; one `idref` repeated stands as often as it does in the
  /// spine (EPUB 3.3 #sec-pkg-spine).
  public let readingOrder: [SpineItem]
  /// CFI step of the `spine` element: twice its number, from 1, among the package's element children.
  public let spineStep: Int
  public let pageProgression: PageProgression
  /// Resources under encryption that no reading system can undo without a key.
  public let lockedPaths: Set<ContainerPath>
  /// `nil` when nothing is locked.
  public let lockScheme: LockScheme?
  /// What was wrong apart from the navigation; asking for it reads no navigation.
  public let packageFindings: [Finding]
  private let lazyNavigation: LazyNavigation

  /// Contents, page list and landmarks; read when first asked for.
  public var navigation: Navigation { lazyNavigation.reading.navigation }
  /// Everything that was wrong, the navigation included.
  public var findings: [Finding] { lazyNavigation.reading.findings }

  init(
    packagePath: ContainerPath, version: String, metadata: Metadata, manifest: [ManifestItem],
    readingOrder: [SpineItem], pageProgression: PageProgression, navigation: LazyNavigation,
    lockedPaths: Set<ContainerPath>, lockScheme: LockScheme?, packageFindings: [Finding],
    spineStep: Int = 6
  ) {
    self.packagePath = packagePath
    self.version = version
    self.metadata = metadata
    self.manifest = manifest
    self.readingOrder = readingOrder
    self.spineStep = spineStep
    self.pageProgression = pageProgression
    lazyNavigation = navigation
    self.lockedPaths = lockedPaths
    self.lockScheme = lockScheme
    self.packageFindings = packageFindings
  }
}

public enum PageProgression: String, Hashable, Sendable { case ltr, rtl, `default` }

/// Who locked the content documents.
public enum LockScheme: String, Hashable, Sendable {
  case lcp = "LCP"
  case adept = "ADEPT"
  case fairPlay = "FairPlay"
  case password = "ZIP password"
  case unknown
}

public struct ManifestItem: Hashable, Sendable {
  /// `""` when the item has none.
  public let id: String
  /// `nil` for a remote resource or an `href` that means nothing.
  public let path: ContainerPath?
  /// As written.
  public let href: String
  /// Lower case, parameters dropped; `""` when the item has none.
  public let mediaType: String
  public let properties: [String]
  /// The id of the next item of its fallback chain.
  public let fallback: String?

  public init(
    id: String, path: ContainerPath?, href: String, mediaType: String, properties: [String],
    fallback: String?
  ) {
    self.id = id
    self.path = path
    self.href = href
    self.mediaType = mediaType
    self.properties = properties
    self.fallback = fallback
  }
}

/// One place in the reading order.
public struct SpineItem: Hashable, Sendable {
  /// How its resource is read.
  public enum Kind: Hashable, Sendable {
    case xhtml
    /// `text/html` and relatives.
    case html
    case svg
    /// A raster picture directly in the spine.
    case image
    /// Nothing on its fallback chain can be shown.
    case foreign
  }

  public let idref: String
  /// The manifest item that the `itemref` names.
  public let item: ManifestItem
  /// The manifest item that is shown: `item`, or the first on its fallback chain that can be
  /// (a scripted document with a fallback gives way to it).
  public let shown: ManifestItem
  public let kind: Kind
  public let isLinear: Bool
  public let properties: [String]
  /// Position of the `itemref` among the spine's element children, from 0: CFI step `2n + 2`.
  public let itemrefIndex: Int
  /// The `id` of the `itemref`, for CFI assertions.
  public let itemrefID: String?

  public init(
    idref: String, item: ManifestItem, shown: ManifestItem, kind: Kind, isLinear: Bool,
    properties: [String], itemrefIndex: Int, itemrefID: String?
  ) {
    self.idref = idref
    self.item = item
    self.shown = shown
    self.kind = kind
    self.isLinear = isLinear
    self.properties = properties
    self.itemrefIndex = itemrefIndex
    self.itemrefID = itemrefID
  }

  /// The resource that is shown.
  public var path: ContainerPath? { shown.path }
}
