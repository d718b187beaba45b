import EPUBTerminal
import Testing

@testable import EPUBFront

extension KeyMatcher {
  /// What the last of some keys, written as in the configuration, leads to.
  fileprivate mutating func type(_ keys: String) throws -> KeyMatch {
    var match = KeyMatch.waiting(shown: "")
    for stroke in try KeySequence(parsing: keys).strokes { match = take(stroke) }
    return match
  }
}

@Suite("Keys") struct KeyTests {
  private func typed(_ keys: String, _ table: KeyTable = .standard) throws -> KeyMatch {
    var matcher = KeyMatcher(table)
    return try matcher.type(keys)
  }

  private func found(
    _ action: Action, _ count: Int? = nil, _ character: Unicode.Scalar? = nil
  ) -> KeyMatch {
    .action(action, count: count, character: character)
  }

  static let standard: [(String, Action)] = [
    ("Space", .nextPage), ("f", .nextPage), ("C-f", .nextPage), ("PgDn", .nextPage),
    ("l", .nextPage), ("Right", .nextPage), ("b", .previousPage), ("C-b", .previousPage),
    ("PgUp", .previousPage), ("Backspace", .previousPage), ("h", .previousPage),
    ("Left", .previousPage), ("j", .lineDown), ("Down", .lineDown), ("C-e", .lineDown),
    ("Enter", .accept), ("k", .lineUp), ("Up", .lineUp), ("C-y", .lineUp), ("d", .halfPageDown),
    ("C-d", .halfPageDown), ("u", .halfPageUp), ("C-u", .halfPageUp), ("}", .nextParagraph),
    ("{", .previousParagraph), ("]", .nextChapter), ("[", .previousChapter), ("g", .start),
    ("Home", .start), ("End", .end), ("G", .goToPage), ("%", .goToPercent), (":", .commandLine),
    ("t", .contents), ("/", .searchForward), ("?", .searchBackward), ("n", .nextHit),
    ("N", .previousHit), ("&", .hits), ("*", .searchWordForward), ("#", .searchWordBackward),
    ("m", .setMark), ("'", .goToMark), ("`", .goToMark), ("B", .bookmark), ("L", .bookmarks),
    ("M-Left", .back), ("C-o", .back), ("M-Right", .forward), ("w", .nextWord),
    ("e", .endOfWord), ("W", .previousWord), ("x", .highlightWord), ("X", .words),
    ("K", .lookUp), ("v", .select), ("V", .selectSentence), ("y", .copy),
    ("Y", .copyWithCitation), ("H", .highlight), ("a", .note), ("+", .wider), ("-", .narrower),
    ("=", .usualWidth), ("c", .nextTheme), ("D", .twoPages), ("M", .information),
    ("R", .recent), ("F1", .help), ("Tab", .linkHints), ("F", .linkHints), ("o", .openPicture),
    ("C-l", .redraw), ("C-z", .suspend), ("C-c", .cancel), ("q", .quit), ("Esc", .close),
  ]

  @Test("Every key of the standard table does what the table says, and there are no others")
  func standardTable() throws {
    for (keys, action) in Self.standard {
      var matcher = KeyMatcher()
      let match = try matcher.type(keys)
      if action.takesCharacter {
        #expect(match == .waiting(shown: keys))
        #expect(matcher.take(KeyStroke("1")) == found(action, nil, "1"))
      } else {
        #expect(match == found(action))
      }
      #expect(!matcher.isWaiting)
    }
    let count = Action.allCases.map { KeyTable.standard.keys(for: .init($0)).count }.reduce(0, +)
    #expect(count == Self.standard.count)
  }

  @Test("Every sequence of every table takes a count", arguments: KeyTable.Preset.allCases)
  func counts(_ preset: KeyTable.Preset) throws {
    let table = KeyTable(preset)
    for action in Action.allCases {
      for keys in table.keys(for: .init(action)) {
        var matcher = KeyMatcher(table)
        for digit in ["1", "0", "5"] as [Unicode.Scalar] { _ = matcher.take(KeyStroke(digit)) }
        #expect(matcher.shown == "105")
        var match = try matcher.type(keys.spelled)
        if keys.strokes == [KeyStroke(.escape)] || keys.strokes == [KeyStroke("c", .control)] {
          // They cancel a count; alone they do what they are bound to.
          #expect(match == .waiting(shown: ""))
          #expect(try matcher.type(keys.spelled) == found(action))
          continue
        }
        if action.takesCharacter { match = matcher.take(KeyStroke("7")) }
        #expect(match == found(action, 105, action.takesCharacter ? "7" : nil), "\(keys.spelled)")
        #expect(!matcher.isWaiting)
      }
    }
  }

  @Test("0 counts only behind another digit; counts are bounded; Del takes a digit back")
  func digits() throws {
    #expect(try typed("0") == .unbound(KeyStroke("0")))
    #expect(try typed("1 0 j") == found(.lineDown, 10))
    #expect(try typed("9 9 9 9 9 9 9 9") == .waiting(shown: "9999999"))
    var matcher = KeyMatcher()
    for _ in 0..<100 { _ = matcher.take(KeyStroke("8")) }
    #expect(matcher.take(KeyStroke("G")) == found(.goToPage, KeyMatcher.maximumCount))
    #expect(try typed("1 2 Del") == .waiting(shown: "1"))
    #expect(try typed("1 2 Del Del") == .waiting(shown: ""))
    #expect(try typed("1 2 Del Del j") == found(.lineDown))
    // Alt with a digit is another key.
    #expect(try typed("M-5") == .unbound(KeyStroke("5", .alt)))
  }

