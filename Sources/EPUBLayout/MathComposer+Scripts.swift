import EPUBContent
import EPUBSegmentation

// Scripts stand a row higher or lower, where they are not small letters on the row itself; limits are
// centred over and under.
extension MathComposer {
  mutating func scripts(
    _ base: Formula.Part, _ under: Formula.Script?, _ over: Formula.Script?, isBefore: Bool,
    _ context: Context
  ) -> MathBox {
    let takesRow = under.map { $0.raised == nil } == true || over.map { $0.raised == nil } == true
    let stem =
      takesRow && base.isIntegral && !context.isScript ? integral(base) : set(base, context)
    let low = under.map { script($0, beside: stem) }
    let high = over.map { script($0, beside: stem) }
    if isTooLarge { return MathBox() }
    // Two small scripts on one row stand one after the other.
    let isInLine = low?.isRaised == true && high?.isRaised == true && !stem.isTall
    let width = max(low?.box.width ?? 0, high?.box.width ?? 0)
    var side = MathBox()
    if let low {
      let row = low.isRaised ? stem.below : low.box.above + foot(of: stem)
      side.put(low.box, at: isBefore && !isInLine ? width - low.box.width : 0, row: row)
    }
    if let high {
      let row = high.isRaised ? -stem.above : -high.box.below - head(of: stem)
      let column = isInLine ? side.width : isBefore ? width - high.box.width : 0
      side.put(high.box, at: column, row: row)
    }
    var box = isBefore ? side : stem
    let edge = stem.tail
    box.put(isBefore ? stem : side, at: box.width)
    box.tail = isBefore ? edge : MathBox.Edge(isLetter: edge.isLetter)
    return box
  }

  /// The row of a lower script, of the rows below: beside the foot of a tall base, else under its row.
  private func foot(of stem: MathBox) -> Int { stem.isTall ? stem.below : 1 }
  private func head(of stem: MathBox) -> Int { stem.isTall ? stem.above : 1 }

  private mutating func script(
    _ script: Formula.Script, beside stem: MathBox
  ) -> (box: MathBox, isRaised: Bool) {
    if let raised = script.raised { return (set(raised), true) }
    return (set(script.part, .script), false)
  }

  private mutating func integral(_ base: Formula.Part) -> MathBox {
    guard case .operator(let token, _) = base else { return set(base, Context()) }
    var box = MathBox(width: 1, above: 1, below: 1)
    for (row, piece) in [(-1, "⌠"), (0, "⎮"), (1, "⌡")] {
      box.draw(sign(piece, row: row, for: token.textRange))
    }
    return box
  }

  // MARK: Limits

  mutating func limits(
    _ base: Formula.Part, _ under: Formula.Script?, _ over: Formula.Script?, _ context: Context
  ) -> MathBox {
    let arrow = base.arrow
    var stem = arrow == nil ? set(base, context) : MathBox(width: 1)
    let low = under.map { limit($0, isOver: false, along: stem.width) }
    let high = over.map { limit($0, isOver: true, along: stem.width) }
    let widest = max(low?.width ?? 0, high?.width ?? 0)
    if let arrow { stem = self.arrow(arrow, width: widest + 2) }
    if isTooLarge { return MathBox() }
    let width = max(stem.width, widest)
    var whole = MathBox(width: width)
    whole.put(stem, at: (width - stem.width) / 2)
    if stem.width == width { (whole.head, whole.tail) = (stem.head, stem.tail) }
    if let high {
      whole.put(high, at: (width - high.width) / 2, row: -stem.above - 1 - high.below)
    }
    if let low {
      whole.put(low, at: (width - low.width) / 2, row: stem.below + 1 + low.above)
    }
    return whole
  }

  private mutating func limit(
    _ script: Formula.Script, isOver: Bool, along width: Int
  ) -> MathBox {
    guard case .operator(let token, _) = script.part,
      let accent = MathAccent(token, isOver: isOver)
    else { return set(script.part, .script) }
    return drawn(accent, width: max(width, 1))
  }

  private mutating func arrow(_ token: Formula.Token, width: Int) -> MathBox {
    var box = MathBox(width: width)
    let tip = String(decoding: token.text, as: UTF8.self)
    let pointsLeft = tip == "←"
    box.draw(sign(tip == "⇒" ? "═" : "─", count: width - 1, at: pointsLeft ? 1 : 0))
    box.draw(sign(tip, at: pointsLeft ? 0 : width - 1, for: token.textRange))
    return box
  }

  private mutating func drawn(_ accent: MathAccent, width: Int) -> MathBox {
    var box = MathBox(width: width)
    let ends = [accent.left, accent.middle, accent.right].filter { !$0.isEmpty }.count
    if width < ends {
      box.draw(sign(accent.small, at: (width - 1) / 2, for: accent.text))
      return box
    }
    // The middle piece stands in the middle, the ends at the ends, lines fill what is between.
    let free = width - ends
    let before = accent.middle.isEmpty ? free : free / 2
    var column = 0
    for (piece, count) in [
      (accent.left, 1), (accent.line, before), (accent.middle, 1), (accent.line, free - before),
      (accent.right, 1),
    ] where !piece.isEmpty && count > 0 {
      box.draw(sign(piece, count: count, at: column, for: accent.text))
      column += count
    }
    return box
  }
}

/// A sign over or under something that is as wide as that.
struct MathAccent {
  /// What it is where there is no room for its pieces.
  var small: String
  var line = "─"
  var left = ""
  var middle = ""
  var right = ""
  var text: Range<Int> = 0..<0

  /// `nil` for what is not drawn as wide as its base.
  init?(_ token: Formula.Token, isOver: Bool) {
    small = String(decoding: token.text, as: UTF8.self)
    text = token.textRange
    switch small {
    case "¯", "‾", "ˉ", "_", "―", "─", "\u{332}", "\u{305}": line = isOver ? "_" : "‾"
    case "⏞": (left, middle, right) = ("╭", "┴", "╮")
    case "⏟": (left, middle, right) = ("╰", "┬", "╯")
    case "⎴": (left, right) = ("┌", "┐")
    case "⎵": (left, right) = ("└", "┘")
    case "⏜": (left, right) = ("╭", "╮")
    case "⏝": (left, right) = ("╰", "╯")
    case "→", "⟶": right = "→"
    case "←": left = "←"
    case "↔": (left, right) = ("←", "→")
    default: return nil
    }
  }
}

extension Formula.Part {
  fileprivate var isIntegral: Bool {
    if case .operator(let token, _) = self { return token.text.elementsEqual("∫".utf8) }
    return false
  }

  /// An arrow that is as long as what stands over it.
  fileprivate var arrow: Formula.Token? {
    guard case .operator(let token, _) = self else { return nil }
    return ["→", "←", "⇒", "⟶", "↦"].contains { $0.utf8.elementsEqual(token.text) } ? token : nil
  }
}
