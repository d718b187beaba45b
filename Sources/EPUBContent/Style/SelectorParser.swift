import EPUBBasics
import EPUBMarkup

/// Reads selector lists (Selectors 4) from the tokens of a prelude; anything it does not know makes
/// the whole list invalid, as CSS says.
struct SelectorParser {
  /// What the names of a sheet mean.
  struct Context: Sendable {
    var prefixes: [String: MarkupNamespace] = [:]
    var defaultNamespace: MarkupNamespace?
    /// What `&` means: the selectors of the rule around this one.
    var parent: [Selector]?
  }

  let text: CSSTokenizer
  let tokens: ArraySlice<CSSTokenizer.Token>
  let context: Context
  var index: Int
  /// Functions around what is read now.
  var depth = 0
  var isInsideHas = false
  /// Whether the selector being read says `&`.
  private var mentionsParent = false

  static let maximumDepth = 12
  static let maximumCompoundCount = 128
  static let maximumSize = 4096

  init(_ tokens: ArraySlice<CSSTokenizer.Token>, of text: CSSTokenizer, in context: Context) {
    self.text = text
    self.tokens = tokens
    self.context = context
    index = tokens.startIndex
  }

  /// The whole prelude as one list; `nil` when any of it is invalid.
  mutating func list() -> [Selector]? {
    guard let selectors = selectorList(), index == tokens.endIndex else { return nil }
    return selectors
  }

  /// The prelude of a rule inside another rule: what does not say `&` is inside the outer selectors.
  mutating func nestedList() -> [Selector]? {
    guard let selectors = selectorList(isRelative: true), index == tokens.endIndex else {
      return nil
    }
    return selectors
  }

  // MARK: Tokens

  var current: CSSTokenizer.Token? { index < tokens.endIndex ? tokens[index] : nil }
  var isAtEnd: Bool { current.map { $0.kind == .closeParen } ?? true }

  func isDelim(_ scalar: Unicode.Scalar, ahead: Int = 0) -> Bool {
    index + ahead < tokens.endIndex && tokens[index + ahead].isDelim(scalar)
  }

  func kind(ahead: Int) -> CSSTokenizer.Token.Kind {
    index + ahead < tokens.endIndex ? tokens[index + ahead].kind : .end
  }

  @discardableResult mutating func skipSpace() -> Bool {
    let start = index
    while current?.kind == .whitespace { index += 1 }
    return index > start
  }

  // MARK: Lists and combinators

  mutating func selectorList(isRelative: Bool = false) -> [Selector]? {
    var selectors: [Selector] = []
    repeat {
      guard let selector = complex(isRelative: isRelative) else { return nil }
      selectors.append(selector)
      skipSpace()
      if current?.kind != .comma { break }
      index += 1
    } while true
    return isAtEnd ? selectors : nil
  }

  /// `:is()` and `:where()`: what is invalid in the list is left out.
  mutating func forgivingList() -> [Selector] {
    var selectors: [Selector] = []
    while !isAtEnd {
      let start = index
      if let selector = complex(), selector.pseudo == .none {
        skipSpace()
        if isAtEnd || current?.kind == .comma { selectors.append(selector) }
      }
      index = start
      skipToComma()
      if current?.kind == .comma { index += 1 }
    }
    return selectors
  }

  private mutating func skipToComma() {
    var open = 0
    while let token = current {
      switch token.kind {
      case .comma where open == 0: return
      case .closeParen where open == 0: return
      case .function, .openParen, .openSquare, .openCurly: open += 1
      case .closeParen, .closeSquare, .closeCurly: open = max(0, open - 1)
      default: break
      }
      index += 1
    }
  }

  private mutating func complex(isRelative: Bool = false) -> Selector? {
    skipSpace()
    var selector = Selector(compounds: [])
    var leading = Selector.Combinator.descendant
    var startsWithCombinator = false
    if isRelative, let combinator = readCombinator() {
      leading = combinator
      startsWithCombinator = true
    }
    if depth == 0 { mentionsParent = false }
    while true {
      guard selector.compounds.count < Self.maximumCompoundCount, selector.pseudo == .none,
        let compound = compound(&selector)
      else { return nil }
      selector.compounds.insert(compound, at: 0)
      let sawSpace = skipSpace()
      if isAtEnd || current?.kind == .comma { break }
      if let combinator = readCombinator() {
        selector.compounds[0].combinator = combinator
      } else if sawSpace {
        selector.compounds[0].combinator = .descendant
      } else {
        return nil
      }
    }
    // Each was noted on the compound to its left; the compound to its right is what asks.
    for left in selector.compounds.indices.dropLast() {
      selector.compounds[left].combinator = selector.compounds[left + 1].combinator
    }
    selector.compounds[selector.compounds.count - 1].combinator = .none
    if isInsideHas, isRelative {
      selector.compounds[selector.compounds.count - 1].combinator = leading
      selector.compounds.append(Selector.Compound(tests: [.anchor]))
    } else if isRelative, startsWithCombinator || !mentionsParent, let parent = context.parent {
      selector.compounds[selector.compounds.count - 1].combinator = leading
      selector.compounds.append(Selector.Compound(tests: [.any(parent)]))
      selector.specificity += parent.highestSpecificity
    }
    selector.measure()
    return selector.depth <= Self.maximumCompoundCount && selector.size <= Self.maximumSize
      ? selector : nil
  }

  private mutating func readCombinator() -> Selector.Combinator? {
    let combinator: Selector.Combinator
    if isDelim(">") {
      combinator = .child
    } else if isDelim("+") {
      combinator = .next
    } else if isDelim("~") {
      combinator = .later
    } else {
      return nil
    }
    index += 1
    skipSpace()
    return combinator
  }

