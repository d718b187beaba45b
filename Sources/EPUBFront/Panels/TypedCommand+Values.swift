extension TypedCommand {
  /// What a command with a name of its own means with a value, which may be empty.
  static func command(_ name: Name, _ value: Substring) throws(Fault) -> TypedCommand {
    switch name {
    case .page: .page(try count(try needed(value, name)))
    case .percent: try percent(try needed(value.last == "%" ? value.dropLast() : value, name))
    case .print: .printPage(String(try needed(value, name)))
    case .at: .place(String(try needed(value, name)))
    case .search:
      value.isEmpty ? perform(.searchForward) : .search(String(value), isBackward: false)
    case .highlightWord: .highlightWord(String(try needed(value, name)))
    case .unhighlightWord: .unhighlightWord(String(try needed(value, name)))
    case .mark: perform(.setMark, try character(value, name.rawValue))
    case .goto: perform(.goToMark, try character(value, name.rawValue))
    case .toc: try perform(.contents, name, without: value)
    case .hits: try perform(.hits, name, without: value)
    case .notes: try perform(.bookmarks, name, without: value)
    case .words: try perform(.words, name, without: value)
    case .recent: try perform(.recent, name, without: value)
    case .info: try perform(.information, name, without: value)
    case .help: try perform(.help, name, without: value)
    case .quit: try perform(.quit, name, without: value)
    case .theme: value.isEmpty ? perform(.nextTheme) : .set(.theme(String(value)))
    case .width: .set(.width(value.isEmpty ? nil : try number(value, name, in: 2...10_000)))
    case .spacing: .set(.lineSpacing(try number(try needed(value, name), name, in: 1...9)))
    case .justify: .set(.justify(try isOn(value, name)))
    case .hyphenate: .set(.hyphenate(try isOn(value, name)))
    case .set: try setting(value)
    }
  }

  private static func perform(_ action: Action, _ character: Unicode.Scalar? = nil) -> TypedCommand
  {
    .perform(action, count: nil, character: character)
  }

  private static func perform(
    _ action: Action, _ name: Name, without value: Substring
  ) throws(Fault) -> TypedCommand {
    guard value.isEmpty else { throw Fault(message: "\(name.rawValue) takes nothing behind it") }
    return perform(action)
  }

  private static func needed(_ value: Substring, _ name: Name) throws(Fault) -> Substring {
    guard !value.isEmpty else { throw Fault(message: "write \(name.details.usage)") }
    return value
  }

  private static func number(
    _ value: Substring, _ name: Name, in range: ClosedRange<Int>
  ) throws(Fault) -> Int {
    guard let number = Int(value), range.contains(number) else {
      throw Fault(message: "\(name.rawValue) is \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  private static func isOn(_ value: Substring, _ name: Name) throws(Fault) -> Bool {
    switch value.lowercased() {
    case "", "on": return true
    case "off": return false
    case _: throw Fault(message: "\(name.rawValue) is on or off")
    }
  }

  /// `NAME VALUE`, `NAME=VALUE`, `NAME`, `noNAME`.
  private static func setting(_ text: Substring) throws(Fault) -> TypedCommand {
    let text = try needed(text, .set)
    let name = text.prefix { $0 != " " && $0 != "=" }
    let value = trimmed(text[name.endIndex...].drop { $0 == " " || $0 == "=" })
    let written = name.lowercased()
    if let setting = Name.settings.first(where: { $0.rawValue == written }) {
      return try command(setting, value)
    }
    if value.isEmpty, written == "no" + Name.justify.rawValue { return .set(.justify(false)) }
    if value.isEmpty, written == "no" + Name.hyphenate.rawValue { return .set(.hyphenate(false)) }
    let names = Name.settings.map(\.rawValue)
    let near = nearest(to: written, among: names).map { "did you mean \($0)?" }
    throw Fault(
      message: "no setting \(name); \(near ?? "there are \(names.joined(separator: ", "))")")
  }
}
