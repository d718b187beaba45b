import EPUBContent
import EPUBSegmentation

// Matrices and aligned lines; tall fences.
extension MathComposer {
  /// - Parameter isOpen: it stands behind a brace or alone; two lines then part, so that a row is between
  ///   them.
  mutating func table(_ table: Formula.Table, _ context: Context, isOpen: Bool) -> MathBox {
    let inner = Context(isDisplay: table.isDisplay, isScript: context.isScript)
    var rows: [[MathBox]] = []
    for row in table.rows { rows.append(row.map { set($0.part, inner) }) }
    if isTooLarge { return MathBox() }
    let lefts = columns(of: table, rows)
    let isParted = rows.contains { $0.contains(where: \.isTall) } || isOpen && rows.count == 2
    var box = MathBox(width: lefts.last ?? 0)
    // First everything hangs from row 0; then it is lifted to stand on its middle.
    var next = 0
    for (line, row) in rows.enumerated() {
      var extent = MathExtent()
      for cell in row { extent.take(cell.extent) }
      if line > 0, isParted { next += 1 }
      for (column, cell) in row.enumerated() {
        let free = lefts[column + 1] - gap(after: column, table, rows) - lefts[column] - cell.width
        let shift =
          switch table.rows[line][column].alignment {
          case .left: 0
          case .center: max(0, free) / 2
          case .right: max(0, free)
          }
        box.put(cell, at: lefts[column] + shift, row: next + extent.above)
      }
      next += extent.above + extent.below + 1
    }
    box.width = max(0, (lefts.last ?? 0) - gap(after: lefts.count - 2, table, rows))
    return box.lifted(by: next > 0 ? (next - 1) / 2 : 0, height: next)
  }

  /// Where each column begins, and where the one after the last would.
  private func columns(of table: Formula.Table, _ rows: [[MathBox]]) -> [Int] {
    let count = rows.map(\.count).max() ?? 0
    var lefts = [0]
    for column in 0..<count {
      let widest = rows.map { column < $0.count ? $0[column].width : 0 }.max() ?? 0
      lefts.append(lefts[column] + widest + gap(after: column, table, rows))
    }
    return lefts
  }

  /// Cells behind a column. Lines that are aligned at their relations have none but what a relation wants.
  private func gap(after column: Int, _ table: Formula.Table, _ rows: [[MathBox]]) -> Int {
    guard column >= 0 else { return 0 }
    let gap = table.gaps[min(column, table.gaps.count - 1)]
    guard gap == 0 else { return gap }
    return table.rows.contains { row in
      column + 1 < row.count && row[column + 1].part.beginsWithMark
    } ? 1 : 0
  }

  // MARK: Fences

  /// A fence around something that high.
  mutating func fence(_ token: Formula.Token, around inside: MathExtent) -> MathBox {
    let height = inside.above + inside.below + 1
    let mark = String(decoding: token.text, as: UTF8.self)
    guard height > 1, let pieces = MathFence.pieces(of: mark, height: height) else {
      return set(token)
    }
    var box = MathBox(width: 1, above: inside.above, below: inside.below)
    for (index, piece) in pieces.enumerated() {
      box.draw(sign(piece, row: index - inside.above, for: token.textRange))
    }
    return box
  }
}

/// Fences of several rows.
enum MathFence {
  /// The pieces from the top down, `nil` for a mark that does not grow.
  static func pieces(of mark: String, height: Int) -> [String]? {
    switch mark {
    case "(": ends("⎛", "⎜", "⎝", height)
    case ")": ends("⎞", "⎟", "⎠", height)
    case "[": ends("⎡", "⎢", "⎣", height)
    case "]": ends("⎤", "⎥", "⎦", height)
    case "⌈": ends("⎡", "⎢", "⎢", height)
    case "⌉": ends("⎤", "⎥", "⎥", height)
    case "⌊": ends("⎢", "⎢", "⎣", height)
    case "⌋": ends("⎥", "⎥", "⎦", height)
    case "{": height == 2 ? ["⎰", "⎱"] : brace("⎧", "⎨", "⎩", height)
    case "}": height == 2 ? ["⎱", "⎰"] : brace("⎫", "⎬", "⎭", height)
    case "⟨": height == 2 ? ["╱", "╲"] : nil
    case "⟩": height == 2 ? ["╲", "╱"] : nil
    case "|", "∣": Array(repeating: "│", count: height)
    case "‖", "∥": Array(repeating: "║", count: height)
    default: nil
    }
  }

  private static func ends(
    _ top: String, _ middle: String, _ bottom: String, _ height: Int
  ) -> [String] {
    [top] + Array(repeating: middle, count: height - 2) + [bottom]
  }

  private static func brace(
    _ top: String, _ middle: String, _ bottom: String, _ height: Int
  ) -> [String] {
    var pieces = ends(top, "⎪", bottom, height)
    pieces[(height - 1) / 2] = middle
    return pieces
  }
}

extension MathBox {
  /// The same box, whose rows are counted from 0 down, standing on its row `row`.
  fileprivate func lifted(by row: Int, height: Int) -> MathBox {
    var box = self
    for index in box.glyphs.indices { box.glyphs[index].row -= row }
    box.above = row
    box.below = max(0, height - 1 - row)
    return box
  }
}

extension Formula.Part {
  /// Whether an operator stands at its beginning.
  fileprivate var beginsWithMark: Bool {
    switch self {
    case .operator(_, let mark): mark.spacing == .relation || mark.spacing == .infix
    case .row(let parts): parts.first { !$0.isNothing }?.beginsWithMark == true
    case .styled(let inside, _): inside.beginsWithMark
    case .text, .space, .fraction, .root, .scripts, .limits, .table, .enclosed, .phantom: false
    }
  }
}
