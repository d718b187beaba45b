import EPUBState
import Foundation
import TestKit
import Testing

@Suite("Reading state in trouble") struct StateTroubleTests {
  private let book = BookBuilder { $0.chapter("<p>Read on.</p>") }

  /// A home whose database is no database.
  private func damagedHome() throws -> Home {
    let home = try Home()
    try home.folder.write(
      "state/epub-read/state.sqlite", Array(repeating: UInt8(ascii: "x"), count: 5000))
    return home
  }

  @Test("A damaged database is set aside under a dated name, with one line; reading goes on")
  func damaged() throws {
    let home = try damagedHome()
    let path = try home.write(book)
    let first = home.run(path)
    #expect(first.status == 0)
    #expect(first.output == "Read on.\n")
    #expect(first.errorLines.count == 1)
    #expect(first.error.contains("state.sqlite.damaged-20010909-014640"))
    #expect(try home.kept()["state.sqlite.damaged-20010909-014640"]?.count == 5000)
    #expect(home.run().isQuiet)
  }

  @Test("Commands that only read say that it is damaged and leave it alone")
  func damagedForReading() throws {
    let home = try damagedHome()
    let before = try home.kept()
    let outcome = home.run("words")
    #expect(outcome.status == 0)
    #expect(outcome.errorLines.count == 1)
    #expect(try home.kept() == before)
  }

  @Test("Where nothing can be kept, printing says so in one line; what is to be kept is exit 74")
  func notWritable() throws {
    var home = try Home()
    let path = try home.write(book)
    home.world.variables["XDG_STATE_HOME"] = path
    let printed = home.run(path)
    #expect(printed.status == 0)
    #expect(printed.output == "Read on.\n")
    #expect(printed.errorLines.count == 1)
    let notes = try home.folder.write("notes.json", Array(#"{"items":[]}"#.utf8))
    let words = try home.folder.write("words", Array("on\n".utf8))
    #expect(home.run("words", "add", "on").isError(74))
    #expect(home.run("words", "remove", "on").isError(74))
    #expect(home.run("words", "import", words).isError(74))
    #expect(home.run("notes", "import", notes, path).isError(74))
    #expect(home.run("--no-state", path).isQuiet)
  }

  @Test("A newer database is read and never written, with one line")
  func newer() throws {
    let home = try Home()
    let path = try home.write(book)
    #expect(home.run(path).isQuiet)
    #expect(home.run("words", "add", "read", path).isQuiet)
    do {
      _ = try StateStore(
        folder: "\(home.folder.path)/state", now: 0,
        moreSteps: ["ALTER TABLE book ADD COLUMN more TEXT"])
    }
    let words = home.run("words", "--json")
    #expect(try words.objects().count == 1)
    #expect(words.errorLines.count == 1)
    let other = try home.write(
      BookBuilder {
        $0.identifier = "urn:other"
        $0.chapter("<p>Another.</p>")
      }, as: "other.epub")
    let printed = home.run(other)
    #expect(printed.output == "Another.\n")
    #expect(printed.status == 0)
    #expect(printed.errorLines.count == 1)
    #expect(printed.error.contains("newer"))
    #expect(home.run("words", "add", "on").isError(74))
  }
}
