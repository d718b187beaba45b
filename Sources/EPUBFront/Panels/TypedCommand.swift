/// What was typed after `:`.
///
///     do {
///       switch try TypedCommand(parsing: line) {
///       case .page(let number): …
///       case .perform(let action, let count, let character): …
///       case nil: break
///       }
///     } catch { show(error.message) }
enum TypedCommand: Hashable {
  case page(Int)
  case percent(Double)
  /// A page of the print edition, by its label.
  case printPage(String)
  /// `epubcfi(...)`, not looked into.
  case place(String)
  case search(String, isBackward: Bool)
  /// As `--highlight` takes it: `word`, `word=colour`.
  case highlightWord(String)
  case unhighlightWord(String)
  case set(Setting)
  /// What a key would do. The character is what an action takes that takes one: the mark's letter.
  case perform(Action, count: Int?, character: Unicode.Scalar?)

  enum Setting: Hashable {
    /// `nil`: the usual one.
    case width(Int?)
    case lineSpacing(Int)
    /// A name, not looked into.
    case theme(String)
    case justify(Bool)
    case hyphenate(Bool)
  }

  /// What is wrong with a line, to be shown as it is.
  struct Fault: Error, Hashable {
    var message: String
  }
}

extension TypedCommand {
  /// The commands with names of their own; names of actions are commands too.
  enum Name: String, CaseIterable {
    case page, percent, print, at, search
    case toc, hits, notes, words, recent, info, help, quit
    case mark, goto
    case highlightWord = "hl"
    case unhighlightWord = "unhl"
    case theme, width, spacing, justify, hyphenate, set
  }

  enum Values { case none, themes, words, switches, settings }

  struct Details {
    /// As it is written in the help.
    var usage: String
    var summary: String
    /// Another name for it.
    var alias: String?
    /// What can be completed behind it.
    var values = Values.none
  }
}

extension TypedCommand.Name {
  var details: TypedCommand.Details {
    switch self {
    case .page:
      .init(usage: "N, page N", summary: "go to a page; +N and -N turn so many, $ to the end")
    case .percent: .init(usage: "N%, percent N", summary: "go to a percentage of the book")
    case .print:
      .init(usage: "print LABEL", summary: "go to a page of the print edition", alias: "p")
    case .at: .init(usage: "at epubcfi(...)", summary: "go to a place")
    case .search:
      .init(
        usage: "/TEXT, ?TEXT, search TEXT", summary: "search forward, backward", values: .words)
    case .toc: .init(usage: "toc", summary: "the contents")
    case .hits: .init(usage: "hits", summary: "what was searched for, as a list")
    case .notes: .init(usage: "notes", summary: "bookmarks, highlights and notes")
    case .words: .init(usage: "words", summary: "the saved words")
    case .recent: .init(usage: "recent", summary: "the books read last")
    case .info: .init(usage: "info", summary: "what is known of the book")
    case .help: .init(usage: "help", summary: "keys and commands", alias: "h")
    case .quit: .init(usage: "quit", summary: "leave", alias: "q")
    case .mark: .init(usage: "mark LETTER", summary: "set a mark")
    case .goto: .init(usage: "goto LETTER", summary: "go to a mark")
    case .highlightWord:
      .init(usage: "hl WORD[=COLOR]", summary: "mark a word wherever it stands", values: .words)
    case .unhighlightWord:
      .init(usage: "unhl WORD", summary: "mark it no longer", values: .words)
    case .theme:
      .init(usage: "theme [NAME]", summary: "colours; without NAME the next", values: .themes)
    case .width:
      .init(usage: "width [N]", summary: "longest line in cells; without N the usual one")
    case .spacing: .init(usage: "spacing N", summary: "rows that a line takes")
    case .justify:
      .init(usage: "justify [on|off]", summary: "lines of one length", values: .switches)
    case .hyphenate:
      .init(usage: "hyphenate [on|off]", summary: "words parted at line ends", values: .switches)
    case .set:
      .init(
        usage: "set NAME VALUE",
        summary: "one of theme, width, spacing, justify, hyphenate", values: .settings)
    }
  }

  /// The settings that `set` takes.
  static let settings: [Self] = [.theme, .width, .spacing, .justify, .hyphenate]
}

extension TypedCommand {
  /// Every command and what it does, for the help.
  static var help: [(usage: String, summary: String)] {
    Name.allCases.map { ($0.details.usage, $0.details.summary) }
  }

  /// What Tab completes.
  static func completions(themes: [String], words: [String] = []) -> PromptPanel.Completions {
    var completions = PromptPanel.Completions()
    completions.names = names.sorted()
    for name in Name.allCases {
      completions.values[name.rawValue] = values(of: name, themes: themes, words: words)
    }
    return completions
  }

  private static func values(of name: Name, themes: [String], words: [String]) -> [String]? {
    switch name.details.values {
    case .none: return nil
    case .themes: return themes
    case .words: return words
    case .switches: return ["on", "off"]
    case .settings:
      return Name.settings.flatMap { setting in
        let values = values(of: setting, themes: themes, words: words) ?? []
        return [setting.rawValue] + values.map { "\(setting.rawValue) \($0)" }
      }
    }
  }

  /// Names of commands and of actions.
  static var names: [String] {
    let own = Name.allCases.map(\.rawValue)
    return own + Action.allCases.map(\.rawValue).filter { !own.contains($0) }
  }
}
