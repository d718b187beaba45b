import EPUBBasics
import EPUBMarkup

/// MathML as one line of text: `(a + b)/c`, `x²`, `√(x + 1)`, `[a b; c d]`.
///
/// One pass over the subtree with a stack of open elements; each makes a piece of its children's pieces
/// when it closes. Formulas of unlikely size or depth have none.
struct MathText {
  struct Piece {
    var text = ""
    var form = Form.atom
    enum Form {
      /// Needs no parentheses.
      case atom
      case row
      case `operator`
      case table
    }
    var isEmpty: Bool { text.isEmpty }
    /// In parentheses where it would else be torn apart.
    var grouped: String { form == .row || form == .table ? "(\(text))" : text }
  }

  private struct Open {
    let node: Int
    let end: Int
    var pieces: [Piece] = []
  }

  private static let maximumNodeCount = 20_000
  private static let maximumDepth = 200

  let tree: MarkupTree
  let names: [AttributeName]

  struct Line {
    var text: String
    /// No element was met whose meaning is not known.
    var isWhole = true
  }

  func line(of root: Int) -> Line? {
    var isWhole = true
    let end = Int(tree.nodes[root].end)
    guard end - root <= Self.maximumNodeCount else { return nil }
    var open = [Open(node: root, end: end)]
    var index = root + 1
    while index < end {
      close(&open, before: index)
      guard open.count <= Self.maximumDepth else { return nil }
      let node = tree.nodes[index]
      if node.kind == .text {
        let text = Piece(text: trimmed(index))
        if !text.isEmpty { open[open.count - 1].pieces.append(text) }
        index += 1
      } else if node.name == .annotation || node.name == .annotationXML {
        index = Int(node.end)
      } else if let token = token(index) {
        open[open.count - 1].pieces.append(token)
        index = Int(node.end)
      } else {
        isWhole = isWhole && isKnown(index)
        open.append(Open(node: index, end: Int(node.end)))
        index += 1
      }
    }
    close(&open, before: end)
    return Line(text: piece(open[0]).text, isWhole: isWhole)
  }

  /// Whether an element's children, one after another or put together here, say what it says.
  private func isKnown(_ node: Int) -> Bool {
    switch tree.nodes[node].name {
    case .math, .mrow, .mstyle, .merror, .mpadded, .menclose, .semantics, .maction, .mfrac, .msqrt,
      .mroot, .msup, .msub, .msubsup, .mover, .munder, .munderover, .mmultiscripts, .mfenced,
      .mtable, .mtr, .mlabeledtr, .mtd:
      tree.nodes[node].namespace == .mathML
    default: false
    }
  }

  private func close(_ open: inout [Open], before index: Int) {
    while open.count > 1, let last = open.last, last.end <= index {
      open.removeLast()
      open[open.count - 1].pieces.append(piece(last))
    }
  }

  private func token(_ node: Int) -> Piece? {
    switch tree.nodes[node].name {
    case .mi, .mn, .mtext: return Piece(text: trimmed(node))
    case .ms: return Piece(text: "\"\(trimmed(node))\"")
    case .mo:
      let mark = trimmed(node)
      return Piece(text: mark, form: MathOperators.operands.contains(mark) ? .atom : .operator)
    case .mspace, .none, .mphantom, .maligngroup, .malignmark: return Piece()
    case .mprescripts: return Piece(text: "", form: .operator)
    case .mglyph: return Piece(text: attribute(.alt, of: node) ?? "")
    default: return nil
    }
  }

