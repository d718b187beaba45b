import EPUBSegmentation
import Testing

@Suite("Tables against ICU") struct ICUComparisonTests {
  private func compare(
    _ alphabet: [Unicode.Scalar], language: String, count: Int, length: Int
  ) -> [String] {
    var generator = SampleGenerator(seed: 14)
    let byTable = Segmenter()
    let byICU = Segmenter()
    byICU.usesTables = false
    var faults: [String] = []
    for _ in 0..<count where faults.count < 8 {
      let bytes = generator.text(of: alphabet, length: length)
      var ours: [Atom] = []
      var theirs: [Atom] = []
      byTable.appendAtoms(
        of: bytes, in: 0..<bytes.count, softHyphens: [], language: language, to: &ours)
      byICU.appendAtoms(
        of: bytes, in: 0..<bytes.count, softHyphens: [], language: language, to: &theirs)
      if ours != theirs { faults.append(describe(bytes, ours, theirs)) }
    }
    return faults
  }

  private func describe(_ bytes: [UInt8], _ ours: [Atom], _ theirs: [Atom]) -> String {
    func show(_ atoms: [Atom]) -> String {
      var start = 0
      return atoms.map { atom in
        let text = String(decoding: bytes[start..<Int(atom.end)], as: UTF8.self)
        start = Int(atom.end)
        return text.unicodeScalars.map {
          $0.isASCII ? String($0) : String($0.value, radix: 16) + "."
        }
        .joined()
      }.joined(separator: "÷")
    }
    return "ours \(show(ours)) ICU \(show(theirs))"
  }

  @Test("Short texts full of punctuation", arguments: ["", "de", "ja", "zh", "ko"])
  func punctuated(_ language: String) {
    #expect(compare(Alphabet.punctuated, language: language, count: 100_000, length: 8) == [])
  }

  @Test("Western text", arguments: ["", "fi", "ja"])
  func western(_ language: String) {
    #expect(compare(Alphabet.western, language: language, count: 50_000, length: 30) == [])
  }

  @Test("East Asian text", arguments: ["", "ja", "zh", "ko"])
  func eastAsian(_ language: String) {
    #expect(compare(Alphabet.cjk, language: language, count: 30_000, length: 10) == [])
  }
}
