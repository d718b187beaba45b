import EPUBContent

// A caption is set before the table under it, and so in the middle of the page. When the columns of the table
// are known it moves to the middle of these, or, where it is longer than they are wide, to where they begin.

extension Compositor {
  /// Moves the block just set, if it is the caption of `table`.
  mutating func moveCaption(of table: Table, to columns: [Edges], in frame: Frame) {
    guard lastBlock >= 0, !columns.isEmpty, isCentredCaption(document.blocks[lastBlock], of: table)
    else { return }
    let caption = max(0, lines.count - lastLineCount)..<lines.count
    let span = columns.span(of: columns.indices).moved(by: frame.left)
    let isLong = caption.contains { width(of: lines[$0]) > span.width }
    for line in caption where !lines[line].flags.contains(.isReordered) {
      let range = lines[line].pieceRange
      guard let first = range.first else { continue }
      let free = isLong ? 0 : (span.width - width(of: lines[line])) / 2
      let cells = Int32(span.left + free) - pieces[first].column
      guard cells < 0 else { continue }
      for piece in range { pieces[piece].column += cells }
    }
  }

  private func isCentredCaption(_ block: Block, of table: Table) -> Bool {
    let box = Int(block.box)
    return block.kind == .caption && block.style.alignment == .center && !block.style.hasRuleBelow
      && document.boxes.indices.contains(box) && document.boxes[box].parent == table.box
  }

  /// Cells from its first piece to its last.
  private func width(of line: Line) -> Int {
    guard let first = line.pieceRange.first, let last = line.pieceRange.last else { return 0 }
    return Int(pieces[last].column + pieces[last].width - pieces[first].column)
  }
}
