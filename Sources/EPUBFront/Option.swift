/// Every option that there is. Parsing, help and the messages about wrong usage are made from this table.
enum Option: String, CaseIterable {
  case page = "--page"
  case percent = "--percent"
  case chapter = "--chapter"
  case printPage = "--print-page"
  case at = "--at"
  case highlight = "--highlight"
  case size = "--size"
  case width = "--width"
  case margin = "--margin"
  case lineSpacing = "--line-spacing"
  case paragraphs = "--paragraphs"
  case justify = "--justify"
  case noJustify = "--no-justify"
  case hyphenate = "--hyphenate"
  case noHyphenate = "--no-hyphenate"
  case bookStyle = "--book-style"
  case style = "--style"
  case pictures = "--pictures"
  case notes = "--notes"
  case ruby = "--ruby"
  case theme = "--theme"
  case color = "--color"
  case plain = "--plain"
  case noPlain = "--no-plain"
  case mouse = "--mouse"
  case noMouse = "--no-mouse"
  case twoPages = "--two-pages"
  case noTwoPages = "--no-two-pages"
  case graphics = "--graphics"
  case print = "--print"
  case json = "--json"
  case ignoreCase = "-i"
  case accents = "--accents"
  case exact = "--exact"
  case wholeWords = "-w"
  case regularExpression = "-E"
  case count = "--count"
  case format = "--format"
  case book = "--book"
  case new = "--new"
  case noState = "--no-state"
  case noConfiguration = "--no-config"
  case help = "--help"
  case version = "--version"

  enum Group: String, CaseIterable {
    case place = "Where"
    case marks = "Marks"
    case search = "Searching"
    case layout = "Layout"
    case look = "Look"
    case reader = "In the reader"
    case output = "Output"
    case kept = "Words and notes"
    case general = "General"
  }

  struct Details {
    var group: Group
    /// What its value looks like; `nil` for an option without one.
    var value: String?
    var summary: String
  }

  /// Names of the contract that this version does not have yet.
  static let upcoming: Set<String> = []

  /// As it is in one command.
  func details(in command: Command) -> Details {
    var details = details
    if self == .highlight, command == .words {
      details.value = nil
      details.summary =
        "add, import: mark the word in books, without saving it. list: only such words."
    }
    if self == .format, command.takes(self) {
      let names = command == .help ? Request.HelpForm.names : command.formats.map(\.rawValue)
      details.value = names.joined(separator: "|")
      details.summary = Self.formatSummary(command)
    }
    return details
  }

  private static func formatSummary(_ command: Command) -> String {
    switch command {
    case .words:
      "text (default), csv, tsv (word, sentence, book, place, for flash-card programs) or json."
    case .notes: "text (default), markdown or json (a W3C AnnotationPage)."
    case .help: "man (the manual page), or bash, zsh or fish (completions for that shell)."
    case .read, .info, .toc, .text, .search, .recent, .check, .cover, .keys, .bridge: ""
    }
  }

