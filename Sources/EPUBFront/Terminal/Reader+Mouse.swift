import EPUBBasics
import EPUBBook
import EPUBLayout
import EPUBReader
import EPUBSegmentation
import EPUBTerminal

extension Reader {
  func handle(_ event: MouseEvent) {
    switch event.kind {
    case .wheelDown: wheel(.lineDown)
    case .wheelUp: wheel(.lineUp)
    case .press:
      pressedCell = event.button == 0 ? Cell(column: event.column, row: event.row) : nil
    case .drag: pressedCell = nil
    case .release:
      // A click ends where it began; what is dragged is meant for the terminal.
      let cell = Cell(column: event.column, row: event.row)
      defer { pressedCell = nil }
      if cell == pressedCell { click(column: cell.column, row: cell.row) }
    }
  }

  /// A cell of the screen.
  struct Cell: Hashable {
    var column: Int
    var row: Int
  }

  private func wheel(_ action: Action) {
    message = nil
    if panel == nil {
      move(action == .lineDown ? 3 : -3) { session.scrollLines($0) }
    } else {
      perform(action, 3, nil)
    }
  }

  private func click(column: Int, row: Int) {
    message = nil
    if var open = panel {
      guard let part = panelPart, part.holds(column: column, row: row) else { return close() }
      let answer = open.panel.click(column: column - part.column, row: row - part.row)
      panel = open
      _ = take(answer, of: open)
      return
    }
    guard
      let hit = drawn.first(where: {
        $0.row == row && ($0.column..<$0.column + $0.width).contains(column)
      })
    else { return }
    if hit.piece.link >= 0 {
      follow(
        LinkSpot(
          spine: hit.spine, link: Int(hit.piece.link), column: hit.column, row: hit.row,
          width: hit.width))
    } else if let word = word(at: column - hit.column, of: hit) {
      wordCursor = word
      saveWord()
    }
  }

  /// The word that a cell of a piece shows a part of.
  private func word(at cell: Int, of drawn: DrawnPiece) -> TextSpan? {
    guard
      let chapter = session.shownChapter(at: drawn.spine),
      let offset = chapter.textOffset(ofCell: cell, of: drawn.piece, segmenter)
    else { return nil }
    return visibleWords.first { $0.spine == drawn.spine && $0.range.contains(offset) }
  }
}

extension Rectangle {
  func holds(column: Int, row: Int) -> Bool {
    (self.column..<self.column + columns).contains(column)
      && (self.row..<self.row + rows).contains(row)
  }
}
