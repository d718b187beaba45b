import EPUBBook
import EPUBState

extension KeptState {
  /// The words that are marked in a book without being asked for: those highlighted in it or in all
  /// books, and saved ones unless the configuration says otherwise. The latest come last.
  func markedWords(
    in opened: OpenedBook, _ request: Request, _ environment: Environment, _ output: Output
  ) -> [HighlightedWord] {
    let words = ask([]) { store throws(StateError) in try store.allWords() }
    if words.isEmpty { return [] }
    let marksSaved =
      request.ignoresConfiguration || Configuration(environment, output).marksSavedWords
    let wanted = words.filter { $0.isHighlighted || (marksSaved && $0.isSaved) }
    // Which book this is matters only where a word is of one.
    let book = wanted.contains { $0.bookID != nil } ? record(of: opened)?.id : nil
    return wanted.filter { $0.bookID == nil || $0.bookID == book }.map { word in
      HighlightedWord(
        value: word.word, color: word.color ?? HighlightColor.yellow.hex, note: word.note)
    }
  }
}

/// What `config.json` says.
struct Configuration {
  private(set) var marksSavedWords = true

  private static var maximumByteCount: Int { 1 << 20 }

  init(_ environment: Environment, _ output: Output) {
    guard let folder = environment.folder("XDG_CONFIG_HOME", inHome: ".config") else { return }
    let path = "\(folder)/epub-read/config.json"
    guard case .bytes(let bytes) = environment.readFile(path, Self.maximumByteCount) else { return }
    do throws(JSONInput.Wrong) {
      let json = try JSONInput(bytes, isLenient: true)
      if json["markSaved"] == .bool(false) { marksSavedWords = false }
    } catch {
      output.note(Failure.badConfiguration("\(path), line \(error.line)", error.words))
    }
  }
}
