import EPUBContent

// Rows of a table side by side. First every cell is set, then lines are put together from the top down: a
// line takes the next line of each cell that has one left. A row ends when the cells that end in it have
// none left; cells that span more rows hang on into the next.

/// The lines of a cell that are not yet in a line of the table.
struct CellLines {
  private let lines: [Line]
  private let pieces: [Piece]
  /// Where its columns begin.
  let left: Int
  /// Index of the last row that it stands in.
  let lastRow: Int
  private var next = 0
  /// Free rows above the next line that have been left.
  private var skipped = 0

  init(lines: ArraySlice<Line>, pieces: ArraySlice<Piece>, left: Int, lastRow: Int) {
    // An array of a slice that is the whole galley would be that, with all of its room.
    self.lines = lines.map { $0 }
    self.pieces = pieces.map { $0 }
    self.left = left
    self.lastRow = lastRow
  }

  var count: Int { lines.count }
  var isDone: Bool { next == lines.count }

  /// The pieces of the next line, none where that wants a free row first.
  mutating func take() -> ArraySlice<Piece> {
    guard !isDone else { return [] }
    let line = lines[next]
    guard skipped >= Int(line.spaceAbove) else {
      skipped += 1
      return []
    }
    skipped = 0
    next += 1
    let start = Int(line.firstPiece - lines[0].firstPiece)
    return pieces[start..<start + Int(line.pieceCount)]
  }
}

/// Rows that follow one another without a block between them, all of their cells set.
struct GridRows {
  struct Row {
    /// In the table.
    let index: Int
    let isHead: Bool
    let firstBlock: Int
    var breaksPage = false
    var cells: [CellLines] = []
    var textEnd: Int32 = 0
  }
  let textStart: Int32
  /// Wishes for the first row.
  let wishes: BetweenBlocks
  var rows: [Row] = []

  /// Whether some row takes more than a line: then free rows must tell rows apart.
  var wraps: Bool {
    rows.contains { row in row.cells.contains { $0.count > max(1, $0.lastRow - row.index + 1) } }
  }
}

extension Compositor {
  mutating func setGrid(_ table: Table, _ blocks: Range<Int>, _ edges: [Edges], in frame: Frame) {
    let alignments = table.headAlignments(document.blocks)
    let headCount = table.headCount
    var next = blocks.lowerBound
    var grid: GridRows?
    for (index, row) in table.rows.enumerated() {
      guard let first = row.cells.first(where: { $0.blockCount > 0 }) else { continue }
      let firstBlock = Int(first.firstBlock)
      if let rows = grid, next < firstBlock {
        setRows(rows, of: table, edges, in: frame)
        grid = nil
      }
      setBlocks(next..<firstBlock, in: frame)
      if grid == nil {
        noteWishes(of: document.blocks[firstBlock])
        grid = GridRows(textStart: coveredEnd, wishes: pending)
      }
      var made = GridRows.Row(index: index, isHead: index < headCount, firstBlock: firstBlock)
      setCells(of: row, edges, alignments, in: frame, into: &made)
      grid?.rows.append(made)
      next = lastBlock + 1
    }
    if let grid { setRows(grid, of: table, edges, in: frame) }
    setBlocks(next..<blocks.upperBound, in: frame)
  }

  /// Sets the cells of a row, each in its columns, and takes their lines out of the galley.
  private mutating func setCells(
    of row: Table.Row, _ edges: [Edges], _ alignments: [BlockStyle.Alignment], in frame: Frame,
    into made: inout GridRows.Row
  ) {
    let (firstLine, firstPiece) = (lines.count, pieces.count)
    let borders = openBorders
    openBorders.removeAll()
    defer { openBorders = borders }
    for cell in row.cells where cell.blockCount > 0 {
      let columns = cell.columns(of: edges.count)
      let span = edges.span(of: columns)
      pending = BetweenBlocks()
      headAlignment = made.isHead && columns.count == 1 ? alignments[columns.lowerBound] : nil
      setBlocks(
        cell.blockRange,
        in: Frame(
          left: frame.left + span.left, width: max(1, span.width), firstLine: firstLine,
          tableLevel: frame.tableLevel, isCell: true))
      headAlignment = nil
      lastBlock = cell.blockRange.upperBound - 1
      guard lines.count > firstLine else { continue }
      made.cells.append(
        CellLines(
          lines: lines[firstLine...], pieces: pieces[firstPiece...], left: span.left,
          lastRow: made.index + Int(cell.rowSpan) - 1))
      lines.removeLast(lines.count - firstLine)
      pieces.removeLast(pieces.count - firstPiece)
    }
    made.textEnd = coveredEnd
    made.breaksPage = document.blocks[made.firstBlock].style.breakBefore == .page
  }

