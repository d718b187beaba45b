/// A manual page as it is written: source for `man`, in the few macros (man(7)) that every formatter knows.
///
/// In the text that it takes, what stands between backquotes is literal and gets bold, and so do names of options;
/// names of values, such as BOOK, get italic. All else is plain text, whatever signs it holds.
struct ManualSource {
  private(set) var text: String
  /// Nothing was written since the last heading.
  private var isFresh = true

  init(title: String, date: String, source: String) {
    text = ".TH \(Self.escaped(title, isLiteral: true)) 1 \(date) \"\(source)\" \"User Commands\"\n"
    // No hyphenation, ragged right: as help is.
    text += ".nh\n.ad l\n"
  }

  mutating func section(_ name: String) {
    text += ".SH \(Self.escaped(name.uppercased()))\n"
    isFresh = true
  }

  mutating func part(_ name: String) {
    text += ".SS \(Self.escaped(name))\n"
    isFresh = true
  }

  mutating func paragraph(_ prose: String, values: Set<String> = []) {
    if !isFresh { text += ".PP\n" }
    write(Self.marked(prose, values))
  }

  /// A line that is marked already, by itself.
  mutating func line(_ marked: String) {
    text += (isFresh ? "" : ".br\n") + marked + "\n"
    isFresh = false
  }

  /// A term, already marked, and beside it what it means.
  mutating func entry(_ term: String, _ meaning: String, values: Set<String> = []) {
    text += ".TP\n\(term)\n"
    write(Self.marked(meaning, values))
  }

  /// Lines as they are.
  mutating func lines(_ lines: String) {
    text += isFresh ? "" : ".PP\n"
    text += ".RS 4\n.nf\n"
    for line in lines.split(separator: "\n", omittingEmptySubsequences: false) {
      text += Self.guarded(Self.escaped(String(line), isLiteral: true)) + "\n"
    }
    text += ".fi\n.RE\n"
    isFresh = false
  }

  private mutating func write(_ marked: String) {
    for line in Help.wrapped(marked, to: 78) { text += "\(Self.guarded(line))\n" }
    isFresh = false
  }
}

extension ManualSource {
  static func bold(_ text: String) -> String { "\\fB\(escaped(text, isLiteral: true))\\fR" }

  /// What stands for a value: capitals name what must be put there, small letters are literal.
  static func value(_ form: String) -> String {
    var (marked, run) = ("", "")
    var kind = Kind.sign
    func ended() -> String {
      switch kind {
      case .name: "\\fI\(run)\\fR"
      case .word: bold(run)
      case .sign: escaped(run, isLiteral: true)
      }
    }
    for letter in form {
      if Kind(letter) != kind {
        if !run.isEmpty { marked += ended() }
        (run, kind) = ("", Kind(letter))
      }
      run.append(letter)
    }
    return marked + ended()
  }

  private enum Kind {
    case name, word, sign

    init(_ letter: Character) {
      self = letter.isUppercase ? .name : letter.isLowercase ? .word : .sign
    }
  }

  /// The names in the form of a value: N, A and B of `N|A-B|A-|current`.
  static func names(in form: String) -> Set<String> {
    Set(form.split { !$0.isUppercase }.map(String.init))
  }

  private static func marked(_ prose: String, _ values: Set<String>) -> String {
    let parts = prose.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
    var marked = ""
    for (index, part) in parts.enumerated() {
      if index % 2 == 1 {
        marked += bold(part)
        continue
      }
      let words = part.split(separator: " ", omittingEmptySubsequences: false)
      marked += words.map { word(String($0), values) }.joined(separator: " ")
    }
    return marked
  }

  /// A word of prose between its punctuation.
  private static func word(_ word: String, _ values: Set<String>) -> String {
    let before = word.prefix { "([\"".contains($0) }
    var core = word.dropFirst(before.count)
    var after = ""
    while let last = core.last, ".,;:)]\"".contains(last) {
      core.removeLast()
      after = "\(last)\(after)"
    }
    let name = String(core)
    let isOption = name.hasPrefix("--") && name.count > 2
    let shown =
      isOption ? bold(name) : values.contains(name) ? "\\fI\(name)\\fR" : escaped(name)
    return escaped(String(before)) + shown + escaped(after)
  }

  /// With signs that the formatter would take for its own, or set otherwise, spelled out.
  ///
  /// A hyphen between letters is one; any other is a minus, as all are in what is typed.
  private static func escaped(_ text: String, isLiteral: Bool = false) -> String {
    let letters = Array(text.unicodeScalars)
    var escaped = ""
    for (index, letter) in letters.enumerated() {
      switch letter {
      case "\\": escaped += "\\e"
      case "-":
        let isBetween =
          index > 0 && index + 1 < letters.count && letters[index - 1].properties.isAlphabetic
          && letters[index + 1].properties.isAlphabetic
        escaped += isBetween && !isLiteral ? "-" : "\\-"
      case "'": escaped += "\\(aq"
      case "`": escaped += "\\(ga"
      case "^": escaped += "\\(ha"
      case "~": escaped += "\\(ti"
      case "\"": escaped += "\\(dq"
      // Not every device has it.
      case "\u{2026}": escaped += "..."
      default:
        escaped +=
          letter.isASCII
          ? String(letter)
          : "\\[u\(padded(String(letter.value, radix: 16, uppercase: true)))]"
      }
    }
    return escaped
  }

  private static func padded(_ digits: String) -> String {
    String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// A line that begins with a full stop is text all the same.
  private static func guarded(_ line: String) -> String {
    line.hasPrefix(".") ? "\\&\(line)" : line
  }
}
