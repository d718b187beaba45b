import EPUBState
import TestKit
import Testing

@Suite("Books that were read") struct BookTests {
  @Test("A new store is empty, and its folder is its owner's alone")
  func emptyStore() throws {
    let folder = try TemporaryFolder()
    let store = try StateStore(folder: "\(folder.path)/deep/er", now: 0)
    #expect(store.warning == nil)
    #expect(try store.recentBooks(limit: 10).isEmpty)
    #expect(try store.allWords().isEmpty)
    #expect(try folder.permissions("\(folder.path)/deep/er/epub-read") == 0o700)
    #expect(try folder.permissions("\(folder.path)/deep") == 0o700)
  }

  @Test("Everything of a book comes back, whatever characters it has")
  func roundTrip() throws {
    let folder = try TemporaryFolder()
    let fingerprint = Fingerprint(
      documents: [document(0, 0), document(Int.max, .max), document(7, 9), document(7, 9)],
      identifier: "urn:uuid:1 'quoted'; --", path: "/bücher/e\u{301}\u{0}\u{1F40B}.epub")
    let noted = try StateStore(folder).noteReading(
      fingerprint, as: nil, title: "Ünïcode \u{0} \u{FEFF}", author: "", now: 77)
    let again = try StateStore(folder).recentBooks(limit: 1).first
    #expect(again == noted)
    #expect(again?.fingerprint == fingerprint)
    #expect(again?.fingerprint.path.map { Array($0.utf8) } == Array(fingerprint.path!.utf8))
    #expect(again?.lastRead == 77)
    #expect(again?.place == nil)
  }

  @Test("One that something is kept of was not read by that, until it is")
  func addedBook() throws {
    let store = try StateStore(TemporaryFolder())
    let print = fingerprint([1, 2, 3], path: "/a.epub")
    let added = try store.addBook(print, title: "A", author: "B", now: 5)
    #expect(try store.recentBooks(limit: 9).isEmpty)
    #expect(try store.bookLike(print)?.id == added.id)
    #expect(try store.addBook(print, title: "A", author: "B", now: 6).id == added.id)
    let read = try store.someBook()
    #expect(try store.recentBooks(limit: 9).map(\.id) == [read.id])
    _ = try store.noteReading(print, as: added, title: "A", author: "B", now: 7)
    #expect(try store.recentBooks(limit: 9).map(\.id) == [added.id, read.id])
    let alone = try StateStore(TemporaryFolder())
    let left = try alone.addBook(print, title: "A", author: "B", now: 5)
    try alone.savePlace(place(3), of: left.id, now: 6)
    #expect(try alone.recentBooks(limit: 9).map(\.id) == [left.id])
  }

  @Test("Newest first, and no more than asked")
  func recent() throws {
    let store = try StateStore(TemporaryFolder())
    let books = try [1000, 2000, 3000].map { try store.someBook($0) }
    #expect(try store.recentBooks(limit: 10).map(\.id) == books.reversed().map(\.id))
    // Read again in the same second.
    _ = try store.noteReading(
      books[0].fingerprint, as: books[0], title: "Book 1000", author: "Author", now: 100)
    #expect(try store.recentBooks(limit: 2).map(\.id) == [books[0].id, books[2].id])
    #expect(try store.recentBooks(limit: 0).isEmpty)
    #expect(try store.recentBooks(limit: -1).isEmpty)
  }

  @Test("Noting the last book again writes nothing")
  func unchangedReading() throws {
    let folder = try TemporaryFolder()
    let store = try StateStore(folder)
    let book = try store.someBook()
    let before = try folder.kept()
    let again = try StateStore(folder).noteReading(
      book.fingerprint, as: book, title: book.title, author: book.author, now: 999)
    #expect(again == book)
    #expect(try StateStore(folder).someBook() == book)
    #expect(try folder.kept() == before)
    let moved = Fingerprint(
      documents: book.fingerprint.documents, identifier: book.fingerprint.identifier,
      path: "/elsewhere")
    let noted = try store.noteReading(
      moved, as: book, title: book.title, author: book.author, now: 999)
    #expect(noted.id == book.id)
    #expect(try store.recentBooks(limit: 5) == [noted])
    #expect(try folder.kept() != before)
  }

