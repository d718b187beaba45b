extension CSSLength {
  /// `nil` for what is no unit of length. Of the page that media features describe: 600 by 800
  /// pixels.
  init?(_ number: Double, unit: String) {
    let value = Float(number)
    switch unit {
    case "em", "lh": self.init(ems: value)
    case "ex", "ch", "cap": self.init(ems: value / 2)
    case "ic": self.init(ems: value)
    case "rem", "rlh", "ric": self.init(rems: value)
    case "rex", "rch", "rcap": self.init(rems: value / 2)
    default:
      guard let pixels = Self.pixels(of: unit) else { return nil }
      self.init(pixels: value * pixels)
    }
    self = bounded
  }

  private static func pixels(of unit: String) -> Float? {
    switch unit {
    case "px": 1
    case "pt": 4 / 3
    case "pc": 16
    case "in": 96
    case "cm": 96 / 2.54
    case "mm": 96 / 25.4
    case "q": 96 / 101.6
    case "vw", "vi", "vmin", "svw", "lvw", "dvw", "svi", "lvi", "dvi", "svmin", "lvmin", "dvmin": 6
    case "vh", "vb", "vmax", "svh", "lvh", "dvh", "svb", "lvb", "dvb", "svmax", "lvmax", "dvmax": 8
    default: nil
    }
  }
}

/// Reads `calc()`, `min()`, `max()` and `clamp()` of lengths, percentages and numbers.
///
/// The minimum of lengths in different units is taken as a font of the usual size makes it.
struct CSSMath {
  private let text: CSSTokenizer
  private let tokens: ArraySlice<CSSTokenizer.Token>
  private(set) var index: Int
  private var depth = 0
  private static let maximumDepth = 32

  /// A number or a length; sums are only of one kind.
  enum Quantity {
    case number(Double)
    case length(CSSLength)
  }

  init(_ tokens: ArraySlice<CSSTokenizer.Token>, of text: CSSTokenizer) {
    self.text = text
    self.tokens = tokens
    index = tokens.startIndex
  }

  private var current: CSSTokenizer.Token? { index < tokens.endIndex ? tokens[index] : nil }

  private mutating func skipSpace() {
    while current?.kind == .whitespace { index += 1 }
  }

  /// One number, dimension, percentage or function.
  mutating func quantity() -> Quantity? {
    skipSpace()
    guard let token = current else { return nil }
    index += 1
    switch token.kind {
    case .number: return .number(token.number)
    case .percentage: return .length(CSSLength(share: Float(token.number / 100)).bounded)
    case .dimension:
      return CSSLength(token.number, unit: text.lowercased(token)).map { .length($0) }
    case .function: return function(text.lowercased(token))
    case .openParen where depth > 0: return enclosed { $0.sum() }
    case .ident where depth > 0: return Self.constant(text.lowercased(token))
    default: return nil
    }
  }

  private static func constant(_ name: String) -> Quantity? {
    switch name {
    case "pi": .number(.pi)
    case "e": .number(2.718_281_828_459_045)
    default: nil
    }
  }

  private mutating func enclosed(_ read: (inout CSSMath) -> Quantity?) -> Quantity? {
    guard depth < Self.maximumDepth else { return nil }
    depth += 1
    defer { depth -= 1 }
    guard let value = read(&self) else { return nil }
    skipSpace()
    guard current?.kind == .closeParen || current == nil else { return nil }
    index += 1
    return value
  }

  private mutating func function(_ name: String) -> Quantity? {
    switch name {
    case "calc", "-webkit-calc", "-moz-calc": return enclosed { $0.sum() }
    case "min", "max":
      return enclosed { math in
        math.arguments()?.reduce(nil) { Self.pick($0, $1, smaller: name == "min") }
      }
    case "clamp":
      return enclosed { math in
        guard let values = math.arguments(), values.count == 3,
          let upper = Self.pick(values[1], values[2], smaller: true)
        else { return nil }
        return Self.pick(values[0], upper, smaller: false)
      }
    default: return nil
    }
  }

  private mutating func arguments() -> [Quantity]? {
    var values: [Quantity] = []
    repeat {
      guard let value = sum() else { return nil }
      values.append(value)
      skipSpace()
      if current?.kind != .comma { return values }
      index += 1
    } while true
  }

  private static func pick(_ a: Quantity?, _ b: Quantity, smaller: Bool) -> Quantity? {
    switch (a, b) {
    case (nil, _): b
    case (.number(let x), .number(let y)): .number(smaller ? min(x, y) : max(x, y))
    case (.length(let x), .length(let y)):
      .length((x.typicalPixels <= y.typicalPixels) == smaller ? x : y)
    default: nil
    }
  }

  private mutating func sum() -> Quantity? {
    guard var total = product() else { return nil }
    while true {
      let start = index
      skipSpace()
      guard index > start, let sign = current, sign.isDelim("+") || sign.isDelim("-") else {
        return total
      }
      index += 1
      guard current?.kind == .whitespace, let next = product(),
        let added = Self.add(total, next, sign: sign.isDelim("-") ? -1 : 1)
      else { return nil }
      total = added
    }
  }

  private static func add(_ a: Quantity, _ b: Quantity, sign: Double) -> Quantity? {
    switch (a, b) {
    case (.number(let x), .number(let y)): .number(x + sign * y)
    case (.length(let x), .length(let y)): .length((x + y * Float(sign)).bounded)
    default: nil
    }
  }

  private mutating func product() -> Quantity? {
    guard var total = quantity() else { return nil }
    while true {
      let start = index
      skipSpace()
      guard let sign = current, sign.isDelim("*") || sign.isDelim("/") else {
        index = start
        return total
      }
      index += 1
      guard let next = quantity(),
        let scaled = Self.scale(total, next, divides: sign.isDelim("/"))
      else { return nil }
      total = scaled
    }
  }

  private static func scale(_ a: Quantity, _ b: Quantity, divides: Bool) -> Quantity? {
    switch (a, b) {
    case (_, .number(let y)) where divides:
      guard y != 0 else { return nil }
      return scale(a, .number(1 / y), divides: false)
    case (.number(let x), .number(let y)): return .number(x * y)
    case (.length(let x), .number(let y)), (.number(let y), .length(let x)):
      return divides ? nil : .length((x * Float(y)).bounded)
    default: return nil
    }
  }
}
