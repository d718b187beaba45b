import Foundation
import TestKit
import Testing

@Suite("info") struct InfoTests {
  private let book = BookBuilder {
    $0.title = "Tides"
    $0.creators = ["A. Writer", "B. Other"]
    $0.metadata = "<dc:publisher>Press</dc:publisher><dc:description>About it.</dc:description>"
    $0.resource("my cover.png", [0x89], mediaType: "image/png") { $0.properties = "cover-image" }
    $0.resource("data.json", [0x7B], mediaType: "application/json") {
      $0.attributes = "fallback=\"chapter2\""
      $0.isInSpine = true
    }
    $0.chapter("<p>one</p>", title: "One")
    $0.chapter("<p>aside</p>", isLinear: false)
    $0.pageList = [("1", "chapter2.xhtml")]
  }

  @Test("Tells what the book says of itself and what it holds")
  func human() {
    let outcome = run(book, "info", "-")
    #expect(outcome.isQuiet, "\(outcome.error)")
    for text in ["Tides", "A. Writer", "B. Other", "Press", "About it.", "80x24"] {
      #expect(outcome.output.contains(text))
    }
  }

  @Test("Is a Readium Web Publication Manifest as JSON")
  func manifest() throws {
    let outcome = run(book, "info", "--json", "-")
    #expect(outcome.isQuiet)
    let manifest = try outcome.object()
    for name in ["metadata", "readingOrder", "resources", "toc", "pageList", "landmarks"] {
      #expect(manifest[name] != nil)
    }
    let metadata = try #require(manifest["metadata"] as? [String: Any])
    #expect(metadata["title"] as? String == "Tides")
    #expect(metadata["author"] as? [String] == ["A. Writer", "B. Other"])
    #expect(metadata["language"] as? [String] == ["en"])
    #expect(metadata["publisher"] as? [String] == ["Press"])
    let resources = try #require(manifest["resources"] as? [[String: Any]])
    let cover = try #require(resources.first { $0["rel"] as? String == "cover" })
    #expect(cover["href"] as? String == "EPUB/my%20cover.png")
    let contents = try #require(manifest["toc"] as? [[String: Any]])
    #expect(contents.first?["title"] as? String == "One")
    #expect(contents.first?["href"] as? String == "EPUB/chapter2.xhtml")
  }

  @Test("Lists each itemref with its own href, its fallback as alternate, and linear: false")
  func readingOrder() throws {
    let manifest = try run(book, "info", "--json", "-").object()
    let order = try #require(manifest["readingOrder"] as? [[String: Any]])
    let hrefs = order.compactMap { $0["href"] as? String }
    #expect(hrefs.contains("EPUB/data.json"))
    let foreign = try #require(order.first { $0["href"] as? String == "EPUB/data.json" })
    let alternate = try #require(foreign["alternate"] as? [[String: Any]])
    #expect(alternate.first?["href"] as? String == "EPUB/chapter2.xhtml")
    #expect(order.last?["linear"] as? Bool == false)
    #expect(order.filter { $0["linear"] != nil }.count == 1)
  }

  @Test("Takes the file's name for the title of a book that has none")
  func noTitle() throws {
    let folder = try TemporaryFolder()
    let book = BookBuilder {
      $0.title = ""
      $0.chapter("<p>one</p>")
    }
    let path = try book.write(to: folder, as: "untitled.epub")
    let manifest = try run("info", "--json", path).object()
    let metadata = try #require(manifest["metadata"] as? [String: Any])
    #expect(metadata["title"] as? String == "untitled.epub")
  }
}

@Suite("toc") struct ContentsTests {
  private let book = BookBuilder {
    $0.chapter("<p>one</p>", title: "One")
    $0.chapter("<p>two</p>", title: "Two")
    $0.contentsList = """
      <ol><li><a href="chapter1.xhtml">One</a><ol><li><a href="chapter2.xhtml">Two</a></li></ol></li>
      <li><span>Nothing</span></li></ol>
      """
  }

