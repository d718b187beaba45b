import EPUBContent
import EPUBSegmentation

// A formula that is a line of text breaks before relations, where that will do, else before operators that
// stand in no brackets, and within brackets or fractions only where it must. So what lies between two such
// places becomes one atom, if it fits on a line.
extension Compositor {
  /// Whether a block is nothing but a formula.
  func isFormula(_ index: Int) -> Bool {
    document.blocks[index].kind == .math
      || !document.formulas.isEmpty && document.formula(ofBlock: index) != nil
  }

  mutating func joinFormulaAtoms(room: Int) {
    guard atoms.count > 1, atoms.dropLast().allSatisfy({ $0.breakAfter == .allowed }) else {
      return
    }
    var joined: [Atom] = []
    let ranks = formulaBreaks()
    join(atoms.indices, ranks, .relation, room: room, into: &joined)
    atoms = joined
  }

  /// Gives each line of a formula all the text that it stands for: what is shown has more characters than the
  /// text, and none of these is any one of those.
  mutating func claimFormula(lines made: Range<Int>) {
    for line in lines[made] {
      let range = line.pieceRange
      guard
        let first = range.first(where: {
          pieces[$0].source == .shown && !pieces[$0].textRange.isEmpty
        }),
        let last = range.last(where: {
          pieces[$0].source == .shown && !pieces[$0].textRange.isEmpty
        })
      else { continue }
      pieces[first].textStart = line.textStart
      pieces[last].textEnd = line.textEnd
    }
  }

  /// How good it is to break a formula somewhere, the best first.
  private enum BreakRank: Int, CaseIterable {
    case relation, outerOperator, outer, innerOperator, any
    var next: BreakRank? { BreakRank(rawValue: rawValue + 1) }
  }

  /// For each atom how good it is to break before it.
  private func formulaBreaks() -> [BreakRank] {
    let bytes = shownBytes
    var ranks: [BreakRank] = []
    var depth = 0
    var start = shown.range.lowerBound
    var isAfterOperator = false
    var isAfterSpace = false
    for atom in atoms {
      let text = bytes[start..<Int(atom.textEnd)]
      let isOperator = isAfterSpace && FormulaBreaks.isOperator(text)
      let rank: BreakRank =
        if isAfterOperator || !isAfterSpace {
          .any
        } else if depth > 0 {
          isOperator ? .innerOperator : .any
        } else if isOperator {
          FormulaBreaks.isRelation(text) ? .relation : .outerOperator
        } else {
          .outer
        }
      ranks.append(rank)
      for byte in text {
        if byte == 0x28 || byte == 0x5B || byte == 0x7B { depth += 1 }
        if byte == 0x29 || byte == 0x5D || byte == 0x7D { depth = max(0, depth - 1) }
      }
      isAfterOperator = isOperator
      isAfterSpace = atom.spaceWidth > 0
      start = Int(atom.end)
    }
    return ranks
  }

  /// Makes atoms of what lies between breaks as good as `rank`, of parts of it where that is too wide.
  private func join(
    _ range: Range<Int>, _ ranks: [BreakRank], _ rank: BreakRank, room: Int,
    into joined: inout [Atom]
  ) {
    var start = range.lowerBound
    while start < range.upperBound {
      var end = start + 1
      var width = Int(atoms[start].width)
      while end < range.upperBound, ranks[end].rawValue > rank.rawValue {
        width += Int(atoms[end - 1].spaceWidth + atoms[end].width)
        end += 1
      }
      if width <= room {
        var atom = atoms[end - 1]
        atom.width = Int32(width)
        joined.append(atom)
      } else if let next = rank.next, end - start > 1 {
        join(start..<end, ranks, next, room: room, into: &joined)
      } else {
        joined.append(contentsOf: atoms[start..<end])
      }
      start = end
    }
  }
}

/// What an atom of a formula is.
private enum FormulaBreaks {
  private static let relations = ["=", "<", ">", "≤", "≥", "≠", "≈", "≡", "∼", "→", "⇒", "⇔", "∈"]
  private static let operators = ["+", "-", "−", "±", "∓", "×", "·", "⋅", "÷", "∪", "∩", "∧", "∨"]

  static func isRelation(_ text: ArraySlice<UInt8>) -> Bool {
    relations.contains { $0.utf8.elementsEqual(text) }
  }

  static func isOperator(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.count <= 3 else { return false }
    return isRelation(text) || operators.contains { $0.utf8.elementsEqual(text) }
  }
}
