import EPUBSegmentation
import Testing

/// The text of each atom, `|` between visible part and space, with what may happen after it.
private func atoms(_ text: String, softHyphens: [Int32] = [], language: String = "") -> [String] {
  let bytes = Array(text.utf8)
  var found: [Atom] = []
  Segmenter().appendAtoms(
    of: bytes, in: 0..<bytes.count, softHyphens: softHyphens[...], language: language, to: &found)
  var start = 0
  return found.map { atom in
    let visible = String(decoding: bytes[start..<Int(atom.textEnd)], as: UTF8.self)
    let space = String(decoding: bytes[Int(atom.textEnd)..<Int(atom.end)], as: UTF8.self)
    start = Int(atom.end)
    let mark = atom.breakAfter == .forced ? "!" : atom.breakAfter == .hyphen ? "-" : ""
    return visible + "|" + space + mark
  }
}

@Suite("Atoms") struct AtomTests {
  @Test(
    "Lines may end where UAX #14 says",
    arguments: [
      ("", []),
      ("whale", ["whale|!"]),
      ("The whale", ["The| ", "whale|!"]),
      ("a  b ", ["a|  ", "b| !"]),
      ("a\nb", ["a|\n!", "b|!"]),
      ("a \n\n", ["a| \n!", "|\n!"]),
      ("well-known", ["well-|", "known|!"]),
      ("say \u{201C}no\u{201D}, he", ["say| ", "\u{201C}no\u{201D},| ", "he|!"]),
      ("end\u{2014}begin", ["end|", "\u{2014}|", "begin|!"]),
      ("10\u{A0}km", ["10\u{A0}km|!"]),
      ("$(12.50) 50% -3", ["$(12.50)| ", "50%| ", "-3|!"]),
      ("a\u{200B}b", ["a\u{200B}|", "b|!"]),
      ("a\u{2009}b", ["a|\u{2009}", "b|!"]),
      ("日本語。", ["日|", "本|", "語。|!"]),
      ("コーヒー、", ["コー|", "ヒー、|!"]),
      ("きょう", ["きょ|", "う|!"]),
      ("他说：“你好”。", ["他|", "说：“你|", "好”。|!"]),
      ("a　b", ["a　|", "b|!"]),
      ("คำไทย ก", ["คำ|", "ไทย| ", "ก|!"]),
      ("ພາສາລາວ", ["ພາສາ|", "ລາວ|!"]),
      ("សួស្តីពិភពលោក", ["សួស្តី|", "ពិភពលោក|!"]),
      ("ကျောင်းသို့သွားသည်", ["ကျောင်း|", "သို့|", "သွား|", "သည်|!"]),
      ("한국어 문장", ["한|", "국|", "어| ", "문|", "장|!"]),
      ("שלום עולם־גדול", ["שלום| ", "עולם־גדול|!"]),
      ("مرحبا بالعالم", ["مرحبا| ", "بالعالم|!"]),
      ("नमस्ते दुनिया।", ["नमस्ते| ", "दुनिया।|!"]),
      ("see 👩\u{200D}🚀 👍🏽🇫🇷", ["see| ", "👩\u{200D}🚀| ", "👍🏽|", "🇫🇷|!"]),
      ("e\u{301}te\u{301} n", ["e\u{301}te\u{301}| ", "n|!"]),
      (" a", ["| ", "a|!"]),
      ("a\t b\u{200B} ", ["a|\t ", "b\u{200B}| !"]),
      ("wait\u{2026} what?!", ["wait\u{2026}| ", "what?!|!"]),
      ("http://a.org/b/c", ["http://|", "a.org/|", "b/|", "c|!"]),
    ])
  func breaks(_ text: String, _ expected: [String]) {
    #expect(atoms(text) == expected)
  }

  @Test("A soft hyphen parts a word")
  func softHyphens() {
    #expect(atoms("unbreakable x", softHyphens: [2, 7]) == ["un|-", "break|-", "able| ", "x|!"])
  }

  @Test("Japanese books are set strictly, Korean ones by the syllable")
  func languages() {
    #expect(atoms("きょう", language: "ja") == ["きょ|", "う|!"])
    #expect(atoms("他说：“你好”。", language: "zh-Hans") == ["他|", "说：|", "“你|", "好”。|!"])
  }

  @Test("Soft hyphens count only between letters, once, inside the word")
  func idleSoftHyphens() {
    #expect(atoms("ab cd.", softHyphens: [0, 2, 3, 5, 6]) == ["ab| ", "cd.|!"])
    #expect(atoms("ab", softHyphens: [1, 1]) == ["a|-", "b|!"])
    #expect(atoms("ae\u{301}", softHyphens: [2]) == ["ae\u{301}|!"])
  }

  @Test("Offsets are the text's, atoms are appended")
  func appends() {
    let bytes = Array("one two three".utf8)
    let segmenter = Segmenter()
    var found: [Atom] = []
    segmenter.appendAtoms(of: bytes, in: 0..<4, softHyphens: [], language: "", to: &found)
    segmenter.appendAtoms(of: bytes, in: 4..<13, softHyphens: [11][...], language: "", to: &found)
    #expect(
      found == [
        Atom(textEnd: 3, end: 4, width: 3, spaceWidth: 1, breakAfter: .forced),
        Atom(textEnd: 7, end: 8, width: 3, spaceWidth: 1, breakAfter: .allowed),
        Atom(textEnd: 11, end: 11, width: 3, spaceWidth: 0, breakAfter: .hyphen),
        Atom(textEnd: 13, end: 13, width: 2, spaceWidth: 0, breakAfter: .forced),
      ])
  }
}
