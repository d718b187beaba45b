import EPUBBasics
import EPUBMarkup

/// Reads a formula's structure from its markup, where it is best set in several rows.
///
/// It goes down the tree to a bounded depth. What it does not know, or would have to guess, makes it give
/// up: the formula is one line then, as `MathText` writes it.
struct MathReader {
  /// Where the text of a token element begins in the logical text.
  struct TokenStart {
    var node: Int32
    var text: Int32
  }

  let tree: MarkupTree
  let text: MathText
  /// In the order of nodes.
  let starts: [TokenStart]
  let textEnd: Int32
  var isRefused = false

  private static let maximumNodeCount = 4_000
  private static let maximumDepth = 40

  init(tree: MarkupTree, names: [AttributeName], starts: [TokenStart], textEnd: Int) {
    self.tree = tree
    text = MathText(tree: tree, names: names)
    self.starts = starts
    self.textEnd = Int32(textEnd)
  }

  /// The structure of the `math` element at `node`; `nil` where one line shows it as well.
  consuming func structure(of node: Int) -> Formula.Part? {
    guard Int(tree.nodes[node].end) - node <= Self.maximumNodeCount else { return nil }
    let whole = row(of: node, 0)
    return !isRefused && whole.wantsRows ? whole : nil
  }

  private mutating func refuse() -> Formula.Part {
    isRefused = true
    return .row([])
  }

  /// The children of an element that are shown.
  func children(of node: Int) -> [Int] {
    tree.children(of: node).filter { child in
      if !tree.isElement(child) { return !text.trimmed(child).isEmpty }
      let name = tree.nodes[child].name
      return name != .annotation && name != .annotationXML
    }
  }

  mutating func row(of node: Int, _ depth: Int) -> Formula.Part {
    let nodes = children(of: node)
    var parts: [Formula.Part] = []
    for (index, child) in nodes.enumerated() {
      let place = nodes.count == 1 ? nil : index == 0 ? "prefix" : "postfix"
      parts.append(part(child, depth + 1, form: index > 0 && index + 1 < nodes.count ? nil : place))
    }
    return parts.count == 1 ? parts[0] : .row(parts)
  }

  /// - Parameter form: of an operator, by its place in a row.
  mutating func part(_ node: Int, _ depth: Int, form: String? = nil) -> Formula.Part {
    guard depth <= Self.maximumDepth, !isRefused else { return refuse() }
    guard tree.isElement(node) else { return .text(token(node)) }
    guard tree.nodes[node].namespace == .mathML else { return refuse() }
    switch tree.nodes[node].name {
    case .mi, .mn, .mtext: return .text(token(node))
    case .ms: return .text(token(node) { "\"\($0)\"" })
    case .mo: return mark(node, form)
    case .mglyph: return .text(token(node) { _ in text.attribute(.alt, of: node) ?? "" })
    case .mspace: return .space(cells: cells(.width, of: node).map { min(max($0, 0), 40) } ?? 0)
    case .none, .maligngroup, .malignmark: return .row([])
    case .math, .mrow, .merror, .mpadded: return row(of: node, depth)
    case .mstyle: return styled(node, depth)
    case .mphantom: return .phantom(row(of: node, depth))
    case .mfrac: return fraction(node, depth)
    case .msqrt: return .root(row(of: node, depth), index: nil)
    case .mroot: return root(node, depth)
    case .msup, .msub, .msubsup: return scripts(node, depth)
    case .mover, .munder, .munderover: return limits(node, depth)
    case .mmultiscripts: return multiscripts(node, depth)
    case .mfenced: return fenced(node, depth)
    case .menclose: return enclosed(node, depth)
    case .mtable: return table(node, depth)
    case .semantics, .maction:
      return children(of: node).first.map { part($0, depth + 1, form: form) } ?? .row([])
    default: return refuse()
    }
  }

  // MARK: Tokens

  /// What an element shows, with the logical text that it stands for.
  func token(_ node: Int, as shown: (String) -> String = { $0 }) -> Formula.Token {
    let range = textRange(of: node)
    return Formula.Token(
      text: Array(shown(text.trimmed(node)).utf8), textStart: range.lowerBound,
      textEnd: range.upperBound)
  }

  /// The logical text of the tokens in an element.
  func textRange(of node: Int) -> Range<Int32> {
    let first = starts.firstPlace { $0.node >= Int32(node) }
    let end = starts.firstPlace { $0.node >= tree.nodes[node].end }
    let start = first < starts.count ? starts[first].text : textEnd
    guard first < end else { return start..<start }
    return start..<max(start, end < starts.count ? starts[end].text : textEnd)
  }

  private func mark(_ node: Int, _ place: String?) -> Formula.Part {
    let token = token(node)
    let form = text.attribute(.form, of: node) ?? place
    let mark = String(decoding: token.text, as: UTF8.self)
    if MathOperators.operands.contains(mark) { return .text(token) }
    let spacing = MathOperators.spacing(of: mark, form: form)
    let stretches =
      MathOperators.stretches(mark, spacing) && text.attribute(.stretchy, of: node) != "false"
    return .operator(
      token,
      Formula.Operator(
        spacing: spacing, stretches: stretches, before: space(.lspace, of: node),
        after: space(.rspace, of: node)))
  }

  /// The space that the author wants at a side of an operator; one that is about what it would be anyway
  /// is left to the dictionary.
  private func space(_ name: AttributeName, of node: Int) -> Int? {
    guard let cells = cells(name, of: node) else { return nil }
    return cells == 0 ? 0 : cells > 1 ? min(cells, 8) : nil
  }

  /// A length in cells, `nil` where the author gives none.
  func cells(_ name: AttributeName, of node: Int) -> Int? {
    text.attribute(name, of: node).flatMap { MathLength.cells($0) }
  }
}

/// Lengths of MathML in cells.
enum MathLength {
  static func cells(_ value: String) -> Int? {
    let value = value.lowercased()
    if let named = named[value] { return named }
    let number = value.utf8.prefix { $0.isASCIIDigit || $0 == 0x2E || $0 == 0x2D || $0 == 0x2B }
    guard number.count <= 12, let amount = Double(String(decoding: number, as: UTF8.self)) else {
      return nil
    }
    let unit = String(decoding: value.utf8.dropFirst(number.count), as: UTF8.self)
    guard let cells = perUnit[unit] else { return amount == 0 ? 0 : nil }
    let width = amount * cells
    return width.magnitude < 1_000 ? Int(width.rounded()) : nil
  }

  private static let named = [
    "veryverythinmathspace": 0, "verythinmathspace": 0, "thinmathspace": 0, "mediummathspace": 1,
    "thickmathspace": 1, "verythickmathspace": 1, "veryverythickmathspace": 1,
  ]
  private static let perUnit = [
    "em": 2.0, "ex": 1, "px": 0.125, "pt": 0.167, "mu": 0.111, "cm": 4.7, "mm": 0.47, "in": 12,
    "ch": 1, "rem": 2, "": 0,
  ]
}
