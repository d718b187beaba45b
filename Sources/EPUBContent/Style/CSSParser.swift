import EPUBMarkup

/// Reads a stylesheet or a `style` attribute (CSS Syntax 3 #parsing): one pass over the tokens; what
/// is broken is passed over just as far as CSS says.
///
/// Blocks are entered as they come and no tree is built of them. How deep rules may stand in rules is
/// bounded; what lies deeper is passed over by counting brackets.
struct CSSParser {
  private(set) var text: CSSTokenizer
  private(set) var layers: [[String]] = [[]]
  private(set) var imports: [StyleSheet.Import] = []
  private(set) var rules: [StyleSheet.Rule] = []
  private(set) var selectors: [Selector] = []
  private(set) var declarations: [Declaration] = []
  /// By name; of several the last one counts.
  private(set) var counterStyles: [String: CounterStyle] = [:]
  private(set) var brokenCount = 0
  private(set) var firstBroken: CSSTokenizer.Token?
  private(set) var isCut = false

  private let maximumRuleCount: Int
  private var names = SelectorParser.Context()
  private var anonymousLayerCount = 0
  /// Whether `@import`, and after it `@namespace`, may still come.
  private var allowsImports = true
  private var allowsNamespaces = true
  private var depth = 0
  /// Of all selectors together, the outer ones repeated in nested rules counted.
  private var selectorSize = 0
  private var token: CSSTokenizer.Token

  static let maximumDepth = 24
  /// Longest prelude and longest value that are looked at.
  static let maximumTokenCount = 1 << 16

  typealias Token = CSSTokenizer.Token

  init(_ source: [UInt8], maximumRuleCount: Int) {
    text = CSSTokenizer(source)
    self.maximumRuleCount = maximumRuleCount
    token = text.next()
  }

  // MARK: Entry points

  mutating func readSheet() {
    readRules(layer: 0)
  }

  /// A `style` attribute: declarations alone.
  mutating func readAttribute() {
    while token.kind != .end {
      switch token.kind {
      case .whitespace, .semicolon: advance()
      case .ident:
        if !readDeclaration(isNested: false) { skipDeclaration(isNested: false) }
      default:
        noteBroken(token)
        skipDeclaration(isNested: false)
      }
    }
  }

  // MARK: Tokens

  private mutating func advance() { token = text.next() }

  private mutating func noteBroken(_ place: Token) {
    brokenCount += 1
    if firstBroken == nil { firstBroken = place }
  }

  private mutating func skipSpace() {
    while token.kind == .whitespace { advance() }
  }

  /// The tokens up to one of `ends` outside of brackets, which stays; `nil` when they are too many.
  private mutating func collect(upTo ends: [Token.Kind]) -> [Token]? {
    var collected: [Token] = []
    var closers: [Token.Kind] = []
    while token.kind != .end {
      if closers.isEmpty, ends.contains(token.kind) { break }
      switch token.kind {
      case .function, .openParen: closers.append(.closeParen)
      case .openSquare: closers.append(.closeSquare)
      case .openCurly: closers.append(.closeCurly)
      default: if closers.last == token.kind { closers.removeLast() }
      }
      if collected.count < Self.maximumTokenCount { collected.append(token) }
      advance()
    }
    while collected.last?.kind == .whitespace { collected.removeLast() }
    return collected.count < Self.maximumTokenCount ? collected : nil
  }

  /// From an opening bracket past its closing one.
  private mutating func skipBlock() {
    var closers: [Token.Kind] = []
    repeat {
      switch token.kind {
      case .end: return
      case .function, .openParen: closers.append(.closeParen)
      case .openSquare: closers.append(.closeSquare)
      case .openCurly: closers.append(.closeCurly)
      default: if closers.last == token.kind { closers.removeLast() }
      }
      advance()
    } while !closers.isEmpty
  }

  // MARK: Lists of rules

  /// Rules up to the sheet's end or, inside a block, past its closing brace.
  private mutating func readRules(layer: Int32) {
    while true {
      switch token.kind {
      case .end: return
      case .whitespace: advance()
      case .cdo where depth == 0, .cdc where depth == 0: advance()
      case .closeCurly where depth > 0:
        advance()
        return
      case .atKeyword: readAtRule(layer: layer, outer: nil)
      default: readStyleRule(layer: layer, outer: nil)
      }
      if isCut { return }
    }
  }

