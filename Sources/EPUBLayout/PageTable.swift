/// Where the pages of a galley begin: a fold over its lines.
///
/// Forced breaks are obeyed; headings stay with what follows, at least two lines of a paragraph stand
/// on each side of a page turn (or what its style asks for), as far as the page's height allows.
public struct PageTable: Hashable, Sendable {
  /// Index of each page's first line, ascending from 0. A galley without lines has one empty page.
  public let firstLines: [Int32]
  public let lineCount: Int

  public init(firstLines: [Int32], lineCount: Int) {
    self.firstLines = firstLines
    self.lineCount = lineCount
  }

  public var count: Int { firstLines.count }

  /// Lines of a page, counted from 0.
  public func lines(of page: Int) -> Range<Int> {
    let start = Int(firstLines[page])
    return start..<(page + 1 < firstLines.count ? Int(firstLines[page + 1]) : lineCount)
  }
}