  @Test("Is indented and numbered, with page numbers at the right")
  func human() {
    let outcome = run(book, "toc", "--size", "40x24", "-")
    #expect(outcome.isQuiet)
    let gap = { (count: Int) in String(repeating: " ", count: count) }
    #expect(
      outcome.output == "1  One\(gap(33))1\n2    Two\(gap(31))2\n3  Nothing\n")
  }

  @Test("Is nested objects as JSON")
  func json() throws {
    let outcome = run(book, "toc", "--json", "-")
    let parsed = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    let entries = try #require(parsed as? [[String: Any]])
    #expect(entries.count == 2)
    #expect(Set(entries[0].keys) == ["title", "href", "page", "children"])
    #expect(entries[0]["title"] as? String == "One")
    #expect(entries[0]["href"] as? String == "EPUB/chapter1.xhtml")
    #expect(entries[0]["page"] as? Int == 1)
    let children = try #require(entries[0]["children"] as? [[String: Any]])
    #expect(children.first?["page"] as? Int == 2)
    #expect(entries[1]["page"] is NSNull)
  }

  @Test("Takes the layout options: page numbers are those of that size")
  func layout() {
    let book = numberedBook(chapters: 2, paragraphs: 30)
    #expect(run(book, "toc", "--size", "40x10", "-").lines.last?.hasSuffix(" 5") == true)
    #expect(run(book, "toc", "--size", "40x40", "-").lines.last?.hasSuffix(" 2") == true)
  }
}

@Suite("text") struct TextTests {
  private func text(_ body: String, _ arguments: String...) -> String {
    let book = BookBuilder { $0.chapter(body) }
    let outcome = World(input: book.bytes).run(["text"] + arguments + ["-"])
    #expect(outcome.isQuiet, "\(outcome.error)")
    return outcome.output
  }

  struct Row: Sendable {
    var body: String
    var text: String
  }

  private static let rows = [
    Row(body: "<h1>A</h1><p>one <i>two</i></p><p>three</p>", text: "A\n\none two\n\nthree\n"),
    Row(
      body: "<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul><p>d</p>",
      text: "• a\n• b\n◦ c\n\nd\n"),
    Row(body: "<ol start='3'><li>a</li><li>b</li></ol>", text: "3. a\n4. b\n"),
    Row(
      body: "<table><tr><th>a</th><th>b</th></tr><tr><td>c</td><td>d</td></tr></table><p>e</p>",
      text: "a\tb\nc\td\n\ne\n"),
    Row(body: "<p>one<br/>two</p>", text: "one\ntwo\n"),
    Row(body: "<p><q>said</q> 10<sup>2</sup></p>", text: "“said” 10²\n"),
    Row(body: "<p><ruby>漢<rt>kan</rt></ruby></p>", text: "漢(kan)\n"),
    Row(
      body: "<p style='text-transform: uppercase'>loud</p>", text: "LOUD\n"),
    Row(
      body: "<p>a <img src='x.png' alt='ship'/> b</p><p><img src='y.png' alt=''/></p>",
      text: "a [Image: ship] b\n"),
    Row(body: "<p><img src='dir/y.png'/></p>", text: "[Image: y.png]\n"),
    Row(body: "<dl><dt>t</dt><dd>d</dd></dl>", text: "t\nd\n"),
  ]

  @Test("Is the reading text, not laid out", arguments: rows)
  func shown(_ row: Row) { #expect(text(row.body) == row.text) }

  @Test("Parts spine items like blocks")
  func items() {
    #expect(
      run(numberedBook(chapters: 2, paragraphs: 1), "text", "-").output == "line 1.1\n\nline 2.1\n")
  }

  @Test("Is an object a block as JSON")
  func json() throws {
    let book = BookBuilder {
      $0.chapter("<p>zero</p>")
      $0.chapter(
        """
        <h2>Head</h2><ol><li>so<b>ft</b>\u{AD}er <img src="a.png" alt="ship"/></li></ol>
        <table><tr><td>a</td><td>b</td></tr></table><hr/><p style="text-transform: uppercase">low</p>
        """)
    }
    let objects = try run(book, "text", "--json", "-").objects().dropFirst()
    #expect(
      objects.compactMap { $0["kind"] as? String } == [
        "heading", "item", "image", "row", "rule", "paragraph",
      ])
    #expect(
      objects.compactMap { ($0["text"] as? String)?.trimmingCharacters(in: .whitespaces) } == [
        "Head", "softer", "ship", "a\tb", "", "low",
      ])
    let rows = Array(objects)
    #expect(rows.allSatisfy { $0["spine"] as? Int == 1 })
    #expect(rows.allSatisfy { $0["href"] as? String == "EPUB/chapter2.xhtml" })
    #expect(rows[0]["level"] as? Int == 2)
    #expect(rows[1]["marker"] as? String == "1.")
    #expect(rows[0]["cfi"] as? String == "epubcfi(/6/4!/4/2/1:0)")
    #expect(rows[5]["marker"] == nil && rows[5]["level"] == nil)
  }

  @Test("Lets no control of the book through, and closes bidirectional ones in their line")
  func controls() {
    let shown = text("<p>a\u{85}\u{9B}31m\u{7F}b \u{202E}evil</p><p>next</p>")
    #expect(shown == "a31mb \u{202E}evil\u{202C}\n\nnext\n", "\(shown.debugDescription)")
  }
}

