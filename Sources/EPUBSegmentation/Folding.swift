import EPUBBasics

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
    let scalars = pattern.unicodeScalars.map(\.value)
    self.init(
      ignoresCase: !scalars.contains(where: UnicodeData.isUppercase),
      ignoresAccents: !scalars.contains(where: FoldingTable.hasAccent))
  }

  /// The same for a regular expression: what stands after a backslash is no text (`\W`, `\p{Lu}`).
  public init(smartForRegularExpression pattern: String) {
    let scalars = Array(pattern.unicodeScalars)
    var text = String.UnicodeScalarView()
    var at = 0
    while at < scalars.count {
      if scalars[at] != "\\" {
        text.append(scalars[at])
        at += 1
      } else if at + 2 < scalars.count, scalars[at + 2] == "{" {
        at = scalars[at...].firstIndex(of: "}") ?? scalars.count
      } else {
        at += 2
      }
    }
    self.init(smartFor: String(text))
  }
}

/// Folded text and the way back to the text it was made of.
public struct FoldedText: Sendable {
  public let bytes: [UInt8]
  private let segments: [FoldedSegment]

  /// The source text that `range` of the folded text stands for: whole clusters.
  public func sourceRange(of range: Range<Int>) -> Range<Int> {
    let start = sourceStart(of: range.lowerBound)
    return start..<max(start, range.isEmpty ? start : sourceEnd(of: range.upperBound))
  }

  private func sourceStart(of offset: Int) -> Int {
    let segment = segments[index(of: offset)]
    return Int(segment.source) + (segment.isUnit ? 0 : offset - segment.folded)
  }

  /// The end of what the byte before `offset` came from.
  private func sourceEnd(of offset: Int) -> Int {
    let index = index(of: offset - 1)
    let segment = segments[index]
    if segment.isUnit { return Int(segments[index + 1].source) }
    return Int(segment.source) + offset - segment.folded
  }

  /// The last segment that begins at or before `offset`.
  private func index(of offset: Int) -> Int {
    max(segments.firstPlace { $0.folded > offset } - 1, 0)
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
    var folder = Folder(source, options)
    folder.fold(range, leavingOut: leavingOut)
    self.init(folder.finish())
  }

  private init(_ parts: (bytes: [UInt8], segments: [FoldedSegment])) {
    bytes = parts.bytes
    segments = parts.segments
  }
}
