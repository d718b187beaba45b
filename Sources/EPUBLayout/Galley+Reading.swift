extension Galley {
  /// Blank cells before each piece of a line when its pieces are written in reading order: the line keeps
  /// its left edge, its cells their places, whatever way its text runs.
  ///
  /// Pieces of one group fill one stretch of cells, whatever their order; the room between two neighbours
  /// goes before the one that is read later.
  public func blanks(before line: Line) -> [Int] {
    let range = line.pieceRange
    var blanks = Array(repeating: 0, count: range.count)
    var end: Int32 = 0
    var start = range.lowerBound
    while start < range.upperBound {
      var next = start + 1
      while next < range.upperBound, !pieces[next].beginsGroup { next += 1 }
      let seen = (start..<next).sorted { (pieces[$0].column, $0) < (pieces[$1].column, $1) }
      blanks[start - range.lowerBound] = max(0, Int(pieces[seen[0]].column - end))
      end = pieces[seen[0]].column
      var previous = seen[0]
      for index in seen {
        if index != seen[0], pieces[index].column > end {
          blanks[max(index, previous) - range.lowerBound] += Int(pieces[index].column - end)
        }
        end = max(end, pieces[index].column + pieces[index].width)
        previous = index
      }
      start = next
    }
    return blanks
  }
}
