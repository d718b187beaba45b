import EPUBReader
import EPUBTerminal
import Foundation
import TestKit
import Testing

@testable import EPUBFront

@Suite("What the configuration says") struct ConfigurationTests {
  private func parse(_ text: String) -> Configuration {
    Configuration(parsing: Array(text.utf8), at: "/home/config.json")
  }

  /// What is told of a text, without the path that each line begins with.
  private func problems(_ text: String) -> [String] {
    parse(text).problems.map { $0.replacingOccurrences(of: "/home/config.json, ", with: "") }
  }

  @Test("Every member is taken")
  func members() throws {
    let configuration = parse(
      """
      {
        theme: 'paper', width: 60, margin: [1, 2, 3, 4], lineSpacing: 2, paragraphs: 'space',
        justify: true, hyphenate: true, pictures: 'rows', bookStyle: false, style: 'my.css',
        notes: 'foot', ruby: 'above',
        colors: ['blue', '#A1B2C3'], markSaved: false, preset: 'vim', mouse: true, twoPages: true,
        plain: true, graphics: 'sixel', lookUp: ['sdcv', '-n', '{word}'], open: ['feh'],
        themes: {paper: {text: '#102030', paper: '#f0e0d0', link: '#0000ff'}},
        keys: {Q: 'quit', q: null},
      }
      """)
    #expect(configuration.problems.isEmpty)
    #expect(configuration.theme?.name == "paper")
    #expect(configuration.theme?.colors?.text == RGB(0x102030))
    #expect(configuration.theme?.colors?.link == RGB(0x0000FF))
    #expect(configuration.width == 60)
    #expect(configuration.margin == Request.Margin(top: 1, right: 2, bottom: 3, left: 4))
    #expect(configuration.lineSpacing == 2)
    #expect(configuration.paragraphs == .space)
    #expect(configuration.justifies == true)
    #expect(configuration.hyphenates == true)
    #expect(configuration.pictures == .rows)
    #expect(configuration.notes == .foot)
    #expect(configuration.ruby == .above)
    #expect(configuration.usesBookStyle == false)
    #expect(configuration.styleFile == "/home/my.css")
    #expect(configuration.highlightColors.prefix(3) == ["#81d4fa", "#a1b2c3", "#81d4fa"])
    #expect(configuration.highlightColors.count == 6)
    #expect(!configuration.marksSavedWords)
    #expect(configuration.preset == .vim)
    #expect(configuration.usesMouse == true)
    #expect(configuration.showsTwoPages == true)
    #expect(configuration.isPlain == true)
    #expect(configuration.graphics == .sixel)
    #expect(configuration.lookUp?.program == "sdcv")
    #expect(configuration.open?.arguments == [])
    #expect(configuration.keyTable.find([KeyStroke("Q")]) == .bound(.init(.quit)))
    #expect(configuration.keyTable.find([KeyStroke("q")]) == .nothing)
  }

  @Test("An empty one and null say nothing")
  func empty() {
    for text in ["{}", "{width: null, keys: null, theme: null, markSaved: null}"] {
      let configuration = parse(text)
      #expect(configuration.problems.isEmpty)
      #expect(configuration.width == nil)
      #expect(configuration.keyTable == .standard)
      #expect(configuration.marksSavedWords)
      #expect(configuration.themes == Theme.standard)
    }
  }

