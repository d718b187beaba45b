import EPUBBasics
import EPUBBook
import EPUBContent
import EPUBLayout
import EPUBPackaging
import EPUBReader
import EPUBSegmentation
import EPUBState
import EPUBTerminal

extension Reader {
  /// What is to be seen now.
  func screen() -> Screen {
    var screen = Screen(columns: size.columns, rows: size.rows, style: look.page)
    drawn = []
    drawnPictures = []
    guard frame != nil else {
      for (row, word) in ["Too", "small:", "20x5", "at least"].enumerated()
      where size.columns < 24 || row == 0 {
        screen.write(
          size.columns < 24 ? word : "Too small: 20x5 at least", column: 0, row: row,
          before: size.columns, look.page, segmenter: segmenter)
      }
      return screen
    }
    drawPages(on: &screen)
    drawPanel(on: &screen)
    return screen
  }

  /// The rows below the pages belong to the status line.
  private var statusRow: Int { size.rows - 1 }

  private func drawPages(on screen: inout Screen) {
    guard let frame else { return }
    var painter = PagePainter(look, segmenter) { [self] in externalTarget(of: $1, in: $0) }
    let columns = session.columns
    // A spread keeps its left edge when its last page stands alone.
    let shownCount = session.columnCount
    let gap = 4
    let whole = shownCount * frame.width + (shownCount - 1) * gap
    let left = max(0, (size.columns - whole) / 2)
    for (index, column) in columns.enumerated() {
      let part = Rectangle(
        column: left + index * (frame.width + gap) + frame.left, row: frame.top,
        columns: frame.layout.measure, rows: frame.layout.pageHeight)
      painter.draw(column, paint(for: column), in: part, on: &screen)
    }
    drawn = painter.pieces
    drawnPictures = painter.pictures
    if look.isPlain {
      screen.cursor =
        painter.focus.map { ($0.column, $0.row) }
        ?? drawn.first { $0.width > 0 }.map { ($0.column, $0.row) }
    }
  }

  /// The marks on a column, what matters most on top.
  private func paint(for column: ReadingSession.Column) -> TextPaint {
    let chapter = column.chapter
    var paint = TextPaint(over: chapter.shownText(of: column.lines))
    for mark in annotations {
      if let range = mark.range(inSpine: chapter.spine, of: chapter.document.text.count) {
        paint.paint(range, .annotation(color: mark.record.color ?? HighlightColor.yellow.hex))
      }
    }
    let marks = words.overlay(
      on: chapter.document, inBlocks: chapter.blocks(of: column.lines), segmenter: segmenter)
    for mark in marks.marks {
      paint.paint(mark.range, .word(color: words.words[mark.word].color))
    }
    for hit in session.found?.hits[chapter.spine] ?? [] { paint.paint(hit.range, .hit) }
    if let hit = session.currentHit, hit.spine == chapter.spine {
      paint.paint(hit.range, .currentHit)
    }
    if let selection, selection.spine == chapter.spine { paint.paint(selection.range, .selection) }
    if let wordCursor, wordCursor.spine == chapter.spine {
      paint.paint(wordCursor.range, .wordCursor)
    }
    return paint
  }

  /// A URL out of the book, for a link that leads there.
  func externalTarget(of link: Int, in chapter: Chapter) -> String? {
    guard let path = opened.book.publication.readingOrder[chapter.spine].path,
      case .external(let url) = path.resolving(chapter.document.links[link].href)
    else { return nil }
    return url
  }

  private func drawPanel(on screen: inout Screen) {
    let now = session.status()
    var status = StatusLine(
      now, bookTitle: opened.title, minutesLeft: speed.minutes(for: now.charactersLeftInChapter))
    status.waiting = waiting
    status.message = message
    guard var open = panel else {
      status.draw(on: &screen, row: statusRow, look, segmenter)
      return
    }
    let available = open.purpose.coversStatus ? size.rows : size.rows - 1
    let rows = min(
      available, open.panel.wantedRows(columns: size.columns, rows: available, segmenter))
    let part = Rectangle(column: 0, row: available - rows, columns: size.columns, rows: rows)
    if !open.purpose.coversStatus {
      status.draw(on: &screen, row: statusRow, look, segmenter)
    }
    open.panel.draw(on: &screen, in: part, look.panel, segmenter)
    panel = open
    panelPart = part
    drawnPictures.removeAll { $0.part.row + $0.part.rows > part.row }
  }

  /// The pictures that stand on the page now, where the terminal can show them.
  func pictures() -> [PlacedPicture] {
    if capabilities.pictures == .none { return [] }
    return drawnPictures.compactMap { placed($0) }
  }

  private func placed(_ drawn: DrawnPicture) -> PlacedPicture? {
    guard let frame,
      let chapter = session.shownChapter(at: drawn.spine),
      let path = chapter.document.images[drawn.image].path, let picture = pictureFile(at: path)
    else { return nil }
    let layout = frame.layout
    guard
      let cells = PictureCells(
        of: picture.size, measure: layout.measure, pageHeight: layout.pageHeight)
    else { return nil }
    var part = drawn.part
    part.columns = min(part.columns, cells.columns)
    return PlacedPicture(
      id: picture.id, bytes: picture.bytes, mediaType: picture.mediaType, size: picture.size,
      part: part)
  }
}

extension PlacedAnnotation {
  /// The text of a document that it marks; `nil` for a single place and for other documents.
  func range(inSpine spine: Int, of byteCount: Int) -> Range<Int>? {
    guard let end,
      (start.position.spine...max(start.position.spine, end.position.spine)).contains(spine)
    else { return nil }
    let first = start.position.spine == spine ? start.position.offset : 0
    let last = end.position.spine == spine ? end.position.offset : byteCount
    return first < last ? first..<last : nil
  }
}
