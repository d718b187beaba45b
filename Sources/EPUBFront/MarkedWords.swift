import EPUBBook
import EPUBReader
import EPUBState

extension KeptState {
  /// The words that are marked in a book without being asked for: those highlighted in it or in all
  /// books, and saved ones unless the configuration says otherwise. The latest come last.
  func markedWords(
    in opened: OpenedBook, _ request: Request
  ) -> [HighlightedWord] {
    let words = ask([]) { store throws(StateError) in try store.allWords() }
    if words.isEmpty { return [] }
    let marksSaved = request.configuration.marksSavedWords
    // Which book this is matters only where a word is of one.
    let book = words.contains { $0.bookID != nil } ? record(of: opened)?.id : nil
    return Self.marked(words, inBook: book, marksSaved: marksSaved)
  }

  /// Those of the kept words that are marked in a book.
  static func marked(
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
