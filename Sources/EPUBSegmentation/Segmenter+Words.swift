extension Segmenter {
  /// The words of `range` (UAX #29 and dictionaries): letters and digits, apostrophes and hyphens
  /// inside them counted in (contract, "Words"); no punctuation, no spaces.
  ///
  /// Narrower than UAX #29 where that joins words at a point, colon or underscore: a word is found next to any
  /// punctuation. A point or comma between digits belongs to the number.
  public func words(of bytes: [UInt8], in range: Range<Int>) -> [Range<Int>] {
    var words: [Range<Int>] = []
    var scanner = WordScanner(bytes, range)
    withTable { table in
      while let item = scanner.next(&table) {
        switch item {
        case .word: words.append(scanner.range)
        case .dictionaryRun: words += dictionaryWords(of: bytes, in: scanner.range)
        }
      }
    }
    return words
  }

  /// What ICU's dictionaries make of a run of one of their scripts.
  func dictionaryWords(of bytes: [UInt8], in run: Range<Int>) -> [Range<Int>] {
    askICU(.word, locale: "", bytes, run)
    var words: [Range<Int>] = []
    var start = run.lowerBound
    var unit: Int32 = 0
    for boundary in boundaries {
      let end = UTF16Text.advance(bytes, start, from: unit, to: boundary.offset)
      if boundary.endsWord { words.append(start..<end) }
      start = end
      unit = boundary.offset
    }
    return words
  }
}
