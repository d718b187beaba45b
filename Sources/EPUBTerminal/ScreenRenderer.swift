// From one screen to the next: rows that are equal are passed over, of the others only what changed is
// written. Nothing depends on what terminals do at the right edge (the cursor is always placed anew
// after the last column), nor on how wide they take clusters that Unicode's versions disagree about:
// rows that hold such are written whole, and the cursor placed anew behind each.

/// Writes screens as bytes for a terminal.
struct ScreenRenderer: Sendable {
  var colorDepth: ColorDepth
  var hasLinks: Bool
  var hasSynchronizedUpdates: Bool

  /// What brings a terminal from one screen to another; nothing when they are equal.
  ///
  /// - Parameter previous: what it shows; `nil`: unknown, everything is written.
  func bytes(from previous: Screen?, to next: Screen) -> [UInt8] {
    let changes = changes(from: previous, to: next)
    return changes.isEmpty ? [] : begin + changes + end
  }

  /// As `bytes`, for a part of an update.
  func changes(from previous: Screen?, to next: Screen) -> [UInt8] {
    var known = previous
    if let previous, previous.columns != next.columns || previous.rows != next.rows { known = nil }
    var drawing = ScreenDrawing(self, previous: known, next: next)
    drawing.draw()
    return drawing.bytes
  }

  var begin: [UInt8] { hasSynchronizedUpdates ? Array("\u{1B}[?2026h".utf8) : [] }
  var end: [UInt8] { hasSynchronizedUpdates ? Array("\u{1B}[?2026l".utf8) : [] }
}

/// One passage from screen to screen.
private struct ScreenDrawing {
  /// A gap of so many cells is written again: to jump over it costs more.
  private static let smallGap = 3
  /// From so many blanks on the rest of a row is erased.
  private static let manyBlanks = 8

  private let previous: Screen
  private let next: Screen
  private let isWhole: Bool
  private let translation: ScreenTranslation
  private var pen: Pen
  private var row = -1
  /// `nil`: known only to be somewhere in the row, as behind its last column.
  private var column: Int?
  private var isCursorShown: Bool
  var bytes: [UInt8] = []

  init(_ renderer: ScreenRenderer, previous: Screen?, next: Screen) {
    self.next = next
    isWhole = previous == nil
    self.previous = previous ?? Screen(columns: next.columns, rows: next.rows)
    translation = ScreenTranslation(from: next, to: self.previous)
    pen = Pen(renderer, next.styles.entries)
    isCursorShown = previous?.cursor != nil
  }

  mutating func draw() {
    if isWhole { bytes += "\u{1B}[?25l\u{1B}[0m\u{1B}[H\u{1B}[2J".utf8 }
    for row in 0..<next.rows { draw(row: row) }
    pen.lift(&bytes)
    placeCursor()
  }

  /// Leaves the cursor where the screen wants it, and never waiting behind the last column.
  private mutating func placeCursor() {
    guard let cursor = next.cursor else {
      hideCursor()
      if column == nil && row >= 0 { bytes.append(0x0D) }
      return
    }
    if bytes.isEmpty && isCursorShown && next.cursorCell == previous.cursorCell { return }
    move(to: cursor.column, cursor.row)
    if !isCursorShown { bytes += "\u{1B}[?25h".utf8 }
  }

  private mutating func hideCursor() {
    if isCursorShown { bytes += "\u{1B}[?25l".utf8 }
    isCursorShown = false
  }

  // MARK: Rows

  private mutating func draw(row: Int) {
    let start = row * next.columns
    var first = start
    let end = start + next.columns
    while first < end, translation.isSame(next.cells[first], previous.cells[first]) { first += 1 }
    if first == end { return }
    hideCursor()
    if holdsDoubtful(start..<end) {
      write(start..<end, in: row)
      return
    }
    var last = end
    while translation.isSame(next.cells[last - 1], previous.cells[last - 1]) { last -= 1 }
    drawChanges(wholeClusters(first..<last), in: row)
  }

  private func holdsDoubtful(_ range: Range<Int>) -> Bool {
    range.contains { next.cells[$0].isDoubtful }
  }

