import EPUBState
import Foundation
import TestKit
import Testing

@Suite("Damaged databases", .tags(.hostile)) struct DamageTests {
  private static let name = "state.sqlite.damaged-20010909-014640"

  /// A folder with a database of some pages, all in its main file.
  private func filled() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let store = try StateStore(folder)
    let book = try store.someBook()
    _ = try store.saveWords((0..<400).map { word("word\($0)") })
    _ = try store.saveAnnotations((0..<40).map { annotation("a\($0)") }, of: book.id)
    try store.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return folder
  }

  /// Reads all there is, adds something, and sees it.
  private func use(_ store: StateStore, seesAll: Bool = true) throws {
    for book in try store.recentBooks(limit: 100) {
      _ = try store.annotations(of: book.id)
      _ = try store.history(of: book.id)
    }
    _ = try store.allWords()
    let book = try store.someBook(7000)
    try store.savePlace(place(3), of: book.id, now: 5)
    try store.saveHistory([place(3)], current: 0, of: book.id)
    _ = try store.saveAnnotations([annotation("new")], of: book.id)
    _ = try store.saveWords([word("new", color: "blue")])
    guard seesAll else { return }
    #expect(try store.recentBooks(limit: 1).first?.place == place(3))
    #expect(try store.annotations(of: book.id).contains(annotation("new")))
    #expect(try store.allWords().contains(word("new", color: "blue")))
  }

  @Test(
    "Are set aside whole, under a dated name, and a new one is made",
    arguments: [
      "text", "short text", "zeros", "foreign",
    ])
  func setAside(_ kind: String) throws {
    let folder = try TemporaryFolder()
    let bytes: [UInt8]
    switch kind {
    case "text": bytes = Array(String(repeating: "Call me Ishmael. ", count: 1000).utf8)
    case "short text": bytes = Array("hello".utf8)
    case "zeros": bytes = Array(repeating: 0, count: 8192)
    default:
      let other = try TemporaryFolder()
      try StateStore(other).execute(
        "PRAGMA application_id = 7; PRAGMA wal_checkpoint(TRUNCATE)")
      bytes = try other.bytes("state.sqlite")
    }
    try folder.write(bytes, over: "state.sqlite")
    try folder.write([1, 2, 3], over: "state.sqlite-wal")
    let store = try StateStore(folder)
    #expect(store.warning == .damaged(setAside: Self.name))
    #expect(try folder.bytes(Self.name) == bytes)
    #expect(folder.names.contains("\(Self.name)-wal"))
    try use(store)
    #expect(try StateStore(folder).warning == nil)
    #expect(try StateStore(folder).recentBooks(limit: 9).count == 1)
  }

  @Test("Never take the place of one that was set aside before")
  func twice() throws {
    let folder = try TemporaryFolder()
    for (index, name) in [Self.name, "\(Self.name)-2", "\(Self.name)-3"].enumerated() {
      if index > 0 { try folder.remove("state.sqlite-wal") }
      try folder.write(Array("damage \(index)".utf8), over: "state.sqlite")
      #expect(try StateStore(folder).warning == .damaged(setAside: name))
    }
    #expect(try folder.bytes(Self.name) == Array("damage 0".utf8))
    #expect(try folder.bytes("\(Self.name)-2") == Array("damage 1".utf8))
    #expect(try folder.bytes("\(Self.name)-3") == Array("damage 2".utf8))
  }

  @Test("An empty file is a database that was not made yet", arguments: [[], [0x53]])
  func emptyFile(_ bytes: [UInt8]) throws {
    let folder = try TemporaryFolder()
    try folder.write(bytes, over: "state.sqlite")
    let store = try StateStore(folder)
    #expect(store.warning == nil)
    try use(store)
  }

  @Test("A folder in its place is set aside with what it holds")
  func folderInItsPlace() throws {
    let folder = try TemporaryFolder()
    try folder.write([1], over: "state.sqlite/inside")
    let store = try StateStore(folder)
    #expect(store.warning == .damaged(setAside: Self.name))
    #expect(try folder.bytes("\(Self.name)/inside") == [1])
    try use(store)
  }

  @Test("Lost but for its log: the log has it all")
  func restoredFromLog() throws {
    let folder = try TemporaryFolder()
    let book = try StateStore(folder).someBook()
    try folder.write(Array("damage".utf8), over: "state.sqlite")
    #expect(try StateStore(folder).recentBooks(limit: 9) == [book])
  }

  @Test("A log without its database is kept, not deleted", arguments: [true, false])
  func lonelyLog(_ isEmptied: Bool) throws {
    let folder = try filled()
    _ = try StateStore(folder).saveWords([word("in the log")])
    let log = try folder.bytes("state.sqlite-wal")
    try #require(log.count > 4096)
    if isEmptied {
      try folder.write([], over: "state.sqlite")
    } else {
      try folder.remove("state.sqlite")
    }
    let store = try StateStore(folder)
    #expect(store.warning == .damaged(setAside: Self.name))
    #expect(try folder.bytes("\(Self.name)-wal") == log)
    try use(store)
  }

  @Test("Cut at any place: set aside, and reading goes on", .timeLimit(.minutes(10)))
  func truncated() throws {
    let whole = try filled().bytes("state.sqlite")
    var generator = SeededGenerator(seed: 3)
    let places =
      [2, 15, 16, 99, 100, 4095, 4096, 8192]
      + (0..<30).map { _ in
        Int.random(in: 2..<whole.count, using: &generator)
      }
    for place in places {
      let folder = try TemporaryFolder()
      try folder.write(Array(whole[..<place]), over: "state.sqlite")
      let store = try StateStore(folder)
      #expect(store.warning == .damaged(setAside: Self.name), "cut at \(place)")
      #expect(try folder.bytes(Self.name) == Array(whole[..<place]))
      try use(store)
    }
  }

  @Test("With bits flipped: read or set aside, never lost", .timeLimit(.minutes(10)))
  func flipped() throws {
    let whole = try filled().bytes("state.sqlite")
    var generator = SeededGenerator(seed: 4)
    var setAsideCount = 0
    for round in 0..<60 {
      var bytes = whole
      // Half of them hit the first page: the header and the schema.
      let end = round % 2 == 0 ? 4096 : bytes.count
      for _ in 0..<(round % 5 + 1) {
        bytes[Int.random(in: 0..<end, using: &generator)] ^=
          1 << UInt8.random(in: 0..<8, using: &generator)
      }
      let folder = try TemporaryFolder()
      try folder.write(bytes, over: "state.sqlite")
      let store = try StateStore(folder)
      do {
        // SQLite has no checksums: a flipped bit in an index may hide a row.
        try use(store, seesAll: false)
        if store.warning != nil { try use(store) }
      } catch let error as StateError {
        // Bits can make it say that a newer program or nobody may write it.
        switch error {
        case .newerSchema, .notWritable: #expect(store.warning != nil, "round \(round)")
        default: Issue.record("round \(round): \(error)")
        }
      }
      let aside = folder.names.filter { $0 == Self.name }
      if !aside.isEmpty { setAsideCount += 1 }
      #expect((store.warning == nil) == (aside.isEmpty), "round \(round)")
    }
    #expect(setAsideCount > 10)
  }

  @Test("Found while reading: set aside, and the call answers from a new one")
  func foundLater() throws {
    let folder = try filled()
    var bytes = try folder.bytes("state.sqlite")
    // The tables and indexes that opening does not look into.
    for start in stride(from: 4 * 4096, to: bytes.count, by: 4096) {
      for index in start..<start + 64 { bytes[index] = 0xFF }
    }
    try folder.write(bytes, over: "state.sqlite")
    let store = try StateStore(folder)
    #expect(store.warning == nil)
    let book = try store.someBook()
    #expect(try store.allWords().isEmpty)
    #expect(store.warning == .damaged(setAside: Self.name))
    // The book being read is known to the new one, under the id that its reader holds.
    try store.savePlace(place(8), of: book.id, now: 9)
    #expect(try StateStore(folder).recentBooks(limit: 9).map(\.id) == [book.id])
    #expect(folder.names.contains(Self.name))
  }

  @Test("Found while writing: the change is in the new one")
  func foundWhileWriting() throws {
    let folder = try filled()
    var bytes = try folder.bytes("state.sqlite")
    for start in stride(from: 4 * 4096, to: bytes.count, by: 4096) {
      for index in start..<start + 64 { bytes[index] = 0xFF }
    }
    try folder.write(bytes, over: "state.sqlite")
    let store = try StateStore(folder)
    #expect(try store.saveWords([word("kept")]) == 1)
    #expect(store.warning == .damaged(setAside: Self.name))
    #expect(try StateStore(folder).allWords() == [word("kept")])
  }

  @Test("Two that find the same damage: the second uses what the first made")
  func foundByTwo() throws {
    let folder = try filled()
    let (one, two) = (try StateStore(folder), try StateStore(folder))
    let book = try one.someBook()
    _ = try two.someBook()
    try one.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    let size = try folder.bytes("state.sqlite").count
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.database))
    for start in stride(from: 4 * 4096, to: size, by: 4096) {
      try handle.seek(toOffset: UInt64(start))
      try handle.write(contentsOf: Data(repeating: 0xFF, count: 64))
    }
    try handle.close()
    #expect(try one.saveWords([word("one")]) == 1)
    #expect(try two.saveWords([word("two")]) == 1)
    try two.savePlace(place(4), of: book.id, now: 9)
    #expect(try Set(one.allWords()) == [word("one"), word("two")])
    #expect(try one.recentBooks(limit: 9).map(\.id) == [book.id])
    #expect(
      folder.names.filter {
        $0.hasPrefix(Self.name) && !$0.contains("-wal") && !$0.contains("-shm")
      }.count == 1)
  }

  @Test("Deleted while it is open: the next change makes a new one that knows the book")
  func deleted() throws {
    let folder = try TemporaryFolder()
    let store = try StateStore(folder)
    let book = try store.someBook()
    try FileManager.default.removeItem(atPath: folder.state)
    try store.savePlace(place(6), of: book.id, now: 9)
    let kept = try StateStore(folder).recentBooks(limit: 9)
    #expect(kept.map(\.id) == [book.id])
    #expect(kept.first?.place == place(6))
    #expect(kept.first?.title == book.title)
  }
}
