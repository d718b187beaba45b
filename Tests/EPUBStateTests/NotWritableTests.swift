import EPUBState
import Foundation
import TestKit
import Testing

@Suite("Where nothing can be written") struct NotWritableTests {
  @Test("What only reads makes nothing")
  func readingOnly() throws {
    let folder = try TemporaryFolder()
    let store = try StateStore(folder: folder.path, now: 0, createsFiles: false)
    #expect(store.warning == nil)
    #expect(try store.recentBooks(limit: 9).isEmpty)
    #expect(try store.bookLike(fingerprint([1])) == nil)
    #expect(try store.history(of: 1).places.isEmpty)
    #expect(throws: StateError.notWritable("opened for reading only")) {
      try store.saveWords([word("x")])
    }
    #expect(!FileManager.default.fileExists(atPath: folder.state))
  }

  @Test("What only reads sees all there is, and leaves it as it is", arguments: [true, false])
  func readingWhatIsThere(_ hasLog: Bool) throws {
    let folder = try TemporaryFolder()
    let writer = try StateStore(folder)
    _ = try writer.saveWords([word("x")])
    if !hasLog {
      try writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
      try folder.remove("state.sqlite-wal")
      try folder.remove("state.sqlite-shm")
    }
    let names = folder.names
    let before = try folder.bytes("state.sqlite")
    let store = try StateStore(folder: folder.path, now: 0, createsFiles: false)
    #expect(store.warning == nil)
    #expect(try store.allWords() == [word("x")])
    #expect(throws: StateError.self) { try store.removeWords(["x"], ofBook: nil) }
    #expect(folder.names == names)
    #expect(try folder.bytes("state.sqlite") == before)
  }

  @Test("A database behind a link is read with its log")
  func behindLink() throws {
    let folder = try TemporaryFolder()
    let writer = try StateStore(folder)
    _ = try writer.saveWords([word("x")])
    let linking = try TemporaryFolder()
    try linking.write("epub-read/other", [])
    try FileManager.default.createSymbolicLink(
      atPath: linking.database, withDestinationPath: folder.database)
    let store = try StateStore(folder: linking.path, now: 0, createsFiles: false)
    #expect(try store.allWords() == [word("x")])
    #expect(try StateStore(linking).saveWords([word("y")]) == 1)
    #expect(try writer.allWords() == [word("x"), word("y")])
    #expect(linking.names == ["state.sqlite", "other"])
  }

  @Test("What only reads says that a database is damaged and leaves it")
  func readingDamage() throws {
    let folder = try TemporaryFolder()
    try folder.write(Array("no database".utf8), over: "state.sqlite")
    let store = try StateStore(folder: folder.path, now: 0, createsFiles: false)
    #expect(store.warning == .damaged(setAside: nil))
    #expect(try store.allWords().isEmpty)
    #expect(folder.names == ["state.sqlite"])
  }

  @Test(
    "A file where the folder should be, and other impossible folders",
    arguments: [
      "/FILE", "/FILE/deeper", "/nul\0", "",
    ])
  func noFolder(_ name: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("FILE", [1])
    let path = name.isEmpty ? "" : folder.path + name
    #expect(throws: StateError.self) { try StateStore(folder: path, now: 0) }
    do throws(StateError) {
      _ = try StateStore(folder: path, now: 0)
    } catch {
      guard case .notWritable(let reason) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(!reason.isEmpty)
    }
  }

  @Test("A folder in which nothing can be made")
  func processFolder() throws {
    #expect(throws: StateError.self) { try StateStore(folder: "/proc", now: 0) }
  }

  @Test(
    "A folder of someone else: what it holds is read, writing is refused",
    arguments: [
      ["state.sqlite", "state.sqlite-wal", "state.sqlite-shm"], ["state.sqlite"],
    ])
  func ofSomeoneElse(_ files: [String]) throws {
    let folder = try TemporaryFolder()
    let writer = try StateStore(folder)
    _ = try writer.saveWords([word("x")])
    if files.count == 1 { try writer.execute("PRAGMA wal_checkpoint(TRUNCATE)") }
    for name in folder.names where !files.contains(name) { try folder.remove(name) }
    for name in files { try folder.setPermissions(0o444, "\(folder.state)/\(name)") }
    try folder.setPermissions(0o555, folder.state)
    defer { try? folder.setPermissions(0o755, folder.state) }
    try asAnotherUser {
      let store = try StateStore(folder)
      guard case .notWritable = store.warning else {
        Issue.record("\(String(describing: store.warning))")
        return
      }
      #expect(try store.allWords() == [word("x")])
      #expect(throws: StateError.self) { try store.saveWords([word("y")]) }
    }
    #expect(folder.names == Set(files))
  }

  @Test("Someone else's older schema is read too")
  func olderOfSomeoneElse() throws {
    let folder = try TemporaryFolder()
    _ = try StateStore(folder).saveWords([word("x")])
    try folder.setPermissions(0o555, folder.state)
    defer { try? folder.setPermissions(0o755, folder.state) }
    try asAnotherUser {
      let store = try StateStore(
        folder: folder.path, now: 0, moreSteps: ["ALTER TABLE book ADD COLUMN series TEXT"])
      #expect(store.warning != nil)
      #expect(try store.allWords() == [word("x")])
      try store.execute("SELECT series FROM book")
    }
  }

  @Test("A folder of someone else with nothing in it")
  func emptyOfSomeoneElse() throws {
    let folder = try TemporaryFolder()
    try folder.setPermissions(0o555, folder.path)
    defer { try? folder.setPermissions(0o755, folder.path) }
    try asAnotherUser {
      #expect(throws: StateError.notWritable("Permission denied")) { try StateStore(folder) }
    }
  }

  @Test("A full disk: the change is refused as a whole, what was there stays, later ones go on")
  func fullDisk() throws {
    let folder = try TemporaryFolder()
    let store = try StateStore(folder)
    let book = try store.someBook()
    _ = try store.saveAnnotations([annotation("kept")], of: book.id)
    try store.execute("PRAGMA max_page_count = 1")
    let many = (0..<2000).map { annotation("\($0)", note: "a note") }
    do throws(StateError) {
      _ = try store.saveAnnotations(many, of: book.id)
      Issue.record("it was not full")
    } catch {
      #expect(error == .writeFailed("database or disk is full"))
    }
    #expect(try store.annotations(of: book.id) == [annotation("kept")])
    #expect(try StateStore(folder).annotations(of: book.id) == [annotation("kept")])
    try store.execute("PRAGMA max_page_count = 100000")
    #expect(try store.saveAnnotations(many, of: book.id) == 2000)
  }
}
