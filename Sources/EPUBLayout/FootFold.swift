import EPUBBasics

// Pages with notes at their foot, below a rule. A line that refers to notes needs room for them, too: for all
// of each, but of the last two lines are enough, which then go on at the foot of the pages after this. Of a page
// that goes on with a note the running text has a third at least, and no other note begins there until that
// one has ended. Only where a page has no room for one line and its notes do they begin on the next.

/// A line of a note that waits for a page.
struct FootLine: Hashable, Sendable {
  /// Index in the galley.
  var line: Int
  var note: Int
  /// Lines of its note before it.
  var before: Int
}

/// What stands on one page.
struct FootedPage {
  /// Running lines.
  var lines: Range<Int>
  var foot: ArraySlice<FootLine>
  /// Free rows between the two.
  var freeRows: Int
}

struct FootFold {
  private let fold: PageFold
  private let lines: [Line]
  private let height: Int
  private let notes: FootNotes
  /// The next in the order of references.
  private var next = 0
  /// Lines of notes that have begun, or should have.
  private var waiting: ArraySlice<FootLine> = []

  init(_ galley: Galley, _ notes: FootNotes, height: Int) {
    self.notes = notes
    self.height = height
    lines = galley.lines
    fold = PageFold(
      lines: Array(galley.lines[..<notes.runningLineCount]), height: height,
      tableHeads: galley.tableHeads)
  }

  /// The pages in order.
  mutating func pages() -> [FootedPage] {
    var pages: [FootedPage] = []
    var first = 0
    while first < fold.lines.count || !waiting.isEmpty {
      let page = page(from: first)
      pages.append(page)
      first = page.lines.upperBound
    }
    return pages
  }

  /// The page that begins with a running line, behind the last of them the next that holds only notes.
  private mutating func page(from first: Int) -> FootedPage {
    let carried = waiting.prefix(carriedCount(from: first))
    var fill = PageFill(belowRows: fold.headRows(above: first))
    if first == fold.lines.count || !carried.isEmpty && !hasRoom(first, fill, over: carried) {
      return page(first..<first, usedRows: 0, fill)
    }
    let end = end(of: first, carried)
    while next < notes.order.count, notes.order[next].line < end {
      waiting += footLines(of: notes.order[next].note, atMost: .max)
      next += 1
    }
    for index in first..<end.advanced(by: -1) { fill.put(lines[index]) }
    let used = fill.end(with: lines[end - 1])
    fill.put(lines[end - 1])
    return page(first..<end, usedRows: used, fill)
  }

  /// Gives a page as much of what waits as there is room for.
  ///
  /// - Parameter usedRows: without the free ones of the line spacing below the last line.
  private mutating func page(
    _ running: Range<Int>, usedRows: Int, _ fill: PageFill
  ) -> FootedPage {
    var count = count(of: waiting, in: height - usedRows)
    // One line alone does not go over, where more than one would be left.
    let rest = waiting.dropFirst(count)
    if let last = rest.first, last.before == notes.notes[last.note].lines.count - 1,
      count > 1, last.before >= 3
    {
      count -= 1
    }
    let foot = waiting.prefix(count)
    waiting = waiting.dropFirst(count)
    let free = foot.isEmpty || running.isEmpty ? 0 : height - rows(of: foot) - fill.usedRows
    return FootedPage(lines: running, foot: foot, freeRows: free)
  }

  /// How many of the lines that wait from pages before are shown at the least, before those that new notes
  /// bring.
  private func carriedCount(from first: Int) -> Int {
    if first == fold.lines.count { return waiting.count }
    let most = max(2, height * 2 / 3)
    let count = count(of: waiting, in: most)
    if count == waiting.count || waiting.count > height || !refersToNotes(first) { return count }
    let whole = rows(of: waiting + leastFoot(of: first))
    let own = PageFill(belowRows: fold.headRows(above: first)).end(with: lines[first])
    return own + whole <= height ? waiting.count : count
  }

