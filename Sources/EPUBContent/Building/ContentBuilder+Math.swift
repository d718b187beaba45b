import EPUBBasics
import EPUBMarkup

/// MathML: the text of its tokens is the logical text; shown is one line that keeps the structure.
extension ContentBuilder {
  func isDisplayed(_ node: Int) -> Bool {
    hasWord(["block"], in: value(.display, of: node))
      || hasWord(["display"], in: value(.mode, of: node))
  }

  mutating func openMath(_ frame: inout Frame, _ node: Int) {
    switch nodes[node].name {
    case .math where mathDepth == 0:
      mathDepth = 1
      frame.traits.formUnion([.math, .spaceless])
      if frame.traits.contains(.block) {
        frame.kind = .math
        frame.level = 0
      }
      frame.start = mark()
      mathStart = frame.start.text
      formulaTokens.removeAll(keepingCapacity: true)
    case .mi, .mn, .mo, .ms, .mtext:
      trimFormula()
      if block.isOpen { dropsSpace = true }
      formulaTokens.append(
        MathReader.TokenStart(node: Int32(node), text: Int32(document.text.count)))
    default: frame.traits.insert(.spaceless)
    }
  }

  /// Takes the white space off the end of a token.
  private mutating func trimFormula() {
    if endsInSpace, document.text.count > mathStart { dropTrailingSpace() }
  }

  mutating func closeMath(_ depth: Int) {
    mathDepth = 0
    guard frames[depth].style.isVisible else { return }
    let node = Int(frames[depth].node)
    trimFormula()
    let shown = shownMath(node)
    if let runs = runs(since: frames[depth].start) {
      formula = FormulaPlace(node: node, run: runs.lowerBound, block: block.serial)
      showMath(runs, shown, frames[depth].look)
      dropsSpace = false
    } else {
      dropsSpace = endsInSpace || !block.isOpen || document.text.last == 0x0A
      insert(shown, look: frames[depth].look)
    }
  }

  /// One line that keeps the structure; where it could not, the author's words for it.
  private func shownMath(_ node: Int) -> String {
    let line = MathText(tree: tree, names: attributeNames).line(of: node)
    if let line, line.isWhole, !line.text.isEmpty { return collapsed(line.text.utf8) }
    if let range = value(.alttext, of: node) {
      let text = collapsed(range)
      if !text.isEmpty { return text }
    }
    return line.map { collapsed($0.text.utf8) } ?? ""
  }

  private mutating func showMath(_ runs: Range<Int>, _ shown: String, _ look: Look) {
    let text =
      Int(
        document.runs[runs.lowerBound].textStart)..<Int(document.runs[runs.upperBound - 1].textEnd)
    if text.isEmpty, shown.isEmpty { return }
    let isSame = shown.utf8.elementsEqual(document.text[text])
    var run = Run(look, text: text)
    if !isSame, !shown.isEmpty {
      run.shownStart = Int32(document.shownBytes.count)
      document.shownBytes += shown.utf8
      run.shownEnd = Int32(document.shownBytes.count)
    }
    document.runs.replaceSubrange(runs, with: [run])
    self.run.floor = document.runs.count
  }
}

/// A formula whose block is still open.
struct FormulaPlace {
  var node: Int
  /// Index of its run.
  var run: Int
  /// Serial of its block.
  var block: Int
}

/// Formulas that stand alone keep their structure, where that takes rows to show.
extension ContentBuilder {
  /// Looks at the block that was just made: whether the last formula is all that it holds.
  mutating func settleFormula() {
    guard let place = formula else { return }
    formula = nil
    guard let made = document.blocks.last, place.block == block.serial,
      place.run == Int(made.firstRun), made.runCount > 0, made.image < 0, !made.style.keepsSpace,
      let rest = rest(of: made)
    else { return }
    let run = document.runs[place.run]
    let reader = MathReader(
      tree: tree, names: attributeNames, starts: formulaTokens, textEnd: Int(run.textEnd))
    guard var whole = reader.structure(of: place.node) else { return }
    if let rest { whole = .row([whole, rest]) }
    document.formulas.append(Formula(block: Int32(document.blocks.count - 1), whole: whole))
  }

  /// What stands behind the formula that begins a block, at most a full stop and a number in brackets;
  /// `nil` where it is more.
  private func rest(of made: Block) -> Formula.Part?? {
    let runs = document.runs[made.runRange].dropFirst()
    guard runs.allSatisfy({ $0.shownStart < 0 && $0.image < 0 && $0.link < 0 }) else { return nil }
    guard let first = runs.first, let last = runs.last else { return .some(nil) }
    let text = document.text[Int(first.textStart)..<Int(last.textEnd)]
    guard text.count <= 16, text.isFormulaNumber else { return nil }
    return .operator(
      Formula.Token(text: Array(text), textStart: first.textStart, textEnd: last.textEnd),
      Formula.Operator(spacing: .postfix))
  }
}

extension ArraySlice<UInt8> {
  /// Whether it is a full stop, a number in brackets, or both.
  fileprivate var isFormulaNumber: Bool {
    let rest = drop { $0 == 0x2E || $0 == 0x2C || $0 == 0x3B || $0 == 0x20 }
    guard let first = rest.first, let last = rest.last else { return true }
    let isBracketed = first == 0x28 && last == 0x29 || first == 0x5B && last == 0x5D
    return isBracketed
      && rest.dropFirst().dropLast().allSatisfy {
        $0.isASCIILetter || $0.isASCIIDigit || $0 == 0x2E || $0 == 0x2D
      }
  }
}