  static let wrongValues = [
    "theme: 'neon'", "theme: 1", "themes: []", "themes: {a: 1}", "themes: {a: {text: '#000000'}}",
    "themes: {a: {text: '#000000', paper: 'white'}}", "width: '60'", "width: 1", "width: 1.5",
    "width: 10001", "width: Infinity", "width: NaN", "margin: 1", "margin: [1, 2, 3]",
    "margin: [1, 2, 3, -4]", "margin: [1, 2, 3, 4, 'x']", "lineSpacing: 0",
    "paragraphs: 'none'", "justify: 'yes'", "hyphenate: 1", "pictures: true", "notes: 'end'",
    "ruby: true",
    "bookStyle: 'on'", "style: ''", "style: 5", "colors: ['blu']", "colors: [1]",
    "colors: ['red', 'blue']",
    "colors: ['blue', 'blue', 'blue', 'blue', 'blue', 'blue', 'blue']", "markSaved: 0",
    "preset: 'emacs'", "keys: []", "keys: {q: 5}", "keys: {q: {}}", "mouse: 'no'",
    "twoPages: 2", "plain: []", "graphics: 'ascii'", "lookUp: 'sdcv'", "lookUp: []",
    "lookUp: ['']", "lookUp: ['a', 1]", "open: {}", "widht: 60", "color: 'x'",
    "keys: {q: 'quitt'}", "keys: {'Hyper-x': 'quit'}", "keys: {'': 'quit'}",
    "keys: {quit: [5]}", "keys: {quitt: ['q']}", "keys: {gg: 'start'}",
    "keys: {g: 'highlight x y'}", "keys: {g: 'set-mark \\u202e'}", "keys: {'\\u202e': 'quit'}",
    "keys: {g: 'start a'}",
  ]

  @Test("A bad value is passed over with one line that names its place", arguments: wrongValues)
  func wrongValue(_ member: String) {
    let told = problems("{\n\n  \(member),\n}")
    #expect(told.count == 1, "\(told)")
    #expect(told.first?.hasPrefix("line 3: ") == true, "\(told)")
    #expect(told.first?.contains("; ") == true)
  }

  @Test("What stands beside a bad value holds")
  func othersHold() {
    let configuration = parse(
      "{width: 40, height: 9, mouse: 1, keys: {q: 1, x: 'end'}, plain: true}")
    #expect(configuration.problems.count == 3)
    #expect(configuration.width == 40)
    #expect(configuration.isPlain == true)
    #expect(configuration.keyTable.find([KeyStroke("x")]) == .bound(.init(.end)))
  }

