import EPUBBasics
import EPUBContent

// What a block shows, as one stretch of bytes that lines are broken in. Nearly every block shows its
// logical text as it is: then the bytes are the document's own and nothing is copied. Else they are put
// together in `scratch`. In both cases `stretches` tell for every byte where it comes from and which
// logical text it stands for; both cursors only move forward, as lines do.

/// A part of a block's shown text that has one look and one source.
struct Stretch {
  enum Meaning: UInt8 {
    /// The bytes are the logical text.
    case text
    /// The n-th scalar stands for the n-th of the logical text.
    case scalars
    /// The bytes stand for no text.
    case insertion
    /// The bytes only keep room.
    case room
    /// There are no bytes: the text is shown above the line.
    case reading
  }
  /// Range in the shown bytes.
  var start: Int
  var end: Int
  var source: Piece.Source
  /// Where `start` lies in the source.
  var sourceStart: Int
  var textStart: Int
  var textEnd: Int
  var style: TextStyle
  var link: Int32
  var meaning: Meaning
}

struct ShownText {
  var stretches: [Stretch] = []
  /// What it was made of, where that is not the runs of a block as it stands.
  var ownRuns: [Run] = []
  /// The shown bytes, when they are not the document's text.
  var scratch: [UInt8] = []
  var usesScratch = false
  /// Range of the shown bytes.
  var range = 0..<0
  /// Offsets in `scratch` where a hyphen is allowed.
  var hyphens: [Int32] = []
  var language = 0
  /// Where runs of one language end, and which; none where all are in `language`.
  var languageEnds: [(end: Int, language: Int)] = []
  /// Whether some of it is not to be hyphenated: code, or lines that are not to be broken.
  var hasUndivided = false
  /// Whether some run's lines are not to be broken.
  var hasNoWrap = false
  /// Whether some run's white space is kept, tabs in it.
  var hasKeptSpace = false
  /// It is none of the block's text.
  var isInsertion = false

  private var current = 0
  private var scalarShown = 0
  private var scalarText = 0

  /// Takes a block's runs.
  mutating func take(_ block: Block, of document: ContentDocument) {
    if block.runCount > 0 {
      take(document.runs[block.runRange], of: document)
    } else {
      begin()
      append(run: Run(textStart: block.textStart, textEnd: block.textEnd))
      range = block.textRange
    }
  }

  /// Takes runs that follow one another.
  mutating func take(_ runs: ArraySlice<Run>, of document: ContentDocument) {
    begin()
    guard let first = runs.first, let last = runs.last else {
      range = 0..<0
      return
    }
    language = Int(first.language)
    var isLogical = true
    var hasLanguages = false
    for run in runs {
      if run.style.contains(.noWrap) { hasNoWrap = true }
      if run.style.contains(.keepsSpace) { hasKeptSpace = true }
      if !run.style.isDisjoint(with: [.code, .noWrap]) { hasUndivided = true }
      if run.shownStart >= 0 { isLogical = false }
      if Int(run.language) != language { hasLanguages = true }
    }
    if isLogical {
      for run in runs {
        append(run: run)
        if hasLanguages { endRun(of: run, at: Int(run.textEnd)) }
      }
      range = Int(first.textStart)..<Int(last.textEnd)
    } else {
      usesScratch = true
      for run in runs {
        copy(run, of: document)
        if hasLanguages { endRun(of: run, at: scratch.count) }
      }
      range = 0..<scratch.count
    }
    rewind()
  }

  /// Takes a block's runs without readings, which will stand above their bases, and notes where those are.
  mutating func take(
    _ block: Block, of document: ContentDocument, without readings: inout [RaisedReading]
  ) {
    guard !readings.isEmpty else { return take(block, of: document) }
    begin()
    usesScratch = true
    hasUndivided = true
    language = Int(document.runs[block.runRange.lowerBound].language)
    var next = 0
    for index in block.runRange {
      let run = document.runs[index]
      if run.style.contains(.noWrap) { hasNoWrap = true }
      let isReading = next < readings.count && readings[next].runs.contains(index)
      if isReading {
        if index == readings[next].runs.lowerBound { endBase(of: &readings[next], run.style) }
        if index == readings[next].runs.upperBound - 1 { next += 1 }
      } else if next < readings.count, run.textRange.contains(readings[next].base.lowerBound) {
        copy(run, withBaseOf: &readings[next], of: document)
      } else {
        copy(run, of: document)
      }
      endRun(of: run, at: scratch.count)
    }
    range = 0..<scratch.count
    rewind()
  }

