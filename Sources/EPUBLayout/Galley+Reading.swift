extension Galley {
  /// Blank cells before each piece of a line when its pieces are written in reading order: the line keeps
  /// its left edge, its cells their places, whatever way its text runs.
  ///
  /// The room between two neighbours goes before the one that is read later.
  public func blanks(before line: Line) -> [Int] {
    let offset = line.pieceRange.lowerBound
    var blanks = Array(repeating: 0, count: line.pieceRange.count)
    var groups: [Stretch] = []
    var start = offset
    while start < line.pieceRange.upperBound {
      var end = start + 1
      while end < line.pieceRange.upperBound, !pieces[end].beginsGroup { end += 1 }
      let members = (start..<end).map { index in
        Stretch(
          first: index - offset, start: Int(pieces[index].column), width: Int(pieces[index].width))
      }
      groups.append(Stretch.spread(members, over: &blanks))
      start = end
    }
    if !groups.isEmpty { blanks[0] += Stretch.spread(groups, over: &blanks).start }
    return blanks
  }

  /// Cells that something read as one fills.
  private struct Stretch {
    /// The piece that is read first.
    var first: Int
    var start: Int
    var width: Int
    var end: Int { start + width }

    /// Gives the room between stretches to their first pieces; the result is all of them together.
    static func spread(_ stretches: [Stretch], over blanks: inout [Int]) -> Stretch {
      let seen = stretches.sorted {
        ($0.start, $0.width, $0.first) < ($1.start, $1.width, $1.first)
      }
      var whole = seen[0]
      var previous = whole.first
      for stretch in seen.dropFirst() {
        blanks[max(previous, stretch.first)] += max(0, stretch.start - whole.end)
        whole.width = max(whole.end, stretch.end) - whole.start
        previous = stretch.first
      }
      whole.first = stretches[0].first
      return whole
    }
  }
}
