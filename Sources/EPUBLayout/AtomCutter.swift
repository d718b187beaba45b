import EPUBSegmentation

/// Cuts an atom that is wider than its line, piece by piece from its start to its end.
///
/// The clusters and the natural cuts are found once for each atom, so a word of megabytes is cut in
/// linear time.
struct AtomCutter {
  struct Cut {
    var end: Int
    var width: Int
  }

  private var atom = -1
  private var isASCII = false
  private var end = 0
  private var clusters: [Cluster] = []
  private var nextCluster = 0
  private var cuts: [Int32] = []
  private var nextCut = 0

  /// Forgets the atom; call it when other atoms are taken.
  mutating func reset() { atom = -1 }

  /// Makes ready to cut atom `index`, which is `range` and `width` cells wide, unless it is at it already.
  mutating func begin(
    _ index: Int, of bytes: [UInt8], in range: Range<Int>, width: Int, by segmenter: Segmenter
  ) {
    guard atom != index else { return }
    atom = index
    end = range.upperBound
    // No character of more than one byte takes as many cells as it has bytes.
    isASCII = width == range.count && segmenter.measurer == nil
    clusters.removeAll(keepingCapacity: true)
    nextCluster = 0
    if !isASCII { segmenter.appendClusters(of: bytes, in: range, to: &clusters) }
    cuts = segmenter.naturalCuts(of: bytes, in: range)
    nextCut = 0
  }

  /// The longest start of what is left, from `start`, that `room` cells hold: up to a natural cut where one
  /// is in reach, else up to a cluster's end. `nil` when nothing fits.
  mutating func cut(from start: Int, into room: Int, onlyAtNaturalCuts: Bool) -> Cut? {
    isASCII
      ? cutBytes(from: start, into: room, onlyAtNaturalCuts: onlyAtNaturalCuts)
      : cutClusters(from: start, into: room, onlyAtNaturalCuts: onlyAtNaturalCuts)
  }

  private mutating func cutBytes(from start: Int, into room: Int, onlyAtNaturalCuts: Bool) -> Cut? {
    let reach = min(end, start + max(room, 0))
    while nextCut < cuts.count, Int(cuts[nextCut]) <= reach { nextCut += 1 }
    if nextCut > 0, Int(cuts[nextCut - 1]) > start {
      let cut = Int(cuts[nextCut - 1])
      return Cut(end: cut, width: cut - start)
    }
    guard !onlyAtNaturalCuts, reach > start else { return nil }
    return Cut(end: reach, width: reach - start)
  }

  private mutating func cutClusters(from start: Int, into room: Int, onlyAtNaturalCuts: Bool)
    -> Cut?
  {
    var index = nextCluster
    var reached = Cut(end: start, width: 0)
    var natural: (cut: Cut, next: Int)?
    while index < clusters.count, reached.width + Int(clusters[index].width) <= room {
      reached.end = Int(clusters[index].end)
      reached.width += Int(clusters[index].width)
      index += 1
      while nextCut < cuts.count, Int(cuts[nextCut]) < reached.end { nextCut += 1 }
      if nextCut < cuts.count, Int(cuts[nextCut]) == reached.end { natural = (reached, index) }
    }
    if let natural, natural.cut.end > start {
      nextCluster = natural.next
      rewindCuts(to: natural.cut.end)
      return natural.cut
    }
    guard !onlyAtNaturalCuts, reached.end > start else {
      rewindCuts(to: start)
      return nil
    }
    nextCluster = index
    return reached
  }

  /// What was looked at beyond the cut is looked at again: no more than one line of it.
  private mutating func rewindCuts(to offset: Int) {
    while nextCut > 0, Int(cuts[nextCut - 1]) > offset { nextCut -= 1 }
  }

  /// The one cluster at `start`, however wide.
  mutating func cutOne(from start: Int) -> Cut {
    if isASCII { return Cut(end: min(end, start + 1), width: 1) }
    guard nextCluster < clusters.count else { return Cut(end: end, width: 0) }
    let cluster = clusters[nextCluster]
    nextCluster += 1
    return Cut(end: Int(cluster.end), width: Int(cluster.width))
  }
}
