/// A place that outlives its book's being moved, corrected or laid out anew.
public struct SavedPlace: Hashable, Sendable {
  /// What stands around the place in the logical text, white space collapsed.
  public struct Quote: Hashable, Sendable {
    /// At most 32 characters that end at the place, as many that begin at it, and as many after those.
    public var before: String
    public var at: String
    public var after: String
    public init(before: String, at: String, after: String) {
      self.before = before
      self.at = at
      self.after = after
    }
  }

  /// Index in the reading order, and UTF-8 offset in the logical text.
  public var spine: Int
  public var offset: Int
  /// `epubcfi(…)`.
  public var cfi: String
  public var quote: Quote
  /// Share of the book's linear text before it, 0…1.
  public var totalProgression: Double
  /// The rules by which the logical text was made; where they differ, `offset` means nothing.
  public var textRulesVersion: Int
  /// Size and CRC-32 of the document it stands in, to know whether its text is still the same.
  public var document: Fingerprint.Document?

  public init(
    spine: Int, offset: Int, cfi: String, quote: Quote, totalProgression: Double,
    textRulesVersion: Int, document: Fingerprint.Document?
  ) {
    self.spine = spine
    self.offset = offset
    self.cfi = cfi
    self.quote = quote
    self.totalProgression = totalProgression
    self.textRulesVersion = textRulesVersion
    self.document = document
  }
}