  /// - Parameter outer: the selectors of the rule around it.
  private mutating func readStyleRule(layer: Int32, outer: [Selector]?) {
    let start = token
    var ends: [Token.Kind] = [.openCurly]
    if depth > 0 { ends.append(.closeCurly) }
    if outer != nil { ends.append(.semicolon) }
    let prelude = collect(upTo: ends)
    if depth == 0 { (allowsImports, allowsNamespaces) = (false, false) }
    guard token.kind == .openCurly else {
      noteBroken(start)
      return
    }
    var context = names
    context.parent = outer
    var list: [Selector]?
    if let prelude, depth < Self.maximumDepth {
      var parser = SelectorParser(prelude[...], of: text, in: context)
      list = outer == nil ? parser.list() : parser.nestedList()
    }
    guard let list else {
      noteBroken(start)
      skipBlock()
      return
    }
    advance()
    depth += 1
    readRuleBody(list, layer: layer)
    depth -= 1
  }

  /// Declarations and nested rules, past the closing brace.
  private mutating func readRuleBody(_ list: [Selector], layer: Int32) {
    var first = declarations.count
    while true {
      switch token.kind {
      case .end:
        flush(list, from: first, layer: layer)
        return
      case .closeCurly:
        advance()
        flush(list, from: first, layer: layer)
        return
      case .whitespace, .semicolon: advance()
      case .ident where readDeclaration(isNested: true): break
      case .atKeyword:
        flush(list, from: first, layer: layer)
        readAtRule(layer: layer, outer: list)
        first = declarations.count
      default:
        flush(list, from: first, layer: layer)
        readStyleRule(layer: layer, outer: list)
        first = declarations.count
      }
      if isCut { return }
    }
  }

  /// Makes a rule of the declarations read since `first`.
  private mutating func flush(_ list: [Selector], from first: Int, layer: Int32) {
    guard declarations.count > first else { return }
    guard rules.count < maximumRuleCount, selectorSize / 50 < maximumRuleCount else {
      isCut = true
      return
    }
    let start = Int32(selectors.count)
    selectorSize += list.reduce(0) { $0 + $1.size }
    selectors += list.filter { $0.pseudo != .unused }
    rules.append(
      StyleSheet.Rule(
        selectors: start..<Int32(selectors.count),
        declarations: Int32(first)..<Int32(declarations.count), layer: layer))
  }

  // MARK: Declarations

  /// `false` when it is none; the tokens are then as before.
  private mutating func readDeclaration(isNested: Bool) -> Bool {
    let start = token
    let name = text.lowercased(token)
    advance()
    skipSpace()
    guard token.kind == .colon else { return rewind(to: start) }
    advance()
    skipSpace()
    guard var value = declarationValue(isNested: isNested, allowsBlocks: name.hasPrefix("--"))
    else { return rewind(to: start) }
    let isImportant = Self.takeImportant(&value, text)
    var read: [Declaration]
    if name.hasPrefix("--") {
      let custom = Declaration.Value.custom(
        name: text.string(start), text: text.sourceText(value[...]))
      read = [Declaration(property: .custom, value: custom)]
    } else {
      read = DeclarationParser.declarations(name, value[...], of: text) ?? []
    }
    if isImportant {
      for index in read.indices { read[index].isImportant = true }
    }
    declarations += read
    return true
  }

  private mutating func rewind(to start: Token) -> Bool {
    text.rewind(to: start)
    advance()
    return false
  }

  /// `nil` for what can be no value: a block, a bad string, a closing bracket too many.
  private mutating func declarationValue(isNested: Bool, allowsBlocks: Bool) -> [Token]? {
    var collected: [Token] = []
    var closers: [Token.Kind] = []
    scan: while true {
      switch token.kind {
      case .end: break scan
      case .semicolon where closers.isEmpty: break scan
      case .closeCurly where closers.isEmpty:
        if isNested { break scan }
        return nil
      case .badString, .badURL: return nil
      case .function, .openParen: closers.append(.closeParen)
      case .openSquare: closers.append(.closeSquare)
      case .openCurly:
        if closers.isEmpty, !allowsBlocks { return nil }
        closers.append(.closeCurly)
      case .closeParen, .closeSquare, .closeCurly:
        guard closers.popLast() == token.kind else { return nil }
      default: break
      }
      if collected.count < Self.maximumTokenCount { collected.append(token) }
      advance()
    }
    while collected.last?.kind == .whitespace { collected.removeLast() }
    return collected
  }

