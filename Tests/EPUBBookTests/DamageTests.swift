import EPUBBasics
import EPUBBook
import EPUBContent
import EPUBLayout
import EPUBPackaging
import EPUBSegmentation
import Foundation
import TestKit
import Testing

/// Reads, sets and searches all that can be read of a book; returns what would be shown.
private func readEverything(_ bytes: [UInt8]) -> [UInt8]? {
  guard let book = try? Book(bytes: bytes) else { return nil }
  var shown: [UInt8] = []
  let layout = LayoutOptions(measure: 50, pageHeight: 20)
  let (survey, texts) = book.survey(layout: layout) { _, document, _ in
    document.text + document.shownBytes
  }
  for text in texts { shown += text }
  for entry in survey.contents.flattened { shown += Array(entry.title.utf8) }
  let metadata = book.publication.metadata
  for title in metadata.titles { shown += Array(title.text.value.utf8) }
  return shown
}

/// Whether nothing in it could act on a terminal: no C0 but the line feed, no C1, no DEL.
private func isHarmless(_ bytes: [UInt8]) -> Bool {
  String(decoding: bytes, as: UTF8.self).unicodeScalars.allSatisfy {
    $0.value == 0x0A || $0.value == 0x09 || ($0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value))
  }
}

@Suite("A damaged book", .timeLimit(.minutes(10))) struct DamageTests {
  private let small = BookBuilder {
    $0.stylesheet("p { text-indent: 1em } .x { display: none }")
    $0.chapter(
      "<h1>One</h1><p>Some text, <em>set</em>.</p><table><tr><td>a</td><td>b</td></tr></table>",
      title: "One")
  }.bytes

  private func wholeBook() throws -> [UInt8] {
    let path = "\(Golden.packageFolder)/Fixtures/Books/lights-of-kell.epub"
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  @Test("Documents past the limit of bytes are lines that say so, whichever is read first")
  func spineByteCount() throws {
    var limits = Limits()
    limits.maximumSpineByteCount = 3000
    let bytes = BookBuilder {
      $0.chapter("<p>One</p>")
      $0.chapter("<p>Two</p><!--\(String(repeating: " ", count: 3000))-->")
      $0.chapter("<p>Three</p>")
    }.bytes
    let book = try Book(bytes: bytes, limits: limits)
    let shown = (0..<3).map { String(decoding: book.document(at: 2 - $0).text, as: UTF8.self) }
    #expect(shown == ["Three", "", "One"])
    #expect(book.document(at: 1).findings.map(\.code) == ["document-past-limit"])
  }

  @Test("Shows as much of a document as is allowed, pictures in it not counted")
  func cutDocuments() throws {
    var limits = Limits()
    limits.maximumDocumentByteCount = 2000
    let picture = String(repeating: "A", count: 5000)
    let bytes = BookBuilder {
      $0.chapter("<p>One <img alt='A boat' src='data:image/png;base64,\(picture)'/> two.</p>")
      $0.chapter("<p>Three</p>" + String(repeating: "<p>long</p>", count: 1000))
    }.bytes
    let book = try Book(bytes: bytes, limits: limits)
    let (honest, long) = (book.document(at: 0), book.document(at: 1))
    #expect(honest.images.map(\.alternative) == ["A boat"])
    #expect(String(decoding: honest.text, as: UTF8.self).hasSuffix("two."))
    #expect(honest.findings == [])
    #expect(String(decoding: long.text, as: UTF8.self).hasPrefix("Threelonglong"))
    #expect(long.text.count < 2000)
    #expect(long.findings.map(\.code) == ["document-cut"])
    #expect(!long.isReadAsHTML)
    #expect(long.findings.first?.losesText == true)
  }

  @Test("Is read or refused wherever it is cut, a small one at every byte")
  func cutEverywhere() {
    for count in 0..<small.count {
      if let shown = readEverything(Array(small[..<count])) { #expect(isHarmless(shown)) }
    }
    #expect(readEverything(small).map(isHarmless) == true)
  }

  @Test("Is read or refused when cut at a boundary of the archive or anywhere else")
  func cutAtBoundaries() throws {
    let bytes = try wholeBook()
    var places = bytes.indices.dropLast(3).filter {
      bytes[$0] == 0x50 && bytes[$0 + 1] == 0x4B && bytes[$0 + 2] < 9 && bytes[$0 + 3] < 9
    }
    #expect(places.count > 20)
    let seed: UInt64 = 20_261_130
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 { places.append(Int.random(in: 0..<bytes.count, using: &random)) }
    for place in places {
      if let shown = readEverything(Array(bytes[..<place])) {
        #expect(isHarmless(shown), "cut at \(place), seed \(seed)")
      }
    }
  }

  @Test("Is read or refused with bits turned over")
  func flippedBits() throws {
    let bytes = try wholeBook()
    let seed: UInt64 = 1_811_939
    var random = SeededGenerator(seed: seed)
    for round in 0..<300 {
      var damaged = bytes
      for _ in 0...Int.random(in: 0..<8, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        damaged[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      }
      if let shown = readEverything(damaged) {
        #expect(isHarmless(shown), "round \(round), seed \(seed)")
      }
    }
  }

  @Test("Is read whatever its documents hold, stored without compression")
  func flippedText() {
    var builder = BookBuilder {
      $0.stylesheet(
        "@media screen { p:nth-child(2n+1) > b { margin: 1em 2% } } q::before { content: '<' }")
      $0.chapter(
        """
        <h1 id="a">One &amp; two</h1><p>Some <b>bold <i>text</i></b>&#xA0;here, <q>quoted</q>.</p>
        <ol start="3"><li>x<ul><li>y</li></ul></li></ol><pre>  a\n\tb</pre>
        <table><tr><th rowspan="2">a</th><td>b</td></tr><tr><td>c</td></tr></table>
        <ruby>漢<rt>かん</rt></ruby><math xmlns="http://www.w3.org/1998/Math/MathML"><mfrac><mn>1</mn><mn>2</mn></mfrac></math>
        <svg xmlns="http://www.w3.org/2000/svg"><text>label</text></svg>
        """, title: "One")
    }
    let clean = builder
    let seed: UInt64 = 77
    var random = SeededGenerator(seed: seed)
    for round in 0..<400 {
      builder = clean
      for index in builder.items.indices {
        for _ in 0..<3 where !builder.items[index].bytes.isEmpty {
          let place = Int.random(in: 0..<builder.items[index].bytes.count, using: &random)
          builder.items[index].bytes[place] = UInt8.random(in: 0...255, using: &random)
        }
      }
      if let shown = readEverything(builder.bytes) {
        #expect(isHarmless(shown), "round \(round), seed \(seed)")
      }
    }
  }
}