  /// Takes a run in which a base begins.
  private mutating func copy(
    _ run: Run, withBaseOf reading: inout RaisedReading, of document: ContentDocument
  ) {
    var (before, base) = (run, run)
    if run.shownStart < 0 { base.textStart = Int32(reading.base.lowerBound) }
    before.textEnd = base.textStart
    if !before.textRange.isEmpty { copy(before, of: document) }
    reading.shown = scratch.count..<scratch.count
    keepRoom(reading.left, at: Int(base.textStart), run.style)
    copy(base, of: document, joins: false)
  }

  private mutating func endBase(of reading: inout RaisedReading, _ style: TextStyle) {
    keepRoom(reading.right, at: reading.base.upperBound, style)
    reading.shown = reading.shown.lowerBound..<scratch.count
    stretches.append(
      Stretch(
        start: scratch.count, end: scratch.count, source: .ornament, sourceStart: 0,
        textStart: reading.text.lowerBound, textEnd: reading.text.upperBound, style: style,
        link: -1, meaning: .reading))
  }

  /// Cells beside a base that nothing is shown in. To whoever breaks lines they are letters.
  private mutating func keepRoom(_ width: Int, at textStart: Int, _ style: TextStyle) {
    if width == 0 { return }
    let start = scratch.count
    scratch.append(contentsOf: repeatElement(UInt8(ascii: "x"), count: width))
    stretches.append(
      Stretch(
        start: start, end: scratch.count, source: .ornament, sourceStart: 0, textStart: textStart,
        textEnd: textStart, style: style, link: -1, meaning: .room))
  }

  /// Takes bytes that stand for no text, such as a picture's alternative text or a marker.
  mutating func takeInsertion(
    _ bytes: ArraySlice<UInt8>, source: Piece.Source, textStart: Int, style: TextStyle = []
  ) {
    begin()
    isInsertion = true
    usesScratch = true
    scratch.append(contentsOf: bytes)
    range = 0..<scratch.count
    stretches.append(
      Stretch(
        start: 0, end: scratch.count, source: source, sourceStart: bytes.startIndex,
        textStart: textStart, textEnd: textStart, style: style, link: -1, meaning: .insertion))
    rewind()
  }

  private mutating func begin() {
    ownRuns.removeAll()
    stretches.removeAll(keepingCapacity: true)
    scratch.removeAll(keepingCapacity: true)
    hyphens.removeAll(keepingCapacity: true)
    usesScratch = false
    hasNoWrap = false
    hasKeptSpace = false
    isInsertion = false
    hasUndivided = false
    language = 0
    languageEnds.removeAll(keepingCapacity: true)
    rewind()
  }

  private mutating func endRun(of run: Run, at end: Int) {
    if let last = languageEnds.indices.last, languageEnds[last].language == Int(run.language) {
      languageEnds[last].end = end
    } else {
      languageEnds.append((end, Int(run.language)))
    }
  }

  private mutating func rewind() {
    current = 0
    scalarShown = stretches.first?.start ?? 0
    scalarText = stretches.first?.textStart ?? 0
  }

  private mutating func append(run: Run) {
    guard run.textStart < run.textEnd else { return }
    let start = Int(run.textStart)
    let end = Int(run.textEnd)
    if let last = stretches.indices.last, stretches[last].end == start,
      stretches[last].style == run.style, stretches[last].link == run.link
    {
      stretches[last].end = end
      stretches[last].textEnd = end
      return
    }
    stretches.append(
      Stretch(
        start: start, end: end, source: .text, sourceStart: start, textStart: start, textEnd: end,
        style: run.style, link: run.link, meaning: .text))
  }

