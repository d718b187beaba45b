import EPUBBasics
import EPUBMarkup

// `::first-letter` and `::first-line`. Both belong to the first block that comes of their element, be it
// that of an element inside it, and wait until it is finished. A first letter then gets runs of its own.
// Where the first line ends only Layout knows; it gets the block's runs once more, as they look there.
//
// What a pseudo-element changes is what its style has other than its element's: text in it that an element
// of its own makes bold stays so. Sizes and places have no meaning in cells: a dropped capital is a
// letter.

/// The style of a first letter or a first line that waits for its text.
struct Opening {
  /// Of its element in `frames`.
  var depth: Int
  var isLine: Bool
  var added: TextStyle = []
  var removed: TextStyle = []
  /// `nil` when that of the text around goes on.
  var transform: ComputedStyle.TextTransform?
  /// The element's own text is transformed.
  var isInTransformed: Bool

  private static let looks: TextStyle = [
    .bold, .italic, .underline, .strike, .code, .smallCaps,
  ]

  init(_ style: ComputedStyle, isLine: Bool, of element: ComputedStyle, depth: Int) {
    self.depth = depth
    self.isLine = isLine
    var (outer, inner) = (Look(), Look())
    outer.set(element)
    inner.set(style)
    let changed = outer.style.symmetricDifference(inner.style).intersection(Self.looks)
    added = inner.style.intersection(changed)
    // Lines under and through a text go on through all that is in it.
    removed = changed.subtracting(inner.style).subtracting([.underline, .strike])
    if style.textTransform != element.textTransform { transform = style.textTransform }
    isInTransformed = element.textTransform != .none
  }

  var isNothing: Bool { added.isEmpty && removed.isEmpty && transform == nil }
}

extension ContentBuilder {
  /// Looks for styles of the first letter and the first line of the element that was just opened.
  mutating func openFirsts(_ node: Int) {
    let depth = frames.count - 1
    let style = frames[depth].style
    guard style.display.isFlow || style.display == .tableCell || style.display == .tableCaption
    else { return }
    for (pseudo, isLine) in [(Cascade.PseudoElement.firstLine, true), (.firstLetter, false)] {
      guard let first = cascade.style(of: pseudo, on: node, in: tree, parent: style) else {
        continue
      }
      let opening = Opening(first, isLine: isLine, of: style, depth: depth)
      if !opening.isNothing { openings.append(opening) }
    }
  }

  /// Gives a finished block, whose runs are the last ones, what waited for it.
  mutating func settleOpenings(_ value: inout Block) {
    let openings = openings
    self.openings.removeAll()
    let first = Int(value.firstRun)
    guard first < document.runs.count else { return }
    var runs = Array(document.runs[first...])
    var lineRuns: [Run]?
    for opening in openings where opening.isLine {
      lineRuns = changed(lineRuns ?? runs, by: opening)
    }
    for opening in openings where !opening.isLine {
      runs = withLetter(runs, changedBy: opening)
      lineRuns = lineRuns.map { withLetter($0, changedBy: opening) }
    }
    document.runs.replaceSubrange(first..., with: runs)
    if let lineRuns {
      value.firstLine = Int32(document.firstLines.count)
      document.firstLines.append(lineRuns)
    }
  }

  private mutating func changed(_ runs: [Run], by opening: Opening) -> [Run] {
    var result: [Run] = []
    for var run in runs {
      run.style = run.style.subtracting(opening.removed).union(opening.added)
      if let transform = opening.transform, canTransform(run, opening) {
        result += transformed(run, transform)
      } else {
        result.append(run)
      }
    }
    return result
  }

  /// Whether the author's transform, and nothing else, decides what is shown for a run.
  private func canTransform(_ run: Run, _ opening: Opening) -> Bool {
    let special: TextStyle = [.superscript, .subscript, .rubyText]
    return run.image < 0 && run.style.isDisjoint(with: special)
      && (run.shownStart < 0 || run.textRange.isEmpty || opening.isInTransformed)
  }

  private mutating func transformed(
    _ run: Run, _ transform: ComputedStyle.TextTransform
  ) -> [Run] {
    guard run.textRange.isEmpty, let shown = run.shownRange else {
      return transformed(run.textRange, transform, like: run)
    }
    var run = run
    let text = String(decoding: document.shownBytes[shown], as: UTF8.self)
    let language = document.languages[Int(run.language)].lowercased()
    run.shownStart = Int32(document.shownBytes.count)
    document.shownBytes += TextTransform.text(text, transform, language: language).utf8
    run.shownEnd = Int32(document.shownBytes.count)
    return [run]
  }