  /// Wide clusters are written whole, by their first cell.
  private func wholeClusters(_ range: Range<Int>) -> Range<Int> {
    var start = range.lowerBound
    while next.cells[start].width == 0 { start -= 1 }
    return start..<range.upperBound
  }

  private mutating func drawChanges(_ range: Range<Int>, in row: Int) {
    var at = range.lowerBound
    var runStart: Int?
    var runEnd = at
    while at < range.upperBound {
      let width = max(1, Int(next.cells[at].width))
      if isChanged(at, width) {
        if let start = runStart, at - runEnd > Self.smallGap {
          write(start..<runEnd, in: row)
          runStart = at
        }
        runStart = runStart ?? at
        runEnd = at + width
      }
      at += width
    }
    if let runStart { write(runStart..<runEnd, in: row) }
  }

  @inline(__always) private func isChanged(_ at: Int, _ width: Int) -> Bool {
    if width == 1 { return !translation.isSame(next.cells[at], previous.cells[at]) }
    return (at..<at + width).contains { !translation.isSame(next.cells[$0], previous.cells[$0]) }
  }

  // MARK: Cells

  private mutating func write(_ range: Range<Int>, in row: Int) {
    let start = row * next.columns
    var end = range.upperBound
    var erases = false
    if end == start + next.columns {
      let blanks = blankTail(range)
      if blanks >= Self.manyBlanks {
        end -= blanks
        erases = true
      }
    }
    var at = range.lowerBound
    while at < end {
      let cell = next.cells[at]
      move(to: at - start, row)
      write(cell)
      at += max(1, Int(cell.width))
    }
    if erases {
      move(to: end - start, row)
      pen.lift(&bytes)
      bytes += "\u{1B}[K".utf8
    }
  }

  /// Blanks at a row's end that the terminal's own erasing makes.
  private func blankTail(_ range: Range<Int>) -> Int {
    var count = 0
    for at in range.reversed() {
      guard next.cells[at].glyph == .blank, pen.isBare(next.cells[at].style) else { break }
      count += 1
    }
    return count
  }

  private mutating func write(_ cell: Screen.Cell) {
    pen.take(cell.style, &bytes)
    if cell.isDoubtful {
      writeDoubtful(cell)
      return
    }
    next.append(cell.glyph, to: &bytes)
    advance(Int(cell.width))
  }

  /// Over blanks, should the terminal take it for narrower than we; and the cursor is placed behind it.
  private mutating func writeDoubtful(_ cell: Screen.Cell) {
    if cell.width > 1, let column {
      bytes += repeatElement(ASCII.space, count: Int(cell.width))
      self.column = nil
      move(to: column, row)
    }
    next.append(cell.glyph, to: &bytes)
    column = nil
  }

  private mutating func advance(_ width: Int) {
    if let now = column { column = now + width < next.columns ? now + width : nil }
  }

  private mutating func move(to column: Int, _ row: Int) {
    if self.row == row, self.column == column { return }
    if self.row == row {
      if column == 0 { bytes.append(0x0D) } else { bytes.appendSequence(column + 1, "G") }
    } else if self.row >= 0, self.row + 1 == row, column == 0 {
      bytes += [0x0D, 0x0A]
    } else {
      bytes.appendSequence(row + 1, column + 1, "H")
    }
    self.row = row
    self.column = column
  }
}

extension [UInt8] {
  mutating func append(decimal number: Int) {
    if number >= 10 { append(decimal: number / 10) }
    append(0x30 + UInt8(truncatingIfNeeded: number % 10))
  }

  /// `CSI numbers final`.
  mutating func appendSequence(_ numbers: Int..., final: Unicode.Scalar) {
    self += [ASCII.escape, UInt8(ascii: "[")]
    for (index, number) in numbers.enumerated() {
      if index > 0 { append(UInt8(ascii: ";")) }
      append(decimal: number)
    }
    append(UInt8(ascii: final))
  }

  fileprivate mutating func appendSequence(_ number: Int, _ final: Unicode.Scalar) {
    appendSequence(number, final: final)
  }

  fileprivate mutating func appendSequence(_ one: Int, _ two: Int, _ final: Unicode.Scalar) {
    appendSequence(one, two, final: final)
  }
}
