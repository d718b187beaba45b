public import EPUBBasics
public import EPUBLayout
public import EPUBSegmentation

/// One reader's way through an open book: where he is, what is seen, where he was.
///
/// For one thread. Pages are counted and text is searched behind the scenes; `wake` is called, on any
/// thread, when `takeNews` has something to apply. Nothing but `takeNews` makes it seen.
public final class ReadingSession {
  public let book: Book
  public private(set) var layout: LayoutOptions
  /// 1 or 2 pages side by side.
  public private(set) var columnCount: Int
  /// The place that the reader went to; layout never rewrites it. It moves with motions and jumps only.
  public private(set) var anchor: Place
  /// What is seen: as many as `columnCount` at most, none only in a book without spine items.
  public private(set) var columns: [Column] = []
  /// The book counted for this layout; `nil` until it is.
  public private(set) var survey: Survey?
  /// The last count of any layout: its contents, print pages and characters hold for all of them, its
  /// pages need not.
  public private(set) var outline: Survey?
  /// The places left by jumps, the oldest first. `current` is the index of the place now shown, the
  /// places' count when it is behind them all.
  public var history: (places: [Place], current: Int) = ([], 0)
  /// What the search found up to now; `nil` without one.
  public private(set) var found: Found?
  public private(set) var currentHit: SearchHit?
  /// How the last `goToHit` ended; of one that waited, once it did.
  public private(set) var hitArrival: HitArrival = .none

  /// - Parameter place: where to begin; the start of the book when `nil` or out of it.
  public init(
    _ book: Book, layout: LayoutOptions, columnCount: Int = 1, at place: Place? = nil,
    wake: @escaping @Sendable () -> Void
  ) {
    self.book = book
    self.layout = layout
    self.columnCount = columnCount
    anchor = place ?? Place(TextPosition(spine: 0, offset: 0), block: 0)
  }

  /// Keeps the anchor; pages are counted anew.
  public func setLayout(_ layout: LayoutOptions, columnCount: Int) {}

  /// Ends background work and waits for its end; `wake` is not called any more.
  public func stop() {}
}

extension ReadingSession {
  /// One page side by side with another, or alone.
  public struct Column: Sendable {
    public let chapter: Chapter
    /// Of the chapter's galley.
    public let lines: Range<Int>
    /// The page of its first line within the chapter, from 0.
    public let page: Int
    /// Whether its first line begins that page.
    public let beginsPage: Bool
  }

  public struct Status: Sendable {
    /// Of the first line, over the whole book, from 1; `nil` until the pages up to it are counted.
    public var page: Int?
    public var pageCount: Int?
    /// Spine items whose pages are counted.
    public var counted: (done: Int, of: Int)
    /// Of the last character seen, 0…100, in the linear text; `nil` until it is counted.
    public var percent: Double?
    /// Of the contents entry in force at the top.
    public var chapterTitle: String?
    /// Label of the print edition's page in force at the top.
    public var printPage: String?
    /// From the last character seen to the next contents entry of the same or a higher level.
    public var charactersLeftInChapter: Int
    /// In all columns.
    public var charactersSeen: Int
    public var spine: Int
    public var isLinear: Bool
  }

  public enum Arrival: Hashable, Sendable {
    case arrived
    /// Pages are still being counted; it is gone to as soon as they are.
    case waiting
    case noSuchPlace
  }

  public enum HitArrival: Hashable, Sendable {
    /// `index`: which of all hits found so far, in the book's order, from 1.
    case arrived(index: Int, wrapped: Bool)
    case waiting
    case none
  }

  public struct Found: Sendable {
    /// In order, by spine item.
    public var hits: [Int: [SearchHit]]
    public var count: Int
    public var isComplete: Bool
    /// Not everything was looked through: a regular expression was given up, or there are too many.
    public var isCut: Bool
  }

  public struct News: OptionSet, Hashable, Sendable {
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// `survey` is there.
    public static let counted = News(rawValue: 1 << 0)
    /// More pages are counted.
    public static let progressed = News(rawValue: 1 << 1)
    /// `found` has changed.
    public static let found = News(rawValue: 1 << 2)
    /// What was waited for has been gone to.
    public static let arrived = News(rawValue: 1 << 3)
    /// What was waited for is nowhere in the book.
    public static let missed = News(rawValue: 1 << 4)
  }

  public func status() -> Status {
    Status(
      page: nil, pageCount: nil, counted: (0, book.spineCount), charactersLeftInChapter: 0,
      charactersSeen: 0, spine: anchor.position.spine, isLinear: true)
  }

  /// Applies what came from other threads; to be called after `wake`.
  public func takeNews() -> News { [] }
}

// Motions: `false` when there is nothing further that way; then nothing has changed.
extension ReadingSession {
  @discardableResult public func turnPages(_ count: Int) -> Bool { false }
  @discardableResult public func scrollLines(_ count: Int) -> Bool { false }
  @discardableResult public func scrollHalfPages(_ count: Int) -> Bool { false }
  @discardableResult public func goToParagraph(_ count: Int) -> Bool { false }
  @discardableResult public func goToChapter(_ count: Int) -> Bool { false }
  public func goToStart() {}
  public func goToEnd() {}
}

// Jumps: remembered by back and forward.
extension ReadingSession {
  @discardableResult public func go(to place: Place) -> Arrival { .noSuchPlace }
  @discardableResult public func go(toPage page: Int) -> Arrival { .noSuchPlace }
  @discardableResult public func go(toPercent percent: Double) -> Arrival { .noSuchPlace }
  @discardableResult public func go(toPrintPage label: String) -> Arrival { .noSuchPlace }
  @discardableResult public func go(toContentsEntry entry: ContentsEntry) -> Arrival {
    .noSuchPlace
  }
  @discardableResult public func go(to reference: Reference) -> Arrival { .noSuchPlace }
  public func cancelWaiting() {}
  @discardableResult public func back() -> Bool { false }
  @discardableResult public func forward() -> Bool { false }
  @discardableResult public func goBeforeLastJump() -> Bool { false }
}

extension ReadingSession {
  public func search(_ pattern: TextPattern, forward: Bool) {}
  public func endSearch() {}
  /// `count`: on in the search's direction; negative: back.
  @discardableResult public func goToHit(_ count: Int) -> HitArrival { .none }
}

extension Chapter {
  /// Where lines of it stand below one another on a page or in a view.
  public func rows(of lines: Range<Int>) -> [(row: Int, line: Int)] { [] }
}
