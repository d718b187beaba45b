/// What `help`, `--help` and `help COMMAND` print, made from the tables of commands and options.
struct Help {
  let text: String
  private static let width = 80

  init(_ request: Request) throws(Failure) {
    if let form = request.helpForm {
      text = form.text
      return
    }
    guard request.command == .help, let name = request.operands.first else {
      text =
        request.command == .help || request.command == .read
        ? Self.all : Self.about(request.command)
      return
    }
    guard let command = Command(named: name) else {
      throw .noSuchCommand(name, suggestion: Command.nearest(to: name))
    }
    text = Self.about(command)
  }

  private static var all: String {
    var text = """
      epub-read reads EPUB books in the terminal.

      usage: epub-read [OPTIONS] [BOOK]            read a book
             epub-read COMMAND [OPTIONS] [BOOK]    ask something of it

      """
    text += "\n"
    text += paragraph(arguments) + "\n"
    for part in Command.read.details.description { text += paragraph(part) + "\n" }
    text += "Commands\n"
    for command in Command.named {
      text += row("\(command.rawValue) \(command.details.operands)", command.details.summary)
    }
    text += "\n"
    for group in Option.Group.allCases { text += options(of: group, in: .read) { _ in true } }
    text += configuration + ending
    return text
  }

  static let arguments = """
    BOOK is an .epub file, an unpacked EPUB folder, or - for standard input; without it, the book read \
    last. Options may stand anywhere; after -- everything is a file or a pattern. The first argument \
    that names a command is the command; ./info is a file. Of repeated options that contradict each \
    other the last counts.
    """

  private static func about(_ command: Command) -> String {
    let details = command.details
    var text = "usage: epub-read \(command.rawValue) [OPTIONS] \(details.operands)\n\n"
    for part in details.description { text += paragraph(part) + "\n" }
    for group in Option.Group.allCases {
      text += options(of: group, in: command) { command.takes($0) }
    }
    text += ending
    return text
  }

  private static var configuration: String {
    var text = "Configuration\n"
    text += paragraph(configurationFile)
    for member in ConfigurationMember.allCases {
      text += row("\(member.rawValue): \(member.form)", member.summary)
    }
    return text + "\n"
  }

  static let configurationFile = """
    $XDG_CONFIG_HOME/epub-read/config.json (~/.config without the variable), in JSON5: comments and \
    trailing commas are fine, names need no quotes. Options win over it.
    """

  private static var ending: String {
    ExitStatus.allCases.reduce("Exit status\n") { $0 + row("\($1.rawValue)", $1.meaning) }
  }

  private static func options(
    of group: Option.Group, in command: Command, where isWanted: (Option) -> Bool
  ) -> String {
    let wanted = Option.allCases.filter { $0.details.group == group && isWanted($0) }
    if wanted.isEmpty { return "" }
    var text = "\(group.rawValue)\n"
    for option in wanted {
      let details = option.details(in: command)
      let value = details.value.map { " \($0)" } ?? ""
      text += row(option.rawValue + value, details.summary)
    }
    return text + "\n"
  }

  private static let column = 28

  /// A name, and beside it what it means.
  private static func row(_ name: String, _ meaning: String) -> String {
    let lines = wrapped(meaning, to: width - column)
    let indent = String(repeating: " ", count: column)
    var text = "  \(name)"
    if text.count > column - 2 {
      text += "\n\(indent)"
    } else {
      text += String(repeating: " ", count: column - text.count)
    }
    return text + lines.joined(separator: "\n\(indent)") + "\n"
  }

  private static func paragraph(_ text: String) -> String {
    wrapped(text, to: width).joined(separator: "\n") + "\n"
  }

  static func wrapped(_ text: String, to width: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
