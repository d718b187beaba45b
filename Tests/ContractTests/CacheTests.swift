import Foundation
import TestKit
import Testing

/// What is kept of page numbers changes nothing but speed.
@Suite("The cache of page numbers", .timeLimit(.minutes(10))) struct CacheTests {
  private static let questions: [[String]] = [
    ["--page", "3"], ["--page", "2-4", "--json"], ["--page", "5", "--hyphenate"],
    ["--page", "2", "--book-style", "off"], ["--page", "99999"],
    ["--page", "2-", "--size", "40x9"],
    ["--percent", "40"], ["--chapter", "2"], ["toc"], ["toc", "--json"], ["info"],
    ["search", "the"], ["search", "--json", "a"], ["search", "--count", "of"],
  ]

  /// Our own book, and small ones of the corpus.
  private static var books: [String] {
    let corpus = Corpus.books("samples").filter { path in
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
      return (attributes?[.size] as? Int ?? .max) < 80_000
    }
    return ["\(Golden.packageFolder)/Fixtures/Books/lights-of-kell.epub"] + corpus
  }

  private func ask(_ world: World, _ question: [String], _ book: String) -> Outcome {
    world.run(question + [book])
  }

  private func expectSame(_ a: Outcome, _ b: Outcome, _ what: [String]) {
    #expect(a.status == b.status && a.outputBytes == b.outputBytes && a.error == b.error, "\(what)")
  }

  private func files(_ folder: TemporaryFolder) -> [String] {
    let folder = "\(folder.path)/epub-read/pages"
    return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
      .map { "\(folder)/\($0)" }
  }

  @Test("Answers are the same without it, when it is made, and when it is there", arguments: books)
  func same(book: String) throws {
    let folder = try TemporaryFolder()
    let cached = World(variables: ["XDG_CACHE_HOME": folder.path])
    for question in Self.questions {
      let plain = ask(World(), question, book)
      expectSame(ask(cached, question, book), plain, question)
      expectSame(ask(cached, question, book), plain, question)
    }
    #expect(files(folder).count > 2)
  }

  @Test("Damaged entries are as none, and are made anew")
  func damage() throws {
    let folder = try TemporaryFolder()
    let book = Self.books[0]
    let cached = World(variables: ["XDG_CACHE_HOME": folder.path])
    let question = ["--page", "4", "--json"]
    let plain = ask(World(), question, book)
    let kept = { files(folder).compactMap { FileManager.default.contents(atPath: $0) } }
    _ = ask(cached, question, book)
    let made = Set(kept())
    #expect(made.count == 2)
    for damage in [Data(), Data("no cache".utf8), Data(repeating: 0xFF, count: 4000)] {
      for file in files(folder) { try damage.write(to: URL(fileURLWithPath: file)) }
      expectSame(ask(cached, question, book), plain, question)
      #expect(Set(kept()) == made)
    }
  }

  @Test("Where it can't be written everything else goes on, silently")
  func unwritable() throws {
    let folder = try TemporaryFolder()
    try folder.write("file", [1])
    let book = Self.books[0]
    for path in ["/proc/none", "\(folder.path)/file", "relative"] {
      let world = World(variables: ["XDG_CACHE_HOME": path])
      expectSame(ask(world, ["toc"], book), ask(World(), ["toc"], book), [path])
    }
  }

  @Test("--no-state neither reads nor writes it; a first page does not need it")
  func untouched() throws {
    let folder = try TemporaryFolder()
    let world = World(variables: ["XDG_CACHE_HOME": folder.path])
    _ = ask(world, ["--no-state", "toc"], Self.books[0])
    _ = ask(world, ["--page", "1"], Self.books[0])
    _ = ask(world, ["--at", "epubcfi(/6/4!/4/2)"], Self.books[0])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test("Is found in a home of one's own, too")
  func home() throws {
    let folder = try TemporaryFolder()
    _ = ask(World(variables: ["HOME": folder.path]), ["toc"], Self.books[0])
    #expect(FileManager.default.fileExists(atPath: "\(folder.path)/.cache/epub-read/pages"))
  }
}
