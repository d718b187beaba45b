import EPUBBasics
import EPUBReader

/// Makes a configuration of JSON. What is wrong is passed over with a line about it.
struct ConfigurationReader {
  var configuration = Configuration()
  /// The file, as lines about it name it.
  private let path: String
  /// Problems that are not told any more: nobody reads them all.
  private var untoldCount = 0
  private static let maximumProblemCount = 20
  /// Of keys and of themes; no hand writes as many.
  static let maximumCount = 1000

  init(_ path: String) { self.path = path }

  mutating func read(_ json: JSONInput) {
    guard case .object(let members) = json else {
      configuration.problems.append(
        Failure.badConfiguration("\(path), line 1", "no object: { is missing"))
      return
    }
    var known: [ConfigurationMember: JSONInput.Member] = [:]
    for member in members {
      guard let name = ConfigurationMember(rawValue: member.name) else {
        tellUnknown(member)
        continue
      }
      if known.updateValue(member, forKey: name) != nil {
        tell(member, "stands twice; the last one counts", "remove one of them")
      }
    }
    takeAll(known)
    if untoldCount > 0 {
      configuration.problems.append(Failure.moreWrong(in: path, untoldCount))
    }
  }

  private mutating func takeAll(_ known: [ConfigurationMember: JSONInput.Member]) {
    // Themes come first: what a theme's name can mean depends on them.
    for name in [.themes] + ConfigurationMember.allCases.filter({ $0 != .themes }) {
      if let member = known[name], member.value != .null { take(member, as: name) }
    }
  }

  private mutating func take(_ member: JSONInput.Member, as name: ConfigurationMember) {
    switch name {
    case .theme: configuration.theme = theme(member)
    case .themes: takeThemes(member)
    case .width: configuration.width = number(member, in: Request.widths)
    case .margin: configuration.margin = margin(member)
    case .lineSpacing: configuration.lineSpacing = number(member, in: Request.lineSpacings)
    case .paragraphs: configuration.paragraphs = choice(member)
    case .justify: configuration.justifies = bool(member)
    case .hyphenate: configuration.hyphenates = bool(member)
    case .pictures: configuration.pictures = choice(member)
    case .notes: configuration.notes = choice(member)
    case .ruby: configuration.ruby = choice(member)
    case .bookStyle: configuration.usesBookStyle = bool(member)
    case .style: configuration.styleFile = file(member)
    case .colors: takeColors(member)
    case .markSaved:
      configuration.marksSavedWords = bool(member) ?? configuration.marksSavedWords
    case .preset: configuration.preset = choice(member) ?? configuration.preset
    case .keys: takeKeys(member)
    case .mouse: configuration.usesMouse = bool(member)
    case .twoPages: configuration.showsTwoPages = bool(member)
    case .plain: configuration.isPlain = bool(member)
    case .graphics: configuration.graphics = choice(member)
    case .lookUp: configuration.lookUp = program(member)
    case .open: configuration.open = program(member)
    }
  }
}

// What is told
extension ConfigurationReader {
  /// One line: where, what is wrong, what to do.
  mutating func tell(_ member: JSONInput.Member, _ wrong: String, _ toDo: String) {
    guard tellsMore else {
      untoldCount += 1
      return
    }
    configuration.problems.append(
      Failure.configuration(path, member.line, "\(member.name): \(wrong)", toDo))
  }

  mutating func tell(_ member: JSONInput.Member, _ wrong: String) {
    let form = ConfigurationMember(rawValue: member.name)?.form ?? ""
    tell(member, wrong, "write \(member.name): \(form)")
  }

  private var tellsMore: Bool { configuration.problems.count < Self.maximumProblemCount }

  /// What a name that there is not may have meant, as a line about it ends.
  func suggestion(_ name: String, among names: [String], else toDo: String) -> String {
    // It takes its time, and a file can be full of such names.
    let near = tellsMore ? nearest(to: name, among: names) : nil
    return near.map { "did you mean \($0)?" } ?? toDo
  }

  private mutating func tellUnknown(_ member: JSONInput.Member) {
    let names = ConfigurationMember.allCases.map(\.rawValue)
    tell(
      member, "no such member",
      suggestion(member.name, among: names, else: "epub-read help tells those that there are"))
  }
}

// Simple values
extension ConfigurationReader {
  private mutating func bool(_ member: JSONInput.Member) -> Bool? {
    if case .bool(let value) = member.value { return value }
    tell(member, "neither true nor false")
    return nil
  }

