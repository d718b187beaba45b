/// The sides of a border that can be drawn between lines of text.
enum BorderSide: Sendable {
  case top, bottom

  var style: Property { self == .top ? .borderTop : .borderBottom }
  var width: Property { self == .top ? .borderTopWidth : .borderBottomWidth }
}

extension DeclarationParser {
  /// Style, width and colour in any order; what is not said is as if none were drawn.
  mutating func border(_ sides: [BorderSide]) -> Bool {
    var isStyled = false
    var isThin = false
    while let token = take() {
      switch token.kind {
      case .ident:
        let word = text.lowercased(token)
        isStyled = Self.drawnStyles.contains(word) || isStyled && word != "transparent"
        isThin = isThin || word == "transparent"
      case .function: skipArguments()
      case .number, .dimension: isThin = isThin || token.number <= 0
      case .hash, .percentage: break
      default: return false
      }
    }
    for side in sides {
      _ = set(side.style, .keyword(isStyled ? 1 : 0))
      _ = set(side.width, .keyword(isThin ? 0 : 1))
    }
    return true
  }

  /// One to four styles, clockwise from the top.
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
    guard let first = values.first, values.count <= 4 else { return false }
    for side in sides {
      let isDrawn = side == .bottom && values.count > 2 ? values[2] : first
      _ = set(side[keyPath: part], .keyword(isDrawn ? 1 : 0))
    }
    return true
  }

  private static let drawnStyles: Set<String> = [
    "solid", "dashed", "dotted", "double", "groove", "ridge", "inset", "outset",
  ]
}
