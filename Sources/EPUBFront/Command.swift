/// What can be asked of a book; `read` is what no command's name asks for.
enum Command: String, CaseIterable {
  case read, info, toc, text, search, words, notes, recent, check, cover, keys, bridge, help

  struct Details {
    var operands: String
    var summary: String
    /// Paragraphs of its help.
    var description: [String] = []
  }

  /// Its name where it is told of; reading has none.
  var shownName: String { self == .read ? "reading" : rawValue }

  init?(named name: String) {
    guard name != Command.read.rawValue, let command = Command(rawValue: name) else { return nil }
    self = command
  }

  static var named: [Command] { allCases.filter { $0 != .read } }

  func takes(_ option: Option) -> Bool {
    switch option.details.group {
    case .general: true
    case .layout, .look: self != .keys && self != .bridge && self != .help
    case .reader: self == .read || (self == .cover && option == .graphics)
    case .place:
      self == .read || (self == .text && option == .chapter)
    case .marks: self == .read || self == .words
    case .kept: self == .words || (option == .format && (self == .notes || self == .help))
    case .output:
      switch option {
      case .json: self != .cover && self != .bridge && self != .help
      default: self == .read
      }
    case .search: self == .search
    }
  }

  /// Whether anything in the configuration changes what it does.
  var usesConfiguration: Bool {
    switch self {
    case .read, .info, .toc, .text, .search, .words, .notes, .check, .keys: true
    case .recent, .cover, .bridge, .help: false
    }
  }

  /// What `--format` takes.
  var formats: [Request.Format] {
    switch self {
    case .words: [.text, .csv, .tsv, .json]
    case .notes: [.text, .markdown, .json]
    case .read, .info, .toc, .text, .search, .recent, .check, .cover, .keys, .bridge, .help: []
    }
  }