  private static func takeImportant(_ value: inout [Token], _ text: CSSTokenizer) -> Bool {
    guard let last = value.last, last.kind == .ident, text.lowercased(last) == "important" else {
      return false
    }
    var rest = value.dropLast()
    while rest.last?.kind == .whitespace { rest.removeLast() }
    guard rest.last?.isDelim("!") == true else { return false }
    rest.removeLast()
    while rest.last?.kind == .whitespace { rest.removeLast() }
    value = Array(rest)
    return true
  }

  private mutating func skipDeclaration(isNested: Bool) {
    _ = collect(upTo: isNested ? [.semicolon, .closeCurly] : [.semicolon])
  }

  // MARK: At-rules

  private mutating func readAtRule(layer: Int32, outer: [Selector]?) {
    let name = text.lowercased(token)
    let start = token
    advance()
    let prelude = collect(
      upTo: depth > 0 ? [.semicolon, .openCurly, .closeCurly] : [.semicolon, .openCurly])
    if token.kind == .openCurly {
      readAtBlock(name, prelude ?? [], layer: layer, outer: outer, isWhole: prelude != nil)
    } else {
      if token.kind == .semicolon { advance() }
      readStatement(name, start, prelude ?? [], layer: layer)
    }
  }

  private mutating func readStatement(
    _ name: String, _ start: Token, _ prelude: [Token], layer: Int32
  ) {
    switch name {
    case "charset": break
    case "import" where allowsImports && depth == 0: readImport(prelude)
    case "namespace" where allowsNamespaces && depth == 0:
      allowsImports = false
      if !readNamespace(prelude) { noteBroken(start) }
    case "layer" where depth == 0 || layer != 0:
      // Before the first rule a list of layers lets imports follow.
      if let named = layerNames(prelude) {
        for names in named { _ = self.layer(names, in: layer) }
      } else {
        noteBroken(start)
      }
    case "layer": break
    default: noteBroken(start)
    }
  }

  private mutating func readAtBlock(
    _ name: String, _ prelude: [Token], layer: Int32, outer: [Selector]?, isWhole: Bool
  ) {
    if depth == 0 { (allowsImports, allowsNamespaces) = (false, false) }
    var layer = layer
    var enters = isWhole && depth < Self.maximumDepth
    switch name {
    case "counter-style" where isWhole: return readCounterStyle(prelude)
    case "media": enters = enters && MediaQuery.holds(prelude[...], of: text)
    case "supports":
      enters = enters && SupportsCondition.holds(prelude[...], of: text, in: names)
    case "layer":
      let named = layerNames(prelude)
      if let named, named.count > 1 { enters = false }
      if enters { layer = self.layer(named?.first ?? anonymousLayer(), in: layer) }
    default: enters = false
    }
    guard enters else {
      skipBlock()
      return
    }
    advance()
    depth += 1
    if let outer {
      readRuleBody(outer, layer: layer)
    } else {
      readRules(layer: layer)
    }
    depth -= 1
  }

  /// The block of a `@counter-style`, past its closing brace.
  private mutating func readCounterStyle(_ prelude: [Token]) {
    advance()
    var declarations: [[Token]] = []
    while token.kind != .end, token.kind != .closeCurly {
      let declaration = collect(upTo: [.semicolon, .closeCurly])
      if let declaration, !declaration.isEmpty { declarations.append(declaration) }
      if token.kind == .semicolon { advance() }
    }
    if token.kind == .closeCurly { advance() }
    let names = prelude.filter { $0.kind != .whitespace }
    guard names.count == 1, names[0].kind == .ident,
      !CounterStyle.fixedNames.contains(text.lowercased(names[0])),
      counterStyles.count < maximumRuleCount,
      let style = CounterStyleReader.style(declarations, of: text)
    else { return }
    counterStyles[text.string(names[0])] = style
  }

