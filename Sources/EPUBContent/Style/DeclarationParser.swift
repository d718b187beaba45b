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
    guard let syntax = syntax(of: name) else { return nil }
    if tokens.contains(where: { $0.kind == .function && text.lowercased($0) == "var" }) {
      return pending(name, syntax, tokens, of: text)
    }
    var parser = DeclarationParser(text: text, tokens: tokens, index: tokens.startIndex)
    if let global = parser.globalKeyword() {
      return syntax.longhands.map { Declaration(property: $0, value: .global(global)) }
    }
    parser.index = tokens.startIndex
    guard parser.read(syntax), parser.isAtEnd else { return nil }
    return parser.declarations
  }

  // MARK: Properties and their kinds of values

  /// What values a property takes.
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
    case display, whiteSpace, tabSize, decoration, indent, transform
    case fontSize, fontWeight, fontStyle, fontVariant, fontFamily, font, lineHeight
    case listStyleType, listStyle, quotes, content, verticalAlign, all
    /// Sides of a border: all that is said of them, or style or width alone.
    case border([BorderSide])
    case borderStyle([BorderSide])
    case borderWidth([BorderSide])
    case borderColor([BorderSide])

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
      case .tabSize: [.tabSize]
      case .decoration: [.textDecorationLine]
      case .indent: [.textIndent]
      case .transform: [.textTransform]
      case .fontSize: [.fontSize]
      case .fontWeight: [.fontWeight]
      case .fontStyle: [.fontStyle]
      case .fontVariant: [.fontVariantCaps]
      case .fontFamily: [.fontFamily]
      case .font:
        [.fontStyle, .fontVariantCaps, .fontWeight, .fontSize, .lineHeight, .fontFamily]
      case .lineHeight: [.lineHeight]
      case .listStyleType, .listStyle: [.listStyleType]
      case .quotes: [.quotes]
      case .content: [.content]
      case .verticalAlign: [.verticalAlign]
      case .border(let sides): sides.flatMap { [$0.style, $0.width, $0.color] }
      case .borderStyle(let sides): sides.map(\.style)
      case .borderWidth(let sides): sides.map(\.width)
      case .borderColor(let sides): sides.map(\.color)
      case .all:
        Property.allCases.filter { $0 != .direction && $0 != .unicodeBidi && $0 != .custom }
      }
    }
  }

  // By switches and not by a dictionary: to fill one took 0.2 ms of every start. The first letter
  // keeps them short.
  static func syntax(of name: String) -> Syntax? {
    switch name.utf8.first {
    case UInt8(ascii: "m"): marginSyntax(name)
    case UInt8(ascii: "p"): paddingSyntax(name)
    case UInt8(ascii: "f"): fontSyntax(name)
    case UInt8(ascii: "t"): textSyntax(name)
    case UInt8(ascii: "b"): borderSyntax(name)
    case UInt8(ascii: "-"): prefixedSyntax(name)
    default: otherSyntax(name)
    }
  }

  private static func otherSyntax(_ name: String) -> Syntax? {
    switch name {
    case "display": .display
    case "content": .content
    case "caption-side": .keyword(.captionSide)
    case "line-height": .lineHeight
    case "list-style": .listStyle
    case "list-style-type": .listStyleType
    case "vertical-align": .verticalAlign
    case "visibility": .keyword(.visibility)
    case "width", "inline-size": .length(.width, allowsNegative: false)
    case "white-space": .whiteSpace
    case "white-space-collapse": .keyword(.whiteSpaceCollapse)
    case "direction": .keyword(.direction)
    case "unicode-bidi": .keyword(.unicodeBidi)
    case "writing-mode": .keyword(.writingMode)
    case "hyphens", "adobe-hyphenate": .keyword(.hyphens)
    case "quotes": .quotes
    case "widows": .count(.widows)
    case "orphans": .count(.orphans)
    case "counter-reset": .counters(.counterReset, unit: 0)
    case "counter-increment": .counters(.counterIncrement, unit: 1)
    case "counter-set": .counters(.counterSet, unit: 0)
    case "all": .all
    default: nil
    }
  }

  private static func marginSyntax(_ name: String) -> Syntax? {
    switch name {
    case "margin": .margin
    case "margin-top", "margin-block-start": .length(.marginTop, allowsNegative: true)
    case "margin-bottom", "margin-block-end": .length(.marginBottom, allowsNegative: true)
    case "margin-left": .length(.marginLeft, allowsNegative: true)
    case "margin-right": .length(.marginRight, allowsNegative: true)
    case "margin-inline-start": .length(.marginInlineStart, allowsNegative: true)
    case "margin-inline-end": .length(.marginInlineEnd, allowsNegative: true)
    case "margin-block": .pair(.marginTop, .marginBottom)
    case "margin-inline": .pair(.marginInlineStart, .marginInlineEnd)
    default: nil
    }
  }

  private static func paddingSyntax(_ name: String) -> Syntax? {
    switch name {
    case "padding": .padding
    case "padding-top", "padding-block-start": .length(.paddingTop, allowsNegative: false)
    case "padding-bottom", "padding-block-end": .length(.paddingBottom, allowsNegative: false)
    case "padding-left": .length(.paddingLeft, allowsNegative: false)
    case "padding-right": .length(.paddingRight, allowsNegative: false)
    case "padding-inline-start": .length(.paddingInlineStart, allowsNegative: false)
    case "padding-inline-end": .length(.paddingInlineEnd, allowsNegative: false)
    case "padding-block": .pair(.paddingTop, .paddingBottom)
    case "padding-inline": .pair(.paddingInlineStart, .paddingInlineEnd)
    case "page-break-before": .keyword(.breakBefore)
    case "page-break-after": .keyword(.breakAfter)
    case "page-break-inside": .keyword(.breakInside)
    case "position": .keyword(.position)
    default: nil
    }
  }

  private static func fontSyntax(_ name: String) -> Syntax? {
    switch name {
    case "font": .font
    case "float": .keyword(.float)
    case "font-size": .fontSize
    case "font-weight": .fontWeight
    case "font-style": .fontStyle
    case "font-variant", "font-variant-caps": .fontVariant
    case "font-family": .fontFamily
    default: nil
    }
  }

  private static func textSyntax(_ name: String) -> Syntax? {
    switch name {
    case "tab-size": .tabSize
    case "text-align": .keyword(.textAlign)
    case "text-indent": .indent
    case "text-transform": .transform
    case "text-decoration", "text-decoration-line": .decoration
    case "text-wrap", "text-wrap-mode": .keyword(.textWrapMode)
    case "top": .length(.top, allowsNegative: true)
    default: nil
    }
  }

  private static func borderSyntax(_ name: String) -> Syntax? {
    switch name {
    case "bottom": .length(.bottom, allowsNegative: true)
    case "break-before": .keyword(.breakBefore)
    case "break-after": .keyword(.breakAfter)
    case "break-inside": .keyword(.breakInside)
    case "border": .border(BorderSide.all)
    case "border-style": .borderStyle(BorderSide.all)
    case "border-width": .borderWidth(BorderSide.all)
    case "border-block": .border([.top, .bottom])
    case "border-block-style": .borderStyle([.top, .bottom])
    case "border-block-width": .borderWidth([.top, .bottom])
    case "border-color": .borderColor(BorderSide.all)
    case "border-block-color": .borderColor([.top, .bottom])
    case "border-top-color", "border-block-start-color": .borderColor([.top])
    case "border-bottom-color", "border-block-end-color": .borderColor([.bottom])
    case "border-top", "border-block-start": .border([.top])
    case "border-top-style", "border-block-start-style": .borderStyle([.top])
    case "border-top-width", "border-block-start-width": .borderWidth([.top])
    case "border-bottom", "border-block-end": .border([.bottom])
    case "border-bottom-style", "border-block-end-style": .borderStyle([.bottom])
    case "border-bottom-width", "border-block-end-width": .borderWidth([.bottom])
    default: sideBorderSyntax(name)
    }
  }

  private static func sideBorderSyntax(_ name: String) -> Syntax? {
    switch name {
    case "border-left": .border([.left])
    case "border-left-style": .borderStyle([.left])
    case "border-left-width": .borderWidth([.left])
    case "border-left-color": .borderColor([.left])
    case "border-right": .border([.right])
    case "border-right-style": .borderStyle([.right])
    case "border-right-width": .borderWidth([.right])
    case "border-right-color": .borderColor([.right])
    case "border-inline": .border([.inlineStart, .inlineEnd])
    case "border-inline-style": .borderStyle([.inlineStart, .inlineEnd])
    case "border-inline-width": .borderWidth([.inlineStart, .inlineEnd])
    case "border-inline-color": .borderColor([.inlineStart, .inlineEnd])
    case "border-inline-start": .border([.inlineStart])
    case "border-inline-start-style": .borderStyle([.inlineStart])
    case "border-inline-start-width": .borderWidth([.inlineStart])
    case "border-inline-start-color": .borderColor([.inlineStart])
    case "border-inline-end": .border([.inlineEnd])
    case "border-inline-end-style": .borderStyle([.inlineEnd])
    case "border-inline-end-width": .borderWidth([.inlineEnd])
    case "border-inline-end-color": .borderColor([.inlineEnd])
    default: nil
    }
  }

  private static func prefixedSyntax(_ name: String) -> Syntax? {
    switch name {
    case "-epub-hyphens", "-webkit-hyphens", "-moz-hyphens", "-ms-hyphens":
      .keyword(.hyphens)
    case "-epub-writing-mode", "-webkit-writing-mode", "-ms-writing-mode":
      .keyword(.writingMode)
    case "-epub-text-align": .keyword(.textAlign)
    case "-epub-text-transform": .transform
    case "-moz-tab-size", "-o-tab-size": .tabSize
    case "-webkit-text-decoration", "-webkit-text-decoration-line": .decoration
    case "-webkit-margin-start": .length(.marginInlineStart, allowsNegative: true)
    case "-webkit-margin-end": .length(.marginInlineEnd, allowsNegative: true)
    case "-webkit-padding-start": .length(.paddingInlineStart, allowsNegative: false)
    case "-webkit-padding-end": .length(.paddingInlineEnd, allowsNegative: false)
    case "-webkit-column-break-before": .keyword(.breakBefore)
    case "-webkit-column-break-after": .keyword(.breakAfter)
    case "-webkit-column-break-inside": .keyword(.breakInside)
    default: nil
    }
  }

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
    case .tabSize: return tabSize()
    case .decoration: return decoration()
    case .indent: return indent()
    case .transform: return transform()
    case .fontSize: return fontSize()
    case .fontWeight: return fontWeight()
    case .fontStyle: return fontStyle()
    case .fontVariant: return fontVariant()
    case .fontFamily: return fontFamily()
    case .font: return font()
    case .lineHeight: return lineHeight()
    case .listStyleType: return listStyle().map { set(.listStyleType, .listStyle($0)) } ?? false
    case .listStyle: return listStyleShorthand()
    case .quotes: return quotes()
    case .content: return content()
    case .verticalAlign: return verticalAlign()
    case .border(let sides): return border(sides)
    case .borderStyle(let sides): return borderStyle(sides)
    case .borderWidth(let sides): return borderWidth(sides)
    case .borderColor(let sides): return borderColor(sides)
    case .all: return false
    }
  }

  // MARK: Lengths

  /// One length or percentage; `auto` is marked, and else nothing, where it is allowed.
  mutating func length(allowsNegative: Bool, allowsAuto: Bool = false) -> CSSLength? {
    skipSpace()
    if allowsAuto, current?.kind == .ident {
      let start = index
      if takeWord() == "auto" { return CSSLength(isAuto: true) }
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
