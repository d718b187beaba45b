import EPUBBasics
public import EPUBLayout

/// A place with the block it means: pictures and rules stand at the same offset as the text after them.
public struct Place: Hashable, Sendable {
  public var position: TextPosition
  /// Index of the block, -1 when the offset alone counts.
  public var block: Int

  public init(_ position: TextPosition, block: Int = -1) {
    self.position = position
    self.block = block
  }
}

/// What one pass over the whole book tells: its pages, characters, contents and print pages.
///
/// A value for one layout; made without a layout it has no pages.
public struct Survey: Sendable {
  public struct PageStart: Hashable, Sendable {
    public var offset: Int32
    public var block: Int32
  }

  /// One item of the reading order.
  public struct Item: Sendable {
    public var isLinear: Bool
    /// Unicode scalars and UTF-8 bytes of its logical text.
    public var characterCount: Int
    public var byteCount: Int
    /// Where each of its pages begins, in the order of the running text; empty without a layout.
    public var pages: [PageStart]
    /// The text that stands at the foot of pages, with those pages, from 0.
    public var footText: PlacedText
    /// The text of table rows that stand on more than one page, with those pages, from 0.
    public var rowText: PlacedText
  }

  public let items: [Item]
  /// Page number (from 1) of each item's first page, and one past the last page.
  public let firstPages: [Int]
  /// Characters of linear items before each item, and of all.
  public let linearCharactersBefore: [Int]
  /// The book's contents, or what its headings give where it has none.
  public let contents: [ContentsEntry]
  /// Pages of the print edition whose places exist, in book order.
  public let printPages: [PrintPage]
  /// Entries that lead to a place, in the order of their places.
  let contentsByPlace: [ContentsEntry]
  /// Whether no text was lost: what could not be read this time perhaps can be another time.
  var isWhole = true

  public var pageCount: Int { (firstPages.last ?? 1) - 1 }
  public var linearCharacterCount: Int { linearCharactersBefore.last ?? 0 }
}

/// A page of the print edition.
public struct PrintPage: Hashable, Sendable {
  public let label: String
  public let place: Place
}

extension Survey.Item {
  init(isLinear: Bool, characterCount: Int, byteCount: Int, pages: SurveyedPages) {
    self.init(
      isLinear: isLinear, characterCount: characterCount, byteCount: byteCount,
      pages: pages.starts, footText: pages.footText, rowText: pages.rowText)
  }

  var surveyedPages: SurveyedPages {
    SurveyedPages(starts: pages, footText: footText, rowText: rowText)
  }
}

extension Survey {
  /// The page (from 1) that shows a place, be it in a note at its foot or in the midst of a table's row.
  public func page(holding place: Place) -> Int {
    let spine = place.position.spine
    let page = items[spine].rowText.value(of: place) ?? items[spine].footText.value(of: place)
    return page.map { firstPages[spine] + $0 } ?? orderedPage(of: place)
  }

  /// The page of the running text: of a note, where that text goes on behind it.
  func runningPage(of place: Place) -> Int {
    let item = items[place.position.spine]
    if !item.rowText.isEmpty, item.footText.value(of: place) == nil { return page(holding: place) }
    return orderedPage(of: place)
  }

  /// The page by the order of pages alone: it does not descend from place to place.
  func orderedPage(of place: Place) -> Int {
    let spine = place.position.spine
    let pages = items[spine].pages
    let offset = Int32(place.position.offset)
    let block = Int32(place.block)
    // The first page that begins after the place; the one before it holds it.
    let next = pages.dropFirst().firstPlace { start in
      block >= 0 ? (start.offset, start.block) > (offset, block) : start.offset > offset
    }
    return firstPages[spine] + max(1, next) - 1
  }

  public func page(holding position: TextPosition) -> Int { page(holding: Place(position)) }

  /// The running text's place for one in a note that stands at the foot of a page.
  public func runningPosition(_ position: TextPosition) -> TextPosition {
    let item = items[position.spine]
    var position = position
    position.offset = item.footText.runningOffset(position.offset, textEnd: item.byteCount)
    return position
  }

  /// The item that a page (from 1, inside the book) belongs to, and which of its pages it is, from 0.
  public func item(ofPage page: Int) -> (spine: Int, page: Int) {
    var low = 0
    var high = items.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if firstPages[middle] <= page { low = middle } else { high = middle - 1 }
    }
    return (low, page - firstPages[low])
  }

  /// Where a page (from 1, inside the book) begins, and where the next one does.
  public func range(ofPage page: Int) -> (start: TextPosition, end: TextPosition) {
    let (spine, local) = item(ofPage: page)
    let pages = items[spine].pages
    let end = local + 1 < pages.count ? Int(pages[local + 1].offset) : items[spine].byteCount
    return (
      TextPosition(spine: spine, offset: Int(pages[local].offset)),
      TextPosition(spine: spine, offset: end)
    )
  }

  /// The linear item in which `percent` (0…100) of the book's text falls, and the characters of it
  /// that stand before.
  public func item(atPercent percent: Double) -> (spine: Int, characters: Int)? {
    let total = linearCharacterCount
    guard let last = items.lastIndex(where: { $0.isLinear }) else { return nil }
    let wanted = min(Int((percent / 100 * Double(total)).rounded(.down)), max(0, total - 1))
    let spine =
      items.indices.first {
        items[$0].isLinear && linearCharactersBefore[$0] + items[$0].characterCount > wanted
      } ?? last
    return (spine, max(0, wanted - linearCharactersBefore[spine]))
  }

  /// The contents entry in force at a place: the last that begins at or before it.
  public func contentsEntry(at position: TextPosition) -> ContentsEntry? {
    let count = contentsCount(upTo: position)
    return count == 0 ? nil : contentsByPlace[count - 1]
  }

  /// How many of `contentsByPlace` begin at or before a place.
  func contentsCount(upTo position: TextPosition) -> Int {
    contentsByPlace.firstPlace { !($0.place.map { $0.position <= position } ?? false) }
  }

  /// Labels of the print edition for a page: the one in force at its top, then those that begin on it.
  public func printPageLabels(onPage page: Int) -> [String] {
    let following =
      printPages.firstIndex { runningPage(of: $0.place) >= page } ?? printPages.count
    let start = range(ofPage: page).start
    var labels: [String] = []
    if following > 0 { labels.append(printPages[following - 1].label) }
    for printPage in printPages[following...] {
      guard runningPage(of: printPage.place) == page else { break }
      if printPage.place.position <= start, !labels.isEmpty { labels.removeAll() }
      labels.append(printPage.label)
    }
    return labels
  }
}
