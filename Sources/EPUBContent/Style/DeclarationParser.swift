/// Reads the value of one declaration; shorthands give several.
struct DeclarationParser {
  let text: CSSTokenizer
  let tokens: ArraySlice<CSSTokenizer.Token>
  var index: Int
  private(set) var declarations: [Declaration] = []

  /// What a declaration sets; `nil` for a property that the cascade does not compute and for a
  /// value that is not the property's.
  static func declarations(
    _ name: String, _ tokens: ArraySlice<CSSTokenizer.Token>, of text: CSSTokenizer
  ) -> [Declaration]? {
    guard let syntax = syntaxes[name] else { return nil }
    var parser = DeclarationParser(text: text, tokens: tokens, index: tokens.startIndex)
    if let global = parser.globalKeyword() {
      return syntax.longhands.map { Declaration(property: $0, value: .global(global)) }
    }
    parser.index = tokens.startIndex
    guard parser.read(syntax), parser.isAtEnd else { return nil }
    return parser.declarations
  }

  // MARK: Properties and their kinds of values

  /// What values a property takes. Without references, so that the table of all costs little to make.
  enum Syntax: Sendable {
    /// One keyword.
    case keyword(Property)
    case length(Property, allowsNegative: Bool)
    /// One to four lengths, the sides clockwise from the top.
    case margin, padding
    /// One or two lengths, start and end.
    case pair(Property, Property)
    case count(Property)
    case counters(Property, unit: Int)
    case display, whiteSpace, decoration, indent, transform
    case fontSize, fontWeight, fontStyle, fontVariant, fontFamily, font
    case listStyleType, listStyle, quotes, content, verticalAlign, all

    var longhands: [Property] {
      switch self {
      case .keyword(let property), .length(let property, _), .count(let property),
        .counters(let property, _):
        [property]
      case .margin: [.marginTop, .marginRight, .marginBottom, .marginLeft]
      case .padding: [.paddingTop, .paddingRight, .paddingBottom, .paddingLeft]
      case .pair(let start, let end): [start, end]
      case .display: [.display]
      case .whiteSpace: [.whiteSpaceCollapse, .textWrapMode]
      case .decoration: [.textDecorationLine]
      case .indent: [.textIndent]
      case .transform: [.textTransform]
      case .fontSize: [.fontSize]
      case .fontWeight: [.fontWeight]
      case .fontStyle: [.fontStyle]
      case .fontVariant: [.fontVariantCaps]
      case .fontFamily: [.fontFamily]
      case .font: [.fontStyle, .fontVariantCaps, .fontWeight, .fontSize, .fontFamily]
      case .listStyleType, .listStyle: [.listStyleType]
      case .quotes: [.quotes]
      case .content: [.content]
      case .verticalAlign: [.verticalAlign]
      case .all: Property.allCases.filter { $0 != .direction }
      }
    }
  }

  private static let syntaxes: [String: Syntax] = [
    "display": .display, "visibility": .keyword(.visibility), "content": .content, "all": .all,
    "white-space": .whiteSpace, "white-space-collapse": .keyword(.whiteSpaceCollapse),
    "text-wrap": .keyword(.textWrapMode), "text-wrap-mode": .keyword(.textWrapMode),
    "text-decoration": .decoration, "text-decoration-line": .decoration,
    "-webkit-text-decoration": .decoration, "-webkit-text-decoration-line": .decoration,
    "text-align": .keyword(.textAlign), "-epub-text-align": .keyword(.textAlign),
    "text-indent": .indent, "text-transform": .transform, "-epub-text-transform": .transform,
    "direction": .keyword(.direction), "position": .keyword(.position),
    "hyphens": .keyword(.hyphens), "-epub-hyphens": .keyword(.hyphens),
    "-webkit-hyphens": .keyword(.hyphens), "-moz-hyphens": .keyword(.hyphens),
    "-ms-hyphens": .keyword(.hyphens), "adobe-hyphenate": .keyword(.hyphens),
    "font-size": .fontSize, "font-weight": .fontWeight, "font-style": .fontStyle,
    "font-variant": .fontVariant, "font-variant-caps": .fontVariant, "font-family": .fontFamily,
    "font": .font, "list-style-type": .listStyleType, "list-style": .listStyle,
    "quotes": .quotes, "vertical-align": .verticalAlign, "widows": .count(.widows),
    "orphans": .count(.orphans), "counter-reset": .counters(.counterReset, unit: 0),
    "counter-increment": .counters(.counterIncrement, unit: 1),
    "counter-set": .counters(.counterSet, unit: 0),
    "break-before": .keyword(.breakBefore), "break-after": .keyword(.breakAfter),
    "break-inside": .keyword(.breakInside), "page-break-before": .keyword(.breakBefore),
    "page-break-after": .keyword(.breakAfter), "page-break-inside": .keyword(.breakInside),
    "-webkit-column-break-before": .keyword(.breakBefore),
    "-webkit-column-break-after": .keyword(.breakAfter),
    "-webkit-column-break-inside": .keyword(.breakInside),
    "top": .length(.top, allowsNegative: true), "bottom": .length(.bottom, allowsNegative: true),
    "margin": .margin, "padding": .padding, "margin-block": .pair(.marginTop, .marginBottom),
    "margin-inline": .pair(.marginInlineStart, .marginInlineEnd),
    "padding-block": .pair(.paddingTop, .paddingBottom),
    "padding-inline": .pair(.paddingInlineStart, .paddingInlineEnd),
    "margin-top": .length(.marginTop, allowsNegative: true),
    "margin-right": .length(.marginRight, allowsNegative: true),
    "margin-bottom": .length(.marginBottom, allowsNegative: true),
    "margin-left": .length(.marginLeft, allowsNegative: true),
    "margin-block-start": .length(.marginTop, allowsNegative: true),
    "margin-block-end": .length(.marginBottom, allowsNegative: true),
    "margin-inline-start": .length(.marginInlineStart, allowsNegative: true),
    "margin-inline-end": .length(.marginInlineEnd, allowsNegative: true),
    "-webkit-margin-start": .length(.marginInlineStart, allowsNegative: true),
    "-webkit-margin-end": .length(.marginInlineEnd, allowsNegative: true),
    "padding-top": .length(.paddingTop, allowsNegative: false),
    "padding-right": .length(.paddingRight, allowsNegative: false),
    "padding-bottom": .length(.paddingBottom, allowsNegative: false),
    "padding-left": .length(.paddingLeft, allowsNegative: false),
    "padding-block-start": .length(.paddingTop, allowsNegative: false),
    "padding-block-end": .length(.paddingBottom, allowsNegative: false),
    "padding-inline-start": .length(.paddingInlineStart, allowsNegative: false),
    "padding-inline-end": .length(.paddingInlineEnd, allowsNegative: false),
  ]

