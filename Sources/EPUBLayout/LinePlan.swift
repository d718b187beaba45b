import EPUBSegmentation

// Where the lines of a block end, chosen for the whole paragraph (after Knuth and Plass, in whole cells).
//
// The model: a *place* is an index of an atom before which a line may begin; place 0 begins the first line.
// Of all ways to set a paragraph in as few lines as it needs, that one is taken whose lines, but for the
// last, leave the smallest sum of squares of free cells; a hyphen costs something too. Paragraphs therefore
// never grow by being set evenly, and it makes no difference to their lines whether they are justified.
//
// The passes: `fill` adds up where atoms lie in one endless line and sets first-fit, which gives the
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
    makeRoom(for: atoms.count + 1)
    starts[0] = 0
    var place = 0
    while place < atoms.count {
      let first = place == 0 ? rule.first : rule.rest
      place = plan(from: place, atoms.span, Rule(first: first, rest: rule.rest, like: rule))
    }
  }

  /// Cells before a place, in one endless line.
  func cells(before place: Int) -> Int { Int(starts[place]) }

  /// Cells of the line from one place to another.
  func width(_ start: Int, _ end: Int) -> Int { Int(ends[end] - starts[start]) }

  private mutating func makeRoom(for placeCount: Int) {
    let lacking = placeCount - starts.count
    guard lacking > 0 else { return }
    starts.append(contentsOf: repeatElement(0, count: lacking))
    ends.append(contentsOf: repeatElement(0, count: lacking))
  }

  /// Plans the lines from `start` to the next forced break; returns the place after it.
  private mutating func plan(from start: Int, _ atoms: Span<Atom>, _ rule: Rule) -> Int {
    let firstBreak = breaks.count
    let filled = Self.fill(from: start, atoms, rule, &starts, &ends, &breaks)
    guard !filled.overflows else {
      breaks.removeLast(breaks.count - firstBreak)
      shortLines.append(Int32(truncatingIfNeeded: breaks.count))
      costs.append(Cost(lineCount: 0, squares: 0))
      breaks.append(~Int32(filled.end))
      filledBreaks.append(~Int32(filled.end))
      return filled.end
    }
    let lineCount = breaks.count - firstBreak
    filledBreaks += breaks[firstBreak...]
    if lineCount > 1, !rule.isFirstFit, filled.end - start <= Self.maximumPlaceCount {
      let paragraph = Paragraph(
        start: start, end: filled.end, firstBreak: firstBreak, lineCount: lineCount)
      if filled.hasHyphens {
        evenHyphenated(paragraph, atoms, rule, bound: bound(of: paragraph))
      } else if lineCount > 2 || rule.balances {
        even(paragraph, rule)
      }
    }
    noteLines(from: firstBreak, start, rule)
    return filled.end
  }

  /// What the paragraph cost the time before, if it had as many lines then.
  private func bound(of paragraph: Paragraph) -> Int {
    guard costs.count < costsBefore.count,
      costsBefore[costs.count].lineCount == paragraph.lineCount
    else { return .max }
    return costsBefore[costs.count].squares
  }

  private struct Filled {
    var end: Int
    var hasHyphens = false
    /// An atom is wider than its line.
    var overflows = false
  }

  /// First-fit up to the next forced break.
  private static func fill(
    from start: Int, _ atoms: Span<Atom>, _ rule: Rule, _ startCells: inout [Int32],
    _ endCells: inout [Int32], _ breaks: inout [Int32]
  ) -> Filled {
    var filled = Filled(end: atoms.count)
    var starts = startCells.mutableSpan
    var ends = endCells.mutableSpan
    var cells = Int(starts[start])
    var lineStart = start
    var limit = cells + rule.first
    for index in start..<atoms.count {
      let atom = atoms[index]
      let isHyphen = atom.breakAfter == .hyphen
      let end = cells + Int(atom.width) + (isHyphen ? 1 : 0)
      if end > limit, index > lineStart {
        breaks.append(Int32(truncatingIfNeeded: index))
        lineStart = index
        limit = cells + rule.rest
      }
      if end > limit { filled.overflows = true }
      if isHyphen { filled.hasHyphens = true }
      cells += Int(atom.width) + Int(atom.spaceWidth)
      ends[index + 1] = Int32(truncatingIfNeeded: end)
      starts[index + 1] = Int32(truncatingIfNeeded: cells)
      if atom.breakAfter == .forced {
        filled.end = index + 1
        break
      }
    }
    breaks.append(Int32(truncatingIfNeeded: filled.end))
    return filled
  }

  /// A line of 72 cells may leave 6 free before it is worth a hyphen.
  private mutating func noteLines(from firstBreak: Int, _ start: Int, _ rule: Rule) {
    var start = start
    var squares = 0
    for index in firstBreak..<breaks.count - 1 {
      let end = Int(breaks[index])
      let room = index == firstBreak ? rule.first : rule.rest
      let free = room - width(start, end)
      squares += free * free
      if free * 12 > room {
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
