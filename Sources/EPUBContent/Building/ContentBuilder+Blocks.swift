import EPUBBasics
import EPUBMarkup

/// The block that text goes into.
struct OpenBlock {
  var isOpen = false
  /// Counts the blocks that were begun, so that a mark can tell them apart.
  var serial = 0
  var value = Block(kind: .paragraph, textStart: 0, textEnd: 0)
  /// Something stands in it besides white space, line breaks and pictures.
  var hasInk = false
  var insertionCount = 0
  var insertedByteCount = 0
  /// Forced line breaks.
  var breakCount = 0
}

/// What lies between the last block and the next one.
struct Gap {
  /// Rows that nothing collapses with any more: paddings and what they closed off.
  private var fixed: Float = 0
  /// Blank lines of text.
  private var blankLines: Float = 0
  private var margin: Float = 0
  private var negativeMargin: Float = 0
  var breakBefore = BlockStyle.Break.auto
  /// A line is to be drawn in it.
  var hasRule = false

  mutating func open(_ style: ComputedStyle, isFramed: Bool) {
    if style.ruleAbove.isDrawn, style.display.isFlow, !isFramed { hasRule = true }
    addMargin(style.margin.top)
    if style.padding.top > 0 { addRows(style.padding.top) }
    if style.breakBefore == .page || breakBefore == .auto { breakBefore = style.breakBefore }
  }

  mutating func close(_ style: ComputedStyle) {
    if style.padding.bottom > 0 { addRows(style.padding.bottom) }
    addMargin(style.margin.bottom)
    if style.breakAfter == .page { breakBefore = .page }
  }

  mutating func addMargin(_ value: Float) {
    margin = max(margin, value)
    negativeMargin = min(negativeMargin, value)
  }

  /// Rows that keep the margins before and after them apart.
  mutating func addRows(_ rows: Float) {
    fixed += margin + negativeMargin + rows
    margin = 0
    negativeMargin = 0
  }

  mutating func addBlankLines(_ count: Int) {
    addRows(0)
    blankLines += Float(count)
  }

  /// Never more than a long page: a sheet may say anything.
  var rows: Float { min(max(0, fixed + margin + negativeMargin), 200) }

  /// The same in lines of text, as high as that. What is as high as the letters of a line goes on being one.
  func lines(of height: Float) -> Float {
    min(rows, max(1, rows / height)) + min(blankLines, 200)
  }

  /// Forgets the rows, not the break.
  mutating func clearRows() {
    fixed = 0
    blankLines = 0
    margin = 0
    negativeMargin = 0
  }
}

/// Blocks begin and end.
extension ContentBuilder {
  mutating func beginBlock() {
    let container = frames[frames.count - 1].container
    block.isOpen = true
    block.serial += 1
    block.hasInk = false
    block.insertionCount = 0
    block.insertedByteCount = 0
    block.breakCount = 0
    block.value = newBlock(in: container)
    if frames[container].style.isVertical { noteVertical() }
    run = OpenRun(floor: document.runs.count)
    dropsSpace = true
    endsInSpace = false
    openAnchors.removeAll(keepingCapacity: true)
  }

  private mutating func noteVertical() {
    guard !hasVerticalText else { return }
    hasVerticalText = true
    document.findings.append(
      Finding(
        "text-vertical", .note, path: path.string, clause: "CSS Writing Modes 4 #block-flow",
        done: "Its lines run from top to bottom. They are set from left to right."))
  }

  private mutating func newBlock(in container: Int) -> Block {
    let start = Int32(document.text.count)
    lineHeight = frames[container].style.lineHeight
    var value = Block(
      kind: frames[container].kind, level: frames[container].level, textStart: start,
      textEnd: start, firstRun: Int32(document.runs.count), box: frames[container].box,
      style: BlockStyle(frames[container].style), table: frames[container].table,
      element: frames[container].element)
    if frames[container].firstBlock != document.blocks.count { value.style.indent = .zero }
    if frames[container].style.isOffPlace { settle(&value.style) }
    return value
  }

  /// Text that is shown although its place is somewhere else, as on a title page that is a picture for the
  /// eye: below a heading it is set like that, and it is no paragraph of prose.
  private func settle(_ style: inout BlockStyle) {
    style.indent = .zero
    guard style.alignment == .start, let last = document.blocks.last else { return }
    if last.kind == .heading || last.image < 0 && last.style.alignment == .center {
      style.alignment = last.style.alignment
    }
  }

