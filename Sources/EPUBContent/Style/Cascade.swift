import EPUBBasics
import EPUBMarkup

/// The cascade over one document: which declarations win for each element.
///
/// The document is walked in order, parents before children, so the style of an element's parent is
/// always known when its own is asked for.
struct Cascade {
  /// Finds the document's sheets: `link`, `style`, `xml-stylesheet`, `@import`; alternate ones and those
  /// for other media are left out. The user agent's sheet for XHTML, SVG and MathML comes first.
  init(tree: MarkupTree, path: ContainerPath, styles: StyleSheets, limits: Limits) {
    preconditionFailure("not built yet")
  }

  /// The root's parent: initial values.
  static let initial = ComputedStyle()

  /// The style of an element, from its parent's.
  mutating func style(of node: Int, in tree: MarkupTree, parent: ComputedStyle) -> ComputedStyle {
    preconditionFailure("not built yet")
  }

  enum PseudoElement: UInt8, Sendable { case before, after, marker }

  /// The style of a pseudo-element, `nil` when no rule makes one (always so where no sheet has such
  /// a rule: it costs nothing then). Call it after `style(of:)` of the same element.
  mutating func style(
    of pseudo: PseudoElement, on node: Int, in tree: MarkupTree, parent: ComputedStyle
  ) -> ComputedStyle? {
    preconditionFailure("not built yet")
  }
}
