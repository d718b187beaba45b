import EPUBBasics
import EPUBContent
import EPUBSegmentation

/// A list marker that waits for the first line of its block.
struct Marker {
  var start: Int
  var end: Int
  var width: Int
  /// It stands at the right of its line.
  var isRightToLeft: Bool
  /// A heading in its place, its columns counted from its own edge.
  var heading: [Piece] = []
}

/// Where the lines of one block go.
struct LineShape {
  enum Side { case left, right, center }
  var first: Edges
  var rest: Edges
  var side: Side
  /// Runs of white space count and long lines are cut where they are full.
  var keepsSpace = false
  var cutsWhereFull = false
  /// Lines are the author's: one that goes on below is marked.
  var marksContinuation = false
  var justifies = false
  var hyphenates = false
  /// Only the first line is set.
  var endsAfterFirst = false
  /// Its last line is to be about as long as the others.
  var balances = false
  /// Of verse: where a line begins that does not go on with the one above it.
  var verse: Edges?

  init(
    _ edges: Edges, alignment: BlockStyle.Alignment = .start, isRightToLeft: Bool = false
  ) {
    first = edges
    rest = edges
    switch alignment {
    case .left: side = .left
    case .right: side = .right
    case .center: side = .center
    case .start, .justify: side = isRightToLeft ? .right : .left
    case .end: side = isRightToLeft ? .left : .right
    }
  }
}

extension LineShape {
  /// Cells of the mark before what goes on with a line of code that was too long.
  static let continuationWidth = 2

  /// Whether a line of code had better end with the white space after what it holds than be cut where it
  /// is full: it is filled well, and the next line holds all of the word that does not fit.
  func endsCodeAtSpaces(filled: Int, of room: Int, before next: Int?, _ atoms: [Atom]) -> Bool {
    guard cutsWhereFull, let next else { return false }
    return filled * 3 >= room * 2 && Int(atoms[next].width) <= rest.width - Self.continuationWidth
  }

  /// Whether a line would hold nothing but white space, so much of it that the word after it had to be cut: then
  /// the word goes on below without it, marked.
  func passesOver(_ fit: Fit, of room: Int, _ atoms: [Atom]) -> Bool {
    guard marksContinuation, fit.width == 0, !fit.isEmpty, let next = fit.overflow else {
      return false
    }
    return fit.reached >= room
      || fit.reached * 3 >= room * 2
        && Int(atoms[next].width) <= rest.width - Self.continuationWidth
  }

  /// Whether there is room for that mark.
  var hasRoomForMark: Bool { side == .left && rest.width >= 4 * Self.continuationWidth }
}

extension Compositor {
  /// Sets a block of text, its marker before it.
  mutating func setText(of index: Int, in frame: Frame) {
    let block = document.blocks[index]
    var shape = shape(of: block, in: frame)
    prepareMarker(of: index, &shape, in: frame)
    if let heading = waitingHeading { place(heading, &shape) }
    if setFormula(of: index, shape, in: frame) { return }
    if block.firstLine >= 0 {
      setFirstLine(of: index, &shape)
    } else {
      findReadings(of: index, room: min(shape.first.width, shape.rest.width), in: frame)
      shown.take(block, of: document, without: &readings)
    }
    if shown.range.isEmpty {
      if marker != nil { setMarkerAlone(of: index, shape) }
      return
    }
    findAtoms(of: block, room: shape.rest.width)
    if !readings.isEmpty { joinBases() }
    if !document.rubyBases.isEmpty { joinReadings(room: shape.rest.width) }
    let isFormula = isFormula(index)
    if isFormula { joinFormulaAtoms(room: min(shape.first.width, shape.rest.width)) }
    if block.firstLine < 0 { directions.reset() }
    // Where readings stand above, nothing runs from right to left.
    if readings.isEmpty { resolveOrder(of: block, in: shown.range) }
    let first = lines.count
    breakLines(of: index, shape)
    if isFormula { claimFormula(lines: first..<lines.count) }
    if hasBlankLine, !frame.isCell, openBorders.isEmpty { foldBlankLines(first) }
    hasBlankLine = false
  }

  /// Makes free rows of the blank lines between others, of code or verse: they vanish at the top of a page.
  private mutating func foldBlankLines(_ first: Int) {
    guard lines.count - first > 2 else { return }
    var kept = first + 1
    var blank: (start: Int32, rows: Int)?
    for index in (first + 1)..<lines.count {
      var line = lines[index]
      if line.pieceCount == 0, index < lines.count - 1 {
        blank = (blank?.start ?? line.textStart, (blank?.rows ?? 0) + options.lineSpacing)
        continue
      }
      if let blank {
        line.textStart = blank.start
        line.spaceAbove = UInt16(min(blank.rows, Int(UInt16.max)))
      }
      blank = nil
      lines[kept] = line
      kept += 1
    }
    lines.removeLast(lines.count - kept)
  }

