import EPUBBasics
import EPUBContent
import EPUBSegmentation

extension Compositor {
  /// Ends a line of text: its marker, its pieces, its hyphen, and what closes its directions.
  mutating func emit(_ line: TextLine, of block: Int, _ bytes: [UInt8]) {
    var firstPiece = pieces.count
    let filling = line.isJustified ? filling(of: line, bytes) : nil
    let width = line.width + (line.showsHyphen ? 1 : 0) + (filling?.free ?? 0)
    let side = order.isActive ? self.side(of: line, in: block) : line.side
    var column =
      marker == nil
      ? self.column(of: width, in: line.edges, side)
      : appendMarker(width: width, in: line.edges, side)
    if line.isContinued { appendContinuation(at: column - LineShape.continuationWidth) }
    let firstText = pieces.count
    if hasDirectionalControls { reopenDirections(at: column) }
    if hasTabs {
      column = appendTabbedText(line, at: column, bytes)
    } else if let filling {
      column = appendFilled(line, filling, at: column, bytes)
    } else {
      appendPieces(line.start..<line.visibleEnd, width: line.width, at: column, bytes)
      column += line.width
    }
    if line.showsHyphen {
      appendHyphen(at: column)
      column += 1
    }
    if hasDirectionalControls {
      closeDirections(in: bytes, line.start..<line.visibleEnd, at: column)
    }
    if pieces.last?.style.contains(.floatsRight) == true { flushFloat(from: firstText, of: line) }
    if order.isActive { VisualOrder.arrange(&pieces[firstText...]) }
    if nextReading < readings.count {
      firstPiece = raiseReadings(of: line, of: block, firstPiece: firstPiece)
    }
    endLine(
      of: block, firstPiece: firstPiece, textEnd: shown.textEnd(at: line.end, in: document.text))
    if pieces.count == firstPiece { hasBlankLine = true }
    // A page should not turn within a word.
    if line.showsHyphen { lines[lines.count - 1].flags.insert(.prefersNext) }
  }

  /// Appends the pieces of `range` of the shown text, one for each stretch of it.
  mutating func appendPieces(
    _ range: Range<Int>, width: Int, at column: Int, _ bytes: [UInt8]
  ) {
    var start = range.lowerBound
    var column = column
    var left = width
    while start < range.upperBound {
      let stretch = shown.stretch(at: start)
      var end = min(range.upperBound, max(stretch.end, start + 1))
      if stretch.meaning == .room {
        column += end - start
        left -= end - start
        start = end
        continue
      }
      var level: UInt8 = 0
      if order.isActive {
        let run = order.levelRun(at: start)
        end = min(end, Int(run.end))
        level = run.level
      }
      let textStart = shown.textOffset(at: start, in: document.text)
      let textEnd = shown.textOffset(at: end, in: document.text)
      var width = left
      if end < range.upperBound {
        // Only a line without other characters than ASCII is as wide as it has bytes.
        width =
          left == range.upperBound - start && segmenter.measurer == nil
          ? end - start : min(left, segmenter.width(of: bytes, in: start..<end))
      }
      let sourceStart = stretch.sourceStart + start - stretch.start
      pieces.append(
        Piece(
          column: Int32(column), width: Int32(width), source: stretch.source, style: stretch.style,
          start: Int32(sourceStart), end: Int32(sourceStart + end - start),
          textStart: Int32(textStart), textEnd: Int32(textEnd), link: stretch.link))
      if level > 0 { pieces[pieces.count - 1].level = level }
      column += width
      left -= width
      start = end
    }
  }

  /// The same where tabs are among the text: they are shown as blanks up to the next of the stops, which
  /// stand every `tabSize` cells from the line's edge. Returns the column after the text.
  private mutating func appendTabbedText(_ line: TextLine, at column: Int, _ bytes: [UInt8]) -> Int
  {
    var end = line.visibleEnd
    while end > line.start, bytes[end - 1] == Self.tab || bytes[end - 1] == 0x20 { end -= 1 }
    var position = column
    var start = line.start
    while start < end {
      if bytes[start] == Self.tab {
        let width = Self.tabWidth(at: position - column, tabSize)
        appendBlanks(width, for: start..<start + 1, at: position)
        position += width
        start += 1
      } else {
        let stop = bytes[start..<end].firstIndex(of: Self.tab) ?? end
        let width = segmenter.width(of: bytes, in: start..<stop)
        appendPieces(start..<stop, width: width, at: position, bytes)
        position += width
        start = stop
      }
    }
    return position
  }

