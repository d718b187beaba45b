public import EPUBBook

/// Why a call of a reader failed; each case is one of the bridge's codes (contract, "Bridge").
public enum ReaderError: Error, Hashable, Sendable {
  /// What was to be found and is not there.
  public enum Missing: Hashable, Sendable {
    case file(String)
    /// A contents entry, a resource, a CFI's document; as it was asked for.
    case place(String)
    case printPage(String)
  }

  /// What has bounds.
  public enum Bounded: Hashable, Sendable {
    case page(Int)
    case position(Int)
    case percent(Double)
    case fontSize(Double)
    case viewport(columns: Int, rows: Int)
  }

  /// What was said makes no sense: a malformed CFI, a value of the wrong kind; in words.
  case badMessage(String)
  /// The bridge knows no such command.
  case unknownCommand(String)
  /// No book is loaded.
  case noBook
  case notFound(Missing)
  /// The book can't be read.
  case unreadable(BookError)
  /// The book is encrypted.
  case locked(BookError)
  /// - Parameter limits: the smallest and the largest that would do.
  case outOfRange(Bounded, limits: ClosedRange<Int>)
  /// The book, or a message, is larger than is taken; in words.
  case tooLarge(String)
  /// Something else went wrong, such as keeping reading state; in words.
  case failed(String)

  /// Its name in the bridge's messages.
  public var code: String {
    switch self {
    case .badMessage: "badMessage"
    case .unknownCommand: "unknownCommand"
    case .noBook: "noBook"
    case .notFound: "notFound"
    case .unreadable: "unreadable"
    case .locked: "locked"
    case .outOfRange: "outOfRange"
    case .tooLarge: "tooLarge"
    case .failed: "failed"
    }
  }
}
