import EPUBBasics
import EPUBContent
import EPUBSegmentation

// A table too wide for the measure, under a row of headings: its rows become records, each cell a line
// `heading: value`. The first record shows the headings' own text; where it stands again below, it is an
// ornament and stands for none.

/// What stands before a value.
struct Heading {
  /// Columns counted from its own edge.
  var pieces: [Piece]
  var width: Int
}

extension Compositor {
  /// For each column the cells of the head over it; `nil` where the table has none, or one that holds more
  /// than text.
  func headings(of index: Int) -> [[Table.Cell]]? {
    let table = document.tables[index]
    let count = table.headCount
    guard count > 0, Int(table.columnCount) <= Self.maximumHeadingCount else { return nil }
    var headings = Array(repeating: [Table.Cell](), count: Int(table.columnCount))
    for cell in table.rows[..<count].flatMap(\.cells) where cell.blockCount > 0 {
      let isText = document.blocks[cell.blockRange].allSatisfy {
        $0.image < 0 && $0.kind != .rule && $0.markerStart < 0 && Int($0.table) == index
      }
      guard isText else { return nil }
      for column in cell.columns(of: headings.count) { headings[column].append(cell) }
    }
    // What is longer is no heading to be read again and again.
    let isShort = headings.allSatisfy { cells in
      cells.reduce(0) { $0 + byteCount(of: $1) } <= Self.maximumHeadingByteCount
    }
    return isShort ? headings : nil
  }

  private func byteCount(of cell: Table.Cell) -> Int {
    document.blocks[cell.blockRange].reduce(0) { sum, block in
      document.runs[block.runRange].reduce(sum + block.textRange.count) {
        $0 + ($1.shownRange?.count ?? 0) + 1
      }
    }
  }

  private static let maximumHeadingByteCount = 500

  /// A table of more columns is none that anybody could read by its headings.
  private static let maximumHeadingCount = 64

  mutating func setRecords(
    _ table: Table, _ headings: [[Table.Cell]], _ blocks: Range<Int>, in frame: Frame
  ) {
    let firstHead = table.rows.lazy.flatMap(\.cells).first { $0.blockCount > 0 }
    var next = firstHead.map { Int($0.firstBlock) } ?? blocks.lowerBound
    setBlocks(blocks.lowerBound..<next, in: frame)
    noteWishes(of: document.blocks[next])
    next = headings.joined().map { $0.blockRange.upperBound }.max() ?? next
    var shown: Set<Int32> = []
    var spanning = SpanningCells(columnCount: headings.count)
    for (place, row) in table.rows.dropFirst(table.headCount).enumerated() {
      let first = lines.count
      if place > 0 { pending.rows = max(pending.rows, 1) }
      for column in headings.indices {
        let cell = row.cells.first { Int($0.column) == column && $0.blockCount > 0 }
        if let cell {
          setBlocks(next..<Int(cell.firstBlock), in: frame)
          next = cell.blockRange.upperBound
        }
        // Headings over columns that no record fills must be shown, too.
        let isNew = headings[column].contains { !shown.contains($0.firstBlock) }
        let above = cell == nil ? spanning.cell(in: column, row: place) : nil
        if cell == nil, above == nil, !isNew { continue }
        let line = lines.count
        if let above, canRepeat(above) {
          setRecordCell(above, headings[column], &shown, in: frame, isAgain: true)
        } else {
          setRecordCell(cell, headings[column], &shown, in: frame)
        }
        if line > first, line < lines.count { lines[line].spaceAbove = 0 }
      }
      for line in first..<max(first, lines.count - 1) where !frame.isCell {
        lines[line].flags.insert(.prefersNext)
      }
      spanning.take(row, at: place)
    }
    setBlocks(next..<blocks.upperBound, in: frame)
  }

