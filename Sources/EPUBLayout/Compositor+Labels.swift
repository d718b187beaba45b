import EPUBContent

// Many books write headings as paragraphs: a line or two in bold or in larger letters, and plain text under
// it. Such a label stays on the page of what it is about.

extension Compositor {
  /// Whether the block before looks like a heading of this one, or is its number.
  func isLabelled(_ block: Block) -> Bool {
    guard lastLineCount <= 2, block.kind != .rule else { return false }
    let label = document.blocks[lastBlock]
    guard label.table < 0, label.kind.isProse else { return false }
    if isFloat(label) { return true }
    let scale = label.style.fontScale
    return scale >= 1.1 && scale >= 1.15 * block.style.fontScale && block.image < 0
      || isBold(label) && !isBold(block)
  }

  /// Whether all of its text is.
  private func isBold(_ block: Block) -> Bool {
    var hasText = false
    for run in document.runs[block.runRange] where !run.textRange.isEmpty {
      if run.style.contains(.bold) {
        hasText = true
      } else if !document.text[run.textRange].allSatisfy({ $0 == 0x20 || $0 == 0x0A }) {
        return false
      }
    }
    return hasText
  }
}