  /// White space trimmed; invisible operators left out.
  func trimmed(_ node: Int) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in tree.text(of: node).unicodeScalars where !(0x2061...0x2064).contains(scalar.value)
    {
      if scalar.value > 0x20 {
        scalars.append(scalar)
      } else if let last = scalars.last, last != " " {
        scalars.append(" ")
      }
    }
    if scalars.last == " " { scalars.removeLast() }
    return String(scalars)
  }

  func attribute(_ name: AttributeName, of node: Int) -> String? {
    for index in tree.attributeRange(of: node) {
      let attribute = tree.attributes[index]
      if attribute.namespace == .none, names[Int(attribute.nameIndex)] == name {
        return tree.bytes.string(in: Int(attribute.start)..<Int(attribute.end))
      }
    }
    return nil
  }

  // MARK: Elements

  private func piece(_ open: Open) -> Piece {
    let pieces = open.pieces
    switch tree.nodes[open.node].name {
    case .mfrac: return fraction(pieces, open.node)
    case .msqrt: return root(of: row(pieces), index: nil)
    case .mroot: return root(of: pieces.first ?? Piece(), index: pieces.dropFirst().first)
    case .msup: return scripts(pieces, under: nil, over: 1)
    case .msub: return scripts(pieces, under: 1, over: nil)
    case .msubsup: return scripts(pieces, under: 1, over: 2)
    case .mover: return accent(pieces) ?? scripts(pieces, under: nil, over: 1)
    case .munder: return scripts(pieces, under: 1, over: nil)
    case .munderover: return scripts(pieces, under: 1, over: 2)
    case .mmultiscripts: return multiscripts(pieces, open.node)
    case .mfenced: return fenced(pieces, open.node)
    case .mtable: return Piece(text: join(pieces, "; "), form: .table)
    case .mtr, .mlabeledtr: return Piece(text: join(pieces, " "), form: .row)
    case .mtd: return cell(row(pieces))
    case .semantics, .maction: return pieces.first ?? Piece()
    case .mstack, .mlongdiv: return Piece(text: join(pieces, " "), form: .row)
    default: return row(pieces)
    }
  }

  private func join(_ pieces: [Piece], _ separator: String) -> String {
    pieces.map(\.text).joined(separator: separator)
  }

  private func cell(_ piece: Piece) -> Piece { Piece(text: piece.text, form: piece.form) }

  private func fraction(_ pieces: [Piece], _ node: Int) -> Piece {
    guard pieces.count >= 2 else { return row(pieces) }
    if let thickness = attribute(.linethickness, of: node), thickness.hasPrefix("0") {
      return Piece(text: "(\(pieces[0].text); \(pieces[1].text))")
    }
    return Piece(text: "\(pieces[0].grouped)/\(pieces[1].grouped)", form: .row)
  }

  private func root(of base: Piece, index: Piece?) -> Piece {
    let inside = base.form == .atom && base.text.unicodeScalars.count == 1
    let sign = "√" + (inside ? base.text : "(\(base.text))")
    guard let index, !index.isEmpty else { return Piece(text: sign) }
    return Piece(text: (raised(index, RaisedText.superscripts) ?? "(\(index.text))") + sign)
  }

  private func raised(_ piece: Piece, _ table: [Unicode.Scalar: Unicode.Scalar]) -> String? {
    let compact = piece.text.unicodeScalars.filter { $0 != " " }
    guard let mapped = RaisedText.map(Array(compact), table, passing: false) else { return nil }
    var view = String.UnicodeScalarView()
    view.append(contentsOf: mapped)
    return String(view)
  }

  private func below(_ piece: Piece) -> String {
    piece.isEmpty ? "" : raised(piece, RaisedText.subscripts) ?? "_(\(piece.text))"
  }

  static let primes = "′″‴'*†".unicodeScalars

  private func above(_ piece: Piece) -> String {
    if piece.isEmpty { return "" }
    if piece.text.unicodeScalars.allSatisfy({ Self.primes.contains($0) }) { return piece.text }
    return raised(piece, RaisedText.superscripts) ?? "^(\(piece.text))"
  }

  private func scripts(_ pieces: [Piece], under: Int?, over: Int?) -> Piece {
    guard let base = pieces.first else { return Piece() }
    var text = base.grouped
    if let under, under < pieces.count { text += below(pieces[under]) }
    if let over, over < pieces.count { text += above(pieces[over]) }
    return Piece(text: text, form: base.form == .operator ? .operator : .atom)
  }

  private static let accents: [String: String] = [
    "¯": "\u{304}", "‾": "\u{304}", "ˉ": "\u{304}", "_": "\u{304}", "^": "\u{302}",
    "ˆ": "\u{302}", "~": "\u{303}", "˜": "\u{303}", "→": "\u{20D7}", "⃗": "\u{20D7}",
    "˙": "\u{307}", ".": "\u{307}", "¨": "\u{308}", "ˇ": "\u{30C}",
  ]

  private func accent(_ pieces: [Piece]) -> Piece? {
    guard pieces.count == 2 else { return nil }
    return accented(pieces[0].text, pieces[1].text).map { Piece(text: $0) }
  }

  /// A letter with an accent above it, as one.
  func accented(_ base: String, _ mark: String) -> String? {
    guard let accent = Self.accents[mark], base.unicodeScalars.count == 1 else { return nil }
    return base + accent
  }

  private func multiscripts(_ pieces: [Piece], _ node: Int) -> Piece {
    guard let base = pieces.first else { return Piece() }
    let children = tree.children(of: node).filter {
      tree.isElement($0) && tree.nodes[$0].name != .annotation
        && tree.nodes[$0].name != .annotationXML
    }
    let split = children.firstIndex { tree.nodes[$0].name == .mprescripts } ?? pieces.count
    var before = ""
    var after = ""
    for (index, piece) in pieces.enumerated().dropFirst() where index != split {
      let isBelow = index < split ? index % 2 == 1 : (index - split) % 2 == 1
      let text = isBelow ? below(piece) : above(piece)
      if index < split { after += text } else { before += text }
    }
    return Piece(text: before + base.grouped + after)
  }

  private func fenced(_ pieces: [Piece], _ node: Int) -> Piece {
    let open = attribute(.open, of: node) ?? "("
    let close = attribute(.close, of: node) ?? ")"
    let marks = separators(of: node)
    var text = ""
    for (index, piece) in pieces.enumerated() {
      if index > 0, let last = marks.last {
        text += (index - 1 < marks.count ? marks[index - 1] : last) + " "
      }
      text += piece.text
    }
    return Piece(text: open + text + close)
  }

  func separators(of node: Int) -> [String] {
    (attribute(.separators, of: node) ?? ",").unicodeScalars.filter { $0.value > 0x20 }
      .map(String.init)
  }

  // MARK: Rows

  private func row(_ pieces: [Piece]) -> Piece {
    let pieces = pieces.filter { !$0.isEmpty }
    if pieces.count == 1 {
      let only = pieces[0]
      return only.form == .table ? Piece(text: "[\(only.text)]") : only
    }
    var text = ""
    var afterOperand = false
    for (index, piece) in pieces.enumerated() {
      let isLast = index == pieces.count - 1
      switch piece.form {
      case .operator:
        append(&text, operator: piece.text, &afterOperand, isLast: isLast)
      case .table:
        let isFenced = index > 0 && MathOperators.opening.contains(pieces[index - 1].text)
        text += isFenced ? piece.text : "[\(piece.text)]"
        afterOperand = true
      case .atom, .row:
        if afterOperand, needsSpace(text, piece.text) { text += " " }
        text += piece.text
        afterOperand = true
      }
    }
    return Piece(text: text, form: isFenced(pieces) ? .atom : .row)
  }

  private func append(
    _ text: inout String, operator mark: String, _ afterOperand: inout Bool, isLast: Bool
  ) {
    if MathOperators.closing.contains(mark), afterOperand {
      text += mark
    } else if MathOperators.opening.contains(mark) || MathOperators.tight.contains(mark) || isLast {
      text += mark
      afterOperand = afterOperand && !MathOperators.opening.contains(mark)
    } else if mark == "," || mark == ";" || mark == ":" {
      text += mark + " "
      afterOperand = false
    } else {
      text += afterOperand ? " \(mark) " : mark
      afterOperand = false
    }
  }

  /// Whether two operands side by side would read as one word or number.
  private func needsSpace(_ text: String, _ next: String) -> Bool {
    guard let last = text.unicodeScalars.last, let first = next.unicodeScalars.first,
      last.properties.isAlphabetic || last.properties.numericType != nil,
      first.properties.isAlphabetic || first.properties.numericType != nil
    else { return false }
    let lastWord = text.unicodeScalars.reversed().prefix { $0.properties.isAlphabetic }.count
    let firstWord = next.unicodeScalars.prefix { $0.properties.isAlphabetic }.count
    return lastWord > 1 || firstWord > 1 || first.properties.numericType != nil
  }

  private func isFenced(_ pieces: [Piece]) -> Bool {
    guard let first = pieces.first, let last = pieces.last else { return false }
    let inner = pieces.dropFirst().dropLast().filter { $0.form == .operator }
    return MathOperators.opening.contains(first.text) && MathOperators.closing.contains(last.text)
      && !inner.contains {
        MathOperators.opening.contains($0.text) || MathOperators.closing.contains($0.text)
      }
  }
}
