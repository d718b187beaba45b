import EPUBContent
import EPUBSegmentation

// A formula becomes a box: from the inside out, each part makes one of the boxes of its parts. Whole cells
// are all there is, so what typesetters do with sizes is done with rows: a bar takes one, a script stands
// a row higher where Unicode has no small letter for it, fences grow by pieces. Content bounds how deep
// and how many parts there are; a box wider than the measure ends the work.

struct MathComposer {
  let document: ContentDocument
  let segmenter: Segmenter
  /// Cells that there are.
  let room: Int
  /// What the formula shows beside logical text.
  var bytes: [UInt8] = []
  var isTooLarge = false

  /// More rows are no help to a reader.
  static let maximumHeight = 120

  struct Context {
    /// Limits stand over and under their operators.
    var isDisplay = true
    /// Scripts are set close.
    var isScript = false
    /// What a fence is to enclose.
    var fence = MathExtent()

    var inner: Context { Context(isDisplay: isDisplay, isScript: isScript) }
    var text: Context { Context(isDisplay: false, isScript: isScript) }
    static let script = Context(isDisplay: false, isScript: true)
  }

  mutating func set(_ part: Formula.Part, _ context: Context) -> MathBox {
    if isTooLarge { return MathBox() }
    let box = made(of: part, context)
    if box.width > room || box.height > Self.maximumHeight { isTooLarge = true }
    return box
  }

  private mutating func made(of part: Formula.Part, _ context: Context) -> MathBox {
    switch part {
    case .row(let parts): return row(parts, context.inner)
    case .text(let token): return set(token)
    case .operator(let token, let mark):
      return mark.stretches ? fence(token, around: context.fence) : set(token)
    case .space(let cells): return MathBox(width: cells)
    case .fraction(let over, let under, let hasBar):
      return fraction(over, under, hasBar: hasBar, context)
    case .root(let inside, let index): return root(inside, index, context)
    case .scripts(let base, let under, let over, let isBefore):
      return scripts(base, under, over, isBefore: isBefore, context)
    case .limits(let base, let under, let over, let moves):
      return moves && !context.isDisplay
        ? scripts(base, under, over, isBefore: false, context)
        : limits(base, under, over, context)
    case .table(let table): return self.table(table, context, isOpen: false)
    case .enclosed(let inside, let frame): return enclosed(set(inside, context.inner), frame)
    case .phantom(let inside):
      var room = set(inside, context.inner)
      room.glyphs = []
      return room
    case .styled(let inside, let isDisplay):
      return set(inside, Context(isDisplay: isDisplay, isScript: context.isScript))
    }
  }

  // MARK: Text

  /// The text of a token.
  mutating func set(_ token: Formula.Token) -> MathBox {
    guard !token.text.isEmpty else { return MathBox() }
    let range = token.textRange
    let isText =
      range.upperBound <= document.text.count && document.text[range].elementsEqual(token.text)
    let shown = isText ? range : append(token.text)
    let width =
      isText
      ? segmenter.width(of: document.text, in: range) : segmenter.width(of: bytes, in: shown)
    // An accent without a letter has no cell of its own.
    if width == 0 { isTooLarge = true }
    var box = MathBox(width: width)
    box.glyphs = [
      MathGlyph(row: 0, column: 0, width: width, isText: isText, bytes: shown, text: range)
    ]
    let scalars = String(decoding: token.text, as: UTF8.self).unicodeScalars
    box.head = MathBox.Edge(scalars)
    box.tail = MathBox.Edge(scalars.reversed())
    return box
  }

  mutating func append(_ text: some Collection<UInt8>) -> Range<Int> {
    let start = bytes.count
    bytes.append(contentsOf: text)
    return start..<bytes.count
  }

  /// A sign, or a row of the same signs, that stands for no text.
  mutating func sign(
    _ sign: String, count: Int = 1, at column: Int = 0, row: Int = 0, for text: Range<Int> = 0..<0
  ) -> MathGlyph {
    let start = bytes.count
    for _ in 0..<min(count, room) { bytes.append(contentsOf: sign.utf8) }
    return MathGlyph(
      row: row, column: column, width: min(count, room), isText: false, bytes: start..<bytes.count,
      text: text)
  }

  // MARK: Fractions, roots, frames