  private mutating func copy(_ run: Run, of document: ContentDocument, joins: Bool = true) {
    let start = scratch.count
    var stretch = Stretch(
      start: start, end: start, source: .text, sourceStart: Int(run.textStart),
      textStart: Int(run.textStart), textEnd: Int(run.textEnd), style: run.style, link: run.link,
      meaning: .text)
    if let shown = run.shownRange {
      scratch.append(contentsOf: document.shownBytes[shown])
      stretch.source = .shown
      stretch.sourceStart = shown.lowerBound
      stretch.meaning = run.textRange.isEmpty ? .insertion : .scalars
    } else {
      scratch.append(contentsOf: document.text[run.textRange])
    }
    stretch.end = scratch.count
    addHyphens(in: stretch, of: document)
    guard stretch.start < stretch.end || !run.textRange.isEmpty else { return }
    if joins, let last = stretches.indices.last, stretches[last].canTake(stretch) {
      stretches[last].end = stretch.end
      stretches[last].textEnd = stretch.textEnd
    } else {
      stretches.append(stretch)
    }
  }

  private mutating func addHyphens(in stretch: Stretch, of document: ContentDocument) {
    guard stretch.meaning != .insertion else { return }
    var text = stretch.textStart
    var shown = stretch.start
    for hyphen in document.softHyphens(in: stretch.textStart..<stretch.textEnd) {
      if stretch.meaning == .text {
        shown = stretch.start + Int(hyphen) - stretch.textStart
      } else {
        while text < Int(hyphen), shown < stretch.end {
          text += document.text[text].scalarLength
          shown += scratch[shown].scalarLength
        }
      }
      if shown > 0, shown < stretch.end { hyphens.append(Int32(shown)) }
    }
  }

  /// The stretch that holds the byte at `offset`; offsets never descend.
  mutating func stretch(at offset: Int) -> Stretch {
    while current + 1 < stretches.count, stretches[current].end <= offset { next() }
    return stretches[current]
  }

  /// The logical offset that a line ending before the byte at `offset` ends at; offsets never descend.
  mutating func textEnd(at offset: Int, in text: [UInt8]) -> Int {
    guard usesScratch, !stretches.isEmpty else { return offset }
    while current + 1 < stretches.count, stretches[current].end < offset { next() }
    // A reading belongs to the line of its base.
    while current + 1 < stretches.count, stretches[current + 1].meaning == .reading,
      stretches[current + 1].start == offset
    {
      next()
    }
    return textOffset(at: offset, in: text)
  }

  /// The logical offset at `offset` of the current stretch.
  mutating func textOffset(at offset: Int, in text: [UInt8]) -> Int {
    let stretch = stretches[current]
    switch stretch.meaning {
    case .text: return stretch.textStart + offset - stretch.start
    case .insertion, .room: return stretch.textStart
    case .reading: return stretch.textEnd
    case .scalars:
      if offset >= stretch.end { return stretch.textEnd }
      while scalarShown < offset {
        scalarShown += scratch[scalarShown].scalarLength
        if scalarText < stretch.textEnd { scalarText += text[scalarText].scalarLength }
      }
      return min(scalarText, stretch.textEnd)
    }
  }

  private mutating func next() {
    current += 1
    scalarShown = stretches[current].start
    scalarText = stretches[current].textStart
  }
}

extension Stretch {
  /// Whether `next` only goes on with what this one shows.
  fileprivate func canTake(_ next: Stretch) -> Bool {
    meaning == .text && next.meaning == .text && end == next.start && textEnd == next.textStart
      && style == next.style && link == next.link
  }
}

extension UInt8 {
  /// Bytes of the scalar that begins with this one.
  fileprivate var scalarLength: Int {
    self < 0xC0 ? 1 : self < 0xE0 ? 2 : self < 0xF0 ? 3 : 4
  }
}

extension ContentDocument {
  /// The soft hyphens at the offsets of `range`.
  func softHyphens(in range: Range<Int>) -> ArraySlice<Int32> {
    guard !softHyphens.isEmpty else { return [] }
    let first = softHyphens.firstIndex(from: 0, notBefore: range.lowerBound)
    return softHyphens[first..<softHyphens.firstIndex(from: first, notBefore: range.upperBound)]
  }
}

extension [Int32] {
  /// Index of the first element that is at least `bound`, in an ascending array.
  fileprivate func firstIndex(from start: Int, notBefore bound: Int) -> Int {
    self[start...].firstPlace { Int($0) >= bound }
  }
}
