import EPUBSegmentation
import Testing

private func words(_ text: String) -> [String] {
  let bytes = Array(text.utf8)
  return Segmenter().words(of: bytes, in: 0..<bytes.count).map {
    String(decoding: bytes[$0], as: UTF8.self)
  }
}

@Suite("Words") struct WordTests {
  @Test(
    "Words are letters and digits with what joins them",
    arguments: [
      ("Call me Ishmael.", ["Call", "me", "Ishmael"]),
      ("we're ’tis dogs’ o’clock", ["we're", "tis", "dogs", "o’clock"]),
      ("well-known -x- a--b x‑y", ["well-known", "x", "a", "b", "x‑y"]),
      ("end.Begin a:b foo_bar", ["end", "Begin", "a", "b", "foo", "bar"]),
      ("3.14 and 1,000.", ["3.14", "and", "1,000"]),
      ("col·lecció", ["col·lecció"]),
      ("note¹ x²", ["note", "x"]),
      ("“Été”—e\u{301}", ["Été", "e\u{301}"]),
      ("князь, Андрей", ["князь", "Андрей"]),
      ("שָׁלוֹם עולם", ["שָׁלוֹם", "עולם"]),
      ("مرحبا بالعالم", ["مرحبا", "بالعالم"]),
      ("नमस्ते दुनिया।", ["नमस्ते", "दुनिया"]),
      ("한국어 문장", ["한국어", "문장"]),
      ("我们学习中文。", ["我们", "学习", "中文"]),
      ("日本語の本", ["日本語", "の", "本"]),
      ("ภาษาไทย", ["ภาษา", "ไทย"]),
      ("ພາສາລາວ", ["ພາສາ", "ລາວ"]),
      ("ភាសាខ្មែរ", ["ភាសាខ្មែរ"]),
      ("Aさん2", ["A", "さん", "2"]),
      ("😀 🇫🇷 … —", []),
    ])
  func list(_ text: String, _ expected: [String]) {
    #expect(words(text) == expected)
  }

  @Test(
    "Long words of URLs and paths are cut where they have joints",
    arguments: [
      (
        "https://example.org/a/b?x=1&y=2#top",
        ["https://", "example", ".org/", "a/", "b", "?x", "=1", "&y", "=2", "#top"]
      ),
      ("/usr/lib/python3", ["/", "usr/", "lib/", "python3"]),
      ("someone@example.org", ["someone", "@example", ".org"]),
      ("os.path.join", ["os", ".path", ".join"]),
      ("wait...what", ["wait", "...what"]),
      ("Donaudampfschifffahrt", ["Donaudampfschifffahrt"]),
    ])
  func cuts(_ text: String, _ expected: [String]) {
    let bytes = Array("x \(text)".utf8)
    var start = 2
    let ends = Segmenter().naturalCuts(of: bytes, in: 2..<bytes.count).map(Int.init) + [bytes.count]
    let parts = ends.map { end in
      defer { start = end }
      return String(decoding: bytes[start..<end], as: UTF8.self)
    }
    #expect(parts == expected)
  }
}

private func marked(
  _ set: WordSet, _ text: String, leavingOut: [Range<Int>] = []
) -> [String] {
  let bytes = Array(text.utf8)
  return set.matches(in: bytes, 0..<bytes.count, leavingOut: leavingOut, Segmenter()).map {
    "\(String(decoding: bytes[$0.range], as: UTF8.self)) \($0.word)"
  }
}

