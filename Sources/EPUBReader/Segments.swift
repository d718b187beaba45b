import EPUBBasics
package import EPUBBook
package import EPUBContent
package import EPUBLayout
package import EPUBSegmentation

/// A part of a line of one look and one mark: a piece, cut where a highlight begins or ends.
package struct Segment {
  package var column: Int
  package var width: Int
  package var source: Piece.Source
  package var range: Range<Int>
  package var style: TextStyle
  /// Index into the document's links, -1 for none.
  package var link: Int
  /// Index into the overlay's marks, -1 for none.
  package var mark: Int
  /// Drawn from its last cluster on, with mirrored brackets.
  package var isRightToLeft = false
  /// Blank cells before it, where a line is written in reading order.
  package var blanks = 0
}

extension Chapter {
  /// The bytes that a piece is shown from.
  package func bytes(of source: Piece.Source) -> [UInt8] {
    switch source {
    case .text: document.text
    case .shown: document.shownBytes
    case .ornament: galley.ornaments
    }
  }

  /// The pieces of a line, cut by the overlay, in reading order.
  package func appendSegments(
    of line: Line, _ overlay: Overlay, _ segmenter: Segmenter, to segments: inout [Segment]
  ) {
    let blanks = line.flags.contains(.isReordered) ? galley.blanks(before: line) : []
    var end = 0
    for index in line.pieceRange {
      let piece = galley.pieces[index]
      var whole = Segment(
        column: Int(piece.column), width: Int(piece.width), source: piece.source,
        range: piece.range, style: piece.style, link: Int(piece.link), mark: -1,
        isRightToLeft: piece.isRightToLeft)
      whole.blanks =
        blanks.isEmpty
        ? max(0, whole.column - end) : blanks[index - line.pieceRange.lowerBound]
      end = whole.column + whole.width
      let marks = overlay.marks(touching: piece.textRange)
      if marks.isEmpty {
        segments.append(whole)
      } else {
        appendParts(of: whole, piece, overlay, marks, segmenter, to: &segments)
      }
    }
  }

  private func appendParts(
    of whole: Segment, _ piece: Piece, _ overlay: Overlay, _ marks: Range<Int>,
    _ segmenter: Segmenter, to segments: inout [Segment]
  ) {
    let shown = bytes(of: piece.source)
    var rest = whole
    func cut(before end: Int, mark: Int) {
      if end <= rest.range.lowerBound { return }
      var part = rest
      part.range = rest.range.lowerBound..<end
      part.mark = mark
      part.width =
        end == whole.range.upperBound
        ? rest.width : min(rest.width, segmenter.width(of: shown, in: part.range))
      rest.range = end..<rest.range.upperBound
      rest.width -= part.width
      rest.blanks = 0
      if part.isRightToLeft {
        part.column = rest.column + rest.width
      } else {
        rest.column += part.width
      }
      segments.append(part)
    }
    for mark in marks {
      let range = shownRange(of: overlay.marks[mark].range.clamped(to: piece.textRange), in: piece)
      cut(before: range.lowerBound, mark: -1)
      cut(before: range.upperBound, mark: mark)
    }
    cut(before: whole.range.upperBound, mark: -1)
  }

  /// Where the logical text of `range`, inside a piece, is shown in the piece's source: the n-th
  /// scalar by the n-th where there are as many, else by the whole piece.
  private func shownRange(of range: Range<Int>, in piece: Piece) -> Range<Int> {
    let start = Int(piece.start)
    let textStart = Int(piece.textStart)
    switch piece.source {
    case .text:
      return range.lowerBound - textStart + start..<range.upperBound - textStart + start
    case .ornament: return piece.range
    case .shown:
      let text = document.text
      let shown = document.shownBytes
      guard text.scalarCount(in: piece.textRange) == shown.scalarCount(in: piece.range) else {
        return piece.range
      }
      let from = shown.offset(
        ofScalar: text.scalarCount(in: textStart..<range.lowerBound), from: start)
      return from..<shown.offset(ofScalar: text.scalarCount(in: range), from: from)
    }
  }
}

extension Overlay {
  /// Indices of the marks that touch a range of the logical text.
  func marks(touching range: Range<Int>) -> Range<Int> {
    if marks.isEmpty || range.isEmpty { return 0..<0 }
    let first = marks.firstPlace { $0.range.upperBound > range.lowerBound }
    var end = first
    while end < marks.count, marks[end].range.lowerBound < range.upperBound { end += 1 }
    return first..<end
  }
}

extension [UInt8] {
  /// Offset of the `number`-th scalar after `start`, which lies on a scalar's boundary.
  fileprivate func offset(ofScalar number: Int, from start: Int) -> Int {
    var left = number
    var at = start
    while at < count {
      if !self[at].isUTF8Continuation {
        if left == 0 { return at }
        left -= 1
      }
      at += 1
    }
    return at
  }
}
