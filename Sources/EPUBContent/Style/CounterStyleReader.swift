/// `@counter-style`: the descriptors of one rule.
struct CounterStyleReader {
  let text: CSSTokenizer
  private var style = CounterStyle()
  private var tokens: ArraySlice<CSSTokenizer.Token> = []

  init(_ text: CSSTokenizer) { self.text = text }

  /// The style that declarations make, `nil` when they make none.
  static func style(
    _ declarations: [[CSSTokenizer.Token]], of text: CSSTokenizer
  ) -> CounterStyle? {
    var reader = CounterStyleReader(text)
    for declaration in declarations { reader.read(declaration) }
    return reader.style.isWhole ? reader.style : nil
  }

  /// `symbols(cyclic "*" "†")`, from the name's end on.
  static func symbols(
    _ arguments: ArraySlice<CSSTokenizer.Token>, of text: CSSTokenizer
  ) -> CounterStyle? {
    var reader = CounterStyleReader(text)
    reader.tokens = arguments.filter { $0.kind != .whitespace }[...]
    if reader.tokens.first?.kind == .ident {
      guard let system = reader.system(), reader.isSimple(system) else { return nil }
      reader.style.system = system
    }
    reader.style.symbols = reader.symbols()
    reader.style.suffix = " "
    return reader.tokens.isEmpty && reader.style.isWhole ? reader.style : nil
  }

  private func isSimple(_ system: CounterStyle.System) -> Bool {
    switch system {
    case .cyclic, .numeric, .alphabetic, .symbolic, .fixed: true
    case .additive, .extends: false
    }
  }

  private mutating func read(_ declaration: [CSSTokenizer.Token]) {
    var rest = declaration.filter { $0.kind != .whitespace }[...]
    guard let name = rest.popFirst(), name.kind == .ident, rest.popFirst()?.kind == .colon,
      !rest.isEmpty
    else { return }
    tokens = rest
    var changed = style
    guard read(text.lowercased(name), &changed), tokens.isEmpty else { return }
    style = changed
  }

  /// Reads one descriptor; `false` for a value that is none of its.
  private mutating func read(_ name: String, _ style: inout CounterStyle) -> Bool {
    switch name {
    case "system":
      guard let system = system() else { return false }
      style.system = system
    case "symbols":
      style.symbols = symbols()
      return !style.symbols.isEmpty
    case "additive-symbols":
      guard let weights = weights() else { return false }
      style.weights = weights
    case "negative":
      guard let before = symbol() else { return false }
      style.negative = CounterStyle.Pair(before: before, after: symbol() ?? "")
    case "prefix":
      guard let prefix = symbol() else { return false }
      style.prefix = prefix
    case "suffix":
      guard let suffix = symbol() else { return false }
      style.suffix = suffix
    case "range": return ranges(&style)
    case "pad":
      guard let pad = pad() else { return false }
      style.pad = pad
    case "fallback":
      guard let word = tokens.popFirst(), word.kind == .ident else { return false }
      style.fallback = text.string(word)
    default: return false
    }
    return true
  }

  private mutating func system() -> CounterStyle.System? {
    guard let word = tokens.popFirst(), word.kind == .ident else { return nil }
    switch text.lowercased(word) {
    case "cyclic": return .cyclic
    case "numeric": return .numeric
    case "alphabetic": return .alphabetic
    case "symbolic": return .symbolic
    case "additive": return .additive
    case "fixed": return .fixed(first: integer() ?? 1)
    case "extends":
      guard let base = tokens.popFirst(), base.kind == .ident else { return nil }
      return .extends(text.string(base))
    default: return nil
    }
  }

  private mutating func integer() -> Int? {
    guard let token = tokens.first, token.kind == .number, token.flag else { return nil }
    tokens.removeFirst()
    return Int(min(max(token.number, -2_147_483_648), 2_147_483_647))
  }

  /// A string or a name; the pictures of a counter have no place on a terminal.
  private mutating func symbol() -> String? {
    guard let token = tokens.first, token.kind == .string || token.kind == .ident else {
      return nil
    }
    tokens.removeFirst()
    return text.string(token)
  }

  private mutating func symbols() -> [String] {
    var symbols: [String] = []
    while symbols.count < Self.maximumCount, let symbol = symbol() { symbols.append(symbol) }
    return symbols
  }

  private static let maximumCount = 2048

  private mutating func weights() -> [CounterStyle.Weight]? {
    var weights: [CounterStyle.Weight] = []
    repeat {
      guard weights.count < Self.maximumCount, let weight = weight(),
        weights.last.map({ $0.weight > weight.weight }) ?? true
      else { return nil }
      weights.append(weight)
    } while takeComma()
    return weights
  }

  /// A number and a symbol in any order.
  private mutating func weight() -> CounterStyle.Weight? {
    let first = integer()
    guard let symbol = symbol(), let weight = first ?? integer(), weight >= 0 else { return nil }
    return CounterStyle.Weight(weight: weight, symbol: symbol)
  }

  private mutating func takeComma() -> Bool {
    guard tokens.first?.kind == .comma else { return false }
    tokens.removeFirst()
    return true
  }

  private mutating func ranges(_ style: inout CounterStyle) -> Bool {
    if let word = tokens.first, word.kind == .ident, text.lowercased(word) == "auto" {
      tokens.removeFirst()
      style.ranges = nil
      return true
    }
    var ranges: [ClosedRange<Int>] = []
    repeat {
      guard let low = bound(.min), let high = bound(.max), low <= high else { return false }
      ranges.append(low...high)
    } while takeComma()
    style.ranges = ranges
    return true
  }

  private mutating func bound(_ infinite: Int) -> Int? {
    if let word = tokens.first, word.kind == .ident, text.lowercased(word) == "infinite" {
      tokens.removeFirst()
      return infinite
    }
    return integer()
  }

  private mutating func pad() -> CounterStyle.Pad? {
    let first = integer()
    guard let symbol = symbol(), let length = first ?? integer(), length >= 0 else { return nil }
    return CounterStyle.Pad(
      length: min(length, CounterStyle.maximumSymbolCount), symbol: symbol)
  }
}
