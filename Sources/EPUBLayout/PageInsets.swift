import EPUBContent

// Where boxes have borders, or float, sums of insets do not tell where they stand: a border's sides need
// their cells however far margins are shrunk, and what floats is as wide as what stands in it. So for such
// documents the cells beside every box of the page are counted once, parents before children. Boxes in
// cells of tables are none of the page's: a cell is a frame of its own.

/// Whole cells beside the boxes of a page.
struct PageInsets {
  struct Sides: Equatable {
    var left = 0
    var right = 0
    var sum: Int { left + right }
  }

  /// For each box; empty where sums of insets tell.
  private(set) var sides: [Sides] = []
  /// For each box: it has a border, and there is room for it.
  private(set) var hasBorder: [Bool] = []

  init() {}

  /// - Parameters:
  ///   - text: cells that margins leave for text, however wide they want to be.
  ///   - wanted: for a box what it wants free beside it.
  ///   - shift: for a box how far the markers of lists around it move it in.
  init(
    of boxes: [Box], measure: Int, leaving text: Int, wanted: (Int) -> Sides,
    shift: (Int) -> Sides
  ) {
    let least = min(measure, max(20, measure * 2 / 5))
    var insides: [Inside] = []
    for (index, box) in boxes.enumerated() {
      let parent = Int(box.parent)
      let isInner = insides.indices.contains(parent) && box.kind != .cell
      var inside = isInner ? insides[parent] : Inside()
      let isDrawn =
        !box.border.isEmpty && inside.count < Self.maximumLevel
        && measure - inside.floor.sum - box.borderCells.sum >= least
      if isDrawn { inside.enter(box.borderCells) }
      let allowed = measure - max(least, text - inside.cells.sum)
      var own = wanted(index).reduced(to: allowed, keeping: inside.cells)
      own.add(shift(index), leaving: measure / 2, of: measure)
      own.keep(inside.floor, within: measure - least)
      if isDrawn { inside.floor = own }
      sides.append(own)
      hasBorder.append(isDrawn)
      insides.append(inside)
    }
  }

  /// What stands in a box stands in these borders.
  private struct Inside {
    /// How far the innermost of them keeps it from the page's edges.
    var floor = Sides()
    /// Cells that all of them take, and how many they are.
    var cells = Sides()
    var count = 0

    mutating func enter(_ border: Sides) {
      floor.add(border)
      cells.add(border)
      count += 1
    }
  }

  /// Moves a box in, and all that stands in it.
  mutating func move(_ box: Int, by cells: Sides) {
    sides[box].add(cells)
  }

  /// More frames around one text tell nobody anything.
  private static let maximumLevel = 6
}

extension PageInsets.Sides {
  fileprivate mutating func add(_ other: Self) {
    left += other.left
    right += other.right
  }

  /// Adds as many cells as leave `least` of the measure.
  fileprivate mutating func add(_ other: Self, leaving least: Int, of measure: Int) {
    left += min(other.left, max(0, measure - sum - least))
    right += min(other.right, max(0, measure - sum - least))
  }

  /// At most `allowed` cells, by taking from what is no border.
  fileprivate func reduced(to allowed: Int, keeping border: Self) -> Self {
    guard sum > allowed else { return self }
    let margins = (left: max(0, left - border.left), right: max(0, right - border.right))
    let all = margins.left + margins.right
    let room = max(0, allowed - border.sum)
    guard all > room else {
      return Self(left: border.left + margins.left, right: border.right + margins.right)
    }
    let kept = margins.left * room / all
    return Self(left: border.left + kept, right: border.right + room - kept)
  }

  /// At least `floor`, and beyond that no more than leaves all of them within `maximum`.
  fileprivate mutating func keep(_ floor: Self, within maximum: Int) {
    left = max(left, floor.left)
    right = max(right, floor.right)
    let over = sum - max(maximum, floor.sum)
    guard over > 0 else { return }
    let surplus = (left: left - floor.left, right: right - floor.right)
    let cut = surplus.left * over / (surplus.left + surplus.right)
    left -= cut
    right = max(floor.right, right - (over - cut))
  }
}

extension Box {
  /// Cells that the sides of its border take, each with a blank one.
  fileprivate var borderCells: PageInsets.Sides {
    PageInsets.Sides(left: border.contains(.left) ? 2 : 0, right: border.contains(.right) ? 2 : 0)
  }
}
