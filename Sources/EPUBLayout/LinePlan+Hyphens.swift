import EPUBSegmentation

// The same search where lines may end with hyphens. A hyphen costs as much as a line that leaves a twelfth
// of itself free, in narrow justified lines a quarter of that, the second one in a row twice that; three in a row there never are, and one before the
// last line, which might hold nothing but a few letters, only where there is no other way. So a choice
// with a hyphen has two ways to it: it is the first in a row, or the second.
//
// Costs and origins stand in three lists: of the best way to a choice whatever it ends with, of the best
// that ends without a hyphen, of the best that ends with the first one in a row.

extension LinePlan {
  /// Moves the breaks of a paragraph to where its lines are most even and hyphens few. They stay as they
  /// are filled where only three hyphens in a row would save a line.
  ///
  /// - Parameter bound: what a way without hyphens costs.
  mutating func evenHyphenated(
    _ paragraph: Paragraph, _ atoms: Span<Atom>, _ rule: Rule, bound: Int
  ) {
    guard let firsts = firstChoices(of: paragraph, rule) else { return }
    let bound = min(bound, hyphenatedCost(of: paragraph, atoms, rule))
    ways.begin(at: paragraph.start, bound: bound)
    for line in 1...paragraph.lineCount {
      let room = line == 1 ? rule.first : rule.rest
      let last = Int(breaks[paragraph.firstBreak + line - 1])
      let first = firstChoice(after: ways.sources.lowerBound, upTo: last, room: room, bound)
      ways.beginLine(max(first, Int(firsts[line - 1]))...last, room: room)
      let isLast = line == paragraph.lineCount && !rule.balances
      if isLast { ways.chargeHyphens(atoms, rule.lastHyphenCost) }
      ways.take(atoms, starts, ends, rule.hyphenCost, isLast: isLast)
    }
    guard ways.reachesEnd else { return }
    var place = paragraph.end
    var isOnce = false
    for line in stride(from: paragraph.lineCount, to: 0, by: -1) {
      breaks[paragraph.firstBreak + line - 1] = Int32(truncatingIfNeeded: place)
      (place, isOnce) = ways.origin(of: place, line: line, isOnce: isOnce)
    }
  }

  /// What the lines cost as they are filled; without bound where three hyphens stand in a row.
  private func hyphenatedCost(
    of paragraph: Paragraph, _ atoms: Span<Atom>, _ rule: Rule
  ) -> Int {
    let counted = rule.balances ? paragraph.lineCount : paragraph.lineCount - 1
    var cost = cost(of: paragraph, lines: counted, rule)
    var row = 0
    for line in 0..<paragraph.lineCount - 1 {
      let isHyphen = atoms[Int(breaks[paragraph.firstBreak + line]) - 1].breakAfter == .hyphen
      row = isHyphen ? row + 1 : 0
      if row > 2 { return Int.max / 4 }
      cost += row * rule.hyphenCost
      if row > 0, line == paragraph.lineCount - 2, !rule.balances { cost += rule.lastHyphenCost }
    }
    return cost
  }

  /// For each line the first place that it may end at, so that the lines after it hold the rest; `nil` when
  /// there are too many choices.
  private func firstChoices(of paragraph: Paragraph, _ rule: Rule) -> [Int32]? {
    var firsts = [Int32](repeating: Int32(paragraph.end), count: paragraph.lineCount)
    var place = paragraph.end
    for line in stride(from: paragraph.lineCount - 1, to: 0, by: -1) {
      let least = Int(ends[place]) - rule.rest
      place -= 1
      while place > paragraph.start + line, Int(starts[place - 1]) >= least { place -= 1 }
      let count = Int(breaks[paragraph.firstBreak + line - 1]) - place + 1
      guard count > 0, count <= Self.maximumChoiceCount else { return nil }
      firsts[line - 1] = Int32(truncatingIfNeeded: place)
    }
    return firsts
  }
}

extension LinePlan.Rule {
  /// What a hyphen costs beside the cells that its line leaves free.
  var hyphenCost: Int { rest * rest / (isNarrow ? 576 : 144) + 1 }
  /// So few words stand in a line that wide gaps between them cannot be helped but by hyphens.
  var isNarrow: Bool { isJustified && rest < 50 }
  var lastHyphenCost: Int { 100 * hyphenCost }
}

