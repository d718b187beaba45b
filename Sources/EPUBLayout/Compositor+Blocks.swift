import EPUBContent

extension Compositor {
  /// Sets blocks one under another, tables among them.
  mutating func setBlocks(_ blocks: Range<Int>, in frame: Frame) {
    var index = blocks.lowerBound
    while index < blocks.upperBound {
      let table = table(of: index, in: frame)
      if table < 0 {
        setBlock(index, in: frame)
        index += 1
      } else {
        var end = index + 1
        while end < blocks.upperBound, self.table(of: end, in: frame) == table { end += 1 }
        if !bordered.isEmpty, frame.tableLevel == 0 {
          enterBorders(of: document.tables[table], block: index)
        }
        setTable(table, index..<end, in: frame)
        index = end
      }
    }
  }

  private func table(of block: Int, in frame: Frame) -> Int {
    let innermost = document.blocks[block].table
    return innermost < 0 ? -1 : tableAncestors.ancestor(of: innermost, at: frame.tableLevel)
  }

  /// Sets a block that is no table.
  mutating func setBlock(_ index: Int, in frame: Frame) {
    let block = document.blocks[index]
    order.reset()
    noteWishes(of: block)
    let (start, firstPiece) = (lines.count, pieces.count)
    var before: BorderState?
    if !bordered.isEmpty, !frame.isCell { before = changeBorders(for: index) }
    let first = before?.firstLine ?? start
    if let before { openBorders(before.change, block: index) }
    if block.style.hasRuleAbove, !isUnderRule { setEdge(of: index, in: frame) }
    let inner = lines.count
    if block.image >= 0, block.textStart == block.textEnd {
      setPicture(of: index, in: frame)
    } else if block.kind == .rule, block.textStart == block.textEnd {
      setRule(of: index, in: frame)
    } else {
      setText(of: index, in: frame)
    }
    if lines.count == inner {
      // No border around nothing.
      lines.removeLast(lines.count - start)
      pieces.removeLast(pieces.count - firstPiece)
      if let before { restore(before) }
    }
    let innerEnd = lines.count
    if innerEnd > inner, block.style.hasRuleBelow { setEdge(of: index, in: frame) }
    if innerEnd > inner {
      close(block, at: index, from: first, in: frame, text: inner...innerEnd - 1)
    }
    if block.style.breakAfter == .page { pending.breaksPage = true }
    forgetReadings()
  }

  /// Whether the line before is a rule that can serve what follows, too.
  private var isUnderRule: Bool {
    lastBlock >= 0 && document.blocks[lastBlock].style.hasRuleBelow && pending.rows == 0
  }

  /// Notes what the block wants before it.
  mutating func noteWishes(of block: Block) {
    if isUnderEdge {
      isUnderEdge = false
      pending = BetweenBlocks()
      return
    }
    pending.rows = max(pending.rows, freeRows(above: block))
    switch block.style.breakBefore {
    case .auto: break
    case .avoid: pending.keeps = true
    case .page: pending.breaksPage = true
    }
    guard lastBlock >= 0 else { return }
    let last = document.blocks[lastBlock].kind
    let isBelowPicture = block.kind == .caption && last == .image
    let isBelowCaption = last == .caption && block.table > document.blocks[lastBlock].table
    if isBelowPicture || isBelowCaption { pending.keeps = true }
    if isLabelled(block) { pending.isHeld = true }
  }

  private func freeRows(above block: Block) -> Int {
    let rows = min(Inset.wholeRows(block.style.spaceAbove), mostRows(above: block))
    guard follows(block) else { return rows }
    let least = rows == 0 && needsRow(above: block) ? 1 : 0
    return max(least, paragraphSpacing.rows(rows))
  }

  /// Headings that follow one another are one opening, a title and a number mostly: space that fills a sheet of
  /// paper well would push the text off a screen.
  private func mostRows(above block: Block) -> Int {
    guard lastBlock >= 0, document.blocks[lastBlock].kind == .heading else { return .max }
    let isInner = block.kind == .heading && block.level > document.blocks[lastBlock].level
    return isInner ? 1 : 2
  }

  /// Whether little space is all that tells a paragraph from the one before it: without a row it would run
  /// on. What is centred or stands at the right is no text to run on.
  private func needsRow(above block: Block) -> Bool {
    guard paragraphSpacing.choice == .book, block.style.spaceAbove >= 0.25,
      block.style.indent == .zero
    else { return false }
    return block.style.alignment.fillsLines
  }

  /// Whether it is a paragraph right after another one.
  private func follows(_ block: Block) -> Bool {
    guard block.kind == .paragraph, lastBlock >= 0 else { return false }
    return document.blocks[lastBlock].kind == .paragraph && block.table < 0
      && document.blocks[lastBlock].table < 0
  }

  /// Gives the block's lines what page making must know.
  ///
  /// - Parameter text: its lines without those that its border takes.
  private mutating func close(
    _ block: Block, at index: Int, from first: Int, in frame: Frame, text: ClosedRange<Int>
  ) {
    let last = lines.count - 1
    lines[last].textEnd = max(lines[last].textEnd, block.textEnd)
    coveredEnd = lines[last].textEnd
    open(first, in: frame)
    lines[first].flags.insert(.beginsBlock)
    lines[last].flags.insert(.endsBlock)
    lastBlock = index
    lastLineCount = text.count
    guard !frame.isCell else { return }
    let rows = UInt16(options.lineSpacing)
    for line in first...last
    where lines[line].image < 0 && !lines[line].flags.contains(.joinsNext) {
      lines[line].rows = rows
    }
    if !readings.isEmpty { giveReadingsRows(first...last, in: frame) }
    keepTogether(block, text)
    // A border's sides stand with the text that they border.
    for line in first..<text.lowerBound { lines[line].flags.insert(.keepsWithNext) }
    if text.upperBound < last {
      lines[last].flags.formUnion(lines[text.upperBound].flags.intersection(.keepingTogether))
      lines[text.upperBound].flags.insert(.keepsWithNext)
    }
  }