  /// Ends the open block, if there is one, and settles what only its end can tell.
  mutating func finishBlock() {
    guard block.isOpen else { return }
    flushRun()
    let breaks = trimEnd()
    if block.hasInk {
      emit(block.value)
      settleFormula()
      if breaks > 1 { gap.addBlankLines(breaks - 1) }
    } else {
      dropText(from: Int(block.value.textStart))
      document.runs.removeSubrange(Int(block.value.firstRun)...)
      if pictures.isEmpty {
        if breaks > 0 { gap.addBlankLines(breaks) }
      } else {
        emitPictures()
      }
    }
    block.isOpen = false
    settleAnchors()
    pictures.removeAll(keepingCapacity: true)
    run = OpenRun()
    dropsSpace = true
    endsInSpace = false
    wantsSeparator = false
    mayNeedSeparator = false
  }

  /// Takes white space and line breaks off the end of the block.
  ///
  /// - Returns: the number of line breaks taken.
  private mutating func trimEnd() -> Int {
    let start = Int(block.value.textStart)
    let keepsSpace = block.value.style.keepsSpace
    var breaks = 0
    var end = document.text.count
    while end > start, endsWithText(at: end) {
      let byte = document.text[end - 1]
      if byte == 0x0A {
        breaks += 1
      } else if !(byte == 0x20 && (endsInSpace || breaks > 0 || keepsSpace))
        && !(byte == 0x09 && keepsSpace)
      {
        break
      }
      endsInSpace = false
      end -= 1
      dropText(from: end)
    }
    while let last = document.softHyphens.last, Int(last) >= end {
      document.softHyphens.removeLast()
    }
    return breaks
  }

  /// Whether no insertion stands after the text that ends at `end`.
  private func endsWithText(at end: Int) -> Bool {
    guard let last = document.runs.last, document.runs.count > Int(block.value.firstRun) else {
      return false
    }
    return Int(last.textEnd) == end && last.textStart < last.textEnd
  }

  /// Cuts the text off at `end`, with the runs, spans and hyphens of what goes. What is cut is white
  /// space, shown as it is, or a whole block.
  mutating func dropText(from end: Int) {
    document.text.removeSubrange(end...)
    var index = document.runs.count - 1
    while index >= Int(block.value.firstRun), Int(document.runs[index].textEnd) > end {
      cut(run: index, at: Int32(end))
      index -= 1
    }
    while let last = document.sourceMap.spans.last, Int(last.textStart) >= end {
      document.sourceMap.spans.removeLast()
    }
    while let last = document.softHyphens.last, Int(last) > end {
      document.softHyphens.removeLast()
    }
  }

  /// Takes what is beyond `end` off a run; an insertion there moves.
  private mutating func cut(run index: Int, at end: Int32) {
    let surplus = document.runs[index].textEnd - end
    let isInsertion = document.runs[index].textRange.isEmpty
    if !isInsertion, document.runs[index].textStart >= end {
      document.runs.remove(at: index)
      return
    }
    document.runs[index].textEnd = end
    if isInsertion {
      document.runs[index].textStart = end
    } else if document.runs[index].shownStart >= 0 {
      document.runs[index].shownEnd -= surplus
    }
  }

  /// Appends a finished block, with what was waiting for it.
  mutating func emit(_ value: Block) {
    var value = value
    if !openings.isEmpty { settleOpenings(&value) }
    value.textEnd = Int32(document.text.count)
    value.runCount = Int32(document.runs.count) - value.firstRun
    value.style.spaceAbove = document.blocks.isEmpty ? 0 : gap.lines(of: lineHeight)
    if gap.breakBefore != .auto { value.style.breakBefore = gap.breakBefore }
    if value.kind == .heading, value.style.breakAfter == .auto { value.style.breakAfter = .avoid }
    value.style.hasRuleAbove = gap.hasRule && mayHaveRules(value)
    gap = Gap()
    if let marker = pendingMarker {
      value.markerStart = marker.start
      value.markerEnd = marker.end
      pendingMarker = nil
    }
    document.blocks.append(value)
    noteVerse(breakCount: block.isOpen ? block.breakCount : 0)
  }

