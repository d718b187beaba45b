import EPUBContent
import EPUBLayout

// A spine item of many megabytes takes longer to be set than anybody should wait for a page. Until it is,
// a part of it is shown: its first pages, or what begins with the anchor's line. Nothing can be moved from
// there, since further pages are not known; what moves settles the view first.
extension ReadingSession {
  /// Shows the page that holds the anchor in place of a part of its spine item, once that is set.
  public func settle() {
    guard isProvisional else { return }
    isProvisional = false
    columns = []
    showAnchor()
  }

  /// Begins in a part of a large spine item. `false` where the item is not large.
  func beginProvisionally(at place: Place?) -> Bool {
    let wanted = place.flatMap { (0..<book.spineCount).contains($0.position.spine) ? $0 : nil }
    let place = wanted ?? Place(TextPosition(spine: start.spine, offset: 0), block: 0)
    let spine = place.position.spine
    guard setting.mayBeLarge(spine) else { return false }
    let document = book.document(at: spine)
    setting.shelf.put(document, of: spine)
    anchor = place.cut(to: document)
    return showProvisionally()
  }

  /// Shows what begins with the anchor's line. `false` where that is not needed: the spine item is set, or
  /// soon would be.
  func showProvisionally() -> Bool {
    let spine = anchor.position.spine
    guard !isStopped, setting.shelf.chapterAtHand(spine) == nil,
      let document = setting.shelf.document(at: spine), document.isLarge
    else { return false }
    isProvisional = true
    if anchor.position.offset == 0, anchor.block <= 0 {
      showFirstPages(of: document)
    } else {
      showAnchorLine(in: document)
    }
    set(spine)
    return true
  }

  /// The first pages need nothing but what stands on them.
  private func showFirstPages(of document: ContentDocument) {
    let spine = anchor.position.spine
    let chapter = book.chapter(
      at: spine, layout: layout, segmenter: segmenter, document: document,
      throughPage: columnCount - 1)
    top = Top(spine: spine, line: 0)
    columns = (0..<min(columnCount, chapter.pages.count)).map { page in
      Column(chapter: chapter, lines: chapter.pages.lines(of: page), page: page, beginsPage: true)
    }
  }

  private func showAnchorLine(in document: ContentDocument) {
    let spine = anchor.position.spine
    let height = max(1, layout.pageHeight)
    let (chapter, line) = book.part(
      of: spine, document, from: anchor, repeats: anchorRepeats, rows: columnCount * height,
      layout: layout, segmenter: segmenter)
    top = Top(spine: spine, line: line)
    columns = []
    var next = line
    while columns.count < columnCount, columns.isEmpty || next < chapter.galley.lines.count {
      let lines = chapter.galley.lines(from: next, height: height)
      columns.append(Column(chapter: chapter, lines: lines, page: 0, beginsPage: false))
      next = lines.upperBound
    }
  }

  /// Takes the spine item that is waited for. `false` while it is not set.
  func takeWhole() -> Bool {
    guard isProvisional, setting.shelf.chapterAtHand(anchor.position.spine) != nil else {
      return false
    }
    settle()
    return true
  }
}

extension Place {
  /// What of it exists in its document.
  func cut(to document: ContentDocument) -> Place {
    var place = self
    place.position.offset = document.text.scalarStart(at: position.offset)
    if !(0..<max(1, document.blocks.count)).contains(block) { place.block = -1 }
    return place
  }
}