  func shape(of block: Block, in frame: Frame) -> LineShape {
    let style = block.style
    let edges = edges(of: block, in: frame)
    var shape = LineShape(
      edges, alignment: style.alignment == .start ? headAlignment ?? .start : style.alignment,
      isRightToLeft: style.isRightToLeft)
    shape.keepsSpace = style.keepsSpace
    shape.cutsWhereFull = style.keepsSpace && style.noWrap
    shape.marksContinuation =
      style.keepsSpace && (style.noWrap || block.kind == .code) && shape.hasRoomForMark
    shape.justifies = justifies(block, in: frame)
    shape.hyphenates = options.hyphenates && mayHyphenate(block)
    shape.balances = block.kind == .heading || style.alignment == .center
    let indent = indent(of: block, within: edges, in: frame)
    let room = openBorders.isEmpty ? nil : room(in: frame)
    if style.isRightToLeft {
      shape.first.right = min(edges.right - indent, room?.right ?? (frame.left + frame.width))
    } else {
      shape.first.left = max(edges.left + indent, room?.left ?? frame.left)
    }
    if style.hangsTurns { shape.hangTurns(in: frame) }
    return shape
  }

  private func justifies(_ block: Block, in frame: Frame) -> Bool {
    switch block.kind {
    case .paragraph, .item, .definition, .quote, .note, .caption, .row:
      block.style.alignment == .justify
        || block.style.alignment == .start && options.justifies && !frame.isCell
    case .heading, .term, .code, .rule, .image, .math: false
    }
  }

  /// Gives the marker its place: in the inset where that is wide enough, else the first line begins
  /// after it; a marker that would leave no room for text stands on lines of its own.
  private mutating func prepareMarker(of index: Int, _ shape: inout LineShape, in frame: Frame) {
    marker = nil
    let block = document.blocks[index]
    guard let range = block.markerRange, !range.isEmpty else { return }
    let width = segmenter.width(of: document.shownBytes, in: range)
    let outer = outerEdges(of: block, in: frame)
    let edges = shape.first
    var first = edges
    if block.style.isRightToLeft {
      first.right = min(edges.right + width + 1, max(outer.right, edges.right)) - width - 1
    } else {
      first.left = max(edges.left - width - 1, min(outer.left, edges.left)) + width + 1
    }
    if first.width < min(edges.width, Self.leastWidthAfterMarker) {
      setMarkerLines(range, of: index, edges)
    } else {
      shape.first = first
      marker = Marker(
        start: range.lowerBound, end: range.upperBound, width: width,
        isRightToLeft: block.style.isRightToLeft)
    }
  }

  private static let leastWidthAfterMarker = 8

  /// Edges of the box that the marker's box is inset in: how far the marker may hang out.
  private func outerEdges(of block: Block, in frame: Frame) -> Edges {
    let box = Int(block.box)
    var outer = block
    outer.box = Int32(outerBox(of: box, plainInset(of: box, in: frame), in: frame))
    return edges(of: outer, in: frame)
  }

  private mutating func setMarkerLines(_ range: Range<Int>, of index: Int, _ edges: Edges) {
    shown.takeInsertion(
      document.shownBytes[range], source: .shown, textStart: Int(coveredEnd))
    findInsertionAtoms()
    directions.reset()
    let block = document.blocks[index]
    resolveOrder(of: block, in: shown.range)
    breakLines(of: index, LineShape(edges, isRightToLeft: block.style.isRightToLeft))
  }

  private mutating func setMarkerAlone(of index: Int, _ shape: LineShape) {
    let firstPiece = pieces.count
    _ = appendMarker(width: 0, in: shape.first, shape.side)
    endLine(of: index, firstPiece: firstPiece, textEnd: Int(document.blocks[index].textEnd))
  }

  /// Appends the waiting marker to the line; returns the column of the text after it.
  mutating func appendMarker(width: Int, in edges: Edges, _ side: LineShape.Side) -> Int {
    let column = column(of: width, in: edges, side)
    guard let marker else { return column }
    self.marker = nil
    let start = marker.isRightToLeft ? column + width + 1 : column - marker.width - 1
    let first = pieces.count
    if !marker.heading.isEmpty {
      for var piece in marker.heading {
        piece.column += Int32(start)
        pieces.append(piece)
      }
      return column
    }
    pieces.append(
      Piece(
        column: Int32(start), width: Int32(marker.width), source: .shown, style: [],
        start: Int32(marker.start), end: Int32(marker.end), textStart: coveredEnd,
        textEnd: coveredEnd))
    if mayReorder { arrangeMarker(first, isRightToLeft: marker.isRightToLeft) }
    if hasDirectionalControls {
      closeDirections(
        in: document.shownBytes, marker.start..<marker.end, at: start + marker.width)
      directions.reset()
    }
    return column
  }

  /// Where a line of `width` cells begins.
  func column(of width: Int, in edges: Edges, _ side: LineShape.Side) -> Int {
    switch side {
    case .left: edges.left
    case .right: max(edges.left, edges.right - width)
    case .center: max(edges.left, edges.left + (edges.width - width) / 2)
    }
  }
}
