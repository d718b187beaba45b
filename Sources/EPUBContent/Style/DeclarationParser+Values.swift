// Values that are more than one keyword.
extension DeclarationParser {
  // MARK: Boxes

  mutating func display() -> Bool {
    var words: [String] = []
    while let word = takeWord() { words.append(word) }
    guard let display = Self.display(words) else { return false }
    return set(.display, .keyword(display))
  }

  /// Of a flex or grid container, beside the raw value of its display.
  static let itemsFlag: UInt8 = 0x80

  private static func display(_ words: [String]) -> UInt8? {
    if words.count == 1 { return singleDisplay(words[0]) }
    guard words.count == 2 || words.count == 3 else { return nil }
    var rest = words
    let isListItem = rest.contains("list-item")
    rest.removeAll { $0 == "list-item" }
    let isInline = rest.contains("inline")
    rest.removeAll { $0 == "inline" || $0 == "block" }
    guard rest.count <= 1 else { return nil }
    if isListItem {
      return ["flow", "flow-root", nil].contains(rest.first)
        ? ComputedStyle.Display.listItem.rawValue : nil
    }
    switch rest.first {
    case "flow": return singleDisplay(isInline ? "inline" : "block")
    case "flow-root": return singleDisplay(isInline ? "inline-block" : "flow-root")
    case "table", "flex", "grid":
      return rest.first.flatMap { singleDisplay(isInline ? "inline-" + $0 : $0) }
    case "ruby": return singleDisplay("ruby")
    default: return nil
    }
  }

  private static func singleDisplay(_ word: String) -> UInt8? {
    let display: ComputedStyle.Display
    switch word {
    case "none": display = .none
    case "contents": display = .contents
    case "inline", "flow", "math", "inline-math": display = .inline
    case "block": display = .block
    case "list-item": display = .listItem
    case "inline-block": display = .inlineBlock
    case "flow-root": display = .flowRoot
    case "flex", "grid", "-webkit-flex", "-webkit-box", "-ms-flexbox", "-moz-box":
      return ComputedStyle.Display.block.rawValue | itemsFlag
    case "inline-flex", "inline-grid", "-webkit-inline-flex", "-webkit-inline-box":
      return ComputedStyle.Display.inlineBlock.rawValue | itemsFlag
    case "table": display = .table
    case "inline-table": display = .inlineTable
    case "table-row-group": display = .tableRowGroup
    case "table-header-group": display = .tableHeaderGroup
    case "table-footer-group": display = .tableFooterGroup
    case "table-row": display = .tableRow
    case "table-cell": display = .tableCell
    case "table-caption": display = .tableCaption
    case "table-column", "table-column-group": display = .tableColumn
    case "ruby": display = .ruby
    case "ruby-base", "ruby-base-container": display = .rubyBase
    case "ruby-text": display = .rubyText
    case "ruby-text-container": display = .rubyAnnotationContainer
    default: return nil
    }
    return display.rawValue
  }

  mutating func whiteSpace() -> Bool {
    var collapse: WhiteSpaceCollapse?
    var noWrap: Bool?
    func put<T>(_ value: T, in place: inout T?) -> Bool {
      guard place == nil else { return false }
      place = value
      return true
    }
    while let word = takeWord() {
      let isValid: Bool
      switch word {
      case "normal": isValid = put(.collapse, in: &collapse) && put(false, in: &noWrap)
      case "pre": isValid = put(.preserve, in: &collapse) && put(true, in: &noWrap)
      case "pre-wrap", "-moz-pre-wrap", "-o-pre-wrap":
        isValid = put(.preserve, in: &collapse) && put(false, in: &noWrap)
      case "pre-line": isValid = put(.preserveBreaks, in: &collapse) && put(false, in: &noWrap)
      case "break-spaces": isValid = put(.breakSpaces, in: &collapse)
      case "nowrap": isValid = put(true, in: &noWrap)
      case "wrap": isValid = put(false, in: &noWrap)
      case "collapse": isValid = put(.collapse, in: &collapse)
      case "preserve": isValid = put(.preserve, in: &collapse)
      case "preserve-breaks": isValid = put(.preserveBreaks, in: &collapse)
      default: isValid = false
      }
      if !isValid { return false }
    }
    guard collapse != nil || noWrap != nil else { return false }
    _ = set(.whiteSpaceCollapse, .keyword((collapse ?? .collapse).rawValue))
    return set(.textWrapMode, .keyword(noWrap == true ? 1 : 0))
  }

  /// A number of spaces, or a length.
  mutating func tabSize() -> Bool {
    skipSpace()
    if let token = current, token.kind == .number {
      index += 1
      guard token.number >= 0 else { return false }
      let cells = min(token.number + 0.5, Double(Self.maximumTabSize))
      return set(.tabSize, .keyword(UInt8(cells)))
    }
    guard let length = length(allowsNegative: false), length.share == 0 else { return false }
    return set(.tabSize, .length(length))
  }

  /// Wider stops would hold nothing but the first column.
  static let maximumTabSize = 64