  var details: Details {
    switch self {
    case .read:
      Details(
        operands: "[BOOK]", summary: "read a book",
        description: [
          """
          On a terminal BOOK is opened to be read with keys (see epub-read keys; F1 while reading), at the \
          place that is named, else where it was left.
          """,
          """
          Into a pipe or a file, with --print, --json or a range of pages, and on a terminal that can do \
          nothing but print, pages are printed, laid out for the terminal's size: those that are named; without a \
          place a terminal gets the first one, and a pipe or a file the whole book as one column, without \
          page ends.
          """,
          """
          Printed pages are separated by a form feed (U+000C) that stands directly before a page's \
          first line. They are the same bytes on every machine.
          """,
        ])
    case .info:
      Details(
        operands: "[BOOK]", summary: "what the book says of itself, and what it holds",
        description: [
          """
          Title, authors, language, publisher, dates, series, and how many documents, pages, \
          characters, pictures and contents entries there are.
          """,
          "With --json it is a Readium Web Publication Manifest.",
        ])
    case .toc:
      Details(
        operands: "[BOOK]", summary: "the contents, with page numbers",
        description: [
          """
          Numbered depth-first from 1; the numbers are those that --chapter takes. A book without \
          contents gets them from its headings.
          """,
          "With --json it is nested objects {title, href, page, children}.",
        ])
    case .text:
      Details(
        operands: "[BOOK]", summary: "the reading text, not laid out",
        description: [
          """
          Blocks are separated by a blank line, the items of a list and the rows of a table by a \
          line end, the cells of a row by a tab.
          """,
          """
          With --json it is an object a block: {spine, href, kind, level, marker, text, cfi}, where \
          text is the logical text: without markers, generated text and letters that the \
          stylesheet transforms.
          """,
        ])
    case .search:
      Details(
        operands: "PATTERN [BOOK...]", summary: "where a text stands, with page and chapter",
        description: [
          """
          A line for each hit. A pattern without capitals ignores case, one without accents ignores \
          accents; kinds of quotes, dashes and spaces are always one. In several books each hit is led by \
          its book, and a book that cannot be read is reported and passed over.
          """,
          """
          With --json it is a Locator a line, with page and {before, highlight, after}. Exit status 1: \
          no hit.
          """,
        ])
    case .words:
      Details(
        operands: "[TASK] [BOOK]", summary: "words saved to be learned, and words marked",
        description: [
          """
          words [list] lists them; words add WORD[=COLOR] [BOOK] saves one with the sentence of BOOK \
          that it stands in; words remove WORD forgets it; words import FILE takes a word, a tab, a \
          colour, a tab and a note a line, from standard input for -; words count [BOOK] counts how \
          often each word stands in the book.
          """,
          """
          A word is of all books, with --book of BOOK alone. Saved words are marked in every book unless the \
          configuration says markSaved: false; with --highlight a word is marked and not saved. Setting a \
          word again changes its colour. remove: exit status 1 when there is no such word.
          """,
          "With --json it is an object a line.",
        ])
    case .notes:
      Details(
        operands: "[import FILE] [BOOK]", summary: "bookmarks, highlights and notes of a book",
        description: [
          """
          In reading order, with chapter and page. notes import FILE takes in what --format json wrote, \
          here or elsewhere; what is known already changes nothing, and annotations without a place \
          that we know are found by the text they quote.
          """,
          "With --json it is a W3C AnnotationPage.",
        ])
    case .recent:
      Details(
        operands: "", summary: "the books read, newest first",
        description: [
          """
          When each was read last, how far it was read, its title, authors and file, and the place where it \
          was left. A book that was only printed has no place.
          """,
          "With --json it is an object a book.",
        ])
    case .check:
      Details(
        operands: "[BOOK]", summary: "what is wrong with the book, and what is done about it",
        description: [
          """
          Every fault that reading survives, in reading order. The exit status is 0 when the book can \
          be read, whatever is wrong with it.
          """,
          """
          With --hyphenate it also tells for which of the book's languages no hyphenation dictionary \
          is installed.
          """,
          "With --json it is an object a fault: {code, severity, path, place, clause, done}.",
        ])
    case .cover:
      Details(
        operands: "[BOOK]", summary: "the cover",
        description: [
          """
          On a terminal that draws pictures it is drawn, until a key is pressed; on others the picture's name \
          is told. Into a pipe or a file its bytes are written as they are: epub-read cover BOOK > cover.jpg.
          """
        ])
    case .keys:
      Details(
        operands: "", summary: "the reader's keys",
        description: [
          """
          Every key of the reader, the name of what it does, and what that is; as the configuration has \
          them. C- is Control, M- Alt, S- Shift; keys with a blank between them are typed one after \
          another. A number typed before counts: 5j is five lines down, 57G page 57.
          """,
          """
          config.json changes them: {preset: "vim", keys: {"g g": "start", "q": null}}. Presets: \
          standard, epy, vim.
          """,
          "With --json it is an object an action: {action, character, keys, summary, group, count}.",
        ])
    case .bridge:
      Details(
        operands: "", summary: "serves a host app: messages on standard input and output",
        description: [
          """
          A JSON object a line, both ways. To the reader: {"command": NAME, "value": VALUE, "id": ANY}; with \
          an id the answer is {"id": ..., "result": ...} or {"id": ..., "error": {"code", "message"}}. \
          Commands are answered in order, each after the events that it causes.
          """,
          """
          Commands: loadBook {"path" or "base64", "savedData", "defaultHighlightedWords", "theme", "font", \
          "fontSize", "justify", "hyphenate", "viewport", "state"}, goToPage NUMBER, goTo {"cfi", "href", \
          "percent", "printPage" or "position", or a Locator}, nextPage, previousPage, back, forward, \
          changeTheme NAME, changeFont FAMILY, changeFontSize POINTS, resize {"columns", "rows"}, \
          highlightWords [{"value", "color"}], unhighlightWords [WORD], selectWord {"row", "column"}, page, \
          toc, info, savedData, search {"pattern", "flags", "limit"}, close.
          """,
          """
          Events, {"event": NAME, "value": VALUE}: onBookLoaded, relocated, saveWord, setSavedData, error. \
          What setSavedData told brings a book back to exactly the same page. Error codes: badMessage, \
          unknownCommand, noBook, notFound, unreadable, locked, outOfRange, tooLarge, failed.
          """,
          """
          Reading state is touched only where loadBook says "state": true, and never with --no-state. The end of \
          input, close and SIGTERM end it in order. Sources/EPUBReader/protocol.schema.json is the whole protocol.
          """,
        ])
    case .help:
      Details(
        operands: "[COMMAND]", summary: "this help, or that of a command",
        description: [
          """
          With --format man it is the manual page, with the name of a shell its completions; Sources/install \
          puts all of them in place.
          """
        ])
    }
  }
}
