import EPUBBasics
import EPUBContent
import EPUBLayout

// Lines, places and pages of one chapter.
extension Chapter {
  /// Where lines of it stand below one another on a page or in a view: the row of each, from 0. The
  /// text of a line stands on its first row.
  public func rows(of lines: Range<Int>) -> [(row: Int, line: Int)] { galley.rows(of: lines) }

  /// Where a line begins; where the chapter does, when it has none. At the foot of a page that is its
  /// note's place, for the rule that of the first line below it; in a row of a table that of the first text
  /// which the line shows, or the next one that shows some.
  public func place(ofLine line: Int) -> Place {
    guard galley.lines.indices.contains(line) else {
      return Place(TextPosition(spine: spine, offset: 0), block: 0)
    }
    if let place = rowPlace(ofLine: line) { return place }
    if galley.lines[line].flags.contains(.isFoot),
      let shown = galley.footText.shown(on: line..<line + 2).first
    {
      return Place(
        TextPosition(spine: spine, offset: shown.text.lowerBound), block: shown.block)
    }
    return runningPlace(ofLine: line)
  }

  /// The same in the order of the running text, in which lines at the foot of a page stand right before what
  /// comes next.
  func runningPlace(ofLine line: Int) -> Place {
    let line = galley.lines[line]
    return Place(TextPosition(spine: spine, offset: Int(line.textStart)), block: Int(line.block))
  }

  /// The line that holds a place of this chapter: the last that begins at or before it, 0 where there
  /// is none; of a note at the foot of a page the line there.
  public func line(holding place: Place) -> Int {
    if let line = galley.placedLine(of: place) { return line }
    return galley.lines.lastLine { line in
      place.block >= 0
        ? (Int(line.textStart), Int(line.block)) > (place.position.offset, place.block)
        : Int(line.textStart) > place.position.offset
    }
  }

  /// The page, from 0, that a line stands on.
  public func page(ofLine line: Int) -> Int {
    // The first page begins before any line that there is.
    pages.firstLines.dropFirst().firstPlace { Int($0) > line } - 1
  }

  /// The line that begins the page on which `line` stands.
  func pageTop(of line: Int) -> Int { Int(pages.firstLines[page(ofLine: line)]) }

  func beginsPage(_ line: Int) -> Bool { pageTop(of: line) == line }

  /// How many lines behind a line begin at the very same place: those without a text of their own, such as
  /// borders; negative where these come behind the line that the place leads to.
  func repeats(ofLine line: Int) -> Int {
    galley.lines.isEmpty ? 0 : self.line(holding: place(ofLine: line)) - line
  }

  /// The line that begins at a place and has `repeats` lines like it behind it, as far as there are so
  /// many; else the one that holds the place.
  func line(holding place: Place, repeats: Int) -> Int {
    var line = self.line(holding: place)
    var left = repeats
    while left > 0, line > 0, self.place(ofLine: line - 1) == self.place(ofLine: line) {
      line -= 1
      left -= 1
    }
    while left < 0, line + 1 < galley.lines.count,
      self.place(ofLine: line + 1) == self.place(ofLine: line)
    {
      line += 1
      left += 1
    }
    return line
  }

  /// The running text of some of its lines.
  public func textRange(of lines: Range<Int>) -> Range<Int> {
    guard let last = lines.last else { return 0..<0 }
    return Int(galley.lines[lines.lowerBound].textStart)..<Int(galley.lines[last].textEnd)
  }

  /// Whether some of its lines show an offset of the text.
  public func shows(_ offset: Int, on lines: Range<Int>) -> Bool {
    shownText(of: lines).contains { $0.contains(offset) }
  }

  /// The blocks of which text is shown on some of its lines, in order.
  public func blocks(of lines: Range<Int>) -> [Int] {
    var blocks: [Int] = Array(runningBlocks(of: lines))
    let foot = galley.footText.shown(on: lines)
    if foot.isEmpty { return blocks }
    for part in foot {
      blocks.append(part.block)
      if !part.text.isEmpty {
        blocks += part.block...document.block(holding: part.text.upperBound - 1)
      }
    }
    return Set(blocks).sorted()
  }

  private func runningBlocks(of lines: Range<Int>) -> Range<Int> {
    var first = Int.max
    var end = 0
    for line in galley.lines[lines] where !line.flags.contains(.isFoot) {
      first = min(first, Int(line.block))
      end = max(end, Int(line.block) + 1)
      // A line of a table's row shows text of all cells, whose blocks come behind its own.
      for piece in galley.pieces[line.pieceRange] where !piece.textRange.isEmpty {
        let block = document.block(holding: Int(piece.textStart))
        (first, end) = (min(first, block), max(end, block + 1))
      }
    }
    return first < end ? first..<end : 0..<0
  }

  /// What the survey keeps of its pages.
  var surveyedPages: SurveyedPages {
    SurveyedPages(
      starts: pageStarts, footText: galley.footText.mapped { page(ofLine: $0) },
      rowText: pagesOfRows)
  }

  private var pageStarts: [Survey.PageStart] {
    pages.firstLines.map { line in
      galley.lines.isEmpty
        ? Survey.PageStart(offset: 0, block: 0)
        : Survey.PageStart(
          offset: galley.lines[Int(line)].textStart, block: galley.lines[Int(line)].block)
    }
  }
}

extension Galley {
  /// The line that shows a place, where the order of lines does not tell it.
  func placedLine(of place: Place) -> Int? {
    rowText.value(of: place) ?? footText.value(of: place)
  }
}

extension [Line] {
  /// The line before the first of which `isAfter` is true, at least 0; lines after it are so, too.
  fileprivate func lastLine(before isAfter: (Line) -> Bool) -> Int {
    Swift.max(0, dropFirst().firstPlace(where: isAfter) - 1)
  }
}