  // MARK: Tokens

  var current: CSSTokenizer.Token? { index < tokens.endIndex ? tokens[index] : nil }

  mutating func skipSpace() {
    while current?.kind == .whitespace { index += 1 }
  }

  private var isAtEnd: Bool {
    tokens[index...].allSatisfy { $0.kind == .whitespace }
  }

  /// The next token with white space before it passed over.
  mutating func take() -> CSSTokenizer.Token? {
    skipSpace()
    guard let token = current else { return nil }
    index += 1
    return token
  }

  mutating func takeWord() -> String? {
    skipSpace()
    guard let token = current, token.kind == .ident else { return nil }
    index += 1
    return text.lowercased(token)
  }

  mutating func set(_ property: Property, _ value: Declaration.Value) -> Bool {
    declarations.append(Declaration(property: property, value: value))
    return true
  }

  private mutating func globalKeyword() -> Declaration.Global? {
    guard let word = takeWord(), isAtEnd else { return nil }
    switch word {
    case "inherit": return .inherit
    case "initial": return .initial
    case "unset": return .unset
    case "revert": return .revert
    case "revert-layer": return .revertLayer
    default: return nil
    }
  }

  private mutating func read(_ syntax: Syntax) -> Bool {
    switch syntax {
    case .keyword(let property):
      guard let word = takeWord(), let value = property.keyword(word) else { return false }
      return set(property, .keyword(value))
    case .length(let property, let allowsNegative):
      return length(allowsNegative: allowsNegative, allowsAuto: true).map {
        set(property, .length($0))
      } ?? false
    case .margin, .padding, .pair: return sides(syntax.longhands)
    case .count(let property):
      guard let token = take(), token.kind == .number, token.flag, token.number >= 1 else {
        return false
      }
      return set(property, .keyword(UInt8(min(token.number, 255))))
    case .counters(let property, let unit): return counters(property, unit)
    case .display: return display()
    case .whiteSpace: return whiteSpace()
    case .decoration: return decoration()
    case .indent: return indent()
    case .transform: return transform()
    case .fontSize: return fontSize()
    case .fontWeight: return fontWeight()
    case .fontStyle: return fontStyle()
    case .fontVariant: return fontVariant()
    case .fontFamily: return fontFamily()
    case .font: return font()
    case .listStyleType: return listStyle().map { set(.listStyleType, .listStyle($0)) } ?? false
    case .listStyle: return listStyleShorthand()
    case .quotes: return quotes()
    case .content: return content()
    case .verticalAlign: return verticalAlign()
    case .all: return false
    }
  }

  // MARK: Lengths

  /// One length or percentage; `auto` counts as nothing where it is allowed.
  mutating func length(allowsNegative: Bool, allowsAuto: Bool = false) -> CSSLength? {
    skipSpace()
    if allowsAuto, current?.kind == .ident {
      let start = index
      if takeWord() == "auto" { return CSSLength() }
      index = start
      return nil
    }
    var math = CSSMath(tokens[index...], of: text)
    let isPlain = current?.kind != .function
    guard let quantity = math.quantity() else { return nil }
    index = min(math.index, tokens.endIndex)
    switch quantity {
    case .number(let value): return value == 0 && isPlain ? CSSLength() : nil
    case .length(let length):
      if allowsNegative || length.typicalPixels >= 0 { return length }
      return isPlain ? nil : CSSLength()
    }
  }

  private mutating func sides(_ properties: [Property]) -> Bool {
    let isMargin = properties[0] == .marginTop || properties[0] == .marginInlineStart
    var lengths: [CSSLength] = []
    while !isAtEnd, lengths.count < properties.count {
      guard let length = length(allowsNegative: isMargin, allowsAuto: isMargin) else {
        return false
      }
      lengths.append(length)
    }
    guard let first = lengths.first else { return false }
    let second = lengths.count > 1 ? lengths[1] : first
    let third = lengths.count > 2 ? lengths[2] : first
    let fourth = lengths.count > 3 ? lengths[3] : second
    for (property, length) in zip(properties, [first, second, third, fourth]) {
      _ = set(property, .length(length))
    }
    return true
  }
}
