import EPUBSegmentation
import TestKit
import Testing

@testable import EPUBTerminal

/// Screens of all that books hold, by a seed.
private struct RandomScreens {
  var random: SeededGenerator
  let segmenter = Segmenter()

  static let texts = [
    "The keeper of Kell", "a", "漢字かな", "ﾊﾝｶｸ", "e\u{301}te\u{301}", "👩‍👩‍👧", "🇫🇷🇩🇪", "❤️x", "1️⃣", "👍🏽 ok",
    "नमस्ते", "กำ", "한국어", "ᄒ\u{1161}\u{11AB}", "→—“”…", "x\u{302}\u{303}\u{304}\u{305}\u{306}",
    "שלום (א)", "مرحبا", "        ", "tab\there", "\u{10FFFD}",
  ]

  static let styles = [
    CellStyle(), CellStyle(.bold), CellStyle([.bold, .dim]), CellStyle(.dim), CellStyle(.underline),
    CellStyle([.italic, .strike]), CellStyle(.reverse),
    CellStyle(ink: Color(red: 1, green: 20, blue: 200)),
    CellStyle(
      .bold, ink: Color(red: 1, green: 2, blue: 3), paper: Color(red: 250, green: 9, blue: 0)),
    CellStyle(paper: Color(red: 18, green: 18, blue: 18)),
    CellStyle(.underline, link: "https://example.org/a;b"), CellStyle(link: "mailto:a@b.c"),
  ]

  mutating func style() -> CellStyle { Self.styles.randomElement(using: &random) ?? CellStyle() }

  mutating func change(_ screen: inout Screen) {
    let column = Int.random(in: -2..<screen.columns, using: &random)
    let row = Int.random(in: -1...screen.rows, using: &random)
    switch Int.random(in: 0..<10, using: &random) {
    case 0:
      screen.fill(
        Rectangle(
          column: column, row: row, columns: Int.random(in: -1..<20, using: &random),
          rows: Int.random(in: -1..<4, using: &random)), style())
    case 1:
      let style = style()
      screen.restyle(row: row, column..<column + 7) { $0 = style }
    case 2: screen.cursor = (column, row)
    default:
      let text = Array((Self.texts.randomElement(using: &random) ?? "").utf8)
      screen.write(
        text, in: 0..<text.count, column: column, row: row,
        before: screen.columns - Int.random(in: 0..<3, using: &random), style(),
        segmenter: segmenter, isRightToLeft: Bool.random(using: &random))
    }
  }

  mutating func screen(after old: Screen) -> Screen {
    var screen = Bool.random(using: &random) ? old : Screen(columns: old.columns, rows: old.rows)
    for _ in 0..<Int.random(in: 0..<30, using: &random) { change(&screen) }
    return screen
  }
}

