import EPUBBasics
import EPUBContent
import EPUBSegmentation

// Readings of ruby above their bases. A reading goes with the base right before it, which is then never parted
// by a line's end; where the reading is wider, blanks are left around the base, so that no two readings ever
// meet. The readings of a line are a line of their own above it, of ornaments: what they stand for is text of
// the line below. A second reading of one base, one without any base and one wider than a line stay
// `base(reading)`, and so do all where nobody knows how wide things are shown: in cells of tables, in paragraphs
// with text that runs from right to left, in fonts of a host, and where white space counts. There a short
// reading is not parted by a line's end either.

/// A reading that is shown above its base.
struct RaisedReading {
  /// Logical text of the base, and that of the reading right after it.
  var base: Range<Int>
  var text: Range<Int>
  /// Indices of the reading's runs, those of its parentheses among them.
  var runs: Range<Int>
  /// What is shown, in the ornaments.
  var ornament: Range<Int>
  var width: Int
  /// Blanks before and after the base.
  var left: Int
  var right: Int
  /// The base with its blanks in the shown text.
  var shown = 0..<0
}

extension Compositor {
  /// Finds the readings of a block that can stand above their bases on lines of `room` cells.
  mutating func findReadings(of index: Int, room: Int, in frame: Frame) {
    let block = document.blocks[index]
    guard options.rubyStandsAbove, !document.rubyBases.isEmpty, !frame.isCell,
      block.table < 0, !block.style.keepsSpace, segmenter.measurer == nil, !turnsDirection(block)
    else { return }
    var last = block.textRange.lowerBound
    var run = block.runRange.lowerBound
    while run < block.runRange.upperBound {
      guard document.runs[run].style.contains(.rubyText) else {
        run += 1
        continue
      }
      let runs = document.reading(from: run, before: block.runRange.upperBound)
      if let reading = reading(runs, after: last, of: block, room: room) {
        readings.append(reading)
      }
      run = runs.upperBound
      last = Int(document.runs[run - 1].textEnd)
    }
  }

  /// Whether anything of a block may run from right to left.
  private func turnsDirection(_ block: Block) -> Bool {
    guard mayReorder else { return false }
    return hasDirectionalControls || block.style.isRightToLeft
      || !Array(document.text[block.textRange]).directionTraits.isEmpty
      || document.runs[block.runRange].contains { run in
        run.embedding != 0
          || run.shownRange.map { !Array(document.shownBytes[$0]).directionTraits.isEmpty } == true
      }
  }

  private mutating func reading(
    _ runs: Range<Int>, after last: Int, of block: Block, room: Int
  ) -> RaisedReading? {
    let text =
      Int(
        document.runs[runs.lowerBound].textStart)..<Int(
        document.runs[runs.upperBound - 1].textEnd)
    guard runs.count > 2, let base = document.rubyBase(endingAt: text.lowerBound, after: last)
    else { return nil }
    let baseWidth = width(ofShown: base, in: block.firstRun..<Int32(runs.lowerBound))
    let start = ornaments.count
    for run in runs.dropFirst().dropLast() {
      ornaments += document.shown(document.runs[run]).map { $0 < 0x20 ? 0x20 : $0 }
    }
    let ornament = start..<ornaments.count
    let width = segmenter.width(of: ornaments, in: ornament)
    // Letters need a blank between readings; kana do not.
    let isNarrow = width <= ornaments[ornament].count { $0 & 0xC0 != 0x80 }
    let blanks = max(0, width + (isNarrow ? 1 : 0) - baseWidth)
    let left = (max(0, width - baseWidth) + 1) / 2
    guard width > 0, baseWidth > 0, baseWidth + blanks <= room else {
      ornaments.removeLast(ornament.count)
      return nil
    }
    return RaisedReading(
      base: base, text: text, runs: runs, ornament: ornament, width: width, left: left,
      right: blanks - left)
  }

  /// Cells of what is shown for a part of the text.
  private func width(ofShown text: Range<Int>, in runs: Range<Int32>) -> Int {
    var width = 0
    for index in runs.reversed() {
      let run = document.runs[Int(index)]
      if Int(run.textEnd) < text.lowerBound { break }
      if run.style.contains(.rubyText) { continue }
      let part = run.textRange.clamped(to: text)
      if let shown = run.shownRange {
        let isInside = !part.isEmpty || text.contains(Int(run.textStart))
        width += isInside ? segmenter.width(of: document.shownBytes, in: shown) : 0
      } else {
        width += segmenter.width(of: document.text, in: part)
      }
    }
    return width
  }

  /// Ends a block.
  mutating func forgetReadings() {
    if readings.isEmpty { return }
    raisedText += readings.map(\.text)
    readings.removeAll(keepingCapacity: true)
    nextReading = 0
  }

  /// Makes one atom of all that stands under one reading.
  mutating func joinBases() { joinAtoms(across: readings.map(\.shown)) }

  /// Keeps each reading that stands behind its base on one line, where it is short.
  mutating func joinReadings(room: Int) {
    var groups: [Range<Int>] = []
    for stretch in shown.stretches
    where stretch.style.contains(.rubyText) && stretch.start < stretch.end {
      if let last = groups.last, last.upperBound == stretch.start {
        groups[groups.count - 1] = last.lowerBound..<stretch.end
      } else {
        groups.append(stretch.start..<stretch.end)
      }
    }
    let bytes = shownBytes
    let limit = min(Self.shortReadingWidth, room / 3)
    groups.removeAll { segmenter.width(of: bytes, in: $0) > limit }
    if !groups.isEmpty { shown.hasUndivided = true }
    joinAtoms(across: groups)
  }

