import EPUBContent
import EPUBLayout
import Testing

@Suite("Lines") struct LineTests {
  @Test("End with a short label that floats at the right at the right edge")
  func floats() {
    let rows = lines(24) {
      $0.add("into the Hofgarten,", .insertion(" "), .text("10", .floatsRight))
      $0.add("into the Hofgarten, ", .text("that is", .floatsRight))
    }
    #expect(rows == ["into the Hofgarten,   10", "into the Hofgarten, that", "is"])
  }

  @Test("Hang what goes on below a line of verse that is too long")
  func verse() {
    let rows = lines(24) {
      $0.add("Summer surprised us, coming over the sea\nWith a shower of rain;") {
        $0.hangsTurns = true
      }
      $0.add("we stopped in the colonnade of it") {
        $0.hangsTurns = true
        $0.isRightToLeft = true
      }
    }
    #expect(
      rows == [
        "Summer surprised us,", "  coming over the sea", "With a shower of rain;",
        "       we stopped in the", "       colonnade of it",
      ])
  }

  @Test("Take words as long as they fit, and hide the space at their ends")
  func firstFit() {
    let rows = lines(11) { $0.add("The cat sat on the mat, and slept.") }
    #expect(rows == ["The cat sat", "on the mat,", "and slept."])
  }

  @Test("Are one piece of the document's own bytes where one look holds")
  func onePiece() {
    let draft = Draft { $0.add("The cat sat on the mat") }
    let galley = checked(draft, LayoutOptions(measure: 11, pageHeight: 24))
    #expect(galley.pieces.map(\.range) == [0..<11, 12..<22])
    #expect(galley.lines.map(\.textRange) == [0..<12, 12..<22])
    #expect(galley.pieces.allSatisfy { $0.source == .text })
  }

  @Test("Have a piece for each look")
  func looks() {
    let draft = Draft {
      $0.add("a ", .text("b\u{E9}", .bold), .text("c d", .bold), " e", .text("f", [], link: 3))
    }
    let galley = checked(draft, LayoutOptions(measure: 80, pageHeight: 24))
    #expect(galley.pieces.map(\.column) == [0, 2, 7, 9])
    #expect(galley.pieces.map(\.style) == [[], .bold, [], []])
    #expect(galley.pieces.map(\.link) == [-1, -1, -1, 3])
    #expect(galley.rows(of: draft.document) == ["a b\u{E9}c d ef"])
  }

  @Test("End where the author breaks them")
  func forced() {
    #expect(lines(20) { $0.add("one\ntwo\n\nthree") } == ["one", "two", "", "three"])
    #expect(lines(20) { $0.add("one\n") } == ["one"])
    #expect(
      lines(20) {
        $0.add("\n")
        $0.add("next")
      } == ["", "next"])
  }

  @Test("Show a hyphen where a soft one breaks them, and need room for it")
  func softHyphens() {
    let word = "un\u{AD}mis\u{AD}tak\u{AD}ably"
    #expect(lines(20) { $0.add(.text(word, [])) } == ["unmistakably"])
    #expect(lines(9) { $0.add(.text(word, [])) } == ["unmistak-", "ably"])
    #expect(lines(8) { $0.add(.text(word, [])) } == ["unmis-", "takably"])
    #expect(lines(6) { $0.add(.text(word, [])) } == ["unmis-", "tak-", "ably"])
  }

  @Test("Obey soft hyphens at the border of two runs, not where the author forbids hyphens")
  func softHyphensOfRuns() {
    #expect(lines(5) { $0.add("very", .text("\u{AD}odd", .bold)) } == ["very-", "odd"])
    #expect(
      lines(5) { $0.add(.shown("very", as: "VERY"), .shown("\u{AD}odd", as: "ODD")) }
        == ["VERY-", "ODD"])
    let forbidden = lines(5) { $0.add("very\u{AD}odd") { $0.hyphens = .none } }
    #expect(forbidden == ["veryo", "dd"])
  }

  @Test("Cut a word wider than they are at clusters, on a line of its own")
  func longWords() {
    #expect(lines(5) { $0.add("a incomprehensible b") } == ["a", "incom", "prehe", "nsibl", "e b"])
    #expect(
      lines(3) { $0.add("e\u{301}e\u{301}e\u{301}e\u{301}") } == [
        "e\u{301}e\u{301}e\u{301}", "e\u{301}",
      ])
    #expect(lines(3) { $0.add("\u{6F22}\u{6F22}") } == ["\u{6F22}", "\u{6F22}"])
    #expect(lines(1) { $0.add("\u{6F22}a") } == ["\u{6F22}", "a"])
  }

  @Test("Cut a URL at its natural places, from the line before on")
  func longURLs() {
    let rows = lines(24) {
      $0.add("See https://harbour.example/archive/index/of/all/the/boats there")
    }
    #expect(
      rows == ["See https://", "harbour.example/archive/", "index/of/all/the/boats", "there"])
  }

  @Test("Do not break a run that forbids it, while it fits one of them")
  func noWrapRuns() {
    #expect(
      lines(10) { $0.add("about ", .text("10 km", .noWrap), " off") } == ["about", "10 km off"])
    #expect(
      lines(6) { $0.add("about ", .text("10 000 km", .noWrap), " off") }
        == ["about", "10 000", "km off"])
  }

  @Test(
    "Keep the white space of preformatted text, cut it where they are full, and mark what goes on")
  func preformatted() {
    func pre(_ text: String) -> [String] {
      lines(22) {
        let box = $0.box(.code, left: Extent(cells: 2))
        $0.add(.text(text, .code), as: .code, box: box) {
          $0.keepsSpace = true
          $0.noWrap = true
        }
      }
    }
    #expect(pre("if x:\n    y\n\nz") == ["  if x:", "      y", "", "  z"])
    #expect(pre("a\tb\n\tc") == ["  a       b", "          c"])
    #expect(pre("  let alpha = beta + gamma") == ["    let alpha = beta +", "  ↳ gamma"])
    #expect(pre("alphabetagammadelta epsilon") == ["  alphabetagammadelta", "  ↳ epsilon"])
    #expect(pre("alpha betagammadeltaepsilon") == ["  alpha betagammadelta", "  ↳ epsilon"])
  }

  @Test("Code that begins behind more space than a line has goes on below it, marked")
  func farOut() {
    func rows(_ spaces: Int) -> [String] {
      lines(40) {
        $0.add(.text("a\n" + String(repeating: " ", count: spaces) + "word\nb", []), as: .code) {
          $0.keepsSpace = true
          $0.noWrap = true
        }
      }
    }
    #expect(rows(100) == ["a", "↳ word", "b"])
    #expect(rows(38) == ["a", "↳ word", "b"])
    #expect(rows(36) == ["a", String(repeating: " ", count: 36) + "word", "b"])
  }

  @Test("Code that may wrap does so between words, and says so")
  func wrappedCode() {
    let rows = lines(22) {
      $0.add(.text("let alpha = beta + gamma\nend", .code), as: .code) { $0.keepsSpace = true }
    }
    #expect(rows == ["let alpha = beta +", "↳ gamma", "end"])
  }

  @Test(
    "Stops of tabs stand where the style puts them",
    arguments: [
      (1, ["a b", " c"]), (4, ["a   b", "    c"]), (12, ["a           b", "            c"]),
      (0, ["ab", "c"]),
    ] as [(UInt8, [String])])
  func tabs(_ size: UInt8, _ expected: [String]) {
    let rows = lines(40) {
      $0.add("a\tb\n\tc", as: .code) {
        $0.keepsSpace = true
        $0.tabSize = size
      }
    }
    #expect(rows == expected)
  }

  @Test("Tabs in a stretch of kept space go to stops in any block")
  func inlineTabs() {
    #expect(lines(40) { $0.add("ab ", .text("c\td", .keepsSpace)) } == ["ab c    d"])
  }

  @Test("Spaces that take room wrap as words do")
  func breakingSpaces() {
    func rows(_ text: String) -> [String] {
      lines(6) {
        $0.add(.text(text, [])) {
          $0.keepsSpace = true
          $0.spacesTakeRoom = true
        }
      }
    }
    #expect(rows("abcd  ef") == ["abcd  ", "ef"])
    #expect(rows("abcdef gh") == ["abcdef", " gh"])
    #expect(rows("abc def gh") == ["abc ", "def gh"])
    #expect(rows("ab       c") == ["ab    ", "   c"])
  }

  @Test("Wrap kept white space between words where lines may break")
  func preWrapped() {
    let rows = lines(10) { $0.add("  some  words\tand more") { $0.keepsSpace = true } }
    #expect(rows == ["  some", "words", "and more"])
  }

  @Test("Say which logical text is shown otherwise")
  func shownText() {
    let draft = Draft {
      $0.add(
        "x", .shown("2\u{E9}", as: "\u{B2}E"), .insertion("(note)"),
        .shown("stra\u{DF}e", as: "STRASSE"))
    }
    let galley = checked(draft, LayoutOptions(measure: 80, pageHeight: 24))
    #expect(galley.rows(of: draft.document) == ["x\u{B2}E(note)STRASSE"])
    #expect(galley.pieces.map(\.textRange) == [0..<1, 1..<4, 4..<4, 4..<11])
    #expect(galley.pieces.map(\.source) == [.text, .shown, .shown, .shown])
    #expect(galley.lines.map(\.textRange) == [0..<11])
  }

  @Test("Divide the logical text of a run that is shown otherwise, scalar by scalar")
  func dividedShownText() {
    let draft = Draft { $0.add("z", .shown("\u{E9}t\u{E9} ici", as: "ETE ICI")) }
    let galley = checked(draft, LayoutOptions(measure: 5, pageHeight: 24))
    #expect(galley.rows(of: draft.document) == ["zETE", "ICI"])
    #expect(galley.pieces.map(\.textRange) == [0..<1, 1..<6, 7..<10])
    #expect(galley.lines.map(\.textRange) == [0..<7, 7..<10])
  }

  @Test("Stand right, or in the middle, of the room that is left")
  func alignment() {
    func aligned(_ alignment: BlockStyle.Alignment, rightToLeft: Bool = false) -> [String] {
      lines(10) {
        $0.add("one two six") {
          $0.alignment = alignment
          $0.isRightToLeft = rightToLeft
        }
      }
    }
    #expect(aligned(.center) == [" one two", "   six"])
    #expect(aligned(.right) == ["   one two", "       six"])
    #expect(aligned(.end) == ["   one two", "       six"])
    #expect(aligned(.justify) == ["one two", "six"])
    #expect(aligned(.start, rightToLeft: true) == ["   one two", "       six"])
    #expect(aligned(.end, rightToLeft: true) == ["one two", "six"])
  }

  @Test("Close controls of direction within themselves and open them again")
  func directions() {
    let draft = Draft { $0.add("a \u{202B}bb \u{2067}cc dd\u{2069} ee\u{202C} ff") }
    let galley = checked(draft, LayoutOptions(measure: 7, pageHeight: 24))
    #expect(
      galley.rows(of: draft.document) == [
        "a \u{202B}bb \u{2067}cc\u{2069}\u{202C}",
        "\u{202B}\u{2067}dd\u{2069} ee\u{202C}\u{202C}".replacing(
          "\u{202C}\u{202C}", with: "\u{202C}"),
        "ff",
      ])
  }

  @Test("Bring no controls of a picture's name to the output")
  func cleanNames() {
    let rows = lines(40) { $0.picture("a\u{1B}[1m\u{202E}b\u{FFFE}\n\u{85}c") }
    #expect(rows == ["[Image: a[1mb c]"])
  }
}
