import EPUBBasics
import EPUBContent
import EPUBLayout
import EPUBSegmentation
import Testing

/// Sets a document and expects of its lines and pages what must hold for all of them.
func checked(
  _ draft: Draft, _ options: LayoutOptions, pictures: [PixelSize?] = [],
  at location: SourceLocation = #_sourceLocation
) -> Galley {
  let document = draft.document
  let galley = Galley(
    setting: document, pictures: pictures, options: options, segmenter: Segmenter())
  let again = Galley(
    setting: document, pictures: pictures, options: options, segmenter: Segmenter())
  #expect(
    galley.lines == again.lines && galley.pieces == again.pieces
      && galley.ornaments == again.ornaments, "setting twice differs", sourceLocation: location)
  expectCoverage(galley, of: document, at: location)
  expectFit(galley, of: document, in: options.measure, at: location)
  expectText(galley, of: document, at: location)
  expectPages(galley, height: options.pageHeight, at: location)
  return galley
}

/// The lines of a document set in a measure, on pages of 24 rows.
func lines(_ measure: Int, _ write: (inout Draft) -> Void) -> [String] {
  let draft = Draft(write)
  return checked(draft, LayoutOptions(measure: measure, pageHeight: 24)).rows(of: draft.document)
}

extension Galley {
  func rows(of document: ContentDocument) -> [String] {
    dump(of: document).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}

private func expectCoverage(
  _ galley: Galley, of document: ContentDocument, at location: SourceLocation
) {
  var end: Int32 = 0
  var piece: Int32 = 0
  for line in galley.lines {
    #expect(line.textStart == end && line.textEnd >= end, sourceLocation: location)
    #expect(line.firstPiece == piece, sourceLocation: location)
    #expect(line.rows >= 1, sourceLocation: location)
    end = line.textEnd
    piece += line.pieceCount
  }
  #expect(piece == Int32(galley.pieces.count), sourceLocation: location)
  #expect(
    end == Int32(document.text.count) || galley.lines.isEmpty, sourceLocation: location)
  #expect(galley.lines.first?.spaceAbove ?? 0 == 0, sourceLocation: location)
}

private func expectFit(
  _ galley: Galley, of document: ContentDocument, in measure: Int, at location: SourceLocation
) {
  let segmenter = Segmenter()
  for line in galley.lines {
    var column: Int32 = 0
    var clusters: [Cluster] = []
    var pieces = Array(galley.pieces[line.pieceRange])
    if line.flags.contains(.isReordered) {
      expectReadable(line, of: galley, at: location)
      pieces.sort { ($0.column, $0.width) < ($1.column, $1.width) }
    } else {
      #expect(pieces.allSatisfy { !$0.isRightToLeft }, sourceLocation: location)
    }
    for piece in pieces {
      #expect(piece.column >= column, sourceLocation: location)
      column = piece.column + piece.width
      let bytes = Array(galley.bytes(of: piece, in: document))
      segmenter.appendClusters(of: bytes, in: 0..<bytes.count, to: &clusters)
      #expect(
        Int(piece.width) == segmenter.width(of: bytes, in: 0..<bytes.count),
        sourceLocation: location)
    }
    // A cluster wider than the measure stands alone.
    let isAlone = clusters.count { $0.width > 0 } <= 1
    #expect(Int(column) <= measure || isAlone, sourceLocation: location)
  }
}

/// A reordered line takes as many cells, with its blanks, when it is written in reading order.
private func expectReadable(_ line: Line, of galley: Galley, at location: SourceLocation) {
  let pieces = galley.pieces[line.pieceRange]
  let blanks = galley.blanks(before: line)
  #expect(blanks.allSatisfy { $0 >= 0 }, sourceLocation: location)
  let written = blanks.reduce(0, +) + pieces.reduce(0) { $0 + Int($1.width) }
  #expect(written == pieces.map { Int($0.column + $0.width) }.max(), sourceLocation: location)
  #expect(pieces.first?.beginsGroup == true, sourceLocation: location)
}

