// Atoms by table: one pass over the scalars, UAX #14 by pairs of classes.
//
// The model: an atom grows scalar by scalar. Between two visible scalars the pair table says whether a
// line may end; spaces between them are remembered. Numbers (LB25) and a hyphen that opens an atom
// (ICU's LB20.09) need a little memory beyond the pair. At a scalar that the table leaves to ICU the
// scan stops: breaks depend on nothing before the atom they end, so ICU can go on from its start.

/// The atom being read, and what the rules need to remember of it.
struct AtomScanner {
  private enum Number { case none, open, closed }

  private let bytes: [UInt8]
  private let end: Int
  private let pairs: [UInt8]
  private let leavesQuotes: Bool
  /// Where the atom being read begins.
  private(set) var start: Int
  private var offset: Int
  private var textEnd: Int
  private var width = 0
  private var spaceWidth = 0
  /// Class of the last scalar that is neither space nor mark; negative at the atom's start.
  private var before = -1
  private var hasSpaces = false
  private var number = Number.none
  private var isLoneHyphen = false

  /// - Parameter leavesQuotes: curly quotes open and close as brackets do, which ICU knows more about.
  init(_ bytes: [UInt8], _ range: Range<Int>, leavesQuotes: Bool) {
    self.bytes = bytes
    self.leavesQuotes = leavesQuotes
    end = range.upperBound
    start = range.lowerBound
    offset = start
    textEnd = start
    pairs = LineClass.pairs
  }

  /// Reads to the end of the range, or to the first scalar that is left to ICU; then `start` is where
  /// ICU has to begin. Returns whether all was read.
  mutating func scan(_ table: inout CharacterTable, _ sink: inout AtomSink) -> Bool {
    while offset < end {
      if before < 0, !hasSpaces { readPlainWords(&table, &sink) }
      guard offset < end else { break }
      let here = offset
      let byte = bytes[here]
      let entry: CharacterEntry
      if byte < 0x80 {
        entry = table[latin1: byte]
        offset += 1
      } else {
        entry = table[UTF8Decoder.next(bytes, &offset)]
      }
      let lineClass = entry.lineClass
      switch lineClass {
      case LineClass.slow:
        return false
      case LineClass.quotation where leavesQuotes && byte >= 0x80:
        return false
      case LineClass.space:
        if before < 0 { before = LineClass.space }
        hasSpaces = true
        number = .none
        spaceWidth += 1
        continue
      case LineClass.lineFeed, LineClass.mandatory, LineClass.nextLine, LineClass.carriageReturn:
        endLine(lineClass, entry)
        close(at: offset, .forced, &table, &sink)
        continue
      case LineClass.combining
      where before >= 0 && !hasSpaces && before != LineClass.zeroWidthSpace:
        addVisible(entry)
        continue
      default: break
      }
      let after = lineClass == LineClass.combining ? LineClass.alphabetic : lineClass
      if before >= 0, mayBreak(before: after, at: here, &table) {
        // Read again as the start of an atom, perhaps of plain words.
        close(at: here, .allowed, &table, &sink)
        offset = here
        continue
      }
      note(after, byte)
      // A zero width space by itself is no gap that justification could widen.
      if entry.isBreakingSpace, textEnd < here || after != LineClass.zeroWidthSpace {
        spaceWidth += entry.width
        hasSpaces = false
      } else {
        addVisible(entry)
      }
      if after == LineClass.alphabetic { skipLetters() }
    }
    if start < end { close(at: end, .forced, &table, &sink) }
    return true
  }

  /// From an atom's start: ASCII words, perhaps with a comma or the like behind, each before one space
  /// and another such word. Four atoms of five are; the rest is left to the pair table.
  // 3.3 ns/byte of ASCII prose against 4.1 by the pair table alone.
  @inline(__always) private mutating func readPlainWords(
    _ table: inout CharacterTable, _ sink: inout AtomSink
  ) {
    start = Self.readPlainWords(bytes, start, end, &table, &sink)
    offset = start
    textEnd = start
  }

