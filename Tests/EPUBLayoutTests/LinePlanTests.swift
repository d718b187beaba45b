import EPUBSegmentation
import TestKit
import Testing

@testable import EPUBLayout

@Suite("Plans of lines") struct LinePlanTests {
  @Test("Are the most even of all with so few lines", arguments: 0..<200)
  func best(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let atoms = Self.atoms(&random, hyphens: false)
    let rule = LinePlan.Rule(
      first: .random(in: 6...14, using: &random), rest: .random(in: 6...14, using: &random),
      balances: Bool.random(using: &random))
    var plan = LinePlan()
    plan.make(atoms, rule)
    expectBest(plan, atoms, rule)
    plan.make(atoms, rule)
    expectBest(plan, atoms, rule)
  }

  @Test("Take hyphens where they make lines more even, never three in a row", arguments: 0..<200)
  func bestHyphens(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let atoms = Self.atoms(&random, hyphens: true)
    let rule = LinePlan.Rule(
      first: .random(in: 7...14, using: &random), rest: .random(in: 7...14, using: &random))
    var plan = LinePlan()
    plan.make(atoms, rule)
    expectBest(plan, atoms, rule)
  }

  @Test("Leave lines as they are filled where there are too many places")
  func tooMany() {
    let count = LinePlan.maximumPlaceCount + 1
    var atoms = (0..<count).map { Self.atom(1 + ($0 * 7) % 5, .allowed, at: $0) }
    atoms[count - 1].breakAfter = .forced
    var plan = LinePlan()
    plan.make(atoms, LinePlan.Rule(first: 12, rest: 12))
    var filled = LinePlan()
    filled.make(atoms, LinePlan.Rule(first: 12, rest: 12, isFirstFit: true))
    #expect(plan.breaks == filled.breaks)
    atoms.removeFirst(2)
    plan.make(atoms, LinePlan.Rule(first: 12, rest: 12))
    #expect(plan.breaks.count == filled.breaks.count && plan.breaks != filled.breaks)
  }

  private static func atom(_ width: Int, _ kind: Atom.Break, at index: Int) -> Atom {
    let end = Int32(index * 16 + 16)
    let space: Int32 = kind == .allowed ? 1 : 0
    return Atom(
      textEnd: end - space, end: end, width: Int32(width), spaceWidth: space, breakAfter: kind)
  }

  private static func atoms(_ random: inout SeededGenerator, hyphens: Bool) -> [Atom] {
    let count = Int.random(in: 2...14, using: &random)
    return (0..<count).map { index in
      let kind: Atom.Break =
        index == count - 1 ? .forced : hyphens && Bool.random(using: &random) ? .hyphen : .allowed
      return atom(.random(in: 1...5, using: &random), kind, at: index)
    }
  }

  /// Compares with every way there is.
  private func expectBest(_ plan: LinePlan, _ atoms: [Atom], _ rule: LinePlan.Rule) {
    let breaks = plan.breaks.map(Int.init)
    guard let own = cost(breaks, plan, atoms, rule) else {
      // Only three hyphens in a row could save a line.
      #expect(atoms.contains { $0.breakAfter == .hyphen }, "no way at all: \(breaks)")
      return
    }
    var least = Int.max
    let inner = atoms.count - 1
    for choice in 0..<(1 << inner) {
      var way = (0..<inner).filter { choice >> $0 & 1 == 1 }.map { $0 + 1 }
      way.append(atoms.count)
      guard way.count <= breaks.count, let cost = cost(way, plan, atoms, rule) else { continue }
      #expect(way.count == breaks.count, "\(way) has fewer lines than \(breaks)")
      least = min(least, cost)
    }
    // Where the lines that are filled leave no more than a cell each, nobody looks for better.
    let isFine = own <= breaks.count
    #expect(own == least || isFine && !atoms.contains { $0.breakAfter == .hyphen })
  }

  /// `nil` when a line is too long, or three hyphens stand in a row.
  private func cost(
    _ breaks: [Int], _ plan: LinePlan, _ atoms: [Atom], _ rule: LinePlan.Rule
  ) -> Int? {
    var cost = 0
    var start = 0
    var row = 0
    for (line, end) in breaks.enumerated() {
      let free = (line == 0 ? rule.first : rule.rest) - plan.width(start, end)
      guard free >= 0 else { return nil }
      let isLast = line == breaks.count - 1
      if !isLast || rule.balances { cost += free * free }
      row = atoms[end - 1].breakAfter == .hyphen ? row + 1 : 0
      guard row < 3 else { return nil }
      cost += row * rule.hyphenCost
      if row > 0, line == breaks.count - 2 { cost += rule.lastHyphenCost }
      start = end
    }
    return cost
  }
}
