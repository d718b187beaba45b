import EPUBBook

/// What one command line asks for; defaults are the contract's.
struct Request {
  enum Position {
    /// `last` is `nil` up to the book's end.
    case pages(first: Int, last: Int?)
    /// The page of the saved place.
    case current
    case percent(Double)
    /// A CFI or a Locator, and as it was written.
    case at(PlaceReference, shown: String)
    case chapter(String)
    case printPage(String)
  }

  enum Marks: Hashable {
    case word(HighlightedWord)
    case file(String)
  }

  struct Margin: Hashable, Sendable {
    var top = 0
    var right = 0
    var bottom = 0
    var left = 0
  }

  enum Paragraphs: String, CaseIterable, Sendable { case book, indent, space }
  enum Pictures: String, CaseIterable, Sendable { case text, rows }
  enum Ruby: String, CaseIterable, Sendable { case inline, above }
  enum Notes: String, CaseIterable, Sendable { case place, foot }
  enum Color: String, CaseIterable { case auto, always, never }
  /// How pictures reach the terminal; `auto`: as it says that it can.
  enum Graphics: String, CaseIterable, Sendable { case auto, kitty, iterm, sixel, blocks, none }
  enum Switch: String, CaseIterable { case on, off }

  struct Search {
    /// `nil`: as the pattern's own letters say.
    var ignoresCase: Bool?
    var ignoresAccents: Bool?
    var wholeWords = false
    var isRegularExpression = false
    var countsOnly = false
  }

  enum Format: String, CaseIterable { case text, csv, tsv, markdown, json }
  /// What `help` prints instead of help.
  enum HelpForm: String, CaseIterable {
    case man, bash, zsh, fish
    static var names: [String] { allCases.map(\.rawValue) }
  }

  var command = Command.read
  /// What is neither option nor value nor the command.
  var operands: [String] = []
  var position: Position?
  var marks: [Marks] = []
  var size: Environment.TerminalSize?
  var width = 72
  var margin = Margin()
  /// Whether the margin was asked for, rather than being a habit that small terminals have no room for.
  var insistsOnMargin = false
  var lineSpacing = 1
  var paragraphs = Paragraphs.book
  var justifies = false
  var hyphenates = false
  var usesBookStyle = true
  var styleFile: String?
  var pictures = Pictures.text
  var notes = Notes.place
  var ruby = Ruby.inline
  var theme = Theme.terminal
  var color = Color.auto
  /// In the reader: no drawing characters, no colours, and the terminal's own cursor where one reads.
  var isPlain = false
  var usesMouse = false
  var showsTwoPages = false
  var graphics = Graphics.auto
  var prints = false
  var json = false
  var search = Search()
  /// `nil`: as `json` says.
  var format: Format?
  /// `nil`: help to be read as it is.
  var helpForm: HelpForm?
  var onlyBook = false
  var onlyHighlights = false
  var onlyNew = false
  var ignoresState = false
  /// What it says is in the members above already, where no option said otherwise.
  var configuration = Configuration()
  var wantsHelp = false
  var wantsVersion = false
}

extension Request {
  /// Whether changing reading state is what it asks for.
  var writesState: Bool {
    switch command {
    case .words: ["add", "remove", "import"].contains(operands.first)
    case .notes: operands.first == "import"
    case .read, .info, .toc, .text, .search, .recent, .check, .cover, .keys, .bridge, .help: false
    }
  }

  /// How a listing is written.
  var listingFormat: Format { format ?? (json ? .json : .text) }
}
