import Foundation
import TestKit
import Testing

@Suite("Notes") struct NotesTests {
  private let book = BookBuilder {
    $0.title = "Tides"
    $0.chapter("<h1>One</h1><p>The ferry left the quay.</p>", title: "One")
    $0.chapter("<h1>Two</h1><p>A whale rose. A *gull* fell.</p>", title: "Two")
  }

  private func annotation(_ members: String) -> String {
    #"{"@context":"http://www.w3.org/ns/anno.jsonld","type":"Annotation",\#(members)}"#
  }

  private var three: String {
    let items = [
      annotation(
        #""id":"urn:x:2","motivation":"commenting","created":"2024-05-06T07:08:09Z","body":{"type":"TextualBody","value":"big"},"target":{"source":"EPUB/chapter2.xhtml","selector":{"type":"TextQuoteSelector","exact":"whale rose","prefix":"A "}}"#
      ),
      annotation(
        #""id":"urn:x:1","motivation":"highlighting","body":{"type":"TextualBody","value":"","color":"pink"},"target":{"source":"EPUB/chapter1.xhtml","selector":[{"type":"TextPositionSelector","start":7,"end":12}]}"#
      ),
      annotation(
        #""motivation":"bookmarking","target":"EPUB/chapter2.xhtml#epubcfi(/6/4!/4/4/1:14)""#),
    ]
    return #"{"type":"AnnotationPage","items":[\#(items.joined(separator: ","))]}"#
  }

  @Test("Stand in reading order, grouped by chapter, with their pages")
  func text() throws {
    let home = try Home()
    let path = try home.write(book)
    #expect(home.run("notes", path).isQuiet)
    #expect(home.run("notes", "import", "-", path, input: three).isQuiet)
    #expect(
      home.run("notes", path).output == """
        One
          page 1  highlight (pink): ferry

        Two
          page 2  note: whale rose
            big
          page 2  bookmark

        """)
    let markdown = home.run("notes", "--format", "markdown", path).output
    #expect(markdown.hasPrefix("# Tides\n\n## One\n\n> ferry\n\n*highlight, pink, page 1*\n"))
    #expect(markdown.contains("## Two\n\n> whale rose\n\nbig\n\n*note, page 2*\n"))
  }

