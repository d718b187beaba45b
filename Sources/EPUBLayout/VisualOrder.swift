import EPUBContent
import EPUBSegmentation

// Bidirectional text. A block's shown text is resolved once, paragraph by paragraph (a forced line break
// ends one, and what is embedded goes on in the next), into runs of levels; pieces are cut at them. When a
// line is full, its pieces stay in logical order and get the columns at which they are seen.

/// The levels of a block's shown text.
struct VisualOrder {
  /// Whether anything of the block may run from right to left; else nothing here costs anything.
  private(set) var isActive = false
  private var runs: [LevelRun] = []
  private var paragraphs: [LevelRun] = []
  private var run = 0
  private var paragraph = 0

  mutating func reset() {
    guard isActive else { return }
    isActive = false
    runs.removeAll(keepingCapacity: true)
    paragraphs.removeAll(keepingCapacity: true)
    (run, paragraph) = (0, 0)
  }

  /// Resolves `range`; `marks` are in ascending order.
  mutating func resolve(
    _ bytes: [UInt8], _ range: Range<Int>, _ direction: ParagraphDirection,
    _ marks: [DirectionMark], by segmenter: Segmenter
  ) {
    reset()
    isActive = true
    var start = range.lowerBound
    var mark = 0
    while start < range.upperBound {
      let feed = bytes[start..<range.upperBound].firstIndex(of: 0x0A)
      let end = feed.map { $0 + 1 } ?? range.upperBound
      let first = mark
      while mark < marks.count, Int(marks[mark].offset) < end { mark += 1 }
      let level = segmenter.appendLevels(
        of: bytes, in: start..<end, direction, marks: marks[first..<mark], to: &runs)
      paragraphs.append(LevelRun(end: Int32(end), level: level))
      start = end
    }
  }

  /// The level of the paragraph that holds `offset`; offsets never descend.
  mutating func baseLevel(at offset: Int) -> UInt8 {
    while paragraph + 1 < paragraphs.count, Int(paragraphs[paragraph].end) <= offset {
      paragraph += 1
    }
    return paragraphs.isEmpty ? 0 : paragraphs[paragraph].level
  }

  /// The run that holds `offset`; offsets never descend.
  mutating func levelRun(at offset: Int) -> LevelRun {
    while run + 1 < runs.count, Int(runs[run].end) <= offset { run += 1 }
    return runs.isEmpty ? LevelRun(end: .max, level: 0) : runs[run]
  }

  /// Puts pieces that follow one another from left to right where they are seen (UAX #9, L2). The room
  /// between two of them belongs to the outer one of their levels.
  static func arrange(_ pieces: inout ArraySlice<Piece>) {
    guard let first = pieces.first else { return }
    var items: [Item] = []
    var end = first.column
    var previous = first.level
    for index in pieces.indices {
      let piece = pieces[index]
      if piece.column > end {
        items.append(
          Item(piece: -1, width: piece.column - end, level: min(previous, piece.level)))
      }
      items.append(Item(piece: index, width: piece.width, level: piece.level))
      end = piece.column + piece.width
      previous = piece.level
    }
    reorder(&items)
    var column = first.column
    for item in items {
      if item.piece >= 0 { pieces[item.piece].column = column }
      column += item.width
    }
  }

  private struct Item {
    var piece: Int
    var width: Int32
    var level: UInt8
  }

  private static func reorder(_ items: inout [Item]) {
    let levels = items.map(\.level)
    guard let highest = levels.max(), let lowest = levels.filter({ $0 % 2 == 1 }).min() else {
      return
    }
    for level in (lowest...highest).reversed() {
      var start = 0
      while start < items.count {
        var end = start
        while end < items.count, items[end].level >= level { end += 1 }
        if end > start { items[start..<end].reverse() }
        start = end + 1
      }
    }
  }
}

extension Compositor {
  /// Resolves the shown text of a block, where anything of it may run from right to left.
  mutating func resolveOrder(of block: Block, in range: Range<Int>) {
    order.reset()
    guard mayReorder else { return }
    let bytes = shownBytes
    let runs = shown.ownRuns.isEmpty ? document.runs[block.runRange] : shown.ownRuns[...]
    let isEmbedded = runs.contains { $0.embedding != 0 }
    guard
      block.style.isRightToLeft || hasDirectionalControls || isEmbedded
        || bytes[range].contains(where: { $0 >= 0xD6 })
    else { return }
    let marks = isEmbedded && !shown.isInsertion ? directionMarks(of: runs, bytes) : []
    order.resolve(bytes, range, block.style.paragraphDirection, marks, by: segmenter)
  }

