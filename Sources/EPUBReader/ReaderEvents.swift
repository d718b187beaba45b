public import EPUBBook

/// What a host is told without having asked; each has a default that does nothing.
///
/// Called on the reader's own queue, in order, before the call that caused it returns. A handler must
/// not wait for a call of the same reader there.
public protocol ReaderEvents: AnyObject, Sendable {
  /// A book is really ready to be shown.
  func bookLoaded(_ book: LoadedBook)
  /// The page shown is another one, or begins elsewhere.
  func relocated(to locator: Locator)
  /// A word was selected.
  func wordSelected(_ word: SelectedWord)
  /// Anything of the saved data is another.
  func savedDataUpdated(_ data: SavedData)
  /// A call failed; the call throws the same error.
  func failed(_ error: ReaderError)
}

extension ReaderEvents {
  public func bookLoaded(_ book: LoadedBook) {}
  public func relocated(to locator: Locator) {}
  public func wordSelected(_ word: SelectedWord) {}
  public func savedDataUpdated(_ data: SavedData) {}
  public func failed(_ error: ReaderError) {}
}

/// A book that is ready to be shown.
public struct LoadedBook: Hashable, Sendable {
  /// The file's name where the book does not tell.
  public var title: String
  public var pageCount: Int
}

/// A word that was selected on a page.
public struct SelectedWord: Hashable, Sendable {
  /// In lower case, letters and digits only: `don’t` is `dont`. Given back to `highlight`, it means this
  /// word.
  public var value: String
  /// As words are compared: case folded, kinds of apostrophe and hyphen one.
  public var word: String
  /// As it stands in the text.
  public var raw: String
  /// The sentence it stands in, on one line.
  public var sentence: String
  public var locator: Locator
  /// Where it is seen on the page.
  public var cells: [ReaderPage.Cells]
}

/// A hit of a search.
public struct ReaderHit: Hashable, Sendable {
  public var locator: Locator
  public var page: Int
  /// The text around it and its own.
  public var before: String
  public var text: String
  public var after: String
}

/// What a reader tells, as a value.
enum ReaderEvent: Sendable {
  case bookLoaded(LoadedBook)
  case relocated(Locator)
  case wordSelected(SelectedWord)
  case savedDataUpdated(SavedData)
  case failed(ReaderError)
}
