// Folding: one pass over the source, ASCII by the byte, the rest by the scalar.
//
// Folded text is decomposed: letter, then marks in canonical order, so that it doesn't matter how the
// source was composed. Hangul is the other way about: its jamo are composed. The way back is kept as
// segments: a linear one holds as many folded bytes as source bytes, a unit is one cluster that changed
// its length. Most books need one segment for each curly quote.

/// A stretch of folded text and where it came from; it lasts to the next segment.
struct FoldedSegment {
  private let place: UInt32
  let source: Int32

  init(folded: Int, source: Int, isUnit: Bool) {
    place = UInt32(truncatingIfNeeded: folded) | (isUnit ? 0x8000_0000 : 0)
    self.source = Int32(truncatingIfNeeded: source)
  }

  var folded: Int { Int(place & 0x7FFF_FFFF) }
  /// All its folded bytes stand for all its source bytes.
  var isUnit: Bool { place & 0x8000_0000 != 0 }
}

struct Folder {
  let table: FoldingTable
  private let source: [UInt8]
  /// Folded so far is what lies below `written`.
  private(set) var output: [UInt8] = []
  private(set) var written = 0
  private(set) var segments: [FoldedSegment] = []
  /// The last cluster, which a mark would belong to; negative `baseFolded`: there is none.
  private var baseFolded = -1
  private var baseSource = 0
  private var endsWithSpace = false
  /// Combining class of the mark that the last cluster ends with, 0 for none, `unknownMark` when a
  /// letter may have brought marks along.
  private var lastMark: UInt8 = 0
  private static let unknownMark: UInt8 = 255

  init(_ source: [UInt8], _ options: FoldingOptions) {
    self.source = source
    table = FoldingTable.with(options)
  }

  /// Begins anew, keeping what is allocated.
  mutating func restart() {
    written = 0
    segments.removeAll(keepingCapacity: true)
    baseFolded = -1
    endsWithSpace = false
  }

  /// Hands over what was folded.
  consuming func finish() -> (bytes: [UInt8], segments: [FoldedSegment]) {
    var bytes = output
    output = []
    bytes.removeLast(bytes.count - written)
    return (bytes, segments)
  }

  mutating func fold(_ range: Range<Int>, leavingOut holes: [Range<Int>]) {
    var at = range.lowerBound
    segments.append(FoldedSegment(folded: 0, source: at, isUnit: false))
    for hole in holes.touching(range) {
      fold(at..<max(at, hole.lowerBound))
      at = min(hole.upperBound, range.upperBound)
      resume(at: at)
    }
    fold(at..<range.upperBound)
  }

  private mutating func fold(_ range: Range<Int>) {
    var at = range.lowerBound
    let end = range.upperBound
    reserve(end - at)
    while at < end {
      at = copyASCII(at, end)
      if at < end, source[at] >= 0xC2 { at = copyPairs(at, end) }
      if at < end { at = foldScalar(at, end) }
    }
  }

  /// Room for the ASCII that may follow and for any one scalar.
  @inline(__always) private mutating func reserve(_ left: Int) {
    let needed = written + left + 64
    if needed > output.count { grow(to: needed) }
  }

  @inline(never) private mutating func grow(to needed: Int) {
    output.append(
      contentsOf: repeatElement(0, count: max(needed, output.count * 3 / 2) - output.count))
  }

  /// Copies folded ASCII up to what needs a closer look: anything else, or a second space.
  @inline(__always) private mutating func copyASCII(_ start: Int, _ end: Int) -> Int {
    var previous: UInt8 = endsWithSpace ? 0x20 : 0
    let copied = Self.copyASCII(source, start..<end, table.ascii, &output, written, &previous)
    if copied > 0 {
      written += copied
      baseFolded = written - 1
      baseSource = start + copied - 1
      lastMark = 0
      endsWithSpace = previous == 0x20
    }
    return start + copied
  }

  /// Returns how much it copied.
  @inline(__always) private static func copyASCII(
    _ from: [UInt8], _ range: Range<Int>, _ table: [UInt8], _ to: inout [UInt8], _ place: Int,
    _ previous: inout UInt8
  ) -> Int {
    let source = from.span
    let ascii = table.span
    var output = to.mutableSpan
    let shift = place - range.lowerBound
    var at = range.lowerBound
    while at < range.upperBound {
      let folded = ascii[Int(source[at])]
      if folded == 0 || UInt16(previous) << 8 | UInt16(folded) == 0x2020 { break }
      output[at + shift] = folded
      previous = folded
      at += 1
    }
    return at - range.lowerBound
  }

