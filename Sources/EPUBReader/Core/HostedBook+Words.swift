import EPUBBasics
import EPUBBook
import EPUBContent
import EPUBLayout
import EPUBSegmentation

// The word at a place on the page.
extension HostedBook {
  /// - Returns: `nil` where no word stands.
  func word(atRow row: Int, column: Int) -> SelectedWord? {
    guard let shown = session.columns.first else { return nil }
    let chapter = shown.chapter
    guard let range = chapter.wordRange(atRow: row, column: column, on: shown.lines, segmenter)
    else { return nil }
    let raw = String(decoding: chapter.document.text[range], as: UTF8.self)
    let word = WordSet.folded(raw)
    let value = raw.lettersAndDigits
    if word.isEmpty || value.isEmpty { return nil }
    let mark = Overlay(marks: [Overlay.Mark(range: range, word: 0)])
    let seen = builder(mark, [HighlightedWord(value: raw, color: "")]).page(shown.page)
    let place = Place(TextPosition(spine: chapter.spine, offset: range.lowerBound))
    return SelectedWord(
      value: value, word: word, raw: raw, sentence: chapter.document.sentence(around: range),
      locator: book.locator(of: place, in: chapter.document, survey),
      cells: seen.words.first?.cells ?? [])
  }
}

extension Chapter {
  /// The logical text of the word under a cell of a page.
  fileprivate func wordRange(
    atRow row: Int, column: Int, on lines: Range<Int>, _ segmenter: Segmenter
  ) -> Range<Int>? {
    guard let line = rows(of: lines).first(where: { $0.row == row })?.line else { return nil }
    let piece = galley.pieces[galley.lines[line].pieceRange].first {
      (Int($0.column)..<Int($0.column + $0.width)).contains(column)
    }
    guard let piece,
      let offset = textOffset(ofCell: column - Int(piece.column), of: piece, segmenter)
    else { return nil }
    let block = document.blocks[document.block(holding: offset)].textRange
    return segmenter.words(of: document.text, in: document.surroundings(of: offset, in: block))
      .first { $0.contains(offset) }
  }
}

extension ContentDocument {
  /// What stands around an offset up to white space, within reason and the block.
  fileprivate func surroundings(of offset: Int, in block: Range<Int>) -> Range<Int> {
    let reach = 512
    var start = offset
    while start > block.lowerBound, offset - start < reach, !text[start - 1].isASCIISpace {
      start -= 1
    }
    var end = offset
    while end < block.upperBound, end - offset < reach, !text[end].isASCIISpace { end += 1 }
    while start < offset, text[start].isUTF8Continuation { start += 1 }
    while end > offset, end < block.upperBound, text[end].isUTF8Continuation { end -= 1 }
    return start..<end
  }
}

extension String {
  /// In lower case, without anything but letters with their marks, and digits.
  var lettersAndDigits: String {
    var kept = String.UnicodeScalarView()
    for scalar in lowercased().unicodeScalars where scalar.isOfWord { kept.append(scalar) }
    return String(kept)
  }
}

extension Unicode.Scalar {
  fileprivate var isOfWord: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
      true
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol,
      .modifierSymbol, .otherSymbol, .spaceSeparator, .lineSeparator, .paragraphSeparator,
      .control, .format, .surrogate, .privateUse, .unassigned:
      false
    @unknown default: false
    }
  }
}