@Suite("Word sets") struct WordSetTests {
  @Test(
    "A word is found next to any punctuation, and only whole",
    arguments: [
      (
        "whale", "“Whale—the WHALE, whales, (whale) whale's _whale_ whale.Then whale¹",
        ["Whale 0", "WHALE 0", "whale 0", "whale 0", "whale 0", "whale 0"]
      ),
      ("we're", "were we’re we're", ["we’re 0", "we're 0"]),
      ("well-known", "well‐known well known WELL-KNOWN", ["well‐known 0", "WELL-KNOWN 0"]),
      ("si", "sí si SI", ["si 0", "SI 0"]),
      ("sí", "sí si si\u{301}", ["sí 0", "si\u{301} 0"]),
      ("unbreakable", "un\u{AD}break\u{AD}able", ["un\u{AD}break\u{AD}able 0"]),
      ("straße", "STRASSE Straße", ["STRASSE 0", "Straße 0"]),
      ("«well,»", "well", ["well 0"]),
      ("декабрь", "Декабрь, декабря", ["Декабрь 0"]),
      ("한국어", "한국어 한국", ["한국어 0"]),
      ("中文", "我们学习中文。", ["中文 0"]),
      ("文", "我们学习中文。", []),
      ("ไทย", "ภาษาไทย", ["ไทย 0"]),
      ("日本語 入門", "『日本語　入門』", ["日本語　入門 0"]),
      ("Aさん", "Ａさん aさん", ["aさん 0"]),
      ("३", "३ ४", ["३ 0"]),
      ("!?", "a!?", []),
      ("", "a", []),
    ])
  func single(_ word: String, _ text: String, _ expected: [String]) {
    #expect(marked(WordSet([word]), text) == expected)
  }

  @Test("Phrases run across white space and line ends, not across other punctuation")
  func phrases() {
    let set = WordSet(["Declaration of storms", "rock 'n' roll", "U.S.A."])
    #expect(
      marked(set, "the declaration\n of\u{A0}storms; declaration, of storms")
        == ["declaration\n of\u{A0}storms 0"])
    #expect(marked(set, "rock ’n’ roll, rock n roll") == ["rock ’n’ roll 1"])
    #expect(marked(set, "in the U.S.A. and USA") == ["U.S.A 2"])
  }

  @Test("The longest wins, then the later")
  func overlaps() {
    #expect(
      marked(WordSet(["a", "a b", "b c d"]), "a b c d a b a")
        == ["a 0", "b c d 2", "a b 1", "a 0"])
    #expect(marked(WordSet(["a b", "b c"]), "a b c") == ["b c 1"])
    #expect(marked(WordSet(["b c", "a b"]), "a b c") == ["a b 1"])
    #expect(marked(WordSet(["Whale", "whale"]), "whale") == ["whale 1"])
  }

  @Test("What is left out doesn't part a word")
  func holes() {
    #expect(marked(WordSet(["漢字"]), "漢(かん)字(じ)", leavingOut: [3..<11, 14..<19]) == ["漢(かん)字 0"])
  }

  @Test("Values of letters and digits only find words with joiners when asked")
  func joiners() {
    #expect(marked(WordSet(["dont"]), "don't dont") == ["dont 0"])
    #expect(
      marked(WordSet(["dont", "wellknown"], ignoringJoiners: true), "Don’t dont well-known")
        == ["Don’t 0", "dont 0", "well-known 1"])
  }

  @Test(
    "Folded words",
    arguments: [
      ("“Whale,”", "whale"), ("We’re", "we're"), ("un\u{AD}able", "unable"), ("E\u{301}te", "éte"),
      ("War\n and  Peace!", "war and peace"), ("…", ""), ("Łódź", "łódź"),
    ])
  func folded(_ word: String, _ expected: String) {
    #expect(Array(WordSet.folded(word).utf8) == Array(expected.utf8))
  }
}

@Suite("Search patterns") struct TextPatternTests {
  private func hits(
    _ pattern: TextPattern, _ text: String, leavingOut: [Range<Int>] = []
  ) -> [String] {
    let bytes = Array(text.utf8)
    return pattern.matches(in: bytes, 0..<bytes.count, leavingOut: leavingOut, Segmenter()).ranges
      .map { String(decoding: bytes[$0], as: UTF8.self) }
  }

