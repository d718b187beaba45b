import EPUBContent
import EPUBLayout
import EPUBSegmentation
import Testing

@Suite("Borders") struct BorderTests {
  private static let all: Box.Sides = [.top, .right, .bottom, .left]

  @Test("A frame goes around all that stands in it, free rows too")
  func frame() {
    let rows = lines(30) {
      $0.add("before")
      let box = $0.framed(Self.all)
      $0.add("The keeper wrote it down, and", box: box) { $0.spaceAbove = 1 }
      $0.add("left.", box: box) { $0.spaceAbove = 1 }
      $0.add("after") { $0.spaceAbove = 1 }
    }
    #expect(
      rows == [
        "before", "", "┌────────────────────────────┐", "│ The keeper wrote it down,  │",
        "│ and                        │", "│                            │",
        "│ left.                      │", "└────────────────────────────┘", "", "after",
      ])
  }

  @Test("A bar stands at the side of a quotation, within its margins")
  func bar() {
    let rows = lines(40) {
      let outer = $0.box(left: Extent(cells: 3))
      let box = $0.framed([.left], in: outer)
      $0.add("one", box: box)
      $0.add("two", box: box) {
        $0.spaceAbove = 1
        $0.indent = Extent(cells: -9)
      }
      $0.add("end")
    }
    #expect(rows == ["   │ one", "   │", "   │ two", "end"])
  }

  @Test("One in another, and one after another")
  func nested() {
    let rows = lines(32) {
      let outer = $0.framed(Self.all)
      let inner = $0.framed([.left], in: outer)
      $0.add("one", box: outer)
      $0.add("two", box: inner)
      let next = $0.framed(Self.all)
      $0.add("three", box: next)
      let last = $0.framed(Self.all)
      $0.add("four", box: last) { $0.spaceAbove = 1 }
    }
    let rule = String(repeating: "─", count: 30)
    func row(_ text: String) -> String { "│ " + text.padding(28) + " │" }
    #expect(
      rows == [
        "┌\(rule)┐", row("one"), row("│ two"), "├\(rule)┤", row("three"), "└\(rule)┘", "",
        "┌\(rule)┐", row("four"), "└\(rule)┘",
      ])
  }

  @Test("None is drawn where the measure has no room for its insets", arguments: 1...21)
  func narrow(_ measure: Int) {
    let rows = lines(measure) {
      let box = $0.framed(Self.all)
      $0.add("a b", box: box)
    }
    #expect(!rows.joined().contains("│"))
  }

  @Test("Margins shrink before a side is lost", arguments: 24...90)
  func wideMargins(_ measure: Int) {
    for (left, right) in [(30, 30), (50, 0), (0, 200), (3, 40)] as [(Float, Float)] {
      let rows = lines(measure) {
        let margin = $0.box(left: Extent(cells: left), right: Extent(cells: right))
        let box = $0.framed(Self.all, in: margin)
        $0.document.boxes[Int(box)].left = Extent(cells: 18)
        let inner = $0.framed([.left, .right], in: box)
        let list = $0.box(left: Extent(cells: 6), in: inner)
        $0.add("The keeper wrote it down, and left.", box: box)
        $0.add("Nobody read it.", box: list)
      }
      #expect(rows.first?.contains("┌─") == true && rows.last?.hasSuffix("─┘") == true)
      let sides = rows.dropFirst().dropLast().map { $0.filter { $0 == "│" }.count }
      let hasInner = sides.contains(4)
      #expect(sides.allSatisfy { $0 == 2 || $0 == 4 && hasInner } && (measure < 50 || hasInner))
      #expect(sides.count < 9, "a pillar of text")
    }
  }

  @Test("Of very many around one text a few are drawn, none of them in part", arguments: 20...90)
  func deep(_ measure: Int) {
    let rows = lines(measure) {
      var box: Int32 = 0
      for _ in 0..<30 { box = $0.framed(Self.all, in: box) }
      $0.add("A few words in many boxes.", box: box)
    }
    let level = rows.count { $0.contains("┐") }
    #expect(level <= 6 && rows.count { $0.contains("┘") } == level)
    #expect(measure < 24 || level > 0)
    for row in rows[level..<(rows.count - level)] {
      #expect(row.filter { $0 == "│" }.count == 2 * level && !row.contains("─"))
    }
  }

  @Test("None goes around nothing")
  func empty() {
    let rows = lines(40) {
      let box = $0.framed(Self.all)
      $0.add("", box: box)
      $0.picture("", box: box)
      $0.add("after") { $0.spaceAbove = 1 }
    }
    #expect(rows == ["after"])
  }

  @Test("Goes around a table, its markers and its rules")
  func contents() {
    let rows = lines(30) {
      let box = $0.framed(Self.all)
      $0.table([["a", "b"], ["some words that wrap here", "c"]], in: box)
      $0.add("item", as: .item, box: box, marker: "10.")
      $0.add([], as: .rule, box: box)
    }
    #expect(rows.first?.hasPrefix("┌") == true && rows.last?.hasSuffix("┘") == true)
    #expect(rows.dropFirst().dropLast().allSatisfy { $0.hasPrefix("│ ") && $0.hasSuffix(" │") })
    #expect(rows.contains { $0.hasPrefix("│ 10. item") })
  }

  @Test("A page cuts it open; its upper and lower side stay with text", arguments: 4...12)
  func pages(_ height: Int) {
    let draft = Draft {
      let box = $0.framed(Self.all)
      for index in 0..<6 {
        $0.add(.text(String(repeating: "words ", count: 12), []), box: box) {
          $0.spaceAbove = index % 2 == 0 ? 1 : 0
        }
      }
      $0.add("after")
    }
    let galley = checked(draft, LayoutOptions(measure: 40, pageHeight: height))
    let pages = PageTable(of: galley, height: height)
    func first(_ line: Int) -> String {
      let piece = galley.pieces[galley.lines[line].pieceRange.lowerBound]
      return String(decoding: galley.bytes(of: piece, in: draft.document), as: UTF8.self)
    }
    for page in 0..<pages.count {
      let range = pages.lines(of: page)
      #expect(first(range.lowerBound) != "└" && first(range.upperBound - 1) != "┌")
    }
  }

  @Test("Text that runs from right to left keeps its frame", arguments: 24...60)
  func rightToLeft(_ measure: Int) {
    let draft = Draft {
      let box = $0.framed(Self.all)
      $0.add("אבג דהו, one two 12 ", .text("זחט", .bold), box: box) { $0.isRightToLeft = true }
    }
    let galley = checked(draft, LayoutOptions(measure: measure, pageHeight: 24))
    for row in galley.visualDump(of: draft.document, Segmenter()).split(separator: "\n").dropFirst()
      .dropLast()
    {
      #expect(row.hasPrefix("│ ") && row.hasSuffix(" │"))
    }
  }
}

extension Draft {
  fileprivate mutating func framed(_ sides: Box.Sides, in parent: Int32 = 0) -> Int32 {
    let index = box(
      left: Extent(cells: sides.contains(.left) ? 2 : 0),
      right: Extent(cells: sides.contains(.right) ? 2 : 0), in: parent)
    document.boxes[Int(index)].border = sides
    return index
  }
}

extension String {
  fileprivate func padding(_ width: Int) -> String {
    self + String(repeating: " ", count: width - unicodeScalars.count)
  }
}
