/// Lines put below one another from the top of a page or a view: the rows they stand on.
///
/// Free rows above the first one vanish, below a table's head that is shown again, too; those that the line
/// spacing leaves below the last need no room.
struct PageFill {
  /// Rows taken, those of the line spacing below the last line among them.
  private(set) var usedRows: Int
  private var isAtTop = true

  /// - Parameter belowRows: what stands above the first line already: the head of a table, shown again.
  init(belowRows: Int = 0) {
    usedRows = belowRows
  }

  /// The row at which a line stands that comes next.
  func row(of line: Line) -> Int { isAtTop ? usedRows : usedRows + Int(line.spaceAbove) }

  /// Rows that are needed with a line that comes next.
  func end(with line: Line) -> Int { row(of: line) + line.ownRows }

  mutating func put(_ line: Line) {
    usedRows = row(of: line) + line.takenRows
    isAtTop = false
  }
}

extension Line {
  /// Rows that must be on the page: free ones of the line spacing need not.
  var ownRows: Int { image >= 0 ? max(1, Int(rows)) : 1 }
  var takenRows: Int { max(1, Int(rows)) }
}

// Views that begin anywhere, not at a page's top; no line but the item's end ends them.
extension Galley {
  /// The rows on which lines stand that are put below one another, the first on row 0.
  public func rows(of lines: Range<Int>) -> [(row: Int, line: Int)] {
    var fill = PageFill()
    return lines.map { index in
      defer { fill.put(self.lines[index]) }
      return (fill.row(of: self.lines[index]), index)
    }
  }

  /// The lines from `first` on that have room in `height` rows; at least one, where there is one.
  public func lines(from first: Int, height: Int) -> Range<Int> {
    var fill = PageFill()
    var end = first
    while end < lines.count, end == first || fill.end(with: lines[end]) <= height {
      fill.put(lines[end])
      end += 1
    }
    return first..<end
  }

  /// The first line from which on all up to `last` have room in `height` rows; `last` where nothing
  /// else has room with it.
  public func firstLine(through last: Int, height: Int) -> Int {
    var first = last
    var used = lines[last].ownRows
    while first > 0 {
      used += Int(lines[first].spaceAbove) + lines[first - 1].takenRows
      if used > height { break }
      first -= 1
    }
    return first
  }
}
