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
    return HighlightedWord.marked(words, inBook: book, marksSaved: marksSaved)
  }
}
