/// One hit of a search.
public struct SearchHit: Sendable {
  public let spine: Int
  /// Range in the document's logical text.
  public let range: Range<Int>
  /// What stands around it in its block, white space collapsed; some 40 characters each.
  public let before: String
  public let match: String
  public let after: String
  public let partialCFI: String
  /// Characters of its document that stand before it.
  public let charactersBefore: Int
}
