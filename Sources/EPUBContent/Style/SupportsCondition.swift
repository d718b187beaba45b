/// Evaluates `@supports` conditions: a declaration holds when the cascade computes its property and
/// takes its value, a selector when it can be read.
struct SupportsCondition {
  private let text: CSSTokenizer
  private let tokens: ArraySlice<CSSTokenizer.Token>
  private let names: SelectorParser.Context
  private var index: Int
  private var depth = 0
  private static let maximumDepth = 32

  static func holds(
    _ tokens: ArraySlice<CSSTokenizer.Token>, of text: CSSTokenizer,
    in names: SelectorParser.Context
  ) -> Bool {
    var condition = SupportsCondition(
      text: text, tokens: tokens, names: names, index: tokens.startIndex)
    let result = condition.condition()
    condition.skipSpace()
    return result == true && condition.current == nil
  }

  /// Inside `@import … supports(…)` a declaration needs no brackets of its own.
  static func holdsInImport(
    _ tokens: ArraySlice<CSSTokenizer.Token>, of text: CSSTokenizer,
    in names: SelectorParser.Context
  ) -> Bool {
    let condition = SupportsCondition(
      text: text, tokens: tokens, names: names, index: tokens.startIndex)
    return condition.declaration(tokens) ?? holds(tokens, of: text, in: names)
  }

  private var current: CSSTokenizer.Token? { index < tokens.endIndex ? tokens[index] : nil }

  private mutating func skipSpace() {
    while current?.kind == .whitespace { index += 1 }
  }

  private mutating func take(_ word: String) -> Bool {
    skipSpace()
    guard let token = current, token.kind == .ident, text.lowercased(token) == word else {
      return false
    }
    index += 1
    return true
  }

  private mutating func condition() -> Bool? {
    if take("not") { return inParentheses().map { !$0 } }
    guard var result = inParentheses() else { return nil }
    var isAnd = false
    var isOr = false
    while true {
      if !isOr, take("and") {
        isAnd = true
        guard let next = inParentheses() else { return nil }
        result = result && next
      } else if !isAnd, take("or") {
        isOr = true
        guard let next = inParentheses() else { return nil }
        result = result || next
      } else {
        return result
      }
    }
  }

  private mutating func inParentheses() -> Bool? {
    skipSpace()
    guard depth < Self.maximumDepth, let token = current else { return nil }
    guard token.kind == .function || token.kind == .openParen else { return nil }
    let start = index + 1
    skipBlock()
    let inner = tokens[start..<max(start, index - (closesLast ? 1 : 0))]
    if token.kind == .function {
      return text.lowercased(token) == "selector" ? isSelector(inner) : false
    }
    if let result = declaration(inner) { return result }
    var nested = SupportsCondition(text: text, tokens: inner, names: names, index: start)
    nested.depth = depth + 1
    let result = nested.condition()
    nested.skipSpace()
    // What no one knows is false and no error (CSS Conditional 3 #at-supports).
    return nested.current == nil ? result ?? false : false
  }

  private var closesLast: Bool {
    index > tokens.startIndex && tokens[index - 1].kind == .closeParen
  }

  private mutating func skipBlock() {
    var open = 0
    repeat {
      switch current?.kind {
      case nil: return
      case .function, .openParen: open += 1
      case .closeParen: open -= 1
      default: break
      }
      index += 1
    } while open > 0
  }

  private func isSelector(_ inner: ArraySlice<CSSTokenizer.Token>) -> Bool {
    var parser = SelectorParser(inner, of: text, in: names)
    return parser.list() != nil
  }

  /// `nil` when it is no declaration at all.
  private func declaration(_ inner: ArraySlice<CSSTokenizer.Token>) -> Bool? {
    var rest = inner.drop { $0.kind == .whitespace }
    guard let name = rest.popFirst(), name.kind == .ident else { return nil }
    rest = rest.drop { $0.kind == .whitespace }
    guard rest.popFirst()?.kind == .colon else { return nil }
    var value = rest.drop { $0.kind == .whitespace }
    while value.last?.kind == .whitespace { value.removeLast() }
    return text.lowercased(name).hasPrefix("--")
      || DeclarationParser.declarations(text.lowercased(name), value, of: text) != nil
  }
}