  /// Copies letters of two bytes that keep their length, as in Greek and Cyrillic.
  @inline(__always) private mutating func copyPairs(_ start: Int, _ end: Int) -> Int {
    let copied = Self.copyPairs(source, start..<end, table, &output, written)
    if copied > 0 {
      written += copied
      baseFolded = written - 2
      baseSource = start + copied - 2
      lastMark = 0
      endsWithSpace = false
    }
    return start + copied
  }

  /// Returns how much it copied.
  @inline(__always) private static func copyPairs(
    _ from: [UInt8], _ range: Range<Int>, _ table: FoldingTable, _ to: inout [UInt8], _ place: Int
  ) -> Int {
    let source = from.span
    var output = to.mutableSpan
    let shift = place - range.lowerBound
    var at = range.lowerBound
    while at + 1 < range.upperBound, let folded = table.pair(source[at], source[at + 1]) {
      output[at + shift] = folded.byte(0)
      output[at + shift + 1] = folded.byte(1)
      at += 2
    }
    return at - range.lowerBound
  }

  /// Folds the scalar at `start`, returns where the next begins.
  private mutating func foldScalar(_ start: Int, _ end: Int) -> Int {
    var at = start
    let scalar = UTF8Decoder.next(source, &at)
    let folded = table(scalar)
    switch folded.kind {
    case .space: foldSpace(start, at)
    case .dropped: resume(at: at)
    case .mark: if !addMark(scalar, folded, at) { at = foldMarks(start, end) }
    case .ignoredMark: at = foldMarks(start, end)
    case .same: at = foldSame(scalar, start, at, end)
    case .replaced:
      beginUnit(start)
      for index in 0..<folded.count { put(folded.byte(index)) }
      endUnit(at, start)
      if folded.count > UTF8Decoder.length(folded.byte(0)) { lastMark = Self.unknownMark }
    case .longer:
      beginUnit(start)
      for byte in table.long(scalar) { put(byte) }
      endUnit(at, start)
      lastMark = Self.unknownMark
    }
    reserve(end - at)
    return at
  }

  @inline(__always) private mutating func put(_ byte: UInt8) {
    output[written] = byte
    written += 1
  }

  @inline(__always) private mutating func beginUnit(_ start: Int) {
    baseFolded = written
    baseSource = start
    endsWithSpace = false
    lastMark = 0
  }

  /// Closes what `beginUnit` began; one scalar that became one of the same length needs no segment.
  @inline(__always) private mutating func endUnit(_ end: Int, _ start: Int) {
    let length = written - baseFolded
    if length != end - start || length != UTF8Decoder.length(output[baseFolded]) { markUnit(end) }
  }

  /// Makes the last cluster a unit that reaches to `end`.
  private mutating func markUnit(_ end: Int) {
    while let last = segments.last, last.folded > baseFolded { segments.removeLast() }
    let last = segments.last
    if last?.folded != baseFolded || last?.isUnit != true
      || last?.source != Int32(truncatingIfNeeded: baseSource)
    {
      segments.append(FoldedSegment(folded: baseFolded, source: baseSource, isUnit: true))
    }
    segments.append(FoldedSegment(folded: written, source: end, isUnit: false))
  }

  /// Goes on at `source` after something was left out.
  private mutating func resume(at place: Int) {
    segments.append(FoldedSegment(folded: written, source: place, isUnit: false))
  }

  private mutating func foldSpace(_ start: Int, _ end: Int) {
    if endsWithSpace {
      markUnit(end)
      return
    }
    beginUnit(start)
    put(0x20)
    endUnit(end, start)
    endsWithSpace = true
  }

  private mutating func foldSame(
    _ scalar: UInt32, _ start: Int, _ end: Int, _ limit: Int
  ) -> Int {
    beginUnit(start)
    if scalar >= 0x1100, let composed = composeHangul(scalar, end, limit) {
      for byte in composed.bytes { put(byte) }
      endUnit(composed.end, start)
      return composed.end
    }
    for index in start..<end { put(source[index]) }
    return end
  }
}

