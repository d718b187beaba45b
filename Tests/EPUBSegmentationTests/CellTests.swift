import EPUBSegmentation
import Testing

@Suite("Cells and clusters") struct CellTests {
  @Test(
    "A text's cells are the sum of its clusters'",
    arguments: [
      ("whale", [1, 1, 1, 1, 1]),
      ("日本", [2, 2]),
      ("ｶﾞ", [2]),
      ("Ａ", [2]),
      ("e\u{301}a", [1, 1]),
      ("\u{AD}\u{200B}\u{FEFF}", [0, 0, 0]),
      ("a\u{20DD}", [1]),
      ("\t\u{7F}\u{85}\n", [0, 0, 0, 0]),
      ("\r\n", [0]),
      ("\u{A0}\u{3000}", [1, 2]),
      ("ก\u{E33}", [2]),
      ("ກ\u{EB3}", [2]),
      ("ที่", [1]),
      ("का", [2]),
      ("한", [2]),
      ("\u{1112}\u{1161}\u{11AB}", [2]),
      ("\u{D7B0}", [0]),
      ("שָׁ", [1]),
      ("\u{600}1", [1]),
      ("±", [1]),
      ("😀", [2]),
      ("❤\u{FE0F}", [2]),
      ("❤", [1]),
      ("©\u{FE0F}", [2]),
      ("👍🏽", [2]),
      ("☝🏽", [2]),
      ("👩\u{200D}🚀", [2]),
      ("👩🏽\u{200D}❤\u{FE0F}\u{200D}💋\u{200D}👨🏻", [2]),
      ("🇫🇷🇯🇵🇩", [2, 2, 1]),
      ("1\u{FE0F}\u{20E3}#\u{20E3}a\u{20E3}", [2, 2, 1]),
      ("🏴\u{E0067}\u{E0062}\u{E007F}", [2]),
    ])
  func widths(_ text: String, _ expected: [Int]) {
    let bytes = Array(text.utf8)
    let segmenter = Segmenter()
    var clusters: [Cluster] = []
    segmenter.appendClusters(of: bytes, in: 0..<bytes.count, to: &clusters)
    #expect(clusters.map { Int($0.width) } == expected)
    #expect(segmenter.width(of: bytes, in: 0..<bytes.count) == expected.reduce(0, +))
    #expect(clusters.last.map { Int($0.end) } ?? 0 == bytes.count)
  }

  @Test("Clusters are those of the standard library, but for rules newer than ICU's")
  func clustersOfAnything() {
    var generator = SampleGenerator(seed: 29)
    let segmenter = Segmenter()
    for _ in 0..<20_000 {
      let bytes = generator.text(of: Alphabet.everything, length: 8)
      var clusters: [Cluster] = []
      segmenter.appendClusters(of: bytes, in: 0..<bytes.count, to: &clusters)
      let text = String(decoding: bytes, as: UTF8.self)
      // GB9c (Unicode 15.1) keeps Indic conjuncts together, which ICU 72 doesn't know.
      if text.unicodeScalars.contains(where: { (0x900...0x97F).contains($0.value) }) { continue }
      var end = 0
      let expected = text.map { character in
        end += character.utf8.count
        return end
      }
      #expect(clusters.map { Int($0.end) } == expected, "\(text.unicodeScalars.map(\.value))")
    }
  }

  @Test("Widths add up for any text")
  func sums() {
    var generator = SampleGenerator(seed: 3)
    let segmenter = Segmenter()
    for _ in 0..<20_000 {
      let bytes = generator.text(of: Alphabet.everything, length: 12)
      var clusters: [Cluster] = []
      segmenter.appendClusters(of: bytes, in: 0..<bytes.count, to: &clusters)
      let width = segmenter.width(of: bytes, in: 0..<bytes.count)
      #expect(clusters.reduce(0) { $0 + Int($1.width) } == width)
      var atoms: [Atom] = []
      segmenter.appendAtoms(
        of: bytes, in: 0..<bytes.count, softHyphens: [], language: "", to: &atoms)
      #expect(
        atoms.reduce(0) { $0 + Int($1.width + $1.spaceWidth) } == width,
        "\(String(decoding: bytes, as: UTF8.self).unicodeScalars.map(\.value))")
      #expect(atoms.last.map { Int($0.end) } ?? 0 == bytes.count)
      #expect(atoms.last.map { $0.breakAfter == .forced } ?? true)
      var start: Int32 = 0
      for atom in atoms {
        #expect(start < atom.end && start <= atom.textEnd && atom.textEnd <= atom.end)
        start = atom.end
      }
    }
  }
}