  /// Raising is 2, lowering 1; a length is judged when the font's size is known.
  mutating func verticalAlign() -> Bool {
    skipSpace()
    guard current?.kind == .ident else {
      return length(allowsNegative: true).map { set(.verticalAlign, .length($0)) } ?? false
    }
    switch takeWord() {
    case "baseline", "middle", "-webkit-baseline-middle":
      return set(.verticalAlign, .keyword(0))
    case "sub": return set(.verticalAlign, .keyword(1))
    case "super": return set(.verticalAlign, .keyword(2))
    // Only what is small looks raised or lowered at the line's edge.
    case "top", "text-top": return set(.verticalAlign, .length(CSSLength(ems: 0.5)))
    case "bottom", "text-bottom": return set(.verticalAlign, .length(CSSLength(ems: -0.5)))
    default: return false
    }
  }

  // MARK: Text

  /// Underlined is 1, struck through 2.
  mutating func decoration() -> Bool {
    var lines: UInt8 = 0
    var count = 0
    while let token = take() {
      count += 1
      switch token.kind {
      case .ident:
        switch text.lowercased(token) {
        case "underline": lines |= 1
        case "line-through": lines |= 2
        case "none", "overline", "blink": break
        default: break  // style, thickness and colour
        }
      case .function: skipArguments()
      case .hash, .dimension, .percentage, .number: break
      default: return false
      }
    }
    return count > 0 && set(.textDecorationLine, .keyword(lines))
  }

  /// Passes over the rest of a function.
  mutating func skipArguments() {
    var open = 1
    while open > 0, let token = current {
      if token.kind == .function || token.kind == .openParen { open += 1 }
      if token.kind == .closeParen { open -= 1 }
      index += 1
    }
  }

  mutating func indent() -> Bool {
    var length: CSSLength?
    while true {
      skipSpace()
      guard let token = current else { break }
      if token.kind == .ident {
        guard takeWord() == "each-line" else { return false }
      } else {
        guard length == nil, let read = self.length(allowsNegative: true) else { return false }
        length = read
      }
    }
    return length.map { set(.textIndent, .length($0)) } ?? false
  }

  mutating func transform() -> Bool {
    var transform: ComputedStyle.TextTransform?
    while let word = takeWord() {
      switch word {
      case "none": transform = ComputedStyle.TextTransform.none
      case "uppercase": transform = .uppercase
      case "lowercase": transform = .lowercase
      case "capitalize": transform = .capitalize
      case "full-width": transform = transform ?? .fullWidth
      case "full-size-kana": transform = transform ?? .fullSizeKana
      case "math-auto": transform = transform ?? ComputedStyle.TextTransform.none
      default: return false
      }
    }
    return transform.map { set(.textTransform, .keyword($0.rawValue)) } ?? false
  }

  mutating func quotes() -> Bool {
    let start = index
    switch takeWord() {
    case "auto", "match-parent": return set(.quotes, .quotes(nil))
    case "none": return set(.quotes, .quotes([]))
    case nil: break
    default: return false
    }
    index = start
    var strings: [String] = []
    while let token = take() {
      guard token.kind == .string else { return false }
      strings.append(text.string(token))
    }
    guard strings.count >= 2, strings.count % 2 == 0 else { return false }
    let pairs = stride(from: 0, to: strings.count, by: 2).map {
      ComputedStyle.QuotePair(open: strings[$0], close: strings[$0 + 1])
    }
    return set(.quotes, .quotes(pairs))
  }

  // MARK: Counters and lists

  /// Each costs time at every element; a declaration of more counters, or of more that are written,
  /// is passed over.
  private static var maximumCounterCount: Int { 64 }

  mutating func counters(_ property: Property, _ unit: Int) -> Bool {
    var changes: [ComputedStyle.CounterChange] = []
    while let token = take() {
      switch token.kind {
      case .ident:
        let name = text.string(token)
        if name.lowercased() == "none" { return changes.isEmpty && set(property, .counters([])) }
        changes.append(ComputedStyle.CounterChange(name: name, value: unit))
      case .function where text.lowercased(token) == "reversed":
        guard let name = take(), name.kind == .ident else { return false }
        changes.append(ComputedStyle.CounterChange(name: text.string(name), value: unit))
        skipArguments()
      case .number where token.flag:
        guard !changes.isEmpty else { return false }
        let value = min(max(token.number, -2_147_483_648), 2_147_483_647)
        changes[changes.count - 1].value = Int(value)
      default: return false
      }
    }
    guard changes.count <= Self.maximumCounterCount else { return false }
    return !changes.isEmpty && set(property, .counters(changes))
  }

  mutating func listStyle() -> ListStyle? {
    guard let token = take() else { return nil }
    if token.kind == .string { return .string(text.string(token)) }
    if token.kind == .function, text.lowercased(token) == "symbols" {
      let start = index
      skipArguments()
      let end = tokens[start..<index].last?.kind == .closeParen ? index - 1 : index
      return CounterStyleReader.symbols(tokens[start..<end], of: text).map { .symbols($0) }
    }
    guard token.kind == .ident else { return nil }
    return ListStyle(name: text.string(token))
  }

