import EPUBSegmentation

/// An entry of a `ListPanel`.
struct ListRow: Hashable, Sendable {
  /// A piece of text with what was found in it.
  struct Context: Hashable, Sendable {
    var before: String
    var hit: String
    var after: String
  }

  /// What it is called; as long as it may be.
  var text: String
  /// How deep it stands in a tree, from 0.
  var level = 0
  /// Stands at the end of the line: a page number.
  var detail = ""
  /// Stands below the text, or alone in the line where there is no text.
  var context: Context?
  /// One that is not can't be chosen: a heading of those below it.
  var isEnabled = true

  /// Lines that it takes.
  var height: Int { context == nil || text.isEmpty ? 1 : 2 }

  /// What is looked through when the list is filtered.
  var bytes: [UInt8] {
    var bytes = Array(text.utf8)
    guard let context else { return bytes }
    bytes.append(0x20)
    bytes += context.before.utf8
    bytes += context.hit.utf8
    bytes += context.after.utf8
    return bytes
  }
}

/// The folded text of many entries, to be looked through at each key that is typed.
struct ListIndex {
  private var folded: [UInt8] = []
  /// One past each entry's text.
  private var ends: [Int] = []
  /// Stands between entries; no byte of UTF-8.
  private static let border: UInt8 = 0xFF

  var count: Int { ends.count }

  mutating func append(_ row: ListRow) {
    folded += Finder.folded(row.bytes)
    folded.append(Self.border)
    ends.append(folded.count)
  }

  /// Which entries hold every part, from one on.
  func entries(holding finder: Finder, from first: Int = 0) -> [Bool] {
    let start = first == 0 ? 0 : ends[first - 1]
    let text = start == 0 ? folded : Array(folded[start...])
    var held = [Int](repeating: 0, count: ends.count)
    for (index, part) in finder.parts.enumerated() {
      var entry = first
      part.search.forEachPlace(in: text) { place in
        while ends[entry] <= start + place { entry += 1 }
        if held[entry] == index { held[entry] = index + 1 }
        return .past
      }
    }
    return held[first...].map { $0 == finder.parts.count }
  }
}
