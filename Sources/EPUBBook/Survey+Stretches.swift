import EPUBLayout

/// A stretch of one spine item over which neither the page nor the contents entry changes.
public struct SurveyStretch: Sendable {
  public let page: Int
  public let entry: ContentsEntry?
  public let spine: Int
  /// Offset in the spine item's text at which another page or entry begins, or its text ends.
  public let end: Int
}

extension Survey {
  /// Page and contents entry at a place, and how far they reach: what is asked for tens of thousands of
  /// places in a row is found once a stretch.
  public func stretch(at position: TextPosition) -> SurveyStretch {
    let page = page(holding: position)
    let spine = position.spine
    let pages = items[spine].pages
    let next = orderedPage(of: Place(position)) - firstPages[spine] + 1
    var end = next < pages.count ? Int(pages[next].offset) : Int.max
    if let footEnd = items[spine].footText.end(at: position.offset) {
      let isInFoot = items[spine].footText.value(at: position.offset) != nil
      end = isInFoot ? footEnd : min(end, footEnd)
    }
    let row = items[spine].rowText
    if let rowEnd = row.end(at: position.offset) {
      let isInRow = row.value(at: position.offset) != nil
      end = isInRow ? rowEnd : min(end, rowEnd)
    }
    let begun = contentsCount(upTo: position)
    if begun < contentsByPlace.count, let next = contentsByPlace[begun].place?.position,
      next.spine == spine
    {
      end = min(end, next.offset)
    }
    return SurveyStretch(
      page: page, entry: begun == 0 ? nil : contentsByPlace[begun - 1], spine: spine, end: end)
  }
}
