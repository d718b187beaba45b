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

  struct Margin: Hashable {
    var top = 0
    var right = 0
    var bottom = 0
    var left = 0
  }

  enum Paragraphs: String, CaseIterable { case book, indent, space }
  enum Pictures: String, CaseIterable { case text, rows }
  enum Color: String, CaseIterable { case auto, always, never }
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

  var command = Command.read
  /// What is neither option nor value nor the command.
  var operands: [String] = []
  var position: Position?
  var marks: [Marks] = []
  var size: Environment.TerminalSize?
  var width = 72
  var margin = Margin()
  var lineSpacing = 1
  var paragraphs = Paragraphs.book
  var justifies = false
  var hyphenates = false
  var usesBookStyle = true
  var styleFile: String?
  var pictures = Pictures.text
  var theme = Theme.terminal
  var color = Color.auto
  var prints = false
  var json = false
  var search = Search()
  /// `nil`: as `json` says.
  var format: Format?
  var onlyBook = false
  var onlyHighlights = false
  var onlyNew = false
  var ignoresState = false
  var ignoresConfiguration = false
  var wantsHelp = false
  var wantsVersion = false
}

extension Request {
  /// Whether changing reading state is what it asks for.
  var writesState: Bool {
    switch command {
    case .words: ["add", "remove", "import"].contains(operands.first)
    case .notes: operands.first == "import"
    case .read, .info, .toc, .text, .search, .recent, .check, .cover, .help: false
    }
  }

  /// How a listing is written.
  var listingFormat: Format { format ?? (json ? .json : .text) }
}
