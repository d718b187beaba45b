/// Evaluates media query lists (Media Queries 4) against the features that every book is shown with,
/// whatever the window: a colour screen of 600 by 800 pixels, upright, 96 dots an inch, and a
/// reader without preferences. The logical text must not depend on the window.
struct MediaQuery {
  private let text: CSSTokenizer
  private let tokens: ArraySlice<CSSTokenizer.Token>
  private var index: Int
  private var depth = 0

  private static let width = 600.0
  private static let height = 800.0
  private static let maximumDepth = 32

  /// Whether a list of queries holds; an empty one does.
  static func holds(_ tokens: ArraySlice<CSSTokenizer.Token>, of text: CSSTokenizer) -> Bool {
    var query = MediaQuery(tokens, of: text)
    query.skipSpace()
    if query.current == nil { return true }
    var holds = false
    while true {
      let start = query.index
      // An invalid query is `not all`; the ones beside it count (Media Queries 4 #error-handling).
      if let result = query.query(), query.isAtEndOfQuery { holds = holds || result }
      query.index = start
      query.skipToComma()
      if query.current == nil { return holds }
      query.index += 1
    }
  }

  /// The same of an attribute's value.
  static func holds(_ value: String) -> Bool {
    var text = CSSTokenizer(Array(value.utf8))
    let tokens = text.remaining(maximum: 4096)
    return holds(tokens[...], of: text)
  }

  private init(_ tokens: ArraySlice<CSSTokenizer.Token>, of text: CSSTokenizer) {
    self.text = text
    self.tokens = tokens
    index = tokens.startIndex
  }

  // MARK: Tokens

  private var current: CSSTokenizer.Token? { index < tokens.endIndex ? tokens[index] : nil }

  private var isAtEndOfQuery: Bool { current.map { $0.kind == .comma } ?? true }

  private mutating func skipSpace() {
    while current?.kind == .whitespace { index += 1 }
  }

  private mutating func skipToComma() {
    var open = 0
    while let token = current {
      switch token.kind {
      case .comma where open == 0: return
      case .function, .openParen, .openSquare, .openCurly: open += 1
      case .closeParen, .closeSquare, .closeCurly: open = max(0, open - 1)
      default: break
      }
      index += 1
    }
  }

  private var word: String? {
    current.flatMap { $0.kind == .ident ? text.lowercased($0) : nil }
  }

  private mutating func take(_ expected: String) -> Bool {
    guard word == expected else { return false }
    index += 1
    skipSpace()
    return true
  }

  // MARK: Queries

  /// Unknown conditions are neither true nor false (Media Queries 4 #evaluating).
  private enum Truth {
    case yes, no, unknown
    init(_ value: Bool) { self = value ? .yes : .no }
    static prefix func ! (a: Truth) -> Truth {
      switch a {
      case .yes: .no
      case .no: .yes
      case .unknown: .unknown
      }
    }
    func and(_ other: Truth) -> Truth {
      self == .no || other == .no ? .no : self == .yes ? other : .unknown
    }
    func or(_ other: Truth) -> Truth {
      self == .yes || other == .yes ? .yes : self == .no ? other : .unknown
    }
  }

  /// One query; `nil` when it is invalid.
  private mutating func query() -> Bool? {
    skipSpace()
    let start = index
    let isNegated = take("not")
    if isNegated, current?.kind != .ident {
      index = start
      return condition(allowsOr: true).map { $0 == .yes }
    }
    if !isNegated { _ = take("only") }
    guard let type = word else {
      return index == start ? condition(allowsOr: true).map { $0 == .yes } : nil
    }
    guard !["only", "not", "and", "or", "layer"].contains(type) else { return nil }
    index += 1
    skipSpace()
    var holds = Truth(type == "all" || type == "screen")
    if take("and") {
      guard let rest = condition(allowsOr: false) else { return nil }
      holds = holds.and(rest)
    }
    return (isNegated ? !holds : holds) == .yes
  }