  private mutating func number(_ member: JSONInput.Member, in range: ClosedRange<Int>) -> Int? {
    guard let number = member.value.integer else {
      tell(member, "no whole number")
      return nil
    }
    if range.contains(number) { return number }
    tell(member, "not from \(range.lowerBound) to \(range.upperBound)")
    return nil
  }

  private mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ member: JSONInput.Member
  ) -> Choice? {
    if let choice = member.value.string.flatMap({ Choice(rawValue: $0) }) { return choice }
    tell(member, "none of \(Choice.allCases.map(\.rawValue).joined(separator: ", "))")
    return nil
  }

  private mutating func file(_ member: JSONInput.Member) -> String? {
    guard let name = member.value.string, !name.isEmpty else {
      tell(member, "no name of a file")
      return nil
    }
    if name.hasPrefix("/") { return name }
    return path.lastIndex(of: "/").map { "\(path[...$0])\(name)" } ?? name
  }

  private mutating func margin(_ member: JSONInput.Member) -> Request.Margin? {
    let sides = member.value.items.compactMap(\.integer).filter { Request.lengths.contains($0) }
    guard sides.count == 4, member.value.items.count == 4 else {
      tell(member, "not four numbers")
      return nil
    }
    return Request.Margin(top: sides[0], right: sides[1], bottom: sides[2], left: sides[3])
  }

  private mutating func program(_ member: JSONInput.Member) -> ProgramCall? {
    let words = member.value.items.compactMap(\.string)
    guard case .list = member.value, words.count == member.value.items.count,
      let call = ProgramCall(words)
    else {
      tell(member, "no list of a program and its arguments")
      return nil
    }
    return call
  }
}

// Colours
extension ConfigurationReader {
  private mutating func takeColors(_ member: JSONInput.Member) {
    let colors = member.value.items.map { $0.string.flatMap { HighlightColor.hex(of: $0) } }
    let known = colors.compactMap(\.self)
    guard known.count == colors.count, known.count <= configuration.highlightColors.count else {
      tell(member, "not up to six colours", "write names or #rrggbb: [\"yellow\", \"#a1b2c3\"]")
      return
    }
    configuration.highlightColors.replaceSubrange(..<known.count, with: known)
  }

  private mutating func theme(_ member: JSONInput.Member) -> Theme? {
    if let theme = member.value.string.flatMap({ configuration.theme(named: $0) }) {
      return theme
    }
    tell(member, "none of \(configuration.themes.map(\.name).joined(separator: ", "))")
    return nil
  }

  private mutating func takeThemes(_ member: JSONInput.Member) {
    guard case .object(let themes) = member.value else {
      tell(member, "no object")
      return
    }
    if themes.count > Self.maximumCount {
      tell(member, "more than \(Self.maximumCount)", "leave some out")
      return
    }
    for theme in themes {
      guard let colors = colors(of: theme) else { continue }
      configuration.ownThemes.removeAll { $0.name == theme.name }
      configuration.ownThemes.append(Theme(name: theme.name, colors: colors))
    }
  }

  /// A theme without a text and a paper is none.
  private mutating func colors(of theme: JSONInput.Member) -> Theme.Colors? {
    var inks: [ThemeMember: RGB] = [:]
    var isWhole = true
    for member in theme.value.members {
      var shown = member
      shown.name = "\(theme.name), \(member.name)"
      if let name = ThemeMember(rawValue: member.name) {
        inks[name] = member.value.string.flatMap { RGB($0) }
        if inks[name] != nil { continue }
        isWhole = false
        tell(shown, "no colour", "write \(member.name): \"#rrggbb\"")
      } else {
        let names = ThemeMember.allCases.map(\.rawValue).joined(separator: ", ")
        tell(shown, "no such colour", "a theme has \(names)")
      }
    }
    guard let text = inks[.text], let paper = inks[.paper] else {
      if isWhole {
        tell(
          theme, "a theme needs a text and a paper",
          "write {text: \"#rrggbb\", paper: \"#rrggbb\"}")
      }
      return nil
    }
    var colors = Theme.Colors(text: text, paper: paper)
    colors.dim = inks[.dim] ?? colors.dim
    colors.link = inks[.link] ?? colors.link
    colors.status = inks[.status] ?? colors.status
    colors.statusPaper = inks[.statusPaper] ?? colors.statusPaper
    colors.selection = inks[.selection] ?? colors.selection
    colors.hit = inks[.hit] ?? colors.hit
    return colors
  }
}
