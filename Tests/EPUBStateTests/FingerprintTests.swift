import EPUBState
import Testing

@Suite("Fingerprints") struct FingerprintTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var a: Fingerprint
    var b: Fingerprint
    var expected: FingerprintMatch
    init(
      _ description: String, _ a: Fingerprint, _ b: Fingerprint, _ expected: FingerprintMatch
    ) {
      testDescription = description
      self.a = a
      self.b = b
      self.expected = expected
    }
  }

  static let novel = Array(10_000..<10_020)
  static let rows = [
    Row(
      "moved and renamed", fingerprint([5, 6], path: "/a"), fingerprint([5, 6], path: "/b"), .same),
    Row(
      "metadata edited", fingerprint([5, 6], identifier: "a"),
      fingerprint([5, 6], identifier: "b"), .same),
    Row("one document, equal", fingerprint([5]), fingerprint([5]), .same),
    Row("one document, other", fingerprint([5]), fingerprint([6]), .different),
    Row(
      "the same size, another CRC-32", Fingerprint(documents: [document(5, 1)]),
      Fingerprint(documents: [document(5, 2)]), .different),
    Row(
      "one chapter corrected", fingerprint(novel), fingerprint(novel.dropLast() + [7]), .revised),
    Row("in another order", fingerprint(novel), fingerprint(novel.reversed()), .revised),
    Row(
      "exactly half", fingerprint([100, 101, 102, 103]), fingerprint([100, 101, 202, 203]),
      .revised),
    Row(
      "less than half", fingerprint([100, 101, 102, 103]), fingerprint([100, 201, 202, 203]),
      .different),
    Row(
      "half of the smaller, not of the larger", fingerprint([100, 101]),
      fingerprint([100, 101, 102, 103, 104]), .different),
    Row(
      "a document counts as often as it stands in both", fingerprint([100, 100, 100, 100]),
      fingerprint([100, 201, 202, 203]), .different),
    Row(
      "twice in both", fingerprint([100, 100, 101, 102]), fingerprint([100, 100, 201, 202]),
      .revised),
    Row(
      "half by number, but only title pages", fingerprint([300, 301, 90_000, 90_001]),
      fingerprint([300, 301, 80_000, 80_001]), .different),
    Row(
      "a cover and one chapter, corrected, without an identifier", fingerprint([300, 90_000]),
      fingerprint([300, 90_001]), .different),
    Row(
      "a cover and one chapter, with an identifier",
      fingerprint([300, 90_000], identifier: "urn:x:1"),
      fingerprint([300, 90_001], identifier: "urn:x:1"), .identifierOnly),
    Row(
      "the same identifier and a chapter equal",
      fingerprint([3000, 91_000, 92_000, 93_000, 94_000, 300], identifier: "urn:x:1"),
      fingerprint([3000, 1, 2, 3, 4, 5, 6, 7, 8], identifier: "urn:x:1"), .revised),
    Row(
      "another identifier and a chapter equal",
      fingerprint([3000, 91_000, 92_000, 93_000, 94_000, 300], identifier: "urn:x:1"),
      fingerprint([3000, 1, 2, 3, 4, 5, 6, 7, 8], identifier: "urn:x:2"), .different),
    Row(
      "the same identifier and one of twelve small chapters equal",
      fingerprint(Array(200..<212), identifier: "urn:x:1"),
      fingerprint([200] + Array(300..<311), identifier: "urn:x:1"), .revised),
    Row(
      "the same identifier and nothing equal", fingerprint([1, 2], identifier: "urn:x:1"),
      fingerprint([3, 4], identifier: "urn:x:1"), .identifierOnly),
    Row("no identifier on either side", fingerprint([1, 2]), fingerprint([3, 4]), .different),
    Row(
      "an empty identifier on both sides", fingerprint([1, 2], identifier: ""),
      fingerprint([3, 4], identifier: ""), .different),
    Row(
      "empty documents everywhere", fingerprint([0, 0, 5000, 6000]),
      fingerprint([0, 0, 7000, 8000]), .different),
    Row("nothing known of either", fingerprint([]), fingerprint([]), .different),
    Row(
      "no documents, but one path", fingerprint([], path: "/a"), fingerprint([], path: "/a"),
      .same),
    Row(
      "sizes that overflow when they are added", fingerprint([Int.max, Int.max, -1]),
      fingerprint([Int.max, Int.max, -2]), .revised),
  ]

  @Test("Tell one book from another", arguments: rows)
  func rules(_ row: Row) {
    #expect(row.a.match(row.b) == row.expected)
    #expect(row.b.match(row.a) == row.expected, "the same from the other side")
  }
}
