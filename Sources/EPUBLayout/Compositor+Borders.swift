import EPUBContent

// Borders with a left or a right side. A box's upper side is a line of its own before its first block, its
// lower side one after its last; the other sides stand in every line between, at the edges of the box that
// it stands in. Free rows inside a box are lines too, so that its sides do not break off. A page that turns
// in a box cuts it open; its upper and lower side stay with the text beside them.
//
// A side costs a cell and a blank one, which Content has counted in the box's insets. Where margins shrink, sides
// keep these cells; where there is no room for them, the whole border is left out (`PageInsets`).

/// A border that lines stand in.
struct Border: Equatable {
  /// Index of its box.
  let box: Int
  /// From its left side to its right one.
  let edges: Edges
  let hasLeft: Bool
  let hasRight: Bool
}

/// Which boxes have borders.
struct BorderedBoxes {
  /// For each box the innermost one with a border that it is or stands in, -1 for none; empty where no box
  /// has a border.
  private var innermost: [Int32] = []

  init() {}

  /// - Parameter drawn: for each box whether its border is.
  init(of boxes: [Box], drawn: [Bool]) {
    guard drawn.contains(true) else { return }
    innermost.reserveCapacity(boxes.count)
    for (index, box) in boxes.enumerated() {
      let outer = innermost.indices.contains(Int(box.parent)) ? innermost[Int(box.parent)] : -1
      innermost.append(drawn[index] ? Int32(index) : outer)
    }
  }

  var isEmpty: Bool { innermost.isEmpty }

  /// Those around a box, itself included, outermost first.
  func around(_ box: Int32, _ boxes: [Box]) -> [Int] {
    var found: [Int] = []
    var at = box
    while innermost.indices.contains(Int(at)), innermost[Int(at)] >= 0 {
      let index = Int(innermost[Int(at)])
      found.append(index)
      at = boxes[index].parent
    }
    return found.reversed()
  }
}

/// Where a block stands among borders.
struct BorderChange {
  /// Those around it.
  var boxes: [Int] = []
  /// How many of the open ones go on.
  var keptCount = 0
  /// The outermost that it opens and the one that ended before it share a line.
  var isShared = false
}

/// What was before a block came, in case that it shows nothing.
struct BorderState {
  let change: BorderChange
  let pending: BetweenBlocks
  let openBorders: [Border]
  let lastFlags: Line.Flags?
  /// After free rows inside borders that go on.
  let firstLine: Int
}

extension Compositor {
  /// Ends borders that the block does not stand in, and fills the free rows inside those that go on.
  mutating func changeBorders(for index: Int) -> BorderState {
    let block = document.blocks[index]
    let (wishes, borders, flags) = (pending, openBorders, lines.last?.flags)
    let change = closeBorders(before: block.box, mayShare: block.textStart < block.textEnd)
    if block.table < 0 { fillBorders(block: index) }
    return BorderState(
      change: change, pending: wishes, openBorders: borders, lastFlags: flags,
      firstLine: lines.count)
  }

  /// Forgets a block that showed nothing; its lines are gone already.
  mutating func restore(_ state: BorderState) {
    (pending, openBorders) = (state.pending, state.openBorders)
    if let flags = state.lastFlags { lines[lines.count - 1].flags = flags }
  }

  /// Ends the borders that a block of `box` does not stand in.
  ///
  /// - Parameter mayShare: it will surely have lines.
  mutating func closeBorders(before box: Int32, mayShare: Bool) -> BorderChange {
    var change = BorderChange(boxes: bordered.around(box, document.boxes))
    change.keptCount = zip(openBorders, change.boxes).prefix { $0.box == $1 }.count
    change.isShared = mayShare && sharesSide(change)
    if change.isShared {
      closeBorders(to: change.keptCount + 1)
      openBorders.removeLast()
    }
    closeBorders(to: change.keptCount)
    return change
  }

  /// Whether the outermost border that ends and the one that begins right below it can share a line.
  private func sharesSide(_ change: BorderChange) -> Bool {
    let place = change.keptCount
    guard openBorders.count > place, change.boxes.count > place, pending.rows == 0,
      !pending.breaksPage
    else { return false }
    let (last, next) = (openBorders[place], border(of: change.boxes[place]))
    return last.edges == next.edges && last.hasLeft == next.hasLeft
      && last.hasRight == next.hasRight
      && document.boxes[last.box].border.contains(.bottom)
      && document.boxes[next.box].border.contains(.top)
  }

  /// Ends all borders but the outer `count`.
  mutating func closeBorders(to count: Int) {
    while openBorders.count > count {
      let border = openBorders.removeLast()
      guard document.boxes[border.box].border.contains(.bottom), let last = lines.indices.last
      else {
        continue
      }
      drawSide(of: border, "└", "┘", block: Int(lines[last].block))
      let edge = lines.count - 1
      lines[edge].rows = UInt16(options.lineSpacing)
      lines[edge].flags.formUnion(lines[last].flags.intersection(.keepingTogether))
      lines[last].flags.insert(.keepsWithNext)
      if lines[last].flags.contains(.endsBlock) {
        lines[last].flags.remove(.endsBlock)
        lines[edge].flags.insert(.endsBlock)
      }
    }
  }

