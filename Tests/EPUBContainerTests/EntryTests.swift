import EPUBBasics
import EPUBContainer
import TestKit
import Testing

@Suite("Entries of an archive") struct EntryTests {
  @Test("A built book opens, and every file is what was put in")
  func builtBook() throws {
    let book = BookBuilder {
      $0.hasNCX = true
      $0.stylesheet("p { margin: 0 }")
      $0.chapter("<p>One &amp; only.</p>", title: "One")
    }
    let container = try OCFContainer(bytes: book.bytes)
    #expect(container.findings.isEmpty)
    #expect(container.entries.map(\.path.string) == book.files.map(\.path))
    for file in book.files {
      let path = try #require(ContainerPath(file.path))
      #expect(try container.resource(at: path).bytes == file.bytes)
    }
  }
}