  private mutating func setRecordCell(
    _ cell: Table.Cell?, _ headings: [Table.Cell], _ shown: inout Set<Int32>, in frame: Frame,
    isAgain: Bool = false
  ) {
    var inner = frame
    if let heading = heading(of: headings, shown), heading.width + 2 <= frame.width / 2,
      let cell, isText(document.blocks[Int(cell.firstBlock)], as: headings[0])
    {
      waitingHeading = heading
    } else if !headings.isEmpty {
      setHeadingLines(headings, shown, in: frame)
      if frame.width > 8 {
        let isRightToLeft = cell.map { document.blocks[Int($0.firstBlock)].style.isRightToLeft }
        inner.width -= 2
        if isRightToLeft == false { inner.left += 2 }
      }
    }
    shown.formUnion(headings.map(\.firstBlock))
    guard let cell else { return }
    let first = lines.count
    if isAgain {
      for index in cell.blockRange { setAgain(index, in: inner) }
    } else {
      setBlocks(cell.blockRange, in: inner)
    }
    waitingHeading = nil
    if first < lines.count, inner.width < frame.width {
      lines[first].spaceAbove = 0
    }
  }

  /// Whether a heading may stand before a cell's first block.
  private func isText(_ block: Block, as heading: Table.Cell) -> Bool {
    block.image < 0 && block.kind != .rule && block.markerStart < 0
      && block.table == document.blocks[Int(heading.firstBlock)].table
  }

  /// The heading as pieces with a colon, `nil` where it must have lines of its own.
  private mutating func heading(of cells: [Table.Cell], _ shown: Set<Int32>) -> Heading? {
    guard !cells.isEmpty else { return nil }
    var heading = Heading(pieces: [], width: 0)
    var last: UInt8 = 0
    for cell in cells {
      for block in document.blocks[cell.blockRange] where block.runCount > 0 {
        if heading.width > 0 { heading.width += 1 }
        for run in document.runs[block.runRange] {
          append(run, to: &heading, isRepeated: shown.contains(cell.firstBlock), &last)
        }
      }
    }
    // Text that may run from right to left is set as text is.
    let isTurned =
      mayReorder
      && heading.pieces.contains { bytes(of: $0).contains { $0 >= 0xD6 } }
    guard !heading.pieces.isEmpty, !isTurned else { return nil }
    if last != Self.colon {
      appendColon(at: heading.width)
      heading.pieces.append(pieces.removeLast())
      heading.width += 1
    }
    return heading
  }

  private static let colon = UInt8(ascii: ":")

  private mutating func appendColon(at column: Int) {
    if shared.colon < 0 {
      shared.colon = ornaments.count
      ornaments.append(Self.colon)
    }
    appendOrnament(
      shared.colon..<shared.colon + 1, width: 1, at: column, style: pieces.last?.style ?? [],
      textAt: coveredEnd)
  }

  /// Ends a heading on lines of its own with a colon, where the last line has room for it.
  private mutating func endHeading(after first: Int, in frame: Frame) {
    guard let line = lines.indices.last, line >= first, let last = pieces.last,
      !lines[line].flags.contains(.isReordered), lines[line].pieceCount > 0,
      Int(last.column + last.width) < frame.left + frame.width,
      bytes(of: last).last != Self.colon
    else { return }
    appendColon(at: Int(last.column + last.width))
    lines[line].pieceCount += 1
  }

  private func bytes(of piece: Piece) -> ArraySlice<UInt8> {
    switch piece.source {
    case .text: document.text[piece.range]
    case .shown: document.shownBytes[piece.range]
    case .ornament: ornaments[piece.range]
    }
  }

  private func append(_ run: Run, to heading: inout Heading, isRepeated: Bool, _ last: inout UInt8)
  {
    let isShown = run.shownStart >= 0
    let bytes = isShown ? document.shownBytes : document.text
    let range = run.shownRange ?? run.textRange
    // A forced break is a blank here.
    for part in bytes[range].split(separator: 0x0A, omittingEmptySubsequences: false) {
      if part.startIndex > range.lowerBound { heading.width += 1 }
      guard let end = part.last else { continue }
      last = end
      let width = segmenter.width(of: bytes, in: part.indices)
      let isWhole = part.count == range.count
      let text =
        isRepeated
        ? coveredEnd..<coveredEnd
        : isShown
          ? isWhole ? run.textStart..<run.textEnd : run.textStart..<run.textStart
          : Int32(part.startIndex)..<Int32(part.endIndex)
      heading.pieces.append(
        Piece(
          column: Int32(heading.width), width: Int32(width), source: isShown ? .shown : .text,
          style: run.style, start: Int32(part.startIndex), end: Int32(part.endIndex),
          textStart: text.lowerBound, textEnd: text.upperBound, link: run.link))
      heading.width += width
    }
  }