  // MARK: Imports, namespaces, layers

  /// `@import "a.css" layer(x) supports(…) screen;`
  private mutating func readImport(_ prelude: [Token]) {
    var rest = prelude.drop { $0.kind == .whitespace }
    guard let first = rest.popFirst() else { return }
    let reference: String
    if first.kind == .string || first.kind == .url {
      reference = text.string(first)
    } else if first.kind == .function, ["url", "src"].contains(text.lowercased(first)) {
      let inner = Self.takeArguments(&rest).filter { $0.kind != .whitespace }
      guard inner.count == 1, inner[0].kind == .string else { return }
      reference = text.string(inner[0])
    } else {
      return
    }
    rest = rest.drop { $0.kind == .whitespace }
    var layer: Int32 = 0
    if let word = rest.first, text.lowercased(word) == "layer" {
      rest.removeFirst()
      if word.kind == .function {
        guard let named = layerNames(Self.takeArguments(&rest)), named.count == 1 else { return }
        layer = self.layer(named[0], in: 0)
      } else {
        layer = self.layer(anonymousLayer(), in: 0)
      }
      rest = rest.drop { $0.kind == .whitespace }
    }
    if let word = rest.first, word.kind == .function, text.lowercased(word) == "supports" {
      rest.removeFirst()
      let condition = Self.takeArguments(&rest)
      guard SupportsCondition.holdsInImport(condition[...], of: text, in: names) else { return }
    }
    guard MediaQuery.holds(rest, of: text) else { return }
    imports.append(StyleSheet.Import(reference: reference, layer: layer))
  }

  /// After a function's name: its arguments, the closing bracket passed.
  private static func takeArguments(_ rest: inout ArraySlice<Token>) -> [Token] {
    var inner: [Token] = []
    var open = 1
    while let next = rest.popFirst() {
      if next.kind == .function || next.kind == .openParen { open += 1 }
      if next.kind == .closeParen { open -= 1 }
      if open == 0 { break }
      inner.append(next)
    }
    return inner
  }

  private mutating func readNamespace(_ prelude: [Token]) -> Bool {
    var rest = prelude.filter { $0.kind != .whitespace }[...]
    var prefix: String?
    if let first = rest.first, first.kind == .ident {
      prefix = text.string(first)
      rest.removeFirst()
    }
    guard var uri = rest.popFirst() else { return false }
    if uri.kind == .function, text.lowercased(uri) == "url" {
      guard let inner = rest.popFirst() else { return false }
      uri = inner
      if rest.first?.kind == .closeParen { rest.removeFirst() }
    }
    guard uri.kind == .string || uri.kind == .url, rest.isEmpty else { return false }
    let namespace = MarkupNamespace(uri: text.string(uri))
    if let prefix {
      names.prefixes[prefix] = namespace
    } else {
      names.defaultNamespace = namespace
    }
    return true
  }

  /// `a.b, c`: each name's parts; `nil` when it is no list of layers.
  private func layerNames(_ prelude: some Collection<Token>) -> [[String]]? {
    var names: [[String]] = []
    var parts: [String] = []
    var wantsName = true
    for token in prelude where token.kind != .whitespace {
      switch token.kind {
      case .ident where wantsName: parts.append(text.string(token))
      case .delim where token.isDelim(".") && !wantsName: break
      case .comma where !wantsName:
        names.append(parts)
        parts = []
      default: return nil
      }
      wantsName = !wantsName
    }
    guard !wantsName, !parts.isEmpty else { return nil }
    names.append(parts)
    return names
  }

  /// A name that no sheet can write.
  private mutating func anonymousLayer() -> [String] {
    anonymousLayerCount += 1
    return [" \(anonymousLayerCount)"]
  }

  private mutating func layer(_ names: [String], in outer: Int32) -> Int32 {
    let path = layers[Int(outer)] + names
    if let known = layers.firstIndex(of: path) { return Int32(known) }
    guard layers.count < 1000, path.count < 64 else { return outer }
    layers.append(path)
    return Int32(layers.count - 1)
  }
}