  /// A block without text, for the element at `depth`.
  mutating func emitEmpty(_ kind: Block.Kind? = nil, in depth: Int) {
    var value = newBlock(in: depth)
    if let kind {
      value.kind = kind
      value.level = 0
    }
    emit(value)
  }

  mutating func appendRule() {
    finishBlock()
    emitEmpty(.rule, in: frames[frames.count - 1].container)
  }

  /// A forced line break.
  mutating func appendBreak() {
    guard frames[frames.count - 1].style.isVisible else { return }
    if endsInSpace { dropTrailingSpace() }
    prepare(frames[frames.count - 1].look)
    document.text.append(0x0A)
    block.breakCount += 1
    dropsSpace = true
  }

  /// Carries an element's wishes about page breaks to the blocks that it holds.
  mutating func keepTogether(_ depth: Int) {
    let first = frames[depth].firstBlock
    let last = document.blocks.count - 1
    guard first <= last else { return }
    if frames[depth].style.breakAfter == .avoid {
      document.blocks[last].style.breakAfter = .avoid
    }
    guard frames[depth].style.breakInside == .avoid, last - first < Self.maximumKeptBlocks else {
      return
    }
    for index in first...last {
      document.blocks[index].style.breakInside = .avoid
      if index < last { document.blocks[index].style.breakAfter = .avoid }
    }
  }

  /// Draws a line under the last block of the element at `depth`; under an element without blocks it is a
  /// line by itself.
  mutating func closeRule(_ depth: Int) {
    guard frames[depth].style.ruleBelow.isDrawn, frames[depth].style.display.isFlow,
      !frames[depth].traits.contains(.framed)
    else { return }
    if frames[depth].firstBlock == document.blocks.count {
      gap.hasRule = true
    } else if mayHaveRules(document.blocks[document.blocks.count - 1]) {
      document.blocks[document.blocks.count - 1].style.hasRuleBelow = true
    }
  }

  /// In cells rules are the table's; a picture's frame is its own.
  private func mayHaveRules(_ block: Block) -> Bool {
    block.table < 0 && block.kind != .rule && block.kind != .image
  }

  /// Longer stretches cannot be meant to stand on one page of a terminal.
  private static var maximumKeptBlocks: Int { 12 }

  // MARK: Anchors

  /// Anchors at the end of the block, with nothing of it behind them, belong to the next one.
  private mutating func settleAnchors() {
    let end = Int32(document.text.count)
    for open in openAnchors.reversed() {
      guard document.anchors[open.index].offset >= end else { break }
      document.anchors[open.index].offset = end
      if open.insertions == block.insertionCount {
        document.anchors[open.index].block = Int32(document.blocks.count)
      }
    }
    openAnchors.removeAll(keepingCapacity: true)
  }

  /// The first of several elements with one id is the one a fragment leads to; all stay.
  mutating func finishAnchors() {
    let count = Int32(document.blocks.count)
    for index in document.anchors.indices.reversed() where document.anchors[index].block > count {
      document.anchors[index].block = count
    }
  }

  /// Remembers this place.
  mutating func mark() -> Mark {
    flushRun()
    run.floor = document.runs.count
    return Mark(
      block: block.isOpen ? block.serial : block.serial + 1, text: document.text.count,
      run: document.runs.count)
  }

  /// The runs since `mark`, `nil` when a block ended or nothing was written since.
  mutating func runs(since mark: Mark) -> Range<Int>? {
    guard block.isOpen, block.serial == mark.block else { return nil }
    flushRun()
    return mark.run < document.runs.count ? mark.run..<document.runs.count : nil
  }
}

extension BlockStyle {
  init(_ style: ComputedStyle) {
    self.init()
    alignment = style.alignment
    fontScale = style.fontScale
    indent = style.indent
    isRightToLeft = style.isRightToLeft
    resolvesDirection = style.unicodeBidi == .plaintext
    keepsSpace = style.whiteSpace.keepsSpace
    spacesTakeRoom = style.whiteSpace == .breakSpaces
    tabSize = style.tabSize
    noWrap = style.whiteSpace == .pre || style.whiteSpace == .nowrap
    breakInside = style.breakInside
    widows = style.widows
    orphans = style.orphans
    hyphens = style.hyphens
  }
}

extension ComputedStyle.WhiteSpace {
  var keepsSpace: Bool {
    switch self {
    case .pre, .preWrap, .breakSpaces: true
    case .normal, .nowrap, .preLine: false
    }
  }
}
