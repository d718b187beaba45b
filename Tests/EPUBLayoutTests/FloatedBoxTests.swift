import EPUBContent
import EPUBLayout
import Testing

@Suite("Floated boxes") struct FloatedBoxTests {
  private func rows(
    _ measure: Int = 60, _ fit: Box.Fit = .right, border: Box.Sides = [],
    _ write: (inout Draft, Int32) -> Void
  ) -> [String] {
    lines(measure) {
      $0.add("before")
      var box = $0.box()
      $0.document.boxes[Int(box)].fit = fit
      if !border.isEmpty {
        box = $0.box(left: Extent(cells: 2), right: Extent(cells: 2), in: box)
        $0.document.boxes[Int(box)].border = border
      }
      write(&$0, box)
      $0.add("after")
    }
  }

  @Test("Are as wide as their text, at the right")
  func short() {
    let shown = rows(30) {
      $0.add("from the", box: $1)
      $0.add("lighthouse", box: $1)
    }
    #expect(shown == ["before", pad(20) + "from the", pad(20) + "lighthouse", "after"])
  }

  @Test("Take half of the measure, and all of it where they are long")
  func long() {
    let quote = String(repeating: "word ", count: 20)
    let shown = rows { $0.add(.text(quote, []), box: $1) }
    #expect(shown.count == 6 && shown[1] == pad(30) + "word word word word word word")
    let aside = rows { $0.add(.text(String(repeating: "word ", count: 60), []), box: $1) }
    #expect(aside[1].hasPrefix("word"))
    let narrow = rows(40) { $0.add(.text(quote, []), box: $1) }
    #expect(narrow[1].hasPrefix("word"))
  }

  @Test("Take their border with them")
  func framed() {
    let all: Box.Sides = [.top, .right, .bottom, .left]
    let shown = rows(30, border: all) {
      $0.add("north", box: $1)
      $0.add("by west", box: $0.box(left: Extent(cells: 2), in: $1))
    }
    #expect(
      shown.dropFirst().dropLast() == [
        pad(17) + "┌───────────┐", pad(17) + "│ north     │", pad(17) + "│   by west │",
        pad(17) + "└───────────┘",
      ])
    let left = rows(30, .left, border: all) { $0.add("north", box: $1) }
    #expect(left.dropFirst().dropLast() == ["┌───────┐", "│ north │", "└───────┘"])
  }

  @Test("Hold lists, pictures and lines of code")
  func contents() {
    let shown = rows {
      $0.picture("a map", box: $1)
      $0.add("item", as: .item, box: $0.box(.item, left: Extent(cells: 5), in: $1), marker: "1.")
      $0.add("let a = 1\n  b", as: .code, box: $1) {
        $0.keepsSpace = true
        $0.noWrap = true
      }
    }
    #expect(
      shown.dropFirst().dropLast() == [
        pad(46) + "[Image: a map]", pad(48) + "1. item", pad(46) + "let a = 1", pad(46) + "  b",
      ])
  }

  @Test("Are like any other where a table stands in them")
  func table() {
    let shown = rows { $0.table([["a", "b"]], in: $1) }
    #expect(shown[1].hasPrefix("a"))
  }

  private func pad(_ count: Int) -> String { String(repeating: " ", count: count) }
}
