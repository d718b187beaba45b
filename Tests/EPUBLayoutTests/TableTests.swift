import EPUBContent
import EPUBLayout
import EPUBSegmentation
import Testing

@Suite("Tables") struct TableTests {
  @Test("Set cells side by side, each column as wide as it likes")
  func grid() {
    let rows = lines(40) {
      $0.table([
        ["Port", "Depth", "Tide"],
        ["Amber Quay", "nine", "high"],
        ["Slate Quay", .init("closed for repair", span: 2)],
        ["Bone Quay", "", "low"],
      ])
    }
    #expect(
      rows == [
        "Port        Depth     Tide",
        "Amber Quay  nine      high",
        "Slate Quay  closed for repair",
        "Bone Quay             low",
      ])
  }

  @Test("Wrap cells in their columns, and part such rows")
  func wrapped() {
    let draft = Draft {
      $0.add("Before")
      $0.table(
        [
          ["one", "words enough for two lines", "x"],
          ["two", "short", "more words of a cell"],
        ], style: { $0.spaceAbove = 1 })
      $0.add("After") { $0.spaceAbove = 1 }
    }
    let galley = checked(draft, LayoutOptions(measure: 36, pageHeight: 24))
    #expect(
      galley.rows(of: draft.document) == [
        "Before",
        "",
        "one  words enough     x",
        "     for two lines",
        "",
        "two  short            more words of",
        "                      a cell",
        "",
        "After",
      ])
    #expect(galley.lines[1].textRange == 6..<36)
    #expect(galley.lines[2].textRange == 36..<36)
    #expect(
      galley.lines.map { $0.flags.contains(.keepsWithNext) } == [
        false, true, false, true, false, false,
      ])
  }

  @Test("Set cells one under another where words do not fit side by side")
  func narrow() {
    let rows = lines(12) {
      $0.table([["Amberstone", "depths"], ["Slate", "nine"]])
    }
    #expect(rows == ["Amberstone", "depths", "", "Slate", "nine"])
  }

  @Test("Set tables of one column as blocks")
  func layoutTables() {
    let rows = lines(20) {
      $0.table([[Draft.Cell("one", "two")], ["six"], [""]])
      $0.table([["", "only one used"], ["", "of two"]])
    }
    #expect(rows == ["one", "two", "six", "only one used", "of two"])
  }

  @Test("Hold lists, paragraphs, pictures and tables in their cells")
  func rich() {
    let rows = lines(60) {
      $0.table([
        [
          Draft.Cell { draft, table, box in
            let list = draft.box(.list, left: Extent(cells: 4), in: box)
            draft.add("first", as: .item, box: list, marker: "1.", table: table)
            draft.add("second", as: .item, box: list, marker: "2.", table: table)
          },
          Draft.Cell { draft, table, box in
            draft.add("above", box: box, table: table)
            draft.add("below", box: box, table: table) { $0.spaceAbove = 1 }
          },
          Draft.Cell { draft, table, box in
            draft.picture("A boat", box: box, table: table)
          },
          Draft.Cell { draft, table, box in
            draft.table([["a", "b"], ["c", "d"]], in: box, outer: table)
          },
        ]
      ])
    }
    #expect(
      rows == [
        " 1. first   above  [Image: A boat]  a  b",
        " 2. second                          c  d",
        "            below",
      ])
  }

  @Test("Stand in their own insets")
  func insets() {
    let rows = lines(40) { $0.table([["a", "b"]], left: Extent(cells: 6)) }
    #expect(rows == ["      a  b"])
  }

  @Test("Give short columns what they want before long ones")
  func shares() {
    let rows = lines(30) {
      $0.table([["Amber Quay", "a cell that says very much about the quay and its depth"]])
    }
    #expect(rows.first == "Amber Quay  a cell that says")
  }

  @Test("Align cells in their columns")
  func alignment() {
    let rows = lines(30) {
      $0.table([["depth", "tide"], ["9", "8"]], style: { $0.alignment = .right })
    }
    #expect(rows == ["depth  tide", "    9     8"])
  }

  @Test("Are set block by block where their cells do not come in order")
  func disorder() {
    let rows = lines(30) {
      $0.table([["a", "b"], ["c", "d"]])
      let table = $0.document.tables[0]
      $0.document.tables[0].rows = [table.rows[1], table.rows[0]]
    }
    #expect(rows == ["a", "b", "c", "d"])
  }

  @Test("Begin a page where their first block wants it")
  func breaks() {
    let draft = Draft {
      $0.add("x")
      $0.table([["a", "b"]], style: { $0.breakBefore = .page })
    }
    let galley = checked(draft, LayoutOptions(measure: 30, pageHeight: 10))
    #expect(galley.lines.map { $0.flags.contains(.breaksBefore) } == [false, true])
  }

  @Test("Let cells that span rows hang down beside them")
  func rowSpans() {
    let rows = lines(24) {
      $0.table([
        [.init("a long name of a port", rowSpan: 2), "1", "2"],
        ["3", "4"],
        ["b", "5", "6"],
      ])
      $0.table([
        ["x", .init("many words that hang on down", rowSpan: 2), "7"],
        ["y", "8 and words that take lines"],
      ])
    }
    #expect(
      rows == [
        "a long name of a    1  2",
        "port                3  4",
        "b                   5  6",
        "x  many words  7",
        "   that hang",
        "y  on down     8 and",
        "               words",
        "               that take",
        "               lines",
      ])
  }

  @Test("Align headings as what stands under them, unless they are aligned themselves")
  func headings() {
    let rows = lines(40) {
      $0.table([["Port", "Fathoms", "x"], ["Kell", "9", "y"], ["Hallow", "12", "z"]], head: 1)
      for block in [4, 7] { $0.document.blocks[block].style.alignment = .right }
      $0.document.blocks[2].style.alignment = .center
    }
    #expect(rows == ["Port    Fathoms  x", "Kell          9  y", "Hallow       12  z"])
  }

  @Test("Have their caption in the middle of their columns, or where they begin if it is longer")
  func captions() {
    func rows(_ caption: String) -> [String] {
      lines(40) {
        let box = $0.box(.caption)
        $0.add(.text(caption, []), as: .caption, box: box) { $0.alignment = .center }
        $0.table([["Port", "Depth"], ["Kell", "nine"]])
        $0.document.boxes[Int(box)].parent = $0.document.tables[0].box
      }
    }
    #expect(rows("Bay") == ["    Bay", "Port  Depth", "Kell  nine"])
    #expect(rows("All bays of it").first == "All bays of it")
  }

  @Test("Have a rule under their head where lines are drawn")
  func rules() {
    let rows = lines(40) {
      $0.table([["Port", "Depth"], ["Kell", "nine fathoms"]], head: 1)
      $0.document.tables[0].isRuled = true
    }
    #expect(rows == ["Port  Depth", "────  ────────────", "Kell  nine fathoms"])
  }

  @Test("Show their head again on each page that they go on on, as no text")
  func repeatedHeads() {
    let draft = Draft {
      $0.add("Before")
      $0.table([["Port", "Tide"]] + (1...9).map { [.init("p\($0)"), "t"] }, head: 1)
      $0.add("After")
    }
    var galley = checked(draft, LayoutOptions(measure: 30, pageHeight: 5))
    let pages = galley.makePages(height: 5)
    let rows = galley.rows(of: draft.document)
    #expect(
      (0..<pages.count).map { Array(rows[pages.lines(of: $0)]) } == [
        ["Before", "Port  Tide", "p1    t", "p2    t", "p3    t"],
        ["Port  Tide", "p4    t", "p5    t", "p6    t", "p7    t"],
        ["Port  Tide", "p8    t", "p9    t", "After"],
      ])
    #expect(galley.lines.count { $0.flags.contains(.isRepeated) } == 2)
  }

  @Test("Leave no row free between rows and a head that is shown again above them")
  func belowRepeatedHeads() {
    let draft = Draft {
      $0.table(
        [["Port", "Tide"]] + (1...4).map { [.init("p\($0)"), "many words of text, or more"] },
        head: 1)
    }
    var galley = checked(draft, LayoutOptions(measure: 24, pageHeight: 6))
    let pages = galley.makePages(height: 6)
    let first = pages.lines(of: 1).lowerBound
    #expect(galley.rows(of: pages.lines(of: 1)).map(\.row) == [0, 1, 2, 4, 5])
    #expect(galley.lines[first].flags.contains(.isRepeated))
    #expect(galley.lines[first + 1].withheldRows == 1)
  }

  @Test("Take headings for the head where they are a row of them")
  func headingCells() {
    let draft = Draft {
      $0.table([[.init("Port", isHeader: true), .init("Tide", isHeader: true)], ["Kell", "high"]])
      $0.document.tables[0].isRuled = true
    }
    let galley = checked(draft, LayoutOptions(measure: 30, pageHeight: 24))
    #expect(galley.rows(of: draft.document) == ["Port  Tide", "────  ────", "Kell  high"])
  }

  @Test("Become records where they are too wide, each value with its heading")
  func records() {
    let rows = lines(24) {
      $0.table(
        [
          ["Instrument", "Manufacturer", "Designation:", "Never"],
          ["Sextant", "a builder of Hallow Point", "III", ""],
          [.init("Barometer", "of brass"), "", "IV", ""],
        ], head: 1)
    }
    #expect(
      rows == [
        "Instrument:",
        "  Sextant",
        "Manufacturer:",
        "  a builder of Hallow",
        "  Point",
        "Designation:",
        "  III",
        "Never:",
        "",
        "Instrument:",
        "  Barometer",
        "  of brass",
        "Designation:",
        "  IV",
      ])
  }

  @Test("Say in each record what spans it")
  func spannedRecords() {
    let rows = lines(24) {
      $0.table(
        [
          ["Harbour", "Instrument of", "Condition of it"],
          [.init("Hallow", rowSpan: 2), "Sextantographicallyy", "worn, but in use"],
          ["Barometer", "of brass, mostly"],
          ["Quay", "Lamp", "cold"],
        ], head: 1)
    }
    #expect(
      rows == [
        "Harbour: Hallow", "Instrument of:", "  Sextantographicallyy", "Condition of it:",
        "  worn, but in use", "", "Harbour: Hallow", "Instrument of:", "  Barometer",
        "Condition of it:", "  of brass, mostly", "", "Harbour: Quay", "Instrument of:", "  Lamp",
        "Condition of it:", "  cold",
      ])
  }

  @Test("Become records where text would trickle down narrow columns, if headings can tell it")
  func trickle() {
    let prose = Array(repeating: "many words of text", count: 6).joined(separator: " ")
    func first(head: Int) -> String? {
      lines(40) {
        $0.table(
          [["a", "b", "c", "d"], [.init(prose), .init(prose), .init(prose), .init(prose)]],
          head: head)
      }.first
    }
    #expect(first(head: 1) == "a: many words of text many words of text")
    #expect(first(head: 0) == "a         b         c          d")
  }

  @Test("Stand from right to left where they are read so")
  func rightToLeft() {
    let draft = Draft {
      $0.table([["א", "בג", "x"], ["דהו", "z", ""]], style: { $0.isRightToLeft = true })
      $0.document.tables[0].isRightToLeft = true
    }
    let galley = checked(draft, LayoutOptions(measure: 16, pageHeight: 24))
    #expect(
      galley.visualDump(of: draft.document, Segmenter()).split(separator: "\n")
        == ["      x  גב    א", "          z  והד"])
    // In reading order each column keeps its place, too.
    #expect(galley.rows(of: draft.document) == ["      א    בג  x", "      דהו  z    "])
  }
}
