import EPUBBasics

// A table's foot is shown under its rows, though it may be written above them (XHTML 1.1 wants it so), and
// a caption with `caption-side: bottom` under all. Readers read from the top down; so the logical text, and
// all that counts in it, has them where they are shown: when the table closes, what was written first
// changes places with what came after it.

/// Lengths of all that grows with the text.
struct Extents {
  var text = 0
  var runs = 0
  var blocks = 0
  var spans = 0
  var softHyphens = 0
  var rubyBases = 0
  var anchors = 0
  var tables = 0
  /// Rows of the table.
  var rows = 0
}

/// A part of a table that goes to its end.
struct MovedPart {
  var start: Extents
  var end: Extents?
}

extension ContentBuilder {
  /// How long everything is now, of the table at `table` among the open ones.
  func extents(_ table: Int) -> Extents {
    Extents(
      text: document.text.count, runs: document.runs.count, blocks: document.blocks.count,
      spans: document.sourceMap.spans.count, softHyphens: document.softHyphens.count,
      rubyBases: document.rubyBases.count,
      anchors: document.anchors.count, tables: document.tables.count,
      rows: document.tables[tables[table].index].rows.count)
  }

  /// A part of a table that begins with the element of `frame`, its anchor among what goes with it.
  func movedPart(_ frame: Frame, of table: Int) -> MovedPart {
    var start = extents(table)
    let anchor = Int(document.sourceMap.elements[Int(frame.element)].anchor)
    if anchor >= 0 { start.anchors = anchor }
    return MovedPart(start: start)
  }

  /// Puts the parts of a closing table that are shown last at its end.
  mutating func moveParts(of table: Int) {
    let (foot, caption) = (tables[table].foot, tables[table].lowCaption)
    if let foot, let end = foot.end { move(foot.start, end, of: table) }
    if let caption, let end = caption.end, foot.map({ end.text <= $0.start.text }) ?? true {
      move(caption.start, end, of: table)
    }
  }

  /// Changes places of what lies between `start` and `middle` and what lies after it.
  private mutating func move(_ start: Extents, _ middle: Extents, of table: Int) {
    let end = extents(table)
    guard start.blocks < middle.blocks, middle.blocks < end.blocks else { return }
    let own = tables[table].index
    shiftBlocks(start, middle, end)
    shiftTables(start, middle, end, own)
    document.text.exchange(start.text, middle.text, end.text)
    document.runs.exchange(start.runs, middle.runs, end.runs)
    document.blocks.exchange(start.blocks, middle.blocks, end.blocks)
    document.softHyphens.exchange(start.softHyphens, middle.softHyphens, end.softHyphens)
    document.rubyBases.exchange(start.rubyBases, middle.rubyBases, end.rubyBases)
    // What would have to be counted anew is a tree; their blocks show them as one line, too.
    document.formulas.removeAll { $0.block >= start.blocks }
    document.sourceMap.spans.exchange(start.spans, middle.spans, end.spans)
    document.tables[own].rows.exchange(start.rows, middle.rows, end.rows)
    movedSpans.append((start.spans, middle.spans, end.spans))
    settleEdges(start.blocks, start.blocks + end.blocks - middle.blocks)
  }

  /// Counts all offsets in the text anew, and those of runs.
  private mutating func shiftBlocks(_ start: Extents, _ middle: Extents, _ end: Extents) {
    func shift(_ part: KeyPath<Extents, Int>, _ index: Int, _ counted: KeyPath<Extents, Int>)
      -> Int32
    {
      index < middle[keyPath: part]
        ? Int32(end[keyPath: counted] - middle[keyPath: counted])
        : -Int32(middle[keyPath: counted] - start[keyPath: counted])
    }
    for index in start.runs..<end.runs {
      document.runs[index].move(by: shift(\.runs, index, \.text))
    }
    for index in start.blocks..<end.blocks {
      let move = shift(\.blocks, index, \.text)
      document.blocks[index].textStart += move
      document.blocks[index].textEnd += move
      document.blocks[index].firstRun += shift(\.blocks, index, \.runs)
      let line = Int(document.blocks[index].firstLine)
      guard line >= 0 else { continue }
      for run in document.firstLines[line].indices { document.firstLines[line][run].move(by: move) }
    }
    for index in start.softHyphens..<end.softHyphens {
      document.softHyphens[index] += shift(\.softHyphens, index, \.text)
    }
    for index in start.rubyBases..<end.rubyBases {
      document.rubyBases[index] += shift(\.rubyBases, index, \.text)
    }
    for index in start.spans..<end.spans {
      document.sourceMap.spans[index].textStart += shift(\.spans, index, \.text)
    }
    for index in start.anchors..<end.anchors {
      document.anchors[index].offset += shift(\.anchors, index, \.text)
      document.anchors[index].block += shift(\.anchors, index, \.blocks)
    }
  }

  /// Counts the blocks of cells anew, those of tables in them, too.
  private mutating func shiftTables(
    _ start: Extents, _ middle: Extents, _ end: Extents, _ own: Int
  ) {
    let back = Int32(end.blocks - middle.blocks)
    let forth = -Int32(middle.blocks - start.blocks)
    for row in start.rows..<end.rows {
      document.tables[own].rows[row].moveBlocks(by: row < middle.rows ? back : forth)
    }
    for table in start.tables..<end.tables {
      for row in document.tables[table].rows.indices {
        document.tables[table].rows[row].moveBlocks(by: table < middle.tables ? back : forth)
      }
    }
  }

  /// What stands at the table's top now has what it wants above it, and the part that went to the end has
  /// what the other had.
  private mutating func settleEdges(_ first: Int, _ moved: Int) {
    let (top, other) = (document.blocks[first].style, document.blocks[moved].style)
    document.blocks[first].style.spaceAbove = other.spaceAbove
    document.blocks[first].style.breakBefore = other.breakBefore
    document.blocks[moved].style.spaceAbove = top.spaceAbove
    document.blocks[moved].style.breakBefore = top.breakBefore
  }

  /// Tells the source map in what order its spans stand in the source.
  mutating func orderSpans() {
    guard !movedSpans.isEmpty else { return }
    var order = Array(document.sourceMap.spans.indices)
    for (start, middle, end) in movedSpans { order.exchange(start, middle, end) }
    var places = [Int32](repeating: 0, count: order.count)
    for (place, span) in order.enumerated() { places[span] = Int32(place) }
    document.sourceMap.sourceOrder = places
  }
}

extension Array {
  /// Puts the elements between `start` and `middle` behind those between `middle` and `end`.
  fileprivate mutating func exchange(_ start: Int, _ middle: Int, _ end: Int) {
    replaceSubrange(start..<end, with: Array(self[middle..<end] + self[start..<middle]))
  }
}

extension Run {
  fileprivate mutating func move(by count: Int32) {
    textStart += count
    textEnd += count
  }
}

extension Table.Row {
  fileprivate mutating func moveBlocks(by count: Int32) {
    for cell in cells.indices { cells[cell].firstBlock += count }
  }
}
