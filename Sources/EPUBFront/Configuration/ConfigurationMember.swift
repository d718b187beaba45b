/// What the configuration may say. Reading it, the help about it and the messages about what is wrong in
/// it are made from this table.
enum ConfigurationMember: String, CaseIterable {
  case theme, themes, width, margin, lineSpacing, paragraphs, justify, hyphenate, pictures, notes,
    ruby
  case bookStyle, style, colors, markSaved, preset, keys, mouse, twoPages, plain, graphics
  case lookUp, open

  /// What its value looks like.
  var form: String {
    switch self {
    case .theme: "\"NAME\""
    case .themes: "{NAME: {text: \"#rrggbb\", paper: \"#rrggbb\"}}"
    case .width, .lineSpacing: "N"
    case .margin: "[T, R, B, L]"
    case .paragraphs: "\"book|indent|space\""
    case .pictures: "\"text|rows\""
    case .notes: "\"place|foot\""
    case .ruby: "\"inline|above\""
    case .justify, .hyphenate, .bookStyle, .markSaved, .mouse, .twoPages, .plain: "true|false"
    case .style: "\"FILE\""
    case .colors: "[\"COLOR\"]"
    case .preset: "\"\(KeyTable.Preset.allCases.map(\.rawValue).joined(separator: "|"))\""
    case .keys: "{\"KEYS\": \"ACTION\"}"
    case .graphics:
      "\"\(Request.Graphics.allCases.map(\.rawValue).joined(separator: "|"))\""
    case .lookUp: "[\"PROGRAM\", \"{word}\"]"
    case .open: "[\"PROGRAM\", \"{file}\"]"
    }
  }

  var summary: String {
    switch self {
    case .theme: "As --theme."
    case .themes:
      """
      Themes of your own; beside text and paper: \
      \(ThemeMember.allCases.dropFirst(2).map(\.rawValue).joined(separator: ", ")).
      """
    case .width: "As --width."
    case .margin: "As --margin; left out where a terminal is too small for it."
    case .lineSpacing: "As --line-spacing."
    case .paragraphs: "As --paragraphs."
    case .justify: "As --justify."
    case .hyphenate: "As --hyphenate."
    case .pictures: "As --pictures."
    case .notes: "As --notes."
    case .ruby: "As --ruby."
    case .bookStyle: "As --book-style."
    case .style: "As --style; beside config.json unless it begins with /."
    case .colors: "Up to six, of the highlights 1 to 6."
    case .markSaved: "Whether saved words are marked in every book (default true)."
    case .preset: "The keys to begin with."
    case .keys:
      """
      Changes of single keys: "g g": "start". null takes keys away; "quit": ["q", "Z Z"] gives an \
      action these keys alone. epub-read keys tells the names.
      """
    case .mouse: "As --mouse."
    case .twoPages: "As --two-pages."
    case .plain: "As --plain."
    case .graphics: "As --graphics."
    case .lookUp: "The dictionary to ask for a word. No shell is used."
    case .open: "The program that shows pictures."
    }
  }
}

/// What a theme of the configuration may say.
enum ThemeMember: String, CaseIterable {
  case text, paper, dim, link, status, statusPaper, selection, hit
}
