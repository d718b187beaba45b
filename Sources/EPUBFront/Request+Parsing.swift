import EPUBBasics

// The command line, in the manner of GNU: options anywhere, `--opt=value` and `--opt value`, letters
// together (`-iw`), `--` before what must not count as an option.

extension Request {
  private struct Given {
    var option: Option
    var value: String?
  }

  init(parsing arguments: [String], _ environment: Environment) throws(Failure) {
    var options: [Given] = []
    var words: [String] = []
    var afterDashes: [String] = []
    var named: Command?
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        afterDashes = Array(rest)
        break
      }
      if argument.hasPrefix("--") {
        options.append(try Self.longOption(argument, &rest, named ?? .read))
      } else if argument.hasPrefix("-"), argument != "-" {
        options += try Self.letterOptions(argument)
      } else {
        // The first word that names a command is the command; after `--` there are only files.
        if named == nil, let command = Command(named: argument) {
          named = command
        } else {
          words.append(argument)
        }
      }
    }
    command = named ?? .read
    operands = words + afterDashes
    if Self.needsConfiguration(command, options.map(\.option)) {
      adopt(Configuration(environment))
    }
    for given in options {
      guard command.takes(given.option) || given.option == .help else {
        throw .optionOfOthers(given.option, in: command)
      }
      try apply(given.option, given.value ?? "")
    }
    if !wantsHelp, !wantsVersion { try checkOperands(words) }
  }

  /// Where it can change nothing, the configuration is not read.
  private static func needsConfiguration(_ command: Command, _ options: [Option]) -> Bool {
    if options.contains(where: { $0 == .noConfiguration || $0 == .help || $0 == .version }) {
      return false
    }
    return command.usesConfiguration || options.contains(.theme)
  }

  private static func longOption(
    _ argument: String, _ rest: inout ArraySlice<String>, _ command: Command
  ) throws(Failure) -> Given {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let option = Option(rawValue: name) else {
      throw Option.upcoming.contains(name)
        ? .notInThisVersion(name) : .unknownOption(name, suggestion: Option.nearest(to: name))
    }
    if option.details(in: command).value == nil {
      if parts.count == 2 { throw .needlessValue(option) }
      return Given(option: option)
    }
    if parts.count == 2 { return Given(option: option, value: String(parts[1])) }
    guard let value = rest.popFirst() else { throw .missingValue(option) }
    return Given(option: option, value: value)
  }

  private static func letterOptions(_ argument: String) throws(Failure) -> [Given] {
    var options: [Given] = []
    for letter in argument.dropFirst() {
      guard let option = Option(letter: letter) else {
        let long = "-\(argument)"
        throw .unknownOption(
          options.isEmpty ? argument : "-\(letter)", suggestion: Option.nearest(to: long))
      }
      options.append(Given(option: option))
    }
    return options
  }

  private func checkOperands(_ words: [String]) throws(Failure) {
    let first = words.first
    switch command {
    case .search: break
    case .words: _ = try WordsTask(self)
    case .notes: _ = try NotesTask(self)
    case .recent, .keys, .bridge:
      if let operand = operands.first {
        throw .tooManyOperands(operand, command: command, suggestion: nil)
      }
    case .help where helpForm != nil:
      if let operand = operands.first {
        throw .tooManyOperands(operand, command: command, suggestion: nil)
      }
    case .read, .info, .toc, .text, .check, .cover, .help:
      guard operands.count > 1 else { return }
      let meant = command == .read ? first.flatMap { Command.nearest(to: $0) } : nil
      throw .tooManyOperands(
        meant == nil ? operands[1] : operands[0], command: command, suggestion: meant)
    }
  }
}

extension Request {
  /// Takes over what the configuration says, before options say otherwise.
  private mutating func adopt(_ configuration: Configuration) {
    self.configuration = configuration
    width = configuration.width ?? width
    margin = configuration.margin ?? margin
    lineSpacing = configuration.lineSpacing ?? lineSpacing
    paragraphs = configuration.paragraphs ?? paragraphs
    justifies = configuration.justifies ?? justifies
    hyphenates = configuration.hyphenates ?? hyphenates
    usesBookStyle = configuration.usesBookStyle ?? usesBookStyle
    styleFile = configuration.styleFile
    pictures = configuration.pictures ?? pictures
    notes = configuration.notes ?? notes
    ruby = configuration.ruby ?? ruby
    theme = configuration.theme ?? theme
    isPlain = configuration.isPlain ?? isPlain
    usesMouse = configuration.usesMouse ?? usesMouse
    showsTwoPages = configuration.showsTwoPages ?? showsTwoPages
    graphics = configuration.graphics ?? graphics
  }