/// All that the blocks show is in the pieces, in order, but for white space at the ends of lines.
private func expectText(
  _ galley: Galley, of document: ContentDocument, at location: SourceLocation
) {
  var shown: [UInt8] = []
  for block in document.blocks {
    for run in document.runs[block.runRange] {
      if let range = run.shownRange {
        shown += document.shownBytes[range]
      } else {
        shown += document.text[run.textRange]
      }
    }
  }
  let markers = document.blocks.compactMap(\.markerRange)
  var pieces = galley.pieces.filter { piece in
    piece.source != .ornament && !(piece.source == .text && piece.textRange.isEmpty)
      && !(piece.source == .shown && markers.contains { $0.contains(piece.range.lowerBound) })
  }
  if !document.tables.isEmpty {
    // Cells stand beside one another.
    pieces = pieces.enumerated()
      .sorted { ($0.element.textStart, $0.offset) < ($1.element.textStart, $1.offset) }
      .map(\.element)
  }
  let set = pieces.flatMap { galley.bytes(of: $0, in: document) }
  expectEqual(visible(set), visible(shown), at: location)
  for piece in pieces where piece.source == .text {
    #expect(piece.range == piece.textRange, sourceLocation: location)
  }
  if document.tables.isEmpty { expectPlaces(galley, at: location) }
}

/// Without white space, U+200B among it, which vanishes at the ends of lines.
private func visible(_ bytes: [UInt8]) -> String {
  String(decoding: bytes.filter { $0 > 0x20 }, as: UTF8.self).replacing("\u{200B}", with: "")
}

private func expectEqual(_ set: String, _ shown: String, at location: SourceLocation) {
  let (set, shown) = (Array(set.unicodeScalars), Array(shown.unicodeScalars))
  guard set != shown else { return }
  let same = zip(set, shown).prefix { $0 == $1 }.count
  func text(_ scalars: [Unicode.Scalar]) -> String {
    String(String.UnicodeScalarView(scalars[max(0, same - 10)..<min(scalars.count, same + 20)]))
  }
  Issue.record(
    "set \(text(set).debugDescription), not \(text(shown).debugDescription)",
    sourceLocation: location)
}

private func expectPlaces(_ galley: Galley, at location: SourceLocation) {
  for line in galley.lines {
    var end = line.textStart
    for piece in galley.pieces[line.pieceRange] {
      #expect(
        piece.textStart >= end && piece.textEnd >= piece.textStart
          && piece.textEnd <= line.textEnd, sourceLocation: location)
      end = piece.textEnd
    }
  }
}

private func expectPages(_ galley: Galley, height: Int, at location: SourceLocation) {
  var galley = galley
  let pages = galley.makePages(height: height)
  var end: Int32 = 0
  for line in galley.lines {
    // Heads shown again stand for no text.
    #expect(line.textStart == end, sourceLocation: location)
    end = line.textEnd
    guard line.flags.contains(.isRepeated) else { continue }
    #expect(line.textStart == line.textEnd, sourceLocation: location)
    #expect(
      galley.pieces[line.pieceRange].allSatisfy { $0.textStart == $0.textEnd },
      sourceLocation: location)
  }
  #expect(pages.firstLines.first == 0 && pages.lineCount == galley.lines.count)
  for page in 0..<pages.count {
    let range = pages.lines(of: page)
    #expect(!range.isEmpty || galley.lines.isEmpty, sourceLocation: location)
    var used = 0
    for index in range {
      let line = galley.lines[index]
      if index > range.lowerBound {
        #expect(!line.flags.contains(.breaksBefore), sourceLocation: location)
        used += Int(line.spaceAbove)
      }
      let own = line.image >= 0 ? Int(line.rows) : 1
      #expect(used + own <= height || range.count == 1, sourceLocation: location)
      used += Int(line.rows)
    }
  }
}
