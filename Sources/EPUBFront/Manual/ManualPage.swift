/// The manual page `epub-read.1`: the tables of commands, options, keys, configuration and exit statuses, between
/// prose of its own.
struct ManualPage {
  private var source = ManualSource(
    title: "EPUB-READ", date: Self.date, source: "epub-read \(Front.version)")

  /// When its prose was changed last.
  private static let date = "2026-11-30"

  /// Names that stand for what is to be put in their place, wherever they appear.
  private static let values: Set<String> = [
    "BOOK", "COMMAND", "PATTERN", "FILE", "WORD", "COLOR", "TASK", "TITLE", "LABEL", "PROGRAM",
    "PREFIX",
  ]

  var text: String { source.text }

  init() {
    names()
    synopsis()
    section("Description", Prose.description + [Help.arguments] + Command.read.details.description)
    commands()
    options()
    keys()
    configuration()
    section("Environment", [])
    for (name, meaning) in Prose.environment { entry(ManualSource.bold(name), meaning) }
    section("Files", [])
    for (name, meaning) in Prose.files { entry(ManualSource.bold(name), meaning) }
    section("Exit status", [Prose.errors])
    for status in ExitStatus.allCases {
      entry(ManualSource.bold("\(status.rawValue)"), "\(status.meaning.capitalizedFirst).")
    }
    section("Examples", [])
    for (command, meaning) in Prose.examples { entry(ManualSource.bold(command), meaning) }
    section("Promises", Prose.promisesIntroduction)
    for promise in Prose.promises {
      source.part(promise.title)
      for part in promise.paragraphs { source.paragraph(part, values: Self.values) }
    }
    section("Bugs", Prose.bugs)
    section("See also", [Prose.seeAlso])
  }

  private mutating func section(_ name: String, _ paragraphs: [String]) {
    source.section(name)
    for part in paragraphs { source.paragraph(part, values: Self.values) }
  }

  private mutating func entry(_ term: String, _ meaning: String, values: Set<String> = []) {
    source.entry(term, meaning, values: Self.values.union(values))
  }

  private mutating func names() {
    source.section("Name")
    source.line(#"epub\-read \- "# + Prose.name)
  }

  private mutating func synopsis() {
    source.section("Synopsis")
    for form in ["[OPTIONS] [BOOK]", "COMMAND [OPTIONS] [BOOK]"] {
      source.line(ManualSource.bold("epub-read") + " " + ManualSource.value(form))
    }
  }

  private mutating func commands() {
    section("Commands", Prose.commands)
    for command in Command.named {
      let details = command.details
      source.part(command.rawValue)
      let operands = details.operands.isEmpty ? "" : " " + ManualSource.value(details.operands)
      source.line(
        ManualSource.bold("epub-read \(command.rawValue)") + " " + ManualSource.value("[OPTIONS]")
          + operands)
      source.paragraph("\(details.summary.capitalizedFirst).", values: Self.values)
      for part in details.description { source.paragraph(part, values: Self.values) }
    }
  }

  private mutating func options() {
    section("Options", Prose.options)
    for group in Option.Group.allCases {
      source.part(group.rawValue)
      for option in Option.allCases where option.details.group == group {
        let details = option.details
        let value = details.value.map { " " + ManualSource.value($0) } ?? ""
        entry(
          ManualSource.bold(option.rawValue) + value, details.summary,
          values: details.value.map(ManualSource.names(in:)) ?? [])
      }
    }
  }

  private mutating func keys() {
    section("Keys", Prose.keys)
    let table = KeyTable.standard
    for group in Action.Group.allCases {
      source.part(group.rawValue)
      for action in Action.allCases where action.details.group == group {
        for binding in table.bindings(of: action) {
          let keys = table.shownKeys(of: binding).map(ManualSource.bold)
          let shown = keys.isEmpty ? binding.name : keys.joined(separator: ", ")
          entry(shown, "\(binding.summary.capitalizedFirst).")
        }
      }
    }
  }

  private mutating func configuration() {
    section("Configuration", [Help.configurationFile])
    for member in ConfigurationMember.allCases {
      entry(
        ManualSource.bold(member.rawValue) + ": " + ManualSource.value(member.form), member.summary)
    }
  }
}
