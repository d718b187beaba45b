/// Finds a byte string in another, in time that grows with the text alone (Knuth, Morris, Pratt).
struct LiteralSearch: Sendable {
  let pattern: [UInt8]
  /// After so many bytes matched and one that didn't: how many of them still count.
  private let fallback: [Int]

  /// - Parameter pattern: not empty.
  init(_ pattern: [UInt8]) {
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

  /// Calls `accept` with each place where the pattern stands, those apart that overlap an accepted one.
  func forEachHit(in text: [UInt8], _ accept: (Int) -> Bool) {
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
        matched = accept(at - matched) ? 0 : fallback[matched - 1]
      }
    }
  }
}
