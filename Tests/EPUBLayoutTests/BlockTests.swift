import EPUBBasics
import EPUBContent
import EPUBLayout
import Testing

@Suite("Blocks") struct BlockTests {
  @Test("Stand in the insets of all their boxes, shares of a width counted")
  func insets() {
    let rows = lines(60) {
      let outer = $0.box(left: Extent(cells: 2.4), right: Extent(share: 0.25))
      let inner = $0.box(left: Extent(cells: 0.2, share: 0.1), in: outer)
      $0.add("Words enough for more than a line of this width.", box: inner)
    }
    // 2.4 + 0.2 + (60 × 0.75 − 2.4) × 0.1 = 6.86 cells at the left, 15 at the right.
    #expect(rows == ["       Words enough for more than a line of", "       this width."])
  }

  @Test("Leave three fifths of a page to text, whatever margins a wide window was meant to have")
  func pillars() {
    let rows = lines(60) {
      let box = $0.box(left: Extent(cells: 12), right: Extent(cells: 30))
      $0.add("Words enough for more than a line of this width.", box: box)
    }
    #expect(rows == ["      Words enough for more than a line of", "      this width."])
  }

  @Test("Keep twenty cells for text, however deep they stand")
  func deepInsets() {
    let rows = lines(30) {
      var box: Int32 = 0
      for _ in 0..<50 { box = $0.box(left: Extent(cells: 5), in: box) }
      $0.add("Words enough for two lines.", box: box)
    }
    #expect(rows == ["          Words enough for two", "          lines."])
  }

  @Test("Keep no more than two cells of margins that hold a long document, or are its body's")
  func pageMargins() {
    func rows(of text: String, isBody: Bool = false) -> [String] {
      lines(60) {
        let box = $0.box(left: Extent(cells: 12), right: Extent(share: 0.2))
        $0.add("Words enough for more than a line of this width, as it is.", box: box)
        $0.add(.text(text, []), box: $0.box(left: Extent(cells: 3), in: box))
        for block in $0.document.blocks.indices { $0.document.blocks[block].element = 2 }
        $0.document.sourceMap.elements = [
          .init(parent: -1, step: 0), .init(parent: 0, step: 4), .init(parent: 1, step: 2),
        ]
        for index in 1..<$0.document.boxes.count {
          $0.document.boxes[index].element = isBody ? 1 : 3
        }
      }
    }
    let reduced = ["  Words enough for more than a line of this width, as it", "  is."]
    let long = rows(of: String(repeating: "a ", count: 500))
    #expect(Array(long.prefix(2)) == reduced)
    #expect(long[2].hasPrefix("     a a") && long[2].count == 58)
    #expect(Array(rows(of: "a", isBody: true).prefix(2)) == reduced)
    #expect(rows(of: "a")[0] == "            Words enough for more than a line of")
  }

