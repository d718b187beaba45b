import EPUBContent

extension Compositor {
  /// Puts a short label that ends a line and floats at the right to the line's right edge.
  ///
  /// - Parameter first: the first piece of the line's text.
  mutating func flushFloat(from first: Int, of line: TextLine) {
    guard line.side == .left, !order.isActive, !line.showsHyphen else { return }
    var start = pieces.count
    var width = 0
    while start > first, pieces[start - 1].style.contains(.floatsRight) {
      start -= 1
      width += Int(pieces[start].width)
    }
    guard start < pieces.count, width <= Self.maximumFloatWidth,
      start > first || !isWithinFloat(line.start)
    else { return }
    let cells = line.edges.right - width - Int(pieces[start].column)
    guard cells > 0 else { return }
    for index in start..<pieces.count { pieces[index].column += Int32(cells) }
  }

  /// Whether a line that begins there goes on with a label that is longer than a line.
  private mutating func isWithinFloat(_ start: Int) -> Bool {
    start > shown.range.lowerBound && shown.stretch(at: start - 1).style.contains(.floatsRight)
  }

  /// Whether a block is nothing but a label that floats at the right: of what comes after it.
  func isFloat(_ block: Block) -> Bool {
    guard block.runCount > 0 else { return false }
    return document.runs[block.runRange].allSatisfy { $0.style.contains(.floatsRight) }
  }

  private static let maximumFloatWidth = 6
}