  @Test("The line says what to do")
  func toDo() {
    #expect(problems("{widht: 60}") == ["line 1: widht: no such member; did you mean width?"])
    #expect(
      problems("{width: 1}") == ["line 1: width: not from 2 to 10000; write width: N"])
    #expect(
      problems("{keys: {q: 'quitt'}}") == [
        "line 1: q: no such action: quitt; did you mean quit?"
      ])
    #expect(
      problems("{keys: {gg: 'start'}}") == [
        "line 1: gg: no such key: gg; write blanks between keys: g g"
      ])
    #expect(
      problems("{theme: 'x', themes: {y: {text: '#000000', paper: '#ffffff'}}}")[0]
        .contains("none of terminal, light, dark, sepia, y;"))
    #expect(problems("{width: 60,\n\nwidth: 70}")[0].hasPrefix("line 3: width: stands twice"))
    #expect(parse("{width: 60, width: 70}").width == 70)
  }

  @Test("What is no JSON5, or no object, is ignored as a whole, with its line")
  func noJSON() {
    for text in ["", "{\nwidth: 60", "[]", "60", "{width: 60} x"] {
      let configuration = parse(text)
      #expect(configuration.problems.count == 1)
      #expect(configuration.problems.first?.hasSuffix("the configuration is ignored") == true)
      #expect(configuration.width == nil)
    }
    #expect(problems("{\n  width: 60\n  mouse: true\n}")[0].hasPrefix("line 2: "))
  }

  @Test(
    "Own themes come behind ours and stand for ours of the same name; inks that are missing are derived"
  )
  func themes() throws {
    let configuration = parse(
      """
      {themes: {night: {text: '#c0c0c0', paper: '#000020', dim: '#404040', status: '#ffffff',
        statusPaper: '#101040', selection: '#202080', hit: '#806000'},
        dark: {text: '#ffffff', paper: '#000000'}}}
      """)
    #expect(configuration.problems.isEmpty)
    #expect(configuration.themes.map(\.name) == ["terminal", "light", "dark", "sepia", "night"])
    #expect(configuration.theme(named: "dark")?.colors?.paper == RGB(0))
    let night = try #require(configuration.theme(named: "night")?.colors)
    #expect(night.dim == RGB(0x404040))
    #expect(night.hit == RGB(0x806000))
    let given: [RGB] = [night.status, night.statusPaper, night.selection]
    #expect(given == [RGB(0xFFFFFF), RGB(0x101040), RGB(0x202080)])
    let derived = Theme.Colors(text: RGB(0xC0C0C0), paper: RGB(0x000020))
    #expect(night.link == derived.link)
  }

  @Test("Text can be read on every paper of ours", arguments: Theme.standard)
  func contrast(_ theme: Theme) {
    guard let colors = theme.colors else { return }
    for (ink, paper) in [
      (colors.text, colors.paper), (colors.link, colors.paper), (colors.text, colors.selection),
      (colors.text, colors.hit), (colors.status, colors.statusPaper),
    ] { #expect(Self.contrast(ink, paper) >= 4, "\(theme.name) \(ink) \(paper)") }
    #expect(Self.contrast(colors.dim, colors.paper) >= 3)
  }

  /// WCAG 2 #dfn-contrast-ratio.
  private static func contrast(_ first: RGB, _ second: RGB) -> Double {
    func luminance(_ color: RGB) -> Double {
      func linear(_ part: UInt8) -> Double {
        let value = Double(part) / 255
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * linear(color.red) + 0.7152 * linear(color.green)
        + 0.0722 * linear(color.blue)
    }
    let (bright, dark) = (luminance(first), luminance(second))
    return (max(bright, dark) + 0.05) / (min(bright, dark) + 0.05)
  }

  @Test("However large and damaged it is, it ends, and says little", .timeLimit(.minutes(10)))
  func hostile() {
    let count = 20_000
    for text in [
      (0..<count).map { "a\($0): 1" }.joined(separator: ","),
      "keys: {\((0..<count).map { "a\($0): 'quitt'" }.joined(separator: ","))}",
      "keys: {quit: [\((0..<count).map { "'F1 \($0)'" }.joined(separator: ","))]}",
      "themes: {\((0..<count).map { "a\($0): 1" }.joined(separator: ","))}",
    ] {
      let problems = parse("{\(text)}").problems
      #expect((1...21).contains(problems.count))
    }
    let bytes = Array(
      "{width: 60, keys: {'g g': 'start', q: null, quit: ['Q']}, themes: {n: {text: '#000000'}}}"
        .utf8)
    for index in bytes.indices {
      for bit in 0..<8 {
        var flipped = bytes
        flipped[index] ^= 1 << bit
        _ = Configuration(parsing: flipped, at: "c").keyTable
      }
    }
  }

  @Test("Programs get the word as one argument, whatever it holds")
  func programs() throws {
    let call = try #require(ProgramCall(["dict", "--word={word}", "-x", "{word}{word}", "{wor"]))
    #expect(
      call.arguments(putting: "a b;c", for: "{word}")
        == ["--word=a b;c", "-x", "a b;ca b;c", "{wor"])
    #expect(call.arguments(putting: "{word}", for: "{word}")[0] == "--word={word}")
    let bare = try #require(ProgramCall(["feh"]))
    #expect(bare.arguments(putting: "/a.png", for: "{file}") == ["/a.png"])
    #expect(ProgramCall([]) == nil)
  }
}

@Suite("Keys of the configuration") struct ConfiguredKeyTests {
  private func parse(_ keys: String, preset: String = "standard") -> Configuration {
    Configuration(parsing: Array("{preset: '\(preset)',\nkeys: {\(keys)}}".utf8), at: "c")
  }

  private func typed(_ keys: String, _ configuration: Configuration) throws -> KeyMatch {
    var matcher = KeyMatcher(configuration.keyTable)
    var match = KeyMatch.waiting(shown: "")
    for stroke in try KeySequence(parsing: keys).strokes { match = matcher.take(stroke) }
    return match
  }

  private func found(
    _ action: Action, _ count: Int? = nil, _ character: Unicode.Scalar? = nil
  ) -> KeyMatch {
    .action(action, count: count, character: character)
  }

