/// A fault of a book that reading survived, and what was done about it.
///
/// Findings are returned inside the values they concern and are printed by `epub-read check`;
/// nothing logs.
public struct Finding: Hashable, Sendable {
  public enum Severity: String, Hashable, Sendable, CaseIterable {
    /// Odd, and nothing of the book is lost or shown otherwise than it says.
    case note
    /// Against the specification; shown as it was most likely meant.
    case warning
    /// Something of the book could not be shown as it was meant.
    case error
  }

  /// A stable name in kebab case, such as `spine-idref-unknown`.
  public let code: String
  public let severity: Severity
  /// The resource that is at fault, where there is one.
  public let path: String?
  /// Where in the resource: `line 12`, an id, an entry's number.
  public let place: String?
  /// The clause broken, such as `EPUB 3.3 #sec-pkg-spine`.
  public let clause: String?
  /// What was wrong and what the reader did, one sentence each.
  public let done: String
  /// Whether text of the book was lost, so that a reader must be told.
  public let losesText: Bool

  public init(
    _ code: String, _ severity: Severity, path: String? = nil, place: String? = nil,
    clause: String? = nil, done: String, losesText: Bool = false
  ) {
    self.code = code
    self.severity = severity
    self.path = path
    self.place = place
    self.clause = clause
    self.done = done
    self.losesText = losesText
  }
}
