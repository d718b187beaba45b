/// Builds a small whole book: container file, package document, contents, chapters.
///
///     let book = BookBuilder {
///       $0.title = "Tides"
///       $0.chapter("<p>The ferry left.</p>", title: "One")
///     }
///     try OCFContainer(bytes: book.bytes)
///
/// Every part can be replaced by other text (`packageDocument`, `navigationDocument`, `files` of
/// any name), so that a test can make the very fault it is about.
public struct BookBuilder: Sendable {
  /// One resource of the publication, as the manifest lists it.
  public struct Item: Sendable {
    public var id: String
    /// Relative to the folder of the package document.
    public var href: String
    public var mediaType: String
    public var bytes: [UInt8]
    public var properties = ""
    /// More attributes of the manifest's `item`, such as `fallback="x"`.
    public var attributes = ""
    public var isInSpine = false
    public var isLinear = true
    /// Its label in the contents; none without.
    public var title: String?
    /// It is listed in the manifest, but not in the archive.
    public var isMissing = false
  }

  public var title = "A Book"
  public var creators = ["A. Writer"]
  public var language = "en"
  public var identifier = "urn:uuid:00000000-0000-4000-8000-000000000001"
  public var version = "3.0"
  /// Of the package document; where the container's root is meant, empty.
  public var folder = "EPUB"
  /// More children of `metadata`.
  public var metadata = ""
  /// More attributes of `package`, `spine`.
  public var packageAttributes = ""
  public var spineAttributes = ""
  /// More children of `package`: a guide, collections.
  public var packageChildren = ""

  public var hasNavigationDocument = true
  public var hasNCX = false
  /// Labels and hrefs of the page list, in both kinds of contents.
  public var pageList: [(label: String, href: String)] = []
  /// The list of the contents as XHTML `ol`; from the chapters' titles without.
  public var contentsList: String?
  /// More children of the navigation document's body.
  public var navigationChildren = ""

  public var items: [Item] = []
  private var stylesheets: [String] = []
  private var extraFiles: [(path: String, bytes: [UInt8])] = []

  /// In place of what would be written.
  public var packageDocument: String?
  public var navigationDocument: String?
  public var containerFile: String?
  public var mimetype: String? = "application/epub+zip"

  public init(_ build: (inout BookBuilder) -> Void = { _ in }) { build(&self) }

  /// Adds a chapter to manifest and spine: an XHTML document with this body.
  ///
  /// - Parameter href: `chapter1.xhtml` and so on without.
  /// - Parameter head: what stands in the `head` besides title and stylesheets.
  public mutating func chapter(
    _ body: String, title: String? = nil, href: String? = nil, head: String = "",
    language: String? = nil, bodyAttributes: String = "", properties: String = "",
    isLinear: Bool = true, _ change: (inout Item) -> Void = { _ in }
  ) {
    let language = language ?? self.language
    let links = stylesheets.map { "<link rel=\"stylesheet\" type=\"text/css\" href=\"\($0)\"/>" }
    let text = """
      <?xml version="1.0" encoding="utf-8"?>
      <!DOCTYPE html>
      <html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" \
      lang="\(language)" xml:lang="\(language)">
      <head><title>\(escaped(title ?? self.title))</title>\(links.joined())\(head)</head>
      <body\(bodyAttributes.isEmpty ? "" : " " + bodyAttributes)>\(body)</body>
      </html>
      """
    document(text, title: title, href: href) {
      $0.properties = properties
      $0.isLinear = isLinear
      change(&$0)
    }
  }

  /// Adds a document to manifest and spine, exactly as given.
  public mutating func document(
    _ text: String, title: String? = nil, href: String? = nil,
    mediaType: String = "application/xhtml+xml", _ change: (inout Item) -> Void = { _ in }
  ) {
    let number = items.count { $0.isInSpine } + 1
    let item = Item(
      id: "chapter\(number)", href: href ?? "chapter\(number).xhtml", mediaType: mediaType,
      bytes: Array(text.utf8), isInSpine: true, title: title)
    add(item, change)
  }

  /// Adds a stylesheet; chapters added after it link to it.
  public mutating func stylesheet(_ css: String, href: String? = nil) {
    let href = href ?? "style\(stylesheets.count + 1).css"
    stylesheets.append(href)
    resource(href, Array(css.utf8), mediaType: "text/css")
  }

  /// Adds a resource to the manifest, not to the spine.
  public mutating func resource(
    _ href: String, _ bytes: [UInt8], mediaType: String, _ change: (inout Item) -> Void = { _ in }
  ) {
    add(Item(id: "item\(items.count + 1)", href: href, mediaType: mediaType, bytes: bytes), change)
  }

  /// Adds a file to the container that no manifest lists, at a path from its root.
  public mutating func file(_ path: String, _ text: String) {
    extraFiles.append((path, Array(text.utf8)))
  }

  private mutating func add(_ item: Item, _ change: (inout Item) -> Void) {
    var item = item
    change(&item)
    items.append(item)
  }

  /// Every file of the container, `mimetype` first.
  public var files: [(path: String, bytes: [UInt8])] {
    var files: [(path: String, bytes: [UInt8])] = []
    if let mimetype { files.append(("mimetype", Array(mimetype.utf8))) }
    files.append(("META-INF/container.xml", Array((containerFile ?? defaultContainerFile).utf8)))
    files.append((inFolder("package.opf"), Array((packageDocument ?? defaultPackage).utf8)))
    if hasNavigationDocument {
      let text = navigationDocument ?? defaultNavigation
      files.append((inFolder("nav.xhtml"), Array(text.utf8)))
    }
    if hasNCX { files.append((inFolder("toc.ncx"), Array(defaultNCX.utf8))) }
    files += items.filter { !$0.isMissing }.map { (inFolder($0.href), $0.bytes) }
    return files + extraFiles
  }

  /// The archive, to be changed before its bytes are taken.
  public var archive: ZIPBuilder {
    var archive = ZIPBuilder()
    for file in files {
      archive.add(Array(file.path.utf8), file.bytes) {
        if file.path == "mimetype" { $0.method = 0 }
      }
    }
    return archive
  }

  /// The book as an EPUB file.
  public var bytes: [UInt8] { archive.bytes }

  private func inFolder(_ name: String) -> String { folder.isEmpty ? name : "\(folder)/\(name)" }
}
