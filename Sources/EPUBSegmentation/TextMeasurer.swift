/// The widths of letters in a font of a host's, for layouts that are not made for a terminal.
///
/// Asked once for each ASCII character when it is made, and for other clusters as they are met, on any thread.
/// Two measurers are equal when they are one and the same.
public struct TextMeasurer: Hashable, Sendable {
  private final class Font: Sendable {
    let ascii: [Double]
    let width: @Sendable (String) -> Double

    init(_ width: @escaping @Sendable (String) -> Double) {
      self.width = width
      ascii = (0..<128).map { code in
        code < 0x20 || code == 0x7F
          ? 0 : TextMeasurer.bounded(width(String(Unicode.Scalar(UInt8(code)))))
      }
    }
  }

  private let font: Font

  /// - Parameter width: how wide a cluster is, in columns of the page; a space has a width, too.
  public init(_ width: @escaping @Sendable (_ cluster: String) -> Double) { font = Font(width) }

  public static func == (a: TextMeasurer, b: TextMeasurer) -> Bool { a.font === b.font }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(font)) }

  func width(ofASCII byte: UInt8) -> Double { font.ascii[Int(byte)] }

  func width(of cluster: String) -> Double { Self.bounded(font.width(cluster)) }

  /// Nothing is wider than a page could be.
  private static func bounded(_ width: Double) -> Double {
    width > 0 ? min(width, 1_000) : 0
  }
}

// Words are rounded up to whole columns, and a space takes what the word before it has left over: the letters of a
// line never need more room than its columns. Where there is no measurer, none of this is reached.
extension Segmenter {
  /// Columns of `range`, rounded up.
  func measuredWidth(of bytes: [UInt8], in range: Range<Int>, _ measurer: TextMeasurer) -> Int {
    Int(exactWidth(of: bytes, in: range, measurer).rounded(.up))
  }

  /// Widths of the atoms from `first` on, which begin at `start`.
  func measure(
    _ atoms: inout [Atom], from first: Int, start: Int, of bytes: [UInt8], _ measurer: TextMeasurer
  ) {
    var start = start
    for index in first..<atoms.count {
      let (textEnd, end) = (Int(atoms[index].textEnd), Int(atoms[index].end))
      let text = exactWidth(of: bytes, in: start..<max(start, textEnd), measurer)
      let space = exactWidth(of: bytes, in: max(start, textEnd)..<end, measurer)
      let width = text.rounded(.up)
      atoms[index].width = Int32(width)
      atoms[index].spaceWidth = Int32((text + space).rounded(.up) - width)
      start = end
    }
  }

  /// Widths of the clusters from `first` on, which begin at `start`: together they are as wide as their text.
  func measure(
    _ clusters: inout [Cluster], from first: Int, start: Int, of bytes: [UInt8],
    _ measurer: TextMeasurer
  ) {
    var start = start
    var exact = 0.0
    for index in first..<clusters.count {
      let end = Int(clusters[index].end)
      let before = exact.rounded(.up)
      exact += width(of: clusters[index], from: start, in: bytes, measurer)
      clusters[index].width = Int32(exact.rounded(.up) - before)
      start = end
    }
  }

  private func exactWidth(
    of bytes: [UInt8], in range: Range<Int>, _ measurer: TextMeasurer
  ) -> Double {
    var exact = 0.0
    if bytes[range].allSatisfy({ $0 < 0x80 }) {
      for offset in range { exact += measurer.width(ofASCII: bytes[offset]) }
      return exact
    }
    var clusters: [Cluster] = []
    withTable { table in ClusterScanner.append(bytes, range, &table, to: &clusters) }
    var start = range.lowerBound
    for cluster in clusters {
      exact += width(of: cluster, from: start, in: bytes, measurer)
      start = Int(cluster.end)
    }
    return exact
  }

  /// What takes no cells has no width either.
  private func width(
    of cluster: Cluster, from start: Int, in bytes: [UInt8], _ measurer: TextMeasurer
  ) -> Double {
    let range = start..<Int(cluster.end)
    if range.count == 1 { return measurer.width(ofASCII: bytes[start]) }
    if cluster.width == 0 { return 0 }
    let text = String(decoding: bytes[range], as: UTF8.self)
    if let known = measured[text] { return known }
    // Ideographs are many; what was measured is forgotten before it fills the memory.
    if measured.count > 20_000 { measured = [:] }
    let width = measurer.width(of: text)
    measured[text] = width
    return width
  }
}
