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
    /// Of the last character seen, 0…100, in the linear text; `nil` until it was counted once, and in a
    /// book without any.
    public var percent: Double?
    /// Of the contents entry in force at the top.
    public var chapterTitle: String?
    /// Of the entry that holds that one.
    public var partTitle: String?
    /// Label of the print edition's page in force at the top.
    public var printPage: String?
    /// From the last character seen to the next contents entry of the same or a higher level than the
    /// one at the top; until it was counted once, to the end of the spine item.
    public var charactersLeftInChapter: Int
    /// In all columns.
    public var charactersSeen: Int
    /// Of the first column.
    public var spine: Int
    public var isLinear: Bool
    /// The page that holds what is seen is still to be found, whatever else is counted.
    public var isProvisional = false
  }

  public enum Arrival: Hashable, Sendable {
    case arrived
    /// Pages are still being counted; it is gone to as soon as they are, unless something else moves
    /// the view before.
    case waiting
    case noSuchPlace
  }

  public enum HitArrival: Hashable, Sendable {
    /// - Parameters:
    ///   - index: which of all hits found so far, in the book's order, from 1.
    ///   - wrapped: it was gone around the book's end or start.
    case arrived(index: Int, wrapped: Bool)
    /// The search has not come so far yet; it is gone to as soon as it has.
    case waiting
    case none
  }

  public struct Found: Sendable {
    /// In order, by spine item; items without hits are left out.
    public var hits: [Int: [SearchHit]] = [:]
    public var count = 0
    public var isComplete = false
    /// Not everything was looked through: a regular expression was given up, there are too many
    /// hits, or the session was stopped.
    public var isCut = false

    /// Nothing more will be found.
    mutating func end() {
      isCut = isCut || !isComplete
      isComplete = true
    }
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
    /// The page is shown in place of a part of its spine item.
    public static let settled = News(rawValue: 1 << 5)
  }

  /// The line that a view begins with; line 0 in an item without lines.
  struct Top: Hashable {
    var spine: Int
    var line: Int
  }

  /// Where to go: what the view begins with, and the place that is meant.
  struct Target {
    var top: Top
    var anchor: Place
    var repeats = 0
  }

  /// Jumps of which several in a row count as one.
  enum Stride { case chapters, hits }

  /// What is gone to when background work has come so far.
  enum Awaited {
    case page(Int)
    case percent(Double)
    case printPage(String)
    case hit(Int)
  }
}
