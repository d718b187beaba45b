import EPUBSegmentation
import EPUBTerminal
import Testing

@testable import EPUBFront

/// What holds for every panel, whatever is in it and however small its part.
@Suite("Panels keep to their part", .timeLimit(.minutes(10))) struct PanelBordersTests {
  private static let texts = [
    "", " ", "a", "A title that is much longer than the narrowest of screens", "漢字漢字漢字漢字漢字漢字",
    "e\u{301}e\u{301}e\u{301}e\u{301}", "\u{301}\u{200B}\u{202E}abc",
    "\u{1B}[31mred\u{7}\n\r\t\u{0}end",
    "👩‍🚀👩‍🚀👩‍🚀👩‍🚀👩‍🚀👩‍🚀👩‍🚀👩‍🚀", "שלום עולם", "ไม่มีช่องว่างระหว่างคำ",
  ]

  private static func panels() -> [any Panel] {
    let rows = texts.enumerated().map { index, text in
      ListRow(
        text: text, level: index * 3, detail: index % 2 == 0 ? "\(index)" : text,
        context: index % 3 == 0
          ? ListRow.Context(before: text, hit: text, after: text) : nil, isEnabled: index % 4 != 3)
    }
    let paragraphs = texts.enumerated().map { index, text in
      TextParagraph(
        text: text + text, lead: index % 2 == 0 ? text : "", leadColumns: index * 7,
        indent: index * 5, links: [0..<1, 1..<2, 5..<400])
    }
    var panels: [any Panel] = [
      ListPanel(title: "", rows: []), ListPanel(title: texts[3], rows: rows, current: 4),
      ListPanel(title: "Hits", rows: rows, current: 400, requests: [.remove, .highlight]),
      TextPanel(title: "", paragraphs: []), TextPanel(title: texts[4], paragraphs: paragraphs),
      HintsPanel([]),
      HintsPanel((0..<40).map { HintsPanel.Target($0 * 3 - 5, $0 / 3 - 2, width: $0 % 7 - 1) }),
    ]
    panels += texts.map { text in
      var panel = PromptPanel(
        prompt: text, text: text, history: texts,
        completions: .init(names: texts, values: ["": texts]))
      panel.remark = text
      return panel
    }
    return panels
  }

  private static let keys: [KeyStroke] = {
    let keys: [Key] = [
      .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .enter, .tab, .backspace, .escape,
      .delete, .insert, .function(1), .character("a"), .character("漢"), .character("\u{301}"),
      .character("h"), .character("l"),
    ]
    let controls = "abcdefghjklnpuwy".unicodeScalars.map { KeyStroke($0, .control) }
    return keys.map { KeyStroke($0) } + keys.map { KeyStroke($0, .alt) }
      + keys.map { KeyStroke($0, .shift) } + controls
  }()

  /// Draws it into the middle of a screen and looks whether all else is as it was.
  private func check(_ panel: inout some Panel, _ columns: Int, _ rows: Int, _ look: PanelLook) {
    let segmenter = Segmenter()
    let wanted = panel.wantedRows(columns: columns, rows: rows, segmenter)
    #expect((0...rows).contains(wanted))
    let mark = CellStyle(.strike)
    var screen = Screen(columns: columns + 4, rows: rows + 2, style: mark)
    let part = Rectangle(column: 2, row: 1, columns: columns, rows: rows)
    panel.draw(on: &screen, in: part, look, segmenter)
    let outside = screen.places.filter { !part.holds($0) }
    let written = outside.filter { screen.style(column: $0.column, row: $0.row) != mark }
    #expect(written.isEmpty)
    #expect(screen.cursor.map { part.holds($0) } ?? true)
    #expect(screen.text(ofRow: 0).isEmpty && screen.text(ofRow: rows + 1).isEmpty)
  }

  private static let sizes = [
    (20, 5), (80, 23), (20, 1), (3, 3), (1, 1), (1, 7), (2, 2), (7, 0), (0, 4), (0, 0),
  ]

  @Test("They draw nothing outside it, at every size", arguments: panels().indices)
  func drawing(_ index: Int) {
    for look in [PanelLook(), plainLook] {
      for (columns, rows) in Self.sizes {
        var panel = Self.panels()[index]
        check(&panel, columns, rows, look)
        _ = panel.handle(.searchForward, count: nil)
        check(&panel, columns, rows, look)
        _ = panel.type(.paste("漢字a long pattern to look for"))
        check(&panel, columns, rows, look)
      }
    }
  }

  @Test("No key and no action breaks them, and they still keep to it", arguments: panels().indices)
  func keys(_ index: Int) {
    var generator = Numbers(state: UInt64(index + 1))
    var panel = Self.panels()[index]
    for step in 0..<600 {
      let number = generator.next()
      switch number % 4 {
      case 0:
        let action = Action.allCases[Int(number / 4) % Action.allCases.count]
        let counts: [Int?] = [nil, nil, 0, 1, 3, -5, 1_000_000, .max, .min]
        _ = panel.handle(action, count: counts[Int(number / 1000) % counts.count])
      case 1: _ = panel.click(column: Int(number / 4 % 30) - 2, row: Int(number / 200 % 12) - 2)
      case 2 where number % 5 == 0:
        _ = panel.type(.paste(Self.texts[Int(number / 20) % Self.texts.count]))
      default: _ = panel.type(.key(Self.keys[Int(number / 4) % Self.keys.count]))
      }
      if step % 12 == 0 {
        let (columns, rows) = Self.sizes[Int(number / 64) % Self.sizes.count]
        check(&panel, columns, rows, number % 8 < 4 ? PanelLook() : plainLook)
      }
    }
  }

  /// Xorshift: the same in every run.
  private struct Numbers {
    var state: UInt64
    mutating func next() -> UInt64 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return state >> 8
    }
  }
}

extension Screen {
  fileprivate var places: [(column: Int, row: Int)] {
    (0..<rows).flatMap { row in (0..<columns).map { ($0, row) } }
  }
}

extension Rectangle {
  fileprivate func holds(_ place: (column: Int, row: Int)) -> Bool {
    (column..<column + columns).contains(place.column) && (row..<row + rows).contains(place.row)
  }
}
