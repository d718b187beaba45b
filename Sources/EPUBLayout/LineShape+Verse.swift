extension LineShape {
  /// Moves in what goes on below a line that is too long.
  mutating func hangTurns(in frame: Frame) {
    let cells = frame.width >= 50 ? 4 : 2
    guard side != .center, rest.width >= 6 * cells else { return }
    verse = rest
    if side == .right { rest.right -= cells } else { rest.left += cells }
  }

  /// Where the line after one goes that a forced break may have ended.
  func edges(afterBreak isForced: Bool) -> Edges {
    isForced ? verse ?? rest : rest
  }
}
