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

  /// Divides atoms that follow short lines.
  mutating func hyphenate(_ bytes: [UInt8]) {
    var parted: [Atom] = []
    swap(&parted, &partedAtoms)
    parted.removeAll(keepingCapacity: true)
    var next = 0
    var language = 0
    for line in plan.shortLines {
      for atom in wordsAfterEnd(of: Int(line)) where atom >= next {
        parted += atoms[next..<atom]
        part(atom, bytes, &language, to: &parted)
        next = atom + 1
      }
    }
    parted += atoms[next...]
    swap(&parted, &atoms)
    swap(&parted, &partedAtoms)
    cutter.reset()
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

  /// Appends the parts of an atom.
  private mutating func part(
    _ index: Int, _ bytes: [UInt8], _ language: inout Int, to parted: inout [Atom]
  ) {
    let atom = atoms[index]
    let start = index > 0 ? Int(atoms[index - 1].end) : shown.range.lowerBound
    let range = start..<Int(atom.textEnd)
    let isAuthors =
      atom.breakAfter == .hyphen || index > 0 && atoms[index - 1].breakAfter == .hyphen
    guard range.count >= Segmenter.leastHyphenatedByteCount, !isAuthors, !isWhole(range) else {
      parted.append(atom)
      return
    }
    while language + 1 < shown.languageEnds.count, shown.languageEnds[language].end <= start {
      language += 1
    }
    let run = shown.languageEnds.isEmpty ? shown.language : shown.languageEnds[language].language
    let name = self.language(run)
    hyphens.removeAll(keepingCapacity: true)
    segmenter.appendHyphens(
      of: bytes, in: range, within: shown.range, language: name.isEmpty ? options.language : name,
      by: options.dictionaries, to: &hyphens)
    segmenter.appendParts(of: atom, from: start, bytes, at: hyphens, to: &parted)
  }

  /// Whether some of the text is code, or in a line that is not to be broken.
  private func isWhole(_ range: Range<Int>) -> Bool {
    guard shown.hasUndivided else { return false }
    if isUnderReading(range) { return true }
    return shown.stretches.contains {
      !$0.style.isDisjoint(with: [.code, .noWrap]) && $0.start < range.upperBound
        && $0.end > range.lowerBound
    }
  }
}