extension Folder {
  /// Adds a mark that stands where it belongs in canonical order, as nearly all do.
  private mutating func addMark(_ scalar: UInt32, _ folded: FoldedScalar, _ end: Int) -> Bool {
    guard baseFolded >= 0, !endsWithSpace, lastMark != Self.unknownMark, folded.count > 0 else {
      return false
    }
    let combining = UnicodeData.combiningClass(scalar)
    guard combining == 0 || combining >= lastMark, folded.count <= 4 else { return false }
    lastMark = combining
    for index in 0..<folded.count { put(folded.byte(index)) }
    markUnit(end)
    return true
  }

  /// Consecutive marks, with those that the letter before brought along, in canonical order.
  private mutating func foldMarks(_ start: Int, _ end: Int) -> Int {
    if baseFolded < 0 || endsWithSpace { beginUnit(start) }
    var marks = takeBackMarks()
    var at = start
    while at < end {
      var next = at
      let scalar = UTF8Decoder.next(source, &next)
      let kind = table(scalar).kind
      if kind == .mark {
        marks += UnicodeData.decomposition(scalar)
      } else if kind == .ignoredMark {
        if FoldingTable.isShortI(lastLetter, scalar) { marks.append(scalar) }
      } else {
        break
      }
      at = next
    }
    putMarks(marks, left: end - at)
    markUnit(at)
    if !marks.isEmpty { lastMark = Self.unknownMark }
    return at
  }

  /// The scalar that the last cluster begins with.
  private var lastLetter: UInt32? {
    guard baseFolded < written else { return nil }
    var at = baseFolded
    return UTF8Decoder.next(output, &at)
  }

  /// Removes the marks at the end of the last cluster.
  private mutating func takeBackMarks() -> [UInt32] {
    var marks: [UInt32] = []
    var at = baseFolded
    var letterEnd = written
    while at < written {
      let start = at
      let scalar = UTF8Decoder.next(output, &at)
      if UnicodeData.extendsCluster(scalar) {
        if marks.isEmpty { letterEnd = start }
        marks.append(scalar)
      } else {
        marks.removeAll()
        letterEnd = written
      }
    }
    written = letterEnd
    return marks
  }

  private mutating func putMarks(_ marks: [UInt32], left: Int) {
    let bytes = UTF8Decoder.bytes(Self.inCanonicalOrder(marks))
    reserve(bytes.count + left)
    for byte in bytes { put(byte) }
  }

  /// Marks sorted by their combining class between those that have none; equal ones stay in order.
  private static func inCanonicalOrder(_ marks: [UInt32]) -> [UInt32] {
    guard marks.count > 1 else { return marks }
    let classes = marks.map(UnicodeData.combiningClass)
    var order = Array(marks.indices)
    var start = 0
    while start < order.count {
      var end = start
      while end < order.count, classes[end] != 0 { end += 1 }
      order[start..<end].sort { (classes[$0], $0) < (classes[$1], $1) }
      start = end + 1
    }
    return order.map { marks[$0] }
  }

  /// A syllable for conjoining jamo: leading and vowel, or syllable without final, then a final.
  private func composeHangul(
    _ first: UInt32, _ start: Int, _ end: Int
  ) -> (bytes: [UInt8], end: Int)? {
    var syllable = first
    var at = start
    if (0x1100..<0x1113).contains(first) {
      guard let vowel = jamo(in: 0x1161..<0x1176, &at, end) else { return nil }
      syllable = 0xAC00 + ((first - 0x1100) * 21 + vowel) * 28
    } else if !(0xAC00..<0xD7A4).contains(first) || (first - 0xAC00) % 28 != 0 {
      return nil
    }
    if let final = jamo(in: 0x11A8..<0x11C3, &at, end) { syllable += final + 1 }
    return syllable == first ? nil : (UTF8Decoder.bytes([syllable]), at)
  }

  /// The next scalar's place in `range`, if it lies there.
  private func jamo(in range: Range<UInt32>, _ at: inout Int, _ end: Int) -> UInt32? {
    guard at < end, source[at] == 0xE1 else { return nil }
    var next = at
    let scalar = UTF8Decoder.next(source, &next)
    guard range.contains(scalar) else { return nil }
    at = next
    return scalar - range.lowerBound
  }
}
