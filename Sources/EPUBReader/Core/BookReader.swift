import EPUBBook

/// A reader of one book after another, as hosts have it: each call is done when it returns, and tells
/// what has changed by it. For one thread.
final class BookReader {
  private var open: HostedBook?
  /// What was told last.
  private var shown: Locator?
  private var data: SavedData?
  private let tell: (ReaderEvent) -> Void

  init(tell: @escaping (ReaderEvent) -> Void) { self.tell = tell }

  /// The book that was open stays open when this one can't be.
  func load(_ source: BookSource, _ given: ReaderConfiguration) throws(ReaderError) -> Locator {
    // What is still to be written of a book may be read again now.
    open?.kept?.finish()
    let loaded = try HostedBook(source, given)
    close()
    open = loaded
    let (title, pageCount) = (loaded.title, loaded.survey.pageCount)
    tell(.bookLoaded(LoadedBook(title: title, pageCount: pageCount)))
    return settle(loaded)
  }

  /// Ends with the book that is open, if there is one; what is to be kept is written then.
  func close() {
    if let open {
      open.close()
      tellTrouble(of: open)
    }
    (open, shown, data) = (nil, nil, nil)
  }

  /// Asks something of the book.
  func ask<Value>(
    _ body: (HostedBook) throws(ReaderError) -> Value
  ) throws(ReaderError) -> Value {
    guard let open else { throw .noBook }
    return try body(open)
  }

  /// Does something with the book.
  ///
  /// - Returns: the Locator of the page that is shown then.
  @discardableResult
  func change(_ body: (HostedBook) throws(ReaderError) -> Void) throws(ReaderError) -> Locator {
    guard let open else { throw .noBook }
    try body(open)
    return settle(open)
  }

  func select(atRow row: Int, column: Int) throws(ReaderError) -> SelectedWord? {
    guard let open else { throw .noBook }
    guard let word = open.word(atRow: row, column: column) else { return nil }
    open.noteSelection(word)
    tell(.wordSelected(word))
    return word
  }

  func savedData() throws(ReaderError) -> SavedData {
    guard let open else { throw .noBook }
    return data ?? open.savedData(open.locator)
  }

  private func settle(_ open: HostedBook) -> Locator {
    let locator = open.locator
    if locator != shown {
      shown = locator
      tell(.relocated(locator))
      open.keepPlace()
    }
    let data = open.savedData(locator)
    if data != self.data {
      self.data = data
      tell(.savedDataUpdated(data))
    }
    tellTrouble(of: open)
    return locator
  }

  private func tellTrouble(of open: HostedBook) {
    if let trouble = open.kept?.takeTrouble() { tell(.failed(ReaderError(trouble))) }
  }
}
