import EPUBSegmentation

// Where the lines of a block end, chosen for the whole paragraph (after Knuth and Plass, in whole cells).
//
// The model: a *place* is an index of an atom before which a line may begin; place 0 begins the first line.
// Of all ways to set a paragraph in as few lines as it needs, that one is taken whose lines, but for the
// last, leave the smallest sum of squares of free cells; a hyphen costs something too. Paragraphs therefore
// never grow by being set evenly, and it makes no difference to their lines whether they are justified.
//
// The passes: `measure` adds up where atoms lie in one endless line. `fill` sets first-fit, which gives the
// number of lines and for each the last place it may end at. `even` and `evenHyphenated` choose among that
// place and those before it.
//
// Left as first-fit fills them: paragraphs of more than `maximumPlaceCount` places or with a line that might
// end at more than `maximumChoiceCount` of them. Not planned at all (`Compositor` cuts as it goes): those
// with an atom wider than its line, kept white space, tabs.

struct LinePlan {
  static let maximumPlaceCount = 1 << 16
  static let maximumChoiceCount = 512

  /// What the lines of a block must fit and are to look like.
  struct Rule {
    /// Cells of the first line and of all others, at least 1.
    var first: Int
    var rest: Int
    /// The last line counts as the others do: headings and centred lines are all about as long.
    var balances = false
    /// Free cells become gaps between words, which are seen more than a ragged edge.
    var isJustified = false
    /// Leave all lines as they are filled first.
    var isFirstFit = false
  }

  /// The place after each line, ascending. `~place` stands for all lines up to there of a paragraph that is
  /// not planned.
  var breaks: [Int32] = []
  /// Which of `breaks` end a line so short that a hyphen would help, or lines that are not planned.
  private(set) var shortLines: [Int32] = []
  /// The place after each line as it is filled first, in the order of `breaks`.
  private(set) var filledBreaks: [Int32] = []

  /// Cells before each place, white space counted.
  private(set) var starts: [Int32] = []
  /// Cells up to the end of a line that ends at the place: its white space left out, its hyphen counted.
  private(set) var ends: [Int32] = []

  private var hasHyphens = false
  /// Before the end.
  private var hasForcedBreaks = false

  var scratch = Scratch()
  var ways = HyphenatedWays()

  /// What the lines of each paragraph cost, where that is known, and what they did the time before.
  private var costs: [Cost] = []
  private var costsBefore: [Cost] = []

  private struct Cost {
    var lineCount: Int
    var squares: Int
  }

  /// - Parameter isAgain: the atoms are those of the time before, some of them divided.
  mutating func make(_ atoms: [Atom], _ rule: Rule, isAgain: Bool = false) {
    swap(&costs, &costsBefore)
    costs.removeAll(keepingCapacity: true)
    if !isAgain { costsBefore.removeAll(keepingCapacity: true) }
    breaks.removeAll(keepingCapacity: true)
    filledBreaks.removeAll(keepingCapacity: true)
    shortLines.removeAll(keepingCapacity: true)
    measure(atoms.span)
    var place = 0
    while place < atoms.count {
      var end = place + 1
      if hasForcedBreaks {
        while end < atoms.count, atoms[end - 1].breakAfter != .forced { end += 1 }
      } else {
        end = atoms.count
      }
      let first = place == 0 ? rule.first : rule.rest
      plan(place..<end, atoms.span, Rule(first: first, rest: rule.rest, like: rule))
      place = end
    }
  }

  /// Cells before a place, in one endless line.
  func cells(before place: Int) -> Int { Int(starts[place]) }

  /// Cells of the line from one place to another.
  func width(_ start: Int, _ end: Int) -> Int { Int(ends[end] - starts[start]) }

  private mutating func measure(_ atoms: Span<Atom>) {
    let count = atoms.count + 1
    if starts.count < count {
      starts.append(contentsOf: repeatElement(0, count: count - starts.count))
      ends.append(contentsOf: repeatElement(0, count: count - ends.count))
    }
    (hasHyphens, hasForcedBreaks) = Self.measure(atoms, &starts, &ends)
  }

