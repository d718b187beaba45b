import EPUBState
import Foundation
import TestKit
import Testing

@Suite("The book read last") struct LastBookTests {
  private let one = BookBuilder {
    $0.title = "One"
    $0.identifier = "urn:one"
    $0.chapter("<p>First of all.</p>", title: "Start")
  }
  private let two = BookBuilder {
    $0.title = "Two"
    $0.identifier = "urn:two"
    $0.chapter("<p>Second to none.</p>", title: "Begin")
  }

  @Test("Is the one printed last, and what commands without a book work on")
  func lastPrinted() throws {
    let home = try Home()
    let (one, two) = (try home.write(one, as: "one.epub"), try home.write(two, as: "two.epub"))
    #expect(home.run(one).isQuiet)
    #expect(home.run(two).isQuiet)
    #expect(home.run().output == "Second to none.\n")
    #expect(home.run("--page", "1").output == "Second to none.\n")
    #expect(home.run("toc").output.contains("Begin"))
    #expect(home.run("text").output == "Second to none.\n")
    #expect(home.run("info").output.contains("Two"))
    #expect(home.run("search", "none").output.contains("Second to none."))
    #expect(home.run("words", "count").lines.count == 3)
    #expect(home.run("check").status == 0)
    #expect(home.run(one).isQuiet)
    #expect(home.run().output == "First of all.\n")
  }

  @Test("Is not what other commands were asked about")
  func commandsDoNotCount() throws {
    let home = try Home()
    let (one, two) = (try home.write(one, as: "one.epub"), try home.write(two, as: "two.epub"))
    #expect(home.run(one).isQuiet)
    #expect(home.run("text", two).isQuiet)
    #expect(home.run("words", "add", "none", "--book", two).isQuiet)
    #expect(home.run().output == "First of all.\n")
    #expect(home.run("recent").output.contains("One"))
    #expect(!home.run("recent").output.contains("Two"))
  }

  @Test("Exit 66 where there is none, its file is gone, or it had none")
  func missing() throws {
    var home = try Home()
    #expect(home.run().isError(66))
    #expect(home.run("toc").isError(66))
    #expect(home.run("search", "x").isError(66))
    let path = try home.write(one)
    #expect(home.run(path).isQuiet)
    try FileManager.default.removeItem(atPath: path)
    let gone = home.run()
    #expect(gone.isError(66))
    #expect(gone.error.contains(path))
    home.world.input = two.bytes
    #expect(home.run("-").isQuiet)
    home.world.input = []
    #expect(home.run().isError(66))
    #expect(home.run().error.contains("Two"))
  }

  @Test("Is found under its new name once it was read there")
  func moved() throws {
    let home = try Home()
    let path = try home.write(one)
    #expect(home.run(path).isQuiet)
    try home.leave(path, spine: 0, offset: 6)
    let other = "\(home.folder.path)/renamed.epub"
    try FileManager.default.moveItem(atPath: path, toPath: other)
    #expect(home.run(other).isQuiet)
    #expect(home.run().isQuiet)
    #expect(try home.store().recentBooks(limit: 9).count == 1)
    #expect(try home.store().recentBooks(limit: 9).first?.place?.offset == 6)
  }

  @Test("Is written only when it changes; printing never moves the saved place")
  func writesOnChange() throws {
    var home = try Home()
    let path = try home.write(numberedBook(chapters: 2, paragraphs: 90))
    #expect(home.run(path).isQuiet)
    try home.leave(path, spine: 1, offset: 8)
    let before = try home.kept()
    #expect(!before.isEmpty)
    home.world.now += 100
    for arguments in [["--page", "2"], ["--percent", "90"], ["--json", "--page", "1"], []] {
      #expect(home.world.run(arguments + [path]).isQuiet)
    }
    #expect(home.run("--page", "current").isQuiet)
    #expect(try home.kept() == before)
    let other = try home.write(one, as: "other.epub")
    #expect(home.run(other).isQuiet)
    #expect(try home.kept() != before)
    #expect(home.run(path).isQuiet)
    #expect(try home.store().recentBooks(limit: 1).first?.place?.offset == 8)
  }

