/// What the cascade gives one element, or one of its pseudo-elements: computed values, inherited
/// ones filled in.
///
/// About a hundred bytes without anything to count references of but one box, which most elements
/// lack: cheap to copy.
struct ComputedStyle: Hashable, Sendable {
  enum Display: UInt8, Sendable {
    case none, contents, inline, block, listItem, inlineBlock, flowRoot
    case table, inlineTable, tableRowGroup, tableHeaderGroup, tableFooterGroup, tableRow, tableCell
    case tableCaption, tableColumn
    case ruby, rubyBase, rubyText, rubyAnnotationContainer
  }
  enum WhiteSpace: UInt8, Sendable { case normal, nowrap, pre, preWrap, preLine, breakSpaces }
  enum TextTransform: UInt8, Sendable {
    case none, uppercase, lowercase, capitalize, fullWidth, fullSizeKana
  }
  /// One side of a border.
  struct Rule: OptionSet, Hashable, Sendable {
    var rawValue: UInt8
    private static let styled = Rule(rawValue: 1 << 0)
    private static let thin = Rule(rawValue: 1 << 1)
    private static let faint = Rule(rawValue: 1 << 2)

    var hasStyle: Bool {
      get { contains(.styled) }
      set { set(.styled, newValue) }
    }
    var isThin: Bool {
      get { contains(.thin) }
      set { set(.thin, newValue) }
    }
    /// Its colour would hardly be seen on white paper.
    var isFaint: Bool {
      get { contains(.faint) }
      set { set(.faint, newValue) }
    }
    var isDrawn: Bool { self == .styled }

    private mutating func set(_ bit: Rule, _ isSet: Bool) {
      if isSet { insert(bit) } else { remove(bit) }
    }
  }
  enum VerticalAlign: UInt8, Sendable { case baseline, sub, superscript }
  enum UnicodeBidi: UInt8, Sendable {
    case normal, embed, isolate, bidiOverride, isolateOverride, plaintext
  }
  /// A length resolved as far as the content knows: ems of this element's font count into cells and rows.
  struct Edges: Hashable, Sendable {
    /// Rows (1 em of the root font is 1 row). Negative where the author says so.
    var top: Float = 0
    var bottom: Float = 0
    var left: Extent = .zero
    var right: Extent = .zero
    var isLeftAuto = false
    var isRightAuto = false
  }

  /// Its number among the distinct styles of its cascade: two elements of one document have equal
  /// styles just when these are equal. -1 for one that no cascade made.
  ///
  /// The cascade knows a parent by it: a changed copy that is handed on as a parent counts as what the
  /// cascade made.
  var index: Int32 = -1

  // Inherited
  var isVisible = true
  var whiteSpace = WhiteSpace.normal
  /// In cells.
  var tabSize: UInt8 = 8
  var isBold = false
  var isItalic = false
  var isMonospace = false
  var isSmallCaps = false
  var textTransform = TextTransform.none
  var alignment = BlockStyle.Alignment.start
  var indent = Extent.zero
  var isRightToLeft = false
  var isVertical = false
  var isCaptionBelow = false
  var hyphens = BlockStyle.Hyphens.open
  var widows: UInt8 = 2
  var orphans: UInt8 = 2
  /// Size of the font; 1 is the size that the reader reads in, 16 CSS pixels.
  var fontScale: Float = 1
  /// In sizes of the font, at least 1; what fonts that say nothing have is about this.
  var lineHeight: Float = 1.15

  // Not inherited (decorations are drawn on through by the element's inline descendants)
  var display = Display.inline
  /// A flex or grid container: what stands in it directly is a block.
  var makesItems = false
  var unicodeBidi = UnicodeBidi.normal
  var underlines = false
  var strikes = false
  /// Of the nearest inline ancestors: `sub` and `super` are handed down to inline content.
  var verticalAlign = VerticalAlign.baseline
  var margin = Edges()
  var padding = Edges()
  /// Zero when nothing is said.
  var width = Extent.zero
  var breakBefore = BlockStyle.Break.auto
  var breakAfter = BlockStyle.Break.auto
  var breakInside = BlockStyle.Break.auto
  /// Lines along its sides, three bits a side: styles are copied for every element.
  private var rules: UInt16 = 0
  /// Floated, or placed by itself: line numbers in a margin, mostly.
  var isOutOfFlow = false
  /// Placed somewhere else, out of sight maybe: what the text around it is given says nothing of it.
  var isOffPlace = false
  var floatsRight = false

