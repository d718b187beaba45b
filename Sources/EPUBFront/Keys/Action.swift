/// What a key can do. The raw value is its name in the configuration and in `epub-read keys`.
enum Action: String, CaseIterable, Hashable, Sendable {
  // Moving
  case nextPage = "next-page"
  case previousPage = "previous-page"
  case lineDown = "line-down"
  case lineUp = "line-up"
  case halfPageDown = "half-page-down"
  case halfPageUp = "half-page-up"
  case nextParagraph = "next-paragraph"
  case previousParagraph = "previous-paragraph"
  case nextChapter = "next-chapter"
  case previousChapter = "previous-chapter"
  case start
  case end
  /// `N G`; without a count the end.
  case goToPage = "go-to-page"
  /// `N %`.
  case goToPercent = "go-to-percent"
  case back
  case forward
  // Finding
  case commandLine = "command-line"
  case contents
  case searchForward = "search"
  case searchBackward = "search-backward"
  case nextHit = "next-hit"
  case previousHit = "previous-hit"
  case hits
  case searchWordForward = "search-word"
  case searchWordBackward = "search-word-backward"
  // Marks and bookmarks
  /// Takes a letter.
  case setMark = "set-mark"
  /// Takes a letter, or itself: where the reader was before the last jump.
  case goToMark = "go-to-mark"
  case bookmark
  case bookmarks
  // Links, notes, pictures
  case linkHints = "link-hints"
  case openPicture = "open-picture"
  // Words
  case nextWord = "next-word"
  /// As in vi; the cursor is a whole word, so that it goes where `nextWord` does.
  case endOfWord = "end-of-word"
  case previousWord = "previous-word"
  /// Enter: selects the word under the cursor, follows what is chosen; without either a line down.
  case accept
  case highlightWord = "highlight-word"
  case words
  case lookUp = "look-up"
  // Selecting
  case select
  case selectSentence = "select-sentence"
  case copy
  case copyWithCitation = "copy-with-citation"
  /// Takes a digit, 1 to 6.
  case highlight
  case note
  // Look
  case wider
  case narrower
  case usualWidth = "usual-width"
  case nextTheme = "next-theme"
  case twoPages = "two-pages"
  // The reader
  case information
  case recent
  case help
  case redraw
  case suspend
  case cancel
  case close
  case quit

  /// Whether a key must follow that says which.
  var takesCharacter: Bool {
    switch self {
    case .setMark, .goToMark, .highlight: true
    case .nextPage, .previousPage, .lineDown, .lineUp, .halfPageDown, .halfPageUp, .nextParagraph,
      .previousParagraph, .nextChapter, .previousChapter, .start, .end, .goToPage, .goToPercent,
      .back, .forward, .commandLine, .contents, .searchForward, .searchBackward, .nextHit,
      .previousHit, .hits, .searchWordForward, .searchWordBackward, .bookmark, .bookmarks,
      .linkHints, .openPicture, .nextWord, .endOfWord, .previousWord, .accept, .highlightWord,
      .words, .lookUp, .select, .selectSentence, .copy, .copyWithCitation, .note, .wider,
      .narrower, .usualWidth, .nextTheme, .twoPages, .information, .recent, .help, .redraw,
      .suspend, .cancel, .close, .quit:
      false
    }
  }
}
