/// What a comparison of text leaves out of account, beside kinds of quotes, apostrophes, hyphens and
/// dashes, white space and soft hyphens, which are always one.
public struct FoldingOptions: Hashable, Sendable {
  public var ignoresCase: Bool
  public var ignoresAccents: Bool
  public init(ignoresCase: Bool = true, ignoresAccents: Bool = false) {
    self.ignoresCase = ignoresCase
    self.ignoresAccents = ignoresAccents
  }

  /// Smart case and accents: a pattern without capitals ignores case, one without accents ignores accents.
  public init(smartFor pattern: String) {
    preconditionFailure("not built yet")
  }
}

/// Folded text and the way back to the text it was made of.
public struct FoldedText: Sendable {
  public let bytes: [UInt8]

  /// The source text that `range` of the folded text stands for: whole clusters.
  public func sourceRange(of range: Range<Int>) -> Range<Int> {
    preconditionFailure("not built yet")
  }
}

extension FoldedText {
  /// Folds `range`: NFC-insensitive, full case folding, white space runs as one space.
  ///
  /// - Parameter leavingOut: ranges (ascending) that are passed over as if they weren't there.
  public init(
    folding source: [UInt8], in range: Range<Int>, _ options: FoldingOptions,
    leavingOut: [Range<Int>] = []
  ) {
    preconditionFailure("not built yet")
  }
}
