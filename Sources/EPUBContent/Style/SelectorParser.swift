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
  private var index: Int
  /// Functions around what is read now.
  private var depth = 0
  private var isInsideHas = false
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

  private var current: CSSTokenizer.Token? { index < tokens.endIndex ? tokens[index] : nil }
  private var isAtEnd: Bool { current.map { $0.kind == .closeParen } ?? true }

  private func isDelim(_ scalar: Unicode.Scalar, ahead: Int = 0) -> Bool {
    index + ahead < tokens.endIndex && tokens[index + ahead].isDelim(scalar)
  }

  private func kind(ahead: Int) -> CSSTokenizer.Token.Kind {
    index + ahead < tokens.endIndex ? tokens[index + ahead].kind : .end
  }

  @discardableResult private mutating func skipSpace() -> Bool {
    let start = index
    while current?.kind == .whitespace { index += 1 }
    return index > start
  }

  // MARK: Lists and combinators

  private mutating func selectorList(isRelative: Bool = false) -> [Selector]? {
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
  private mutating func forgivingList() -> [Selector] {
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

  // MARK: Pseudo-classes and pseudo-elements

  private mutating func pseudo(
    _ compound: inout Selector.Compound, _ selector: inout Selector
  ) -> Bool {
    index += 1
    if current?.kind == .colon {
      index += 1
      return pseudoElement(&selector)
    }
    guard let token = current else { return false }
    let name = text.lowercased(token)
    if token.kind == .ident, ["before", "after", "first-line", "first-letter"].contains(name) {
      return pseudoElement(&selector)
    }
    guard selector.pseudo == .none || Self.dynamicNames.contains(name) else { return false }
    if token.kind == .ident {
      guard let test = Self.pseudoClass(name) else { return false }
      index += 1
      if let test { compound.tests.append(test) }
      selector.specificity.classes += 1
      return true
    }
    return token.kind == .function && function(name, &compound, &selector)
  }

  private mutating func pseudoElement(_ selector: inout Selector) -> Bool {
    guard depth == 0, selector.pseudo == .none, let token = current else { return false }
    let name = text.lowercased(token)
    index += 1
    selector.specificity.types += 1
    if token.kind == .function {
      guard ["slotted", "part", "highlight", "cue"].contains(name) else { return false }
      selector.pseudo = .unused
      var open = 1
      while open > 0, let inner = current {
        if inner.kind == .openParen || inner.kind == .function { open += 1 }
        if inner.kind == .closeParen { open -= 1 }
        index += 1
      }
      return open == 0
    }
    guard token.kind == .ident else { return false }
    switch name {
    case "before": selector.pseudo = .before
    case "after": selector.pseudo = .after
    case "marker": selector.pseudo = .marker
    case "first-line", "first-letter", "selection", "backdrop", "placeholder", "cue",
      "file-selector-button", "target-text", "spelling-error", "grammar-error":
      selector.pseudo = .unused
    default:
      guard name.hasPrefix("-webkit-") else { return false }
      selector.pseudo = .unused
    }
    return true
  }

  /// The test that a pseudo-class without arguments stands for: `.some(nil)` is always true, `nil`
  /// is unknown.
  private static func pseudoClass(_ name: String) -> Selector.Test?? {
    func nth(_ offset: Int32, fromEnd: Bool = false, ofType: Bool = false) -> Selector.Test {
      .nth(Selector.Nth(step: 0, offset: offset, fromEnd: fromEnd, ofType: ofType))
    }
    switch name {
    case "root", "scope": return .some(.root)
    case "empty": return .some(.empty)
    case "link", "any-link": return .some(.link)
    case "first-child": return .some(nth(1))
    case "last-child": return .some(nth(1, fromEnd: true))
    case "first-of-type": return .some(nth(1, ofType: true))
    case "last-of-type": return .some(nth(1, fromEnd: true, ofType: true))
    case "only-child", "only-of-type":
      // Both ends at once: no element before it and none after it.
      let ofType = name == "only-of-type"
      let both = Selector(
        compounds: [
          Selector.Compound(tests: [
            nth(1, ofType: ofType), nth(1, fromEnd: true, ofType: ofType),
          ])
        ], depth: 1, size: 1)
      return .some(.any([both]))
    case "defined": return .some(nil)
    case "read-only": return .some(nil)
    default: return dynamicNames.contains(name) ? .some(.never) : nil
    }
  }

  private static let dynamicNames: Set<String> = [
    "hover", "active", "focus", "focus-visible", "focus-within", "visited", "target",
    "target-within", "local-link", "enabled", "disabled", "checked", "indeterminate", "default",
    "valid", "invalid", "in-range", "out-of-range", "required", "optional", "read-write",
    "placeholder-shown", "user-invalid", "user-valid", "blank", "autofill", "fullscreen", "modal",
    "open", "popover-open", "playing", "paused", "muted", "seeking", "buffering", "stalled",
    "volume-locked", "current", "past", "future", "picture-in-picture",
  ]

  private mutating func function(
    _ name: String, _ compound: inout Selector.Compound, _ selector: inout Selector
  ) -> Bool {
    guard depth < Self.maximumDepth else { return false }
    index += 1
    depth += 1
    defer { depth -= 1 }
    guard let test = argument(of: name, &selector) else { return false }
    skipSpace()
    guard current?.kind == .closeParen || current == nil else { return false }
    if current != nil { index += 1 }
    compound.tests.append(test)
    return true
  }

  private mutating func argument(of name: String, _ selector: inout Selector) -> Selector.Test? {
    switch name {
    case "is", "matches", "-webkit-any", "-moz-any":
      let list = forgivingList()
      selector.specificity += list.highestSpecificity
      return .any(list)
    case "where":
      return .any(forgivingList())
    case "not":
      guard let list = selectorList() else { return nil }
      selector.specificity += list.highestSpecificity
      return .not(list)
    case "has":
      guard !isInsideHas else { return nil }
      isInsideHas = true
      defer { isInsideHas = false }
      guard let list = selectorList(isRelative: true) else { return nil }
      selector.specificity += list.highestSpecificity
      return .has(list)
    case "lang":
      selector.specificity.classes += 1
      return languageTest()
    case "dir":
      selector.specificity.classes += 1
      return directionTest()
    case "nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type":
      selector.specificity.classes += 1
      return nthTest(name, &selector)
    default: return nil
    }
  }

  private mutating func languageTest() -> Selector.Test? {
    var ranges: [String] = []
    repeat {
      skipSpace()
      guard let token = current, token.kind == .ident || token.kind == .string else { return nil }
      ranges.append(text.lowercased(token))
      index += 1
      skipSpace()
      if current?.kind != .comma { break }
      index += 1
    } while true
    return .language(ranges)
  }

  private mutating func directionTest() -> Selector.Test? {
    skipSpace()
    guard let token = current, token.kind == .ident else { return nil }
    index += 1
    let name = text.lowercased(token)
    return name == "rtl" || name == "ltr" ? .rightToLeft(name == "rtl") : .never
  }

  private mutating func nthTest(_ name: String, _ selector: inout Selector) -> Selector.Test? {
    skipSpace()
    let start = index
    while let token = current, token.kind != .closeParen {
      if token.kind == .ident, index > start, text.lowercased(token) == "of" { break }
      index += 1
    }
    var formula = tokens[start..<index]
    while formula.last?.kind == .whitespace { formula.removeLast() }
    guard var nth = Selector.Nth(formula: text.sourceText(formula)) else { return nil }
    nth.fromEnd = name.hasPrefix("nth-last")
    nth.ofType = name.hasSuffix("of-type")
    if current?.kind == .ident {
      guard !nth.ofType else { return nil }
      index += 1
      guard let list = selectorList() else { return nil }
      selector.specificity += list.highestSpecificity
      nth.list = list
    }
    return .nth(nth)
  }
}

extension Selector.Nth {
  /// `odd`, `even`, `3`, `2n+1`, `-n + 3` (CSS Syntax 3 #anb-microsyntax).
  init?(formula: String) {
    let bytes = formula.utf8.map(\.asciiLowercased)
    if bytes.elementsEqual("odd".utf8) || bytes.elementsEqual("even".utf8) {
      self.init(step: 2, offset: bytes.count == 3 ? 1 : 0)
      return
    }
    var rest = bytes[...]
    guard let n = rest.firstIndex(of: UInt8(ascii: "n")) else {
      guard let offset = Self.integer(&rest), rest.isEmpty else { return nil }
      self.init(step: 0, offset: offset)
      return
    }
    var head = rest[..<n]
    let step: Int32
    if head.isEmpty || head.elementsEqual("+".utf8) {
      step = 1
    } else if head.elementsEqual("-".utf8) {
      step = -1
    } else {
      guard let read = Self.integer(&head), head.isEmpty else { return nil }
      step = read
    }
    rest = rest[(n + 1)...]
    guard !rest.isEmpty else {
      self.init(step: step, offset: 0)
      return
    }
    let spaced = rest.drop(while: \.isASCIISpace)
    guard let sign = spaced.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else {
      return nil
    }
    var digits = spaced.dropFirst().drop(while: \.isASCIISpace)
    guard digits.first?.isASCIIDigit == true, let size = Self.integer(&digits), digits.isEmpty
    else { return nil }
    self.init(step: step, offset: sign == UInt8(ascii: "-") ? -size : size)
  }

  private static func integer(_ bytes: inout ArraySlice<UInt8>) -> Int32? {
    var isNegative = false
    if let sign = bytes.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
      isNegative = sign == UInt8(ascii: "-")
      bytes = bytes.dropFirst()
    }
    guard bytes.first?.isASCIIDigit == true else { return nil }
    var value: Int32 = 0
    while let digit = bytes.first, digit.isASCIIDigit {
      value = min(value * 10 + Int32(digit - 0x30), 100_000_000)
      bytes = bytes.dropFirst()
    }
    return isNegative ? -value : value
  }
}

extension MarkupNamespace {
  /// The namespace that a URI names; `other` when no room of ours knows it.
  init(uri: String) {
    switch uri {
    case "": self = .none
    case "http://www.w3.org/1999/xhtml": self = .xhtml
    case "http://www.w3.org/2000/svg": self = .svg
    case "http://www.w3.org/1998/Math/MathML": self = .mathML
    case "http://www.idpf.org/2007/ops": self = .ops
    case "http://www.idpf.org/2007/opf": self = .opf
    case "http://purl.org/dc/elements/1.1/": self = .dublinCore
    case "http://www.daisy.org/z3986/2005/ncx/": self = .ncx
    case "http://www.w3.org/XML/1998/namespace": self = .xml
    case "http://www.w3.org/1999/xlink": self = .xlink
    case "http://www.w3.org/2001/10/synthesis": self = .ssml
    default: self = .other
    }
  }

  /// The prefixes that everyone writes; `nil` for any other.
  init?(usualPrefix prefix: Substring) {
    switch prefix {
    case "epub": self = .ops
    case "xml": self = .xml
    case "xlink": self = .xlink
    case "ssml": self = .ssml
    default: return nil
    }
  }
}
