import EPUBBasics

/// Highlighted words, found all at once: a text costs the same for one word and for two thousand.
///
/// Whole words and phrases, ignoring case and soft hyphens; kinds of apostrophe and hyphen are one and
/// count; accents count (contract, "Words"). Since an apostrophe and a hyphen inside a word count,
/// `whale` is neither in `whale's` nor in `whale-boat`. Between the words of a phrase stands what
/// stands there in the phrase, white space of any kind and length being one.
public struct WordSet: Sendable {
  public struct Match: Hashable, Sendable {
    public let range: Range<Int>
    /// Index of the word in the list given.
    public let word: Int
    public init(range: Range<Int>, word: Int) {
      self.range = range
      self.word = word
    }
  }

  static let options = FoldingOptions(ignoresCase: true, ignoresAccents: false)
  private var trie = WordTrie()
  private let skipsJoiners: Bool

  /// Words that fold to nothing match nothing; of words that fold alike the last counts.
  ///
  /// - Parameter ignoringJoiners: apostrophes and hyphens inside words don't count, in the list and in the
  ///   text, so that `dont` means `don't`: for values that hold letters and digits only.
  public init(_ words: [String], ignoringJoiners: Bool = false) {
    skipsJoiners = ignoringJoiners
    var table = CharacterTable(filled: ())
    for (index, word) in words.enumerated() {
      trie.insert(Self.elements(of: Array(word.utf8), ignoringJoiners, &table), word: index)
    }
  }

  /// Ascending, not overlapping: where two overlap the longest wins, then the later in the list.
  public func matches(
    in bytes: [UInt8], _ range: Range<Int>, leavingOut: [Range<Int>] = [], _ segmenter: Segmenter
  ) -> [Match] {
    if trie.isEmpty { return [] }
    if !leavingOut.touching(range).isEmpty {
      let splice = Splice(bytes, range, leavingOut: leavingOut)
      return matches(in: splice.bytes, 0..<splice.bytes.count, segmenter).map {
        Match(range: splice.sourceRange(of: $0.range), word: $0.word)
      }
    }
    var matcher = WordMatcher(trie, skipsJoiners: skipsJoiners, bytes, range, segmenter)
    matcher.read(from: range.lowerBound)
    return Self.withoutOverlaps(matcher.found)
  }

  /// How a word is compared: case and soft hyphens gone, apostrophes and hyphens of one kind.
  public static func folded(_ word: String) -> String {
    let bytes = Array(word.utf8)
    var table = CharacterTable(filled: ())
    var scanner = WordScanner(bytes, 0..<bytes.count)
    var covered: Range<Int>?
    while scanner.next(&table) != nil {
      covered = (covered?.lowerBound ?? scanner.start)..<scanner.itemEnd
    }
    guard let covered else { return "" }
    let folded = FoldedText(folding: bytes, in: covered, options)
    return UnicodeData.composed(String(decoding: folded.bytes, as: UTF8.self))
  }
}

extension WordSet {
  private static func elements(
    of bytes: [UInt8], _ skipsJoiners: Bool, _ table: inout CharacterTable
  ) -> [WordTrie.Element] {
    var elements: [WordTrie.Element] = []
    var scanner = WordScanner(bytes, 0..<bytes.count)
    var at = 0
    while let item = scanner.next(&table) {
      var text = FoldedText(folding: bytes, in: scanner.range, options).bytes
      if skipsJoiners { text.removeAll { $0 == 0x27 || $0 == 0x2D } }
      let gap = foldedGap(bytes, at..<scanner.start)
      elements.append(WordTrie.Element(gap: gap, text: text, isRun: item == .dictionaryRun))
      at = scanner.itemEnd
    }
    return elements
  }

  /// What stands between two words of a phrase.
  static func foldedGap(_ bytes: [UInt8], _ range: Range<Int>) -> [UInt8] {
    // Longer than any phrase a reader marks; its end tells enough.
    let limit = 256
    if range.count > limit, let last = bytes[range].prefix(limit).lastIndex(where: { $0 < 0x80 }) {
      return FoldedText(folding: bytes, in: range.lowerBound..<last, options).bytes + [0]
    }
    return FoldedText(folding: bytes, in: range, options).bytes
  }

  /// `matches` are ascending by their start.
  private static func withoutOverlaps(_ matches: [Match]) -> [Match] {
    var kept: [Match] = []
    var group: [Match] = []
    var groupEnd = 0
    for match in matches {
      if match.range.lowerBound >= groupEnd {
        kept += strongest(group)
        group.removeAll(keepingCapacity: true)
      }
      group.append(match)
      groupEnd = max(groupEnd, match.range.upperBound)
    }
    return kept + strongest(group)
  }

  /// Of matches that hang together: the longest, then the later in the list, then what they leave room for.
  private static func strongest(_ group: [Match]) -> [Match] {
    if group.count < 2 { return group }
    let ranked = group.sorted {
      ($0.range.count, $0.word, $1.range.lowerBound) > (
        $1.range.count, $1.word, $0.range.lowerBound
      )
    }
    var kept: [Match] = []
    for match in ranked {
      let place = kept.firstPlace { $0.range.lowerBound >= match.range.lowerBound }
      let isFree =
        (place == 0 || kept[place - 1].range.upperBound <= match.range.lowerBound)
        && (place == kept.count || kept[place].range.lowerBound >= match.range.upperBound)
      if isFree { kept.insert(match, at: place) }
    }
    return kept
  }
}
