import Foundation
import TestKit
import Testing

@Suite("Words that are kept") struct WordsTests {
  private let book = BookBuilder {
    $0.title = "Tides"
    $0.chapter("<p>The ferry left. A whale, “said Mr. Ash,” rose! It was a whale.</p>")
    $0.chapter("<p>Nothing but a squid and the ferry.</p>")
  }

  private func words(_ home: Home, _ arguments: String...) throws -> [[String: Any]] {
    try home.world.run(["words", "list", "--json"] + arguments).objects()
  }

  /// Words marked on page 1 with their colours.
  private func marks(_ home: Home, _ arguments: String...) throws -> [String: String] {
    let page = try home.world.run(["--json", "--page", "1"] + arguments).object()
    let words = try #require(page["words"] as? [[String: Any]])
    return Dictionary(
      words.compactMap { word in
        (word["value"] as? String).map { ($0, word["color"] as? String ?? "") }
      }
    ) { $1 }
  }

  @Test("Keep the sentence they stood in and its place")
  func sentence() throws {
    let home = try Home()
    let path = try home.write(book)
    #expect(home.run("words", "add", "Whale=blue", path).isQuiet)
    let word = try #require(try words(home).first)
    #expect(word["value"] as? String == "Whale")
    #expect(word["word"] as? String == "whale")
    #expect(word["color"] as? String == "#81d4fa")
    #expect(word["sentence"] as? String == "A whale, “said Mr. Ash,” rose!")
    #expect(word["book"] as? String == "Tides")
    #expect(word["place"] as? String == "epubcfi(/6/2!/4/2/1:18)")
    #expect(word["saved"] as? Bool == true)
    #expect(home.run(path).isQuiet)
    #expect(home.run("words", "add", "squid").isQuiet)
    #expect(try words(home)[1]["sentence"] as? String == "Nothing but a squid and the ferry.")
  }

  @Test("Setting a word again changes its colour and keeps the rest; = counts before a colour only")
  func again() throws {
    let home = try Home()
    let path = try home.write(book)
    #expect(home.run("words", "add", "whale", path).isQuiet)
    #expect(home.run("words", "add", "WHALE=#A1B2C3").isQuiet)
    #expect(home.run("words", "add", "a=b").isQuiet)
    #expect(home.run("words", "add", "a=b=green").isQuiet)
    let kept = try words(home)
    #expect(kept.map { $0["word"] as? String } == ["whale", "a=b"])
    #expect(kept.map { $0["color"] as? String } == ["#a1b2c3", "#aed581"])
    #expect(kept[0]["sentence"] != nil)
    #expect(home.run("words", "add", "...").isError(64))
    #expect(home.run("words", "add").isError(64))
    #expect(home.run("words", "ad", "x").isError(64))
  }

  @Test("Removing forgets a word, whatever its case; exit 1 when there is no such word")
  func remove() throws {
    let home = try Home()
    #expect(home.run("words", "add", "whale").isQuiet)
    #expect(home.run("words", "remove", "WHALE").isQuiet)
    #expect(home.run("words").output.isEmpty)
    #expect(home.run("words", "remove", "whale").isError(1))
  }

  @Test("Are marked in every book; those of one book in it alone; those of the run in that run")
  func marked() throws {
    let home = try Home()
    let path = try home.write(book)
    let other = try home.write(
      BookBuilder {
        $0.identifier = "urn:other"
        $0.chapter("<p>The ferry and the whale and the squid.</p>")
      }, as: "other.epub")
    #expect(home.run("words", "add", "whale=pink").isQuiet)
    #expect(home.run("words", "add", "ferry", "--highlight", "--book", path).isQuiet)
    #expect(try marks(home, path) == ["whale": "#f48fb1", "ferry": "#ffd54f"])
    #expect(try marks(home, other) == ["whale": "#f48fb1"])
    #expect(try marks(home, "--highlight", "squid", other).count == 2)
    #expect(try marks(home, "--highlight", "whale=blue", other) == ["whale": "#81d4fa"])
    #expect(try marks(home, other).count == 1)
    #expect(try words(home, "--highlight").map { $0["value"] as? String } == ["ferry"])
    #expect(try words(home, "--book", path).map { $0["value"] as? String } == ["ferry"])
    #expect(try words(home, "--book", other).isEmpty)
    #expect(home.run("words", "remove", "ferry", "--book", other).isError(1))
    #expect(home.run("words", "remove", "ferry", "--book", path).isQuiet)
  }

  @Test("In a pipe without colour they are seen in --json alone, and missing ones are no news")
  func pipes() throws {
    let home = try Home()
    let path = try home.write(book)
    let plain = home.run("--page", "1", path).output
    #expect(home.run("words", "add", "whale=pink").isQuiet)
    #expect(home.run("words", "add", "kraken").isQuiet)
    #expect(home.run("--page", "1", path).output == plain)
    #expect(home.run("--page", "1", path).isQuiet)
    let colored = home.run("--page", "1", "--color", "always", path)
    #expect(colored.isQuiet)
    #expect(colored.output.contains("48;2;244;143;177mwhale\u{1B}[0m"))
    let missing = home.run("--page", "1", "--json", "--highlight", "octopus", path)
    #expect(missing.errorLines.count == 1)
    #expect(missing.error.contains("octopus") && !missing.error.contains("kraken"))
  }