  @Test(
    "Literal text, ignoring what the pattern leaves open",
    arguments: [
      ("whale", "Whale whales WHALE", ["Whale", "whale", "WHALE"]),
      ("Whale", "Whale whale", ["Whale"]),
      ("ete", "Été e\u{301}te\u{301}!", ["Été", "e\u{301}te\u{301}"]),
      ("été", "ete été", ["été"]),
      ("don't", "don’t", ["don’t"]),
      ("a-b", "a—b a–b", ["a—b", "a–b"]),
      ("in the", "in\n  the in\u{A0}the", ["in\n  the", "in\u{A0}the"]),
      ("...", "wait… wait...", ["…", "..."]),
      (".", "…", ["…"]),
      ("office", "oﬃce", ["oﬃce"]),
      ("aa", "aaaaa", ["aa", "aa"]),
      ("か", "が か", ["か"]),
      ("하", "한 하", ["하"]),
      ("राम", "रामायण", ["रामा"]),
      ("本", "日本語", ["本"]),
    ])
  func literal(_ pattern: String, _ text: String, _ expected: [String]) throws {
    let compiled = try TextPattern(literal: pattern, FoldingOptions(smartFor: pattern))
    #expect(hits(compiled, text) == expected)
  }

  @Test("Accents that count are never cut off a letter")
  func respectsAccents() throws {
    let pattern = try TextPattern(
      literal: "e", FoldingOptions(ignoresCase: true, ignoresAccents: false))
    #expect(hits(pattern, "e é e\u{301} x\u{302}e") == ["e", "e"])
  }

  @Test(
    "Whole words",
    arguments: [
      ("whale", "whale whales (whale) whale's", ["whale", "whale"]),
      ("white whale", "White whale, white whales", ["White whale"]),
      ("known", "well-known known", ["known"]),
      ("文", "我们学习中文。", []),
      ("中文", "我们学习中文。", ["中文"]),
      ("aba", "ababa aba", ["aba"]),
    ])
  func wholeWords(_ pattern: String, _ text: String, _ expected: [String]) throws {
    let compiled = try TextPattern(
      literal: pattern, FoldingOptions(smartFor: pattern), wholeWords: true)
    #expect(hits(compiled, text) == expected)
  }

  @Test(
    "Regular expressions on the text as it is",
    arguments: [
      (#"wh?ales?\b"#, "Whale wales", ["Whale", "wales"]), (#"(?<=日)本.?"#, "日本語本", ["本語"]),
      (#"x*"#, "axxb", ["xx"]), (#"\p{Lu}\w+"#, "Ab cd", ["Ab", "cd"]), (#"😀+."#, "😀😀é!", ["😀😀é"]),
    ])
  func expressions(_ pattern: String, _ text: String, _ expected: [String]) throws {
    let compiled = try TextPattern(
      regularExpression: pattern, FoldingOptions(ignoresCase: true, ignoresAccents: false))
    #expect(hits(compiled, text) == expected)
  }

  @Test("What is left out doesn't part a hit")
  func holes() throws {
    let options = FoldingOptions(ignoresCase: true, ignoresAccents: true)
    let holes = [3..<11, 14..<19]
    let literal = try TextPattern(literal: "漢字", options)
    let expression = try TextPattern(regularExpression: "漢字", options)
    #expect(hits(literal, "漢(かん)字(じ)", leavingOut: holes) == ["漢(かん)字"])
    #expect(hits(expression, "漢(かん)字(じ)", leavingOut: holes) == ["漢(かん)字"])
  }

  @Test("Patterns that can't be searched for say why")
  func faults() {
    let options = FoldingOptions()
    for empty in ["", " ", "\u{AD}"] {
      #expect(throws: TextPattern.PatternError.empty) { try TextPattern(literal: empty, options) }
    }
    #expect(throws: TextPattern.PatternError.invalid(offset: 2, reason: "U_REGEX_MISMATCHED_PAREN"))
    {
      try TextPattern(regularExpression: "(a", options)
    }
  }

  @Test(
    "An expression that tries for ever is given up", .timeLimit(.minutes(10)),
    arguments: [
      "(a+)+$", "(a|aa)+$", "(.*)*x(.*)*y(.*)*z",
    ])
  func pathological(_ pattern: String) throws {
    let bytes = Array((String(repeating: "a", count: 4_000) + "b").utf8)
    let compiled = try TextPattern(regularExpression: pattern, FoldingOptions())
    let found = compiled.matches(in: bytes, 0..<bytes.count, Segmenter())
    #expect(found.isCut)
  }
}
