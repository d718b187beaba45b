// Pages are filled line by line. Where the page is full, the last place is taken where a page may turn:
// first one that breaks no rule and leaves half of the page filled, else one that breaks only wishes, else
// the place where the page is full.

extension PageTable {
  /// - Parameter height: rows of a page, at least 1.
  public init(of galley: Galley, height: Int) {
    let fold = PageFold(
      lines: galley.lines, height: max(1, height), tableHeads: galley.tableHeads)
    var firstLines: [Int32] = [0]
    var next = fold.endOfPage(from: 0)
    while next < galley.lines.count {
      firstLines.append(Int32(next))
      next = fold.endOfPage(from: next)
    }
    self.init(firstLines: firstLines, lineCount: galley.lines.count)
  }
}

struct PageFold {
  let lines: [Line]
  let height: Int
  let tableHeads: [Galley.TableHead]

  /// Rows that the head of a table takes, shown again above `first`.
  func headRows(above first: Int) -> Int {
    guard !tableHeads.isEmpty else { return 0 }
    return tableHeads.head(repeatedAt: first, lines, height: height)?.rows(lines) ?? 0
  }

  /// Index after the last line of the page that begins with `first`.
  func endOfPage(from first: Int) -> Int {
    var fill = PageFill(belowRows: headRows(above: first))
    var index = first
    while index < lines.count {
      let line = lines[index]
      if index > first {
        if line.flags.contains(.breaksBefore) { return index }
        if fill.end(with: line) > height {
          return turn(from: first, full: index, used: fill.usedRows, of: height)
        }
      }
      fill.put(line)
      index += 1
    }
    return index
  }

  /// Where the page from `first` ends, when no line from `full` on has room; `used` are its rows up to there,
  /// `height` those that it may use.
  func turn(from first: Int, full: Int, used: Int, of height: Int) -> Int {
    var used = used
    var index = full
    var fallback: Int?
    while index > first {
      let last = lines[index - 1]
      let filled = used - last.takenRows + last.ownRows
      let isHalfFull = filled * 2 >= height
      if fallback != nil, !isHalfFull { break }
      if !last.flags.contains(.keepsWithNext) {
        if isHalfFull, !last.flags.contains(.prefersNext) { return index }
        if fallback == nil { fallback = index }
      }
      used -= last.takenRows + Int(last.spaceAbove)
      index -= 1
    }
    guard let fallback, fallback > first else { return full }
    // Lines that no page can hold together are not moved, unless too few of them would stand here.
    return fallback < full && full - fallback > 2 && !holdsTogether(from: fallback)
      ? full : fallback
  }

  /// Whether a page has room for the lines that must follow `first` on its page.
  private func holdsTogether(from first: Int) -> Bool {
    var fill = PageFill(belowRows: headRows(above: first))
    var index = first
    while index < lines.count {
      let line = lines[index]
      if fill.end(with: line) > height { return false }
      if !line.flags.contains(.keepsWithNext) { return true }
      fill.put(line)
      index += 1
    }
    return true
  }
}
