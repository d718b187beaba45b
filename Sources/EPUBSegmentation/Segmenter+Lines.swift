extension Segmenter {
  /// By table as far as it goes; from the atom that holds a scalar left to ICU to the end of its line,
  /// by ICU.
  func divide(
    _ bytes: [UInt8], _ range: Range<Int>, _ language: String, _ sink: inout AtomSink
  ) {
    // Block after block asks for the same one.
    if language != lineLanguage {
      lineLanguage = language
      lineLocale = Self.lineLocale(language)
    }
    let locale = lineLocale
    let leavesQuotes = locale.hasPrefix("ja") || locale.hasPrefix("zh")
    var start = range.lowerBound
    while start < range.upperBound {
      var scanner = AtomScanner(bytes, start..<range.upperBound, leavesQuotes: leavesQuotes)
      let isDone = usesTables && withTable { table in scanner.scan(&table, &sink) }
      if isDone { return }
      start = scanner.start
      let lineEnd = endOfLine(bytes, start, range.upperBound)
      divideByICU(bytes, start..<lineEnd, locale, &sink)
      start = lineEnd
    }
  }

  /// One past the next line feed.
  private func endOfLine(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Int {
    var at = start
    while at < end, bytes[at] != 0x0A { at += 1 }
    return min(at + 1, end)
  }

  private func divideByICU(
    _ bytes: [UInt8], _ range: Range<Int>, _ locale: String, _ sink: inout AtomSink
  ) {
    askICU(.line, locale: locale, bytes, range)
    withTable { table in
      var start = range.lowerBound
      var at = start
      var unit: Int32 = 0
      for boundary in boundaries {
        at = UTF16Text.advance(bytes, at, from: unit, to: boundary.offset)
        unit = boundary.offset
        let isLast = at == range.upperBound
        // Of what no skin colour belongs to, the line rules part one; clusters stay whole.
        if !isLast, bytes[at] >= 0xF0, startsWithModifier(bytes, at, &table) { continue }
        let kind: Atom.Break = boundary.isHardLineBreak || isLast ? .forced : .allowed
        append(bytes, start..<at, kind, &table, &sink)
        start = at
      }
    }
  }

  private func startsWithModifier(
    _ bytes: [UInt8], _ offset: Int, _ table: inout CharacterTable
  ) -> Bool {
    var at = offset
    return table[UTF8Decoder.next(bytes, &at)].isEmojiModifier
  }

  /// Measures what ICU cut off.
  private func append(
    _ bytes: [UInt8], _ atom: Range<Int>, _ kind: Atom.Break, _ table: inout CharacterTable,
    _ sink: inout AtomSink
  ) {
    var counter = CellCounter()
    var textEnd = atom.lowerBound
    var width = 0
    var at = textEnd
    while at < atom.upperBound {
      let start = at
      let scalar = UTF8Decoder.next(bytes, &at)
      let entry = table[scalar]
      counter.add(scalar, entry, bytes, atom.lowerBound, start)
      let isAlone = entry.lineClass == LineClass.zeroWidthSpace && textEnd == start
      if isAlone || !entry.isBreakingSpace && !Self.endsLine(entry) {
        textEnd = at
        width = counter.cells
      }
    }
    sink.append(
      start: atom.lowerBound, textEnd: textEnd, end: atom.upperBound, width, counter.cells - width,
      kind, &table)
  }

  private static func endsLine(_ entry: CharacterEntry) -> Bool {
    switch entry.lineClass {
    case LineClass.lineFeed, LineClass.mandatory, LineClass.nextLine, LineClass.carriageReturn: true
    default: false
    }
  }

  /// Only the East Asian languages have line breaking rules of their own; Japanese books are set
  /// strictly (no small kana at the start of a line).
  private static func lineLocale(_ language: String) -> String {
    let primary = language.prefix { $0 != "-" && $0 != "_" }.lowercased()
    return switch primary {
    case "ja": "ja@lb=strict"
    case "zh", "ko": primary
    default: ""
    }
  }

  /// Fills `boundaries` with ICU's answer for `range`, or with its end alone when ICU is of no use.
  func askICU(
    _ kind: BreakIterator.Kind, locale: String, _ bytes: [UInt8], _ range: Range<Int>
  ) {
    UTF16Text.fill(&units, bytes, range)
    let name = kind == .line ? "line " + locale : "word " + locale
    if iterators[name] == nil { iterators[name] = BreakIterator(kind, locale: locale) }
    if let iterator = iterators[name] {
      iterator.divide(units, into: &boundaries)
    } else {
      boundaries = [Boundary(offset: Int32(units.count), status: 0)]
    }
  }
}