  /// Appends blanks that stand for `range` of the shown text.
  mutating func appendBlanks(_ width: Int, for range: Range<Int>, at column: Int) {
    if shared.blankCount < width || shared.blanks < 0 {
      shared.blanks = ornaments.count
      shared.blankCount = max(8, width)
      ornaments.append(contentsOf: repeatElement(0x20, count: shared.blankCount))
    }
    let stretch = shown.stretch(at: range.lowerBound)
    let textStart = shown.textOffset(at: range.lowerBound, in: document.text)
    let textEnd = shown.textOffset(at: range.upperBound, in: document.text)
    pieces.append(
      Piece(
        column: Int32(column), width: Int32(width), source: .ornament, style: stretch.style,
        start: Int32(shared.blanks), end: Int32(shared.blanks + width),
        textStart: Int32(textStart), textEnd: Int32(textEnd), link: stretch.link))
    // A tab parts fields: it goes the paragraph's way (UAX #9, L1); a widened space goes with its line.
    if order.isActive {
      let offset = range.lowerBound
      pieces[pieces.count - 1].level =
        shownBytes[offset] == Self.tab
        ? order.baseLevel(at: offset) : order.levelRun(at: offset).level
    }
  }

  private mutating func appendHyphen(at column: Int) {
    if shared.hyphen < 0 {
      shared.hyphen = ornaments.count
      ornaments.append(UInt8(ascii: "-"))
    }
    let last = pieces.last
    appendOrnament(
      shared.hyphen..<shared.hyphen + 1, width: 1, at: column, style: last?.style ?? [],
      link: last?.link ?? -1, textAt: last?.textEnd ?? coveredEnd)
  }

  /// Marks a line as the rest of one that was too long.
  private mutating func appendContinuation(at column: Int) {
    if shared.continuation < 0 {
      shared.continuation = ornaments.count
      ornaments.append(contentsOf: "↳".utf8)
    }
    appendOrnament(
      shared.continuation..<shared.continuation + 3, width: 1, at: column, textAt: coveredEnd)
  }

  /// Appends a piece of `ornaments`.
  mutating func appendOrnament(
    _ range: Range<Int>, width: Int, at column: Int, style: TextStyle = [], link: Int32 = -1,
    textAt offset: Int32
  ) {
    pieces.append(
      Piece(
        column: Int32(column), width: Int32(width), source: .ornament, style: style,
        start: Int32(range.lowerBound), end: Int32(range.upperBound), textStart: offset,
        textEnd: offset, link: link))
    // A hyphen, or what closes directions, goes with what it follows.
    if order.isActive, pieces.count > 1 {
      pieces[pieces.count - 1].level = pieces[pieces.count - 2].level
    }
  }
}

extension Compositor {
  /// Opens again what the line before had to close.
  fileprivate mutating func reopenDirections(at column: Int) {
    guard !directions.open.isEmpty else { return }
    let start = ornaments.count
    for control in directions.open { control.append(to: &ornaments) }
    appendOrnament(
      start..<ornaments.count, width: 0, at: column, textAt: coveredEnd)
  }

  /// Closes what `range` of a line leaves open, after it.
  mutating func closeDirections(in bytes: [UInt8], _ range: Range<Int>, at column: Int) {
    directions.read(bytes, range)
    guard !directions.open.isEmpty else { return }
    let start = ornaments.count
    for control in directions.open.reversed() { control.closing.append(to: &ornaments) }
    directions.limit()
    appendOrnament(
      start..<ornaments.count, width: 0, at: column, textAt: pieces.last?.textEnd ?? coveredEnd)
  }
}