  /// Begins the borders that a block stands in and that are not open.
  mutating func openBorders(_ change: BorderChange, block: Int) {
    for (place, box) in change.boxes.enumerated().dropFirst(change.keptCount) {
      let border = border(of: box)
      if change.isShared, place == change.keptCount {
        drawSide(of: border, "├", "┤", block: block)
      } else if document.boxes[box].border.contains(.top) {
        drawSide(of: border, "┌", "┐", block: block)
      }
      openBorders.append(border)
    }
  }

  /// Makes lines of the free rows that are waited for, where sides go on beside them.
  mutating func fillBorders(block: Int) {
    guard !openBorders.isEmpty, pending.rows > 0, !pending.breaksPage, let last = lines.indices.last
    else { return }
    let keeping = lines[last].flags.intersection(.keepingTogether)
    if pending.keeps { lines[last].flags.insert(.prefersNext) }
    for _ in 0..<pending.rows {
      endLine(of: block, firstPiece: pieces.count, textEnd: Int(coveredEnd))
      lines[lines.count - 1].flags.formUnion(keeping)
    }
    pending.rows = 0
  }

  /// Begins what borders a table stands in; their upper sides take what is wanted above its first block.
  mutating func enterBorders(of table: Table, block: Int) {
    noteWishes(of: document.blocks[block])
    let change = closeBorders(before: table.box, mayShare: false)
    guard change.boxes.count > change.keptCount else { return }
    fillBorders(block: block)
    let first = lines.count
    openBorders(change, block: block)
    guard lines.count > first else { return }
    open(first, in: page)
    lines[first].flags.insert(.beginsBlock)
    for line in first..<lines.count {
      lines[line].rows = UInt16(options.lineSpacing)
      lines[line].flags.insert(.keepsWithNext)
    }
    isUnderEdge = true
  }

  private func border(of box: Int) -> Border {
    let outer = edges(ofBox: Int(document.boxes[box].parent), in: page)
    let inner = edges(ofBox: box, in: page)
    let sides = document.boxes[box].border
    let (hasLeft, hasRight) = (sides.contains(.left), sides.contains(.right))
    // Shrunk margins of what it stands in may be wider than its own.
    return Border(
      box: box,
      edges: Edges(
        left: min(outer.left, inner.left - (hasLeft ? 2 : 0)),
        right: max(outer.right, inner.right + (hasRight ? 2 : 0))),
      hasLeft: hasLeft, hasRight: hasRight)
  }

  private mutating func drawSide(
    of border: Border, _ left: StaticString, _ right: StaticString, block: Int
  ) {
    let firstPiece = pieces.count
    let edges = border.edges
    if border.hasLeft { appendCorner(left, at: edges.left) }
    let width = edges.width - (border.hasLeft ? 1 : 0) - (border.hasRight ? 1 : 0)
    if width > 0 { appendRule(width: width, at: edges.left + (border.hasLeft ? 1 : 0)) }
    if border.hasRight { appendCorner(right, at: edges.right - 1) }
    endLine(of: block, firstPiece: firstPiece, textEnd: Int(coveredEnd))
  }

  private mutating func appendCorner(_ corner: StaticString, at column: Int) {
    let start = ornaments.count
    ornaments.append(contentsOf: corner.description.utf8)
    appendOrnament(start..<ornaments.count, width: 1, at: column, textAt: coveredEnd)
  }

  /// Puts the sides of the open borders beside the pieces of a line.
  mutating func appendSides(around firstPiece: Int, textEnd: Int32) {
    makeSide()
    if firstPiece < pieces.count { pieces[firstPiece].beginsGroup = true }
    pieces.insert(contentsOf: leftSides, at: firstPiece)
    pieces.append(contentsOf: rightSides(textEnd))
  }

  /// Puts them beside pieces that stand for no text.
  mutating func addSides(to pieces: inout [Piece]) {
    guard !openBorders.isEmpty else { return }
    makeSide()
    pieces = leftSides + pieces + rightSides(coveredEnd)
  }

  private mutating func makeSide() {
    guard shared.side < 0 else { return }
    shared.side = ornaments.count
    ornaments.append(contentsOf: "│".utf8)
  }

  private var leftSides: [Piece] {
    openBorders.filter(\.hasLeft).map { side(at: $0.edges.left, coveredEnd) }
  }

  private func rightSides(_ text: Int32) -> [Piece] {
    openBorders.reversed().filter(\.hasRight).map { side(at: $0.edges.right - 1, text) }
  }

  private func side(at column: Int, _ text: Int32) -> Piece {
    var piece = Piece(
      column: Int32(column), width: 1, source: .ornament, style: [], start: Int32(shared.side),
      end: Int32(shared.side + 3), textStart: text, textEnd: text)
    piece.beginsGroup = true
    return piece
  }

  /// Columns that a line may fill without touching a side, or the frame's.
  func room(in frame: Frame) -> Edges {
    var room = Edges(left: frame.left, right: frame.left + frame.width)
    for border in openBorders {
      if border.hasLeft { room.left = max(room.left, border.edges.left + 2) }
      if border.hasRight { room.right = min(room.right, border.edges.right - 2) }
    }
    return room
  }
}
