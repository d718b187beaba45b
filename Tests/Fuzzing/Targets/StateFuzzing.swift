import EPUBState
import TestKit

enum StateFuzzing {
  static func run(_ bytes: [UInt8], _ claims: inout Claims) {
    let bytes = damaged(by: bytes)
    let folder: TemporaryFolder
    do {
      folder = try TemporaryFolder()
      try folder.write("epub-read/state.sqlite", bytes)
    } catch {
      return claims.claim(false, "no folder to work in: \(error)")
    }
    do throws(StateError) {
      try read(try StateStore(folder: folder.path, now: 0, createsFiles: false))
    } catch {
      // It said why.
    }
    do throws(StateError) {
      let store = try StateStore(folder: folder.path, now: 1)
      try read(store)
      _ = try store.saveWords([WordRecord(word: "whale", folded: "whale", created: 1)])
      let isKept = try store.allWords().contains { $0.folded == "whale" }
      claims.claim(isKept, "a word that was saved is gone")
    } catch {
      // It said why; nothing was promised.
    }
  }

  /// A good database with bytes changed: two say where it is cut, four each where and to what.
  private static func damaged(by bytes: [UInt8]) -> [UInt8] {
    guard bytes.count >= 2, !whole.isEmpty else { return bytes }
    var database = whole
    for start in stride(from: 2, to: bytes.count - 3, by: 4) {
      let place = bytes[start..<start + 3].reduce(0) { $0 << 8 | Int($1) }
      database[place % database.count] = bytes[start + 3]
    }
    let cut = Int(bytes[0]) << 8 | Int(bytes[1])
    return cut == 0 ? database : Array(database.prefix(cut % database.count))
  }

  private static let whole: [UInt8] = {
    do {
      let folder = try TemporaryFolder()
      do {
        let store = try StateStore(folder: folder.path, now: 1)
        _ = try store.saveWords(
          (1...40).map { WordRecord(word: "w\($0)", folded: "w\($0)", created: $0) })
      }
      return try folder.read("epub-read/state.sqlite")
    } catch {
      return []
    }
  }()

  private static func read(_ store: StateStore) throws(StateError) {
    _ = try store.allWords()
    for book in try store.recentBooks(limit: 10) {
      _ = try store.annotations(of: book.id)
      _ = try store.history(of: book.id)
    }
  }
}
