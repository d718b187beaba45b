import EPUBContent
import EPUBSegmentation

// Lines are planned without a dictionary first. It is asked for the words after the ends of those that
// turn out short, and all lines of the block are planned again: a hyphen elsewhere would make no line much
// better, and a book has half a million words.

extension Compositor {
  /// Whether words of the block may be divided by a dictionary.
  func mayHyphenate(_ block: Block) -> Bool {
    switch block.kind {
    case .heading, .code, .math, .rule, .image: return false
    case .paragraph, .item, .term, .definition, .quote, .row, .caption, .note: break
    }
    switch block.style.hyphens {
    case .open, .auto: return !block.style.keepsSpace
    case .manual, .none: return false
    }
  }

  /// Divides atoms that follow short lines; `false` if there are none that can be.
  mutating func hyphenate(_ bytes: [UInt8]) -> Bool {
    var parted: [Atom] = []
    swap(&parted, &partedAtoms)
    parted.removeAll(keepingCapacity: true)
    var first = 0
    var next = 0
    var language = 0
    for line in plan.shortLines {
      for index in wordsAfterEnd(of: Int(line)) where index >= next {
        findHyphens(in: index, bytes, &language)
        if hyphens.isEmpty { continue }
        if parted.isEmpty { first = index } else { parted += atoms[next..<index] }
        segmenter.appendParts(
          of: atoms[index], from: start(ofAtom: index), bytes, at: hyphens, to: &parted)
        next = index + 1
      }
    }
    defer { swap(&parted, &partedAtoms) }
    if parted.isEmpty { return false }
    parted += atoms[next...]
    atoms.replaceSubrange(first..., with: parted)
    cutter.reset()
    return true
  }

  /// Atoms after the end of a line, up to the first that it could not hold; all those of lines that are not
  /// planned.
  private func wordsAfterEnd(of line: Int) -> Range<Int> {
    let end = Int(plan.breaks[line])
    if end < 0 {
      let start = line > 0 ? Int(plan.breaks[line - 1]) : 0
      return (start < 0 ? ~start : start)..<(~end)
    }
    return end..<min(atoms.count, Int(plan.filledBreaks[line]) + 1)
  }

  private func start(ofAtom index: Int) -> Int {
    index > 0 ? Int(atoms[index - 1].end) : shown.range.lowerBound
  }

  /// Fills `hyphens` with the places where an atom may be divided.
  private mutating func findHyphens(in index: Int, _ bytes: [UInt8], _ language: inout Int) {
    hyphens.removeAll(keepingCapacity: true)
    let start = start(ofAtom: index)
    let range = start..<Int(atoms[index].textEnd)
    let isAuthors =
      atoms[index].breakAfter == .hyphen || index > 0 && atoms[index - 1].breakAfter == .hyphen
    guard range.count >= Segmenter.leastHyphenatedByteCount, !isAuthors, !isWhole(range) else {
      return
    }
    while language + 1 < shown.languageEnds.count, shown.languageEnds[language].end <= start {
      language += 1
    }
    let run = shown.languageEnds.isEmpty ? shown.language : shown.languageEnds[language].language
    let name = self.language(run)
    segmenter.appendHyphens(
      of: bytes, in: range, within: shown.range, language: name.isEmpty ? options.language : name,
      by: options.dictionaries, to: &hyphens)
  }

  /// Whether some of the text is code, a reading, or in a line that is not to be broken.
  private func isWhole(_ range: Range<Int>) -> Bool {
    guard shown.hasUndivided else { return false }
    if isUnderReading(range) { return true }
    return shown.stretches.contains {
      !$0.style.isDisjoint(with: [.code, .noWrap, .rubyText]) && $0.start < range.upperBound
        && $0.end > range.lowerBound
    }
  }
}
