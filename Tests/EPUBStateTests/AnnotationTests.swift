import EPUBState
import TestKit
import Testing

@Suite("Annotations") struct AnnotationTests {
  @Test("Come back as they were, in the view of another connection too")
  func roundTrip() throws {
    let folder = try TemporaryFolder()
    let (store, other) = (try StateStore(folder), try StateStore(folder))
    let book = try store.someBook()
    var bookmark = AnnotationRecord(
      id: "urn:uuid:1", kind: .bookmark, start: place(1), created: 1, modified: 2)
    bookmark.text = ""
    let all = [bookmark, annotation("urn:uuid:2"), annotation("http://x/'3'", note: "a\u{0}\nb")]
    #expect(try store.saveAnnotations(all, of: book.id) == 3)
    let kept = try other.annotations(of: book.id)
    #expect(Set(kept) == Set(all))
    #expect(kept.first { $0.id.hasPrefix("http") }?.note.map { Array($0.utf8) } == [97, 0, 10, 98])
  }

  @Test("Replace by id; the same again changes and writes nothing")
  func replaced() throws {
    let folder = try TemporaryFolder()
    let store = try StateStore(folder)
    let book = try store.someBook()
    #expect(try store.saveAnnotations([annotation("a"), annotation("b")], of: book.id) == 2)
    let before = try folder.kept()
    #expect(try store.saveAnnotations([annotation("a"), annotation("b")], of: book.id) == 0)
    #expect(try store.saveAnnotations([], of: book.id) == 0)
    #expect(try folder.kept() == before)
    let edited = annotation("b", note: "now with a note", modified: 11)
    let both = [annotation("a"), annotation("b"), edited]
    #expect(try store.saveAnnotations(both, of: book.id) == 1)
    #expect(try Set(store.annotations(of: book.id)) == [annotation("a"), edited])
    var single = edited
    single.end = nil
    #expect(try store.saveAnnotations([single], of: book.id) == 1)
    #expect(try store.annotations(of: book.id).first { $0.id == "b" }?.end == nil)
  }

  @Test("Are of one book: the same id in another book is another one")
  func ofOneBook() throws {
    let store = try StateStore(TemporaryFolder())
    let (one, two) = (try store.someBook(1000), try store.someBook(2000))
    _ = try store.saveAnnotations([annotation("a")], of: one.id)
    #expect(try store.saveAnnotations([annotation("a", note: "of two")], of: two.id) == 1)
    #expect(try store.annotations(of: one.id) == [annotation("a")])
    #expect(try store.removeAnnotations(["a", "a", "none"], of: two.id) == 1)
    #expect(try store.annotations(of: two.id).isEmpty)
    #expect(try store.annotations(of: one.id).count == 1)
  }
}
