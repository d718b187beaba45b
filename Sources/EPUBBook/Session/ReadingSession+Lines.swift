import EPUBLayout
import EPUBPackaging

// Views that begin between page tops. A view ends with its spine item; moving on from an item's last line,
// or back from its first, goes to the item beside it.
extension ReadingSession {
  /// Moves the view's begin by lines, up to where the book's last line is seen.
  ///
  /// - Returns: `false` when there is nothing further that way; then nothing has changed.
  @discardableResult public func scrollLines(_ count: Int) -> Bool {
    scroll(count) { count > 0 ? self.top(after: $0) : self.top(before: $0) }
  }

  /// Moves the view's begin by half a page's rows, to the next item's begin where an item ends before.
  @discardableResult public func scrollHalfPages(_ count: Int) -> Bool {
    let rows = max(1, layout.pageHeight / 2)
    return scroll(count) {
      count > 0 ? self.top(rows, rowsAfter: $0) : self.top(rows, rowsBefore: $0)
    }
  }

  private func scroll(_ count: Int, _ step: (Top) -> Top?) -> Bool {
    settle()
    var top = top
    for _ in 0..<count.magnitude {
      guard count < 0 || !seesEnd(from: top), let next = step(top) else { break }
      top = count < 0 ? next : filled(next, after: top)
    }
    return move(to: top)
  }

  /// Where the book's end is seen there is nothing further.
  private func seesEnd(from top: Top) -> Bool {
    top.spine == lastSpine(from: top.spine)
      && columns(from: top).last.map { self.top(after: $0) == nil } ?? true
  }

  /// No further down than needed for the book's end to be seen.
  private func filled(_ next: Top, after top: Top) -> Top {
    var filled = next
    while filled.spine == top.spine, filled.line > top.line + 1,
      seesEnd(from: Top(spine: filled.spine, line: filled.line - 1))
    {
      filled.line -= 1
    }
    return filled
  }

  private func move(to top: Top) -> Bool {
    guard top != self.top, let target = target(ofLine: top) else { return false }
    arrive(at: target)
    return true
  }

  private func top(after top: Top) -> Top? {
    if top.line + 1 < chapter(at: top.spine).galley.lines.count {
      return Top(spine: top.spine, line: top.line + 1)
    }
    return spine(after: top.spine).map { Top(spine: $0, line: 0) }
  }

  private func top(before top: Top) -> Top? {
    if top.line > 0 { return Top(spine: top.spine, line: top.line - 1) }
    return spine(before: top.spine).map { Top(spine: $0, line: lastLine(of: $0)) }
  }

  private func lastLine(of spine: Int) -> Int {
    max(0, chapter(at: spine).galley.lines.count - 1)
  }

  private func top(_ rows: Int, rowsAfter top: Top) -> Top? {
    let galley = chapter(at: top.spine).galley
    let end = galley.lines(from: top.line, height: rows).upperBound
    if end < galley.lines.count { return Top(spine: top.spine, line: end) }
    return spine(after: top.spine).map { Top(spine: $0, line: 0) }
  }

  private func top(_ rows: Int, rowsBefore top: Top) -> Top? {
    guard let above = self.top(before: top) else { return nil }
    let galley = chapter(at: above.spine).galley
    if galley.lines.isEmpty { return above }
    return Top(spine: above.spine, line: galley.firstLine(through: above.line, height: rows))
  }
}

// Blocks and chapters
extension ReadingSession {
  /// Lets the view begin with another block: the next, or the begin of the one at the top, then the one
  /// before it.
  ///
  /// - Returns: `false` when there is nothing further that way; then nothing has changed.
  @discardableResult public func goToParagraph(_ count: Int) -> Bool {
    settle()
    var top = top
    for _ in 0..<count.magnitude {
      guard let next = count > 0 ? block(after: top) : block(before: top) else { break }
      top = next
    }
    return move(to: top)
  }

  private func block(after top: Top) -> Top? {
    let lines = chapter(at: top.spine).galley.lines
    let next = lines.indices.dropFirst(top.line + 1).first {
      lines[$0].flags.contains(.beginsBlock)
    }
    if let next { return Top(spine: top.spine, line: next) }
    return spine(after: top.spine).map { Top(spine: $0, line: 0) }
  }

  private func block(before top: Top) -> Top? {
    if top.line > 0 {
      let lines = chapter(at: top.spine).galley.lines
      let line = lines.indices.prefix(top.line).last { lines[$0].flags.contains(.beginsBlock) }
      return Top(spine: top.spine, line: line ?? 0)
    }
    guard let spine = spine(before: top.spine) else { return nil }
    let lines = chapter(at: spine).galley.lines
    let line = lines.indices.last { lines[$0].flags.contains(.beginsBlock) }
    return Top(spine: spine, line: line ?? 0)
  }

  /// Goes to another contents entry, or spine item until the book was counted once: the next that does not
  /// begin on the first page shown, or the one that the first line belongs to, then the one before it.
  ///
  /// - Returns: `false` when there is nothing further that way; then nothing has changed.
  @discardableResult public func goToChapter(_ count: Int) -> Bool {
    settle()
    guard let column = columns.first, count != 0 else { return false }
    let places = chapterPlaces
    let target: Place?
    if count > 0 {
      let shown = column.chapter.spine
      let end = column.lines.upperBound
      let first = places.firstIndex {
        $0.position.spine > shown
          || $0.position.spine == shown && column.chapter.line(holding: $0) >= end
      }
      target = first.map { places[min(places.count - 1, $0 + min(count - 1, places.count))] }
    } else {
      let last = places.lastIndex { isBefore($0, top, in: column.chapter) }
      target = last.map { places[max(0, $0 - Int(min(count.magnitude - 1, UInt(places.count))))] }
    }
    guard let target else { return false }
    return go(to: target, as: .chapters) == .arrived
  }

  private func isBefore(_ place: Place, _ top: Top, in chapter: Chapter) -> Bool {
    place.position.spine < top.spine
      || place.position.spine == top.spine && chapter.line(holding: place) < top.line
  }

  /// Where chapters begin, the book's start among them; in order.
  private var chapterPlaces: [Place] {
    let start = Place(TextPosition(spine: start.spine, offset: 0), block: 0)
    guard let outline else {
      return book.publication.readingOrder.indices.filter { isTurnedTo($0) }
        .map { Place(TextPosition(spine: $0, offset: 0), block: 0) }
    }
    let places = outline.contentsByPlace.compactMap(\.place)
    return ([start] + places).filter { isTurnedTo($0.position.spine) }.sorted()
  }

  /// Whether turning pages can lead into an item from here.
  private func isTurnedTo(_ spine: Int) -> Bool { isLinear(spine) || spine == top.spine }
}
