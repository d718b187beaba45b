public import EPUBContent
import EPUBLayout
import EPUBPackaging

extension ReadingSession {
  /// What is seen of a spine item, if anything.
  public func shownChapter(at spine: Int) -> Chapter? {
    columns.first { $0.chapter.spine == spine }?.chapter
  }

  /// A spine item's document: the one that is seen, else read anew.
  public func document(at spine: Int) -> ContentDocument {
    shownChapter(at: spine)?.document ?? book.document(at: spine)
  }

  /// The whole item, whatever of it is seen.
  func chapter(at spine: Int) -> Chapter {
    settle()
    return shownChapter(at: spine)
      ?? setting.shelf.chapter(at: spine, with: segmenter, keeps: true)
  }

  /// Shows the page that holds the anchor; where the view began between page tops, what begins with the
  /// anchor's line.
  func showAnchor() {
    let chapter = chapter(at: anchor.position.spine)
    let line = chapter.line(holding: anchor, repeats: anchorRepeats)
    show(Top(spine: chapter.spine, line: isBetweenPages ? line : chapter.pageTop(of: line)))
  }

  /// Shows what begins with a line, and has the items beside it made ready.
  func show(_ top: Top) {
    let spines = Set(columns.map(\.chapter.spine))
    self.top = top
    columns = columns(from: top)
    if Set(columns.map(\.chapter.spine)) != spines { fetchNeighbours() }
  }

  func columns(from top: Top) -> [Column] {
    var columns: [Column] = []
    var next: Top? = top
    while columns.count < columnCount, let top = next {
      let column = column(from: top)
      columns.append(column)
      next = self.top(after: column)
    }
    return columns
  }

  private func fetchNeighbours() {
    let shown = columns.map(\.chapter.spine)
    guard let first = shown.first, let last = shown.last else { return }
    let beside = [spine(after: last), spine(before: first)].compactMap { $0 }
    fetchNeighbours(beside.filter { !shown.contains($0) }, beside: shown)
  }

  /// A page, or between page tops what has room from a line on.
  private func column(from top: Top) -> Column {
    let chapter = chapter(at: top.spine)
    let page = chapter.page(ofLine: top.line)
    let lines = chapter.pages.lines(of: page)
    if lines.lowerBound == top.line {
      return Column(chapter: chapter, lines: lines, page: page, beginsPage: true)
    }
    return Column(
      chapter: chapter,
      lines: chapter.galley.lines(from: top.line, height: max(1, layout.pageHeight)),
      page: page, beginsPage: false)
  }

  /// The first line in turning order that a column does not show.
  func top(after column: Column) -> Top? {
    if column.lines.upperBound < column.chapter.galley.lines.count {
      return Top(spine: column.chapter.spine, line: column.lines.upperBound)
    }
    return spine(after: column.chapter.spine).map { Top(spine: $0, line: 0) }
  }

  /// The first line that is not seen any more; `nil` at the book's end.
  var firstUnseen: Top? { columns.last.flatMap { top(after: $0) } }
}

// Turning order: from a linear item to the next linear one; from another one, which was entered by a
// jump, to the item beside it, so that several of them in a row can be read on.
extension ReadingSession {
  func isLinear(_ spine: Int) -> Bool { book.publication.readingOrder[spine].isLinear }

  func spine(after spine: Int) -> Int? {
    let isAny = !isLinear(spine)
    return (spine + 1..<max(spine + 1, book.spineCount)).first { isAny || isLinear($0) }
  }

  func spine(before spine: Int) -> Int? {
    let isAny = !isLinear(spine)
    return (0..<spine).last { isAny || isLinear($0) }
  }

  /// The first line of the first linear item.
  var start: Top {
    Top(spine: book.publication.readingOrder.firstIndex(where: \.isLinear) ?? 0, line: 0)
  }

  var lastSpine: Int {
    book.publication.readingOrder.lastIndex(where: \.isLinear) ?? max(0, book.spineCount - 1)
  }

  /// The item in which turning pages on from another one ends.
  func lastSpine(from spine: Int) -> Int {
    spine > lastSpine ? book.spineCount - 1 : lastSpine
  }
}

// Targets
extension ReadingSession {
  /// The page that holds a place, which is cut to what exists in its item; `nil` for items that don't.
  func target(holding place: Place) -> Target? {
    let spine = place.position.spine
    guard (0..<book.spineCount).contains(spine) else { return nil }
    let chapter = chapter(at: spine)
    let place = place.cut(to: chapter.document)
    let line = chapter.line(holding: place)
    return Target(top: Top(spine: spine, line: chapter.pageTop(of: line)), anchor: place)
  }

  /// A view that begins with a line.
  func target(ofLine top: Top) -> Target? {
    guard (0..<book.spineCount).contains(top.spine) else { return nil }
    let chapter = chapter(at: top.spine)
    return Target(
      top: top, anchor: chapter.place(ofLine: top.line), repeats: chapter.repeats(ofLine: top.line))
  }

  func target(ofPage page: Int, inItem spine: Int) -> Target? {
    let firstLines = chapter(at: spine).pages.firstLines
    return target(ofLine: Top(spine: spine, line: Int(firstLines[min(page, firstLines.count - 1)])))
  }

  /// Goes there; nothing is remembered.
  func arrive(at target: Target) {
    anchor = target.anchor
    anchorRepeats = target.repeats
    isBetweenPages = !chapter(at: target.top.spine).beginsPage(target.top.line)
    cancelWaiting()
    lastStride = nil
    if target.top != top || columns.isEmpty { show(target.top) }
  }
}
