import EPUBBasics
import EPUBBook
import EPUBContent
import EPUBLayout
import EPUBPackaging

/// A link as it stands on the page: where its first cells are, and where it leads.
struct LinkSpot: Hashable {
  var spine: Int
  var link: Int
  var column: Int
  var row: Int
  var width: Int
}

extension Reader {
  /// The links in view in reading order, each once, however many lines it goes over.
  var linkSpots: [LinkSpot] {
    var spots: [LinkSpot] = []
    for piece in drawn where piece.piece.link >= 0 && piece.width > 0 {
      let link = Int(piece.piece.link)
      if let last = spots.last, last.link == link, last.spine == piece.spine { continue }
      spots.append(
        LinkSpot(
          spine: piece.spine, link: link, column: piece.column, row: piece.row,
          width: piece.width))
    }
    return spots
  }

  func follow(_ spot: LinkSpot) {
    guard let chapter = session.shownChapter(at: spot.spine),
      let path = opened.book.publication.readingOrder[spot.spine].path
    else { return }
    let link = chapter.document.links[spot.link]
    switch path.resolving(link.href) {
    case .external(let url):
      effects.append(.copy(url))
      message = "Copied, it leads out of the book: \(url.asLine)"
    case .inside(let reference, _):
      if link.kind == .noteReference, let note = note(at: reference) {
        open(note: note, reference)
      } else {
        jump({ session.go(to: reference) }, missing: "The link leads nowhere: \(link.href.asLine)")
      }
    case .invalid: message = "The link leads nowhere: \(link.href.asLine)"
    }
  }

  /// The text of a note: the blocks of the box that its anchor begins, else its block alone.
  private func note(at reference: Reference) -> [String]? {
    guard let spine = opened.book.spineIndex(of: reference.path), let fragment = reference.fragment
    else { return nil }
    let document = session.document(at: spine)
    guard let anchor = document.anchors.first(where: { $0.id == fragment }) else { return nil }
    let texts = document.blocks(ofNoteAt: anchor).map { document.string(in: $0.textRange) }
      .filter { !$0.isEmpty }
    return texts.isEmpty ? nil : texts
  }
}

extension ContentDocument {
  /// The blocks that belong to the element with an id: those that descend from it in the XML.
  func blocks(ofNoteAt anchor: Anchor) -> [Block] {
    let first = Int(anchor.block)
    guard blocks.indices.contains(first) else { return [] }
    let elements = sourceMap.elements
    func isInside(_ block: Block, _ ancestor: Int32) -> Bool {
      var element = block.element
      while element >= 0, elements.indices.contains(Int(element)) {
        if element == ancestor { return true }
        element = elements[Int(element)].parent
      }
      return false
    }
    // The element with the id, if the source map knows it; else the block that the anchor stands in.
    guard let number = anchors.firstIndex(where: { $0.id == anchor.id }),
      let owner = elements.firstIndex(where: { Int($0.anchor) == number })
    else { return [blocks[first]] }
    var found: [Block] = []
    for block in blocks[first...] {
      guard isInside(block, Int32(owner)) else { break }
      found.append(block)
    }
    return found.isEmpty ? [blocks[first]] : found
  }
}
