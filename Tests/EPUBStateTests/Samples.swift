import EPUBState
import Foundation
import TestKit
import Testing

// Values that tests keep, and the files that keep them.

func document(_ byteCount: Int, _ crc32: UInt32? = nil) -> Fingerprint.Document {
  Fingerprint.Document(byteCount: byteCount, crc32: crc32 ?? UInt32(truncatingIfNeeded: byteCount))
}

/// A book whose documents have these sizes, and a CRC-32 that follows from each.
func fingerprint(
  _ sizes: [Int], identifier: String? = nil, path: String? = nil
) -> Fingerprint {
  Fingerprint(documents: sizes.map { document($0) }, identifier: identifier, path: path)
}

func place(_ offset: Int, in spine: Int = 2) -> SavedPlace {
  SavedPlace(
    spine: spine, offset: offset, cfi: "epubcfi(/6/6!/4/2/1:\(offset))",
    quote: SavedPlace.Quote(before: "vor ", at: "dem ‘Ort’ \u{1F40B}", after: " danach"),
    totalProgression: 0.25, textRulesVersion: 1, document: document(1000, 0xFFFF_FFFE))
}

func annotation(_ id: String, note: String? = nil, modified: Int64 = 10) -> AnnotationRecord {
  AnnotationRecord(
    id: id, kind: note == nil ? .highlight : .note, start: place(10), end: place(20),
    text: "the text", color: "yellow", note: note, chapter: "One", created: 10,
    modified: modified)
}

func word(
  _ word: String, color: String? = nil, book: Int64? = nil, created: Int64 = 5
) -> WordRecord {
  WordRecord(
    word: word, folded: word.lowercased(), bookID: book, color: color, note: "a note",
    isSaved: true, isHighlighted: color != nil, sentence: "It stood in \(word).",
    bookTitle: "Moby-Dick", place: "epubcfi(/6/2!/4/2)", created: created)
}

extension StateStore {
  /// Opens a folder at a fixed time.
  convenience init(_ folder: TemporaryFolder) throws(StateError) {
    try self.init(folder: folder.path, now: 1_000_000_000)
  }

  /// A book of three documents.
  @discardableResult
  func someBook(_ first: Int = 1000) throws(StateError) -> BookRecord {
    try noteReading(
      fingerprint([first, first + 1, first + 2], identifier: "urn:x:\(first)"), as: nil,
      title: "Book \(first)", author: "Author", now: 100)
  }

  func bookLike(_ fingerprint: Fingerprint, quote: Bool = false) throws(StateError) -> BookRecord? {
    try book(like: fingerprint) { _ in quote }
  }
}

extension TemporaryFolder {
  var state: String { "\(path)/epub-read" }
  var database: String { "\(state)/state.sqlite" }

  /// Names in the state folder.
  var names: Set<String> {
    Set((try? FileManager.default.contentsOfDirectory(atPath: state)) ?? [])
  }

  func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(state)/\(name)")))
  }

  func write(_ bytes: [UInt8], over name: String) throws {
    try write("epub-read/\(name)", bytes)
  }

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: "\(state)/\(name)")
  }

  /// The database and its log, to see that nothing was written.
  func kept() throws -> [[UInt8]] { [try bytes("state.sqlite"), try bytes("state.sqlite-wal")] }

  func permissions(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }
}

extension Tag {
  @Tag static var hostile: Self
}