  @Test(
    "Commands that do not say so make and write nothing",
    arguments: [
      ["info"], ["toc"], ["text"], ["search", "First"], ["check"], ["words", "list"],
      ["words", "count"], ["notes"], ["notes", "--format", "json"],
    ])
  func writeNothing(_ arguments: [String]) throws {
    let home = try Home()
    let path = try home.write(one)
    #expect(home.world.run(arguments + [path]).isQuiet)
    #expect(home.run("recent").isQuiet)
    #expect(home.run("words").isQuiet)
    #expect(!FileManager.default.fileExists(atPath: "\(home.folder.path)/state"))
    #expect(home.run(path).isQuiet)
    let before = try home.kept()
    #expect(home.world.run(arguments + [path]).isQuiet)
    #expect(try home.kept() == before)
  }

  @Test("--no-state neither reads nor writes")
  func noState() throws {
    let home = try Home()
    let path = try home.write(one)
    #expect(home.run("--no-state", path).isQuiet)
    #expect(!FileManager.default.fileExists(atPath: "\(home.folder.path)/state"))
    #expect(home.run(path).isQuiet)
    #expect(home.run("words", "add", "first", path).isQuiet)
    let before = try home.kept()
    #expect(home.run("--no-state").isError(66))
    #expect(home.run("--no-state", "words").output.isEmpty)
    #expect(home.run("--no-state", "recent").output.isEmpty)
    #expect(home.run("--no-state", "words", "add", "all").isError(64))
    let page = try home.run("--no-state", "--json", "--page", "1", path).object()
    #expect((page["words"] as? [Any])?.isEmpty == true)
    #expect(try home.kept() == before)
  }

  @Test("Lies where the variables say: XDG_STATE_HOME, else HOME; a relative path does not count")
  func places() throws {
    var home = try Home()
    let path = try home.write(one)
    home.world.variables["XDG_STATE_HOME"] = nil
    #expect(home.run(path).isQuiet)
    let database = "\(home.folder.path)/.local/state/epub-read/state.sqlite"
    #expect(FileManager.default.fileExists(atPath: database))
    home.world.variables["XDG_STATE_HOME"] = "here"
    #expect(home.run().isQuiet)
    home.world.variables = [:]
    #expect(home.run(path).isQuiet)
    #expect(home.run("words", "add", "first").isError(74))
  }
}

@Suite("Recent books") struct RecentTests {
  @Test("Stand newest first, with place and percent where they were left")
  func listing() throws {
    var home = try Home()
    let long = try home.write(numberedBook(chapters: 2, paragraphs: 50), as: "long.epub")
    let short = try home.write(
      BookBuilder {
        $0.title = "Short"
        $0.creators = ["A. Writer", "B. Writer"]
        $0.chapter("<p>Brief.</p>")
      }, as: "short.epub")
    #expect(home.run(long).isQuiet)
    try home.leave(long, spine: 1, offset: 0)
    home.world.now += 86_400
    #expect(home.run(short).isQuiet)
    let objects = try home.run("recent", "--json").objects()
    #expect(objects.map { $0["path"] as? String } == [short, long])
    #expect(objects[0]["title"] as? String == "Short")
    #expect(objects[0]["author"] as? String == "A. Writer, B. Writer")
    #expect(objects[0]["lastRead"] as? String == "2001-09-10T01:46:40Z")
    #expect(objects[0]["percent"] == nil)
    #expect(objects[1]["percent"] as? Int == 49 || objects[1]["percent"] as? Int == 50)
    let locator = try #require(objects[1]["locator"] as? [String: Any])
    let locations = try #require(locator["locations"] as? [String: Any])
    let cfi = try #require(locations["cfi"] as? String)
    let text = home.run("recent").output
    #expect(text.hasPrefix("2001-09-10      -  Short, A. Writer, B. Writer\n"))
    #expect(text.contains(cfi) && text.contains(long))
    #expect(home.run("--at", cfi, "--size", "40x6", long).output.hasPrefix("line 2.1\n"))
    #expect(home.run("recent", long).isError(64))
  }
}
