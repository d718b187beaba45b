import EPUBBasics
import EPUBContent
import EPUBLayout
import EPUBSegmentation
import TestKit
import Testing

@Suite("Any document") struct RandomTests {
  @Test("Keeps what holds for all lines and pages, in every measure", arguments: 0..<80)
  func anyDocument(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var draft = Draft { Self.write(&$0, &random) }
    draft.document.languages = ["en"]
    for _ in 0..<4 {
      var options = LayoutOptions(
        measure: .random(in: 1...120, using: &random),
        pageHeight: .random(in: 1...40, using: &random))
      options.lineSpacing = Bool.random(using: &random) ? 1 : .random(in: 1...3, using: &random)
      options.paragraphs = [.book, .indent, .space].randomElement(using: &random) ?? .book
      options.picturesTakeRows = Bool.random(using: &random)
      options.justifies = Bool.random(using: &random)
      options.hyphenates = Bool.random(using: &random)
      options.dictionaries = Self.dictionaries
      let pictures = draft.document.images.map { _ in
        Bool.random(using: &random)
          ? PixelSize(
            width: .random(in: 0...2000, using: &random),
            height: .random(in: 0...2000, using: &random)) : nil
      }
      _ = checked(draft, options, pictures: pictures)
    }
  }

  private static let dictionaries = HyphenationDictionaries(
    folder: "\(Golden.packageFolder)/Fixtures/Hyphenation")

  private static let words = [
    "a", "of", "the", "lighthouse", "un\u{AD}mis\u{AD}tak\u{AD}ably", "caf\u{E9}",
    "\u{6F22}\u{5B57}",
    "e\u{301}", "\u{1F469}\u{200D}\u{1F680}", "\u{5E9}\u{5DC}\u{5D5}\u{5DD}", "x\u{A0}y",
    "\u{202B}r\u{202C}",
    "\u{2067}q", "\u{0E20}\u{0E32}\u{0E29}\u{0E32}\u{0E44}\u{0E17}\u{0E22}", "well-known",
    "\u{2014}",
    "https://harbour.example/archive/index?of=all", "incomprehensibilities", "\n", "\u{200B}",
    "(\u{201C}so\u{201D})",
  ]

  private static func text(_ random: inout SeededGenerator, most: Int = 40) -> String {
    (0..<Int.random(in: 1...most, using: &random))
      .map { _ in words.randomElement(using: &random) ?? "" }.joined(separator: " ")
  }

  private static func parts(_ random: inout SeededGenerator) -> [Draft.Part] {
    (0..<Int.random(in: 0...5, using: &random)).map { _ in
      switch Int.random(in: 0...9, using: &random) {
      case 0:
        let text = text(&random, most: 3)
        return .shown(text, as: text.replacing("\u{AD}", with: "").uppercased())
      case 1: return .insertion("[Image: a boat]")
      case 2: return .text(text(&random, most: 4), .noWrap)
      case 3: return .text(text(&random), .bold, link: 1)
      default: return .text(text(&random), [])
      }
    }
  }

  private static func style(_ style: inout BlockStyle, _ random: inout SeededGenerator) {
    guard Int.random(in: 0...2, using: &random) == 0 else { return }
    style.alignment =
      [.start, .left, .right, .center, .justify, .end].randomElement(using: &random) ?? .start
    style.indent = Extent(
      cells: .random(in: -8...8, using: &random), share: .random(in: -0.1...0.3, using: &random))
    style.isRightToLeft = Bool.random(using: &random)
    style.keepsSpace = Int.random(in: 0...3, using: &random) == 0
    style.noWrap = Bool.random(using: &random)
    style.spaceAbove = .random(in: 0...5, using: &random)
    style.breakBefore = [.auto, .auto, .avoid, .page].randomElement(using: &random) ?? .auto
    style.breakInside = [.auto, .avoid].randomElement(using: &random) ?? .auto
    style.breakAfter = [.auto, .auto, .avoid, .page].randomElement(using: &random) ?? .auto
    style.widows = .random(in: 0...6, using: &random)
    style.orphans = .random(in: 0...6, using: &random)
  }

  private static func write(_ draft: inout Draft, _ random: inout SeededGenerator) {
    let hasTables = Bool.random(using: &random)
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      let box = draft.box(
        left: Extent(
          cells: .random(in: -5...12, using: &random), share: .random(in: 0...0.4, using: &random)),
        right: Extent(cells: .random(in: -2...12, using: &random)),
        in: .random(in: 0..<Int32(draft.document.boxes.count), using: &random))
      switch Int.random(in: 0...9, using: &random) {
      case 0: draft.rule()
      case 1:
        draft.picture(
          [nil, "", "A boat on the sea"].randomElement(using: &random) ?? nil, path: "a/b.png",
          box: box
        ) { style(&$0, &random) }
      case 2, 3:
        let marker = ["1.", "(xxxviii)", "\u{2022}", "\u{202E}x"].randomElement(using: &random)
        draft.add(parts(&random), as: .item, box: box, marker: marker) { style(&$0, &random) }
      case 4 where hasTables, 5 where hasTables, 6 where hasTables:
        table(&draft, &random, in: box, outer: -1, depth: 0)
      case 7: draft.add(parts(&random), as: .heading, box: box) { style(&$0, &random) }
      case 8:
        draft.add("  if\tx:\n\n\t\t", .text(text(&random), .code), as: .code, box: box) {
          $0.keepsSpace = true
          $0.noWrap = Bool.random(using: &random)
        }
      default: draft.add(parts(&random), box: box) { style(&$0, &random) }
      }
    }
  }

  private static func table(
    _ draft: inout Draft, _ random: inout SeededGenerator, in box: Int32, outer: Int32, depth: Int
  ) {
    var seeds = random
    let columns = Int.random(in: 1...5, using: &random)
    let rows = (0..<Int.random(in: 1...4, using: &random)).map { _ in
      (0..<columns).map { _ in
        let seed = UInt64.random(in: 0...UInt64.max, using: &random)
        var cell = Draft.Cell(write: { draft, table, box in
          var random = SeededGenerator(seed: seed)
          for _ in 0..<Int.random(in: 0...2, using: &random) {
            draft.add(.text(text(&random, most: 8), []), box: box, table: table) {
              style(&$0, &random)
            }
          }
          if depth < 6, Int.random(in: 0...4, using: &random) == 0 {
            Self.table(&draft, &random, in: box, outer: table, depth: depth + 1)
          }
        })
        cell.rowSpan = seed % 4 == 0 ? Int32(seed % 3 + 1) : 1
        return cell
      }
    }
    let index = draft.document.tables.count
    draft.table(rows, head: .random(in: 0...2, using: &random), in: box, outer: outer)
    draft.document.tables[index].isRuled = Bool.random(using: &random)
    draft.document.tables[index].isRightToLeft =
      outer < 0
      ? Int.random(in: 0...3, using: &random) == 0
      : draft.document.tables[Int(outer)].isRightToLeft
    swap(&seeds, &random)
    _ = random.next()
  }
}
