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
    case .mi, .mn, .mo, .ms, .mtext:
      trimFormula()
      if block.isOpen { dropsSpace = true }
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
      showMath(runs, shown, frames[depth].look)
      dropsSpace = false
    } else {
      dropsSpace = endsInSpace || !block.isOpen || document.text.last == 0x0A
      insert(shown, look: frames[depth].look)
    }
  }

  private func shownMath(_ node: Int) -> String {
    if let range = value(.alttext, of: node) {
      let text = collapsed(range)
      if !text.isEmpty { return text }
    }
    let line = MathText.line(of: node, in: tree, names: attributeNames)
    return line.map { collapsed($0.utf8) } ?? ""
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