  @Test("A mark goes to itself for the place before the last jump")
  func marks() throws {
    #expect(try typed("' '") == found(.goToMark, nil, "'"))
    #expect(try typed("` `") == found(.goToMark, nil, "`"))
    #expect(try typed("m ä") == found(.setMark, nil, "ä"))
    #expect(try typed("3 m") == .waiting(shown: "3m"))
    // A digit behind it is its character, and no count.
    #expect(try typed("3 H 4") == found(.highlight, 3, "4"))
    #expect(try typed("m Left") == .unbound(KeyStroke(.left)))
    #expect(try typed("m C-a") == .unbound(KeyStroke("a", .control)))
  }

  @Test("Esc and Control-C cancel what waits, and only then", arguments: ["Esc", "C-c", "C-["])
  func cancelling(_ key: String) throws {
    for begun in ["5", "m", "5 m"] {
      var matcher = KeyMatcher()
      #expect(try matcher.type("\(begun) \(key)") == .waiting(shown: ""))
      #expect(!matcher.isWaiting)
      #expect(try matcher.type("j") == found(.lineDown))
    }
    #expect(try typed(key) == found(key == "C-c" ? .cancel : .close))
    var table = KeyTable.standard
    table.bind("C-x C-c", to: .init(.quit))
    table.bind("C-x C-x", to: .init(.back))
    #expect(try typed("C-x", table) == .waiting(shown: "C-x"))
    #expect(try typed("2 C-x C-c", table) == found(.quit, 2))
    #expect(try typed("C-x Esc", table) == .waiting(shown: ""))
    #expect(try typed("C-x j", table) == .unbound(KeyStroke("j")))
    #expect(try typed("C-x j j", table) == found(.lineDown))
  }

  @Test("What a terminal can't tell apart is one key")
  func canonical() throws {
    #expect(try typed("C-i") == found(.linkHints))
    #expect(try typed("C-m") == found(.accept))
    #expect(try typed("C-F") == found(.nextPage))
    var matcher = KeyMatcher()
    #expect(matcher.take(KeyStroke("G", .shift)) == found(.goToPage))
    #expect(matcher.take(KeyStroke(" ", .shift)) == found(.nextPage))
    #expect(matcher.take(KeyStroke(.right, .alt)) == found(.forward))
    #expect(matcher.take(KeyStroke(.function(1))) == found(.help))
  }

  @Test("Sequences are read as they are written, and names in any case")
  func spelling() throws {
    for text in ["g g", "C-x C-c", "Space", "M-Left", "S-Tab", "C-M-x", "F12", "-", "C--", "ä"] {
      #expect(try KeySequence(parsing: text).spelled == text)
    }
    #expect(try KeySequence(parsing: "  pgdn PageUp  escape ").spelled == "PgDn PgUp Esc")
    #expect(try KeySequence(parsing: "A-x").spelled == "M-x")
    for wrong in ["", " ", "gg", "C-", "Hyper-x", "S-a", "F25", "F0", "\u{1}", "a b Foo"] {
      #expect(throws: KeySequence.Wrong.self, "\(wrong)") { try KeySequence(parsing: wrong) }
    }
    #expect(throws: KeySequence.Wrong.self) {
      try KeySequence(parsing: String(repeating: "a ", count: 9))
    }
  }

  @Test("What is bound later drives out what it begins and what begins it")
  func noAmbiguity() throws {
    var table = KeyTable.standard
    table.bind("g g", to: .init(.start))
    #expect(try typed("g", table) == .waiting(shown: "g"))
    #expect(try typed("g g", table) == found(.start))
    table.bind("g", to: .init(.end))
    #expect(try typed("g", table) == found(.end))
    table.bind("g x", to: .init(.highlight, "2"))
    #expect(try typed("4 g x", table) == found(.highlight, 4, "2"))
    table.unbind("g x")
    #expect(try typed("g", table) == .unbound(KeyStroke("g")))
  }

  @Test("A digit that is bound begins no count, but goes on with one")
  func boundDigit() throws {
    var table = KeyTable.standard
    table.bind("1", to: .init(.highlight, "1"))
    table.bind("0", to: .init(.start))
    #expect(try typed("1", table) == found(.highlight, nil, "1"))
    #expect(try typed("0", table) == found(.start))
    #expect(try typed("2 1 0 j", table) == found(.lineDown, 210))
  }

  @Test("Presets have their readers' keys")
  func presets() throws {
    let vim = KeyTable(.vim)
    for (keys, action) in [
      ("g g", Action.start), ("C-d", .halfPageDown), ("b", .previousWord), ("C-i", .forward),
      ("] ]", .nextChapter), ("Z Z", .quit), ("G", .goToPage), ("C-o", .back),
    ] { #expect(try typed(keys, vim) == found(action), "\(keys)") }
    let epy = KeyTable(.epy)
    for (keys, action) in [
      ("?", Action.help), ("L", .nextChapter), ("H", .previousChapter), ("d", .lookUp),
      ("b", .bookmark), ("B", .bookmarks), ("Tab", .contents), ("g", .start), ("t", .contents),
    ] { #expect(try typed(keys, epy) == found(action), "\(keys)") }
    #expect(try typed("` a", epy) == found(.goToMark, nil, "a"))
  }

  @Test("In every table each action has a key", arguments: KeyTable.Preset.allCases)
  func nothingIsLost(_ preset: KeyTable.Preset) {
    let shown = KeyTable(preset).help.flatMap(\.entries).map(\.action)
    #expect(Set(shown) == Set(Action.allCases))
  }
}