  private mutating func withLetter(_ runs: [Run], changedBy opening: Opening) -> [Run] {
    guard let end = letterEnd(in: runs) else { return runs }
    var letter = Array(runs[..<end.run])
    var rest = Array(runs[end.run...])
    if end.shown > 0 {
      let (before, after) = parts(of: runs[end.run], at: end.shown)
      letter.append(before)
      rest.removeFirst()
      if let after { rest.insert(after, at: 0) }
    }
    return changed(letter, by: opening) + rest
  }

  /// Where the first letter ends: a run, and how many bytes of what it shows belong to the letter; `nil`
  /// when the text begins with none.
  private func letterEnd(in runs: [Run]) -> (run: Int, shown: Int)? {
    guard let first = runs.first else { return nil }
    var letter = OpeningLetter(
      language: document.languages[Int(first.language)].lowercased())
    for (index, run) in runs.enumerated() {
      guard run.image < 0, !run.style.contains(.rubyText) else {
        return letter.isFound ? (index, 0) : nil
      }
      // As much as could belong to it.
      let shown = run.shownRange.map { document.shownBytes[$0] } ?? document.text[run.textRange]
      var length = 0
      for scalar in String(decoding: shown.prefix(256), as: UTF8.self).unicodeScalars {
        guard letter.take(scalar) else { return letter.isFound ? (index, length) : nil }
        length += UTF8.width(scalar)
      }
    }
    return letter.isFound ? (runs.count, 0) : nil
  }

  /// A run in two, cut after some bytes of what it shows; whole where its text cannot be cut there.
  private func parts(of run: Run, at length: Int) -> (Run, Run?) {
    var (before, after) = (run, run)
    if let shown = run.shownRange {
      guard length < shown.count else { return (run, nil) }
      let cut = shown.lowerBound + length
      (before.shownEnd, after.shownStart) = (Int32(cut), Int32(cut))
      if run.textRange.isEmpty { return (before, after) }
      guard
        document.shownBytes.scalarCount(in: shown) == document.text.scalarCount(in: run.textRange)
      else { return (run, nil) }
      var text = run.textRange.lowerBound
      for _ in 0..<document.shownBytes.scalarCount(in: shown.lowerBound..<cut) {
        text += 1
        while text < run.textRange.upperBound, document.text[text].isUTF8Continuation { text += 1 }
      }
      (before.textEnd, after.textStart) = (Int32(text), Int32(text))
    } else {
      guard length < run.textRange.count else { return (run, nil) }
      (before.textEnd, after.textStart) = (
        run.textStart + Int32(length), run.textStart + Int32(length)
      )
    }
    return (before, after)
  }
}

extension UInt8 {
  /// Of an ASCII letter, or of whatever is not ASCII.
  fileprivate var isLetterByte: Bool { self | 0x20 &- 0x61 < 26 || self >= 0xC3 }
}

// Initials that are elements of their own.
extension ContentBuilder {
  /// Whether a floated element holds nothing but the letter that the text after it goes on from: however
  /// large and deep it is drawn, it is part of that word.
  func isInitial(_ node: Int) -> Bool {
    let end = Int(nodes[node].end)
    guard end - node <= 8, isBeforeText(node) else { return false }
    let text = tree.text(of: node).utf8
    return text.count <= OpeningLetter.maximumByteCount
      && OpeningLetter.isAlone(in: text.filter { !$0.isASCIISpace })
  }

  /// The letter that a picture at the start of a block shows, when a word goes on right after it.
  func initial(_ image: Image, at node: Int) -> String? {
    guard let letter = image.alternative, letter.utf8.count <= OpeningLetter.maximumByteCount,
      Int(block.value.textStart) == document.text.count, pictures.count == 1, isBeforeText(node),
      OpeningLetter.isAlone(in: letter.utf8)
    else { return nil }
    return letter
  }

  /// Whether text stands right after an element, without a space; both may be the last and the first in
  /// inline elements.
  private func isBeforeText(_ node: Int) -> Bool {
    let end = Int(nodes[node].end)
    var next = end
    while next < nodes.count, nodes[next].kind == .element, nodes[next].end > next + 1,
      next - end < 4
    {
      next += 1
    }
    guard next < nodes.count, nodes[next].kind == .text else { return false }
    let text = tree.textRange(of: next)
    return !text.isEmpty && bytes[text.lowerBound].isLetterByte
  }
}
