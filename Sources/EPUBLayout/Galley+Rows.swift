import EPUBBasics
import EPUBContent

// Lines cover the text in order, so one line stands for all the text of a row, and for that of a table's head
// above records; other lines show most of it. Which ones is told here, by their pieces: once, when all lines
// are set, and only for what is not shown by the line that stands for it, so that other text costs nothing.

extension Galley {
  /// Finds the text that other lines show than those that stand for it; to be called before pages are made.
  mutating func findRowText(in document: ContentDocument, _ pictures: [PictureName]) {
    let runningCount = footNotes?.runningLineCount ?? lines.count
    var finder = RowTextFinder(document, pictures, lineCount: lines.count)
    for range in [0..<runningCount, runningCount..<lines.count] {
      for line in range { finder.findDisplaced(on: line, self, among: range) }
    }
    if !finder.isNeeded { return }
    for range in [0..<runningCount, runningCount..<lines.count] {
      for line in range where finder.standsForOthers[line] {
        finder.takeOwn(of: line, self, among: range)
      }
    }
    rowText = finder.text(of: self)
  }
}

/// A picture that is named in a table.
struct PictureName {
  /// Where its name begins in the ornaments.
  var start: Int32
  var block: Int32
}

private struct RowTextFinder {
  /// Of a line that stands for more than it shows: what is shown, and by which line.
  typealias Stretch = (home: Int, stretch: PlacedText.Stretch)

  private let document: ContentDocument
  private let pictures: [PictureName]
  private(set) var stretches: [Stretch] = []
  private(set) var standsForOthers: [Bool]
  private(set) var isNeeded = false

  init(_ document: ContentDocument, _ pictures: [PictureName], lineCount: Int) {
    self.document = document
    self.pictures = pictures
    standsForOthers = Array(repeating: false, count: lineCount)
  }

  /// What a piece shows: text, or a picture that has none.
  private struct Shown {
    var offset: Int32
    var block: Int32
    var isText: Bool

    func isOwn(of line: Line) -> Bool {
      isText && line.textStart <= offset && offset < line.textEnd
    }
  }

  /// - Parameter range: the lines among which the one is that stands for it.
  mutating func findDisplaced(on index: Int, _ galley: Galley, among range: Range<Int>) {
    let line = galley.lines[index]
    if !line.textRange.isEmpty, document.blocks[Int(line.block)].textStart > line.textStart {
      // A heading stands before the value.
      markHome(index)
    }
    for piece in galley.pieces[line.pieceRange] {
      if piece.textStart < piece.textEnd, line.textStart <= piece.textStart,
        piece.textStart < line.textEnd
      {
        continue
      }
      guard let shown = shown(by: piece), let home = home(of: shown, galley.lines, among: range),
        home != index
      else { continue }
      markHome(home)
      append(shown, on: index, home: home)
    }
  }

  private mutating func markHome(_ line: Int) {
    standsForOthers[line] = true
    isNeeded = true
  }

  mutating func takeOwn(of index: Int, _ galley: Galley, among range: Range<Int>) {
    let line = galley.lines[index]
    for piece in galley.pieces[line.pieceRange] {
      guard let shown = shown(by: piece) else { continue }
      if shown.isText ? shown.isOwn(of: line) : home(of: shown, galley.lines, among: range) == index
      {
        append(shown, on: index, home: index)
      }
    }
  }

  private mutating func append(_ shown: Shown, on line: Int, home: Int) {
    stretches.append(
      (
        home,
        PlacedText.Stretch(textStart: shown.offset, block: shown.block, value: Int32(line))
      ))
  }

  /// The line that stands for it: the last that begins at or before it, and for more than nothing.
  private func home(of shown: Shown, _ lines: [Line], among range: Range<Int>) -> Int? {
    // Of what has no text it is the block that tells its row.
    let next = lines[range].firstPlace { line in
      shown.isText
        ? line.textStart > shown.offset
        : (line.textStart, line.block) > (shown.offset, shown.block)
    }
    var home = next - 1
    while home > range.lowerBound, lines[home].textRange.isEmpty,
      lines[home - 1].block == lines[home].block
    {
      home -= 1
    }
    return home < range.lowerBound || lines[home].textRange.isEmpty ? nil : home
  }

  private func shown(by piece: Piece) -> Shown? {
    if piece.textStart < piece.textEnd {
      return Shown(
        offset: piece.textStart, block: Int32(block(holding: piece.textStart)), isText: true)
    }
    guard piece.source == .ornament, !piece.range.isEmpty, !pictures.isEmpty else { return nil }
    let index = pictures.firstPlace { $0.start >= piece.start }
    guard index < pictures.count, pictures[index].start == piece.start else { return nil }
    let block = pictures[index].block
    return Shown(offset: document.blocks[Int(block)].textStart, block: block, isText: false)
  }

  /// All that was found, in text order.
  mutating func text(of galley: Galley) -> PlacedText {
    // Lines of notes come after all others, whatever their text.
    stretches.sort { a, b in
      (galley.lines[a.home].textStart, a.stretch.textStart, a.stretch.block, a.stretch.value)
        < (galley.lines[b.home].textStart, b.stretch.textStart, b.stretch.block, b.stretch.value)
    }
    var text = PlacedText()
    var start = 0
    while start < stretches.count {
      let home = stretches[start].home
      let end = stretches[start...].firstIndex { $0.home != home } ?? stretches.count
      let line = galley.lines[home]
      text.append(
        line.textStart..<line.textEnd, blocks: blocks(of: home, galley.lines),
        stretches[start..<end].lazy.map(\.stretch))
      start = end
    }
    return text
  }

  private func blocks(of home: Int, _ lines: [Line]) -> Range<Int32> {
    let line = lines[home]
    let first = min(line.block, Int32(block(holding: line.textStart)))
    let next = lines[(home + 1)...].first { $0.block != line.block || !$0.textRange.isEmpty }
    let end = Int32(document.blocks.count)
    // What comes next may begin with a heading that stands elsewhere.
    let text = Int(line.textEnd) < document.text.count ? Int32(block(holding: line.textEnd)) : end
    return first..<max(first, min(next?.block ?? end, text))
  }

  private func block(holding offset: Int32) -> Int {
    max(0, min(document.blocks.firstPlace { $0.textEnd > offset }, document.blocks.count - 1))
  }
}