  // MARK: Compounds

  private mutating func compound(
    _ selector: inout Selector
  ) -> Selector.Compound? {
    let start = index
    var compound = Selector.Compound()
    guard typeSelector(&compound, &selector.specificity) else { return nil }
    while let token = current {
      switch token.kind {
      case .hash:
        guard token.flag, selector.pseudo == .none else { return nil }
        compound.tests.append(.id(text.string(token)))
        selector.specificity.ids += 1
        index += 1
      case .openSquare:
        guard selector.pseudo == .none, let test = attributeTest() else { return nil }
        compound.tests.append(test)
        selector.specificity.classes += 1
      case .colon:
        guard pseudo(&compound, &selector) else { return nil }
      case .delim where token.isDelim("."):
        guard selector.pseudo == .none, kind(ahead: 1) == .ident else { return nil }
        let name = Selector.AttributeName(namespace: .only(.none), local: "class")
        compound.tests.append(.word(name, text.string(tokens[index + 1])))
        selector.specificity.classes += 1
        index += 2
      case .delim where token.isDelim("&"):
        guard let parent = context.parent else { return nil }
        compound.tests.append(.any(parent))
        selector.specificity += parent.highestSpecificity
        mentionsParent = true
        index += 1
      default:
        return index > start ? compound : nil
      }
    }
    return index > start ? compound : nil
  }

  /// Reads a type selector where one stands; `false` when it is invalid.
  private mutating func typeSelector(
    _ compound: inout Selector.Compound, _ specificity: inout Selector.Specificity
  ) -> Bool {
    var isExplicit = false
    if isDelim("|"), kind(ahead: 1) == .ident || isDelim("*", ahead: 1) {
      compound.namespace = .only(.none)
      index += 1
      isExplicit = true
    } else if kind(ahead: 0) == .ident || isDelim("*"), isDelim("|", ahead: 1),
      kind(ahead: 2) == .ident || isDelim("*", ahead: 2)
    {
      if kind(ahead: 0) == .ident {
        guard let namespace = context.prefixes[text.string(tokens[index])] else { return false }
        compound.namespace = .only(namespace)
      }
      index += 2
      isExplicit = true
    }
    let names = kind(ahead: 0) == .ident
    if !isExplicit, let namespace = context.defaultNamespace,
      depth == 0 || names || isDelim("*")
    {
      compound.namespace = .only(namespace)
    }
    if names {
      compound.type = text.string(tokens[index])
      specificity.types += 1
      index += 1
    } else if isDelim("*") {
      index += 1
    }
    return true
  }

  // MARK: Attributes

  private mutating func attributeTest() -> Selector.Test? {
    index += 1
    skipSpace()
    guard let name = attributeName() else { return nil }
    skipSpace()
    if current?.kind == .closeSquare {
      index += 1
      return .attribute(name, .exists, value: [], ignoresCase: false)
    }
    guard let match = attributeOperator() else { return nil }
    skipSpace()
    guard let token = current, token.kind == .ident || token.kind == .string else { return nil }
    let value = Array(text.bytes(token))
    index += 1
    skipSpace()
    var ignoresCase = false
    if current?.kind == .ident, let flag = current.map({ text.lowercased($0) }) {
      guard flag == "i" || flag == "s" else { return nil }
      ignoresCase = flag == "i"
      index += 1
      skipSpace()
    }
    guard current?.kind == .closeSquare else { return nil }
    index += 1
    if match == .word, !ignoresCase, !value.isEmpty, !value.contains(where: \.isASCIISpace) {
      return .word(name, String(decoding: value, as: UTF8.self))
    }
    return .attribute(name, match, value: value, ignoresCase: ignoresCase)
  }

  private mutating func attributeName() -> Selector.AttributeName? {
    var namespace = Selector.NamespaceTest.only(.none)
    if isDelim("|") {
      index += 1
    } else if isDelim("*"), isDelim("|", ahead: 1) {
      namespace = .any
      index += 2
    } else if isDelim("|", ahead: 1), kind(ahead: 2) == .ident, kind(ahead: 0) == .ident {
      guard let found = context.prefixes[text.string(tokens[index])] else { return nil }
      namespace = .only(found)
      index += 2
    }
    guard let token = current, token.kind == .ident else { return nil }
    index += 1
    let local = text.string(token)
    // `[epub\:type]`, as one writes it for HTML, where the attribute's name has a colon.
    if namespace == .only(.none), let colon = local.utf8.firstIndex(of: UInt8(ascii: ":")),
      let known = MarkupNamespace(usualPrefix: local[..<colon])
    {
      let rest = String(local[local.utf8.index(after: colon)...])
      return Selector.AttributeName(namespace: .only(known), local: rest)
    }
    return Selector.AttributeName(namespace: namespace, local: local)
  }

  private mutating func attributeOperator() -> Selector.AttributeOperator? {
    guard let token = current, token.kind == .delim else { return nil }
    let match: Selector.AttributeOperator
    switch token.byte {
    case UInt8(ascii: "="):
      index += 1
      return .equals
    case UInt8(ascii: "~"): match = .word
    case UInt8(ascii: "|"): match = .dash
    case UInt8(ascii: "^"): match = .prefix
    case UInt8(ascii: "$"): match = .suffix
    case UInt8(ascii: "*"): match = .contains
    default: return nil
    }
    guard isDelim("=", ahead: 1) else { return nil }
    index += 2
    return match
  }
}
