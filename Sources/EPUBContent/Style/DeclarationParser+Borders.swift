extension DeclarationParser {
  /// Whether a side is drawn: the style alone decides that, unless the width is 0. Of several styles
  /// (`border-style`) the first is the upper side's, the third, if there is one, the lower one's.
  mutating func border(_ sides: [Property]) -> Bool {
    var styles: [Bool] = []
    var isThin = false
    while let token = take() {
      switch token.kind {
      case .ident:
        switch text.lowercased(token) {
        case "solid", "dashed", "dotted", "double", "groove", "ridge", "inset", "outset":
          styles.append(true)
        case "none", "hidden": styles.append(false)
        default: break  // widths and colours
        }
      case .function: skipArguments()
      case .number, .dimension: isThin = isThin || token.number <= 0
      case .hash, .percentage: break
      default: return false
      }
    }
    let upper = styles.first ?? false
    for side in sides {
      let style = side == .borderBottom && styles.count > 2 ? styles[2] : upper
      _ = set(side, .keyword(style && !isThin ? 1 : 0))
    }
    return true
  }
}