  @Test("Begin with an indent, or hang")
  func indents() {
    #expect(
      lines(9) { $0.add("one two six") { $0.indent = Extent(cells: 3) } } == ["one two", "six"])
    let indented = lines(30) {
      $0.add("Words enough for two or three lines, as it is.") { $0.indent = Extent(cells: 3) }
    }
    #expect(indented == ["   Words enough for two or", "three lines, as it is."])
    let hanging = lines(30) {
      let box = $0.box(left: Extent(cells: 4))
      $0.add("Words enough for two or three lines.", box: box) { $0.indent = Extent(cells: -3) }
    }
    #expect(hanging == [" Words enough for two or three", "    lines."])
    let centered = lines(9) {
      $0.add("one") {
        $0.indent = Extent(cells: 3)
        $0.alignment = .center
      }
    }
    #expect(centered == ["   one"])
  }

  @Test("Indent from the right where text runs to the left")
  func rightToLeftIndents() {
    let rows = lines(30) {
      $0.add("Words enough for two or three lines, as it is.") {
        $0.indent = Extent(cells: 3)
        $0.isRightToLeft = true
      }
    }
    #expect(rows == ["    Words enough for two or", "        three lines, as it is."])
  }

  @Test("Hang their markers into the inset, right-aligned")
  func markers() {
    let rows = lines(30) {
      let list = $0.box(.list, left: Extent(cells: 5))
      for (marker, text) in [
        ("9.", "nine, which is more than eight"), ("10.", "ten"), ("\u{2022}", "dot"),
      ] {
        $0.add(.text(text, []), as: .item, box: $0.box(.item, in: list), marker: marker)
      }
    }
    #expect(
      rows == ["  9. nine, which is more than", "     eight", " 10. ten", "   \u{2022} dot"])
  }

  @Test("Move the first line where the marker is too wide for the inset")
  func wideMarkers() {
    let rows = lines(30) {
      let outer = $0.box(.list, left: Extent(cells: 4))
      let list = $0.box(.list, left: Extent(cells: 3), in: outer)
      $0.add("seventy-eight is a number", as: .item, box: list, marker: "lxxviii.")
    }
    #expect(rows == ["    lxxviii. seventy-eight is", "       a number"])
  }

  @Test("Move in where the insets of their list are narrower than its markers")
  func narrowHangs() {
    let rows = lines(30) {
      let list = $0.box(.list)
      for (marker, text) in [("9.", "nine, which is more than eight"), ("10.", "ten")] {
        let item = $0.box(.item, left: Extent(cells: 1), in: list)
        $0.add(.text(text, []), as: .item, box: item, marker: marker)
        let inner = $0.box(.list, left: Extent(cells: 1), in: item)
        $0.add(
          "some words of it, or more", as: .item, box: $0.box(.item, in: inner), marker: "\u{2022}")
      }
    }
    #expect(
      rows == [
        " 9. nine, which is more than", "    eight", "    \u{2022} some words of it, or",
        "      more",
        "10. ten", "    \u{2022} some words of it, or", "      more",
      ])
    let rightToLeft = lines(20) {
      let item = $0.box(.item, in: $0.box(.list))
      $0.add("one two six ten nine", as: .item, box: item, marker: "1.") { $0.isRightToLeft = true }
    }
    #expect(rightToLeft == ["  1. one two six ten", "             nine"])
  }

  @Test("Set a marker alone where no room is left beside it, or nothing to show")
  func lonelyMarkers() {
    #expect(
      lines(12) { $0.add("text of it", as: .item, marker: "(xxxviii)") } == [
        "(xxxviii)", "text of it",
      ])
    #expect(
      lines(5) { $0.add("text", as: .item, marker: "(xxxviii)") } == ["(xxxv", "iii)", "text"])
    let empty = lines(30) {
      let list = $0.box(.list, left: Extent(cells: 5))
      $0.add(as: .item, box: list, marker: "1.")
    }
    #expect(empty == ["  1."])
  }

  @Test("Hang markers at the right where text runs to the left")
  func rightToLeftMarkers() {
    let rows = lines(30) {
      let list = $0.box(.list, right: Extent(cells: 5))
      $0.add("one two", as: .item, box: list, marker: "1.") { $0.isRightToLeft = true }
    }
    #expect(rows == ["                  1. one two"])
  }

  @Test(
    "Leave whole rows above them",
    arguments: [
      (0, 0), (0.49, 0), (0.5, 1), (1.49, 1), (1.5, 2), (4.4, 4), (90, 4), (Float.nan, 0),
    ] as [(Float, Int)])
  func rows(_ styled: Float, _ expected: Int) {
    let rows = lines(20) {
      $0.add("a")
      $0.add("b", as: .quote) { $0.spaceAbove = styled }
    }
    #expect(rows == ["a"] + Array(repeating: "", count: expected) + ["b"])
  }

  @Test("Leave no more than two rows free on low pages; one column has them all")
  func lowPages() throws {
    let draft = Draft {
      $0.add("a")
      $0.add("b") { $0.spaceAbove = 4 }
    }
    for height in [19, 20] {
      let line = try #require(
        checked(draft, LayoutOptions(measure: 20, pageHeight: height)).lines.last)
      #expect(line.spaceAbove == (height == 19 ? 2 : 4))
      #expect(line.spaceAbove + UInt16(line.withheldRows) == 4)
    }
  }

  @Test("Leave a row between paragraphs that only a little space tells apart")
  func littleSpace() {
    func rows(_ style: (inout BlockStyle) -> Void) -> [String] {
      lines(30) {
        $0.add("a", style: style)
        $0.add("b", style: style)
        $0.add("c", as: .item, style: style)
      }
    }
    #expect(rows { $0.spaceAbove = 0.3 } == ["a", "", "b", "c"])
    #expect(rows { $0.spaceAbove = 0.1 } == ["a", "b", "c"])
    let indented = rows {
      $0.spaceAbove = 0.3
      $0.indent = Extent(cells: 2)
    }
    #expect(indented == ["  a", "  b", "  c"])
  }

  @Test("Hand on the rows and breaks of what is not shown")
  func invisible() {
    let draft = Draft {
      $0.add("a")
      $0.picture("") {
        $0.spaceAbove = 2
        $0.breakBefore = .page
      }
      $0.add("b") { $0.spaceAbove = 1 }
      $0.add { $0.breakAfter = .page }
      $0.add("c")
    }
    let galley = checked(draft, LayoutOptions(measure: 20, pageHeight: 10))
    #expect(galley.rows(of: draft.document) == ["a", "", "", "b", "c"])
    #expect(galley.lines.map { $0.flags.contains(.breaksBefore) } == [false, true, true])
  }

  @Test("Are told apart as the reader likes")
  func paragraphs() {
    func rows(_ choice: LayoutOptions.Paragraphs) -> [String] {
      let draft = Draft {
        $0.add("Title", as: .heading)
        for text in ["one", "two"] {
          $0.add(.text(text, [])) {
            $0.spaceAbove = 1
            $0.indent = Extent(cells: 3)
          }
        }
        $0.add("scene") { $0.spaceAbove = 2 }
        $0.add("mid") {
          $0.spaceAbove = 1
          $0.alignment = .center
        }
        $0.add("quote", as: .quote) { $0.spaceAbove = 1 }
        $0.add("last") { $0.spaceAbove = 1 }
      }
      var options = LayoutOptions(measure: 25, pageHeight: 24)
      options.paragraphs = choice
      return checked(draft, options).rows(of: draft.document)
    }
    #expect(
      rows(.book) == [
        "Title", "", "   one", "", "   two", "", "", "scene", "", "           mid", "", "quote", "",
        "last",
      ])
    #expect(
      rows(.indent) == [
        "Title", "", "one", "  two", "", "  scene", "           mid", "", "quote", "", "last",
      ])
    #expect(
      rows(.space) == [
        "Title", "", "one", "", "two", "", "", "scene", "", "           mid", "", "quote", "",
        "last",
      ])
  }

  @Test("Of headings that follow one another make one opening")
  func openings() {
    let rows = lines(40) {
      for (level, text) in [(2, "Title"), (3, "I"), (2, "Next")] as [(UInt8, Draft.Part)] {
        $0.add(text, as: .heading) { $0.spaceAbove = 4 }
        $0.document.blocks[$0.document.blocks.count - 1].level = level
      }
      $0.add("Text.") { $0.spaceAbove = 4 }
    }
    #expect(rows == ["Title", "", "I", "", "", "Next", "", "", "Text."])
  }

  @Test("Take more rows a line, with the same space above")
  func lineSpacing() {
    let draft = Draft {
      $0.add("one two")
      $0.add("six") { $0.spaceAbove = 1 }
    }
    var options = LayoutOptions(measure: 4, pageHeight: 24)
    options.lineSpacing = 2
    let galley = checked(draft, options)
    #expect(galley.rows(of: draft.document) == ["one", "", "two", "", "", "six", ""])
  }

  @Test("Show a rule as a short line in the middle")
  func rules() {
    let rows = lines(24) {
      $0.add("above")
      $0.rule()
      $0.add("below")
    }
    #expect(
      rows == [
        "above", "        \u{2500}\u{2500}\u{2500}\u{2500}\u{2500}\u{2500}\u{2500}\u{2500}",
        "below",
      ])
    #expect(lines(2) { $0.rule() } == ["\u{2500}\u{2500}"])
  }
}

