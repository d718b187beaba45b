/// What the cascade gives one element, or one of its pseudo-elements: computed values, inherited
/// ones filled in.
struct ComputedStyle: Hashable, Sendable {
  enum Display: UInt8, Sendable {
    case none, contents, inline, block, listItem, inlineBlock, flowRoot
    case table, inlineTable, tableRowGroup, tableHeaderGroup, tableFooterGroup, tableRow, tableCell
    case tableCaption, tableColumn
    case ruby, rubyBase, rubyText, rubyAnnotationContainer
  }
  enum WhiteSpace: UInt8, Sendable { case normal, nowrap, pre, preWrap, preLine, breakSpaces }
  enum TextTransform: UInt8, Sendable { case none, uppercase, lowercase, capitalize, fullWidth }
  enum VerticalAlign: UInt8, Sendable { case baseline, sub, superscript }
  /// A length resolved as far as the content knows: ems of this element's font count into cells and rows.
  struct Edges: Hashable, Sendable {
    /// Rows (1 em of the root font is 1 row).
    var top: Float = 0
    var bottom: Float = 0
    var left: Extent = .zero
    var right: Extent = .zero
  }

  // Inherited
  var isVisible = true
  var whiteSpace = WhiteSpace.normal
  var isBold = false
  var isItalic = false
  var isMonospace = false
  var isSmallCaps = false
  var textTransform = TextTransform.none
  var alignment = BlockStyle.Alignment.start
  var indent = Extent.zero
  var isRightToLeft = false
  var hyphens = BlockStyle.Hyphens.manual
  var widows: UInt8 = 2
  var orphans: UInt8 = 2
  var listStyle = ListStyle.disc
  /// Pairs of opening and closing marks, outermost first; `nil` is `auto` (by language), empty is `none`.
  var quotes: [QuotePair]?
  /// Size of the font, root is 1.
  var fontScale: Float = 1

  // Not inherited (decorations are drawn on through by the element's inline descendants)
  var display = Display.inline
  var underlines = false
  var strikes = false
  /// Of the nearest inline ancestors: `sub` and `super` are handed down to inline content.
  var verticalAlign = VerticalAlign.baseline
  var margin = Edges()
  var padding = Edges()
  var breakBefore = BlockStyle.Break.auto
  var breakAfter = BlockStyle.Break.auto
  var breakInside = BlockStyle.Break.auto
  /// `content` of a pseudo-element (`nil`: none or normal).
  var content: [ContentPart]?
  var counterResets: [CounterChange] = []
  var counterIncrements: [CounterChange] = []
  var counterSets: [CounterChange] = []

  struct QuotePair: Hashable, Sendable {
    var open: String
    var close: String
  }
  struct CounterChange: Hashable, Sendable {
    var name: String
    var value: Int
  }
  enum ContentPart: Hashable, Sendable {
    case text(String)
    /// `attr(name)`, the name as written.
    case attribute(String)
    case counter(String, ListStyle)
    case counters(String, separator: String, ListStyle)
    case openQuote, closeQuote, noOpenQuote, noCloseQuote
    /// `url(…)`: a picture, as written; its alternative text where the author gave one.
    case image(String, alternative: String?)
  }
}

/// `list-style-type`: a predefined counter style, a string, or none.
enum ListStyle: Hashable, Sendable {
  case none
  case disc, circle, square, disclosure
  case decimal, decimalLeadingZero
  case lowerRoman, upperRoman
  case lowerAlpha, upperAlpha, lowerGreek
  case string(String)
  /// Another predefined style of CSS Counter Styles, by its name; falls back to decimal.
  case named(String)
}
