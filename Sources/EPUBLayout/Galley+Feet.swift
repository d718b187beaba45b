extension Galley {
  /// Puts the lines of notes at the foot of their pages.
  mutating func setFeet(_ notes: FootNotes, height: Int) -> PageTable {
    var fold = FootFold(self, notes, height: height)
    var firstLines: [Int32] = []
    var made: [Line] = []
    made.reserveCapacity(lines.count)
    var places = [Int32](repeating: -1, count: lines.count)
    for page in fold.pages() {
      firstLines.append(Int32(made.count))
      appendRunning(page, height: height, to: &made, &places)
      if page.foot.isEmpty { continue }
      made.append(rule(above: page, notes, &made))
      for (index, line) in zip(page.foot.indices, page.foot) {
        places[line.line] = Int32(made.count)
        let isFirst = index == page.foot.startIndex || line.before == 0
        var set = lines[line.line].inFoot(isFirst: isFirst)
        place(&set, before: page.lines.upperBound, notes)
        made.append(set)
      }
    }
    footText = PlacedText(notes, lines, at: places)
    rowText = rowText.mapped { Int(places[$0]) }
    lines = made
    footNotes = nil
    return PageTable(firstLines: firstLines, lineCount: made.count)
  }

  private mutating func appendRunning(
    _ page: FootedPage, height: Int, to made: inout [Line], _ places: inout [Int32]
  ) {
    guard let first = page.lines.first else { return }
    if let head = tableHeads.head(repeatedAt: first, lines, height: height) {
      for index in head.head { made.append(repeated(lines[index], before: lines[first])) }
    }
    for line in page.lines { places[line] = Int32(made.count + line - first) }
    made += lines[page.lines]
  }

  /// The line between text and notes. Free rows of the line spacing above it may be the notes'.
  private func rule(above page: FootedPage, _ notes: FootNotes, _ made: inout [Line]) -> Line {
    if page.freeRows < 0 { made[made.count - 1].rows -= UInt16(-page.freeRows) }
    var rule = Line(
      block: 0, textStart: 0, textEnd: 0, firstPiece: Int32(notes.rule), pieceCount: 1,
      spaceAbove: UInt16(max(0, page.freeRows)), flags: .isFoot)
    place(&rule, before: page.lines.upperBound, notes)
    return rule
  }

  /// Gives a line at a page's foot its place in the order of the running text: right before what comes next.
  private func place(_ line: inout Line, before next: Int, _ notes: FootNotes) {
    let isLast = next == notes.runningLineCount
    line.block = isLast ? Int32(notes.blockCount) : lines[next].block
    line.textStart = isLast ? lines[next - 1].textEnd : lines[next].textStart
    line.textEnd = line.textStart
  }
}

extension PlacedText {
  /// - Parameter places: for each line of a note where it stands.
  fileprivate init(_ notes: FootNotes, _ lines: [Line], at places: [Int32]) {
    self.init()
    for note in notes.notes where !note.lines.isEmpty {
      append(
        Int32(note.text.lowerBound)..<Int32(note.text.upperBound),
        blocks: Int32(note.blocks.lowerBound)..<Int32(note.blocks.upperBound),
        note.lines.lazy.map { line in
          Stretch(textStart: lines[line].textStart, block: lines[line].block, value: places[line])
        })
    }
  }
}