  @Test("Bind sequences, also with characters, and win over the preset")
  func bind() throws {
    let configuration = parse(
      "'g g': 'start', 'C-x C-c': 'quit', F5: 'highlight 1', 'Z': 'go-to-mark a', f: 'hits'")
    #expect(configuration.problems.isEmpty)
    #expect(try typed("g g", configuration) == found(.start))
    #expect(try typed("3 C-x C-c", configuration) == found(.quit, 3))
    #expect(try typed("F5", configuration) == found(.highlight, nil, "1"))
    #expect(try typed("Z", configuration) == found(.goToMark, nil, "a"))
    #expect(try typed("f", configuration) == found(.hits))
    #expect(try typed("C-f", configuration) == found(.nextPage))
  }

  @Test("null and none take keys away; a list gives an action these keys alone")
  func lists() throws {
    let configuration = parse(
      "q: null, Esc: 'none', 'next-page': ['n', 'M-n'], 'previous-page': [], p: 'previous-page'")
    #expect(configuration.problems.isEmpty)
    #expect(try typed("q", configuration) == .unbound(KeyStroke("q")))
    #expect(try typed("Esc", configuration) == .unbound(KeyStroke(.escape)))
    let table = configuration.keyTable
    #expect(table.keys(for: .init(.nextPage)) == ["n", "M-n"])
    #expect(table.keys(for: .init(.previousPage)) == ["p"])
    #expect(try typed("n", configuration) == found(.nextPage))
    // What is taken away can begin something else.
    let other = parse("g: null, 'g x': 'end'")
    #expect(other.problems.isEmpty)
    #expect(try typed("g x", other) == found(.end))
  }

  static let conflicts = [
    "x: 'quit',\nx: 'end'", "g: 'start',\n'g g': 'end'", "'g g': 'start',\ng: 'end'",
    "'C-i': 'quit',\nTab: 'end'", "q: 'quit',\nend: ['q']", "q: null,\nq: 'quit'",
    "end: ['a b'],\nquit: ['a']",
  ]

  @Test("Keys that contradict each other are refused with their lines", arguments: conflicts)
  func conflict(_ keys: String) throws {
    let told = parse(keys).problems
    #expect(told.count == 1)
    #expect(told.first?.hasPrefix("c, line 3: ") == true, "\(told)")
    #expect(told.first?.contains("line 2") == true, "\(told)")
  }

  @Test("The first of two that contradict each other counts")
  func firstWins() throws {
    #expect(try typed("x", parse("x: 'quit', x: 'end'")) == found(.quit))
    #expect(try typed("g g", parse("'g g': 'start', g: 'end'")) == found(.start))
  }

  @Test("Presets are changed as the standard table is")
  func preset() throws {
    let configuration = parse("'g g': 'end'", preset: "vim")
    #expect(try typed("g g", configuration) == found(.end))
    #expect(try typed("Z Z", configuration) == found(.quit))
    #expect(try typed("Z", parse("Z: 'end'", preset: "vim")) == found(.end))
  }
}

@Suite("The configuration") struct ConfigurationContractTests {
  private let book = numberedBook(chapters: 2, paragraphs: 30)

  private func home(_ configuration: String) throws -> Home {
    let home = try Home()
    try home.folder.write("config/epub-read/config.json", Array(configuration.utf8))
    return home
  }

