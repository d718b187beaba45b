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
      ("คำไทย ก", ["คำ|", "ไทย| ", "ก|!"]),
    ])
  func breaks(_ text: String, _ expected: [String]) {
    #expect(atoms(text) == expected)
  }

  @Test("A soft hyphen parts a word")
  func softHyphens() {
    #expect(atoms("unbreakable x", softHyphens: [2, 7]) == ["un|-", "break|-", "able| ", "x|!"])
  }
}