  /// Of a low page few rows can be left free.
  private var maximumFreeRows: Int { options.pageHeight < 20 ? 2 : .max }

  /// Gives the line the free rows and the break that were waited for.
  mutating func open(_ line: Int, in frame: Frame) {
    if line > frame.firstLine {
      let shown = frame.isCell ? pending.rows : min(pending.rows, maximumFreeRows)
      lines[line].spaceAbove = UInt16(shown)
      lines[line].withheldRows = UInt8(pending.rows - shown)
    }
    if line > 0, pending.breaksPage {
      lines[line].flags.insert(.breaksBefore)
    } else if line > 0, pending.isHeld {
      lines[line - 1].flags.insert(.keepsWithNext)
    } else if line > 0, pending.keeps {
      lines[line - 1].flags.insert(.prefersNext)
    }
    pending = BetweenBlocks()
  }

  private mutating func keepTogether(_ block: Block, _ range: ClosedRange<Int>) {
    let style = block.style
    let isHeading = block.kind == .heading
    if isHeading || style.breakInside == .avoid {
      for line in range.dropLast() {
        lines[line].flags.insert(isHeading ? .keepsWithNext : .prefersNext)
      }
    } else {
      let (orphans, widows) = (Int(style.orphans), Int(style.widows))
      if readings.isEmpty {
        keepEdges(range, orphans: orphans, widows: widows)
      } else {
        let texts = range.filter { !lines[$0].flags.contains(.isRaised) }
        keepEdges(texts, orphans: orphans, widows: widows)
      }
    }
    if isHeading {
      lines[range.upperBound].flags.insert(.keepsWithNext)
    } else if style.breakAfter == .avoid || block.kind == .term {
      lines[range.upperBound].flags.insert(.prefersNext)
    }
  }

  /// No page turn leaves fewer than `orphans` lines before it or `widows` after it. Two are a rule; that
  /// a stylesheet asks for more is a wish.
  ///
  /// - Parameter texts: lines, but for those of readings, which do not count.
  private mutating func keepEdges(
    _ texts: some BidirectionalCollection<Int>, orphans: Int, widows: Int
  ) {
    for (place, line) in texts.prefix(max(0, min(orphans, texts.count) - 1)).enumerated() {
      lines[line].flags.insert(place == 0 ? .keepsWithNext : .prefersNext)
    }
    let ends = texts.dropLast().suffix(max(0, min(widows, texts.count) - 1))
    for (place, line) in ends.reversed().enumerated() {
      lines[line].flags.insert(place == 0 ? .keepsWithNext : .prefersNext)
    }
  }
}

extension Compositor {
  /// Columns between the block's insets.
  func edges(of block: Block, in frame: Frame) -> Edges {
    edges(ofBox: Int(block.box), in: frame)
  }

  func edges(ofBox box: Int, in frame: Frame) -> Edges {
    guard insets.indices.contains(box) else {
      return Edges(left: frame.left, right: frame.left + frame.width)
    }
    let inset = insetCells(of: box, in: frame)
    return Edges(left: frame.left + inset.left, right: frame.left + frame.width - inset.right)
  }

  /// Cells that the first line begins further in, negative to hang.
  func indent(of block: Block, within edges: Edges, in frame: Frame) -> Int {
    guard block.markerStart < 0, !frame.isCell else { return 0 }
    switch block.style.alignment {
    case .center, .right, .end: return 0
    case .start, .left, .justify: break
    }
    let width = edges.width
    let styled = Inset.wholeCells(block.style.indent, in: width)
    let cells = paragraphSpacing.indent(
      styled, isParagraph: block.kind == .paragraph, follows: follows(block))
    return min(cells, width - min(width, frame.leastTextWidth))
  }
}

/// How paragraphs are told apart, where the reader chose it.
///
/// Space that a stylesheet puts above one paragraph beyond what most have parts scenes; so much of it
/// stays.
struct ParagraphSpacing {
  let choice: LayoutOptions.Paragraphs
  /// Free rows that most paragraphs of the document have above them.
  let usual: Int

  init(of document: ContentDocument, as choice: LayoutOptions.Paragraphs) {
    self.choice = choice
    guard choice != .book else {
      usual = 0
      return
    }
    var counts = [0, 0, 0, 0, 0]
    var followsParagraph = false
    for block in document.blocks {
      let isParagraph = block.kind == .paragraph && block.table < 0
      if isParagraph, followsParagraph { counts[Inset.wholeRows(block.style.spaceAbove)] += 1 }
      followsParagraph = isParagraph
    }
    var usual = 0
    for rows in counts.indices where counts[rows] > counts[usual] { usual = rows }
    self.usual = usual
  }

  /// Free rows between two paragraphs, where the stylesheet wants `styled`.
  func rows(_ styled: Int) -> Int {
    switch choice {
    case .book: styled
    case .indent: max(0, styled - usual)
    case .space: 1 + max(0, styled - usual)
    }
  }

  /// First-line indent of a block, where the stylesheet wants `styled`; what hangs goes on hanging.
  func indent(_ styled: Int, isParagraph: Bool, follows: Bool) -> Int {
    if choice == .book || styled < 0 || !isParagraph { return styled }
    return choice == .indent && follows ? 2 : 0
  }
}
