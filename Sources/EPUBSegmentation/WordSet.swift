/// Highlighted words, found all at once: a text costs the same for one word and for two thousand.
///
/// Whole words and phrases, ignoring case and soft hyphens; kinds of apostrophe and hyphen are one and
/// count; accents count (contract, "Words").
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

  /// Words that fold to nothing match nothing; of words that fold alike the last counts.
  public init(_ words: [String]) {
    preconditionFailure("not built yet")
  }

  /// Ascending, not overlapping: where two overlap the longest wins, then the later in the list.
  public func matches(
    in bytes: [UInt8], _ range: Range<Int>, leavingOut: [Range<Int>] = [], _ segmenter: Segmenter
  ) -> [Match] {
    preconditionFailure("not built yet")
  }

  /// How a word is compared: case and soft hyphens gone, apostrophes and hyphens of one kind.
  public static func folded(_ word: String) -> String {
    preconditionFailure("not built yet")
  }
}
