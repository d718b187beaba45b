import EPUBBasics
public import EPUBLayout

/// Where in the reading order a page stands.
public enum PageLocation: Hashable, Sendable {
  /// A spine item, and which of its pages, from 0.
  case found(spine: Int, page: Int)
  /// The book ends before it.
  case beyond(lastPage: Int)
}

extension Book {
  /// Finds a page (from 1) by setting the book up to it, and no further; not even so far where an earlier
  /// run has.
  public func location(ofPage page: Int, layout: LayoutOptions) -> PageLocation {
    precondition(page >= 1, "pages are counted from 1")
    if page == 1, spineCount > 0 { return .found(spine: 0, page: 0) }
    var known = keptPages(layout: layout)
    var first = 1
    for (index, pages) in known.enumerated() {
      if page - first < pages.count { return .found(spine: index, page: page - first) }
      first += pages.count
    }
    var found: PageLocation?
    var isWhole = true
    forEachSpineItem(in: known.count..<spineCount, firstGroup: 4) { index, segmenter in
      let chapter = chapter(at: index, layout: layout, segmenter: segmenter)
      return (chapter.pageStarts, chapter.document.isWhole)
    } consume: { index, item in
      known.append(item.0)
      isWhole = isWhole && item.1
      if page - first < item.0.count { found = .found(spine: index, page: page - first) }
      first += item.0.count
      return found == nil
    }
    if isWhole { keep(pages: known, layout: layout) }
    return found ?? .beyond(lastPage: first - 1)
  }
}

extension Chapter {
  /// Where one of its pages begins.
  public func start(ofPage page: Int) -> Place {
    guard !galley.lines.isEmpty else {
      return Place(TextPosition(spine: spine, offset: 0), block: 0)
    }
    let line = galley.lines[Int(pages.firstLines[page])]
    return Place(TextPosition(spine: spine, offset: Int(line.textStart)), block: Int(line.block))
  }

  /// The page, from 0, that holds a place of this chapter.
  public func page(holding place: Place) -> Int {
    let next = (1..<max(1, pages.count)).firstPlace { page in
      let start = start(ofPage: page)
      return place.block >= 0 ? place < start : place.position.offset < start.position.offset
    }
    return next - 1
  }
}
