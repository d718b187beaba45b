import EPUBLayout

// Turning pages. Every item has a page at least; what is counted needs not be set.
extension ReadingSession {
  /// A page of a spine item, from 0.
  private struct Page: Hashable {
    var spine: Int
    var page: Int
  }

  /// Turns `count` times as many pages as stand side by side; back where it is negative.
  ///
  /// From between page tops it goes on to the next page's top, or back to the top of the page that the
  /// view begins on. Two pages are turned together while one of them is still unseen; at the book's
  /// start its first pages are shown.
  ///
  /// - Returns: `false` when there is nothing further that way; then nothing has changed.
  @discardableResult public func turnPages(_ count: Int) -> Bool {
    settle()
    guard let column = columns.first, count != 0 else { return false }
    let page = Page(spine: column.chapter.spine, page: column.page)
    let found =
      count > 0
      ? self.page(count, turnsAfter: page, isTop: column.beginsPage)
      : self.page(count.magnitude, turnsBefore: page, isTop: column.beginsPage)
    guard let found, let target = target(ofPage: found.page, inItem: found.spine) else {
      return false
    }
    arrive(at: target)
    return true
  }

  private func page(_ turns: Int, turnsAfter page: Page, isTop: Bool) -> Page? {
    guard let unseen = firstUnseen else { return nil }
    var page = page
    var left = turns
    if !isTop {
      // What the view shows of the last page that it reaches is shown again.
      let limit = Page(
        spine: unseen.spine, page: chapter(at: unseen.spine).page(ofLine: unseen.line))
      for _ in 0..<columnCount where page != limit { page = self.page(after: page) ?? page }
      left -= 1
    }
    while left > 0, let next = self.page(columnCount, after: page) {
      page = next
      left -= 1
    }
    return page
  }

  private func page(_ turns: UInt, turnsBefore page: Page, isTop: Bool) -> Page? {
    var left = turns
    if !isTop { left -= 1 }
    var found = page
    while left > 0, let previous = self.page(before: found) {
      found = previous
      left -= 1
      for _ in 1..<columnCount { found = self.page(before: found) ?? found }
    }
    return isTop && found == page ? nil : found
  }

  private func page(_ count: Int, after page: Page) -> Page? {
    var found: Page? = page
    for _ in 0..<count { found = found.flatMap { self.page(after: $0) } }
    return found
  }

  private func page(after page: Page) -> Page? {
    if page.page + 1 < pageCount(of: page.spine) {
      return Page(spine: page.spine, page: page.page + 1)
    }
    return spine(after: page.spine).map { Page(spine: $0, page: 0) }
  }

  private func page(before page: Page) -> Page? {
    if page.page > 0 { return Page(spine: page.spine, page: page.page - 1) }
    return spine(before: page.spine).map { Page(spine: $0, page: pageCount(of: $0) - 1) }
  }

  func pageCount(of spine: Int) -> Int {
    spine + 1 < firstPages.count
      ? firstPages[spine + 1] - firstPages[spine] : chapter(at: spine).pages.count
  }

  /// The last page of the linear text, and those before it that have room beside it.
  var endTarget: Target? {
    guard book.spineCount > 0 else { return nil }
    var page = Page(spine: lastSpine, page: pageCount(of: lastSpine) - 1)
    for _ in 1..<columnCount { page = self.page(before: page) ?? page }
    return target(ofPage: page.page, inItem: page.spine)
  }
}
