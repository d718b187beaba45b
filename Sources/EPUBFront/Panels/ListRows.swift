import EPUBBasics

/// The entries of a list and which of them are shown: those of closed branches are not, and while one
/// looks for something only what holds it, with what it stands under.
///
/// An entry keeps its index for good; its *place* is where it stands among those shown.
struct ListRows {
  private(set) var rows: ListEntries
  private var index = ListIndex()
  private var removed: Set<Int> = []
  private var folded: Set<Int> = []
  private(set) var finder: Finder?
  /// For each row whether it holds what is looked for; `nil` when nothing is.
  private var holds: [Bool]?
  private(set) var isTree = false
  /// The indices of the rows shown, ascending.
  private(set) var shown: [Int] = []
  /// The places where the choice can be, ascending.
  private(set) var stops: [Int] = []

  init(_ entries: ListEntries) {
    rows = entries
    if case .made(let rows) = entries { isTree = rows.contains { $0.level > 0 } }
    show(rows.indices)
  }

  mutating func append(_ new: [ListRow]) {
    let start = rows.count
    // A heading may have got something to open and close.
    let mayOpen = !folded.isEmpty || rows.last?.isEnabled == false
    rows.append(new)
    isTree = isTree || new.contains { $0.level > 0 }
    if finder != nil ? isTree : mayOpen {
      update()
    } else if let finder {
      fillIndex()
      let more = index.entries(holding: finder, from: start)
      holds?.append(contentsOf: more)
      show((start..<rows.count).filter { more[$0 - start] })
    } else {
      show(start..<rows.count)
    }
  }

  /// Folds what was not yet, which `filter` needs.
  mutating func fillIndex() {
    for row in rows[index.count...] { index.append(row) }
  }

  /// Takes an entry out; the others keep their indices.
  mutating func remove(_ row: Int) {
    removed.insert(row)
    update()
  }

  mutating func filter(_ finder: Finder?) {
    self.finder = finder
    update()
  }

  private mutating func update() {
    shown = []
    stops = []
    if let finder {
      fillIndex()
      let holds = index.entries(holding: finder)
      self.holds = holds
      show(branches(to: holds))
    } else {
      holds = nil
      show(open)
    }
  }

  private mutating func show(_ more: some Sequence<Int>) {
    for row in more {
      if canStop(row) { stops.append(shown.count) }
      shown.append(row)
    }
  }

  private func canStop(_ row: Int) -> Bool {
    (rows.isEnabled(row) || hasBranches(row)) && isMatch(row)
  }

  /// Whether it holds what is looked for; all do when nothing is.
  func isMatch(_ row: Int) -> Bool { holds?[row] ?? true }

  /// Rows that no closed branch hides.
  private var open: [Int] {
    var open: [Int] = []
    var closedLevel = Int.max
    for row in rows.indices where !removed.contains(row) {
      let level = rows.level(row)
      if level > closedLevel { continue }
      closedLevel = folded.contains(row) ? level : Int.max
      open.append(row)
    }
    return open
  }

  /// Rows that hold something and those that they stand under.
  private func branches(to holds: [Bool]) -> [Int] {
    var found: [Int] = []
    var level = 0
    for row in rows.indices.reversed() where !removed.contains(row) {
      if holds[row] || rows.level(row) < level {
        found.append(row)
        level = rows.level(row)
      }
    }
    return found.reversed()
  }
}

extension ListRows {
  func hasBranches(_ row: Int) -> Bool {
    row + 1 < rows.count && rows.level(row + 1) > rows.level(row)
  }

  func isFolded(_ row: Int) -> Bool { holds == nil && folded.contains(row) }

  /// Rows that stand under it.
  func branchCount(_ row: Int) -> Int {
    let below = (row + 1..<rows.count).prefix { rows.level($0) > rows.level(row) }
    return below.count { !removed.contains($0) }
  }

  /// What it stands under.
  func parent(of row: Int) -> Int? {
    isTree ? (0..<row).last { rows.level($0) < rows.level(row) } : nil
  }

  mutating func fold(_ row: Int) {
    guard hasBranches(row), folded.insert(row).inserted else { return }
    update()
  }

  mutating func unfold(_ row: Int) {
    if folded.remove(row) != nil { update() }
  }

  /// Opens all that hides a row.
  mutating func reveal(_ row: Int) {
    var hiding: [Int] = []
    var upper = parent(of: row)
    while let next = upper {
      hiding.append(next)
      upper = parent(of: next)
    }
    guard !folded.isDisjoint(with: hiding) else { return }
    folded.subtract(hiding)
    update()
  }

  /// The place of a row, or of the next one that is shown.
  func place(of row: Int) -> Int { shown.firstPlace { $0 >= row } }

  /// Whether the choice can be at a row, as the list is now.
  func isStop(_ row: Int) -> Bool {
    let place = place(of: row)
    let stop = stops.firstPlace { $0 >= place }
    return place < shown.count && shown[place] == row && stop < stops.count && stops[stop] == place
  }

  /// The stop nearest to a row: at it, behind it, or else before it.
  func stop(near row: Int) -> Int? {
    let stop = stops.firstPlace { shown[$0] >= row }
    return stops.isEmpty ? nil : min(stop, stops.count - 1)
  }
}
