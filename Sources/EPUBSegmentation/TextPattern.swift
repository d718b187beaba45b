/// Something to search for.
public struct TextPattern: Sendable {
  public enum PatternError: Error, Hashable, Sendable {
    /// Nothing is left of it once folded.
    case empty
    /// No regular expression; offset in its UTF-16 and ICU's name of the fault.
    case invalid(offset: Int, reason: String)
  }

  /// A literal text. `wholeWords`: hits begin and end at word boundaries.
  public init(
    literal: String, _ options: FoldingOptions, wholeWords: Bool = false
  ) throws(PatternError) {
    preconditionFailure("not built yet")
  }

  /// An ICU regular expression on the text as it is; of `options` only case counts.
  public init(
    regularExpression: String, _ options: FoldingOptions, wholeWords: Bool = false
  ) throws(PatternError) {
    preconditionFailure("not built yet")
  }

  /// Hits in `range` of `bytes`, ascending, not overlapping, none empty. `isCut` says that a regular
  /// expression used up its step limit there and was given up.
  public func matches(
    in bytes: [UInt8], _ range: Range<Int>, leavingOut: [Range<Int>] = [], _ segmenter: Segmenter
  ) -> (ranges: [Range<Int>], isCut: Bool) {
    preconditionFailure("not built yet")
  }
}
