package import EPUBContent
package import EPUBSegmentation

extension Galley {
  /// The lines as plain text, one under another, with their free rows; for tests and for looking.
  package func dump(of document: ContentDocument) -> String {
    var rows: [String] = []
    for line in lines {
      rows += Array(repeating: "", count: Int(line.spaceAbove))
      rows.append(dump(line, of: document))
      rows += Array(repeating: "", count: max(0, Int(line.rows) - 1))
    }
    return rows.joined(separator: "\n")
  }

  private func dump(_ line: Line, of document: ContentDocument) -> String {
    var row = ""
    if line.flags.contains(.isReordered) {
      for (index, blank) in zip(line.pieceRange, blanks(before: line)) {
        row += String(repeating: " ", count: blank)
        row += String(decoding: bytes(of: pieces[index], in: document), as: UTF8.self)
      }
      return row
    }
    var column = 0
    for piece in pieces[line.pieceRange] {
      row += String(repeating: " ", count: max(0, Int(piece.column) - column))
      row += String(decoding: bytes(of: piece, in: document), as: UTF8.self)
      column = Int(piece.column + piece.width)
    }
    return row
  }

  /// The lines as they are seen, without controls of direction.
  package func visualDump(of document: ContentDocument, _ segmenter: Segmenter) -> String {
    lines.map { line in
      var row = ""
      var column = 0
      for index in line.pieceRange.sorted(by: { pieces[$0].column < pieces[$1].column }) {
        let piece = pieces[index]
        if piece.width == 0 { continue }
        let shown = Array(bytes(of: piece, in: document))
        row += String(repeating: " ", count: max(0, Int(piece.column) - column))
        row += String(
          decoding: piece.isRightToLeft
            ? segmenter.visualBytes(of: shown, in: 0..<shown.count) : shown, as: UTF8.self)
        column = Int(piece.column + piece.width)
      }
      return row
    }.joined(separator: "\n")
  }

  /// The bytes that a piece shows.
  package func bytes(of piece: Piece, in document: ContentDocument) -> ArraySlice<UInt8> {
    switch piece.source {
    case .text: document.text[piece.range]
    case .shown: document.shownBytes[piece.range]
    case .ornament: ornaments[piece.range]
    }
  }
}
