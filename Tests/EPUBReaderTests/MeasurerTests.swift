import EPUBBook
import EPUBReader
import EPUBSegmentation
import TestKit
import Testing

@Suite("Fonts with letters of different widths", .timeLimit(.minutes(10))) struct MeasurerTests {
  /// Widths that differ as those of a book's font do.
  private static func width(of cluster: String) -> Double {
    switch cluster {
    case "i", "l", "j", "t", "f", "I", ".", ",", "’", "'": 0.55
    case " ": 0.5
    case "m", "w", "M", "W", "—": 1.6
    case "鯨": 2.1
    default: cluster.unicodeScalars.allSatisfy { $0.properties.isUppercase } ? 1.3 : 1.03
    }
  }

  private static func width(ofText text: String) -> Double {
    text.reduce(0) { $0 + width(of: String($1)) }
  }

  private let measurer = TextMeasurer { width(of: $0) }

  private let book = BookBuilder {
    $0.stylesheet("p { margin: 0; text-indent: 0 }")
    let paragraphs = (0..<60).map { number in
      """
      <p>\(number) little illicit lilies till it fills, <b>Wm. MAMMOTH</b> swims mummies, then we’re off—to \
      the 鯨 whale, extra\u{AD}ordinarily illimitable\u{AD}mammoths of the wild\(number)west.</p>
      """
    }
    $0.chapter(paragraphs.joined(), title: "One")
    $0.chapter(
      "<table><tr><td>ill</td><td>mammoth of it</td></tr></table><p>End.</p>", title: "Two")
  }

  private func configuration(measured: Bool, hyphenates: Bool = false) -> ReaderConfiguration {
    var configuration = ReaderConfiguration()
    configuration.viewport = Viewport(columns: 34, rows: 11)
    configuration.measurer = measured ? measurer : nil
    configuration.hyphenates = hyphenates
    return configuration
  }

  private func pages(_ reader: ReaderController) async throws -> [ReaderPage] {
    var pages = [try await reader.page()]
    for number in 1..<max(2, pages[0].pageCount) + 1 where number <= pages[0].pageCount {
      try await reader.goToPage(number)
      pages.append(try await reader.page())
    }
    return Array(pages.dropFirst())
  }

  @Test("Lines hold what fits by the letters' own widths", arguments: [false, true])
  func lines(_ hyphenates: Bool) async throws {
    let reader = ReaderController()
    try await reader.load(
      .bytes(book.bytes), configuration(measured: true, hyphenates: hyphenates))
    let measured = try await pages(reader)
    let lines = measured.flatMap(\.lines).map(\.text)
    #expect(lines.count > 100)
    for line in lines { #expect(Self.width(ofText: line) <= 34, "\(line)") }
    // Neither the letters' number nor a line's cells decide.
    let cells = ReaderController()
    try await cells.load(.bytes(book.bytes), configuration(measured: false))
    #expect(try await pages(cells).flatMap(\.lines).map(\.text) != lines)
    #expect(lines.contains { $0.count > 34 })
    // Nothing is lost, and lines are not much shorter than they need be.
    let text = lines.joined(separator: " ").filter { $0.isLetter }
    let plain = try await pages(cells).flatMap(\.lines).map(\.text).joined().filter { $0.isLetter }
    #expect(text == plain)
    let filled = lines.filter { !$0.hasSuffix(".") }.map { Self.width(ofText: $0) }
    #expect(filled.reduce(0, +) / Double(filled.count) > 34 * 0.75)
  }

  @Test("Marks, selection and saved data go with the measured page")
  func words() async throws {
    let reader = ReaderController()
    try await reader.load(.bytes(book.bytes), configuration(measured: true))
    try await reader.highlight([HighlightedWord(value: "illicit", color: "pink")])
    try await reader.goToPage(3)
    let page = try await reader.page()
    #expect(page.words.count > 1)
    for word in page.words {
      for cells in word.cells {
        #expect(cells.length >= 0 && cells.column + cells.length <= 34)
        let selected = try await reader.selectWord(row: cells.row, column: cells.column + 1)
        #expect(selected?.value == "illicit")
      }
    }
    var saved = configuration(measured: true)
    saved.savedData = try await reader.savedData()
    let other = ReaderController()
    try await other.load(.bytes(book.bytes), saved)
    #expect(try await other.page() == page)
  }

  @Test("A font that is changed is measured anew")
  func changeFont() async throws {
    let reader = ReaderController()
    try await reader.load(.bytes(book.bytes), configuration(measured: false))
    let cells = try await reader.page()
    try await reader.changeFont("Literata", measurer: measurer)
    #expect(try await reader.page().lines != cells.lines)
    try await reader.changeFont("Mono")
    #expect(try await reader.page().lines == cells.lines)
  }

  @Test("Widths that are none do no harm", arguments: [0, -1, .nan, .infinity, 1e300])
  func absurd(_ width: Double) async throws {
    let reader = ReaderController()
    var absurd = configuration(measured: false)
    absurd.measurer = TextMeasurer { _ in width }
    try await reader.load(.bytes(book.bytes), absurd)
    #expect(try await reader.page().pageCount > 0)
  }
}