@Suite("Pictures") struct PictureTests {
  @Test("Are a line with their alternative text, else their file's name; nothing for decoration")
  func text() {
    #expect(lines(40) { $0.picture("A boat") } == ["[Image: A boat]"])
    #expect(lines(40) { $0.picture(nil, path: "img/cover.jpg") } == ["[Image: cover.jpg]"])
    #expect(lines(40) { $0.picture(nil) } == ["[Image]"])
    #expect(
      lines(40) {
        $0.picture("", path: "img/line.png")
        $0.add("x")
      } == ["x"])
    #expect(
      lines(14) { $0.picture("A boat on the sea") { $0.alignment = .right } }
        == ["[Image: A boat", "   on the sea]"])
  }

  struct Row {
    var pixels: PixelSize?
    var expected: (columns: Int, rows: Int)?
    var measure = 72
    var height = 23
  }

  @Test(
    "Take the rows that their size asks for",
    arguments: [
      Row(pixels: PixelSize(width: 400, height: 300), expected: (50, 19)),
      Row(pixels: PixelSize(width: 401, height: 300), expected: (51, 20)),
      Row(pixels: PixelSize(width: 4000, height: 1000), expected: (72, 9)),
      Row(pixels: PixelSize(width: 600, height: 4000), expected: (72, 23)),
      Row(pixels: PixelSize(width: 600, height: 16)),
      Row(pixels: PixelSize(width: 0, height: 100)),
      Row(pixels: PixelSize(width: .max, height: .max), expected: (72, 23), height: 23),
      Row(pixels: nil),
      Row(pixels: PixelSize(width: 4000, height: 4000), expected: (10, 3), measure: 10, height: 3),
    ])
  func rows(_ row: Row) throws {
    let draft = Draft {
      let box = $0.box(left: Extent(cells: 6), right: Extent(cells: 6))
      $0.picture("A boat, seen from the shore", box: box) { $0.alignment = .center }
    }
    var options = LayoutOptions(measure: row.measure, pageHeight: row.height)
    options.picturesTakeRows = true
    let galley = checked(draft, options, pictures: [row.pixels])
    let line = try #require(galley.lines.first)
    guard let expected = row.expected else {
      #expect(line.image == -1 && line.rows == 1)
      return
    }
    #expect(line.image == 0 && Int(line.rows) == expected.rows)
    let piece = try #require(galley.pieces.first)
    #expect(Int(piece.column) <= row.measure - expected.columns)
    if row.measure == 72 {
      #expect(
        Int(piece.column) == min(6 + max(0, (60 - expected.columns) / 2), 72 - expected.columns))
    }
  }

  @Test("Do not say what a caption says with the same words")
  func captions() {
    func rows(_ caption: String, as kind: Block.Kind = .caption) -> [String] {
      lines(40) {
        $0.picture("The lighthouse")
        $0.add(.text(caption, []), as: kind)
      }
    }
    #expect(rows("The lighthouse") == ["[Image]", "The lighthouse"])
    #expect(rows("The lighthouse.") == ["[Image: The lighthouse]", "The lighthouse."])
    #expect(rows("The lighthouse", as: .paragraph)[0] == "[Image: The lighthouse]")
  }

  @Test("Cut the text that stands for a drawn one to one line")
  func caption() {
    let draft = Draft { $0.picture("A boat, seen from the shore at dawn") }
    var options = LayoutOptions(measure: 20, pageHeight: 23)
    options.picturesTakeRows = true
    let galley = checked(draft, options, pictures: [PixelSize(width: 400, height: 300)])
    #expect(galley.rows(of: draft.document).first == "[Image: A boat, see\u{2026}")
  }
}
