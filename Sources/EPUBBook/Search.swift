/// One hit of a search, as ranges of its document's logical text.
public struct SearchHit: Sendable {
  public let spine: Int
  public let range: Range<Int>
  /// What stands before and after it in its block: whole words, some 40 characters each.
  public let before: Range<Int>
  public let after: Range<Int>
  public let partialCFI: String
  /// Characters of its document that stand before it.
  public let charactersBefore: Int
}