  /// Whether a page can begin with a running line over what it goes on with.
  private func hasRoom(
    _ first: Int, _ fill: PageFill, over carried: ArraySlice<FootLine>
  ) -> Bool {
    let own = fill.end(with: lines[first])
    if !refersToNotes(first) { return own + rows(of: carried) <= height }
    return carried.count == waiting.count
      && own + rows(of: carried + leastFoot(of: first)) <= height
  }

  /// Index after the last running line of the page that begins with `first`.
  private func end(of first: Int, _ carried: ArraySlice<FootLine>) -> Int {
    var fill = PageFill(belowRows: fold.headRows(above: first))
    var foot = carried
    var order = next
    let isClosed = carried.count < waiting.count
    for index in first..<fold.lines.count {
      let line = lines[index]
      if index > first, line.flags.contains(.breaksBefore) { return index }
      var added: ArraySlice<FootLine> = []
      while order < notes.order.count, notes.order[order].line == index {
        added += footLines(of: notes.order[order].note, atMost: height)
        order += 1
      }
      let isWhole = fill.end(with: line) + rows(of: foot + added) <= height
      if index > first, !isWhole,
        added.isEmpty || isClosed
          || fill.end(with: line) + rows(of: foot + leastFoot(of: index)) > height
      {
        return fold.turn(
          from: first, full: index, used: fill.usedRows, of: height - rows(of: foot))
      }
      fill.put(line)
      if !isWhole {
        // What is left of the page is the note's.
        let least = foot + leastFoot(of: index)
        return fold.turn(
          from: first, full: index + 1, used: fill.usedRows, of: height - rows(of: least))
      }
      foot += added
    }
    return fold.lines.count
  }

  private func refersToNotes(_ line: Int) -> Bool {
    next < notes.order.count && notes.order[next].line == line
  }

  /// - Parameter count: more than a page holds is enough to see that it does not.
  private func footLines(of note: Int, atMost count: Int) -> [FootLine] {
    let range = notes.notes[note].lines
    return range.prefix(count).map { FootLine(line: $0, note: note, before: $0 - range.lowerBound) }
  }

  /// What must stand on the page of a line that refers to notes.
  private func leastFoot(of line: Int) -> ArraySlice<FootLine> {
    let first = notes.order.firstPlace { $0.line >= line }
    let own = notes.order[first...].prefix { $0.line == line }
    var least: ArraySlice<FootLine> = []
    for reference in own.dropLast() { least += footLines(of: reference.note, atMost: height) }
    if let last = own.last { least += footLines(of: last.note, atMost: 2) }
    return least
  }
}

// Rows of a foot
extension FootFold {
  /// Rows that the rule and lines under it take; none without lines.
  private func rows(of foot: ArraySlice<FootLine>) -> Int {
    var fill = PageFill(belowRows: 1)
    var rows = 0
    for (index, line) in zip(foot.indices, foot) {
      let set = lines[line.line].inFoot(isFirst: index == foot.startIndex || line.before == 0)
      rows = fill.end(with: set)
      fill.put(set)
    }
    return rows
  }

  /// How many of the lines have room in so many rows, the rule's among them.
  private func count(of waiting: ArraySlice<FootLine>, in rows: Int) -> Int {
    var fill = PageFill(belowRows: 1)
    var count = 0
    for line in waiting {
      let set = lines[line.line].inFoot(isFirst: count == 0 || line.before == 0)
      if fill.end(with: set) > rows { break }
      fill.put(set)
      count += 1
    }
    // Readings stand above their line.
    if count > 0, lines[waiting[waiting.startIndex + count - 1].line].flags.contains(.isRaised) {
      count -= 1
    }
    return count
  }
}

extension Line {
  /// As it stands at a page's foot.
  ///
  /// - Parameter isFirst: of its note, or of those on the page: then no free row is above it.
  func inFoot(isFirst: Bool) -> Line {
    var line = self
    if isFirst { line.spaceAbove = 0 }
    line.flags = flags.intersection([.beginsBlock, .endsBlock, .isReordered]).union(.isFoot)
    return line
  }
}
