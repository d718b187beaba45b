import EPUBContent
import EPUBSegmentation

// Parts beside one another: fences as high as what they enclose, spaces as typesetters put them.
extension MathComposer {
  mutating func row(_ parts: [Formula.Part], _ context: Context) -> MathBox {
    var boxes: [MathBox?] = []
    for (index, part) in parts.enumerated() {
      if part.mark?.stretches == true {
        boxes.append(nil)
      } else if case .table(let table) = part {
        let isOpen = index > 0 && parts[index - 1].isBrace || parts.count == 1
        boxes.append(self.table(table, context, isOpen: isOpen))
      } else {
        boxes.append(set(part, context))
      }
      if isTooLarge { return MathBox() }
    }
    setFences(parts, &boxes, context)
    return isTooLarge ? MathBox() : joined(parts, boxes.map { $0 ?? MathBox() }, context)
  }

  private struct OpenFence {
    /// -1 for the row itself.
    var index: Int
    var isBar = false
    /// Of what stands behind it.
    var inside = MathExtent()
  }

  /// Makes the boxes of fences, which are as high as what is between them; one without a partner goes by
  /// what is on its open side.
  private mutating func setFences(
    _ parts: [Formula.Part], _ boxes: inout [MathBox?], _ context: Context
  ) {
    var open = [OpenFence(index: -1)]
    var bars: [Int] = []
    func isDue(_ index: Int, _ mark: Formula.Operator) -> Bool {
      parts[index].isBar
        ? mark.spacing != .opening && open[open.count - 1].isBar : mark.spacing == .closing
    }
    for index in parts.indices {
      guard boxes[index] == nil, let mark = parts[index].mark else {
        open[open.count - 1].inside.take(boxes[index]?.extent ?? MathExtent())
        continue
      }
      guard isDue(index, mark) else {
        open.append(OpenFence(index: index, isBar: parts[index].isBar))
        continue
      }
      var inside = MathExtent()
      if !parts[index].isBar {
        // Bars that nothing closed part what is here.
        while let last = open.last, last.isBar {
          open.removeLast()
          open[open.count - 1].inside.take(last.inside)
          bars.append(last.index)
        }
      }
      if let last = open.last, last.index >= 0 {
        open.removeLast()
        inside = last.inside
        boxes[last.index] = fence(parts[last.index], around: inside, context)
      } else {
        inside = open[0].inside
      }
      for bar in bars { boxes[bar] = fence(parts[bar], around: inside, context) }
      bars = []
      let box = fence(parts[index], around: inside, context)
      boxes[index] = box
      open[open.count - 1].inside.take(inside)
      open[open.count - 1].inside.take(box.extent)
    }
    while let last = open.popLast(), last.index >= 0 {
      if last.isBar {
        bars.append(last.index)
      } else {
        boxes[last.index] = fence(parts[last.index], around: last.inside, context)
      }
      open[open.count - 1].inside.take(last.inside)
      if open.count == 1 {
        for bar in bars { boxes[bar] = fence(parts[bar], around: open[0].inside, context) }
      }
    }
  }

  /// A fence, with the scripts at it.
  private mutating func fence(
    _ part: Formula.Part, around inside: MathExtent, _ context: Context
  ) -> MathBox {
    var context = context
    context.fence = inside
    return set(part, context)
  }

  // MARK: Spaces

  private func joined(
    _ parts: [Formula.Part], _ boxes: [MathBox], _ context: Context
  ) -> MathBox {
    var row = MathBox()
    var afterOperand = false
    var waiting = 0
    var previous = Neighbour(isFence: true)
    for (index, part) in parts.enumerated() {
      let box = boxes[index]
      if box.width == 0 { continue }
      let mark = part.mark
      var sides = Sides()
      if let mark, !context.isScript {
        sides = self.sides(of: mark, afterOperand, index, parts.count)
      }
      var gap = max(waiting, sides.before)
      if gap == 0, row.width > 0 {
        let isBesideTall = !previous.isFence && (previous.isTall || box.isTall)
        let hugs = mark?.hugs == true && !(previous.isTallSign && mark?.spacing == .opening)
        if row.tail.touches(box.head) || isBesideTall && !hugs { gap = 1 }
      }
      if row.width == 0 { row.head = box.head }
      row.append(box, after: gap)
      waiting = sides.after
      previous = Neighbour(
        isTall: box.isTall, isFence: mark?.isFence == true,
        isTallSign: box.isTall && mark?.spacing == .tight)
      afterOperand = mark?.leavesOperand(after: afterOperand) ?? true
    }
    return row
  }

  /// What stands before something, as far as that matters for the room between them.
  private struct Neighbour {
    var isTall = false
    var isFence = false
    /// A sum or a limit, with what is over and under it.
    var isTallSign = false
  }

  /// Cells before and after an operator.
  private struct Sides {
    var before = 0
    var after = 0
  }

  private func sides(
    of mark: Formula.Operator, _ afterOperand: Bool, _ index: Int, _ count: Int
  ) -> Sides {
    var sides = Sides()
    let isLast = index == count - 1
    switch mark.spacing {
    case .opening, .closing, .bar, .tight, .postfix: break
    case .after: sides.after = isLast ? 0 : 1
    case .infix: if afterOperand, !isLast { sides = Sides(before: 1, after: 1) }
    case .relation:
      if !isLast { sides.after = afterOperand || index == 0 ? 1 : 0 }
      if afterOperand { sides.before = isLast ? 0 : 1 }
    }
    if let before = mark.before, index > 0 { sides.before = before }
    if let after = mark.after, !isLast { sides.after = after }
    return sides
  }
}

extension Formula.Operator {
  fileprivate var isFence: Bool {
    switch spacing {
    case .opening, .closing, .bar: true
    case .tight, .postfix, .after, .infix, .relation: false
    }
  }

  /// Whether it stands right behind what is before it, however high that is.
  fileprivate var hugs: Bool {
    switch spacing {
    case .opening, .closing, .bar, .postfix, .after: true
    case .tight, .infix, .relation: false
    }
  }

  /// Whether what stands after it stands behind an operand.
  fileprivate func leavesOperand(after isOperand: Bool) -> Bool {
    switch spacing {
    case .opening: false
    case .closing, .bar, .tight, .postfix: isOperand
    case .after, .infix, .relation: false
    }
  }
}

extension Formula.Part {
  /// The operator that it is, or that it stands on.
  var mark: Formula.Operator? {
    switch self {
    case .operator(_, let mark): mark
    case .scripts(let base, _, _, let isBefore): isBefore ? nil : base.mark
    case .limits(let base, _, _, _): base.mark
    case .styled(let inside, _): inside.mark
    case .row, .text, .space, .fraction, .root, .table, .enclosed, .phantom: nil
    }
  }

  /// A fence that looks the same at both sides.
  fileprivate var isBar: Bool {
    switch self {
    case .operator(let token, _):
      ["|", "‖", "∣", "∥"].contains { $0.utf8.elementsEqual(token.text) }
    case .scripts(let base, _, _, _), .limits(let base, _, _, _), .styled(let base, _): base.isBar
    case .row, .text, .space, .fraction, .root, .table, .enclosed, .phantom: false
    }
  }

  /// A brace, as before the cases of a function.
  fileprivate var isBrace: Bool {
    if case .operator(let token, _) = self { return token.text == [UInt8(ascii: "{")] }
    return false
  }
}
