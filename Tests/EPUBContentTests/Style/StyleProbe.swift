import EPUBBasics
import EPUBMarkup
import Testing

@testable import EPUBContent

/// A small document with its sheets, and the styles of its elements by id.
struct StyleProbe {
  let tree: MarkupTree
  let cascade: Cascade
  private(set) var styles: [Int: ComputedStyle] = [:]

  /// - Parameters:
  ///   - body: what stands in `body`; or a whole document when it begins with `<html` or `<?`.
  ///   - css: the text of a `style` element.
  ///   - files: sheets of the container by path.
  init(
    _ body: String, css: String = "", head: String = "", files: [String: String] = [:],
    options: StyleSheets.Options = StyleSheets.Options(), limits: Limits = Limits()
  ) throws {
    let document =
      body.hasPrefix("<html") || body.hasPrefix("<?")
      ? body
      : """
      <html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops">\
      <head><style><![CDATA[\(css)]]></style>\(head)</head><body>\(body)</body></html>
      """
    let bytes = files.mapValues { Array($0.utf8) }
    let sheets = StyleSheets(options: options, limits: limits) { bytes[$0.string] }
    try self.init(document, sheets: sheets, limits: limits)
  }

  init(_ document: String, sheets: StyleSheets, limits: Limits = Limits()) throws {
    let path = try #require(ContainerPath("text/a.xhtml"))
    tree = try MarkupTree(parsing: Array(document.utf8), as: .xhtml, at: path)
    var cascade = Cascade(tree: tree, path: path, styles: sheets, limits: limits)
    for node in tree.nodes.indices where tree.isElement(node) {
      let parent = tree.nodes[node].parent
      styles[node] = cascade.style(
        of: node, in: tree, parent: styles[Int(parent)] ?? Cascade.initial)
    }
    self.cascade = cascade
  }

  func node(_ id: String) -> Int? {
    tree.nodes.indices.first { tree.isElement($0) && tree.attribute("id", of: $0) == id }
  }

  subscript(_ id: String) -> ComputedStyle {
    node(id).flatMap { styles[$0] } ?? ComputedStyle()
  }

  func pseudo(_ pseudo: Cascade.PseudoElement, _ id: String) -> ComputedStyle? {
    var cascade = cascade
    return node(id).flatMap {
      cascade.style(of: pseudo, on: $0, in: tree, parent: styles[$0] ?? Cascade.initial)
    }
  }

  /// The ids of all bold elements, sorted: what a rule with `font-weight: bold` matched.
  var boldIDs: [String] {
    styles.filter(\.value.isBold).keys.compactMap { tree.attribute("id", of: $0) }.sorted()
  }
}
