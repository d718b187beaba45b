import EPUBContent
import EPUBLayout
import EPUBSegmentation
import TestKit
import Testing

@Suite("Justified and hyphenated lines") struct JustifyTests {
  private static let dictionaries = HyphenationDictionaries(
    folder: "\(Golden.packageFolder)/Fixtures/Hyphenation")

  private static func options(
    _ measure: Int, justifies: Bool = false, hyphenates: Bool = false
  ) -> LayoutOptions {
    var options = LayoutOptions(measure: measure, pageHeight: 24)
    options.justifies = justifies
    options.hyphenates = hyphenates
    options.dictionaries = dictionaries
    return options
  }

  private static func rows(
    _ measure: Int, justifies: Bool = false, hyphenates: Bool = false,
    at location: SourceLocation = #_sourceLocation, _ write: (inout Draft) -> Void
  ) -> [String] {
    var draft = Draft(write)
    draft.document.languages = ["en", "ru", ""]
    let options = options(measure, justifies: justifies, hyphenates: hyphenates)
    return checked(draft, options, at: location).rows(of: draft.document)
  }

  private static let text =
    "Nobody had sold the last ticket, and yet the ferry left before the fog lifted; the keeper of "
    + "the lighthouse wrote it down in his ledger, and remembered the promise that he had given."

  @Test(
    "Look as they did when they were looked at",
    arguments: [(26, false), (26, true), (44, false), (44, true)])
  func golden(_ measure: Int, _ hyphenates: Bool) {
    let rows = Self.rows(measure, justifies: true, hyphenates: hyphenates) {
      for indent in [0, 2, -3] as [Float] {
        $0.add(.text(Self.text, [])) { $0.indent = Extent(cells: indent) }
      }
    }
    let name = "Layout/justified-\(measure)\(hyphenates ? "-hyphenated" : "").txt"
    #expect(Golden.difference(rows.joined(separator: "\n") + "\n", named: name) == nil)
  }

  @Test("Are full to the last cell but for the last, or have not enough gaps to be filled well")
  func full() {
    for measure in 20...80 {
      let rows = Self.rows(measure, justifies: true) { $0.add(.text(Self.text, [])) }
      for row in rows.dropLast() {
        let words = row.split(separator: " ")
        let free = measure - words.reduce(0) { $0 + $1.count } - (words.count - 1)
        #expect(row.count == measure || free > 2 * (words.count - 1), "\(measure): \(row)")
      }
      #expect(!(rows.last ?? "").contains("  "))
    }
  }

  @Test("End where they end when they are ragged")
  func sameBreaks() {
    for measure in 20...80 {
      func words(_ justifies: Bool) -> [[Substring]] {
        Self.rows(measure, justifies: justifies) { $0.add(.text(Self.text, [])) }
          .map { $0.split(separator: " ") }
      }
      #expect(words(true) == words(false))
    }
  }

  @Test("Spread their free cells evenly, on other sides from line to line")
  func spread() {
    let rows = Self.rows(21, justifies: true) {
      $0.add("aa b c d e f g h i j aa b c d e f g h i j z")
    }
    #expect(rows == ["aa b c d e f g  h i j", "aa b c  d e f g h i j", "z"])
  }