  private static let shortReadingWidth = 16

  /// Takes away the places to break a line within ranges of the shown text.
  private mutating func joinAtoms(across ranges: [Range<Int>]) {
    guard !ranges.isEmpty else { return }
    var kept = 0
    var range = 0
    for index in atoms.indices {
      let start = kept > 0 ? Int(atoms[kept - 1].end) : 0
      while range < ranges.count, ranges[range].upperBound <= start { range += 1 }
      let isInside =
        kept > 0 && range < ranges.count && ranges[range].lowerBound < start
        && atoms[kept - 1].breakAfter != .forced && atoms[kept - 1].spaceWidth >= 0
      if isInside, atoms[index].spaceWidth >= 0 {
        let width = atoms[kept - 1].width + atoms[kept - 1].spaceWidth + atoms[index].width
        atoms[kept - 1] = atoms[index]
        atoms[kept - 1].width = width
      } else {
        atoms[kept] = atoms[index]
        kept += 1
      }
    }
    atoms.removeLast(atoms.count - kept)
  }

  /// Whether some of the shown text stands under a reading.
  func isUnderReading(_ range: Range<Int>) -> Bool {
    readings.contains { $0.shown.overlaps(range) }
  }
}

// Lines
extension Compositor {
  /// Sets the readings of a line above it, before it is ended; returns where its own pieces begin then.
  mutating func raiseReadings(of line: TextLine, of block: Int, firstPiece: Int) -> Int {
    var raised: [Piece] = []
    var free = line.edges.left
    while nextReading < readings.count, readings[nextReading].shown.lowerBound < line.visibleEnd {
      let reading = readings[nextReading]
      nextReading += 1
      let base = cells(of: reading.base, from: firstPiece) ?? free..<free
      let centered = base.lowerBound + (base.count - reading.width) >> 1
      let column = max(free, min(centered, line.edges.right - reading.width))
      let run = document.runs[reading.runs.lowerBound + 1]
      raised.append(
        Piece(
          column: Int32(column), width: Int32(reading.width), source: .ornament,
          style: run.style, start: Int32(reading.ornament.lowerBound),
          end: Int32(reading.ornament.upperBound), textStart: coveredEnd, textEnd: coveredEnd,
          link: run.link))
      free = column + reading.width
    }
    guard !raised.isEmpty else { return firstPiece }
    raised[0].beginsGroup = true
    addSides(to: &raised)
    pieces.insert(contentsOf: raised, at: firstPiece)
    lines.append(
      Line(
        block: Int32(block), textStart: coveredEnd, textEnd: coveredEnd,
        firstPiece: Int32(firstPiece), pieceCount: Int32(raised.count),
        flags: [.isRaised, .keepsWithNext]))
    return firstPiece + raised.count
  }

  /// The cells that a part of the text takes on the line whose pieces are being made.
  private func cells(of text: Range<Int>, from firstPiece: Int) -> Range<Int>? {
    var cells: Range<Int>?
    for piece in pieces[firstPiece...] where piece.textRange.overlaps(text) {
      let own = Int(piece.column)..<Int(piece.column + piece.width)
      cells =
        cells.map { min($0.lowerBound, own.lowerBound)..<max($0.upperBound, own.upperBound) }
        ?? own
    }
    return cells
  }

  /// Readings take a row that is free above their line; where none is, the line takes one more. One free row
  /// between two blocks stays, for it parts them.
  mutating func giveReadingsRows(_ range: ClosedRange<Int>, in frame: Frame) {
    for line in range where lines[line].flags.contains(.isRaised) {
      lines[line].rows = 1
      if line > frame.firstLine, lines[line - 1].rows > 1, lines[line - 1].image < 0 {
        lines[line - 1].rows -= 1
      } else if lines[line].spaceAbove > 1 {
        lines[line].spaceAbove -= 1
      }
    }
  }
}

extension ContentDocument {
  /// The runs of one reading from its first on: up to the parenthesis that closes it.
  fileprivate func reading(from first: Int, before limit: Int) -> Range<Int> {
    var end = first
    while end < limit, runs[end].style.contains(.rubyText) {
      end += 1
      if end - first > 1, runs[end - 1].textRange.isEmpty,
        shown(runs[end - 1]).elementsEqual(")".utf8)
      {
        break
      }
    }
    return first..<end
  }

  fileprivate func shown(_ run: Run) -> ArraySlice<UInt8> {
    run.shownRange.map { shownBytes[$0] } ?? text[run.textRange]
  }

  /// The base that ends at an offset, without white space at its ends; `nil` where there is none.
  fileprivate func rubyBase(endingAt end: Int, after last: Int) -> Range<Int>? {
    let next = rubyBases.firstPlace { Int($0) > end }
    guard next > 0 else { return nil }
    var start = max(last, Int(rubyBases[next - 1]))
    var end = end
    while start < end, text[start] <= 0x20 { start += 1 }
    while start < end, text[end - 1] <= 0x20 { end -= 1 }
    return start < end ? start..<end : nil
  }
}
