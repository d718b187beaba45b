import EPUBBasics
import EPUBContent

/// EPUB Canonical Fragment Identifiers of places (EPUB CFI 1.1).
extension ContentDocument {
  /// The part of a CFI after `!` that names a character: `/4/2/8/1:120`.
  ///
  /// A document that the HTML parser repaired adds a text assertion, because other readers may count
  /// its tree otherwise.
  func partialCFI(at offset: Int) -> String {
    guard let span = sourceMap.span(holding: offset) else { return elementCFI(ofBlockAt: offset) }
    let units = text.utf16Count(in: Int(span.textStart)..<max(Int(span.textStart), offset))
    let path = sourceMap.path(of: Int(span.element))
    let assertion = isReadAsHTML ? textAssertion(at: offset) : ""
    return "\(path)/\(span.step):\(Int(span.sourceOffset) + units)\(assertion)"
  }

  /// The part of a CFI after `!` that names a block's element, for pictures and rules.
  func partialCFI(ofBlock index: Int) -> String {
    let block = blocks[index]
    if block.textEnd > block.textStart { return partialCFI(at: Int(block.textStart)) }
    return nonEmpty(sourceMap.path(of: Int(block.element)))
  }

  private func elementCFI(ofBlockAt offset: Int) -> String {
    guard let block = blocks.last(where: { $0.textStart <= offset }) else { return "/4" }
    return nonEmpty(sourceMap.path(of: Int(block.element)))
  }

  /// The root itself has no step; its body is what a reader would show.
  private func nonEmpty(_ path: String) -> String { path.isEmpty ? "/4" : path }

  /// `[text]` of what stands at a place, some characters long, escaped (EPUB CFI 1.1 #sec-path-text-location).
  private func textAssertion(at offset: Int) -> String {
    var end = min(text.count, offset + 24)
    while end < text.count, text[end].isUTF8Continuation { end += 1 }
    var escaped = ""
    for character in text.string(in: offset..<max(offset, end)) {
      if "^[](),;=".contains(character) { escaped.append("^") }
      escaped.append(character)
    }
    return escaped.isEmpty ? "" : "[\(escaped)]"
  }
}

extension SourceMap {
  /// The last span that begins at or before `offset`.
  func span(holding offset: Int) -> Span? {
    var low = 0
    var high = spans.count
    while low < high {
      let middle = (low + high) / 2
      if Int(spans[middle].textStart) <= offset { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : spans[low - 1]
  }

  /// Steps from the root's children down to an element: `/4/2/8`.
  func path(of element: Int) -> String {
    var steps: [Int32] = []
    var at = element
    while at > 0, at < elements.count {
      steps.append(elements[at].step)
      at = Int(elements[at].parent)
    }
    return steps.reversed().map { "/\($0)" }.joined()
  }
}
