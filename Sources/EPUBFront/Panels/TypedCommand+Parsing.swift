extension TypedCommand {
  /// `nil` for a line with nothing in it.
  init?(parsing line: String) throws(Fault) {
    let written = line.drop(while: \.isWhitespace)
    let line = Self.trimmed(written)
    guard let first = line.first else { return nil }
    if first == "/" || first == "?" {
      // Spaces at the end of what is searched for count.
      self = Self.search(written.dropFirst(), isBackward: first == "?")
    } else if line.hasPrefix("epubcfi(") {
      self = .place(String(line))
    } else if line == "$" {
      self = .perform(.end, count: nil, character: nil)
    } else if let command = try Self.number(line) {
      self = command
    } else {
      try self.init(named: line)
    }
  }

  /// `57`, `+3`, `-3`, `25%`.
  private static func number(_ line: Substring) throws(Fault) -> TypedCommand? {
    if line.last == "%", !line.contains(where: \.isLetter) { return try percent(line.dropLast()) }
    guard line.dropFirst().allSatisfy(\.isASCIIDigit) else { return nil }
    switch line.first {
    case "+": return .perform(.nextPage, count: try count(line.dropFirst()), character: nil)
    case "-": return .perform(.previousPage, count: try count(line.dropFirst()), character: nil)
    case let first? where first.isASCIIDigit: return .page(try count(line))
    case _: return nil
    }
  }

  static func percent(_ text: Substring) throws(Fault) -> TypedCommand {
    let text = trimmed(text)
    let isNumber = text.allSatisfy { $0.isASCIIDigit || $0 == "." }
    guard isNumber, let value = Double(text), value <= 100 else {
      throw Fault(message: "\(text)% is no percentage; write 0% to 100%")
    }
    return .percent(value)
  }

  static func count(_ text: Substring) throws(Fault) -> Int {
    guard let count = Int(text), count > 0 else {
      throw Fault(message: "\(text.isEmpty ? "that" : text) is no number to go by; write 1 or more")
    }
    return count
  }

  private static func search(_ text: Substring, isBackward: Bool) -> TypedCommand {
    if text.isEmpty {
      return .perform(isBackward ? .previousHit : .nextHit, count: nil, character: nil)
    }
    return .search(String(text), isBackward: isBackward)
  }

  // MARK: Names

  /// `NAME`, `NAME VALUE`, `3NAME`, `3 NAME`.
  private init(named line: Substring) throws(Fault) {
    let digits = line.prefix(while: \.isASCIIDigit)
    let rest = Self.trimmed(line[digits.endIndex...])
    let name = rest.prefix { $0 != " " }
    let value = Self.trimmed(rest[name.endIndex...])
    switch try Self.meaning(of: name.lowercased()) {
    case .command(let name) where digits.isEmpty:
      self = try Self.command(name, value)
    case .command(let name):
      throw Fault(message: "\(name.rawValue) takes no count")
    case .action(let action):
      self = try Self.action(action, digits, value)
    }
  }

  private enum Meaning {
    case command(Name)
    case action(Action)

    init?(_ name: String) {
      if let command = Name(rawValue: name) {
        self = .command(command)
      } else if let command = Name.allCases.first(where: { $0.details.alias == name }) {
        self = .command(command)
      } else if let action = Action(rawValue: name) {
        self = .action(action)
      } else {
        return nil
      }
    }
  }

  /// A name, or what only one name begins with; of several the one with a name of its own.
  private static func meaning(of name: String) throws(Fault) -> Meaning {
    if let meaning = Meaning(name) { return meaning }
    var begun = Name.allCases.map(\.rawValue).filter { $0.hasPrefix(name) }
    if begun.isEmpty { begun = names.filter { $0.hasPrefix(name) } }
    if begun.count == 1, let meaning = Meaning(begun[0]) { return meaning }
    if begun.count > 1 {
      throw Fault(message: "\(name) can be \(begun.sorted().joined(separator: ", "))")
    }
    let near = nearest(to: name, among: names)
    throw Fault(message: "no command \(name)" + (near.map { "; did you mean \($0)?" } ?? ""))
  }

  private static func action(
    _ action: Action, _ digits: Substring, _ value: Substring
  ) throws(Fault) -> TypedCommand {
    if action.takesCharacter {
      let number = digits.isEmpty ? nil : try count(digits)
      return .perform(action, count: number, character: try character(value, action.rawValue))
    }
    guard value.isEmpty || digits.isEmpty else {
      throw Fault(message: "\(action.rawValue) takes one count")
    }
    let text = value.isEmpty ? digits : value
    return .perform(action, count: text.isEmpty ? nil : try count(text), character: nil)
  }

  static func character(
    _ value: Substring, _ name: String
  ) throws(Fault) -> Unicode.Scalar {
    guard let character = value.unicodeScalars.first, value.unicodeScalars.count == 1 else {
      throw Fault(message: "\(name) takes one letter")
    }
    return character
  }

  static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop(while: \.isWhitespace)
    while text.last?.isWhitespace ?? false { text.removeLast() }
    return text
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { isASCII && isWholeNumber }
}