  /// Type, position and image in any order; the picture of a marker has no place on a terminal.
  mutating func listStyleShorthand() -> Bool {
    var style: ListStyle?
    var count = 0
    while true {
      skipSpace()
      guard let token = current else { break }
      count += 1
      if token.kind == .url {
        index += 1
      } else if token.kind == .function, text.lowercased(token) != "symbols" {
        index += 1
        skipArguments()
      } else if token.kind == .ident, ["inside", "outside"].contains(text.lowercased(token)) {
        index += 1
      } else {
        guard let read = listStyle() else { return false }
        if style == nil || style == ListStyle.none { style = read }
      }
    }
    return count > 0 && set(.listStyleType, .listStyle(style ?? .disc))
  }

  // MARK: Generated content

  mutating func content() -> Bool {
    let start = index
    if let word = takeWord(), word == "normal" || word == "none" {
      return set(.content, .content(nil))
    }
    index = start
    var parts: [ComputedStyle.ContentPart] = []
    while let token = take() {
      if token.isDelim("/") { return alternative(&parts) && set(.content, .content(parts)) }
      guard let part = contentPart(token) else { return false }
      parts.append(part)
    }
    let counterCount = parts.count {
      switch $0 {
      case .counter, .counters: true
      default: false
      }
    }
    guard counterCount <= Self.maximumCounterCount else { return false }
    return !parts.isEmpty && set(.content, .content(parts))
  }

  /// What follows the slash: words that stand for the picture before it.
  private mutating func alternative(_ parts: inout [ComputedStyle.ContentPart]) -> Bool {
    guard !parts.isEmpty else { return false }
    var words = ""
    while let token = take() {
      switch token.kind {
      case .string: words += text.string(token)
      case .function: skipArguments()
      default: return false
      }
    }
    for index in parts.indices {
      if case .image(let url, _) = parts[index] { parts[index] = .image(url, alternative: words) }
    }
    return true
  }

  private mutating func contentPart(_ token: CSSTokenizer.Token) -> ComputedStyle.ContentPart? {
    switch token.kind {
    case .string: return .text(text.string(token))
    case .url: return .image(text.string(token), alternative: nil)
    case .ident:
      switch text.lowercased(token) {
      case "open-quote": return .openQuote
      case "close-quote": return .closeQuote
      case "no-open-quote": return .noOpenQuote
      case "no-close-quote": return .noCloseQuote
      default: return nil
      }
    case .function: return contentFunction(text.lowercased(token))
    default: return nil
    }
  }

  private mutating func contentFunction(_ name: String) -> ComputedStyle.ContentPart? {
    guard let first = take() else { return nil }
    switch name {
    case "url", "src":
      guard first.kind == .string, closes() else { return nil }
      return .image(text.string(first), alternative: nil)
    case "attr": return attribute(first)
    case "counter":
      guard first.kind == .ident, let style = counterStyle() else { return nil }
      return .counter(text.string(first), style)
    case "counters":
      guard first.kind == .ident, take()?.kind == .comma, let separator = take(),
        separator.kind == .string, let style = counterStyle()
      else { return nil }
      return .counters(text.string(first), separator: text.string(separator), style)
    default: return nil
    }
  }

  /// `attr(name)`, `attr(prefix|name)`; a type or a fallback after it is passed over.
  private mutating func attribute(_ first: CSSTokenizer.Token) -> ComputedStyle.ContentPart? {
    guard first.kind == .ident else { return nil }
    var name = text.string(first)
    if current?.isDelim("|") == true {
      index += 1
      guard let local = current, local.kind == .ident else { return nil }
      index += 1
      name += ":" + text.string(local)
    }
    skipArguments()
    return .attribute(name)
  }

  private mutating func closes() -> Bool {
    skipSpace()
    guard let token = current else { return true }
    index += 1
    return token.kind == .closeParen
  }

  private mutating func counterStyle() -> ListStyle? {
    skipSpace()
    guard current?.kind == .comma else { return closes() ? .decimal : nil }
    index += 1
    guard let style = listStyle(), closes() else { return nil }
    return style
  }
}

extension ListStyle {
  /// A predefined counter style, whatever the case of its letters, or another one by its name.
  init(name: String) {
    switch name.asciiLowercased {
    case "none": self = .none
    case "disc": self = .disc
    case "circle": self = .circle
    case "square": self = .square
    case "disclosure-closed": self = .disclosure
    case "decimal": self = .decimal
    case "decimal-leading-zero": self = .decimalLeadingZero
    case "lower-roman": self = .lowerRoman
    case "upper-roman": self = .upperRoman
    case "lower-alpha", "lower-latin": self = .lowerAlpha
    case "upper-alpha", "upper-latin": self = .upperAlpha
    case "lower-greek": self = .lowerGreek
    default: self = .named(name)
    }
  }
}
