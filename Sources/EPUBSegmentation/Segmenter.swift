/// A stretch of text that a line may not break inside (unless it is longer than the measure), with
/// the white space after it.
public struct Atom: Hashable, Sendable {
  public enum Break: UInt8, Sendable {
    /// A line may end after it.
    case allowed
    /// A line must end after it: it is followed by U+000A (counted into its space), or the text ends.
    case forced
    /// A line may end after it, and then shows a hyphen (U+00AD stood there).
    case hyphen
  }
  /// Offset one past its last visible byte.
  public var textEnd: Int32
  /// Offset one past the white space that follows it; where the next atom begins.
  public var end: Int32
  /// Cells of the visible part, and of the white space after it (0 for a line feed).
  public var width: Int32
  public var spaceWidth: Int32
  public var breakAfter: Break

  public init(textEnd: Int32, end: Int32, width: Int32, spaceWidth: Int32, breakAfter: Break) {
    self.textEnd = textEnd
    self.end = end
    self.width = width
    self.spaceWidth = spaceWidth
    self.breakAfter = breakAfter
  }
}

/// An extended grapheme cluster: what takes cells together and is never cut.
public struct Cluster: Hashable, Sendable {
  /// Offset one past its last byte.
  public var end: Int32
  public var width: Int32
  public init(end: Int32, width: Int32) {
    self.end = end
    self.width = width
  }
}

/// Break opportunities, cell widths and word boundaries of UTF-8 text, by ICU and its dictionaries,
/// with a table for the characters that most books are made of.
///
/// Keeps ICU's iterators, opened when first needed: make one for each thread and use it for many
/// texts. All text given must be well-formed UTF-8, all offsets on scalar boundaries.
public final class Segmenter {
  var table = CharacterTable(filled: ())
  var iterators: [String: BreakIterator] = [:]
  var expressions: [String: RegularExpression] = [:]
  lazy var bidirectional = BidirectionalAlgorithm()
  var levels: [UInt8] = []
  var lineLanguage = ""
  var lineLocale = ""
  var hyphenators: [Hyphenator] = []
  var hyphenatorKeys: [String: HyphenatorKey] = [:]
  /// Text for ICU and what it said of it, kept to be filled again.
  var units: [UInt16] = []
  var boundaries: [Boundary] = []
  /// Widths are those of a host's font; `nil`: cells of a terminal.
  public var measurer: TextMeasurer? {
    didSet { if measurer != oldValue { measured = [:] } }
  }
  /// Clusters that were measured, beside ASCII.
  var measured: [String: Double] = [:]
  /// `false` leaves everything to ICU: what tests compare with.
  package var usesTables = true

  public init() {}

  /// Appends the atoms of `range` (UAX #14; dictionaries for Thai, Lao, Khmer, Burmese, Chinese,
  /// Japanese). They cover the range without gap; the last has `.forced`.
  ///
  /// - Parameters:
  ///   - softHyphens: offsets inside the range before which a hyphen is allowed, ascending.
  ///   - language: BCP 47, `""` for unknown; enters only the choice of break rules.
  public func appendAtoms(
    of bytes: [UInt8], in range: Range<Int>, softHyphens: ArraySlice<Int32>, language: String,
    to atoms: inout [Atom]
  ) {
    let first = atoms.count
    var taken: [Atom] = []
    swap(&taken, &atoms)
    var sink = AtomSink(taken, bytes, softHyphens)
    taken = []
    divide(bytes, range, language, &sink)
    swap(&atoms, &sink.atoms)
    if let measurer { measure(&atoms, from: first, start: range.lowerBound, of: bytes, measurer) }
  }

  /// Appends the clusters of `range`, with their cells.
  public func appendClusters(
    of bytes: [UInt8], in range: Range<Int>, to clusters: inout [Cluster]
  ) {
    let first = clusters.count
    withTable { table in
      ClusterScanner.append(bytes, range, &table, to: &clusters)
    }
    if let measurer {
      measure(&clusters, from: first, start: range.lowerBound, of: bytes, measurer)
    }
  }

  /// Cells of `range`: the sum over its clusters (contract, "Text"); U+000A and controls count 0.
  public func width(of bytes: [UInt8], in range: Range<Int>) -> Int {
    if let measurer { return measuredWidth(of: bytes, in: range, measurer) }
    return withTable { table in CellCounter.width(of: bytes, in: range, &table) }
  }

  /// Takes the table out for the length of `body`: a loop over a class's member would check for
  /// exclusive access at every scalar.
  @inline(__always) func withTable<T>(_ body: (inout CharacterTable) -> T) -> T {
    var table = CharacterTable()
    swap(&table, &self.table)
    defer { swap(&table, &self.table) }
    return body(&table)
  }
}
