// Colours are the reader's. Only whether a line would hardly be seen on white paper is asked.
extension DeclarationParser {
  /// Whether a colour, the token before the next, is near white or lets nearly all through.
  mutating func isFaint(_ token: CSSTokenizer.Token) -> Bool {
    switch token.kind {
    case .ident: return Self.faintColors.contains(text.lowercased(token))
    case .hash: return Self.isFaint(hex: text.lowercased(token).utf8)
    case .function: return isFaintFunction(text.lowercased(token))
    default: return false
    }
  }

  private static let faintColors: Set<String> = [
    "transparent", "white", "whitesmoke", "snow", "ivory", "ghostwhite", "floralwhite", "seashell",
    "mintcream", "azure", "aliceblue", "honeydew", "oldlace", "linen", "lavenderblush",
    "cornsilk", "beige", "lightyellow", "lightcyan", "lavender", "gainsboro",
  ]

  private static func isFaint(hex digits: String.UTF8View) -> Bool {
    let values = digits.compactMap { Int(String(UnicodeScalar($0)), radix: 16) }
    guard values.count == digits.count else { return false }
    switch values.count {
    case 3, 4: return isFaint(values.map { Double(17 * $0) / 255 })
    case 6, 8:
      let pairs = stride(from: 0, to: values.count, by: 2).map { 16 * values[$0] + values[$0 + 1] }
      return isFaint(pairs.map { Double($0) / 255 })
    default: return false
    }
  }

  /// `rgb()` and `rgba()`, commas or not; others are taken to be seen.
  private mutating func isFaintFunction(_ name: String) -> Bool {
    var numbers: [Double] = []
    var depth = 1
    while depth > 0, let token = take() {
      switch token.kind {
      case .openParen, .function: depth += 1
      case .closeParen: depth -= 1
      case .number: numbers.append(Double(token.number) / (numbers.count < 3 ? 255 : 1))
      case .percentage: numbers.append(Double(token.number) / 100)
      default: break
      }
    }
    return (name == "rgb" || name == "rgba") && Self.isFaint(numbers)
  }

  /// - Parameter color: red, green, blue and opacity, each up to 1.
  private static func isFaint(_ color: [Double]) -> Bool {
    guard color.count == 3 || color.count == 4 else { return false }
    let opacity = color.count == 4 ? color[3] : 1
    let light = 0.299 * color[0] + 0.587 * color[1] + 0.114 * color[2]
    return 1 - opacity * (1 - light) > 0.85
  }
}