  /// Returns where the first word stands that it left.
  private static func readPlainWords(
    _ array: [UInt8], _ first: Int, _ end: Int, _ table: inout CharacterTable,
    _ sink: inout AtomSink
  ) -> Int {
    let bytes = array.span
    var start = first
    while true {
      var at = start + bytes.letterCount(from: start, before: end)
      if at == start { return start }
      if at < end, endsClause(bytes[at]) { at += 1 }
      guard at + 1 < end, bytes[at] == 0x20, (bytes[at + 1] | 0x20) &- 0x61 < 26 else {
        return start
      }
      sink.append(start: start, textEnd: at, end: at + 1, at - start, 1, .allowed, &table)
      start = at + 1
    }
  }

  /// `, . : ; ! ?`: classes IS and EX.
  @inline(__always) private static func endsClause(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x2C, 0x2E, 0x3A, 0x3B, 0x21, 0x3F: true
    default: false
    }
  }

  /// Letters after a letter: nothing can happen between them.
  @inline(__always) private mutating func skipLetters() {
    let at = offset + bytes.span.letterCount(from: offset, before: end)
    if at > offset {
      width += at - offset
      offset = at
      textEnd = at
      isLoneHyphen = false
    }
  }

  @inline(__always) private mutating func addVisible(_ entry: CharacterEntry) {
    width += spaceWidth + entry.width
    spaceWidth = 0
    hasSpaces = false
    textEnd = offset
  }

  /// Takes the line end itself, and the line feed of CR LF, into the atom's space.
  private mutating func endLine(_ lineClass: Int, _ entry: CharacterEntry) {
    spaceWidth += entry.width
    if lineClass == LineClass.carriageReturn, offset < end, bytes[offset] == 0x0A { offset += 1 }
  }

  @inline(__always) private mutating func close(
    at newStart: Int, _ kind: Atom.Break, _ table: inout CharacterTable, _ sink: inout AtomSink
  ) {
    sink.append(start: start, textEnd: textEnd, end: newStart, width, spaceWidth, kind, &table)
    start = newStart
    textEnd = newStart
    width = 0
    spaceWidth = 0
    before = -1
    hasSpaces = false
    number = .none
    isLoneHyphen = false
  }

  /// Remembers what a visible scalar means for the pairs after it.
  @inline(__always) private mutating func note(_ lineClass: Int, _ byte: UInt8) {
    let opensAtom = before < 0
    before = lineClass
    if lineClass == LineClass.alphabetic {
      number = .none
      isLoneHyphen = false
      return
    }
    noteNumber(lineClass)
    isLoneHyphen =
      opensAtom
      && (lineClass == LineClass.hyphen || (lineClass == LineClass.breakAfter && isHyphen(byte)))
  }

  /// LB25: `NU (NU | SY | IS)* (CL | CP)? (PR | PO)?`
  private mutating func noteNumber(_ lineClass: Int) {
    switch lineClass {
    case LineClass.numeric: number = .open
    case LineClass.solidus, LineClass.infixSeparator: if number != .open { number = .none }
    case LineClass.closing, LineClass.closingParenthesis:
      number = number == .open ? .closed : .none
    default: number = .none
    }
  }

  /// U+2010, just read.
  private func isHyphen(_ byte: UInt8) -> Bool {
    byte == 0xE2 && bytes[offset - 2] == 0x80 && bytes[offset - 1] == 0x90
  }

  @inline(__always) private func mayBreak(
    before after: Int, at here: Int, _ table: inout CharacterTable
  ) -> Bool {
    switch pairs[before << 6 | after] {
    case LineClass.Pair.always: true
    case LineClass.Pair.afterSpaces: hasSpaces
    case LineClass.Pair.never: false
    default: mayBreakInContext(before: after, at: here, &table)
    }
  }

  private func mayBreakInContext(
    before after: Int, at here: Int, _ table: inout CharacterTable
  ) -> Bool {
    switch after {
    case LineClass.infixSeparator:
      return hasSpaces && classes(from: here, &table, 2).dropFirst().first == LineClass.numeric
    case _ where hasSpaces: return true
    case LineClass.alphabetic: return !isLoneHyphen
    case LineClass.numeric: return number != .open
    case LineClass.prefix, LineClass.postfix: return number == .none
    default: return !opensNumber(at: here, &table)
    }
  }

  /// `OP IS? NU` at an offset.
  private func opensNumber(at here: Int, _ table: inout CharacterTable) -> Bool {
    let ahead = classes(from: here, &table, 3)
    if ahead.count > 1, ahead[1] == LineClass.numeric { return true }
    return ahead.count > 2 && ahead[1] == LineClass.infixSeparator && ahead[2] == LineClass.numeric
  }

  /// Classes of the next scalars that are no marks.
  private func classes(
    from here: Int, _ table: inout CharacterTable, _ count: Int
  ) -> [Int] {
    var found: [Int] = []
    var at = here
    while at < end, found.count < count {
      let lineClass = table[UTF8Decoder.next(bytes, &at)].lineClass
      if lineClass != LineClass.combining { found.append(lineClass) }
    }
    return found
  }
}

