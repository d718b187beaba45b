import EPUBBasics

/// Pictures and the captions under them.
extension ContentBuilder {
  /// Keeps a picture on the page of its caption when the element at `depth` closes: one that is called so by
  /// its class, or one that holds both and nothing else.
  mutating func keepPicture(_ depth: Int) {
    let first = frames[depth].firstBlock
    let count = document.blocks.count - first
    guard count > 0, count <= Self.maximumCaptionBlocks + 1 else { return }
    if document.blocks[first].kind == .image {
      // The first two levels are the whole document.
      if depth > 1, isCaption(first + 1..<document.blocks.count) { keep(first) }
    } else if first > 0, document.blocks[first - 1].kind == .image,
      isCaption(first..<document.blocks.count), hasCaptionClass(Int(frames[depth].node))
    {
      keep(first - 1)
    }
  }

  private mutating func keep(_ picture: Int) {
    if document.blocks[picture].style.breakAfter == .auto {
      document.blocks[picture].style.breakAfter = .avoid
    }
  }

  /// Whether the blocks are a few lines of text.
  private func isCaption(_ blocks: Range<Int>) -> Bool {
    guard let last = blocks.last else { return false }
    return blocks.allSatisfy { document.blocks[$0].image < 0 && document.blocks[$0].table < 0 }
      && document.blocks[last].textEnd - document.blocks[blocks.lowerBound].textStart <= 300
  }

  /// Whether one of its classes is a compound of `caption`.
  private func hasCaptionClass(_ node: Int) -> Bool {
    guard let range = value(.class, of: node) else { return false }
    return bytes.string(in: range).lowercased().contains("caption")
  }

  private static var maximumCaptionBlocks: Int { 2 }
}
