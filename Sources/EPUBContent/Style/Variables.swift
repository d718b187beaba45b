/// Custom properties and `var()` (CSS Variables 1).
///
/// A value with `var()` in it cannot be read before the element's custom properties are known; until
/// then every longhand of its property holds the value's text.
final class PendingValue: Sendable {
  let property: String
  let text: String

  init(property: String, text: String) {
    self.property = property
    self.text = text
  }

  /// What the value says of `longhand`; `nil` when it is none once all variables stand in it.
  ///
  /// - Parameter budget: bytes that may still be put in; beyond it nothing has a value.
  func declaration(
    of longhand: Property, _ variables: [String: String], budget: inout Int
  ) -> Declaration? {
    guard budget > 0 else { return nil }
    var expansion = VariableExpansion(variables: variables)
    defer { budget -= expansion.byteCount }
    guard let expanded = expansion.expand(text, depth: 0) else { return nil }
    var tokenizer = CSSTokenizer(Array(expanded.utf8))
    var tokens = tokenizer.remaining(maximum: CSSParser.maximumTokenCount)[...]
    while tokens.first?.kind == .whitespace { tokens.removeFirst() }
    while tokens.last?.kind == .whitespace { tokens.removeLast() }
    return DeclarationParser.declarations(property, tokens, of: tokenizer)?
      .first { $0.property == longhand }
  }
}

/// Puts the values of custom properties where `var()` asks for them.
private struct VariableExpansion {
  let variables: [String: String]
  private(set) var byteCount = 0

  /// Variables that stand in one another more deeply are a circle or meant to do harm.
  private static let maximumDepth = 16
  private static let maximumByteCount = 1 << 14

  init(variables: [String: String]) { self.variables = variables }

  mutating func expand(_ text: String, depth: Int) -> String? {
    byteCount += text.utf8.count
    guard depth < Self.maximumDepth, byteCount < Self.maximumByteCount else { return nil }
    var tokenizer = CSSTokenizer(Array(text.utf8))
    let tokens = tokenizer.remaining(maximum: Self.maximumByteCount)
    var expanded = ""
    var index = 0
    while index < tokens.count {
      let token = tokens[index]
      index += 1
      guard token.kind == .function, tokenizer.lowercased(token) == "var" else {
        expanded += tokenizer.sourceText([token])
        continue
      }
      let arguments = Self.arguments(tokens, &index)
      guard let value = value(arguments, of: tokenizer, depth: depth) else { return nil }
      // Comments keep tokens apart that would become one.
      expanded += "/**/" + value + "/**/"
    }
    return expanded
  }

  private static func arguments(
    _ tokens: [CSSTokenizer.Token], _ index: inout Int
  ) -> ArraySlice<CSSTokenizer.Token> {
    let start = index
    var open = 1
    while index < tokens.count {
      if tokens[index].kind == .function || tokens[index].kind == .openParen { open += 1 }
      if tokens[index].kind == .closeParen { open -= 1 }
      index += 1
      if open == 0 { return tokens[start..<index - 1] }
    }
    return tokens[start..<index]
  }

  /// `--name` or `--name, fallback`.
  private mutating func value(
    _ arguments: ArraySlice<CSSTokenizer.Token>, of text: CSSTokenizer, depth: Int
  ) -> String? {
    var rest = arguments.drop { $0.kind == .whitespace }
    guard let name = rest.popFirst(), name.kind == .ident else { return nil }
    if let value = variables[text.string(name)],
      let expanded = expand(value, depth: depth + 1)
    {
      return expanded
    }
    rest = rest.drop { $0.kind == .whitespace }
    guard rest.popFirst()?.kind == .comma else { return nil }
    return expand(text.sourceText(rest), depth: depth + 1)
  }
}

extension DeclarationParser {
  static func pending(
    _ name: String, _ syntax: Syntax, _ tokens: ArraySlice<CSSTokenizer.Token>,
    of text: CSSTokenizer
  ) -> [Declaration] {
    let value = PendingValue(property: name, text: text.sourceText(tokens))
    return syntax.longhands.map { Declaration(property: $0, value: .pending(value)) }
  }
}
