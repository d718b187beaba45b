public import EPUBBook

/// Where to go in a book.
public enum ReaderDestination: Sendable {
  case locator(LocatorReference)
  /// `epubcfi(…)`; of a range its start.
  case cfi(String)
  /// Relative to the container's root, percent-encoded, with or without a fragment.
  case href(String)
  /// 0…100 of the book's linear text.
  case percent(Double)
  /// Label of a page of the print edition.
  case printPage(String)
  /// Readium's position, from 1.
  case position(Int)

  public static func locator(_ locator: Locator) -> ReaderDestination {
    .locator(LocatorReference(locator))
  }
}
