import EPUBBasics

/// What tells one run from another, but for its place.
struct Look: Equatable {
  var style: TextStyle = []
  var language: UInt16 = 0
  var link: Int32 = -1
  var embedding: UInt16 = 0
  var transform = ComputedStyle.TextTransform.none

  private static let own: TextStyle = [
    .bold, .italic, .code, .smallCaps, .superscript, .subscript, .noWrap, .keepsSpace,
  ]

  /// Takes over an element's style; its parent's lines under and through the text go on.
  mutating func set(_ computed: ComputedStyle) {
    style.subtract(Look.own)
    if computed.isBold { style.insert(.bold) }
    if computed.isItalic { style.insert(.italic) }
    if computed.isMonospace { style.insert(.code) }
    if computed.isSmallCaps { style.insert(.smallCaps) }
    if computed.underlines { style.insert(.underline) }
    if computed.strikes { style.insert(.strike) }
    if computed.floatsRight { style.insert(.floatsRight) }
    switch computed.whiteSpace {
    case .pre, .nowrap: style.insert(.noWrap)
    case .preWrap, .breakSpaces: style.insert(.keepsSpace)
    case .normal, .preLine: break
    }
    switch computed.verticalAlign {
    case .baseline: break
    case .sub: style.insert(.subscript)
    case .superscript: style.insert(.superscript)
    }
    transform = computed.textTransform
  }
}

/// The run that text is added to.
struct OpenRun {
  var isOpen = false
  var start = 0
  var look = Look()
  /// Runs before this one are not added to any more.
  var floor = 0
}

/// Runs begin and end; insertions.
extension ContentBuilder {
  /// Makes sure that what is appended to the text next has `look`.
  mutating func prepare(_ look: Look) {
    if run.isOpen && run.look == look && !wantsSeparator { return }
    beginRun(look)
  }

  private mutating func beginRun(_ look: Look) {
    if !block.isOpen { beginBlock() }
    flushRun()
    if wantsSeparator { insertSeparator(look) }
    turnRuby(look)
    run.start = document.text.count
    if document.runs.count > run.floor, let last = document.runs.last, look.transform == .none,
      last.isPlain(look), Int(last.textEnd) == document.text.count
    {
      run.start = Int(last.textStart)
      document.runs.removeLast()
    }
    run.isOpen = true
    run.look = look
  }

  mutating func flushRun() {
    guard run.isOpen else { return }
    run.isOpen = false
    let end = document.text.count
    guard end > run.start else { return }
    if run.look.transform == .none {
      document.runs.append(Run(run.look, text: run.start..<end))
    } else {
      appendTransformed(run.start..<end)
    }
  }

  /// Shows `shown` where there is no logical text.
  mutating func insert(_ shown: String, look: Look, image: Int32 = -1) {
    var shown = Array(shown.utf8)
    if dropsSpace, image < 0 { shown.removeSubrange(..<(shown.prefix { $0 == 0x20 }.count)) }
    guard !shown.isEmpty else { return }
    if shown.count > roomInBlock { makeRoom(for: &shown) }
    if !block.isOpen { beginBlock() }
    flushRun()
    block.insertedByteCount += shown.count
    let start = Int32(document.shownBytes.count)
    document.shownBytes += shown
    document.runs.append(
      Run(
        look, text: document.text.count..<document.text.count, shownStart: start,
        shownEnd: Int32(document.shownBytes.count), image: image))
    block.insertionCount += 1
    if image < 0, shown.contains(where: { !$0.isASCIISpace }) { block.hasInk = true }
    dropsSpace = shown.last == 0x20
    endsInSpace = false
  }

  mutating func dropTrailingSpace() {
    guard endsInSpace else { return }
    endsInSpace = false
    flushRun()
    dropText(from: document.text.count - 1)
  }

  // MARK: Room beside inline elements

  /// An inline element's margin or padding of `cells` parts what stands at both sides of it.
  mutating func separate(_ cells: Float, _ style: ComputedStyle) {
    guard cells >= 1 || style.display == .inlineBlock || style.isOutOfFlow, block.isOpen,
      !dropsSpace, !isInitialLetter
    else { return }
    if cells >= 1 { wantsSeparator = true } else { mayNeedSeparator = true }
    isBesideOutOfFlow = style.isOutOfFlow
  }

  /// Whether a number and a word meet between the text and `next`: `1Title`, `1.Title`, `Title1`; a
  /// number that the author took out of the line (`the end.30`) meets all that stands there.
  mutating func settleSeparator(before next: UInt8) {
    mayNeedSeparator = false
    guard let last = document.text.last else { return }
    let startsWord = next.isASCIILetter || next >= 0xC3
    let endsNumber = last.isASCIIDigit || last == 0x2E || last == 0x29 || last == 0x3A
    wantsSeparator =
      startsWord && endsNumber
      || next.isASCIIDigit && (last.isASCIILetter || isBesideOutOfFlow && last > 0x20)
  }

  /// A letter alone at the start of the block, as books begin a chapter.
  private var isInitialLetter: Bool {
    let start = Int(block.value.textStart)
    return (1...OpeningLetter.maximumByteCount).contains(document.text.count - start)
      && OpeningLetter.isAlone(in: document.text[start...])
  }

  private mutating func insertSeparator(_ look: Look) {
    wantsSeparator = false
    if !dropsSpace { insert(" ", look: Look(language: look.language)) }
    dropsSpace = false
  }
}

extension Run {
  init(
    _ look: Look, text: Range<Int>, shownStart: Int32 = -1, shownEnd: Int32 = -1, image: Int32 = -1
  ) {
    self.init(
      textStart: Int32(text.lowerBound), textEnd: Int32(text.upperBound), shownStart: shownStart,
      shownEnd: shownEnd, style: look.style, language: look.language,
      embedding: look.embedding, link: look.link, image: image)
  }

  /// Logical text of that look, shown as it is.
  fileprivate func isPlain(_ look: Look) -> Bool {
    shownStart < 0 && image < 0 && style == look.style && link == look.link
      && language == look.language && embedding == look.embedding
  }
}
