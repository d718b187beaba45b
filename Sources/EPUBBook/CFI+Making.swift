import EPUBBasics
public import EPUBContent
import EPUBPackaging

/// CFIs of places (EPUB CFI 1.1).
extension ContentDocument {
  /// The part of a CFI after `!` that names a character: `/4/2/8/1:120`.
  ///
  /// A document that the HTML parser repaired adds a text assertion, because other readers may count
  /// its tree otherwise.
  ///
  /// - Parameter withIDs: steps to elements with an id assert it, so that they can be found again
  ///   when others come before them (EPUB CFI 1.1 #sec-path-xmlid).
  func partialCFI(at offset: Int, withIDs: Bool = false) -> String {
    guard let span = sourceMap.span(holding: offset) else {
      return elementCFI(ofBlockAt: offset, withIDs)
    }
    let units = text.utf16Count(in: Int(span.textStart)..<max(Int(span.textStart), offset))
    let path = path(of: Int(span.element), withIDs)
    let assertion = isReadAsHTML ? textAssertion(at: offset) : ""
    return "\(path)/\(span.step):\(Int(span.sourceOffset) + units)\(assertion)"
  }

  /// The part of a CFI after `!` that names a block's element, for pictures and rules.
  func partialCFI(ofBlock index: Int, withIDs: Bool = false) -> String {
    let block = blocks[index]
    // An element that holds the block before too would lead there; at least the offset is right then.
    let isFirst = index == 0 || blocks[index - 1].element < block.element
    if block.textEnd > block.textStart || !isFirst {
      return partialCFI(at: Int(block.textStart), withIDs: withIDs)
    }
    return nonEmpty(path(of: Int(block.element), withIDs))
  }

  private func elementCFI(ofBlockAt offset: Int, _ withIDs: Bool) -> String {
    guard let block = blocks.last(where: { $0.textStart <= offset }) else { return "/4" }
    return nonEmpty(path(of: Int(block.element), withIDs))
  }

  /// The root itself has no step; its body is what a reader would show.
  private func nonEmpty(_ path: String) -> String { path.isEmpty ? "/4" : path }

  /// Steps from the root's children down to an element: `/4[body]/2/8`.
  private func path(of element: Int, _ withIDs: Bool) -> String {
    sourceMap.ancestry(of: element).map { element in
      let step = sourceMap.elements[element]
      guard withIDs, step.anchor >= 0 else { return "/\(step.step)" }
      return "/\(step.step)[\(anchors[Int(step.anchor)].id.printable.escapedForCFI)]"
    }.joined()
  }

  /// `[,text]` of what follows a place, or `[text]` of what stands before where nothing follows
  /// (EPUB CFI 1.1 #sec-path-text-location).
  private func textAssertion(at offset: Int) -> String {
    let start = min(offset, text.count)
    var end = min(text.count, start + 24)
    while end < text.count, text[end].isUTF8Continuation { end += 1 }
    let after = text.string(in: start..<end).collapsingSpace
    if !after.isEmpty { return "[,\(after.escapedForCFI)]" }
    var first = max(0, start - 24)
    while first < start, text[first].isUTF8Continuation { first += 1 }
    let before = text.string(in: first..<start).collapsingSpace
    return before.isEmpty ? "" : "[\(before.escapedForCFI)]"
  }
}

extension Book {
  /// The CFI, from the package document on, of the element that makes a block, or of the block's first
  /// character where it has text.
  public func cfi(ofBlock block: Int, in document: ContentDocument, spine: Int) -> String {
    "epubcfi(\(path(toSpine: spine))!\(document.partialCFI(ofBlock: block)))"
  }

  /// The CFI of the character at an offset in a document's logical text.
  public func cfi(at offset: Int, in document: ContentDocument, spine: Int) -> String {
    "epubcfi(\(path(toSpine: spine))!\(document.partialCFI(at: offset)))"
  }

  /// The steps through the package document to a spine item's `itemref`.
  func path(toSpine spine: Int, withIDs: Bool = false) -> String {
    let item = publication.readingOrder[spine]
    let id = withIDs ? item.itemrefID.map { "[\($0.printable.escapedForCFI)]" } ?? "" : ""
    return "/\(publication.spineStep)/\(2 * (item.itemrefIndex + 1))\(id)"
  }
}

extension SourceMap {
  /// The last span that begins at or before `offset`.
  func span(holding offset: Int) -> Span? {
    let next = spans.firstPlace { Int($0.textStart) > offset }
    return next == 0 ? nil : spans[next - 1]
  }

  /// The elements from below the root down to `element`, itself included.
  func ancestry(of element: Int) -> [Int] {
    var elements: [Int] = []
    var at = element
    while at > 0, at < self.elements.count {
      elements.append(at)
      at = Int(self.elements[at].parent)
    }
    return elements.reversed()
  }
}
