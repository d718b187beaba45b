import EPUBSegmentation
import TestKit
import Testing

@Suite("A search in plain text") struct PlainSearchTests {
  private let segmenter = Segmenter()

  /// A character that folds away makes the text one that must be folded; what is found stays the same.
  @Test("Finds what a search in folded text finds")
  func agrees() throws {
    let alphabet = [
      "a", "A", "b", "k", "K", "1", " ", "-", "'", "“", "’", "—", "…", ".", "[", "@", "\u{A0}",
      "\u{200A}", "\u{2060}", "é", "É", "à", "ç", "\u{130}b",
    ]
    var random = SeededGenerator(seed: 9)
    func text(_ count: Int) -> String {
      (0..<count).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &random)] }.joined()
    }
    let patterns = [
      "a", "A", "ab", "aa", "aA", "k1", "aba", "11", "K", "e", "ba", "s", "ae", "E", "be", "aea",
    ]
    for _ in 0..<3000 {
      let plain = Array(text(Int.random(in: 0..<40, using: &random)).utf8)
      let folded = plain + Array("\u{200B}".utf8)
      for literal in patterns {
        for options in [
          FoldingOptions(ignoresCase: true), FoldingOptions(ignoresCase: false),
          FoldingOptions(ignoresCase: true, ignoresAccents: true),
        ] {
          for wholeWords in [false, true] {
            let pattern = try TextPattern(literal: literal, options, wholeWords: wholeWords)
            let found = pattern.matches(in: plain, 0..<plain.count, segmenter).ranges
            let other = pattern.matches(in: folded, 0..<folded.count, segmenter).ranges
            #expect(found == other, "\(literal) in \(String(decoding: plain, as: UTF8.self))")
          }
        }
      }
    }
  }

  @Test(
    "Leaves to folding what it can't tell",
    arguments: [
      ("ﬁre", "fire"), ("naïve", "naive"), ("\u{212A}elvin", "kelvin"), ("wo\u{2060}rd", "word"),
    ])
  func folded(_ text: String, _ word: String) throws {
    let bytes = Array("x \(text) y".utf8)
    let pattern = try TextPattern(
      literal: word, FoldingOptions(ignoresCase: true, ignoresAccents: true))
    #expect(pattern.matches(in: bytes, 0..<bytes.count, segmenter).ranges == [2..<bytes.count - 2])
  }
}
