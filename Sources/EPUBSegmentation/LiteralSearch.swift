/// Finds a byte string in another, in time that grows with the text alone (Knuth, Morris, Pratt).
public struct LiteralSearch: Sendable {
  /// How a search goes on after a place.
  public enum Step: Sendable {
    /// With every place behind it, those included that overlap it.
    case next
    /// With those that do not overlap it.
    case past
    case stop
  }

  let pattern: [UInt8]
  /// After so many bytes matched and one that didn't: how many of them still count.
  private let fallback: [Int]

  /// - Parameter pattern: not empty.
  public init(_ pattern: [UInt8]) {
    self.pattern = pattern
    var fallback = [0]
    var length = 0
    for index in 1..<max(pattern.count, 1) {
      while length > 0, pattern[index] != pattern[length] { length = fallback[length - 1] }
      if pattern[index] == pattern[length] { length += 1 }
      fallback.append(length)
    }
    self.fallback = fallback
  }

  /// Calls `visit` with the places where the pattern stands, in order.
  public func forEachPlace(in text: [UInt8], _ visit: (Int) -> Step) {
    let first = pattern[0]
    var at = 0
    var matched = 0
    while at < text.count {
      if matched == 0 {
        while at < text.count, text[at] != first { at += 1 }
        guard at < text.count else { return }
        matched = 1
        at += 1
      } else if text[at] == pattern[matched] {
        matched += 1
        at += 1
      } else {
        matched = fallback[matched - 1]
        continue
      }
      if matched == pattern.count {
        switch visit(at - matched) {
        case .next: matched = fallback[matched - 1]
        case .past: matched = 0
        case .stop: return
        }
      }
    }
  }
}
