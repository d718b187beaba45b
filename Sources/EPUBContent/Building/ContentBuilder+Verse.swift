import EPUBBasics
import EPUBMarkup

// Lines of verse that are too long for the measure go on under themselves, and what goes on must not look
// like a line of its own. What is verse is told by the author's word (`epub:type`, a class), by line breaks
// after short lines, or by short blocks one right under another, without the indents by which prose is told
// apart.

/// Blocks right under one another that may be lines of verse.
struct VerseRun {
  var first = 0
  var count = 0
  var width = 0
  /// A long block stands among them: they are prose.
  var isProse = false

  /// Whether it can only be verse, or as well.
  var isVerse: Bool {
    count >= 3 && !isProse && width <= VerseRun.usualWidth * count
  }

  /// Verse has seldom longer lines, in the mean and at all.
  static let usualWidth = 50
  static let maximumWidth = 120
}

extension ContentBuilder {
  /// Sees whether the block just appended is verse.
  mutating func noteVerse(breakCount: Int) {
    let index = document.blocks.count - 1
    let block = document.blocks[index]
    guard block.mayBeVerse else { return endVerse() }
    if breakCount >= 2 || frames.last?.traits.contains(.verse) == true {
      endVerse()
      let width = width(of: block, bound: 4096)
      document.blocks[index].style.hangsTurns =
        breakCount >= 2
        ? width <= VerseRun.usualWidth * (breakCount + 1)
        : width <= VerseRun.maximumWidth
      return
    }
    guard block.style.indent == .zero else { return endVerse() }
    if block.style.spaceAbove >= 0.25 { endVerse() }
    let width = width(of: block, bound: VerseRun.maximumWidth)
    if verse.count == 0 { verse.first = index }
    verse.count += 1
    verse.width += width
    if width > VerseRun.maximumWidth { verse.isProse = true }
  }

  /// The run ends with the block before.
  mutating func endVerse() {
    guard verse.count > 0 else { return }
    if verse.isVerse {
      for index in verse.first..<verse.first + verse.count {
        document.blocks[index].style.hangsTurns = true
      }
    }
    verse = VerseRun()
  }

  /// Whether the author calls it verse.
  func isVerse(_ node: Int) -> Bool {
    isCalled(Self.kindsOfVerse, node: node)
      || hasWord(Self.classesOfVerse, in: value(.class, of: node))
  }

  private static let kindsOfVerse = [
    "z3998:verse", "z3998:poem", "z3998:song", "z3998:hymn", "verse", "poem", "song",
  ]
  private static let classesOfVerse = [
    "verse", "poem", "poetry", "stanza", "linegroup", "line-group", "song",
  ]

  /// About the cells it takes in one line; beyond those of verse it need not be exact.
  ///
  /// - Parameter bound: more than that is all that is asked.
  private func width(of block: Block, bound: Int) -> Int {
    guard block.textRange.count <= bound * 4 else { return block.textRange.count / 2 }
    var width = 0
    for byte in document.text[block.textRange] where byte & 0xC0 != 0x80 {
      width += byte < 0xE3 ? 1 : 2
    }
    return width
  }
}

extension Block {
  /// Whether nothing in its style says that it is something else, or hangs its lines already.
  fileprivate var mayBeVerse: Bool {
    image < 0 && table < 0 && markerStart < 0 && !style.keepsSpace && style.indent.cells >= 0
      && kind.isProse && style.alignment.fillsLines
  }
}
