// What is told of actions, and the keys that they have in the standard table. The listing of keys, the
// reader's help and the table itself are made from it.

extension Action {
  enum Group: String, CaseIterable, Sendable {
    case moving = "Moving"
    case finding = "Finding"
    case marks = "Marks and bookmarks"
    case links = "Links and pictures"
    case words = "Words"
    case selecting = "Selecting"
    case look = "Look"
    case reader = "The reader"
  }

  struct Details: Sendable {
    var group: Group
    var summary: String
    /// Of the standard table, those first that are told first.
    var keys: [KeySequence]
    /// Whether a number typed before it means something.
    var takesCount = false

    init(_ group: Group, _ summary: String, _ keys: [KeySequence], counts: Bool = false) {
      self.group = group
      self.summary = summary
      self.keys = keys
      takesCount = counts
    }
  }

  /// How the key is told of that must follow; `nil` when none.
  var characterName: String? {
    guard takesCharacter else { return nil }
    return self == .highlight ? "1…6" : "LETTER"
  }

  var details: Details {
    switch self {
    case .nextPage:
      Details(
        .moving, "a page on", ["Space", "f", "C-f", "PgDn", "l", "Right"], counts: true)
    case .previousPage:
      Details(
        .moving, "a page back", ["b", "C-b", "PgUp", "Backspace", "h", "Left"], counts: true)
    case .lineDown: Details(.moving, "a line down", ["j", "Down", "C-e"], counts: true)
    case .lineUp: Details(.moving, "a line up", ["k", "Up", "C-y"], counts: true)
    case .halfPageDown: Details(.moving, "half a page down", ["d", "C-d"], counts: true)
    case .halfPageUp: Details(.moving, "half a page up", ["u", "C-u"], counts: true)
    case .nextParagraph: Details(.moving, "the next paragraph", ["}"], counts: true)
    case .previousParagraph: Details(.moving, "the paragraph before", ["{"], counts: true)
    case .nextChapter: Details(.moving, "the next chapter", ["]"], counts: true)
    case .previousChapter: Details(.moving, "the chapter before", ["["], counts: true)
    case .start: Details(.moving, "the start of the book", ["g", "Home"])
    case .end: Details(.moving, "the end of the book", ["End"])
    case .goToPage:
      Details(.moving, "page N, as in 57G; the end without N", ["G"], counts: true)
    case .goToPercent: Details(.moving, "N percent of the book, as in 50%", ["%"], counts: true)
    case .back: Details(.moving, "where you came from", ["M-Left", "C-o"], counts: true)
    case .forward: Details(.moving, "on again, after going back", ["M-Right"], counts: true)

    case .contents: Details(.finding, "the contents", ["t"])
    case .searchForward: Details(.finding, "search", ["/"])
    case .searchBackward: Details(.finding, "search backward", ["?"])
    case .nextHit: Details(.finding, "the next hit", ["n"], counts: true)
    case .previousHit: Details(.finding, "the hit before", ["N"], counts: true)
    case .hits: Details(.finding, "all hits", ["&"])
    case .searchWordForward: Details(.finding, "search the word at the cursor", ["*"])
    case .searchWordBackward:
      Details(.finding, "search the word at the cursor backward", ["#"])
    case .commandLine: Details(.finding, "type a command", [":"])

    case .setMark: Details(.marks, "set a mark", ["m"])
    case .goToMark:
      Details(.marks, "go to a mark; '' is the place before the last jump", ["'", "`"])
    case .bookmark: Details(.marks, "set a bookmark here, or take it away", ["B"])
    case .bookmarks: Details(.marks, "bookmarks, highlights and notes", ["L"])

    case .linkHints: Details(.links, "choose a link or note of the page", ["Tab", "F"])
    case .openPicture: Details(.links, "open a picture of the page", ["o"])

    case .nextWord: Details(.words, "the next word", ["w"], counts: true)
    case .endOfWord: Details(.words, "the end of the word", ["e"], counts: true)
    case .previousWord: Details(.words, "the word before", ["W"], counts: true)
    case .accept:
      Details(
        .words, "save the word at the cursor, follow what is chosen; else a line down", ["Enter"],
        counts: true)
    case .highlightWord: Details(.words, "mark the word at the cursor everywhere", ["x"])
    case .words: Details(.words, "words saved and marked", ["X"])
    case .lookUp: Details(.words, "look the word up", ["K"])

    case .select: Details(.selecting, "select text, from the cursor on", ["v"])
    case .selectSentence: Details(.selecting, "select the sentence", ["V"], counts: true)
    case .copy: Details(.selecting, "copy what is selected", ["y"])
    case .copyWithCitation: Details(.selecting, "copy it with its source", ["Y"])
    case .highlight: Details(.selecting, "highlight it in a colour", ["H"])
    case .note: Details(.selecting, "write a note on it", ["a"])

    case .wider: Details(.look, "longer lines", ["+"], counts: true)
    case .narrower: Details(.look, "shorter lines", ["-"], counts: true)
    case .usualWidth: Details(.look, "lines as long as usual, or N cells", ["="], counts: true)
    case .nextTheme: Details(.look, "the next theme", ["c"])
    case .twoPages: Details(.look, "one page or two side by side", ["D"])

    case .information: Details(.reader, "what the book says of itself", ["M"])
    case .recent: Details(.reader, "books read, to open one", ["R"])
    case .help: Details(.reader, "these keys", ["F1"])
    case .redraw: Details(.reader, "draw the screen anew", ["C-l"])
    case .suspend: Details(.reader, "back to the shell, until fg", ["C-z"])
    case .cancel: Details(.reader, "stop what goes on", ["C-c"])
    case .close: Details(.reader, "close what is open, or drop the selection", ["Esc"])
    case .quit: Details(.reader, "quit; the place is kept", ["q"])
    }
  }
}
