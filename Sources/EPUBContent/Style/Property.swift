/// The properties that the cascade computes; shorthands are taken apart when they are read.
enum Property: UInt8, CaseIterable, Sendable {
  case display, visibility, whiteSpaceCollapse, textWrapMode, content
  case fontSize, fontWeight, fontStyle, fontVariantCaps, fontFamily
  case textDecorationLine, textAlign, textIndent, textTransform, direction, unicodeBidi, writingMode
  case hyphens, tabSize, lineHeight
  case listStyleType, captionSide, quotes, widows, orphans
  case marginTop, marginRight, marginBottom, marginLeft, marginInlineStart, marginInlineEnd
  case paddingTop, paddingRight, paddingBottom, paddingLeft, paddingInlineStart, paddingInlineEnd
  case width
  case breakBefore, breakAfter, breakInside
  case borderTop, borderBottom, borderTopWidth, borderBottomWidth
  case borderLeft, borderRight, borderInlineStart, borderInlineEnd
  case borderLeftWidth, borderRightWidth, borderInlineStartWidth, borderInlineEndWidth
  case borderTopColor, borderBottomColor, borderLeftColor, borderRightColor
  case borderInlineStartColor, borderInlineEndColor
  case counterReset, counterIncrement, counterSet
  case verticalAlign, position, top, bottom, float
  /// All custom properties.
  case custom

  /// Which side of the box the logical properties mean.
  func physical(isRightToLeft: Bool) -> Property {
    switch self {
    case .marginInlineStart: isRightToLeft ? .marginRight : .marginLeft
    case .marginInlineEnd: isRightToLeft ? .marginLeft : .marginRight
    case .paddingInlineStart: isRightToLeft ? .paddingRight : .paddingLeft
    case .paddingInlineEnd: isRightToLeft ? .paddingLeft : .paddingRight
    case .borderInlineStart: isRightToLeft ? .borderRight : .borderLeft
    case .borderInlineEnd: isRightToLeft ? .borderLeft : .borderRight
    case .borderInlineStartWidth: isRightToLeft ? .borderRightWidth : .borderLeftWidth
    case .borderInlineEndWidth: isRightToLeft ? .borderLeftWidth : .borderRightWidth
    case .borderInlineStartColor: isRightToLeft ? .borderRightColor : .borderLeftColor
    case .borderInlineEndColor: isRightToLeft ? .borderLeftColor : .borderRightColor
    default: self
    }
  }
}

/// A set of properties.
struct PropertySet: Sendable {
  private var bits: UInt128

  init(_ properties: [Property]) {
    bits = properties.reduce(0) { $0 | 1 << UInt128($1.rawValue) }
  }

  static let all = PropertySet(Property.allCases)
  /// What the logical text depends on: the book alone decides these.
  static let text = PropertySet([
    .display, .visibility, .whiteSpaceCollapse, .textWrapMode, .content, .captionSide, .custom,
  ])
  static let allButText = PropertySet(Property.allCases.filter { !text.contains($0) })
  /// What the attributes of the markup still say where the book's style does not count.
  static let textAndMeaning = PropertySet([
    .display, .visibility, .whiteSpaceCollapse, .textWrapMode, .content, .captionSide, .custom,
    .listStyleType, .direction, .unicodeBidi,
  ])

  func contains(_ property: Property) -> Bool { bits >> UInt128(property.rawValue) & 1 != 0 }
}

struct Declaration: Sendable {
  var property: Property
  var isImportant = false
  var value: Value

  enum Value: Sendable {
    case global(Global)
    /// The raw value of the property's own enumeration, or 0 and 1 for what is on or off.
    case keyword(UInt8)
    case length(CSSLength)
    case listStyle(ListStyle)
    case quotes([ComputedStyle.QuotePair]?)
    case content([ComputedStyle.ContentPart]?)
    case counters([ComputedStyle.CounterChange])
    /// A custom property, as written.
    case custom(name: String, text: String)
    /// One with `var()` in it.
    case pending(PendingValue)
  }

  /// The keywords that every property takes.
  enum Global: UInt8, Sendable { case inherit, initial, unset, revert, revertLayer }
}

/// A length as far as a stylesheet alone decides it: a sum of units.
struct CSSLength: Hashable, Sendable {
  var pixels: Float = 0
  /// Of the element's own font (of its parent's in `font-size`).
  var ems: Float = 0
  var rems: Float = 0
  /// 0.05 for `5%`.
  var share: Float = 0
  /// `auto`, where that is not just nothing.
  var isAuto = false

  static func + (a: CSSLength, b: CSSLength) -> CSSLength {
    CSSLength(
      pixels: a.pixels + b.pixels, ems: a.ems + b.ems, rems: a.rems + b.rems,
      share: a.share + b.share)
  }
  static func * (a: CSSLength, factor: Float) -> CSSLength {
    CSSLength(
      pixels: a.pixels * factor, ems: a.ems * factor, rems: a.rems * factor,
      share: a.share * factor)
  }

  /// On the page of our media features (600 pixels wide) in a font of the usual size.
  var typicalPixels: Float { pixels + 16 * ems + 16 * rems + 600 * share }

  /// Held inside what any page can use, so that sums stay finite.
  var bounded: CSSLength {
    func bound(_ value: Float) -> Float { value.isNaN ? 0 : min(max(value, -1e6), 1e6) }
    return CSSLength(
      pixels: bound(pixels), ems: bound(ems), rems: bound(rems), share: bound(share))
  }

  /// In cells, of an element whose font has `scale`; the root's has `root`.
  func extent(scale: Float, root: Float) -> Extent {
    Extent(cells: pixels / 8 + 2 * (ems * scale + rems * root), share: share)
  }

  /// In rows; a share is of the page's width, as CSS says for margins and paddings.
  func rows(scale: Float, root: Float) -> Float {
    pixels / 16 + ems * scale + rems * root + share * 37.5
  }
}
