import EPUBBasics
import EPUBContent
import EPUBLayout

// What lines show of tables whose cells stand side by side: one line stands for all the text of a row, and
// the lines below it, on other pages perhaps, show most of it.
extension Chapter {
  /// Where a line begins that shows text of a row, or stands by such a line; `nil` for all others.
  func rowPlace(ofLine line: Int) -> Place? {
    if galley.rowText.isEmpty { return nil }
    let lines = galley.lines
    var first = line
    while first + 1 < lines.count, lines[first].flags.contains(.isRepeated) { first += 1 }
    let running = runningPlace(ofLine: first)
    let holder = galley.rowText.value(of: running)
    if !lines[first].textRange.isEmpty {
      return holder ?? first == first ? nil : shownPlace(ofLine: first)
    }
    if let place = shownPlace(ofLine: first) { return place }
    return neighbourPlace(ofLine: first, isInRow: holder != nil)
  }

  /// Where a line without a text of its own stands: with the next one on its page that has some, or where the
  /// row above it ends.
  private func neighbourPlace(ofLine first: Int, isInRow: Bool) -> Place? {
    let lines = galley.lines
    let page = page(ofLine: first)
    if !isInRow, page == self.page(ofLine: line(holding: runningPlace(ofLine: first))),
      leadsBack(runningPlace(ofLine: first))
    {
      return nil
    }
    for index in first + 1..<max(first + 1, pages.lines(of: page).upperBound) {
      if let place = shownPlace(ofLine: index) { return place }
      if !lines[index].textRange.isEmpty || lines[index].flags.contains(.isFoot) {
        return place(ofLine: index)
      }
    }
    let above = lines[..<first].suffix(while: { $0.standsBeside(lines[first]) }).indices
    if let place = above.reversed().lazy.compactMap({ shownPlace(ofLine: $0) }).first {
      return place
    }
    return above.lowerBound > 0 && isInRow ? place(ofLine: above.lowerBound - 1) : nil
  }

  /// Whether the line that holds a place is told to begin there.
  private func leadsBack(_ place: Place) -> Bool {
    let holder = line(holding: place)
    return galley.lines[holder].textRange.isEmpty
      ? shownPlace(ofLine: holder) == nil : self.place(ofLine: holder) == place
  }

  /// The first place that a line shows, of those that lead to it; `nil` where the order of lines does.
  private func shownPlace(ofLine index: Int) -> Place? {
    let line = galley.lines[index]
    let least = line.textRange.isEmpty ? 0 : line.textStart
    let offset = galley.pieces[line.pieceRange].lazy
      .filter { $0.textStart < $0.textEnd && $0.textStart >= least }.map(\.textStart).min()
    if let offset {
      let place = Place(
        TextPosition(spine: spine, offset: Int(offset)), block: document.block(holding: Int(offset))
      )
      return galley.placedLine(of: place) == index ? place : nil
    }
    if line.flags.contains(.isFoot) { return nil }
    // A picture, perhaps.
    let start = Int(line.textStart)
    return galley.rowText.shown(on: index..<index + 1, within: start..<start).first.map {
      Place(TextPosition(spine: spine, offset: $0.text.lowerBound), block: $0.block)
    }
  }

  /// The logical text that some of its lines show, in the order in which it is seen: what runs, then what
  /// stands at the foot of pages; that of tables in the order of the text.
  public func shownText(of lines: Range<Int>) -> [Range<Int>] {
    let running = textRange(of: lines)
    if galley.footText.isEmpty && galley.rowText.isEmpty { return [running] }
    let foot = galley.footText.shown(on: lines).map(\.text)
    let least = galley.lines[lines].reduce(running.lowerBound) { least, line in
      galley.pieces[line.pieceRange].reduce(least) { min($0, Int($1.textStart)) }
    }
    let window = foot.isEmpty ? least..<running.upperBound : 0..<Int.max
    let rows = galley.rowText.shown(on: lines, within: window).map(\.text)
    let isInFoot = { galley.footText.value(at: $0) != nil }
    return [
      merged(
        galley.footText.otherText(of: running), with: rows.filter { !isInFoot($0.lowerBound) }),
      merged(foot, with: rows.filter { isInFoot($0.lowerBound) }),
    ].flatMap { $0 }.joinedAtEnds
  }

  /// Text without that of rows, with what is shown of these.
  private func merged(_ text: [Range<Int>], with rows: [Range<Int>]) -> [Range<Int>] {
    if galley.rowText.isEmpty { return text }
    let others = text.flatMap { galley.rowText.otherText(of: $0) }
    return rows.isEmpty ? others : (others + rows).sorted { $0.lowerBound < $1.lowerBound }
  }

  /// The text of rows that stand on more than one page, with their pages from 0.
  var pagesOfRows: PlacedText {
    galley.rowText.mapped {
      page(ofLine: $0)
    } where: { part, stretches in
      let first = Place(
        TextPosition(spine: spine, offset: Int(part.text.lowerBound)),
        block: Int(part.blocks.lowerBound))
      return stretches.count > 1 || Int(stretches[0].value) != orderedPage(of: first)
    }
  }
}

extension Line {
  /// Whether both stand for no text, and in the same block or note.
  fileprivate func standsBeside(_ other: Line) -> Bool {
    textRange.isEmpty && block == other.block
      && flags.contains(.isFoot) == other.flags.contains(.isFoot)
  }
}

extension RandomAccessCollection where Index == Int {
  /// The elements at its end of which all are so.
  fileprivate func suffix(while holds: (Element) -> Bool) -> SubSequence {
    var start = endIndex
    while start > startIndex, holds(self[start - 1]) { start -= 1 }
    return self[start...]
  }
}

extension PlacedText {
  func value(of place: Place) -> Int? { value(at: place.position.offset, block: place.block) }
}

extension [Range<Int>] {
  /// Neighbours that touch as one.
  fileprivate var joinedAtEnds: [Range<Int>] {
    reduce(into: []) { joined, next in
      if let last = joined.last, last.upperBound == next.lowerBound, !last.isEmpty {
        joined[joined.count - 1] = last.lowerBound..<next.upperBound
      } else {
        joined.append(next)
      }
    }
  }
}