  @Test("Says for every command what its options would say; options win, --no-config ignores it")
  func layout() throws {
    let home = try home(
      """
      {width: 30, margin: [1, 2, 3, 4], lineSpacing: 2, paragraphs: "space"}
      """)
    let path = try home.write(book)
    let options = [
      "--width", "30", "--margin", "1,2,3,4", "--line-spacing", "2", "--paragraphs", "space",
    ]
    for command in [
      ["--page", "2"], ["--page", "1", "--json"], [], ["toc"], ["info"], ["search", "2.7"],
    ] {
      let configured = home.world.run(command + [path])
      #expect(configured.isQuiet)
      #expect(
        configured.output == home.world.run(["--no-config"] + options + command + [path]).output)
      #expect(
        configured.output != home.world.run(["--no-config"] + command + [path]).output
          || command == ["info"])
    }
    let usual = home.run("--no-config", "--page", "2", path).output
    let back = [
      "--width", "72", "--margin", "0,0,0,0", "--line-spacing", "1", "--paragraphs", "book",
    ]
    #expect(home.world.run(back + ["--page", "2", path]).output == usual)
  }

  @Test("Its stylesheet lies beside it")
  func style() throws {
    let home = try home("{style: 'my.css', bookStyle: false}")
    try home.folder.write("config/epub-read/my.css", Array("p { text-transform: uppercase }".utf8))
    let path = try home.write(book)
    #expect(home.run("--page", "1", path).output.contains("LINE 1.1"))
    #expect(home.run("text", path).output.contains("LINE 1.1"))
    #expect(!home.run("--no-config", "text", path).output.contains("LINE 1.1"))
  }

  @Test(
    "A margin of it that a terminal has no room for is left out; one that is asked for is refused")
  func margin() throws {
    let home = try home("{margin: [0, 20, 0, 20]}")
    let path = try home.write(book)
    let small = home.run("--page", "1", "--size", "30x10", path)
    #expect(small.isQuiet)
    #expect(small.output == home.run("--no-config", "--page", "1", "--size", "30x10", path).output)
    #expect(home.run("--margin", "0,20,0,20", "--size", "30x10", path).isError(64))
    #expect(home.run("--page", "1", path).output.hasPrefix(String(repeating: " ", count: 20)))
  }

  @Test(
    "Its themes have names for --theme; one that there is not is told with those that there are")
  func themes() throws {
    let home = try home(
      "{themes: {night: {text: '#c0c0c0', paper: '#000020'}}, theme: 'night'}")
    let path = try home.write(book)
    let arguments = ["--color", "always", "--page", "1", path]
    let night = home.world.run(arguments).output
    #expect(night.contains("38;2;192;192;192;48;2;0;0;32m"))
    #expect(home.world.run(["--no-config", "--theme", "night"] + arguments).isError(64))
    #expect(home.world.run(["--theme", "night"] + arguments).output == night)
    #expect(home.world.run(["--theme", "light"] + arguments).output != night)
    let wrong = home.world.run(["--theme", "day"] + arguments)
    #expect(wrong.isError(64))
    #expect(wrong.error.contains("terminal, light, dark, sepia, night"))
    #expect(home.run("cover", "--theme", "day", path).isError(64))
  }

  @Test("What is wrong in it is a line on standard error, and everything else goes on")
  func problems() throws {
    let home = try home("{\n  width: 'wide',\n  mous: true,\n  lineSpacing: 2\n}")
    let path = try home.write(book)
    let outcome = home.run("--page", "1", path)
    #expect(outcome.status == 0)
    #expect(outcome.errorLines.count == 2)
    #expect(outcome.errorLines.allSatisfy { $0.hasPrefix("epub-read: ") })
    #expect(outcome.error.contains("config.json, line 2: width: no whole number; write width: N"))
    #expect(outcome.error.contains("config.json, line 3: mous: no such member"))
    #expect(outcome.output.hasPrefix("line 1.1\n\nline 1.2\n"))
    // Where it is not needed it is not read.
    for arguments in [["help"], ["--version"], ["recent"], ["--no-config", path]] {
      #expect(home.world.run(arguments).error.isEmpty)
    }
    // An error is one line, as ever.
    #expect(home.run("--page", "0", path).isError(64))
  }

  @Test("One that can't be read, or is too large, is told of; a missing one is not")
  func unreadable() {
    func run(_ outcome: Environment.ReadOutcome) -> Configuration {
      let environment = Environment(
        variables: ["HOME": "/home"], outputIsTerminal: false, terminalSize: { nil },
        writeOutput: { _ in .done }, writeError: { _ in }, readInput: { _ in .bytes([]) },
        readFile: { path, limit in
          #expect(path == "/home/.config/epub-read/config.json")
          #expect(limit >= 100_000)
          return outcome
        }, describeError: { "error \($0)" })
      return Configuration(environment)
    }
    #expect(run(.failed(errno: ENOENT)).problems.isEmpty)
    #expect(run(.failed(errno: ENOTDIR)).problems.isEmpty)
    #expect(
      run(.failed(errno: EACCES)).problems == [
        "/home/.config/epub-read/config.json: error \(EACCES); the configuration is ignored"
      ])
    #expect(run(.tooLarge).problems.count == 1)
    #expect(run(.bytes(Array("{width: 9}".utf8))).width == 9)
  }

  @Test("keys prints the table as preset and configuration have it")
  func keys() throws {
    let plain = run("keys")
    #expect(plain.isQuiet)
    #expect(plain.lines.allSatisfy { $0.count <= 80 })
    #expect(plain.output.hasPrefix("Moving\n  Space  f  C-f  PgDn"))
    for action in Action.allCases { #expect(plain.output.contains(" \(action.rawValue) ")) }
    let home = try home(
      "{preset: 'vim', keys: {'C-x C-c': 'quit', q: null, F5: 'highlight 2', o: null}}")
    let text = home.run("keys").output
    #expect(text.contains("  g g  "))
    #expect(text.contains("  Z Z  Z Q  C-x C-c "))
    #expect(text.contains("  F5 "))
    #expect(text.contains("  -                       open-picture"))
    #expect(home.run("keys", "--no-config").output == plain.output)
    #expect(home.run("keys", "-").isError(64))
  }

  @Test("keys --json is an object an action")
  func keysJSON() throws {
    let home = try home("{keys: {'C-x C-c': 'quit', q: null, F5: 'highlight 2'}}")
    let objects = try home.run("keys", "--json").objects()
    #expect(objects.count == Action.allCases.count + 1)
    let quit = try #require(objects.first { $0["action"] as? String == "quit" })
    #expect(quit["keys"] as? [String] == ["C-x C-c"])
    #expect(quit["group"] as? String == "The reader")
    #expect(quit["count"] as? Bool == false)
    #expect(quit["summary"] as? String == Action.quit.details.summary)
    let second = try #require(objects.first { $0["character"] != nil })
    #expect(second["character"] as? String == "2")
    #expect(second["keys"] as? [String] == ["F5"])
    #expect(objects.contains { $0["count"] as? Bool == true })
  }

  @Test("help tells every member of it, and the commands and options that come with it")
  func help() {
    let help = run("help").output
    for member in ConfigurationMember.allCases { #expect(help.contains("  \(member.rawValue): ")) }
    let keys = run("help", "keys").output
    #expect(keys.contains("--json") && keys.contains("--no-config"))
    #expect(!keys.contains("--width") && !keys.contains("--mouse"))
    #expect(keys.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test("The reader's own options are taken, and the last of two counts")
  func options() {
    let book = BookBuilder { $0.chapter("<p>Words.</p>") }
    #expect(run(book, "--plain", "--mouse", "--two-pages", "--graphics", "kitty", "-").isQuiet)
    #expect(run(book, "--no-plain", "--no-mouse", "--no-two-pages", "-").isQuiet)
    let environment = Environment(
      variables: [:], outputIsTerminal: false, terminalSize: { nil },
      writeOutput: { _ in .done }, writeError: { _ in }, readInput: { _ in .bytes([]) },
      readFile: { _, _ in .failed(errno: ENOENT) }, describeError: { "\($0)" })
    func request(_ arguments: String...) -> Request? {
      do throws(Failure) { return try Request(parsing: arguments, environment) } catch {
        return nil
      }
    }
    #expect(request("--mouse", "--no-mouse", "-")?.usesMouse == false)
    #expect(request("--no-plain", "--plain", "-")?.isPlain == true)
    #expect(request("--two-pages", "-")?.showsTwoPages == true)
    #expect(request("--graphics", "sixel", "-")?.graphics == .sixel)
    #expect(request("-")?.graphics == .auto)
  }
}
