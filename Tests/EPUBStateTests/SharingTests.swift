import EPUBState
import Foundation
import TestKit
import Testing

@Suite("Several readers at once") struct SharingTests {
  @Test("Every change is there and whole for another connection when its call returns")
  func seenAtOnce() throws {
    let folder = try TemporaryFolder()
    let (writer, reader) = (try StateStore(folder), try StateStore(folder))
    let book = try writer.someBook()
    var generator = SeededGenerator(seed: 11)
    for step in 0..<100 {
      switch Int.random(in: 0..<4, using: &generator) {
      case 0:
        try writer.savePlace(place(step), of: book.id, now: 9)
        #expect(try reader.recentBooks(limit: 1).first?.place == place(step))
      case 1:
        #expect(try writer.saveAnnotations([annotation("\(step)")], of: book.id) == 1)
        #expect(try reader.annotations(of: book.id).contains { $0.id == "\(step)" })
      case 2:
        #expect(try writer.saveWords([word("w\(step)")]) == 1)
        #expect(try reader.words(ofBook: nil).last?.word == "w\(step)")
      default:
        try writer.saveHistory([place(step), place(step + 1)], current: 1, of: book.id)
        #expect(try reader.history(of: book.id).places.last == place(step + 1))
      }
    }
  }

  @Test("No note and no word is lost when many add at once", .timeLimit(.minutes(10)))
  func addingAtOnce() async throws {
    let folder = try TemporaryFolder()
    let book = try StateStore(folder).someBook().id
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask {
          let store = try StateStore(folder)
          for index in 0..<25 {
            _ = try store.saveAnnotations([annotation("\(writer)-\(index)")], of: book)
            _ = try store.saveWords([word("w\(writer)-\(index)")])
            try store.savePlace(place(index), of: book, now: Int64(index))
          }
        }
      }
      try await group.waitForAll()
    }
    let store = try StateStore(folder)
    #expect(try store.annotations(of: book).count == 100)
    #expect(try store.allWords().count == 100)
    #expect(try store.recentBooks(limit: 1).first?.place == place(24))
  }

  @Test("What is read and changed at once, nobody changes in between", .timeLimit(.minutes(10)))
  func readAndChangedAtOnce() async throws {
    let folder = try TemporaryFolder()
    _ = try StateStore(folder).saveWords([word("w", color: "0")])
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          let store = try StateStore(folder)
          for _ in 0..<25 {
            try store.atOnce { () throws(StateError) in
              var known = try store.allWords()[0]
              known.color = known.color.flatMap(Int.init).map { String($0 + 1) }
              _ = try store.saveWords([known])
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try StateStore(folder).allWords().map(\.color) == ["100"])
  }

  @Test("What fails at once changes nothing, and says why")
  func failedAtOnce() throws {
    let store = try StateStore(TemporaryFolder())
    #expect(throws: StateError.self) {
      try store.atOnce { () throws(StateError) in
        _ = try store.saveWords([word("w")])
        try store.savePlace(place(1), of: 7, now: 1)
      }
    }
    #expect(try store.allWords().isEmpty)
    _ = try store.saveWords([word("x")])
    #expect(try store.allWords().count == 1)
  }

  @Test("Made by many at once, it is made once", .timeLimit(.minutes(10)))
  func madeAtOnce() async throws {
    let folder = try TemporaryFolder()
    try await withThrowingTaskGroup(of: StateError?.self) { group in
      for index in 0..<6 {
        group.addTask {
          let store = try StateStore(folder)
          _ = try store.saveWords([word("w\(index)")])
          return store.warning
        }
      }
      for try await warning in group { #expect(warning == nil) }
    }
    #expect(try StateStore(folder).allWords().count == 6)
  }

  @Test("One that holds it too long makes others give up; reading goes on")
  func busy() throws {
    let folder = try TemporaryFolder()
    let (holder, other) = (try StateStore(folder), try StateStore(folder))
    try holder.execute("BEGIN IMMEDIATE")
    try other.execute("PRAGMA busy_timeout = 20")
    #expect(throws: StateError.busy) { try other.saveWords([word("x")]) }
    #expect(try other.allWords().isEmpty)
    #expect(try StateStore(folder).warning == nil)
    try holder.execute("COMMIT")
    #expect(try other.saveWords([word("x")]) == 1)
  }

  @Test("The log stays between runs, and is emptied when it grew")
  func log() throws {
    let folder = try TemporaryFolder()
    _ = try StateStore(folder).someBook()
    #expect(try folder.bytes("state.sqlite-wal").count > 0)
    _ = try StateStore(folder).saveWords((0..<4000).map { word("word\($0)") })
    #expect(try folder.bytes("state.sqlite-wal").count == 0)
    #expect(try StateStore(folder).allWords().count == 4000)
  }
}
