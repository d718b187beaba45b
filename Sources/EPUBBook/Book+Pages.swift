public import EPUBLayout
public import EPUBSegmentation

/// How printing a range of pages ended.
public enum PageRangeOutcome: Hashable, Sendable {
  case done
  /// The first page asked for does not exist; the book's last page.
  case beyond(lastPage: Int)
}

extension Book {
  /// Sets and renders pages `first…last` (from 1; `nil` is the end) and hands them over in order.
  ///
  /// Only as much of the book is set as the pages need.
  ///
  /// - Parameters:
  ///   - render: makes something of one page, named by its index in its chapter; called on any thread.
  ///   - consume: gets the page's number in the book.
  public func forEachPage<Rendered: Sendable>(
    from first: Int, through last: Int?, layout: LayoutOptions,
    render: @Sendable (Chapter, Int, Segmenter) -> Rendered, consume: (Int, Rendered) -> Void
  ) -> PageRangeOutcome {
    precondition(first >= 1, "pages are counted from 1")
    let spine: Int
    var number: Int
    switch item(holdingPage: first, layout: layout) {
    case .found(let foundSpine, let firstPage): (spine, number) = (foundSpine, firstPage)
    case .beyond(let lastPage): return .beyond(lastPage: lastPage)
    }
    forEachSpineItem(in: spine..<spineCount, firstGroup: last == nil ? Int.max : 1) {
      index, segmenter in
      let chapter = chapter(at: index, layout: layout, segmenter: segmenter)
      return (0..<chapter.pages.count).map { render(chapter, $0, segmenter) }
    } consume: { _, pages in
      for page in pages {
        if number >= first, number <= last ?? Int.max { consume(number, page) }
        number += 1
      }
      return number <= last ?? Int.max
    }
    return .done
  }

  private enum PageSearch {
    case found(spine: Int, firstPage: Int)
    case beyond(lastPage: Int)
  }

  /// The spine item that holds a page, and the number of its first page.
  private func item(holdingPage page: Int, layout: LayoutOptions) -> PageSearch {
    if page == 1, spineCount > 0 { return .found(spine: 0, firstPage: 1) }
    var number = 1
    var found: PageSearch?
    forEachSpineItem(firstGroup: 4) { index, segmenter in
      chapter(at: index, layout: layout, segmenter: segmenter).pages.count
    } consume: { index, count in
      if page < number + count {
        found = .found(spine: index, firstPage: number)
        return false
      }
      number += count
      return true
    }
    return found ?? .beyond(lastPage: number - 1)
  }
}
