/// What panels make of the actions that keys are bound to.
enum PanelMove: Hashable {
  /// So many lines down, times the count; up when negative. The others likewise.
  case lines(Int)
  case halfPages(Int)
  case pages(Int)
  /// Entries of the same level, or text between blank lines.
  case paragraphs(Int)
  case matches(Int)
  /// The count's entry; without a count the first, or the last.
  case start, end
  case percent
  case accept
  case find
  case remove, highlight
  /// Undoes what was begun, closes when nothing was.
  case cancel
  case close

  /// `nil` for an action that means nothing to panels.
  init?(_ action: Action) {
    guard let move = Self.moves[action] else { return nil }
    self = move
  }

  // A table and no switch: nearly all actions are the page's.
  private static let moves: [Action: PanelMove] = [
    .lineDown: .lines(1), .lineUp: .lines(-1),
    .halfPageDown: .halfPages(1), .halfPageUp: .halfPages(-1),
    .nextPage: .pages(1), .previousPage: .pages(-1),
    .nextParagraph: .paragraphs(1), .previousParagraph: .paragraphs(-1),
    .nextChapter: .paragraphs(1), .previousChapter: .paragraphs(-1),
    .start: .start, .end: .end, .goToPage: .end, .goToPercent: .percent,
    .nextHit: .matches(1), .previousHit: .matches(-1),
    .searchForward: .find, .searchBackward: .find,
    .accept: .accept, .highlightWord: .remove, .highlight: .highlight,
    .cancel: .cancel, .close: .cancel, .quit: .close,
  ]
}
