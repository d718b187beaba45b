import EPUBBasics
import EPUBMarkup

// Elements whose children mean something by their place.
extension MathReader {
  func isTrue(_ name: AttributeName, of node: Int) -> Bool? {
    switch text.attribute(name, of: node) {
    case "true": true
    case "false": false
    default: nil
    }
  }

  mutating func styled(_ node: Int, _ depth: Int) -> Formula.Part {
    let inside = row(of: node, depth)
    return isTrue(.displaystyle, of: node).map { .styled(inside, isDisplay: $0) } ?? inside
  }

  mutating func fraction(_ node: Int, _ depth: Int) -> Formula.Part {
    let parts = children(of: node)
    guard parts.count == 2 else { return row(of: node, depth) }
    let (over, under) = (part(parts[0], depth + 1), part(parts[1], depth + 1))
    if isTrue(.bevelled, of: node) == true {
      let stroke = Formula.Token(text: Array("/".utf8), textStart: 0, textEnd: 0)
      return .row([over, .operator(stroke, .init(spacing: .tight)), under])
    }
    let hasBar = text.attribute(.linethickness, of: node)?.hasPrefix("0") != true
    return .fraction(over: over, under: under, hasBar: hasBar)
  }

  mutating func root(_ node: Int, _ depth: Int) -> Formula.Part {
    let parts = children(of: node)
    guard parts.count == 2 else { return row(of: node, depth) }
    return .root(part(parts[0], depth + 1), index: script(parts[1], depth, .over))
  }

  // MARK: Scripts

  enum Side { case under, over }

  /// What stands above or below something, `nil` where that is nothing.
  mutating func script(_ node: Int, _ depth: Int, _ side: Side) -> Formula.Script? {
    let part = part(node, depth + 1)
    if part.isNothing { return nil }
    let line = text.line(of: node)?.text
    if line?.isEmpty == true { return nil }
    guard let raised = line.flatMap({ self.raised($0, side) }) else {
      return Formula.Script(part: part)
    }
    let range = textRange(of: node)
    return Formula.Script(
      part: part,
      raised: Formula.Token(
        text: Array(raised.utf8), textStart: range.lowerBound, textEnd: range.upperBound))
  }

  private func raised(_ line: String, _ side: Side) -> String? {
    let scalars = line.unicodeScalars.filter { $0 != " " }
    if side == .over, scalars.allSatisfy({ MathText.primes.contains($0) }) { return line }
    let table = side == .over ? RaisedText.superscripts : RaisedText.subscripts
    guard let mapped = RaisedText.map(Array(scalars), table, passing: false) else { return nil }
    return String(String.UnicodeScalarView(mapped))
  }

  mutating func scripts(_ node: Int, _ depth: Int) -> Formula.Part {
    let parts = children(of: node)
    let name = tree.nodes[node].name
    guard parts.count == (name == .msubsup ? 3 : 2) else { return row(of: node, depth) }
    return .scripts(
      base: part(parts[0], depth + 1),
      under: name == .msup ? nil : script(parts[1], depth, .under),
      over: name == .msub ? nil : script(parts[parts.count - 1], depth, .over), isBefore: false)
  }

  mutating func limits(_ node: Int, _ depth: Int) -> Formula.Part {
    let parts = children(of: node)
    let name = tree.nodes[node].name
    guard parts.count == (name == .munderover ? 3 : 2) else { return row(of: node, depth) }
    if name == .mover, let accented = text.accented(text.trimmed(parts[0]), text.trimmed(parts[1]))
    {
      return .text(token(node) { _ in accented })
    }
    let base = part(parts[0], depth + 1)
    let under = name == .mover ? nil : script(parts[1], depth, .under)
    let over = name == .munder ? nil : script(parts[parts.count - 1], depth, .over)
    if under == nil, over == nil { return base }
    return .limits(base: base, under: under, over: over, moves: movesLimits(parts[0]))
  }

  private func movesLimits(_ node: Int) -> Bool {
    var node = node
    while tree.nodes[node].name != .mo {
      let inside = children(of: node)
      guard inside.count == 1, tree.isElement(inside[0]) else { return false }
      node = inside[0]
    }
    return isTrue(.movablelimits, of: node)
      ?? MathOperators.movingLimits.contains(text.trimmed(node))
  }

  mutating func multiscripts(_ node: Int, _ depth: Int) -> Formula.Part {
    let all = children(of: node)
    let split = all.firstIndex { tree.nodes[$0].name == .mprescripts } ?? all.count
    guard split >= 1 else { return row(of: node, depth) }
    var base = part(all[0], depth + 1)
    for (side, isBefore) in [(all[1..<split], false), (all[min(split + 1, all.count)...], true)] {
      guard side.count % 2 == 0 else { return row(of: node, depth) }
      // Those before it are written from the left, and set from the base outwards.
      let pairs = stride(from: side.startIndex, to: side.endIndex, by: 2)
      for first in isBefore ? Array(pairs).reversed() : Array(pairs) {
        let under = script(all[first], depth, .under)
        let over = script(all[first + 1], depth, .over)
        if under == nil, over == nil { continue }
        base = .scripts(base: base, under: under, over: over, isBefore: isBefore)
      }
    }
    return base
  }