  private mutating func fraction(
    _ over: Formula.Part, _ under: Formula.Part, hasBar: Bool, _ context: Context
  ) -> MathBox {
    let top = set(over, context.text)
    let bottom = set(under, context.text)
    let overhang = hasBar ? 1 : 0
    let width = max(top.width, bottom.width) + 2 * overhang
    var box = MathBox(width: width)
    if context.isScript, hasBar, !top.isTall, !bottom.isTall, over.isSimple, under.isSimple {
      return inLine(top, bottom)
    }
    if isTooLarge { return box }
    box.put(top, at: (width - top.width) / 2, row: -1 - top.below)
    if hasBar { box.draw(sign("─", count: width)) }
    box.put(bottom, at: (width - bottom.width) / 2, row: 1 + bottom.above)
    return box
  }

  private mutating func inLine(_ top: MathBox, _ bottom: MathBox) -> MathBox {
    var box = top
    box.append(MathBox(width: 1, glyphs: [sign("/")]))
    box.append(bottom)
    return box
  }

  private mutating func root(
    _ inside: Formula.Part, _ index: Formula.Script?, _ context: Context
  ) -> MathBox {
    let content = set(inside, context.inner)
    let isSmall = index?.raised != nil
    let name = index.map { $0.raised.map { set($0) } ?? set($0.part, .script) }
    if isTooLarge { return MathBox() }
    let foot = content.below
    let column = max(0, (name?.width ?? 0) - (isSmall ? 0 : 1))
    var whole = MathBox(width: column + 1)
    whole.draw(sign("√", at: column, row: foot))
    if let name { whole.put(name, at: 0, row: isSmall ? foot : foot - 1 - name.below) }
    if content.isTall {
      for row in content.rows { whole.draw(sign("│", at: whole.width, row: row)) }
      whole.draw(sign("┌", at: whole.width, row: -content.above - 1))
      whole.width += 1
    }
    if content.isTall || !inside.isSimple || name != nil && !isSmall {
      let bar = content.isTall ? "─" : "_"
      whole.draw(
        sign(bar, count: content.width, at: whole.width, row: -content.above - 1))
      whole.above = max(whole.above, content.above + 1)
    }
    whole.put(content, at: whole.width)
    return whole
  }

  private mutating func enclosed(_ content: MathBox, _ frame: Formula.Frame) -> MathBox {
    if isTooLarge { return MathBox() }
    var box = MathBox()
    let left = frame.contains(.left) ? 2 : 0
    box.put(content, at: left)
    if frame.contains(.struck) {
      for index in box.glyphs.indices { box.glyphs[index].isStruck = true }
    }
    let right = frame.contains(.right) ? box.width + 1 : -1
    if right > 0 { box.width += 2 }
    let (top, bottom) = (-content.above - 1, content.below + 1)
    for row in -content.above...content.below {
      if left > 0 { box.draw(sign("│", row: row)) }
      if right > 0 { box.draw(sign("│", at: right, row: row)) }
    }
    if frame.contains(.top) {
      let ends = frame.contains(.rounded) ? ("╭", "╮") : ("┌", "┐")
      edge(&box, ends, hasLeft: left > 0, hasRight: right > 0, row: top)
    }
    if frame.contains(.bottom) {
      let ends = frame.contains(.rounded) ? ("╰", "╯") : ("└", "┘")
      edge(&box, ends, hasLeft: left > 0, hasRight: right > 0, row: bottom)
    }
    return box
  }

  private mutating func edge(
    _ box: inout MathBox, _ ends: (String, String), hasLeft: Bool, hasRight: Bool, row: Int
  ) {
    var column = 0
    if hasLeft {
      box.draw(sign(ends.0, row: row))
      column = 1
    }
    let end = box.width - (hasRight ? 1 : 0)
    box.draw(sign("─", count: max(0, end - column), at: column, row: row))
    if hasRight { box.draw(sign(ends.1, at: end, row: row)) }
    box.above = max(box.above, -row)
    box.below = max(box.below, row)
  }
}

extension MathBox.Edge {
  /// The edge at which `scalars` begin.
  init(_ scalars: some Sequence<Unicode.Scalar>) {
    for scalar in scalars {
      let isLetter = scalar.properties.isAlphabetic
      if letterCount == 0 {
        self.isLetter = isLetter
        isNumber = scalar.properties.numericType != nil
      }
      guard isLetter, letterCount < 2 else { break }
      letterCount += 1
    }
  }
}