  @Test(
    "Widen text of ideographs beside its punctuation and beside letters, never between two of them")
  func ideographs() {
    let text = "吾輩は猫である。名前はまだ無い。どこで生れたかABCとんと見当がつかぬ。何でも薄暗い所で泣いていた。"
    let isIdeograph = { (character: Character) in
      "ぁ"..."ん" ~= character || "一"..."龠" ~= character
    }
    for measure in 20...60 {
      for row in Self.rows(measure, justifies: true, { $0.add(.text(text, [])) }) {
        let parts = row.split(separator: " ")
        for (before, after) in zip(parts, parts.dropFirst()) {
          #expect(
            !(before.last.map(isIdeograph) ?? false) || !(after.first.map(isIdeograph) ?? false))
        }
      }
    }
    let rows = Self.rows(21, justifies: true) { $0.add(.text(text, [])) }
    #expect(rows.first == "吾輩は猫である。 名前")
  }

  @Test("In narrow lines hyphens are better than gaps of three cells")
  func narrow() {
    func wideGaps(_ hyphenates: Bool) -> Int {
      (24...44).reduce(0) { count, measure in
        let rows = Self.rows(measure, justifies: true, hyphenates: hyphenates) {
          $0.add(.text(Self.text, []))
        }
        return count + rows.count { $0.contains("   ") }
      }
    }
    #expect(wideGaps(true) * 2 < wideGaps(false))
  }

  @Test("Obey the author's alignment, whatever the reader likes")
  func author() {
    func first(_ alignment: BlockStyle.Alignment, _ justifies: Bool) -> String {
      Self.rows(20, justifies: justifies) {
        $0.add("one two three fours five six") { $0.alignment = alignment }
      }[0]
    }
    #expect(first(.justify, false) == "one two three  fours")
    #expect(first(.start, true) == "one two three  fours")
    #expect(first(.start, false) == "one two three fours")
    #expect(first(.left, true) == "one two three fours")
    #expect(first(.right, true) == " one two three fours")
  }

  @Test("Are not stretched in headings, before forced breaks, nor where white space is kept")
  func notStretched() {
    func first(_ text: String, as kind: Block.Kind = .paragraph, keeps: Bool = false) -> String {
      Self.rows(20, justifies: true) {
        $0.add(.text(text, []), as: kind) {
          $0.alignment = .justify
          $0.keepsSpace = keeps
        }
      }[0]
    }
    #expect(first("one two three fours\nfive") == "one two three fours")
    #expect(first("one two three fours five six", as: .heading).contains("  ") == false)
    #expect(first("one two three fours five six", keeps: true) == "one two three fours")
  }

  @Test("Have blanks of their text's look, which stand for the space")
  func blanks() {
    var draft = Draft {
      $0.add(.text("one two three fours five six", .underline, link: 3)) { $0.alignment = .justify }
    }
    draft.document.languages = ["en"]
    let galley = checked(draft, Self.options(20))
    let pieces = galley.pieces[galley.lines[0].pieceRange]
    #expect(pieces.map(\.source) == [.text, .ornament, .text])
    #expect(pieces.map(\.textRange) == [0..<13, 13..<14, 14..<19])
    #expect(pieces.allSatisfy { $0.style == .underline && $0.link == 3 })
  }

  @Test("Never begin with closing marks nor end with opening ones")
  func eastAsianMarks() {
    for language in ["ja", "zh", ""] {
      for measure in 8...30 {
        var draft = Draft {
          $0.add(
            "\u{300C}\u{6F22}\u{5B57}\u{3001}\u{304B}\u{306A}\u{3002}\u{300D}\u{3068}\u{5F7C}\u{306F}\u{300C}\u{8A00}\u{3063}\u{305F}\u{3002}\u{300D}\u{3001}\u{300E}\u{672C}\u{300F}"
          )
        }
        draft.document.languages = [language]
        for row in checked(draft, Self.options(measure)).rows(of: draft.document) {
          let first = row.unicodeScalars.first ?? " "
          let last = row.unicodeScalars.last ?? " "
          #expect(!"\u{3001}\u{3002}\u{300D}\u{300F}".unicodeScalars.contains(first), "\(row)")
          #expect(!"\u{300C}\u{300E}".unicodeScalars.contains(last), "\(row)")
        }
      }
    }
  }

  @Test("Hyphenate words where a line is short, by the language of their run")
  func hyphenate() {
    let rows = Self.rows(14, hyphenates: true) { $0.add("He left the lighthouse and slept.") }
    #expect(rows == ["He left the", "lighthouse and", "slept."])
    let narrow = Self.rows(10, hyphenates: true) { $0.add("see a remembered harbour") }
    #expect(narrow == ["see a re-", "membered", "harbour"])
  }

  @Test("Do not hyphenate what the author or the kind of text forbids")
  func notHyphenated() {
    func isDivided(
      _ part: Draft.Part = "see a remembered harbour", as kind: Block.Kind = .paragraph,
      _ style: (inout BlockStyle) -> Void = { _ in }
    ) -> Bool {
      Self.rows(10, hyphenates: true) { $0.add(part, as: kind, style: style) }
        .contains { $0.hasSuffix("-") }
    }
    #expect(isDivided())
    #expect(isDivided { $0.hyphens = .auto })
    #expect(!isDivided { $0.hyphens = .none })
    #expect(!isDivided { $0.hyphens = .manual })
    #expect(!isDivided(as: .heading))
    #expect(!isDivided(.text("see a remembered harbour", .code)))
    #expect(!isDivided { $0.keepsSpace = true })
    #expect(!isDivided("SEE A REMEMBERED HARBOUR"))
  }

  @Test("Leave words to the author's soft hyphens where they have some")
  func authorsHyphens() {
    let rows = Self.rows(10, hyphenates: true) { $0.add("see a rem\u{AD}embered harbour") }
    #expect(rows == ["see a rem-", "embered", "harbour"])
  }

  @Test("Use the language of each run")
  func languages() {
    var draft = Draft {
      $0.add("see a ", .text("remembered", .italic), " harbour")
    }
    draft.document.languages = ["en", ""]
    draft.document.runs[1].language = 1
    let rows = checked(draft, Self.options(10, hyphenates: true)).rows(of: draft.document)
    #expect(rows == ["see a", "remembered", "harbour"])
  }

  @Test("Use the book's language where the document names none")
  func bookLanguage() {
    let draft = Draft { $0.add("see a remembered harbour") }
    var options = Self.options(10, hyphenates: true)
    #expect(checked(draft, options).lines.count == 3)
    #expect(checked(draft, options).rows(of: draft.document) == ["see a", "remembered", "harbour"])
    options.language = "en-GB"
    #expect(
      checked(draft, options).rows(of: draft.document) == ["see a re-", "membered", "harbour"])
  }

  @Test("Divide words wider than they are at hyphens, if there are any")
  func wide() {
    let rows = Self.rows(7, hyphenates: true) { $0.add("a remembered b") }
    #expect(rows == ["a re-", "membe-", "red b"])
  }

  @Test("Do not turn the page within a word")
  func pageTurns() {
    var draft = Draft { draft in
      draft.add("one\ntwo\nthree\nfour")
      draft.add("see a remembered harbour, a keeper and a lighthouse of nobody")
    }
    draft.document.languages = ["en"]
    for height in 4...12 {
      var options = Self.options(10, hyphenates: true)
      options.pageHeight = height
      let galley = checked(draft, options)
      let pages = PageTable(of: galley, height: height)
      let rows = galley.rows(of: draft.document)
      for first in pages.firstLines.dropFirst() where height > 5 {
        #expect(!rows[Int(first) - 1].hasSuffix("-"), "\(height)")
      }
    }
  }

  @Test("Balance the lines of headings")
  func headings() {
    let rows = Self.rows(30) { $0.add("What the keeper wrote down in his ledger", as: .heading) }
    #expect(rows == ["What the keeper wrote", "down in his ledger"])
  }
}
