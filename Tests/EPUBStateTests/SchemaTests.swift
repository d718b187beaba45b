import EPUBState
import TestKit
import Testing

@Suite("Schemas of other versions") struct SchemaTests {
  private static let steps = [
    "ALTER TABLE book ADD COLUMN series TEXT", "CREATE TABLE shelf (name TEXT) STRICT",
  ]

  private func filled() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let store = try StateStore(folder)
    try store.savePlace(place(4), of: try store.someBook().id, now: 6)
    _ = try store.saveWords([word("kept")])
    return folder
  }

  @Test("An older one is brought up to date with all it holds")
  func older() throws {
    let folder = try filled()
    let newer = try StateStore(folder: folder.path, now: 0, moreSteps: Self.steps)
    #expect(newer.warning == nil)
    #expect(try newer.recentBooks(limit: 1).first?.place == place(4))
    #expect(try newer.allWords() == [word("kept")])
    try newer.execute("INSERT INTO shelf VALUES ('a'); UPDATE book SET series = 'b'")
    #expect(try newer.saveWords([word("more")]) == 1)
    // Not a second time.
    #expect(try StateStore(folder: folder.path, now: 0, moreSteps: Self.steps).warning == nil)
  }

  @Test("A step that fails leaves the older one as it was, and it is still read")
  func failingStep() throws {
    let folder = try filled()
    let steps = Self.steps + ["INSERT INTO shelf VALUES ('x'); INSERT INTO nowhere VALUES (1)"]
    #expect(throws: StateError.self) {
      try StateStore(folder: folder.path, now: 0, moreSteps: steps)
    }
    let store = try StateStore(folder)
    #expect(store.warning == nil)
    #expect(try store.allWords() == [word("kept")])
    #expect(throws: StateError.self) { try store.execute("SELECT * FROM shelf") }
    #expect(!folder.names.contains { $0.contains("damaged") })
  }

  @Test("A newer one is read and never written")
  func newer() throws {
    let folder = try filled()
    _ = try StateStore(folder: folder.path, now: 0, moreSteps: Self.steps)
    let before = try folder.kept()
    let store = try StateStore(folder)
    #expect(store.warning == .newerSchema(3))
    let book = try #require(try store.recentBooks(limit: 1).first)
    #expect(book.place == place(4))
    #expect(try store.allWords() == [word("kept")])
    #expect(throws: StateError.newerSchema(3)) { try store.someBook(9) }
    #expect(throws: StateError.newerSchema(3)) { try store.saveWords([word("x")]) }
    #expect(throws: StateError.newerSchema(3)) { try store.savePlace(place(1), of: 1, now: 1) }
    // Noting the last book again needs no writing.
    #expect(try store.someBook() == book)
    #expect(try folder.kept() == before)
  }

  @Test("What a newer one no longer has is refused as newer, not as damage")
  func newerWithoutTable() throws {
    let folder = try filled()
    _ = try StateStore(folder: folder.path, now: 0, moreSteps: ["DROP TABLE word"])
    let store = try StateStore(folder)
    #expect(throws: StateError.newerSchema(2)) { try store.allWords() }
    #expect(try store.recentBooks(limit: 9).count == 1)
    #expect(!folder.names.contains { $0.contains("damaged") })
  }

  @Test("One without its tables is damaged")
  func withoutTables() throws {
    let folder = try filled()
    try StateStore(folder).execute("DROP TABLE word")
    let store = try StateStore(folder)
    #expect(store.warning == nil)
    #expect(try store.saveWords([word("x")]) == 1)
    #expect(store.warning == .damaged(setAside: "state.sqlite.damaged-20010909-014640"))
  }
}