  @Test("The configuration's markSaved: false marks only highlighted ones; --no-config ignores it")
  func markSaved() throws {
    let home = try Home()
    let path = try home.write(book)
    #expect(home.run("words", "add", "whale").isQuiet)
    #expect(home.run("words", "add", "ferry", "--highlight").isQuiet)
    try home.folder.write(
      "config/epub-read/config.json", Array("{\n  // only these\n  markSaved: false,\n}\n".utf8))
    #expect(try marks(home, path).keys.sorted() == ["ferry"])
    #expect(try marks(home, "--no-config", path).keys.sorted() == ["ferry", "whale"])
    try home.folder.write("config/epub-read/config.json", Array("{\n  markSaved: no\n}\n".utf8))
    let wrong = home.run("--page", "1", "--json", path)
    #expect(wrong.status == 0)
    #expect(wrong.errorLines.count == 1)
    #expect(wrong.error.contains("config.json, line 2"))
  }

  @Test("Are imported from lines of word, tab, colour, tab, note")
  func imported() throws {
    let home = try Home()
    let list = "whale\tblue\tbig\r\n\nferry\t\tboat\nWhale\tpink\n"
    #expect(home.run("words", "import", "-", input: list).isQuiet)
    let kept = try words(home)
    #expect(kept.map { $0["word"] as? String } == ["whale", "ferry"])
    #expect(kept.map { $0["color"] as? String } == ["#f48fb1", nil])
    #expect(kept.map { $0["note"] as? String } == [nil, "boat"])
    let wrong = home.run("words", "import", "-", input: "squid\nwhale\tgrue\n")
    #expect(wrong.isError(64))
    #expect(wrong.error.contains("line 2"))
    #expect(try words(home).count == 2)
    #expect(home.run("words", "import", "/nowhere/words").isError(66))
    let before = try home.kept()
    #expect(home.run("words", "import", "-", input: "ferry\t\tboat\n").isQuiet)
    #expect(try home.kept() == before)
  }

  @Test("Two thousand of them are imported, listed and marked")
  func many() throws {
    let home = try Home()
    let path = try home.write(
      BookBuilder { $0.chapter("<p>w0 w1999 w2000 W77 w7 w7’s</p>") })
    let list = (0..<2000).map { "w\($0)\t\(["blue", "pink", ""][$0 % 3])\n" }.joined()
    #expect(home.run("words", "import", "-", input: list).isQuiet)
    #expect(home.run("words").lines.count == 2000)
    #expect(try marks(home, path).keys.sorted() == ["w0", "w1999", "w7", "w77"])
    #expect(home.run("words", "count", "--new", path).output == "1  w2000\n1  w7's\n")
  }

  @Test("CSV quotes as RFC 4180 says; TSV is word, sentence, book, place")
  func formats() throws {
    let home = try Home()
    let path = try home.write(
      BookBuilder {
        $0.title = "Tides, \"Old\""
        $0.chapter("<p>Left <br/>the ferry.</p>")
      })
    #expect(home.run("words", "add", "ferry", path).isQuiet)
    let csv = home.run("words", "--format", "csv").output
    let (first, second) = (csv.split(separator: "\r\n")[0], csv.split(separator: "\r\n")[1])
    #expect(first == "word,color,note,sentence,book,place,saved,highlighted,scope,created")
    #expect(second.hasPrefix("ferry,,,Left the ferry.,\"Tides, \"\"Old\"\"\",epubcfi("))
    #expect(csv.hasSuffix("\r\n"))
    let fields = home.run("words", "--format", "tsv").lines[0].split(separator: "\t")
    #expect(fields.prefix(3) == ["ferry", "Left the ferry.", "Tides, \"Old\""])
    #expect(fields.count == 4)
    #expect(
      home.run("words", "--format", "json").output == home.run("words", "--json").output)
    #expect(home.run("words", "--format", "markdown").isError(64))
  }

  @Test("count is the frequency list of a book, --new without the saved ones")
  func count() throws {
    let home = try Home()
    let path = try home.write(
      BookBuilder {
        $0.chapter("<p>The whale’s tail, the WHALE, <i>wh</i>ale; e\u{301}te\u{301}.</p>")
        $0.chapter("<p>été the</p>")
      })
    let text = home.run("words", "count", path).output
    #expect(text == "3  the\n2  whale\n2  été\n1  tail\n1  whale's\n")
    #expect(home.run("words", "add", "THE").isQuiet)
    #expect(home.run("words", "add", "tail", "--highlight").isQuiet)
    #expect(
      home.run("words", "count", "--new", "--format", "csv", path).output
        == "word,count\r\nwhale,2\r\nété,2\r\ntail,1\r\nwhale's,1\r\n")
    let objects = try home.run("words", "count", "--json", path).objects()
    #expect(objects[0]["word"] as? String == "the")
    #expect(objects[0]["count"] as? Int == 3)
  }
}
