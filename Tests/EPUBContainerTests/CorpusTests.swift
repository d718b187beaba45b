import EPUBContainer
import TestKit
import Testing

@Suite("Books as they are published") struct CorpusTests {
  @Test(
    "Open, and every resource is whole", .enabled(if: Corpus.folder != nil, "no corpus here"),
    arguments: ["books", "samples", "w3c"])
  func whole(_ suite: String) throws {
    let books = Corpus.books(suite)
    #expect(!books.isEmpty)
    for book in books {
      let container = try OCFContainer(path: book)
      #expect(!container.entries.isEmpty)
      for entry in container.entries {
        let resource = try container.resource(at: entry.path)
        #expect(resource.bytes.count == entry.byteCount)
        #expect(resource.damage == nil)
      }
    }
  }
}
