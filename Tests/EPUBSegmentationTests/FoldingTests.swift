import EPUBSegmentation
import Testing

private func fold(_ text: String, _ options: FoldingOptions, leavingOut: [Range<Int>] = [])
  -> String
{
  let bytes = Array(text.utf8)
  let folded = FoldedText(folding: bytes, in: 0..<bytes.count, options, leavingOut: leavingOut)
  return String(decoding: folded.bytes, as: UTF8.self)
}

/// Compared scalar by scalar: `==` of strings would take canonical equivalents for equal.
private func same(_ one: String, _ other: String) -> Bool { Array(one.utf8) == Array(other.utf8) }

@Suite("Folding") struct FoldingTests {
  private static let both = FoldingOptions(ignoresCase: true, ignoresAccents: true)
  private static let caseOnly = FoldingOptions(ignoresCase: true, ignoresAccents: false)
  private static let exact = FoldingOptions(ignoresCase: false, ignoresAccents: false)

  @Test(
    "Kinds of typography are one, whatever the options",
    arguments: [
      ("don’t ‘x’ ′", "don't 'x' '"), ("“a” „b‟ «c»", "\"a\" \"b\" \"c\""),
      ("a‐b‑c–d—e−f", "a-b-c-d-e-f"), ("wait…", "wait..."), ("ﬁnd ﬂy oﬃce", "find fly office"),
      ("a \n\t b\u{A0}\u{3000}c", "a b c"),
      ("un\u{AD}break\u{200B}able\u{2060}\u{FEFF}", "unbreakable"),
      ("می\u{200C}خواهم", "میخواهم"), ("  ", " "), ("", ""), ("a\u{1}b", "ab"),
    ])
  func typography(_ text: String, _ expected: String) {
    for options in [Self.both, Self.caseOnly, Self.exact] {
      #expect(same(fold(text, options), fold(expected, options)))
    }
    #expect(same(fold(text, Self.exact), expected))
  }

  @Test(
    "What is one only when accents are ignored",
    arguments: [
      ("Été", "ete"), ("naïve", "naive"), ("Øre", "ore"), ("Łódź", "lodz"), ("ё", "е"),
      ("Ἀθῆναι", "αθηναι"), ("שָׁלוֹם", "שלום"), ("مُحَمَّد", "محمد"), ("æsir œuvre", "aesir oeuvre"),
      ("ñ", "n"), ("İstanbul", "istanbul"), ("x\u{302}\u{323}", "x"), ("Ỏ", "o"),
    ])
  func accents(_ text: String, _ plain: String) {
    #expect(same(fold(text, Self.both), fold(plain, Self.both)))
    #expect(!same(fold(text, Self.caseOnly), fold(plain, Self.caseOnly)))
  }

  @Test(
    "What is one only when case is ignored",
    arguments: [
      ("Straße", "STRASSE"), ("ΣΑΣ", "σας"), ("ÉTÉ", "été"), ("МОСКВА", "москва"), ("ǅ", "ǆ"),
    ])
  func cases(_ one: String, _ other: String) {
    #expect(same(fold(one, Self.caseOnly), fold(other, Self.caseOnly)))
    #expect(!same(fold(one, Self.exact), fold(other, Self.exact)))
  }

  @Test(
    "Letters that no option makes one",
    arguments: [
      ("が", "か"), ("ぱ", "は"), ("й", "и"), ("ക", "കി"), ("한", "하"), ("'", "\""), ("कि", "क"),
    ])
  func distinct(_ one: String, _ other: String) {
    #expect(!same(fold(one, Self.both), fold(other, Self.both)))
  }

  @Test("Canonical equivalents fold alike")
  func canonicalEquivalents() {
    for (one, other) in [
      ("é", "e\u{301}"), ("ậ", "a\u{302}\u{323}"), ("ậ", "a\u{323}\u{302}"), ("ậ", "ạ\u{302}"),
      ("한국", "\u{1112}\u{1161}\u{11AB}\u{1100}\u{116E}\u{11A8}"), ("각", "가\u{11A8}"),
      ("が", "か\u{3099}"), ("й", "и\u{306}"), ("Å", "\u{212B}"), ("ΐ", "ι\u{308}\u{301}"),
      ("\u{1F82}", "\u{1F02}\u{345}"), ("क़", "क\u{93C}"),
    ] {
      for options in [Self.both, Self.caseOnly, Self.exact] {
        #expect(same(fold(one, options), fold(other, options)), "\(one)")
      }
    }
  }

