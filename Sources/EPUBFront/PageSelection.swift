import EPUBBook
import EPUBLayout

/// Which pages of the book are to be printed.
enum PageSelection: Sendable {
  /// From a page of a spine item on, at most so many.
  case pages(spine: Int, page: Int, limit: Int?)
  /// Every page that holds something from one place up to another.
  case stretch(from: Place, to: Place?)
  case page(holding: Place)
  /// The page of the running text: of a note at a page's foot, where the text goes on behind it.
  case runningPage(of: TextPosition)

  func spines(of book: Book) -> Range<Int> {
    switch self {
    case .pages(let spine, _, _): spine..<book.spineCount
    case .stretch(let from, let to):
      from.position.spine..<min(book.spineCount, (to?.position.spine ?? book.spineCount - 1) + 1)
    case .page(let place): place.position.spine..<place.position.spine + 1
    case .runningPage(let position): position.spine..<position.spine + 1
    }
  }

  /// How many pages may be printed altogether; `nil` for all of the spine items.
  var limit: Int? {
    switch self {
    case .pages(_, _, let limit): limit
    case .stretch, .page, .runningPage: nil
    }
  }

  /// The last page of a spine item that may be wanted, from 0; `nil` where that can't be told without all
  /// of its pages.
  func lastPage(inItem spine: Int) -> Int? {
    guard case .pages(let first, let page, let limit?) = self else { return nil }
    let (last, overflow) = (spine == first ? page : 0).addingReportingOverflow(max(1, limit) - 1)
    return overflow ? nil : last
  }

  /// The pages of a chapter that are wanted, those past `limit` perhaps among them.
  func pages(of chapter: Chapter) -> Range<Int> {
    let count = chapter.pages.count
    switch self {
    case .pages(let spine, let page, let limit):
      let first = chapter.spine == spine ? page : 0
      return first..<min(count, first + min(limit ?? count, count))
    case .page(let place):
      let page = chapter.page(holding: place)
      return page..<page + 1
    case .runningPage(let position):
      let page = chapter.page(holding: Place(chapter.runningPosition(position)))
      return page..<page + 1
    case .stretch(let from, let to):
      let isFirst = chapter.spine == from.position.spine
      let first = isFirst ? chapter.runningPage(of: from) : 0
      guard let to, to.position.spine == chapter.spine else { return first..<count }
      let last = chapter.runningPage(of: to)
      let start = chapter.start(ofPage: last)
      let beginsThere =
        to.block < 0 ? start.position.offset >= to.position.offset : !(start < to)
      return first..<max(isFirst ? first + 1 : first, beginsThere ? last : last + 1)
    }
  }
}