  private mutating func condition(allowsOr: Bool) -> Truth? {
    if take("not") { return inParentheses().map { !$0 } }
    guard var result = inParentheses() else { return nil }
    if word == "and" {
      while take("and") {
        guard let next = inParentheses() else { return nil }
        result = result.and(next)
      }
    } else if allowsOr {
      while take("or") {
        guard let next = inParentheses() else { return nil }
        result = result.or(next)
      }
    }
    return result
  }

  private mutating func inParentheses() -> Truth? {
    guard let token = current else { return nil }
    defer { skipSpace() }
    if token.kind == .function {
      skipBlock()
      return .unknown
    }
    guard token.kind == .openParen, depth < Self.maximumDepth else { return nil }
    depth += 1
    defer { depth -= 1 }
    let start = index
    index += 1
    skipSpace()
    let isCondition = current?.kind == .openParen || word == "not" || current?.kind == .function
    let inner = isCondition ? condition(allowsOr: true) : feature()
    skipSpace()
    if let inner, current == nil || current?.kind == .closeParen {
      if current != nil { index += 1 }
      return inner
    }
    index = start
    skipBlock()
    return .unknown
  }

  private mutating func skipBlock() {
    var open = 0
    repeat {
      switch current?.kind {
      case nil: return
      case .function, .openParen, .openSquare, .openCurly: open += 1
      case .closeParen, .closeSquare, .closeCurly: open -= 1
      default: break
      }
      index += 1
    } while open > 0
  }

  // MARK: Features

  private enum Operand {
    case number(Double)
    case ratio(Double)
    case pixels(Double)
    /// Dots a pixel.
    case resolution(Double)
    case word(String)
  }

  private enum Comparison { case equal, less, lessOrEqual, greater, greaterOrEqual }

  private mutating func feature() -> Truth? {
    if let name = word, let known = Self.feature(Self.withoutRange(name).name) {
      index += 1
      skipSpace()
      if current == nil || current?.kind == .closeParen { return Self.inBoolean(known) }
      if current?.kind == .colon {
        index += 1
        return plain(name, known)
      }
      guard let comparison = comparison(), let operand = operand() else { return nil }
      return Self.compare(known, comparison, operand)
    }
    return range()
  }

  private mutating func plain(_ name: String, _ known: Operand) -> Truth? {
    skipSpace()
    guard let operand = operand() else { return nil }
    return Self.compare(known, Self.withoutRange(name).comparison, operand)
  }

  /// `400px <= width < 700px`.
  private mutating func range() -> Truth? {
    guard let low = operand(), let first = comparison(), let name = word,
      let known = Self.feature(name)
    else { return nil }
    index += 1
    skipSpace()
    guard var result = Self.compare(known, Self.flipped(first), low) else { return nil }
    if current != nil, current?.kind != .closeParen {
      guard let second = comparison(), let high = operand(),
        let upper = Self.compare(known, second, high)
      else { return nil }
      result = result.and(upper)
    }
    return result
  }

  private mutating func comparison() -> Comparison? {
    guard let token = current, token.kind == .delim else { return nil }
    index += 1
    let hasEqual = current?.isDelim("=") == true
    switch token.byte {
    case UInt8(ascii: "="):
      skipSpace()
      return .equal
    case UInt8(ascii: "<"), UInt8(ascii: ">"):
      if hasEqual { index += 1 }
      skipSpace()
      let isLess = token.byte == UInt8(ascii: "<")
      return isLess ? (hasEqual ? .lessOrEqual : .less) : (hasEqual ? .greaterOrEqual : .greater)
    default: return nil
    }
  }

  private mutating func operand() -> Operand? {
    guard let token = current else { return nil }
    index += 1
    skipSpace()
    switch token.kind {
    case .ident: return .word(text.lowercased(token))
    case .number:
      guard current?.isDelim("/") == true else { return .number(token.number) }
      index += 1
      skipSpace()
      guard let below = current, below.kind == .number else { return nil }
      index += 1
      skipSpace()
      return .ratio(below.number == 0 ? .infinity : token.number / below.number)
    case .dimension: return Self.dimension(token.number, text.lowercased(token))
    default: return nil
    }
  }

