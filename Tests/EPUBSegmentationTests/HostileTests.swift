import EPUBSegmentation
import TestKit
import Testing

@Suite("Hostile texts") struct HostileTests {
  /// One of these over and over: what could make a careless loop look at everything again.
  private static let units = [
    "a", "a'", "1,", "a\u{AD}", "\u{AD}", "\u{301}", "e\u{301}", "“", " ", "\n", "/", "א", "中", "ア",
    "กา", "ក",
    "က", "ກ", "👩\u{200D}", "🇫", "1\u{20E3}", "a\u{200B}", "\u{1100}", "(", "$(", "\u{FE0F}", "ﷺ",
  ]

  @Test("Text without end takes time in proportion", .timeLimit(.minutes(10)), arguments: units)
  func longTexts(_ unit: String) {
    let short = best(unit, byteCount: 4 * 1024)
    let long = best(unit, byteCount: 64 * 1024)
    // Sixteen times the text: a square would take 256 times as long.
    #expect(long < max(short, .milliseconds(2)) * 100, "\(short) became \(long)")
  }

  /// Of three attempts, so that a machine busy with other things doesn't matter.
  private func best(_ unit: String, byteCount: Int) -> Duration {
    (0..<3).map { _ in seconds(unit, byteCount: byteCount) }.min() ?? .zero
  }

  private func seconds(_ unit: String, byteCount: Int) -> Duration {
    let text = String(repeating: unit, count: byteCount / unit.utf8.count)
    let bytes = Array(text.utf8)
    let all = 0..<bytes.count
    let segmenter = Segmenter()
    let set = WordSet(["a", "a a b", "中国", "กา กา"])
    return workTime {
      var atoms: [Atom] = []
      segmenter.appendAtoms(of: bytes, in: all, softHyphens: [], language: "", to: &atoms)
      #expect(atoms.last?.end == Int32(bytes.count))
      var clusters: [Cluster] = []
      segmenter.appendClusters(of: bytes, in: all, to: &clusters)
      #expect(clusters.last?.end == Int32(bytes.count))
      _ = segmenter.words(of: bytes, in: all)
      _ = segmenter.naturalCuts(of: bytes, in: all)
      let folded = FoldedText(folding: bytes, in: all, FoldingOptions())
      #expect(folded.sourceRange(of: 0..<folded.bytes.count).upperBound <= bytes.count)
      _ = set.matches(in: bytes, all, segmenter)
    }
  }

  @Test("A pattern that nearly matches everywhere", .timeLimit(.minutes(10)))
  func repeatedPattern() throws {
    let bytes = [UInt8](repeating: 0x61, count: 1 << 18)
    let pattern = try TextPattern(
      literal: String(repeating: "a", count: 1_000) + "b", FoldingOptions())
    #expect(pattern.matches(in: bytes, 0..<bytes.count, Segmenter()).ranges.isEmpty)
  }

  @Test("Thousands of phrases that begin alike", .timeLimit(.minutes(10)))
  func manyPhrases() {
    let set = WordSet((0..<2_000).map { "the same word \($0)" })
    let bytes = Array(String(repeating: "the same word 17 the same ", count: 500).utf8)
    let found = set.matches(in: bytes, 0..<bytes.count, Segmenter())
    #expect(found.count == 500)
    #expect(found.allSatisfy { $0.word == 17 })
  }

  @Test("Nested phrases over and over", .timeLimit(.minutes(10)))
  func nestedPhrases() {
    let set = WordSet((1...50).map { String(repeating: "a ", count: $0) })
    let bytes = Array(String(repeating: "a ", count: 500).utf8)
    let found = set.matches(in: bytes, 0..<bytes.count, Segmenter())
    #expect(found.count == 10)
    #expect(found.allSatisfy { $0.word == 49 })
  }

  @Test("Threads with a segmenter each agree")
  func threads() async {
    let text = Array("日本語の本。ภาษาไทย — “Whale” we’re é 👩\u{200D}🚀 Ἀθῆναι".utf8)
    let set = WordSet(["whale", "日本語", "ไทย", "αθηναι", "ἀθῆναι"])
    let expected = set.matches(in: text, 0..<text.count, Segmenter())
    #expect(expected.map(\.word) == [1, 2, 0, 4])
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let segmenter = Segmenter()
          return (0..<50).allSatisfy { _ in
            set.matches(in: text, 0..<text.count, segmenter) == expected
          }
        }
      }
      for await agrees in group { #expect(agrees) }
    }
  }
}