  @Test("JSON is a W3C AnnotationPage with CFI, quote and position")
  func json() throws {
    let home = try Home()
    let path = try home.write(book)
    #expect(home.run("notes", "import", "-", path, input: three).isQuiet)
    let page = try home.run("notes", "--format", "json", path).object()
    #expect(page["@context"] as? String == "http://www.w3.org/ns/anno.jsonld")
    #expect(page["type"] as? String == "AnnotationPage")
    let items = try #require(page["items"] as? [[String: Any]])
    #expect(
      items.map { $0["motivation"] as? String } == ["highlighting", "commenting", "bookmarking"])
    #expect(items.allSatisfy { $0["type"] as? String == "Annotation" })
    #expect(items[1]["created"] as? String == "2024-05-06T07:08:09Z")
    let target = try #require(items[1]["target"] as? [String: Any])
    #expect(target["source"] as? String == "EPUB/chapter2.xhtml")
    let selectors = try #require(target["selector"] as? [[String: Any]])
    #expect(
      selectors.map { $0["type"] as? String } == [
        "FragmentSelector", "TextQuoteSelector", "TextPositionSelector",
      ])
    #expect(
      selectors[0]["conformsTo"] as? String
        == "http://www.idpf.org/epub/linking/cfi/epub-cfi.html")
    #expect(selectors[0]["value"] as? String == "epubcfi(/6/4!/4/4/1,:2,:12)")
    #expect(selectors[1]["exact"] as? String == "whale rose")
    #expect((selectors[1]["suffix"] as? String)?.hasPrefix(". A *gull*") == true)
    #expect(selectors[2]["start"] as? Int == 5)
    #expect(selectors[2]["end"] as? Int == 15)
  }

  @Test("What was exported comes in again without a change, and whole into an empty home")
  func roundTrip() throws {
    var home = try Home()
    let path = try home.write(book)
    #expect(home.run("notes", "import", "-", path, input: three).isQuiet)
    let exported = home.run("notes", "--json", path).output
    let before = try home.kept()
    home.world.now += 1000
    #expect(home.run("notes", "import", "-", path, input: exported).isQuiet)
    #expect(home.run("notes", "import", "-", path, input: three).isQuiet)
    #expect(try home.kept() == before)
    let other = try Home()
    let copy = try other.write(book)
    #expect(other.run("notes", "import", "-", copy, input: exported).isQuiet)
    #expect(other.run("notes", "--json", copy).output == exported)
  }

  @Test("Come with the book when it is corrected: found by what they quote")
  func corrected() throws {
    let home = try Home()
    let path = try home.write(book)
    #expect(home.run("notes", "import", "-", path, input: three).isQuiet)
    let edited = BookBuilder {
      $0.title = "Tides"
      $0.chapter("<h1>One</h1><p>The ferry left the quay.</p>", title: "One")
      $0.chapter(
        "<h1>Two</h1><p>It dawned.</p><p>A whale rose. A *gull* fell, slowly.</p>", title: "Two")
    }
    let other = try home.write(edited, as: "edited.epub")
    let page = try home.run("notes", "--json", other).object()
    let items = try #require(page["items"] as? [[String: Any]])
    let target = try #require(items[1]["target"] as? [String: Any])
    let selectors = try #require(target["selector"] as? [[String: Any]])
    #expect(selectors[0]["value"] as? String == "epubcfi(/6/4!/4/6/1,:2,:12)")
  }

  @Test("A quote is found whatever spaces and joiners the other program dropped")
  func joiners() throws {
    let home = try Home()
    let path = try home.write(
      BookBuilder {
        $0.chapter("<p>I cannot say\u{2060}\u{2014}it is\u{200A}\u{A0}very won\u{AD}derful.</p>")
      })
    let note = annotation(
      #""motivation":"highlighting","target":{"selector":{"type":"TextQuoteSelector","exact":"say\u2014it is very wonder","suffix":"ful."}}"#
    )
    #expect(home.run("notes", "import", "-", path, input: note).isQuiet)
    let output = home.run("notes", path).output
    #expect(output.contains("highlight: say\u{2014}it is very wonder\n"))
  }

  @Test(
    "A quote alone, however short, is found where it stands once and not where it stands often",
    arguments: [
      (#""exact":"gull""#, true), (#""exact":" gu\u00ADll ""#, true), (#""exact":"e""#, false),
      (#""exact":"gull","suffix":" fell""#, true), (#""exact":"shark""#, false),
    ])
  func shortQuote(_ selector: String, isFound: Bool) throws {
    let home = try Home()
    let path = try home.write(book)
    let note = annotation(
      #""motivation":"highlighting","target":{"selector":{"type":"TextQuoteSelector",\#(selector)}}"#
    )
    #expect(home.run("notes", "import", "-", path, input: note).status == (isFound ? 0 : 1))
    #expect(home.run("notes", path).output.contains("highlight: ") == isFound)
  }

  @Test("Later notes win, older ones do not; what has no place is left out with one line")
  func merging() throws {
    let home = try Home()
    let path = try home.write(book)
    func note(_ text: String, modified: String, exact: String = "ferry") -> String {
      annotation(
        #""id":"urn:x:1","motivation":"commenting","modified":"\#(modified)","bodyValue":"\#(text)","target":{"source":"EPUB/chapter1.xhtml","selector":{"type":"TextQuoteSelector","exact":"\#(exact)"}}"#
      )
    }
    #expect(
      home.run("notes", "import", "-", path, input: note("a", modified: "2024-01-02T00:00:00Z"))
        .isQuiet)
    #expect(
      home.run("notes", "import", "-", path, input: note("old", modified: "2024-01-01T00:00:00Z"))
        .isQuiet)
    #expect(home.run("notes", path).output.contains("    a\n"))
    #expect(
      home.run(
        "notes", "import", "-", path, input: note("new", modified: "2024-01-02T01:00:00+00:30")
      ).isQuiet)
    #expect(home.run("notes", path).output.contains("    new\n"))
    let strange = annotation(
      #""id":"urn:x:9","motivation":"highlighting","target":{"selector":{"type":"TextQuoteSelector","exact":"nowhere at all in it"}}"#
    )
    let none = home.run("notes", "import", "-", path, input: strange)
    #expect(none.isError(1))
    let some = home.run(
      "notes", "import", "-", path,
      input: "[\(strange),\(note("newer", modified: "2024-02-01"))]")
    #expect(some.status == 0)
    #expect(some.errorLines.count == 1)
    #expect(home.run("notes", path).output.contains("    newer\n"))
  }

  @Test(
    "What is no AnnotationPage is exit 65 and changes nothing", arguments: ["", "{", "{}", "1"])
  func noAnnotations(_ text: String) throws {
    let home = try Home()
    let path = try home.write(book)
    #expect(home.run("notes", "import", "-", path, input: text).isError(65))
    #expect(home.run("notes", "import", "/nowhere/notes", path).isError(66))
    #expect(home.run("notes", "import").isError(64))
    #expect(try home.kept().isEmpty)
  }

  @Test("Nesting without end and broken strings are refused", .timeLimit(.minutes(10)))
  func hostile() throws {
    let home = try Home()
    let path = try home.write(book)
    for text in [
      String(repeating: "[", count: 100_000), "[\"\\ud800\\u0041", "[\"\\x\"]", "[1e999x]",
      "[\u{1}]",
      "[\"a\nb\"]", "[01]", "[1,]",
    ] {
      #expect(home.run("notes", "import", "-", path, input: text).isError(65), "\(text.prefix(9))")
    }
  }
}
