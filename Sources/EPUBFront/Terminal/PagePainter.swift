import EPUBBasics
import EPUBBook
import EPUBContent
import EPUBLayout
import EPUBReader
import EPUBSegmentation
import EPUBTerminal

/// A stretch of text as it was drawn: what a click or a hint is looked up in.
struct DrawnPiece {
  /// The column of the session it belongs to.
  var spine: Int
  var row: Int
  var column: Int
  var width: Int
  var piece: Piece
}

/// A picture that has rows of its own on the page.
struct DrawnPicture {
  var spine: Int
  var image: Int
  var part: Rectangle
}

/// Draws a page's lines onto the screen.
struct PagePainter {
  let look: ReaderLook
  let segmenter: Segmenter
  /// Where a link of a document leads, if that is outside of the book.
  let externalTarget: (Chapter, Int) -> String?
  private(set) var pieces: [DrawnPiece] = []
  private(set) var pictures: [DrawnPicture] = []
  /// Where what matters most on the page begins: the word cursor, a selection, the hit gone to.
  private(set) var focus: (column: Int, row: Int, weight: Int)?
  private var segments: [Segment] = []

  init(
    _ look: ReaderLook, _ segmenter: Segmenter,
    externalTarget: @escaping (Chapter, Int) -> String?
  ) {
    self.look = look
    self.segmenter = segmenter
    self.externalTarget = externalTarget
  }

  /// - Parameter part: where the column's text stands, margins taken off.
  mutating func draw(
    _ column: ReadingSession.Column, _ paint: TextPaint, in part: Rectangle,
    on screen: inout Screen
  ) {
    let chapter = column.chapter
    let overlay = paint.overlay
    for (row, index) in chapter.rows(of: column.lines) {
      guard row < part.rows else { break }
      let line = chapter.galley.lines[index]
      if line.image >= 0, line.rows > 1 {
        pictures.append(
          DrawnPicture(
            spine: chapter.spine, image: Int(line.image),
            part: Rectangle(
              column: part.column + chapter.firstColumn(of: line), row: part.row + row,
              columns: part.columns - chapter.firstColumn(of: line),
              rows: min(Int(line.rows), part.rows - row))))
      }
      segments.removeAll(keepingCapacity: true)
      chapter.appendSegments(of: line, overlay, segmenter, to: &segments)
      for segment in segments {
        let ink = segment.mark < 0 ? nil : paint.ink(of: overlay.marks[segment.mark])
        draw(segment, of: chapter, ink, row: part.row + row, part, on: &screen)
        if let ink { note(ink, segment, column: part.column, row: part.row + row) }
      }
      for index in line.pieceRange {
        let piece = chapter.galley.pieces[index]
        pieces.append(
          DrawnPiece(
            spine: chapter.spine, row: part.row + row, column: part.column + Int(piece.column),
            width: Int(piece.width), piece: piece))
      }
    }
  }

  private mutating func note(_ ink: Ink, _ segment: Segment, column: Int, row: Int) {
    let weight: Int
    switch ink {
    case .wordCursor: weight = 3
    case .selection: weight = 2
    case .currentHit: weight = 1
    case .word, .annotation, .hit: return
    }
    if let focus, focus.weight >= weight { return }
    let first = segment.isRightToLeft ? max(0, segment.width - 1) : 0
    focus = (column + segment.column + first, row, weight)
  }

  private func draw(
    _ segment: Segment, of chapter: Chapter, _ ink: Ink?, row: Int, _ part: Rectangle,
    on screen: inout Screen
  ) {
    var style = look.style(of: segment.style, isLink: segment.link >= 0)
    if segment.link >= 0 { style.link = externalTarget(chapter, segment.link) }
    if let ink { style = look.mark(style, with: ink) }
    screen.write(
      chapter.bytes(of: segment.source), in: segment.range, column: part.column + segment.column,
      row: row, before: part.column + part.columns, style, segmenter: segmenter,
      isRightToLeft: segment.isRightToLeft)
  }
}

extension Chapter {
  /// Where the first piece of a line stands: for a picture's line its left edge.
  fileprivate func firstColumn(of line: Line) -> Int {
    line.pieceRange.isEmpty ? 0 : Int(galley.pieces[line.pieceRange.lowerBound].column)
  }
}
