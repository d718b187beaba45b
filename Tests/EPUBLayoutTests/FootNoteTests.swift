import EPUBBasics
import EPUBContent
import EPUBLayout
import EPUBSegmentation
import Testing

@Suite("Notes at the foot of pages") struct FootNoteTests {
  /// Pages as they are seen, a string a line; what must hold for all of them is expected.
  private func pages(
    height: Int, measure: Int = 24, spacing: Int = 1, _ write: (inout Draft) -> Void
  ) -> [[String]] {
    let draft = Draft(write)
    var options = LayoutOptions(measure: measure, pageHeight: height)
    options.lineSpacing = spacing
    options.notesStandAtFoot = true
    var galley = Galley(setting: draft.document, options: options, segmenter: Segmenter())
    let table = galley.makePages(height: height)
    expectOrder(galley, table, of: draft.document)
    return (0..<table.count).map { page in
      var rows: [String] = []
      for (row, line) in galley.rows(of: table.lines(of: page)) {
        while rows.count < row { rows.append("") }
        rows.append(galley.text(ofLine: line, in: draft.document))
      }
      #expect(rows.count <= height)
      return rows
    }
  }

  /// The running lines begin in the text's order, every stretch of text stands once, and it is found where it is.
  private func expectOrder(_ galley: Galley, _ table: PageTable, of document: ContentDocument) {
    #expect(zip(galley.lines, galley.lines.dropFirst()).allSatisfy { $0.textStart <= $1.textStart })
    var seen: [Range<Int>] = []
    for (index, line) in galley.lines.enumerated() {
      for piece in galley.pieces[line.pieceRange] where !piece.textRange.isEmpty {
        seen.append(piece.textRange)
        let holder = galley.footText.value(at: piece.textRange.lowerBound)
        #expect(holder == (line.flags.contains(.isFoot) ? index : nil))
      }
    }
    seen.sort { $0.lowerBound < $1.lowerBound }
    #expect(zip(seen, seen.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound })
    let covered = seen.reduce(into: Set<Int>()) { $0.formUnion($1) }
    for (offset, byte) in document.text.enumerated() where byte > 0x20 {
      #expect(covered.contains(offset))
    }
    #expect(table.lineCount == galley.lines.count)
  }

  private func lines(_ name: String, _ count: Int) -> Draft.Part {
    .text((1...count).map { "\(name)\($0)" }.joined(separator: "\n"), [], link: -1)
  }

  /// Lines of a paragraph, of which some refer to notes.
  private func refer(_ draft: inout Draft, _ lines: [(String, note: String?)]) {
    var parts: [Draft.Part] = []
    for (index, line) in lines.enumerated() {
      if index > 0 { parts.append("\n") }
      parts.append(.text(line.0, [], link: -1))
      if let note = line.note { parts.append(draft.reference(note)) }
    }
    draft.add(parts) {
      $0.orphans = 1
      $0.widows = 1
    }
  }