  /// Puts the lines of the cells side by side.
  private mutating func setRows(
    _ grid: GridRows, of table: Table, _ edges: [Edges], in frame: Frame
  ) {
    coveredEnd = grid.textStart
    pending = grid.wishes
    fillBorders(block: grid.rows.first?.firstBlock ?? 0)
    let start = lines.count
    var headEnd = start
    let wraps = grid.wraps
    let sides = table.isRightToLeft ? edges.span(of: edges.indices).moved(by: frame.left) : nil
    var open: [CellLines] = []
    for (place, row) in grid.rows.enumerated() {
      var first = lines.count
      let isParted = wraps && first > start && first > headEnd && !row.isHead
      let isHanging = open.contains { !$0.isDone }
      if isParted, !isHanging, !openBorders.isEmpty {
        pending.rows = 1
        fillBorders(block: row.firstBlock)
        first = lines.count
      }
      // What hangs into the row fills the room above it, too.
      if isParted, isHanging {
        joinLine(&open, of: row.firstBlock, textEnd: coveredEnd, sides)
      }
      open.removeAll { $0.isDone }
      open += row.cells
      open.sort { table.isRightToLeft ? $0.left > $1.left : $0.left < $1.left }
      let isLast = place + 1 == grid.rows.count
      repeat {
        joinLine(&open, of: row.firstBlock, textEnd: row.textEnd, sides)
      } while open.contains { !$0.isDone && ($0.lastRow <= row.index || isLast) }
      if first > start { pending.rows = isParted && !isHanging && openBorders.isEmpty ? 1 : 0 }
      pending.breaksPage = pending.breaksPage || place > 0 && row.breaksPage
      let goesOn = open.contains { !$0.isDone }
      closeRow(first, keepsNext: row.isHead || goesOn, in: frame)
      if row.isHead { headEnd = lines.count }
      if row.isHead, !isLast, !grid.rows[place + 1].isHead {
        setHeadRule(of: table, edges, block: row.firstBlock, in: frame)
        if table.isRuled { headEnd = lines.count }
      }
    }
    if !frame.isCell, headEnd > start, headEnd < lines.count {
      tableHeads.append(.init(head: start..<headEnd, body: headEnd..<lines.count))
    }
  }

  /// Makes a line of what stands side by side.
  private mutating func joinLine(
    _ cells: inout [CellLines], of block: Int, textEnd: Int32, _ sides: Edges?
  ) {
    let firstPiece = pieces.count
    if let sides { appendSide(at: sides.right) }
    for cell in cells.indices { pieces.append(contentsOf: cells[cell].take()) }
    if let sides { appendSide(at: sides.left) }
    endLine(of: block, firstPiece: firstPiece, textEnd: Int(textEnd))
  }

  /// Marks a side of a table that is read from the right, so that its columns keep their places where
  /// lines are written in reading order.
  private mutating func appendSide(at column: Int) {
    appendOrnament(0..<0, width: 0, at: column, textAt: coveredEnd)
    pieces[pieces.count - 1].level = 0
    pieces[pieces.count - 1].beginsGroup = true
  }

  private mutating func closeRow(_ first: Int, keepsNext: Bool, in frame: Frame) {
    let last = lines.count - 1
    open(first, in: frame)
    lines[first].flags.insert(.beginsBlock)
    lines[last].flags.insert(.endsBlock)
    guard !frame.isCell else { return }
    for line in first...last { lines[line].rows = UInt16(options.lineSpacing) }
    for line in first..<last { lines[line].flags.insert(.keepsWithNext) }
    if keepsNext { lines[last].flags.insert(.prefersNext) }
  }

  /// Draws a rule under each column's heading.
  private mutating func setHeadRule(
    of table: Table, _ edges: [Edges], block: Int, in frame: Frame
  ) {
    guard table.isRuled else { return }
    let firstPiece = pieces.count
    for column in edges.sorted(by: { $0.left < $1.left }) where column.width > 0 {
      appendRule(width: column.width, at: frame.left + column.left)
    }
    endLine(of: block, firstPiece: firstPiece, textEnd: Int(coveredEnd))
    if !frame.isCell {
      lines[lines.count - 1].rows = UInt16(options.lineSpacing)
      lines[lines.count - 2].flags.insert(.keepsWithNext)
      lines[lines.count - 1].flags.insert(.prefersNext)
    }
  }
}

extension Table {
  /// How headings without an alignment of their own are set: as all cells below them are.
  fileprivate func headAlignments(_ blocks: [Block]) -> [BlockStyle.Alignment] {
    var found = [BlockStyle.Alignment?](repeating: nil, count: Int(columnCount))
    for row in rows.dropFirst(headCount) {
      for cell in row.cells where cell.blockCount > 0 && cell.columnSpan == 1 {
        let alignment = blocks[Int(cell.firstBlock)].style.alignment
        let column = Int(cell.column)
        found[column] = found[column] ?? alignment == alignment ? alignment : .start
      }
    }
    return found.map { $0 ?? .start }
  }
}

extension [Edges] {
  /// From the left edge of the first to the right edge of the last of some columns.
  func span(of columns: Range<Int>) -> Edges {
    let used = self[columns].filter { $0.width > 0 }
    let left = used.map(\.left).min() ?? self[columns.lowerBound].left
    return Edges(left: left, right: used.map(\.right).max() ?? left)
  }

  /// The same columns from right to left.
  func mirrored(in width: Int) -> [Edges] {
    map { Edges(left: width - $0.right, right: width - $0.left) }
  }
}