  private var rare: Rare?

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

extension ComputedStyle {
  /// A line along its upper, lower, left, right side.
  var ruleAbove: Rule {
    get { rule(0) }
    set { setRule(newValue, 0) }
  }
  var ruleBelow: Rule {
    get { rule(3) }
    set { setRule(newValue, 3) }
  }
  var ruleLeft: Rule {
    get { rule(6) }
    set { setRule(newValue, 6) }
  }
  var ruleRight: Rule {
    get { rule(9) }
    set { setRule(newValue, 9) }
  }

  private func rule(_ place: UInt16) -> Rule {
    Rule(rawValue: UInt8(truncatingIfNeeded: rules >> place & 7))
  }

  private mutating func setRule(_ rule: Rule, _ place: UInt16) {
    rules = rules & ~(7 << place) | UInt16(rule.rawValue) << place
  }
}

// What few elements have.
extension ComputedStyle {
  private struct RareValues: Hashable, Sendable {
    var listStyle = ListStyle.disc
    var quotes: [QuotePair]?
    var content: [ContentPart]?
    var counterResets: [CounterChange] = []
    var counterIncrements: [CounterChange] = []
    var counterSets: [CounterChange] = []
    var variables: [String: String] = [:]
  }

  private final class Rare: Hashable, Sendable {
    let values: RareValues
    init(_ values: RareValues) { self.values = values }
    static func == (a: Rare, b: Rare) -> Bool { a === b || a.values == b.values }
    func hash(into hasher: inout Hasher) { hasher.combine(values) }
    static let none = RareValues()
  }

  private var rareValues: RareValues {
    get { rare?.values ?? Rare.none }
    set { rare = newValue == Rare.none ? nil : Rare(newValue) }
  }

  /// Inherited.
  var listStyle: ListStyle {
    get { rare?.values.listStyle ?? .disc }
    set { rareValues.listStyle = newValue }
  }
  /// Inherited. Pairs of opening and closing marks, outermost first; `nil` is `auto` (by language),
  /// empty is `none`.
  var quotes: [QuotePair]? {
    get { rare?.values.quotes }
    set { rareValues.quotes = newValue }
  }
  /// `content` of a pseudo-element (`nil`: none or normal).
  var content: [ContentPart]? {
    get { rare?.values.content }
    set { rareValues.content = newValue }
  }
  var counterResets: [CounterChange] {
    get { rare?.values.counterResets ?? [] }
    set { rareValues.counterResets = newValue }
  }
  var counterIncrements: [CounterChange] {
    get { rare?.values.counterIncrements ?? [] }
    set { rareValues.counterIncrements = newValue }
  }
  var counterSets: [CounterChange] {
    get { rare?.values.counterSets ?? [] }
    set { rareValues.counterSets = newValue }
  }
  /// Inherited. Custom properties by name, as written.
  var variables: [String: String] {
    get { rare?.values.variables ?? [:] }
    set { rareValues.variables = newValue }
  }

  /// What a child begins with: inherited values kept, all others initial.
  var inherited: ComputedStyle {
    var style = self
    style.index = -1
    style.display = .inline
    style.makesItems = false
    style.unicodeBidi = .normal
    style.underlines = false
    style.strikes = false
    style.verticalAlign = .baseline
    style.margin = Edges()
    style.padding = Edges()
    style.width = .zero
    style.breakBefore = .auto
    style.breakAfter = .auto
    style.breakInside = .auto
    style.rules = 0
    style.isOutOfFlow = false
    style.isOffPlace = false
    style.floatsRight = false
    if let values = rare?.values {
      style.rareValues = RareValues(
        listStyle: values.listStyle, quotes: values.quotes, variables: values.variables)
    }
    return style
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
  /// `symbols()`
  indirect case symbols(CounterStyle)
  /// Another style, predefined or defined by a sheet, by its name; falls back to decimal.
  case named(String)
}
