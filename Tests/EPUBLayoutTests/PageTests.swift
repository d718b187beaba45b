import EPUBBasics
import EPUBContent
import EPUBLayout
import EPUBSegmentation
import Testing

@Suite("Pages") struct PageTests {
  /// The texts of a document's first words, page by page.
  func pages(
    height: Int, measure: Int = 20, spacing: Int = 1, _ write: (inout Draft) -> Void
  ) -> [String] {
    let draft = Draft(write)
    var options = LayoutOptions(measure: measure, pageHeight: height)
    options.lineSpacing = spacing
    let galley = checked(draft, options)
    let table = PageTable(of: galley, height: height)
    return (0..<table.count).map { page in
      table.lines(of: page).map { line in
        galley.pieces[galley.lines[line].pieceRange]
          .map { String(decoding: galley.bytes(of: $0, in: draft.document), as: UTF8.self) }
          .joined()
      }.joined(separator: " ")
    }
  }

  func paragraph(_ name: String, lines: Int) -> Draft.Part {
    .text((1...lines).map { "\(name)\($0)" }.joined(separator: "\n"), [])
  }

  @Test("Hold as many lines as they are high")
  func full() {
    let pages = pages(height: 4) { $0.add(paragraph("a", lines: 10)) }
    #expect(pages == ["a1 a2 a3 a4", "a5 a6 a7 a8", "a9 a10"])
  }

  @Test("Are one, and empty, without lines")
  func empty() {
    let galley = checked(Draft(), LayoutOptions(measure: 20, pageHeight: 5))
    let pages = PageTable(of: galley, height: 5)
    #expect(pages.count == 1 && pages.lines(of: 0).isEmpty)
  }

  @Test("Do not end with a line in bold or in larger letters that heads what follows")
  func labels() {
    func pages(_ label: Draft.Part, scale: Float = 1, _ next: Draft.Part = "c") -> [String] {
      self.pages(height: 4) {
        $0.add(paragraph("a", lines: 3))
        $0.add(label) { $0.fontScale = scale }
        $0.add(next)
      }
    }
    #expect(pages("b") == ["a1 a2 a3 b", "c"])
    #expect(pages(.text("b", .bold)) == ["a1 a2 a3", "b c"])
    #expect(pages(.text("1", .floatsRight)).last == "1 c")
    #expect(pages(.text("b", .bold), .text("c", .bold)) == ["a1 a2 a3 b", "c"])
    #expect(pages("b", scale: 1.5) == ["a1 a2 a3", "b c"])
  }

  @Test("Begin where a break is forced, before a block or after it")
  func forced() {
    let pages = pages(height: 9) {
      $0.add("a") { $0.breakAfter = .page }
      $0.add("b")
      $0.add("c") { $0.breakBefore = .page }
    }
    #expect(pages == ["a", "b", "c"])
  }

  @Test("Turn where two lines stand on each side, the sides of a border not counted")
  func borders() {
    let pages = pages(height: 4) {
      $0.add(paragraph("a", lines: 2))
      $0.add(paragraph("b", lines: 4)) {
        $0.hasRuleAbove = true
        $0.hasRuleBelow = true
      }
    }
    #expect(pages.count == 3)
    #expect(pages[0] == "a1 a2" && pages[1].hasSuffix("b1 b2") && pages[2].hasPrefix("b3 b4"))
  }

  @Test("Swallow the free rows at their top")
  func topRows() {
    let pages = pages(height: 4) {
      $0.add(paragraph("a", lines: 4))
      $0.add(paragraph("b", lines: 4)) { $0.spaceAbove = 2 }
      $0.add("c")
    }
    #expect(pages == ["a1 a2 a3 a4", "b1 b2 b3 b4", "c"])
  }

  @Test("Swallow the blank lines of code and verse at their top")
  func blankLines() {
    let code = pages(height: 3) {
      $0.add("a\nb\nc\n\n\nd\ne\n\nf", as: .code) {
        $0.keepsSpace = true
        $0.noWrap = true
      }
    }
    #expect(code == ["a b c", "d", "e f"])
  }

  @Test("Do not count the free rows under their last line")
  func footRows() {
    let pages = pages(height: 5, spacing: 2) { $0.add(paragraph("a", lines: 6)) }
    #expect(pages == ["a1 a2 a3", "a4 a5 a6"])
  }