  private static func dimension(_ number: Double, _ unit: String) -> Operand? {
    switch unit {
    case "dpi": return .resolution(number / 96)
    case "dpcm": return .resolution(number * 2.54 / 96)
    case "dppx", "x": return .resolution(number)
    default:
      return CSSLength(number, unit: unit).map {
        .pixels(Double($0.pixels) + 16 * Double($0.ems + $0.rems))
      }
    }
  }

  private static func withoutRange(_ name: String) -> (name: String, comparison: Comparison) {
    let vendor = name.hasPrefix("-webkit-") ? "-webkit-" : ""
    let rest = name.dropFirst(vendor.count)
    if rest.hasPrefix("min-") { return (vendor + rest.dropFirst(4), .greaterOrEqual) }
    if rest.hasPrefix("max-") { return (vendor + rest.dropFirst(4), .lessOrEqual) }
    return (name, .equal)
  }

  /// What the feature is here; `nil` for one that no specification knows.
  private static func feature(_ name: String) -> Operand? {
    switch name {
    case "width", "device-width": .pixels(width)
    case "height", "device-height": .pixels(height)
    case "aspect-ratio", "device-aspect-ratio": .ratio(width / height)
    case "orientation": .word("portrait")
    case "resolution": .resolution(1)
    case "-webkit-device-pixel-ratio": .number(1)
    case "color": .number(8)
    case "color-index", "monochrome", "grid": .number(0)
    case "color-gamut": .word("srgb")
    case "dynamic-range", "video-dynamic-range": .word("standard")
    case "scan": .word("progressive")
    case "update": .word("slow")
    case "overflow-block": .word("paged")
    case "display-mode": .word("browser")
    case "prefers-color-scheme": .word("light")
    case "prefers-reduced-motion", "prefers-contrast", "prefers-reduced-transparency",
      "prefers-reduced-data":
      .word("no-preference")
    case "hover", "any-hover", "pointer", "any-pointer", "overflow-inline", "scripting",
      "inverted-colors", "forced-colors":
      .word("none")
    default: nil
    }
  }

  private static func inBoolean(_ known: Operand) -> Truth {
    switch known {
    case .number(let value), .ratio(let value), .pixels(let value), .resolution(let value):
      Truth(value != 0)
    case .word(let value): Truth(value != "none" && value != "no-preference")
    }
  }

  private static func flipped(_ comparison: Comparison) -> Comparison {
    switch comparison {
    case .equal: .equal
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    }
  }

  private static func compare(_ known: Operand, _ comparison: Comparison, _ asked: Operand)
    -> Truth?
  {
    switch (known, asked) {
    case (.word(let ours), .word(let theirs)):
      return comparison == .equal ? Truth(ours == theirs) : nil
    case (.number(let ours), .number(let theirs)), (.ratio(let ours), .ratio(let theirs)),
      (.ratio(let ours), .number(let theirs)), (.pixels(let ours), .pixels(let theirs)),
      (.resolution(let ours), .resolution(let theirs)):
      return Truth(holds(ours, comparison, theirs))
    case (.pixels(let ours), .number(0)):
      return Truth(holds(ours, comparison, 0))
    default: return nil
    }
  }

  private static func holds(_ a: Double, _ comparison: Comparison, _ b: Double) -> Bool {
    switch comparison {
    case .equal: abs(a - b) < 1e-6
    case .less: a < b
    case .lessOrEqual: a <= b
    case .greater: a > b
    case .greaterOrEqual: a >= b
    }
  }
}

extension CSSTokenizer {
  /// All tokens that are left, at most `maximum`.
  mutating func remaining(maximum: Int) -> [Token] {
    var tokens: [Token] = []
    while tokens.count < maximum {
      let token = next()
      if token.kind == .end { break }
      tokens.append(token)
    }
    return tokens
  }
}
