import EPUBContainer
import TestKit
import Testing

@Suite("Books as they are published", .enabled(if: Corpus.folder != nil, "no corpus here"))
struct CorpusTests {
  @Test("Open, and every resource is whole", arguments: ["books", "samples", "w3c"])
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

  /// The ones that are no archives; all others open, whatever else is wrong with them.
  private static let refused: Set = [
    "not-a-zip", "epub3-04-ocf--ocf-zip-unreadable-image-with-epub-extension-fatal-packed",
  ]

  @Test(
    "With faults made on purpose, open wherever there is an archive",
    arguments: ["cases", "epubcheck"])
  func faulty(_ suite: String) throws {
    for book in Corpus.books(suite) {
      let name = book.split(separator: "/").last?.dropLast(5) ?? ""
      if Self.refused.contains(String(name)) {
        #expect(throws: ContainerError.self) { try OCFContainer(path: book) }
      } else {
        let container = try OCFContainer(path: book)
        #expect(!container.entries.isEmpty, "\(book)")
      }
    }
  }
}