  var details: Details {
    switch self {
    case .page:
      Details(
        group: .place, value: "N|A-B|A-|current",
        summary: """
          Page N, pages A to B, or A to the last, counted from 1 over the whole book; current: the \
          page of the saved place, else page 1.
          """)
    case .percent:
      Details(
        group: .place, value: "P", summary: "The page at P % of the book's text, 0 to 100.")
    case .chapter:
      Details(
        group: .place, value: "N|TITLE",
        summary: """
          A contents entry with all of its pages: by its number in toc, its title, or a part of \
          the title that no other has. =1984 is a title, not a number.
          """)
    case .printPage:
      Details(
        group: .place, value: "LABEL",
        summary: "The page that holds page LABEL of the print edition.")
    case .at:
      Details(
        group: .place, value: "CFI",
        summary: """
          The page that holds a place: an epubcfi(...), of a range its start, or a Locator as --json \
          prints it.
          """)
    case .highlight:
      Details(
        group: .marks, value: "WORD[=COLOR]|@FILE",
        summary: """
          Mark every occurrence of a word; COLOR is yellow, green, blue, pink, orange, purple or \
          #rrggbb. FILE holds a word, a tab and a colour a line. Repeatable.
          """)
    case .size:
      Details(
        group: .layout, value: "COLSxROWS",
        summary: """
          Lay out for a terminal of that size, at least 20x5. Default: COLUMNS and LINES, else the \
          terminal's, else 80x24.
          """)
    case .width:
      Details(group: .layout, value: "N", summary: "Longest line in cells (default 72).")
    case .margin:
      Details(
        group: .layout, value: "T,R,B,L",
        summary: "Rows and cells of the page left free: top, right, bottom, left.")
    case .lineSpacing:
      Details(group: .layout, value: "N", summary: "Rows a line takes, 1 to 9 (default 1).")
    case .paragraphs:
      Details(
        group: .layout, value: "book|indent|space",
        summary: "How paragraphs are told apart (default book: as its stylesheet says).")
    case .justify:
      Details(
        group: .layout, value: nil,
        summary: """
          Make lines equally long by wider gaps, where the book's stylesheet does not say otherwise; \
          a line that would need gaps of more than three cells stays short.
          """)
    case .noJustify:
      Details(group: .layout, value: nil, summary: "Leave the right edge ragged (default).")
    case .hyphenate:
      Details(
        group: .layout, value: nil,
        summary: """
          Hyphenate words where lines would be short, by the dictionaries in /usr/share/hyphen \
          (Debian's packages hyphen-*).
          """)
    case .noHyphenate:
      Details(
        group: .layout, value: nil,
        summary: "Break words only where the author allows it (default).")
    case .bookStyle:
      Details(
        group: .layout, value: "on|off", summary: "Obey the publisher's stylesheets (default on).")
    case .style:
      Details(group: .layout, value: "FILE", summary: "Add a stylesheet of your own.")
    case .pictures:
      Details(
        group: .layout, value: "text|rows",
        summary: "A picture is one line of text (default), or takes rows as its size asks for.")
    case .notes:
      Details(
        group: .layout, value: Request.Notes.allCases.map(\.rawValue).joined(separator: "|"),
        summary: """
          Where notes are shown that the book marks as such and that their own document refers to: \
          where they stand in it (place, the default), or at the foot of the page that refers to \
          them first, a long one going on below the next pages. A heading above them stays. What is \
          printed as one column has no feet.
          """)
    case .ruby:
      Details(
        group: .layout, value: Request.Ruby.allCases.map(\.rawValue).joined(separator: "|"),
        summary: """
          Where readings of ruby are: behind their bases in parentheses (inline, the default), or \
          centred above them, in a row that is free there or that the line takes more. Beside a base \
          narrower than its reading room is left. In tables and beside text that runs from right to \
          left they stay inline.
          """)
    case .theme:
      Details(
        group: .look, value: "NAME",
        summary: """
          terminal (default), light, dark, sepia, or one of the configuration; seen only in colour.
          """)
    case .color:
      Details(
        group: .look, value: "auto|always|never",
        summary: """
          Colour and type styles; auto: on a terminal, unless NO_COLOR is set (default auto).
          """)
    case .plain:
      Details(
        group: .reader, value: nil,
        summary: """
          For screen readers: no drawing characters, no colours, the terminal's cursor on the word or \
          entry at hand.
          """)
    case .noPlain:
      Details(group: .reader, value: nil, summary: "Draw for the eye (default).")
    case .mouse:
      Details(
        group: .reader, value: nil,
        summary: "Take clicks and the wheel; the terminal's own selecting then needs Shift.")
    case .noMouse:
      Details(group: .reader, value: nil, summary: "Leave the mouse to the terminal (default).")
    case .twoPages:
      Details(group: .reader, value: nil, summary: "Two pages side by side where they fit.")
    case .noTwoPages:
      Details(group: .reader, value: nil, summary: "One page at a time (default).")
    case .graphics:
      Details(
        group: .reader, value: Request.Graphics.allCases.map(\.rawValue).joined(separator: "|"),
        summary: """
          How pictures are drawn: by a protocol of the terminal, by blocks of colour, or not at all \
          (default auto: the best that the terminal says it can).
          """)
    case .print:
      Details(group: .output, value: nil, summary: "Print, also on a terminal.")
    case .json:
      Details(group: .output, value: nil, summary: "Print JSON; an object a line where several.")
    case .ignoreCase:
      Details(group: .search, value: nil, summary: "Ignore case, also of capitals.")
    case .accents:
      Details(group: .search, value: nil, summary: "Respect accents.")
    case .exact:
      Details(group: .search, value: nil, summary: "Respect case and accents.")
    case .wholeWords:
      Details(group: .search, value: nil, summary: "Whole words only.")
    case .regularExpression:
      Details(
        group: .search, value: nil,
        summary: "PATTERN is a regular expression (ICU's syntax), on one block of text at a time.")
    case .count:
      Details(group: .search, value: nil, summary: "Print only how many hits there are.")
    case .format:
      Details(
        group: .kept, value: "NAME",
        summary: """
          words: \(Self.formatSummary(.words)) notes: \(Self.formatSummary(.notes)) \
          help: \(Self.formatSummary(.help))
          """)
    case .book:
      Details(
        group: .kept, value: nil, summary: "Of words: those of this book only, not of all books.")
    case .new:
      Details(group: .kept, value: nil, summary: "words count: only words that are not yet saved.")
    case .noState:
      Details(
        group: .general, value: nil,
        summary: "Neither read nor write reading state, nor the cache of page numbers.")
    case .noConfiguration:
      Details(group: .general, value: nil, summary: "Ignore the configuration.")
    case .help:
      Details(group: .general, value: nil, summary: "This help, or that of the command given.")
    case .version:
      Details(group: .general, value: nil, summary: "The version.")
    }
  }

  /// The option with one hyphen and one letter, such as `i` of `-iw`.
  init?(letter: Character) { self.init(rawValue: "-\(letter)") }
}
