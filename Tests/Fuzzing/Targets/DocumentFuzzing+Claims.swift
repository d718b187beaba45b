import EPUBBook
import EPUBContent
import EPUBLayout
import EPUBSegmentation

// The same that the tests of Layout and Content hold of their own documents.

extension ContentDocument {
  /// Blocks, runs, soft hyphens and spans follow one another and stay in the text.
  func claimOrder(_ claims: inout Claims) {
    claims.claim(Array(text.text.utf8) == text, "the text is no UTF-8")
    claims.claim(Array(shownBytes.text.utf8) == shownBytes, "what is shown is no UTF-8")
    claims.claimPrintable(text, "the text")
    claims.claimPrintable(shownBytes, "what is shown")
    var end: Int32 = 0
    for block in blocks {
      claims.claim(block.textStart == end && block.textEnd >= end, "blocks leave a gap at \(end)")
      var runEnd = block.textStart
      for run in runs[block.runRange] {
        claims.claim(run.textStart == runEnd && run.textEnd >= runEnd, "runs leave a gap")
        runEnd = run.textEnd
        claims.claim((run.shownRange?.upperBound ?? 0) <= shownBytes.count, "shown past the end")
        claims.claim(run.link < Int32(links.count), "no such link")
      }
      claims.claim(runEnd == block.textEnd, "runs end before their block at \(end)")
      end = block.textEnd
    }
    claims.claim(Int(end) == text.count, "blocks end at \(end), the text at \(text.count)")
    claims.claim(zip(softHyphens, softHyphens.dropFirst()).allSatisfy { $0 < $1 }, "soft hyphens")
    let spans = sourceMap.spans
    claims.claim(
      zip(spans, spans.dropFirst()).allSatisfy { $0.textStart <= $1.textStart }, "spans")
  }
}

extension Chapter {
  func claimWhatHolds(in layout: LayoutOptions, _ claims: inout Claims) {
    claimCoverage(&claims)
    claimFit(layout.measure, &claims)
    claimPages(layout.pageHeight, &claims)
    // Formulas in rows are drawn, tables change the order.
    if document.tables.isEmpty, document.formulas.isEmpty { claimText(&claims) }
  }

  private func claimCoverage(_ claims: inout Claims) {
    var end: Int32 = 0
    for (index, line) in galley.lines.enumerated() {
      claims.claim(
        line.textStart == end && line.textEnd >= end, "line \(index) leaves a gap at \(end)")
      claims.claim(line.rows >= 1, "line \(index) takes no row")
      end = line.textEnd
    }
    claims.claim(
      galley.lines.isEmpty || Int(end) == document.text.count,
      "lines end at \(end), the text at \(document.text.count)")
    claims.claim(!galley.lines.isEmpty || document.text.isEmpty, "a text without lines")
  }

  private func claimFit(_ measure: Int, _ claims: inout Claims) {
    let segmenter = Segmenter()
    for (index, line) in galley.lines.enumerated() {
      let pieces = galley.pieces[line.pieceRange].sorted {
        ($0.column, $0.width) < ($1.column, $1.width)
      }
      var column: Int32 = 0
      var clusters: [Cluster] = []
      for piece in pieces {
        claims.claim(piece.column >= column, "pieces overlap in line \(index)")
        column = piece.column + piece.width
        let bytes = Array(galley.bytes(of: piece, in: document))
        segmenter.appendClusters(of: bytes, in: 0..<bytes.count, to: &clusters)
        claims.claim(
          Int(piece.width) == segmenter.width(of: bytes, in: 0..<bytes.count),
          "a piece of line \(index) is \(piece.width) wide: \(bytes.text)")
      }
      // A cluster wider than the measure stands alone.
      claims.claim(
        Int(column) <= measure || clusters.count { $0.width > 0 } <= 1,
        "line \(index) takes \(column) of \(measure) cells")
      let blanks = galley.blanks(before: line)
      claims.claim(blanks.allSatisfy { $0 >= 0 }, "line \(index) goes backwards")
    }
  }

  private func claimPages(_ height: Int, _ claims: inout Claims) {
    claims.claim(
      pages.firstLines.first == 0 && pages.lineCount == galley.lines.count,
      "pages do not cover the lines")
    for page in 0..<pages.count {
      let range = pages.lines(of: page)
      claims.claim(!range.isEmpty || galley.lines.isEmpty, "page \(page) is empty")
      var used = 0
      for index in range {
        let line = galley.lines[index]
        if index > range.lowerBound {
          claims.claim(!line.flags.contains(.breaksBefore), "a break inside page \(page)")
          used += Int(line.spaceAbove)
        }
        let own = line.image >= 0 ? Int(line.rows) : 1
        claims.claim(used + own <= height || range.count == 1, "page \(page) is too full")
        used += Int(line.rows)
      }
    }
  }

  /// All that blocks show is in the pieces, in order, but for white space at the ends of lines.
  private func claimText(_ claims: inout Claims) {
    var shown: [UInt8] = []
    for run in document.blocks.flatMap({ document.runs[$0.runRange] }) {
      shown += run.shownRange.map { document.shownBytes[$0] } ?? document.text[run.textRange]
    }
    let markers = document.blocks.compactMap(\.markerRange)
    let set = galley.pieces.filter { piece in
      piece.source != .ornament && !(piece.source == .text && piece.textRange.isEmpty)
        && !(piece.source == .shown && markers.contains { $0.contains(piece.range.lowerBound) })
    }.flatMap { galley.bytes(of: $0, in: document) }
    claims.claim(
      Self.visible(set) == Self.visible(shown),
      "set \(Self.visible(set).debugDescription), not \(Self.visible(shown).debugDescription)")
  }

  private static func visible(_ bytes: [UInt8]) -> String {
    bytes.filter { $0 > 0x20 }.text.replacing("\u{200B}", with: "")
  }
}