  private static func measure(
    _ atoms: Span<Atom>, _ startCells: inout [Int32], _ endCells: inout [Int32]
  ) -> (hasHyphens: Bool, hasForcedBreaks: Bool) {
    var starts = startCells.mutableSpan
    var ends = endCells.mutableSpan
    var cells: Int32 = 0
    var hasHyphens = false
    var forcedCount = 0
    for index in atoms.indices {
      let atom = atoms[index]
      starts[index] = cells
      cells &+= atom.width
      ends[index + 1] = cells
      if atom.breakAfter == .hyphen {
        ends[index + 1] = cells &+ 1
        hasHyphens = true
      } else if atom.breakAfter == .forced {
        forcedCount += 1
      }
      cells &+= atom.spaceWidth
    }
    starts[atoms.count] = cells
    return (hasHyphens, forcedCount > 1)
  }

  /// Plans the lines of a paragraph.
  private mutating func plan(_ places: Range<Int>, _ atoms: Span<Atom>, _ rule: Rule) {
    let firstBreak = breaks.count
    guard fill(from: places.lowerBound, to: places.upperBound, rule) else {
      breaks.removeLast(breaks.count - firstBreak)
      shortLines.append(Int32(truncatingIfNeeded: breaks.count))
      costs.append(Cost(lineCount: 0, squares: 0))
      breaks.append(~Int32(places.upperBound))
      filledBreaks.append(~Int32(places.upperBound))
      return
    }
    let lineCount = breaks.count - firstBreak
    filledBreaks += breaks[firstBreak...]
    if lineCount > 1, !rule.isFirstFit, places.count <= Self.maximumPlaceCount {
      let paragraph = Paragraph(
        start: places.lowerBound, end: places.upperBound, firstBreak: firstBreak,
        lineCount: lineCount)
      if hasHyphens {
        evenHyphenated(paragraph, atoms, rule, bound: bound(of: paragraph))
      } else if lineCount > 2 || rule.balances {
        even(paragraph, rule)
      }
    }
    noteLines(from: firstBreak, places.lowerBound, rule)
  }

  /// What the paragraph cost the time before, if it had as many lines then.
  private func bound(of paragraph: Paragraph) -> Int {
    guard costs.count < costsBefore.count,
      costsBefore[costs.count].lineCount == paragraph.lineCount
    else { return .max }
    return costsBefore[costs.count].squares
  }

  /// First-fit from `start` to `end`; `false` when a line cannot hold even one atom.
  ///
  /// Lines hold about as many atoms each: the count of the last one saves two of three steps. Where hyphens
  /// are allowed, a line's end may lie behind the next one's, so steps are taken one by one.
  private mutating func fill(from start: Int, to end: Int, _ rule: Rule) -> Bool {
    let ends = ends
    var lineStart = start
    var room = rule.first
    var count = 1
    while true {
      let limit = Int(starts[lineStart]) + room
      var place = min(lineStart + (hasHyphens ? 1 : count), end)
      while place > lineStart, Int(ends[place]) > limit { place -= 1 }
      while place < end, Int(ends[place + 1]) <= limit { place += 1 }
      if place == lineStart { return false }
      breaks.append(Int32(truncatingIfNeeded: place))
      if place == end { return true }
      count = place - lineStart
      lineStart = place
      room = rule.rest
    }
  }

  /// Notes what lines cost, and which are so short that a hyphen might help.
  private mutating func noteLines(from firstBreak: Int, _ start: Int, _ rule: Rule) {
    var start = start
    var squares = 0
    for index in firstBreak..<breaks.count - 1 {
      let end = Int(breaks[index])
      let room = index == firstBreak ? rule.first : rule.rest
      let free = room - width(start, end)
      squares += free * free
      if free * rule.leastPartFree > room {
        shortLines.append(Int32(truncatingIfNeeded: index))
      }
      start = end
    }
    // Where the last line counts too, or hyphens do, this is not what they cost.
    let isKnown = !rule.balances && costsBefore.isEmpty
    costs.append(
      Cost(lineCount: isKnown ? breaks.count - firstBreak : 0, squares: squares))
  }
}

extension LinePlan.Rule {
  /// Which part of a line, as a divisor, may stay free before a hyphen is looked for: 7 cells of 72. Spread
  /// over a dozen gaps, 9 are not seen; over the few gaps of a narrow line a twentieth is.
  fileprivate var leastPartFree: Int { isNarrow ? 20 : isJustified ? 8 : 10 }

  fileprivate init(first: Int, rest: Int, like other: Self) {
    self = other
    self.first = first
    self.rest = rest
  }
}

extension LinePlan {
  /// Lines between two forced breaks, as they are filled.
  struct Paragraph {
    var start: Int
    var end: Int
    /// Where its breaks begin in `breaks`.
    var firstBreak: Int
    var lineCount: Int
  }
}