  // MARK: Fences, tables, frames

  mutating func fenced(_ node: Int, _ depth: Int) -> Formula.Part {
    let range = textRange(of: node)
    func mark(_ text: String, at end: Int32, form: String?) -> Formula.Part {
      let spacing = MathOperators.spacing(of: text, form: form)
      return .operator(
        Formula.Token(text: Array(text.utf8), textStart: end, textEnd: end),
        Formula.Operator(
          spacing: spacing, stretches: MathOperators.stretches(text, spacing)))
    }
    let separators = text.separators(of: node)
    var parts = [
      mark(text.attribute(.open, of: node) ?? "(", at: range.lowerBound, form: "prefix")
    ]
    var inner: [Formula.Part] = []
    for (index, child) in children(of: node).enumerated() {
      if index > 0, let last = separators.last {
        let separator = index - 1 < separators.count ? separators[index - 1] : last
        inner.append(mark(separator, at: textRange(of: child).lowerBound, form: nil))
      }
      inner.append(part(child, depth + 1))
    }
    parts.append(inner.count == 1 ? inner[0] : .row(inner))
    parts.append(
      mark(text.attribute(.close, of: node) ?? ")", at: range.upperBound, form: "postfix"))
    return .row(parts)
  }

  mutating func enclosed(_ node: Int, _ depth: Int) -> Formula.Part {
    let inside = row(of: node, depth)
    let notation = text.attribute(.notation, of: node) ?? "longdiv"
    var frame: Formula.Frame = []
    for word in notation.split(separator: " ") {
      switch word {
      case "radical": return .root(inside, index: nil)
      case "box": frame.formUnion(.box)
      case "roundedbox", "circle": frame.formUnion([.box, .rounded])
      case "left": frame.insert(.left)
      case "right": frame.insert(.right)
      case "top": frame.insert(.top)
      case "bottom": frame.insert(.bottom)
      case "longdiv": frame.formUnion([.left, .top])
      case "actuarial": frame.formUnion([.right, .top])
      case "madruwb": frame.formUnion([.right, .bottom])
      case "updiagonalstrike", "downdiagonalstrike", "verticalstrike", "horizontalstrike":
        frame.insert(.struck)
      default: isRefused = true
      }
    }
    return frame.isEmpty ? inside : .enclosed(inside, frame)
  }

  private static let maximumColumnCount = 64

  mutating func table(_ node: Int, _ depth: Int) -> Formula.Part {
    let columns = words(.columnalign, of: node)
    var rows: [[Formula.Table.Cell]] = []
    for row in children(of: node) {
      let own = words(.columnalign, of: row)
      let isRow = tree.nodes[row].name == .mtr || tree.nodes[row].name == .mlabeledtr
      var cells: [Formula.Table.Cell] = []
      for (index, cell) in (isRow ? children(of: row) : [row]).enumerated() {
        let isCell = tree.nodes[cell].name == .mtd
        if isCell, spans(cell) || index >= Self.maximumColumnCount { isRefused = true }
        let part = isCell ? self.row(of: cell, depth + 1) : part(cell, depth + 1)
        let side =
          words(.columnalign, of: cell).first ?? own.word(index) ?? columns.word(index)
        cells.append(.init(part: part, alignment: alignment(side)))
      }
      rows.append(cells)
    }
    // A label stands before its row in the markup, and behind it on the page.
    guard !children(of: node).contains(where: { tree.nodes[$0].name == .mlabeledtr }) else {
      isRefused = true
      return .row([])
    }
    let gaps = words(.columnspacing, of: node).map { min(max(MathLength.cells($0) ?? 2, 0), 8) }
    return .table(
      Formula.Table(
        rows: rows, gaps: gaps.isEmpty ? [2] : gaps,
        isDisplay: isTrue(.displaystyle, of: node) ?? false))
  }

  private func spans(_ cell: Int) -> Bool {
    for name in [AttributeName.rowspan, .columnspan, .colspan] {
      if let count = text.attribute(name, of: cell), count != "1" { return true }
    }
    return false
  }

  private func alignment(_ word: String?) -> Formula.Table.Alignment {
    word == "left" ? .left : word == "right" ? .right : .center
  }

  private func words(_ name: AttributeName, of node: Int) -> [String] {
    guard tree.isElement(node) else { return [] }
    return (text.attribute(name, of: node) ?? "").split(separator: " ").map(String.init)
  }
}

extension [String] {
  /// The word for a place; the last goes on.
  fileprivate func word(_ index: Int) -> String? { index < count ? self[index] : last }
}
