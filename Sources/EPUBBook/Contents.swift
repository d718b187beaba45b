public import EPUBBasics

/// An entry of the contents, and where it leads.
public struct ContentsEntry: Hashable, Sendable {
  /// Counted depth-first from 1.
  public let number: Int
  /// 1 for the top level.
  public let level: Int
  public let title: String
  /// As the book links it: inside the container, or a URL of its own.
  public let target: Reference?
  public let externalURL: String?
  /// `nil` for a heading without a link and for a link out of the reading order.
  public let place: Place?
  public let children: [ContentsEntry]
}

extension [ContentsEntry] {
  /// The entries depth-first, in the order of their numbers.
  public var flattened: [ContentsEntry] {
    var flat: [ContentsEntry] = []
    var waiting = Array(reversed())
    while let entry = waiting.popLast() {
      flat.append(entry)
      waiting += entry.children.reversed()
    }
    return flat
  }
}