  @Test("A revised book keeps its record and its place")
  func revisedBook() throws {
    let store = try StateStore(TemporaryFolder())
    let book = try store.someBook()
    try store.savePlace(place(5), of: book.id, now: 101)
    let revised = fingerprint([1000, 1001, 5555], identifier: "urn:other")
    let known = try #require(try store.bookLike(revised))
    #expect(known.id == book.id)
    let noted = try store.noteReading(revised, as: known, title: "T", author: "A", now: 102)
    #expect(noted.place == place(5))
    #expect(try store.recentBooks(limit: 5) == [noted])
    #expect(try store.bookLike(revised) == noted)
  }

  @Test("Two books with one identifier are kept apart unless the quote is found")
  func sharedIdentifier() throws {
    let store = try StateStore(TemporaryFolder())
    let first = try store.noteReading(
      fingerprint([1, 2], identifier: "calibre"), as: nil, title: "One", author: "", now: 1)
    try store.savePlace(place(1), of: first.id, now: 1)
    let other = fingerprint([3, 4], identifier: "calibre")
    #expect(try store.bookLike(other) == nil)
    #expect(try store.bookLike(other, quote: true)?.id == first.id)
    let second = try store.noteReading(other, as: nil, title: "Two", author: "", now: 2)
    #expect(second.id != first.id)
    #expect(try store.bookLike(fingerprint([1, 2], identifier: "calibre"))?.place == place(1))
    #expect(try store.bookLike(other)?.place == nil)
    #expect(try store.recentBooks(limit: 9).count == 2)
  }

  @Test("Without a saved place the first annotation's quote decides; without either, nothing")
  func quoteOfAnnotation() throws {
    let store = try StateStore(TemporaryFolder())
    let book = try store.noteReading(
      fingerprint([1, 2], identifier: "x"), as: nil, title: "One", author: "", now: 1)
    let other = fingerprint([3, 4], identifier: "x")
    #expect(try store.bookLike(other, quote: true) == nil)
    _ = try store.saveAnnotations([annotation("a")], of: book.id)
    var asked: [SavedPlace] = []
    let found = try store.book(like: other) {
      asked.append($0)
      return true
    }
    #expect(found?.id == book.id)
    #expect(asked == [place(10)])
  }

  @Test("Of a book with an identifier alone, its place, a note and a word's sentence are asked for")
  func quoteOfWord() throws {
    let store = try StateStore(TemporaryFolder())
    let book = try store.noteReading(
      fingerprint([1], identifier: "x"), as: nil, title: "One", author: "", now: 1)
    _ = try store.saveWords([word("Wal", book: book.id), word("Ort")])
    let other = fingerprint([3], identifier: "x")
    var asked: [SavedPlace] = []
    let found = try store.book(like: other) {
      asked.append($0)
      return true
    }
    #expect(found?.id == book.id)
    #expect(asked.map(\.quote.at) == ["It stood in Wal."])
    #expect(asked.map(\.cfi) == ["epubcfi(/6/2!/4/2)"])
    try store.savePlace(place(7), of: book.id, now: 2)
    _ = try store.saveAnnotations([annotation("a")], of: book.id)
    asked = []
    _ = try store.book(like: other) {
      asked.append($0)
      return false
    }
    #expect(asked.prefix(2) == [place(7), place(10)] && asked.count == 3)
  }

  @Test("Of several books that match, the one that shares most")
  func bestMatch() throws {
    let store = try StateStore(TemporaryFolder())
    let near = try store.noteReading(
      fingerprint([100, 101, 102, 203]), as: nil, title: "", author: "", now: 1)
    _ = try store.noteReading(
      fingerprint([100, 101, 302, 303]), as: nil, title: "", author: "", now: 2)
    #expect(try store.bookLike(fingerprint([100, 101, 102, 103]))?.id == near.id)
  }

  @Test("Two processes that add one book at once add it once")
  func addedTwice() throws {
    let folder = try TemporaryFolder()
    let (one, two) = (try StateStore(folder), try StateStore(folder))
    let first = try one.someBook()
    _ = try one.someBook(2000)
    #expect(try two.someBook().id == first.id)
    #expect(try one.recentBooks(limit: 9).count == 2)
  }
}
