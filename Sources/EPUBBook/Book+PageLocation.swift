import EPUBBasics
import EPUBContent
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
      if page - first < pages.starts.count { return .found(spine: index, page: page - first) }
      first += pages.starts.count
    }
    var found: PageLocation?
    var mayKeep = true
    forEachSpineItem(in: known.count..<spineCount, firstGroup: 4) { index, segmenter in
      let chapter = chapter(at: index, layout: layout, segmenter: segmenter)
      let pages = chapter.surveyedPages
      return (pages, chapter.document.isWhole)
    } consume: { index, item in
      known.append(item.0)
      mayKeep = mayKeep && item.1
      if page - first < item.0.starts.count { found = .found(spine: index, page: page - first) }
      first += item.0.starts.count
      return found == nil
    }
    if mayKeep { keep(pages: known, layout: layout) }
    return found ?? .beyond(lastPage: first - 1)
  }
}

extension Chapter {
  /// Where one of its pages begins: the running text, or the note of a page that holds nothing else.
  public func start(ofPage page: Int) -> Place {
    guard !galley.lines.isEmpty else {
      return Place(TextPosition(spine: spine, offset: 0), block: 0)
    }
    return place(ofLine: Int(pages.firstLines[page]))
  }

  /// The page, from 0, that shows a place of this chapter; where notes stand at the foot of pages, that is
  /// theirs.
  public func page(holding place: Place) -> Int {
    if let line = galley.placedLine(of: place) { return page(ofLine: line) }
    return orderedPage(of: place)
  }

  /// The page of the running text: of a note, where that text goes on behind it.
  public func runningPage(of place: Place) -> Int {
    if !galley.rowText.isEmpty, galley.footText.value(of: place) == nil {
      return page(holding: place)
    }
    return orderedPage(of: place)
  }

  /// The page by the order of lines alone.
  func orderedPage(of place: Place) -> Int {
    let next = (1..<max(1, pages.count)).firstPlace { page in
      let start = runningPlace(ofLine: Int(pages.firstLines[page]))
      return place.block >= 0 ? place < start : place.position.offset < start.position.offset
    }
    return next - 1
  }

  /// The running text's place for one in a note that stands at the foot of a page.
  public func runningPosition(_ position: TextPosition) -> TextPosition {
    var position = position
    position.offset = galley.footText.runningOffset(
      position.offset, textEnd: document.text.count)
    return position
  }
}