  /// Sets a heading on lines of its own, above its value.
  private mutating func setHeadingLines(
    _ cells: [Table.Cell], _ shown: Set<Int32>, in frame: Frame
  ) {
    let (first, last) = (lines.count, lastBlock)
    for cell in cells {
      if !shown.contains(cell.firstBlock) {
        setBlocks(cell.blockRange, in: frame)
        continue
      }
      for index in cell.blockRange { setAgain(index, in: frame) }
    }
    endHeading(after: first, in: frame)
    goOn(after: last, from: first)
    for line in first..<lines.count where !frame.isCell {
      lines[line].flags.insert(.prefersNext)
      lines[line].rows = UInt16(options.lineSpacing)
      if line > first { lines[line].spaceAbove = 0 }
    }
  }

  /// Sets what a block shows once more, as an ornament.
  private mutating func setAgain(_ index: Int, in frame: Frame) {
    let block = document.blocks[index]
    shown.take(block, of: document)
    guard !shown.range.isEmpty else { return }
    let start = ornaments.count
    ornaments += shown.usesScratch ? shown.scratch : Array(document.text[shown.range])
    shown.takeInsertion(ornaments[start...], source: .ornament, textStart: Int(coveredEnd))
    findInsertionAtoms()
    directions.reset()
    marker = nil
    resolveOrder(of: block, in: shown.range)
    let line = lines.count
    var shape = shape(of: block, in: frame)
    if let heading = waitingHeading { place(heading, &shape) }
    breakLines(of: index, shape)
    guard lines.count > line else { return }
    open(line, in: frame)
    goOn(after: lastBlock, from: line)
    for index in line..<lines.count where !frame.isCell {
      lines[index].rows = UInt16(options.lineSpacing)
    }
  }

  /// Gives lines of blocks that come earlier in the book their place behind what stands above them.
  private mutating func goOn(after last: Int, from first: Int) {
    for line in first..<lines.count { lines[line].block = max(lines[line].block, Int32(last)) }
    lastBlock = max(last, lastBlock)
  }

  /// Whether a value that spans more records than one is short enough to be read in each, and text.
  private func canRepeat(_ cell: Table.Cell) -> Bool {
    byteCount(of: cell) <= Self.maximumHeadingByteCount
      && document.blocks[cell.blockRange].allSatisfy {
        $0.image < 0 && $0.kind != .rule && $0.markerStart < 0
          && $0.table == document.blocks[Int(cell.firstBlock)].table
      }
  }

  /// Puts a heading before the first line of a block; the lines below hang a little.
  mutating func place(_ heading: Heading, _ shape: inout LineShape) {
    waitingHeading = nil
    shape.side = .left
    shape.first.left = shape.rest.left + heading.width + 1
    shape.rest.left += 2
    marker = Marker(
      start: 0, end: 0, width: heading.width, isRightToLeft: false, heading: heading.pieces)
  }
}

/// Cells that reach down into later rows.
struct SpanningCells {
  private var cells: [(cell: Table.Cell, end: Int)?]

  init(columnCount: Int) { cells = Array(repeating: nil, count: columnCount) }

  mutating func take(_ row: Table.Row, at place: Int) {
    for cell in row.cells where cell.rowSpan > 1 && cell.blockCount > 0 {
      cells[Int(cell.column)] = (cell, place + Int(cell.rowSpan))
    }
  }

  /// The cell from above that stands in a column of a row, at its first column.
  func cell(in column: Int, row place: Int) -> Table.Cell? {
    guard let (cell, end) = cells[column], place < end else { return nil }
    return cell
  }
}