  /// The controls that stand for inline elements of a direction of their own in the shown text.
  private func directionMarks(of runs: ArraySlice<Run>, _ bytes: [UInt8]) -> [DirectionMark] {
    var marks: [DirectionMark] = []
    var open: UInt16 = 0
    // Offsets of the shown text: those of the logical text, unless it was put together.
    var at = shown.range.lowerBound
    for run in runs {
      let count =
        shown.usesScratch && run.shownStart >= 0
        ? Int(run.shownEnd - run.shownStart) : run.textRange.count
      if run.embedding != open {
        document.append(from: open, to: run.embedding, at: at, &marks)
        open = run.embedding
      }
      if open != 0 {
        for offset in at..<at + count
        where bytes[offset] == 0x0A && marks.count < shown.range.count + 1024 {
          document.append(from: 0, to: open, at: offset + 1, &marks)
        }
      }
      at += count
    }
    return marks.filter { Int($0.offset) < shown.range.upperBound }
  }
}

extension ContentDocument {
  /// Appends what closes one embedding and opens another, as far as they do not share those around them.
  fileprivate func append(
    from: UInt16, to: UInt16, at offset: Int, _ marks: inout [DirectionMark]
  ) {
    var (closing, opening) = (from, to)
    var opened: [UInt16] = []
    while closing != opening {
      if depth(closing) >= depth(opening) {
        for control in embeddings[Int(closing)].closing {
          marks.append(DirectionMark(offset: Int32(offset), control: control))
        }
        closing = embeddings[Int(closing)].parent
      } else {
        opened.append(opening)
        opening = embeddings[Int(opening)].parent
      }
    }
    for embedding in opened.reversed() {
      for control in embeddings[Int(embedding)].opening {
        marks.append(DirectionMark(offset: Int32(offset), control: control))
      }
    }
  }

  private func depth(_ embedding: UInt16) -> Int {
    embedding == 0 ? 0 : Int(embeddings[Int(embedding)].depth)
  }

  /// Whether it turns text that would run from left to right by itself.
  var turnsDirection: Bool {
    embeddings.contains(where: \.isRightToLeft) || blocks.contains { $0.style.isRightToLeft }
  }
}

extension Embedding {
  /// CSS Writing Modes 4, table 2.
  fileprivate var opening: [DirectionMark.Control] {
    switch kind {
    case .embed: [isRightToLeft ? .rightToLeftEmbedding : .leftToRightEmbedding]
    case .override: [isRightToLeft ? .rightToLeftOverride : .leftToRightOverride]
    case .isolate: [isRightToLeft ? .rightToLeftIsolate : .leftToRightIsolate]
    case .isolateOverride:
      [.firstStrongIsolate, isRightToLeft ? .rightToLeftOverride : .leftToRightOverride]
    case .plaintext: [.firstStrongIsolate]
    }
  }

  fileprivate var closing: [DirectionMark.Control] {
    switch kind {
    case .embed, .override: [.popEmbedding]
    case .isolate, .plaintext: [.popIsolate]
    case .isolateOverride: [.popEmbedding, .popIsolate]
    }
  }
}

extension BlockStyle {
  var paragraphDirection: ParagraphDirection {
    resolvesDirection ? .resolved : isRightToLeft ? .rightToLeft : .leftToRight
  }
}

extension Compositor {
  /// Where a line stands: in a block whose paragraphs go by their own text, as its paragraph says.
  mutating func side(of line: TextLine, in block: Int) -> LineShape.Side {
    let style = document.blocks[block].style
    guard style.resolvesDirection else { return line.side }
    let isRightToLeft = order.baseLevel(at: line.start) % 2 == 1
    return LineShape(line.edges, alignment: style.alignment, isRightToLeft: isRightToLeft).side
  }

  /// Cuts the marker's piece at `index` into those of one level and puts these where they are seen.
  mutating func arrangeMarker(_ index: Int, isRightToLeft: Bool) {
    let marker = pieces.remove(at: index)
    var runs: [LevelRun] = []
    segmenter.appendLevels(
      of: document.shownBytes, in: marker.range, isRightToLeft ? .rightToLeft : .leftToRight,
      to: &runs)
    var column = marker.column
    var start = marker.start
    for run in runs {
      var piece = marker
      (piece.start, piece.end, piece.column) = (start, run.end, column)
      piece.width = Int32(
        segmenter.width(of: document.shownBytes, in: Int(start)..<Int(run.end)))
      piece.level = run.level
      pieces.append(piece)
      start = run.end
      column += piece.width
    }
    VisualOrder.arrange(&pieces[index...])
  }
}

extension ArraySlice<Piece> {
  /// Whether they are not seen in the order they stand in.
  var isReordered: Bool {
    var end = Int32.min
    for piece in self {
      if piece.isRightToLeft || piece.column < end { return true }
      end = piece.column + piece.width
    }
    return false
  }
}