@Suite("check") struct CheckTests {
  @Test("Prints what is wrong, and exits 0")
  func findings() throws {
    let book = BookBuilder {
      $0.chapter(
        """
        <p><a href="nowhere.xhtml">x</a><a href="#gone">y</a><a href="http://a.b/">z</a>
        <img src="missing.png" alt=""/></p>
        """)
    }
    let outcome = run(book, "check", "-")
    #expect(outcome.isQuiet)
    #expect(outcome.output.contains("missing.png"))
    let objects = try run(book, "check", "--json", "-").objects()
    let keys: Set<String> = ["code", "severity", "path", "place", "clause", "done"]
    #expect(objects.allSatisfy { Set($0.keys) == keys })
    let codes = objects.compactMap { $0["code"] as? String }
    #expect(codes.contains("picture-missing"))
    #expect(codes.contains("link-target-missing"))
    #expect(codes.contains("link-fragment-missing"))
    #expect(objects.count { ($0["code"] as? String)?.hasPrefix("link-") == true } == 2)
  }

  @Test("Counts what nobody reads any more", .timeLimit(.minutes(10)))
  func withoutEnd() throws {
    let links = (1...1500).map { "<a href=\"x\($0)\">x</a>" }.joined(separator: " ")
    let book = BookBuilder { $0.chapter("<p>\(links)</p>", title: "One") }
    let outcome = run(book, "check", "-")
    #expect(outcome.lines.count == 1002)
    #expect(outcome.lines.suffix(2) == ["500 more; --json tells all of them.", "1500 warnings."])
    #expect(try run(book, "check", "--json", "-").objects().count == 1500)
  }

  @Test("Says that nothing is wrong with a sound book")
  func sound() {
    let book = BookBuilder { $0.chapter("<p>fine</p>", title: "One") }
    #expect(run(book, "check", "-").output == "Nothing is wrong with it.\n")
    #expect(run(book, "check", "--json", "-").output.isEmpty)
  }
}

@Suite("check --hyphenate") struct HyphenationCheckTests {
  @Test("Tells languages whose words no dictionary divides, when asked")
  func missingDictionary() throws {
    let folder = try TemporaryFolder()
    let path = try BookBuilder {
      $0.chapter("<p xml:lang=\"tlh\">nuqneH</p><p xml:lang=\"ja\">本</p>")
    }.write(to: folder, as: "book.epub")
    let asked = World().run(["check", "--hyphenate", path])
    #expect(asked.output.contains("\"tlh\""))
    #expect(!asked.output.contains("\"ja\""))
    #expect(!World().run(["check", path]).output.contains("hyphenation-dictionary-missing"))
  }
}

@Suite("cover") struct CoverTests {
  private let picture: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x00, 0xFF]

  @Test("Is the bytes of what the manifest, a meta, the guide or the first document names")
  func sources() {
    let marked = BookBuilder {
      $0.chapter("<p>x</p>")
      $0.resource("c.png", picture, mediaType: "image/png") { $0.properties = "cover-image" }
    }
    let named = BookBuilder {
      $0.version = "2.0"
      $0.metadata = "<meta name=\"cover\" content=\"pic\"/>"
      $0.chapter("<p>x</p>")
      $0.resource("c.png", picture, mediaType: "image/png") { $0.id = "pic" }
    }
    let guided = BookBuilder {
      $0.version = "2.0"
      $0.packageChildren = "<guide><reference type=\"cover\" href=\"chapter2.xhtml\"/></guide>"
      $0.chapter("<p>x</p>")
      $0.chapter("<p><img src='c.png' alt=''/></p>")
      $0.resource("c.png", picture, mediaType: "image/png")
    }
    let first = BookBuilder {
      $0.chapter("<p><img src='c.png' alt=''/></p>")
      $0.resource("c.png", picture, mediaType: "image/png")
    }
    for book in [marked, named, guided, first] {
      let outcome = run(book, "cover", "-")
      #expect(outcome.isQuiet)
      #expect(outcome.outputBytes == picture)
    }
  }

  @Test("Is told of on a terminal, and exit 1 where there is none")
  func others() {
    let book = BookBuilder {
      $0.chapter("<p>x</p>")
      $0.resource("c.png", picture, mediaType: "image/png") { $0.properties = "cover-image" }
    }
    var world = World(input: book.bytes)
    world.isTerminal = true
    #expect(world.run(["cover", "-"]).output.contains("c.png"))
    #expect(run(numberedBook(chapters: 1, paragraphs: 1), "cover", "-").isError(1))
  }
}
