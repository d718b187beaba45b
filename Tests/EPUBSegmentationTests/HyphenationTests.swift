import EPUBBasics
import TestKit
import Testing

@testable import EPUBSegmentation

@Suite("Hyphenation") struct HyphenationTests {
  private static let folder = "\(Golden.packageFolder)/Fixtures/Hyphenation"
  private static let dictionaries = HyphenationDictionaries(folder: folder)

  /// The text with a bar where a hyphen is allowed.
  private func divided(_ text: String, _ language: String = "en") -> String {
    let bytes = Array(text.utf8)
    var hyphens: [Int32] = []
    Segmenter().appendHyphens(
      of: bytes, in: 0..<bytes.count, within: 0..<bytes.count, language: language,
      by: Self.dictionaries, to: &hyphens)
    var divided: [UInt8] = []
    for (offset, byte) in bytes.enumerated() {
      if hyphens.contains(Int32(offset)) { divided.append(UInt8(ascii: "|")) }
      divided.append(byte)
    }
    return String(decoding: divided, as: UTF8.self)
  }

  @Test(
    "Divides words as the dictionary says",
    arguments: [
      ("the lighthouse keeper", "the ligh|thouse kee|per"),
      ("“Remember,” he said", "“Re|mem|ber,” he said"),
      ("Nobody’s harbour", "No|body’s har|bour"),
    ])
  func words(_ text: String, _ expected: String) { #expect(divided(text) == expected) }

  @Test(
    "Leaves alone what is short, or no plain word",
    arguments: [
      "baby", "HARBOUR", "HarBour", "harbour1", "2harbour", "well-remembered", "remember-me",
      "harbour@harbour.example", "https://harbour.example/remember?harbour=1", "harbour_keeper",
      "harbour\u{2011}keeper", "harbour\\keeper", "remember()", "\u{6F22}\u{5B57}",
    ])
  func notWords(_ text: String) { #expect(divided(text) == text) }

  @Test("Knows dictionaries in other character sets, their syllables alone, capitals before small")
  func characterSets() {
    #expect(divided("Лошадьмаяк машина", "ru") == "Ло|шадь|ма|як машина")
    #expect(divided("Leuchtturmwärter", "de") == "Leucht|turm|wär|ter")
  }

  @Test(
    "Gives the library no line that would lead it astray",
    arguments: [
      ("NOHYPHEN", ""), ("NOHYPHEN ',/-", ""), ("LEFTHYPHENMIN 3\r", "LEFTHYPHENMIN 3\n"),
      ("LEFTHYPHENMIN 99999999999", ""), ("COMPOUNDRIGHTHYPHENMIN 2", ""), ("NEXTLEVEL", ""),
      ("%a1b", ""), ("1", ""), (".", ""), ("1.a", ""), ("a.1b", ""), (".1a2b3.", ".1a2b3.\n"),
      ("a1b comment", "a1b\n"), (String(repeating: "a", count: 98), ""),
      ("s1sz/sz=sz,-100,120", "s2sz\n"), ("a9b8c/b", "a8b8c\n"), ("/", ""),
      ("\u{17F}1a", "\u{17F}1a\n"),
    ])
  func lines(_ line: String, _ kept: String) {
    let checked = HyphenationText.checked(Array("UTF-8\n\(line)\n\n".utf8))
    #expect(String(decoding: checked, as: UTF8.self) == "UTF-8\n\(kept)")
  }

  @Test("Forbids a hyphen that would change letters, where another pattern allows one")
  func replacements() throws {
    let folder = try TemporaryFolder()
    try folder.write("hyph_hu.dic", Array("UTF-8\ns1s\no1n\ns3sz/sz=sz,1,3\n".utf8))
    let text = Array("asszony".utf8)
    var hyphens: [Int32] = []
    Segmenter().appendHyphens(
      of: text, in: 0..<text.count, within: 0..<text.count, language: "hu",
      by: HyphenationDictionaries(folder: folder.path), to: &hyphens)
    #expect(hyphens == [5])
  }

  @Test(
    "Finds the dictionary of a language",
    arguments: [
      ("en", true), ("EN-us", true), ("en-GB", true), ("en_Latn_US", true), ("de-CH", true),
      ("ru", true), ("fr", false), ("", false), ("e", false), ("-", false), ("sv", false),
    ])
  func languages(_ language: String, _ isKnown: Bool) {
    #expect(Self.dictionaries.digest(for: [language]).isEmpty == !isKnown)
  }

  @Test("Says what it depends on")
  func digest() {
    let both = Self.dictionaries.digest(for: ["de", "en-GB", "en", "fr"])
    #expect(
      both.split(separator: " ").map { $0.prefix { $0 != "=" } } == [
        "hyph_de_DE.dic", "hyph_en_US.dic",
      ])
    #expect(both == HyphenationDictionaries(folder: Self.folder).digest(for: ["en", "de-AT"]))
    #expect(both != Self.dictionaries.digest(for: ["de"]))
  }

  @Test("Notes languages without a dictionary, not those that need none")
  func findings() {
    let findings = Self.dictionaries.findings(for: ["en", "sv", "fr", "", "ja", "zh-Hans", "fr"])
    #expect(findings.map(\.code) == Array(repeating: "hyphenation-dictionary-missing", count: 2))
    #expect(findings.map(\.severity) == [.note, .note])
    #expect(findings.first?.done.contains("\"sv\"") == true)
    let nowhere = HyphenationDictionaries(folder: "/nowhere")
    #expect(nowhere.digest(for: ["en"]).isEmpty && nowhere.findings(for: ["en"]).count == 1)
  }

  @Test("Divides the same however many threads ask at once")
  func threads() async {
    let text = "the lighthouse keeper remembers nobody in the harbour"
    let expected = divided(text)
    await withTaskGroup(of: String.self) { group in
      for _ in 0..<16 { group.addTask { divided(text) } }
      for await found in group { #expect(found == expected) }
    }
  }

  @Test("Remembers more words than it keeps")
  func manyWords() {
    let segmenter = Segmenter()
    for number in 0..<20_000 {
      let word =
        "harbour"
        + String(number, radix: 26).map { letter in
          letter.isNumber
            ? ["a", "e", "i", "o", "u", "y", "b", "c", "d", "f"][Int(String(letter)) ?? 0]
            : "\(letter)"
        }.joined()
      let bytes = Array(word.utf8)
      var hyphens: [Int32] = []
      segmenter.appendHyphens(
        of: bytes, in: 0..<bytes.count, within: 0..<bytes.count, language: "en",
        by: Self.dictionaries, to: &hyphens)
      #expect(hyphens.first == 3, "\(word)")
    }
  }
}