@Suite("Drawing screens", .timeLimit(.minutes(10))) struct RendererTests {
  let renderer = ScreenRenderer(
    colorDepth: .trueColor, hasLinks: true, hasSynchronizedUpdates: true)

  @Test("Ends in exactly the grid, from whatever was there", arguments: 0..<150)
  func random(_ seed: Int) {
    var screens = RandomScreens(random: SeededGenerator(seed: UInt64(seed)))
    let columns = Int.random(in: 1..<40, using: &screens.random)
    let rows = Int.random(in: 1..<8, using: &screens.random)
    var emulator = Emulator(columns: columns, rows: rows)
    var screen = Screen(columns: columns, rows: rows)
    var previous: Screen?
    for step in 0..<20 {
      screen = screens.screen(after: screen)
      emulator.take(renderer.bytes(from: previous, to: screen))
      #expect(emulator.unknown == [], "seed \(seed), step \(step)")
      #expect(
        emulator.cells.map(\.seen) == Emulator.expected(screen).map(\.seen),
        "seed \(seed), step \(step)")
      #expect(emulator.isCursorShown == (screen.cursor != nil))
      if let cursor = screen.cursor {
        #expect(emulator.column == cursor.column && emulator.row == cursor.row)
      }
      #expect(!emulator.waitsToWrap)
      #expect(emulator.style == CellStyle())
      #expect(renderer.bytes(from: screen, to: screen) == [])
      previous = Int.random(in: 0..<10, using: &screens.random) == 0 ? nil : screen
    }
  }

  @Test(
    "Keeps all else right where the terminal takes clusters for wider or narrower",
    arguments: [1, 2])
  func disagreement(_ width: Int) {
    for seed in 0..<60 {
      var screens = RandomScreens(random: SeededGenerator(seed: UInt64(seed)))
      var emulator = Emulator(columns: 40, rows: 5)
      emulator.doubtfulWidth = width
      var screen = Screen(columns: 40, rows: 5)
      var previous: Screen?
      for step in 0..<10 {
        screen = screens.screen(after: screen)
        emulator.take(renderer.bytes(from: previous, to: screen))
        let expected = Emulator.expected(screen)
        for (at, cell) in emulator.cells.enumerated() {
          // A doubtful cluster, and what it may reach into.
          let isNear = (max(0, at - 2)...at).contains { screen.cells[$0].isDoubtful }
          let isPart = screen.cells[at].width == 0
          if isNear || isPart { continue }
          #expect(cell.seen == expected[at].seen, "seed \(seed), step \(step), cell \(at)")
        }
        previous = screen
      }
    }
  }

  @Test("Writes only what changed")
  func small() {
    let segmenter = Segmenter()
    var one = Screen(columns: 40, rows: 3)
    one.write(
      "The first keeper of Kell", column: 0, row: 1, before: 40, CellStyle(), segmenter: segmenter)
    var other = one
    other.write("x", column: 4, row: 1, before: 40, CellStyle(.bold), segmenter: segmenter)
    var quiet = renderer
    quiet.hasSynchronizedUpdates = false
    #expect(quiet.bytes(from: one, to: other) == Array("\u{1B}[2;5H\u{1B}[1mx\u{1B}[0m".utf8))
    #expect(
      renderer.bytes(from: one, to: other)
        == Array("\u{1B}[?2026h\u{1B}[2;5H\u{1B}[1mx\u{1B}[0m\u{1B}[?2026l".utf8))
  }

  @Test(
    "Writes the colours that the terminal has",
    arguments: [
      (ColorDepth.trueColor, "38;2;255;0;0;48;2;18;18;18"), (.palette256, "38;5;196;48;5;233"),
      (.sixteen, "91;40"), (.none, ""),
    ])
  func colors(_ depth: ColorDepth, _ parameters: String) {
    var screen = Screen(columns: 1, rows: 1)
    let style = CellStyle(
      .bold, ink: Color(red: 255, green: 0, blue: 0), paper: Color(red: 18, green: 18, blue: 18))
    screen.fill(Rectangle(column: 0, row: 0, columns: 1, rows: 1), style)
    let renderer = ScreenRenderer(colorDepth: depth, hasLinks: false, hasSynchronizedUpdates: false)
    let bytes = renderer.bytes(from: Screen(columns: 1, rows: 1), to: screen)
    let sgr = parameters.isEmpty ? "1" : "1;\(parameters)"
    #expect(String(decoding: bytes, as: UTF8.self) == "\u{1B}[1;1H\u{1B}[\(sgr)m \u{1B}[0m\r")
  }

  @Test(
    "Lets only addresses into links, and nothing that ends them",
    arguments: [
      ("https://a.b/c d", "https://a.b/c%20d"), ("HTTP://a\u{1B}\\x", "HTTP://a%1B\\x"),
      ("mailto:ü@a", "mailto:%C3%BC@a"), ("https://a\u{7}b\u{9C}", "https://a%07b%C2%9C"),
      ("file:///etc/passwd", nil), ("javascript:x", nil), ("x", nil), ("", nil),
      ("https://" + String(repeating: "a", count: 3000), nil),
    ])
  func links(_ link: String, _ cleaned: String?) {
    #expect(LinkTarget.cleaned(link).map { String(decoding: $0, as: UTF8.self) } == cleaned)
  }
}
