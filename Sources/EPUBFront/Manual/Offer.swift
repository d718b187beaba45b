/// What a shell can offer for one word of the command line.
enum Offer: Hashable {
  /// One of these.
  case names([String])
  case commands
  case book
  case chapter
  case file
}

extension Option {
  /// What can stand as its value; `nil` for an option without one, empty where nobody can say.
  func offers(in command: Command) -> [Offer]? {
    guard let form = details(in: command).value else { return nil }
    switch self {
    case .theme: return [.names(Theme.standard.map(\.name))]
    case .chapter: return [.chapter]
    case .style: return [.file]
    default:
      let names = form.split(separator: "|").filter { $0.allSatisfy(\.isLowercase) }
      return names.isEmpty ? [] : [.names(names.map(String.init))]
    }
  }

  /// As a menu has it: what its summary says first.
  func shortSummary(in command: Command) -> String {
    var words: [Substring] = []
    for word in details(in: command).summary.split(separator: " ") {
      // A colon behind a word or two is no end: "add, import: mark the word".
      let isLast =
        word.hasSuffix(".") || word.hasSuffix(";") || (word.hasSuffix(":") && words.count > 1)
      words.append(isLast ? word.dropLast() : word)
      if isLast { break }
    }
    let summary = words.joined(separator: " ")
    // Nor one between brackets: "(default book: as its stylesheet says)".
    let isOpen = summary.contains("(") && !summary.contains(")")
    return isOpen ? String(summary.prefix { $0 != "(" }.dropLast()) : summary
  }

  /// An option as it is in some commands.
  struct CompletionRow {
    var option: Option
    var summary: String
    /// `nil`: it takes no value.
    var value: [Offer]?
    /// How its value is told of.
    var form: String
    var commands: [Command]
  }

  static var completionRows: [CompletionRow] {
    var rows: [CompletionRow] = []
    for option in allCases {
      let first = rows.count
      for command in Command.allCases where command.takes(option) || option == .help {
        let value = option.offers(in: command)
        let same = rows[first...].firstIndex { $0.value == value }
        if let same {
          rows[same].commands.append(command)
        } else {
          rows.append(
            CompletionRow(
              option: option, summary: option.shortSummary(in: command), value: value,
              form: option.details(in: command).value ?? "", commands: [command]))
        }
      }
    }
    return rows
  }
}

/// What can stand as an operand. The scripts ask for it by a key, `COMMAND:FIRST OPERAND:NUMBER BEFORE IT`, such as
/// `words:add:2`; the first pattern that fits decides.
struct OperandRule {
  var pattern: String
  var offers: [Offer]

  static let all = Command.allCases.flatMap(rules)

  private static func rules(of command: Command) -> [OperandRule] {
    let name = command.rawValue
    func rule(_ pattern: String, _ offers: Offer...) -> OperandRule {
      OperandRule(pattern: "\(name):\(pattern)", offers: offers)
    }
    switch command {
    case .read: return [rule(":0", .commands, .book), rule("*", .commands)]
    case .info, .toc, .text, .check, .cover: return [rule(":0", .book)]
    case .search: return [rule(":0"), rule("*", .book)]
    case .words:
      return [
        rule(":0", .names(WordsTask.names), .book), rule("list:1", .book), rule("count:1", .book),
        rule("add:2", .book), rule("remove:2", .book), rule("import:1", .file),
        rule("import:2", .book),
      ]
    case .notes:
      return [
        rule(":0", .names(["import"]), .book), rule("import:1", .file), rule("import:2", .book),
      ]
    case .help: return [rule(":0", .commands)]
    case .recent, .keys, .bridge: return []
    }
  }
}

/// What all three scripts have in common.
enum CompletionScript {
  /// Options that take a value in every command that knows them.
  static var withValue: [String] {
    Option.allCases.filter { $0.details.value != nil && $0 != .highlight }.map(\.rawValue)
  }

  static var commandNames: [String] { Command.named.map(\.rawValue) }

  /// Takes the lines of `toc` to number, separator and title; the page behind is left out.
  static func chapterFilter(_ separator: String) -> String {
    "sed -nE 's/ {2,}[0-9]+$//; s/^ *([0-9]+) +/\\1\(separator)/p'"
  }

  /// Prints a book's contents wide enough for a title to be a line.
  static let contentsOptions = "toc --no-config --size 240x50 --width 240"

  /// For a shell's single quotes.
  static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }
}
