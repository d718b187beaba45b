package import EPUBBook
package import EPUBState

extension HighlightedWord {
  /// Those of the kept words that are marked in a book.
  package static func marked(
    _ words: [WordRecord], inBook book: Int64?, marksSaved: Bool
  ) -> [HighlightedWord] {
    words.filter {
      ($0.isHighlighted || (marksSaved && $0.isSaved)) && ($0.bookID == nil || $0.bookID == book)
    }.map { word in
      HighlightedWord(
        value: word.word, color: word.color ?? HighlightColor.yellow.hex, note: word.note)
    }
  }
}