  @Test("Stand below a rule at the foot of the page that refers to them, in the references' order")
  func order() {
    let pages = pages(height: 8) {
      refer(&$0, [("one", "b"), ("two", nil), ("three", "a")])
      $0.note("a", lines("a", 1))
      $0.note("b", lines("b", 2))
      $0.add("end")
    }
    #expect(
      pages == [["one*", "two", "three*", "end", "──────", "b1", "b2", "a1"]])
  }

  @Test("Leave the rows between text and notes free")
  func free() {
    let pages = pages(height: 8) {
      refer(&$0, [("one", "a")])
      $0.note("a", lines("a", 1))
    }
    #expect(pages == [["one*", "", "", "", "", "", "──────", "a1"]])
  }

  @Test("Take the line that refers to them to the next page where two of their lines have no room")
  func moved() {
    let pages = pages(height: 5) {
      refer(&$0, [("one", nil), ("two", nil), ("three", "a"), ("four", nil)])
      $0.note("a", lines("a", 2))
    }
    #expect(pages == [["one", "two"], ["three*", "four", "──────", "a1", "a2"]])
  }

  @Test("Go on at the foot of the next pages, of which the text has a third at least")
  func goingOn() {
    let pages = pages(height: 6) {
      refer(&$0, [("one", "a"), ("two", nil), ("three", nil), ("four", nil), ("five", nil)])
      $0.note("a", lines("a", 9))
    }
    #expect(
      pages == [
        ["one*", "──────", "a1", "a2", "a3", "a4"],
        ["two", "three", "──────", "a5", "a6", "a7"],
        ["four", "five", "", "──────", "a8", "a9"],
      ])
  }

  @Test("Have pages of their own where the text has ended before them")
  func alone() {
    let pages = pages(height: 5) {
      refer(&$0, [("one", "a")])
      $0.note("a", lines("a", 8))
    }
    #expect(
      pages == [
        ["one*", "──────", "a1", "a2", "a3"], ["──────", "a4", "a5", "a6"], ["──────", "a7", "a8"],
      ])
  }

  @Test("Begin on no page before the one that goes on there has ended")
  func closed() {
    let pages = pages(height: 6) {
      refer(&$0, [("one", "a"), ("two", nil), ("three", "b"), ("four", nil)])
      $0.note("a", lines("a", 12))
      $0.note("b", lines("b", 2))
    }
    let begin = pages.firstIndex { $0.contains("b1") }
    #expect(begin != nil && begin == pages.firstIndex { $0.contains("three*") })
  }

  @Test("Follow the note that refers to them, and are shown once")
  func chain() {
    let pages = pages(height: 8) {
      refer(&$0, [("one", "a"), ("two", "a")])
      let reference = $0.reference("b")
      $0.note("a", "a", reference)
      $0.note("b", "b")
      $0.note("c", "c")
    }
    #expect(pages == [["one*", "two*", "c", "", "", "──────", "a*", "b"]])
  }

  @Test(
    "Stay where they are in a table's cell, on pages of three rows, and where nothing refers to them"
  )
  func staying() {
    let inCell = pages(height: 8) {
      refer(&$0, [("one", "a")])
      $0.table([["x", .init { draft, _, box in draft.note("a", "a", in: box) }]])
    }
    #expect(!inCell[0].contains("──────"))
    let low = pages(height: 3) {
      refer(&$0, [("one", "a")])
      $0.note("a", "a")
    }
    #expect(low == [["one*", "a"]])
  }

  @Test("Keep the room that line spacing asks for")
  func spacing() {
    let pages = pages(height: 8, spacing: 2) {
      refer(&$0, [("one", "a"), ("two", nil), ("three", nil)])
      $0.note("a", lines("a", 2))
    }
    #expect(pages == [["one*", "", "two", "", "──────", "a1", "", "a2"], ["three"]])
  }

  @Test("Are found by what is asked for, and the running text between them")
  func places() {
    let draft = Draft {
      $0.add("zero")
      $0.note("a", "aaaa", "\n", "bbbb")
      refer(&$0, [("one", "a")])
    }
    var options = LayoutOptions(measure: 24, pageHeight: 10)
    options.notesStandAtFoot = true
    var galley = Galley(setting: draft.document, options: options, segmenter: Segmenter())
    _ = galley.makePages(height: 10)
    let feet = galley.footText
    let (first, second) = (feet.value(at: 4), feet.value(at: 9))
    #expect(first == 3 && second == 4 && feet.value(at: 3) == nil && feet.value(at: 13) == nil)
    #expect(feet.runningOffset(5, textEnd: draft.document.text.count) == 13)
    #expect(feet.runningOffset(5, textEnd: 13) == 3)
    #expect(feet.end(at: 0) == 4 && feet.end(at: 4) == 9 && feet.end(at: 9) == 13)
    #expect(feet.end(at: 14) == nil)
    #expect(feet.otherText(of: 2..<15) == [2..<4, 13..<15])
    #expect(feet.mapped { _ in 7 }.value(at: 10) == 7)
  }

  @Test(
    "However they are mixed, all text stands once and each note begins beside its reference",
    arguments: 0..<60)
  func random(_ seed: Int) {
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    let height = 4 + next(16)
    let pages = pages(height: height, spacing: 1 + next(2)) { draft in
      var names: [String] = []
      for paragraph in 0..<(3 + next(12)) {
        var rows: [(String, note: String?)] = []
        for row in 0..<(1 + next(6)) {
          let hasNote = next(5) == 0
          if hasNote { names.append("n\(names.count)x") }
          rows.append(("t\(paragraph).\(row)", hasNote ? names.last : nil))
        }
        refer(&draft, rows)
        if next(4) == 0, let name = names.popLast() {
          draft.note(name, lines(name, 1 + next(20)))
        }
        if next(9) == 0 { draft.add("head", as: .heading) { $0.breakBefore = .page } }
      }
      for name in names { draft.note(name, lines(name, 1 + next(30))) }
    }
    #expect(pages.allSatisfy { !$0.isEmpty })
  }
}

extension Draft {
  /// A note, which `reference` refers to.
  mutating func note(_ name: String, _ parts: Part..., in parent: Int32 = 0) {
    let box = box(.note, in: parent)
    document.anchors.append(
      Anchor(
        id: name, offset: Int32(document.text.count), block: Int32(document.blocks.count)))
    add(parts, as: .note, box: box)
  }

  mutating func reference(_ name: String) -> Part {
    document.links.append(Link(href: "#\(name)", kind: .noteReference))
    return .text("*", [], link: Int32(document.links.count - 1))
  }
}

extension Galley {
  func text(ofLine line: Int, in document: ContentDocument) -> String {
    pieces[lines[line].pieceRange]
      .map { String(decoding: bytes(of: $0, in: document), as: UTF8.self) }.joined()
  }
}
