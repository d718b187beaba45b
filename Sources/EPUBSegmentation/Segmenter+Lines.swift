extension Segmenter {
  /// By table as far as it goes; from the atom that holds a scalar left to ICU to the end of its line,
  /// by ICU.
  func divide(
    _ bytes: [UInt8], _ range: Range<Int>, _ language: String, _ sink: inout AtomSink
  ) {
    let locale = Self.lineLocale(language)
    let leavesQuotes = locale.hasPrefix("ja") || locale.hasPrefix("zh")
    var start = range.lowerBound
    while start < range.upperBound {
      var scanner = AtomScanner(bytes, start..<range.upperBound, leavesQuotes: leavesQuotes)
      let isDone = usesTables && withTable { table in scanner.scan(&table, &sink) }
      if isDone { return }
      start = scanner.start
      let lineEnd = endOfLine(bytes, start, range.upperBound)
      divideByICU(bytes, start..<lineEnd, locale, isEnd: lineEnd == range.upperBound, &sink)
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
    _ bytes: [UInt8], _ range: Range<Int>, _ locale: String, isEnd: Bool, _ sink: inout AtomSink
  ) {
    askICU(.line, locale: locale, bytes, range)
    withTable { table in
      var start = range.lowerBound
      var unit: Int32 = 0
      for boundary in boundaries {
        let atomEnd = UTF16Text.advance(bytes, start, from: unit, to: boundary.offset)
        let isLast = atomEnd == range.upperBound
        let kind: Atom.Break = boundary.isHardLineBreak || isLast ? .forced : .allowed
        append(bytes, start..<atomEnd, kind, &table, &sink)
        start = atomEnd
        unit = boundary.offset
      }
    }
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
      kind)
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

/// ICU reads UTF-16.
enum UTF16Text {
  /// Replaces `units` with the text of `range`.
  static func fill(_ units: inout [UInt16], _ bytes: [UInt8], _ range: Range<Int>) {
    units.removeAll(keepingCapacity: true)
    units.reserveCapacity(range.count)
    var at = range.lowerBound
    while at < range.upperBound {
      let scalar = UTF8Decoder.next(bytes, &at)
      if scalar < 0x1_0000 {
        units.append(UInt16(truncatingIfNeeded: scalar))
      } else {
        units.append(UInt16(truncatingIfNeeded: 0xD7C0 + (scalar >> 10)))
        units.append(UInt16(truncatingIfNeeded: 0xDC00 | scalar & 0x3FF))
      }
    }
  }

  /// The byte offset of unit `to`, when `offset` is that of unit `from`.
  @inline(__always) static func advance(
    _ bytes: [UInt8], _ offset: Int, from: Int32, to: Int32
  ) -> Int {
    var at = offset
    var left = to - from
    while left > 0 {
      let byte = bytes[at]
      at += byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      left -= byte < 0xF0 ? 1 : 2
    }
    return at
  }
}
