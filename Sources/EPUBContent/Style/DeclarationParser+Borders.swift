/// The sides of a border.
enum BorderSide: Sendable {
  case top, right, bottom, left, inlineStart, inlineEnd

  /// Clockwise.
  static let all: [BorderSide] = [.top, .right, .bottom, .left]

  var style: Property {
    switch self {
    case .top: .borderTop
    case .right: .borderRight
    case .bottom: .borderBottom
    case .left: .borderLeft
    case .inlineStart: .borderInlineStart
    case .inlineEnd: .borderInlineEnd
    }
  }

  var width: Property {
    switch self {
    case .top: .borderTopWidth
    case .right: .borderRightWidth
    case .bottom: .borderBottomWidth
    case .left: .borderLeftWidth
    case .inlineStart: .borderInlineStartWidth
    case .inlineEnd: .borderInlineEndWidth
    }
  }

  var color: Property {
    switch self {
    case .top: .borderTopColor
    case .right: .borderRightColor
    case .bottom: .borderBottomColor
    case .left: .borderLeftColor
    case .inlineStart: .borderInlineStartColor
    case .inlineEnd: .borderInlineEndColor
    }
  }
}

extension DeclarationParser {
  /// Style, width and colour in any order; what is not said is as if none were drawn.
  mutating func border(_ sides: [BorderSide]) -> Bool {
    var isStyled = false
    var isThin = false
    var isFaint = false
    while let token = take() {
      switch token.kind {
      case .ident:
        isStyled = isStyled || Self.drawnStyles.contains(text.lowercased(token))
        isFaint = isFaint || self.isFaint(token)
      case .function, .hash: isFaint = self.isFaint(token)
      case .number, .dimension: isThin = isThin || token.number <= 0
      default: return false
      }
    }
    for side in sides {
      _ = set(side.style, .keyword(isStyled ? 1 : 0))
      _ = set(side.width, .keyword(isThin ? 0 : 1))
      _ = set(side.color, .keyword(isFaint ? 0 : 1))
    }
    return true
  }

  /// Colours, as many as `borderStyle` takes styles.
  mutating func borderColor(_ sides: [BorderSide]) -> Bool {
    var colors: [Bool] = []
    while let token = take() {
      switch token.kind {
      case .ident, .hash, .function: colors.append(!isFaint(token))
      default: return false
      }
    }
    return set(colors, sides, \.color)
  }

  /// One to four styles, clockwise from the top, or one or two, start and end.
  mutating func borderStyle(_ sides: [BorderSide]) -> Bool {
    var styles: [Bool] = []
    while let word = takeWord() { styles.append(Self.drawnStyles.contains(word)) }
    return set(styles, sides, \.style)
  }

  mutating func borderWidth(_ sides: [BorderSide]) -> Bool {
    var widths: [Bool] = []
    while let token = take() {
      switch token.kind {
      case .number, .dimension: widths.append(token.number > 0)
      case .ident: widths.append(true)
      default: return false
      }
    }
    return set(widths, sides, \.width)
  }

  private mutating func set(
    _ values: [Bool], _ sides: [BorderSide], _ part: KeyPath<BorderSide, Property>
  ) -> Bool {
    guard !values.isEmpty, values.count <= sides.count else { return false }
    for (place, side) in sides.enumerated() {
      // A side that is not said is as the one across from it, else as the first.
      let index = place < values.count ? place : place - 2
      let isDrawn = values.indices.contains(index) ? values[index] : values[0]
      _ = set(side[keyPath: part], .keyword(isDrawn ? 1 : 0))
    }
    return true
  }

  private static let drawnStyles: Set<String> = [
    "solid", "dashed", "dotted", "double", "groove", "ridge", "inset", "outset",
  ]
}
