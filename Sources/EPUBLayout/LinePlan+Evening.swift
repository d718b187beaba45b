import EPUBSegmentation

// The cost of a line is a convex function of its length, and its length a difference of two sums. So the
// best start of a line never moves back when its end moves forward: each search goes on where the one
// before it found its own, and stops as soon as the line alone costs more than the best found.

extension LinePlan {
  /// Moves the breaks of a paragraph without hyphens to where its lines are most even.
  ///
  /// What the filled lines cost bounds the search: nothing is looked at that costs more by itself.
  mutating func even(_ paragraph: Paragraph, _ rule: Rule) {
    let counted = rule.balances ? paragraph.lineCount : paragraph.lineCount - 1
    let bound = cost(of: paragraph, lines: counted, rule)
    guard bound > counted else { return }
    scratch.begin(at: paragraph.start)
    for line in 1...counted {
      let room = line == 1 ? rule.first : rule.rest
      let last = Int(breaks[paragraph.firstBreak + line - 1])
      let first = firstChoice(
        after: scratch.sources.lowerBound, upTo: last, room: room, bound)
      guard last - first < Self.maximumChoiceCount else { return }
      let offset = scratch.beginLine(first...last)
      let reached = Self.take(
        first...last, Search(scratch.sources, scratch.firstSource, room: room, bound: bound),
        starts, ends, scratch.costs, &scratch.nextCosts, &scratch.origins, at: offset)
      scratch.endLine(first...last, reached: reached)
    }
    var place = paragraph.end
    if !rule.balances {
      var search = Search(scratch.sources, scratch.firstSource, room: rule.rest, bound: bound)
      _ = search.bestOfLast(to: place, starts.span, ends.span, scratch.costs.span)
      place = search.origin
    }
    for line in stride(from: counted, to: 0, by: -1) {
      breaks[paragraph.firstBreak + line - 1] = Int32(truncatingIfNeeded: place)
      place = Int(scratch.origins[scratch.choice(place, of: line)])
    }
  }

  /// Squares of the free cells of the first lines, as they are filled.
  func cost(of paragraph: Paragraph, lines: Int, _ rule: Rule) -> Int {
    var cost = 0
    var start = paragraph.start
    for line in 0..<lines {
      let end = Int(breaks[paragraph.firstBreak + line])
      let free = (line == 0 ? rule.first : rule.rest) - width(start, end)
      cost += free * free
      start = end
    }
    return cost
  }

  /// The first place that a line from `start` or later can end at and cost no more than `bound`.
  func firstChoice(after start: Int, upTo last: Int, room: Int, _ bound: Int) -> Int {
    var place = last
    while place - 1 > start {
      let free = room - width(start, place - 1)
      if free > 0, free * free > bound { break }
      place -= 1
    }
    return place
  }

  /// Finds the best way to each choice; returns the first one worth going on from.
  private static func take(
    _ choices: ClosedRange<Int>, _ search: Search, _ starts: [Int32], _ ends: [Int32],
    _ costs: [Int], _ nextCosts: inout [Int], _ origins: inout [Int32], at offset: Int
  ) -> Int {
    var search = search
    let starts = starts.span
    let ends = ends.span
    let costs = costs.span
    var nextCosts = nextCosts.mutableSpan
    var origins = origins.mutableSpan
    var reached = choices.upperBound
    for place in choices {
      let cost = search.best(to: place, starts, ends, costs)
      let choice = place &- choices.lowerBound
      nextCosts[choice] = cost
      origins[offset &+ choice] = Int32(truncatingIfNeeded: search.origin)
      if cost <= search.bound, place < reached { reached = place }
    }
    return reached
  }
}

extension LinePlan {
  /// Finds for ascending ends of a line its best start.
  struct Search {
    private let sources: ClosedRange<Int>
    /// The place that the first cost is of.
    private let base: Int
    private let room: Int
    /// Ways that cost more are as good as none.
    let bound: Int
    private(set) var origin: Int

    init(_ sources: ClosedRange<Int>, _ base: Int, room: Int, bound: Int) {
      self.sources = sources
      self.base = base
      self.room = room
      self.bound = bound
      origin = sources.lowerBound
    }

    /// The cost of the best way whose last line ends at `place`; `origin` is where that line begins, of
    /// several the last.
    @inline(__always) mutating func best(
      to place: Int, _ starts: Span<Int32>, _ ends: Span<Int32>, _ costs: Span<Int>
    ) -> Int {
      // Nothing here can overflow: places and cells have 32 bits, costs are far below the largest number
      // (`hyphenatedCost` gives a quarter of it at most), and nobody goes on from one above the bound.
      let least = Int(ends[place]) &- room
      let last = min(sources.upperBound, place &- 1)
      while origin < last, Int(starts[origin]) < least { origin &+= 1 }
      var best = bound &+ 1
      var source = origin
      while source <= last {
        let free = Int(starts[source]) &- least
        let square = free &* free
        if square > best { break }
        let cost = costs[source &- base] &+ square
        if cost <= best, free >= 0 {
          best = cost
          origin = source
        }
        source &+= 1
      }
      return best
    }

    /// The same for a last line, which may be as short as it likes.
    mutating func bestOfLast(
      to place: Int, _ starts: Span<Int32>, _ ends: Span<Int32>, _ costs: Span<Int>
    ) -> Int {
      let least = Int(ends[place]) - room
      var best = bound + 1
      for source in sources.prefix(max(0, place - sources.lowerBound)) {
        guard Int(starts[source]) >= least else { continue }
        let cost = costs[source - base]
        if cost <= best {
          best = cost
          origin = source
        }
      }
      return best
    }
  }
}