  @Test("Ranges that are left out are as if they weren't there")
  func leavingOut() {
    // Readings of ruby.
    let text = "漢(かん)字(じ)x"
    let holes = [3..<11, 14..<19]
    #expect(fold(text, Self.both, leavingOut: holes) == "漢字x")
    let bytes = Array(text.utf8)
    let folded = FoldedText(folding: bytes, in: 0..<bytes.count, Self.both, leavingOut: holes)
    #expect(folded.sourceRange(of: 0..<3) == 0..<3)
    #expect(folded.sourceRange(of: 0..<6) == 0..<14)
    #expect(folded.sourceRange(of: 6..<7) == 19..<20)
  }

  @Test(
    "The way back leads to whole clusters",
    arguments: [
      ("“whale”", 1..<6, 3..<8), ("“whale”", 0..<1, 0..<3), ("a…b", 1..<2, 1..<4),
      ("e\u{301}a", 0..<1, 0..<3), ("e\u{301}\u{323}a", 0..<1, 0..<5), ("a  b", 1..<2, 1..<3),
      ("wha\u{AD}le\u{AD}.", 0..<5, 0..<7), ("“\u{AD}a", 0..<1, 0..<3), ("ﬁx", 1..<2, 0..<3),
      ("Éx", 0..<1, 0..<2), ("👍\u{FE0F}x", 0..<4, 0..<7), ("ab", 1..<1, 1..<1),
    ])
  func sourceRanges(_ text: String, _ folded: Range<Int>, _ expected: Range<Int>) {
    let bytes = Array(text.utf8)
    let whole = FoldedText(folding: bytes, in: 0..<bytes.count, Self.both)
    #expect(whole.sourceRange(of: folded) == expected)
  }

  @Test("Every stretch of folded text leads to a source that folds to it or holds it")
  func roundTrips() {
    var generator = SampleGenerator(seed: 8)
    for _ in 0..<5_000 {
      let bytes = generator.text(of: Alphabet.mixed, length: 10)
      let whole = FoldedText(folding: bytes, in: 0..<bytes.count, Self.both)
      guard !whole.bytes.isEmpty else { continue }
      let places =
        whole.bytes.indices.filter { whole.bytes[$0] & 0xC0 != 0x80 } + [whole.bytes.count]
      let first = Int.random(in: 0..<places.count - 1, using: &generator)
      let start = places[first]
      let end = places[Int.random(in: first + 1..<places.count, using: &generator)]
      let source = whole.sourceRange(of: start..<end)
      #expect(source.upperBound <= bytes.count && source.lowerBound >= 0)
      let again = FoldedText(folding: bytes, in: source, Self.both).bytes
      let wanted = Array(whole.bytes[start..<end])
      let holds = (0...max(0, again.count - wanted.count)).contains {
        Array(again[$0...].prefix(wanted.count)) == wanted
      }
      #expect(
        holds,
        "\(String(decoding: bytes, as: UTF8.self).unicodeScalars.map(\.value)) \(start..<end)")
    }
  }

  @Test("Folding is done once", arguments: [both, caseOnly, exact])
  func idempotent(_ options: FoldingOptions) {
    var generator = SampleGenerator(seed: 9)
    for _ in 0..<5_000 {
      let bytes = generator.text(of: Alphabet.mixed, length: 10)
      let once = FoldedText(folding: bytes, in: 0..<bytes.count, options).bytes
      let twice = FoldedText(folding: once, in: 0..<once.count, options).bytes
      #expect(once == twice)
    }
  }

  @Test(
    "A pattern says by itself what it ignores",
    arguments: [
      ("whale", true, true), ("Whale", false, true), ("élan", true, false), ("Élan", false, false),
      ("ΐ", true, false), ("e\u{301}", true, false), ("日本", true, true), ("がく", true, true),
    ])
  func smart(_ pattern: String, _ ignoresCase: Bool, _ ignoresAccents: Bool) {
    let expected = FoldingOptions(ignoresCase: ignoresCase, ignoresAccents: ignoresAccents)
    #expect(FoldingOptions(smartFor: pattern) == expected)
  }

  @Test("Escapes of a regular expression are no capitals")
  func smartExpressions() {
    #expect(FoldingOptions(smartForRegularExpression: #"\W+\p{Lu}\x41x"#).ignoresCase)
    #expect(!FoldingOptions(smartForRegularExpression: #"\bWhale"#).ignoresCase)
  }
}
