import EPUBBasics
package import EPUBBook
import EPUBContent
package import EPUBLayout
package import EPUBSegmentation

extension Chapter {
  /// The logical text under a cell of a piece, counted from its left edge; `nil` where there is none.
  package func textOffset(ofCell cell: Int, of piece: Piece, _ segmenter: Segmenter) -> Int? {
    if piece.textRange.isEmpty { return nil }
    let shown = bytes(of: piece.source)
    let isByScalar =
      piece.source == .text
      || document.text.scalarCount(in: piece.textRange) == shown.scalarCount(in: piece.range)
    guard isByScalar else { return Int(piece.textStart) }
    var clusters: [Cluster] = []
    segmenter.appendClusters(of: shown, in: piece.range, to: &clusters)
    let cell = piece.isRightToLeft ? Int(piece.width) - 1 - cell : cell
    var column = 0
    var start = piece.range.lowerBound
    for cluster in clusters {
      column += Int(cluster.width)
      if column > cell { break }
      start = Int(cluster.end)
    }
    guard start < piece.range.upperBound else { return nil }
    var left = shown.scalarCount(in: piece.range.lowerBound..<start)
    var offset = Int(piece.textStart)
    while left > 0, offset < Int(piece.textEnd) {
      offset += 1
      while offset < Int(piece.textEnd), document.text[offset].isUTF8Continuation { offset += 1 }
      left -= 1
    }
    return offset
  }
}
