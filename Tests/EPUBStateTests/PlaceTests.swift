import EPUBState
import TestKit
import Testing

@Suite("Saved places and their history") struct PlaceTests {
  @Test("A place comes back as it was, and another connection sees it at once")
  func roundTrip() throws {
    let folder = try TemporaryFolder()
    let (store, other) = (try StateStore(folder), try StateStore(folder))
    let book = try store.someBook()
    var bare = place(0, in: 0)
    bare.document = nil
    bare.quote = SavedPlace.Quote(before: "", at: "\u{0}e\u{301}", after: "")
    for place in [place(Int.max), bare, place(3)] {
      try store.savePlace(place, of: book.id, now: 200)
      let seen = try #require(try other.recentBooks(limit: 1).first)
      #expect(seen.place == place)
      #expect(seen.lastRead == 200)
    }
  }

  @Test("Progressions that are no number or no share are kept as one")
  func progression() throws {
    let store = try StateStore(TemporaryFolder())
    let book = try store.someBook()
    for (given, expected) in [(Double.nan, 0), (.infinity, 0), (-1, 0), (7, 1), (0.5, 0.5)] {
      var place = place(Int(expected * 10))
      place.totalProgression = given
      try store.savePlace(place, of: book.id, now: 1)
      #expect(try store.recentBooks(limit: 1).first?.place?.totalProgression == expected)
    }
  }

  @Test("The later place wins, and saving the same place writes nothing")
  func laterWins() throws {
    let folder = try TemporaryFolder()
    let (one, two) = (try StateStore(folder), try StateStore(folder))
    let book = try one.someBook()
    try one.savePlace(place(1), of: book.id, now: 300)
    try two.savePlace(place(2), of: book.id, now: 299)
    #expect(try one.recentBooks(limit: 1).first?.place == place(2))
    let before = try folder.kept()
    try one.savePlace(place(2), of: book.id, now: 400)
    #expect(try folder.kept() == before)
  }

  @Test("Reading on in a book makes it the last one")
  func makesLast() throws {
    let store = try StateStore(TemporaryFolder())
    let (first, second) = (try store.someBook(1000), try store.someBook(2000))
    try store.savePlace(place(1), of: first.id, now: 5)
    #expect(try store.recentBooks(limit: 9).map(\.id) == [first.id, second.id])
  }

  @Test("A place of no known book is refused, and nothing is kept of it")
  func unknownBook() throws {
    let store = try StateStore(TemporaryFolder())
    #expect(throws: StateError.self) { try store.savePlace(place(1), of: 7, now: 1) }
    #expect(throws: StateError.self) { try store.saveHistory([place(1)], current: 0, of: 7) }
    #expect(throws: StateError.self) { try store.saveAnnotations([annotation("a")], of: 7) }
    #expect(throws: StateError.self) { try store.saveWords([word("a", book: 7)]) }
    #expect(try store.recentBooks(limit: 9).isEmpty)
    #expect(try store.allWords().isEmpty)
  }

  @Test("History survives, is cut, replaced, and written only where it changed")
  func history() throws {
    let folder = try TemporaryFolder()
    let store = try StateStore(folder)
    let book = try store.someBook()
    let other = try store.someBook(2000)
    let empty = try store.history(of: book.id)
    #expect(empty.places.isEmpty && empty.current == 0)
    try store.saveHistory([place(7)], current: 0, of: other.id)
    for (offsets, current) in [
      ([1, 2, 3], 2), ([1, 2, 3], 0), ([1, 2, 9, 10], 3), ([1], 0), ([1], 1), ([], 0), ([4, 5], 1),
    ] {
      let places = offsets.map { place($0) }
      try store.saveHistory(places, current: current, of: book.id)
      let kept = try StateStore(folder).history(of: book.id)
      #expect(kept.places == places)
      #expect(kept.current == current)
      let before = try folder.kept()
      try store.saveHistory(places, current: current, of: book.id)
      #expect(try folder.kept() == before)
    }
    #expect(try store.history(of: other.id).places == [place(7)])
  }

  @Test("A current index outside the history is brought into it", arguments: [-5, 2, 3, 99])
  func currentOutside(_ current: Int) throws {
    let store = try StateStore(TemporaryFolder())
    let book = try store.someBook()
    try store.saveHistory([place(1), place(2)], current: current, of: book.id)
    #expect(try store.history(of: book.id).current == min(max(current, 0), 2))
  }
}