  /// Takes over one option; of repeated and contradicting ones the last counts.
  private mutating func apply(_ option: Option, _ value: String) throws(Failure) {
    switch option {
    case .page: position = try Self.pages(value)
    case .percent: position = .percent(try Self.percent(value))
    case .chapter:
      if value.isEmpty || value == "=" { throw .badValue(option, value, "no title and no number") }
      position = .chapter(value)
    case .printPage: position = .printPage(value)
    case .at: position = .at(try PlaceReference(parsing: value), shown: value)
    case .highlight:
      if command == .words {
        onlyHighlights = true
      } else {
        marks.append(try Marks(parsing: value))
      }
    case .size: size = try Self.size(value)
    case .width: width = try Self.number(value, of: option, in: Self.widths)
    case .margin: (margin, insistsOnMargin) = (try Self.margin(value), true)
    case .lineSpacing: lineSpacing = try Self.number(value, of: option, in: Self.lineSpacings)
    case .paragraphs: paragraphs = try Self.choice(value, of: option)
    case .justify: justifies = true
    case .noJustify: justifies = false
    case .hyphenate: hyphenates = true
    case .noHyphenate: hyphenates = false
    case .bookStyle: usesBookStyle = try Self.choice(value, of: option) == Switch.on
    case .style: styleFile = value
    case .pictures: pictures = try Self.choice(value, of: option)
    case .notes: notes = try Self.choice(value, of: option)
    case .ruby: ruby = try Self.choice(value, of: option)
    case .theme: theme = try theme(value)
    case .color: color = try Self.choice(value, of: option)
    case .plain: isPlain = true
    case .noPlain: isPlain = false
    case .mouse: usesMouse = true
    case .noMouse: usesMouse = false
    case .twoPages: showsTwoPages = true
    case .noTwoPages: showsTwoPages = false
    case .graphics: graphics = try Self.choice(value, of: option)
    case .print: prints = true
    case .json: json = true
    case .ignoreCase: search.ignoresCase = true
    case .accents: search.ignoresAccents = false
    case .exact: (search.ignoresCase, search.ignoresAccents) = (false, false)
    case .wholeWords: search.wholeWords = true
    case .regularExpression: search.isRegularExpression = true
    case .count: search.countsOnly = true
    case .format:
      if command == .help {
        helpForm = try Self.choice(value, of: option)
      } else {
        format = try format(value)
      }
    case .book: onlyBook = true
    case .new: onlyNew = true
    case .noState: ignoresState = true
    // It was seen before the configuration would have been read.
    case .noConfiguration: break
    case .help: wantsHelp = true
    case .version: wantsVersion = true
    }
  }

  /// No terminal is larger.
  static var lengths: ClosedRange<Int> { 0...10_000 }
  static var widths: ClosedRange<Int> { 2...10_000 }
  static var lineSpacings: ClosedRange<Int> { 1...9 }

  private static func number(
    _ value: some StringProtocol, of option: Option, in range: ClosedRange<Int>,
    whole: String? = nil
  ) throws(Failure) -> Int {
    let shown = whole ?? String(value)
    guard !value.isEmpty, value.utf8.allSatisfy({ $0.isASCIIDigit }) else {
      throw .badValue(option, shown, "no whole number")
    }
    guard let number = Int(value), range.contains(number) else {
      throw .badValue(option, shown, "not from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ value: String, of option: Option
  ) throws(Failure) -> Choice {
    if let choice = Choice(rawValue: value) { return choice }
    let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
    throw .badValue(option, value, "none of \(names)")
  }

  private func theme(_ value: String) throws(Failure) -> Theme {
    if let theme = configuration.theme(named: value) { return theme }
    let names = configuration.themes.map(\.name).joined(separator: ", ")
    throw .badValue(.theme, value, "none of \(names)")
  }

  private func format(_ value: String) throws(Failure) -> Format {
    let formats = command.formats
    if let format = Format(rawValue: value), formats.contains(format) { return format }
    let names = formats.map(\.rawValue).joined(separator: ", ")
    throw .badValue(.format, value, "none of \(names)")
  }

  private static func pages(_ value: String) throws(Failure) -> Position {
    if value == "current" { return .current }
    let parts = value.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    func page(_ part: Substring) throws(Failure) -> Int {
      guard !part.isEmpty, part.utf8.allSatisfy({ $0.isASCIIDigit }) else {
        throw .badValue(.page, value, "no page number")
      }
      // What is too large for any book is beyond this one, too.
      let number = Int(part) ?? Int.max
      if number == 0 { throw .badValue(.page, value, "pages are counted from 1") }
      return number
    }
    let first = try page(parts[0])
    if parts.count == 1 { return .pages(first: first, last: first) }
    if parts[1].isEmpty { return .pages(first: first, last: nil) }
    let last = try page(parts[1])
    if last < first { throw .badValue(.page, value, "the range ends before it begins") }
    return .pages(first: first, last: last)
  }

  private static func percent(_ value: String) throws(Failure) -> Double {
    let isPlain = !value.isEmpty && value.utf8.allSatisfy { $0.isASCIIDigit || $0 == 0x2E }
    guard isPlain, let percent = Double(value), percent <= 100 else {
      throw .badValue(.percent, value, "no number from 0 to 100")
    }
    return percent
  }

  private static func size(_ value: String) throws(Failure) -> Environment.TerminalSize {
    let parts = value.split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2 else { throw .badValue(.size, value, "no size") }
    let columns = try number(parts[0], of: .size, in: lengths, whole: value)
    let rows = try number(parts[1], of: .size, in: lengths, whole: value)
    guard columns >= 20, rows >= 5 else {
      throw .badValue(.size, value, "smaller than 20x5")
    }
    return Environment.TerminalSize(columns: columns, rows: rows)
  }

  private static func margin(_ value: String) throws(Failure) -> Margin {
    let parts = value.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 4 else { throw .badValue(.margin, value, "not four numbers") }
    var sides: [Int] = []
    for part in parts {
      sides.append(try number(part, of: .margin, in: lengths, whole: value))
    }
    return Margin(top: sides[0], right: sides[1], bottom: sides[2], left: sides[3])
  }
}
