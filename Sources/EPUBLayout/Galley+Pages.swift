import EPUBBasics

extension Galley {
  /// Makes pages: shows the heads of tables again where their bodies go on on another page, and puts notes
  /// at the foot of theirs. To be called once.
  ///
  /// - Parameter height: rows of a page, at least 1.
  public mutating func makePages(height: Int) -> PageTable {
    if let footNotes { return setFeet(footNotes, height: max(1, height)) }
    let table = PageTable(of: self, height: height)
    guard !tableHeads.isEmpty else { return table }
    var firstLines: [Int32] = []
    var made: [Line] = []
    var places: [Int32] = []
    for page in 0..<table.count {
      let range = table.lines(of: page)
      firstLines.append(Int32(made.count))
      let head = tableHeads.head(repeatedAt: range.lowerBound, lines, height: height)
      if let head {
        for index in head.head {
          made.append(repeated(lines[index], before: lines[range.lowerBound]))
        }
      }
      if !rowText.isEmpty { places += Int32(made.count)..<Int32(made.count + range.count) }
      made += lines[range]
      if head != nil { made[made.count - range.count].withholdSpace() }
    }
    lines = made
    rowText = rowText.mapped { Int(places[$0]) }
    return PageTable(firstLines: firstLines, lineCount: made.count)
  }

  /// The same line once more: its pieces stand for no text.
  mutating func repeated(_ line: Line, before next: Line) -> Line {
    var line = line
    let first = pieces.count
    for index in line.pieceRange {
      var piece = pieces[index]
      (piece.textStart, piece.textEnd) = (next.textStart, next.textStart)
      pieces.append(piece)
    }
    line.firstPiece = Int32(first)
    line.block = next.block
    (line.textStart, line.textEnd) = (next.textStart, next.textStart)
    line.flags = line.flags.intersection(.isReordered).union([.isRepeated, .keepsWithNext])
    return line
  }
}

extension Line {
  /// Free rows vanish at the top of a page.
  fileprivate mutating func withholdSpace() {
    withheldRows += UInt8(min(spaceAbove, UInt16(UInt8.max - withheldRows)))
    spaceAbove = 0
  }
}

extension [Galley.TableHead] {
  /// More than any head that can be read has.
  private static var maximumPieceCount: Int { 1000 }

  /// The head that is shown again on a page that begins with `line`; `nil` where it would take more than a
  /// third of the page.
  func head(repeatedAt line: Int, _ lines: [Line], height: Int) -> Element? {
    let next = firstPlace { $0.body.upperBound > line }
    guard next < count, self[next].body.contains(line) else { return nil }
    let pieceCount = self[next].head.reduce(0) { $0 + Int(lines[$1].pieceCount) }
    return self[next].rows(lines) * 3 <= height && pieceCount <= Self.maximumPieceCount
      ? self[next] : nil
  }
}

extension Galley.TableHead {
  /// Rows that it takes at the top of a page.
  func rows(_ lines: [Line]) -> Int {
    head.reduce(0) { rows, index in
      rows + max(1, Int(lines[index].rows))
        + (index > head.lowerBound ? Int(lines[index].spaceAbove) : 0)
    }
  }
}