  @Test("Leave no line of a paragraph alone")
  func widowsAndOrphans() {
    let widow = pages(height: 6) {
      $0.add(paragraph("a", lines: 2))
      $0.add(paragraph("b", lines: 5))
    }
    #expect(widow == ["a1 a2 b1 b2 b3", "b4 b5"])
    let orphan = pages(height: 6) {
      $0.add(paragraph("a", lines: 5))
      $0.add(paragraph("b", lines: 4))
    }
    #expect(orphan == ["a1 a2 a3 a4 a5", "b1 b2 b3 b4"])
    let three = pages(height: 6) {
      $0.add(paragraph("a", lines: 4))
      $0.add(paragraph("b", lines: 3))
    }
    #expect(three == ["a1 a2 a3 a4", "b1 b2 b3"])
    let allowed = pages(height: 6) {
      $0.add(paragraph("a", lines: 5))
      $0.add(paragraph("b", lines: 2)) {
        $0.widows = 1
        $0.orphans = 1
      }
    }
    #expect(allowed == ["a1 a2 a3 a4 a5 b1", "b2"])
  }

  @Test("Keep headings with two lines of what follows")
  func headings() {
    let pages = pages(height: 7) {
      $0.add(paragraph("a", lines: 4))
      $0.add("H", as: .heading)
      $0.add("I", as: .heading)
      $0.add(paragraph("b", lines: 5))
    }
    #expect(pages == ["a1 a2 a3 a4", "H I b1 b2 b3 b4 b5"])
  }

  @Test("Keep whole what should not be divided, while that leaves half a page filled")
  func undivided() {
    func undivided(after lines: Int) -> [String] {
      pages(height: 8) {
        $0.add(paragraph("a", lines: lines))
        $0.add(paragraph("b", lines: 6)) { $0.breakInside = .avoid }
      }
    }
    #expect(undivided(after: 4) == ["a1 a2 a3 a4", "b1 b2 b3 b4 b5 b6"])
    #expect(undivided(after: 3) == ["a1 a2 a3 b1 b2 b3 b4 b5", "b6"])
  }

  @Test("Are filled where the rules cannot be kept")
  func impossible() {
    let headings = pages(height: 3) {
      for index in 1...7 { $0.add(.text("h\(index)", []), as: .heading) }
    }
    #expect(headings == ["h1 h2 h3", "h4 h5 h6", "h7"])
    let low = pages(height: 1) { $0.add(paragraph("a", lines: 3)) }
    #expect(low == ["a1", "a2", "a3"])
  }

  @Test("Do not divide the row of a table")
  func rows() {
    let pages = pages(height: 6, measure: 20) {
      $0.add(paragraph("a", lines: 4))
      $0.table([["x", "b1\nb2\nb3\nb4"]])
    }
    #expect(pages == ["a1 a2 a3 a4", "xb1 b2 b3 b4"])
  }

  @Test("Divide a row that is higher than they are")
  func highRows() {
    let pages = pages(height: 4, measure: 20) {
      $0.add("a")
      $0.table([["x", "b1\nb2\nb3\nb4\nb5\nb6"]])
    }
    #expect(pages == ["a xb1 b2 b3", "b4 b5 b6"])
  }

  @Test("Hold a picture higher than they are alone")
  func pictures() {
    let draft = Draft {
      $0.add("a")
      $0.picture("boat")
      $0.add("b")
    }
    var options = LayoutOptions(measure: 40, pageHeight: 20)
    options.picturesTakeRows = true
    let galley = Galley(
      setting: draft.document, pictures: [PixelSize(width: 320, height: 640)], options: options,
      segmenter: .init())
    #expect(PageTable(of: galley, height: 20).firstLines == [0, 1, 2])
    #expect(PageTable(of: galley, height: 10).firstLines == [0, 1, 2])
    #expect(PageTable(of: galley, height: 22).firstLines == [0])
  }

  @Test("Keep a caption with the picture above it")
  func captions() {
    let pages = pages(height: 5) {
      $0.add(paragraph("a", lines: 4))
      $0.picture("boat")
      $0.add("caption", as: .caption)
    }
    #expect(pages == ["a1 a2 a3 a4", "[Image: boat] caption"])
  }

  @Test("Keep the caption above a table with its first row")
  func tableCaptions() {
    let pages = pages(height: 5) {
      $0.add(paragraph("a", lines: 4))
      $0.add("caption", as: .caption)
      $0.table([["x", "y"]])
    }
    #expect(pages == ["a1 a2 a3 a4", "caption xy"])
  }

  @Test("Keep a term with its definition, and the head of a table with its body")
  func terms() {
    let terms = pages(height: 4) {
      $0.add(paragraph("a", lines: 3))
      $0.add("term", as: .term)
      $0.add("definition", as: .definition)
    }
    #expect(terms == ["a1 a2 a3", "term definition"])
    let heads = pages(height: 4) {
      $0.add(paragraph("a", lines: 3))
      $0.table([["h", "i"], ["c", "d"]])
      $0.document.tables[0].rows[0].isHeader = true
    }
    #expect(heads == ["a1 a2 a3", "hi cd"])
  }
}
