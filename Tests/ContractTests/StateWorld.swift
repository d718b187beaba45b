import EPUBBook
import EPUBContent
import EPUBPackaging
import EPUBState
import Foundation
import TestKit
import Testing

/// A world with a home of its own: what runs leave in it, later runs find.
struct Home {
  let folder: TemporaryFolder
  var world: World

  init() throws {
    folder = try TemporaryFolder()
    world = World(variables: [
      "HOME": folder.path, "XDG_STATE_HOME": "\(folder.path)/state",
      "XDG_CONFIG_HOME": "\(folder.path)/config",
    ])
  }

  func run(_ arguments: String...) -> Outcome { world.run(arguments) }

  func run(_ arguments: String..., input: String) -> Outcome {
    var world = world
    world.input = Array(input.utf8)
    return world.run(arguments)
  }

  func write(_ book: BookBuilder, as name: String = "book.epub") throws -> String {
    try book.write(to: folder, as: name)
  }

  var stateFolder: String { "\(folder.path)/state/epub-read" }

  /// Names and bytes of what is kept; the shared memory beside the log is no part of it.
  func kept() throws -> [String: Data] {
    guard FileManager.default.fileExists(atPath: stateFolder) else { return [:] }
    var files: [String: Data] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: stateFolder)
    where !name.hasSuffix("-shm") {
      files[name] = FileManager.default.contents(atPath: "\(stateFolder)/\(name)")
    }
    return files
  }

  func store() throws -> StateStore {
    try StateStore(folder: "\(folder.path)/state", now: world.now)
  }

  /// Leaves a book at a place, as the reader does.
  func leave(_ path: String, spine: Int, offset: Int) throws {
    let book = try Book(path: path)
    let store = try store()
    let known = try store.book(like: book.fingerprint(path: path)) { _ in false }
    let record = try store.noteReading(
      book.fingerprint(path: path), as: known,
      title: book.publication.metadata.title?.text.value ?? "",
      author: book.publication.metadata.creators.map(\.name.value).joined(separator: ", "),
      now: world.now)
    let place = Place(TextPosition(spine: spine, offset: offset))
    let saved = book.savedPlace(at: place, in: book.document(at: spine))
    try store.savePlace(saved, of: record.id, now: world.now)
  }
}
