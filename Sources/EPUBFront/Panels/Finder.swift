import EPUBSegmentation

/// What is looked for as one types it: case and accents count for nothing.
struct Finder {
  struct Part {
    let search: LiteralSearch
    let byteCount: Int

    init(_ folded: [UInt8]) {
      search = LiteralSearch(folded)
      byteCount = folded.count
    }
  }

  let parts: [Part]
  private static let options = FoldingOptions(ignoresCase: true, ignoresAccents: true)

  /// - Parameter asPhrase: one part with the spaces in it, not a part between each two; `nil` when
  ///   nothing is left of it.
  init?(_ typed: String, asPhrase: Bool = false) {
    let words = Self.folded(Array(typed.utf8)).split(separator: 0x20)
    if words.isEmpty { return nil }
    parts =
      asPhrase ? [Part(Array(words.joined(separator: [0x20])))] : words.map { Part(Array($0)) }
  }

  static func folded(_ bytes: [UInt8]) -> [UInt8] {
    FoldedText(folding: bytes, in: 0..<bytes.count, options).bytes
  }

  /// Where a part of it stands, ascending for each part.
  func ranges(in bytes: [UInt8]) -> [Range<Int>] {
    let folded = FoldedText(folding: bytes, in: 0..<bytes.count, Self.options)
    var found: [Range<Int>] = []
    for part in parts {
      part.search.forEachPlace(in: folded.bytes) { start in
        found.append(folded.sourceRange(of: start..<start + part.byteCount))
        return .past
      }
    }
    return found
  }
}
