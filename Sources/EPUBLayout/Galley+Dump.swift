package import EPUBContent

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
    var column = 0
    for piece in pieces[line.pieceRange] {
      row += String(repeating: " ", count: max(0, Int(piece.column) - column))
      row += String(decoding: bytes(of: piece, in: document), as: UTF8.self)
      column = Int(piece.column + piece.width)
    }
    return row
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