/// What that search remembers, kept from paragraph to paragraph.
struct HyphenatedWays {
  private struct List {
    var costs: [Int] = []
    var nextCosts: [Int] = []
    var origins: [Int32] = []

    mutating func begin(_ cost: Int) {
      costs.removeAll(keepingCapacity: true)
      costs.append(cost)
      origins.removeAll(keepingCapacity: true)
    }

    mutating func append(_ cost: Int, from origin: Int) {
      nextCosts.append(cost)
      origins.append(Int32(truncatingIfNeeded: origin))
    }

    mutating func endLine() {
      swap(&costs, &nextCosts)
      nextCosts.removeAll(keepingCapacity: true)
    }
  }

  private(set) var sources = 0...0
  private var firstSource = 0
  private var bound = 0
  private var choices = 0...0
  private var room = 0
  private var offsets: [Int] = []
  private var any = List()
  private var plain = List()
  private var once = List()
  /// Whether the best way to a choice ends with the second hyphen in a row.
  private var isTwice: [Bool] = []

  /// - Parameter bound: ways that cost more are as good as none.
  mutating func begin(at start: Int, bound: Int) {
    sources = start...start
    firstSource = start
    self.bound = bound
    any.begin(0)
    plain.begin(0)
    once.begin(bound + 1)
    offsets.removeAll(keepingCapacity: true)
    isTwice.removeAll(keepingCapacity: true)
  }

  mutating func beginLine(_ choices: ClosedRange<Int>, room: Int) {
    self.choices = choices
    self.room = room
    offsets.append(isTwice.count - choices.lowerBound)
  }

  /// Makes hyphens at the ends of the lines so far cost more.
  mutating func chargeHyphens(_ atoms: Span<Atom>, _ cost: Int) {
    for place in sources.dropFirst(offsets.count == 1 ? 1 : 0) {
      guard atoms[place - 1].breakAfter == .hyphen else { continue }
      any.costs[place - firstSource] += cost
    }
  }

  mutating func take(
    _ atoms: Span<Atom>, _ starts: [Int32], _ ends: [Int32], _ hyphenCost: Int, isLast: Bool
  ) {
    func search() -> LinePlan.Search {
      LinePlan.Search(sources, firstSource, room: room, bound: bound)
    }
    var (toAny, toPlain, toOnce) = (search(), search(), search())
    for place in choices {
      if atoms[place - 1].breakAfter != .hyphen {
        let cost =
          isLast
          ? toAny.bestOfLast(to: place, starts.span, ends.span, any.costs.span)
          : toAny.best(to: place, starts.span, ends.span, any.costs.span)
        appendPlain(cost, from: toAny.origin)
      } else {
        let first = toPlain.best(to: place, starts.span, ends.span, plain.costs.span)
        let second = toOnce.best(to: place, starts.span, ends.span, once.costs.span)
        appendHyphen(
          first + hyphenCost, from: toPlain.origin, second + 2 * hyphenCost, from: toOnce.origin)
      }
    }
    any.endLine()
    plain.endLine()
    once.endLine()
    firstSource = choices.lowerBound
    sources =
      (choices.first { any.costs[$0 - firstSource] <= bound } ?? firstSource)...choices.upperBound
  }

  private mutating func appendPlain(_ cost: Int, from origin: Int) {
    any.append(cost, from: origin)
    plain.append(cost, from: origin)
    once.append(bound + 1, from: origin)
    isTwice.append(false)
  }

  private mutating func appendHyphen(
    _ first: Int, from firstOrigin: Int, _ second: Int, from secondOrigin: Int
  ) {
    isTwice.append(second < first)
    any.append(min(first, second), from: second < first ? secondOrigin : firstOrigin)
    plain.append(bound + 1, from: firstOrigin)
    once.append(first, from: firstOrigin)
  }

  var reachesEnd: Bool { any.costs.last.map { $0 <= bound } ?? false }

  /// Where the n-th line of the best way begins that ends at `place`, and whether it must begin after the
  /// first hyphen in a row.
  func origin(of place: Int, line: Int, isOnce: Bool) -> (place: Int, isOnce: Bool) {
    let choice = offsets[line - 1] + place
    return isOnce
      ? (Int(once.origins[choice]), false) : (Int(any.origins[choice]), isTwice[choice])
  }
}
