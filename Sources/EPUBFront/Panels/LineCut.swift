import EPUBSegmentation

/// What of a text fits into so many cells, cells for the ellipses counted in.
struct LineCut: Hashable {
  /// What is shown of it, whole clusters.
  private(set) var range: Range<Int>
  private(set) var isCutBefore = false
  private(set) var isCutAfter = false

  /// - Parameter keeping: what must be seen, with a third of the cells before it where there is so
  ///   much.
  init(_ bytes: [UInt8], cells: Int, keeping: Range<Int>?, _ segmenter: Segmenter) {
    let width = segmenter.width(of: bytes, in: 0..<bytes.count)
    range = 0..<bytes.count
    if width <= cells { return }
    guard cells > 0 else {
      range = 0..<0
      return
    }
    var clusters: [Cluster] = []
    segmenter.appendClusters(of: bytes, in: 0..<bytes.count, to: &clusters)
    let start = Self.start(bytes, width, cells, keeping, segmenter)
    cut(bytes, clusters, from: start, cells)
  }

  /// The cell from which it is shown.
  private static func start(
    _ bytes: [UInt8], _ width: Int, _ cells: Int, _ keeping: Range<Int>?, _ segmenter: Segmenter
  ) -> Int {
    guard let keeping = keeping?.clamped(to: 0..<bytes.count) else { return 0 }
    let before = segmenter.width(of: bytes, in: 0..<keeping.lowerBound)
    let kept = segmenter.width(of: bytes, in: keeping)
    if before + kept < cells { return 0 }
    return max(0, min(before - min(cells / 3, max(0, cells - 2 - kept)), width - (cells - 1)))
  }

  private mutating func cut(_ bytes: [UInt8], _ clusters: [Cluster], from start: Int, _ cells: Int)
  {
    var first = 0
    var lower = 0
    var passed = 0
    while first < clusters.count, passed < start {
      passed += Int(clusters[first].width)
      lower = Int(clusters[first].end)
      first += 1
    }
    isCutBefore = lower > 0
    var left = cells - (isCutBefore ? 1 : 0)
    var upper = lower
    // One cell back for the ellipsis, unless all of the rest fits.
    let rest = clusters[first...].reduce(0) { $0 + Int($1.width) }
    isCutAfter = rest > left
    if isCutAfter { left -= 1 }
    for cluster in clusters[first...] where left >= 0 {
      left -= Int(cluster.width)
      if left >= 0 { upper = Int(cluster.end) }
    }
    // A blank before the ellipsis would look like a word left out.
    while isCutAfter, upper > lower, bytes[upper - 1] == 0x20 { upper -= 1 }
    range = lower..<upper
  }
}
