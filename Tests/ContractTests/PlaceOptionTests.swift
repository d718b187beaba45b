import Foundation
import TestKit
import Testing

@Suite("Places that are asked for") struct PlaceOptionTests {
  private let book = numberedBook(chapters: 3, paragraphs: 60)

  @Test("--page current is the page of the saved place at any size, else page 1")
  func current() throws {
    let home = try Home()
    let path = try home.write(book)
    #expect(home.run("--page", "current", path).output.hasPrefix("line 1.1\n"))
    // "line 2.30" begins behind nine lines of eight characters and twenty of nine.
    try home.leave(path, spine: 1, offset: 9 * 8 + 20 * 9)
    for size in ["80x24", "20x5", "60x11"] {
      let outcome = home.run("--page", "current", "--size", size, path)
      #expect(outcome.isQuiet)
      #expect(outcome.lines.contains("line 2.30"), "\(size)")
      let page = try home.run("--page", "current", "--json", "--size", size, path).object()
      let lines = try #require(page["lines"] as? [[String: Any]])
      #expect(lines.contains { $0["text"] as? String == "line 2.30" })
    }
    #expect(home.run("--page", "current").lines.contains("line 2.30"))
    #expect(home.run("--no-state", "--page", "current", path).output.hasPrefix("line 1.1\n"))
  }

  @Test("A saved place that the book has lost leads nearby, and one line says so")
  func lost() throws {
    let home = try Home()
    let path = try home.write(book)
    try home.leave(path, spine: 2, offset: 200)
    let edited = BookBuilder {
      for chapter in 1...3 {
        if chapter < 3 {
          $0.chapter(
            (1...60).map { "<p>line \(chapter).\($0)</p>" }.joined(), title: "Chapter \(chapter)")
        } else {
          $0.chapter((1...60).map { "<p>other \($0 * 7)</p>" }.joined(), title: "Chapter 3")
        }
      }
    }
    let same = home.run("--page", "current", path)
    #expect(same.lines.contains { $0.hasPrefix("line 3.") })
    let other = try home.write(edited, as: "edited.epub")
    let outcome = home.run("--page", "current", other)
    #expect(outcome.status == 0)
    #expect(!outcome.output.isEmpty)
    #expect(outcome.errorLines.count <= 1)
  }

  @Test("--at CFI is the page that holds it, of a range its start")
  func cfi() throws {
    for (cfi, line) in [
      ("epubcfi(/6/4!/4/60/1:3)", "line 2.30"), ("epubcfi(/6/6!/4/2/1:0)", "line 3.1"),
      ("epubcfi(/6/4!/4,/60/1:2,/80/1:3)", "line 2.30"),
      // Steps that lead nowhere stop at the last place that exists.
      ("epubcfi(/6/4!/4/2000/1:0)", "line 2.60"),
    ] {
      let outcome = run(book, "--at", cfi, "--size", "40x8", "-")
      #expect(outcome.isQuiet, "\(cfi)")
      #expect(outcome.lines.contains(Substring(line)), "\(cfi)")
    }
  }

  @Test(
    "A malformed CFI or Locator is wrong usage",
    arguments: [
      "", "x", "epubcfi(", "epubcfi()x", "epubcfi(/6/04!/4)", "epubcfi(/6/4!/4/2[a)", "/6/4!/4/2",
      "{", "{}", "{\"href\":", "{\"title\":\"x\"}", "[1]",
      "{\"href\":\"EPUB/chapter1.xhtml\",\"locations\":{\"cfi\":\"epubcfi(\"}}",
    ])
  func malformed(_ value: String) {
    #expect(run(book, "--at", value, "-").isError(64))
  }

  @Test("A spine step that leads nowhere, and a Locator that does, is exit 1")
  func nowhere() {
    #expect(run(book, "--at", "epubcfi(/6/98!/4/2/1:0)", "-").isError(1))
    #expect(run(book, "--at", "{\"href\":\"no/such.xhtml\"}", "-").isError(1))
  }

  @Test("The Locator that --json prints leads at any size to the page that holds that character")
  func locators() throws {
    for page in ["1", "3", "5", "8"] {
      let shown = try run(book, "--json", "--page", page, "--size", "60x12", "-").object()
      let locator = try #require(shown["locator"])
      let lines = try #require(shown["lines"] as? [[String: Any]])
      let first = try #require(lines.first?["text"] as? String)
      let json = String(
        decoding: try JSONSerialization.data(withJSONObject: locator), as: UTF8.self)
      for size in ["20x5", "40x9", "80x24", "100x61"] {
        let outcome = run(book, "--at", json, "--size", size, "-")
        #expect(outcome.isQuiet)
        #expect(outcome.lines.contains(Substring(first)), "\(page) at \(size)")
      }
      let again = try run(book, "--at", json, "--json", "--size", "60x12", "-").object()
      #expect(again["page"] as? Int == Int(page))
    }
  }

  @Test("A Locator without a CFI leads by its text, position or share")
  func partLocators() {
    for (locator, line) in [
      (#"{"href":"EPUB/chapter2.xhtml"}"#, "line 2.1"),
      (#"{"href":"EPUB/chapter2.xhtml","locations":{"progression":0.999}}"#, "line 2.60"),
      (#"{"href":"EPUB/chapter3.xhtml","text":{"highlight":"line 3.41"}}"#, "line 3.41"),
      (#"{"href":"EPUB/chapter2.xhtml","locations":{"partialCfi":"/4/60/1:0"}}"#, "line 2.30"),
      (#"{"href":"EPUB/chapter2.xhtml","locations":{"cfi":"/4/60/1:0"}}"#, "line 2.30"),
      (#"{"locations":{"cfi":"/6/4!/4/60/1:0"}}"#, "line 2.30"),
      (#"{"locations":{"totalProgression":0}}"#, "line 1.1"),
      (#"{"locations":{"position":1}}"#, "line 1.1"),
    ] {
      let outcome = run(book, "--at", locator, "--size", "40x8", "-")
      #expect(outcome.lines.contains(Substring(line)), "\(locator)")
    }
  }
}
