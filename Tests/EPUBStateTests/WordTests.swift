import EPUBState
import TestKit
import Testing

@Suite("Words") struct WordTests {
  @Test("Come back as they were, oldest first")
  func roundTrip() throws {
    let folder = try TemporaryFolder()
    let store = try StateStore(folder)
    let plain = WordRecord(word: "Σίσυφος", folded: "σίσυφοσ", created: 1)
    let words = [word("Whale", created: 3), plain, word("si", created: 3), word("sí", created: 3)]
    #expect(try store.saveWords(words) == 4)
    let kept = try StateStore(folder).words(ofBook: nil)
    #expect(kept == [plain, words[0], words[2], words[3]])
  }

  @Test("Are unique by folded form and scope")
  func unique() throws {
    let folder = try TemporaryFolder()
    let store = try StateStore(folder)
    let (one, two) = (try store.someBook(1000).id, try store.someBook(2000).id)
    let all = [word("a"), word("a", color: "blue", book: one), word("a", book: two)]
    #expect(try store.saveWords(all) == 3)
    let before = try folder.kept()
    #expect(try store.saveWords(all) == 0)
    #expect(try folder.kept() == before)
    #expect(try store.saveWords([word("A", color: "pink")]) == 1)
    #expect(try store.words(ofBook: nil) == [word("A", color: "pink")])
    #expect(Set(try store.words(ofBook: one)) == [word("A", color: "pink"), all[1]])
    #expect(Set(try store.allWords()) == [word("A", color: "pink"), all[1], all[2]])
  }

  @Test("Of one list the last of equal ones counts, and one set again is the latest")
  func latest() throws {
    let store = try StateStore(TemporaryFolder())
    let list = [word("a", color: "red"), word("b"), word("a", color: "blue")]
    #expect(try store.saveWords(list) == 2)
    #expect(try store.saveWords(list) == 0)
    #expect(try store.words(ofBook: nil).map(\.word) == ["b", "a"])
    #expect(try store.saveWords([word("b", color: "green")]) == 1)
    #expect(try store.words(ofBook: nil).map(\.word) == ["a", "b"])
  }

  @Test("Are removed everywhere, or of one book, and counted")
  func removal() throws {
    let store = try StateStore(TemporaryFolder())
    let (one, two) = (try store.someBook(1000).id, try store.someBook(2000).id)
    _ = try store.saveWords([
      word("a"), word("a", book: one), word("a", book: two), word("b", book: one),
    ])
    #expect(try store.removeWords(["a", "none"], ofBook: one) == 1)
    #expect(try store.allWords().count == 3)
    #expect(try store.removeWords(["a"], ofBook: nil) == 2)
    #expect(try store.removeWords(["a"], ofBook: nil) == 0)
    #expect(try store.removeWords([], ofBook: nil) == 0)
    #expect(try store.allWords() == [word("b", book: one)])
  }

  @Test("Two thousand are one transaction")
  func many() throws {
    let folder = try TemporaryFolder()
    let store = try StateStore(folder)
    let words = (0..<2000).map { word("word\($0)", created: Int64($0)) }
    #expect(try store.saveWords(words) == 2000)
    #expect(try StateStore(folder).words(ofBook: nil) == words)
    try store.execute("PRAGMA max_page_count = 1")
    let more = (2000..<9000).map { word("word\($0)") }
    #expect(throws: StateError.self) { try store.saveWords(more) }
    #expect(try store.allWords().count == 2000)
  }
}
