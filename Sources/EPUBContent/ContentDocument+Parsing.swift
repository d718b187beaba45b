public import EPUBBasics
public import EPUBMarkup

extension ContentDocument {
  /// Reads a parsed XHTML or SVG document, its styles applied.
  ///
  /// - Parameters:
  ///   - path: where the document lies; references in it are relative to that.
  ///   - styles: the book's stylesheets, shared by all of its documents.
  public init(
    reading tree: MarkupTree, at path: ContainerPath, styles: StyleSheets, limits: Limits = Limits()
  ) {
    guard !tree.nodes.isEmpty else {
      self.init()
      return
    }
    let cascade = Cascade(tree: tree, path: path, styles: styles, limits: limits)
    var builder = ContentBuilder(tree: tree, path: path, cascade: cascade, limits: limits)
    builder.walk()
    self = builder.finish()
  }

  /// The offset that `fragment` (an id) leads to, or `nil` when no element has it.
  public func anchor(_ fragment: String) -> Anchor? {
    anchors.first { $0.id == fragment }
  }
}
