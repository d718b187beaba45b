/// A place in Readium's terms; what its JSON holds.
public struct Locator: Hashable, Sendable {
  /// Relative to the container's root, percent-encoded.
  public var href: String
  public var type: String
  public var title: String?
  /// `epubcfi(…)` whole, and its part inside the document.
  public var cfi: String
  public var partialCFI: String
  /// Share of the resource, and of the book's linear text, that stands before it: 0…1.
  public var progression: Double
  public var totalProgression: Double
  /// 1 + ⌊characters of linear text before it / 600⌋.
  public var position: Int
}