/// Takes finished atoms and parts them at soft hyphens.
struct AtomSink {
  var atoms: [Atom]
  private var softHyphens: ArraySlice<Int32>
  private var nextHyphen: Int
  private let bytes: [UInt8]

  init(_ atoms: [Atom], _ bytes: [UInt8], _ softHyphens: ArraySlice<Int32>) {
    self.atoms = atoms
    self.bytes = bytes
    self.softHyphens = softHyphens
    nextHyphen = softHyphens.first.map(Int.init) ?? .max
  }

  @inline(__always) mutating func append(
    start: Int, textEnd: Int, end: Int, _ width: Int, _ spaceWidth: Int, _ kind: Atom.Break,
    _ table: inout CharacterTable
  ) {
    if nextHyphen < end {
      appendHyphenated(start, textEnd, end, width, spaceWidth, kind, &table)
    } else {
      atoms.append(
        Atom(
          textEnd: Int32(truncatingIfNeeded: textEnd), end: Int32(truncatingIfNeeded: end),
          width: Int32(truncatingIfNeeded: width),
          spaceWidth: Int32(truncatingIfNeeded: spaceWidth), breakAfter: kind))
    }
  }

  private mutating func appendHyphenated(
    _ start: Int, _ textEnd: Int, _ end: Int, _ width: Int, _ spaceWidth: Int, _ kind: Atom.Break,
    _ table: inout CharacterTable
  ) {
    var from = start
    var left = width
    while nextHyphen < end {
      if nextHyphen > from, nextHyphen < textEnd, mayHyphenate(before: nextHyphen, &table) {
        let part = CellCounter.width(of: bytes, in: from..<nextHyphen, &table)
        let cut = Int32(truncatingIfNeeded: nextHyphen)
        atoms.append(
          Atom(
            textEnd: cut, end: cut, width: Int32(truncatingIfNeeded: part), spaceWidth: 0,
            breakAfter: .hyphen))
        from = nextHyphen
        left -= part
      }
      softHyphens.removeFirst()
      nextHyphen = softHyphens.first.map(Int.init) ?? .max
    }
    atoms.append(
      Atom(
        textEnd: Int32(truncatingIfNeeded: textEnd), end: Int32(truncatingIfNeeded: end),
        width: Int32(truncatingIfNeeded: left), spaceWidth: Int32(truncatingIfNeeded: spaceWidth),
        breakAfter: kind))
  }

  /// A soft hyphen is of class BA: what may not begin a line may not follow it either.
  private func mayHyphenate(before offset: Int, _ table: inout CharacterTable) -> Bool {
    var at = offset
    switch table[UTF8Decoder.next(bytes, &at)].lineClass {
    case LineClass.alphabetic, LineClass.numeric, LineClass.ideographic, LineClass.slow: return true
    default: return false
    }
  }
}
