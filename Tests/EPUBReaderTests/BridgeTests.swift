import Foundation
import TestKit
import Testing

@Suite("The bridge's commands", .timeLimit(.minutes(10))) struct BridgeTests {
  private let book = numberedBook(chapters: 4, paragraphs: 40)

  @Test("A book that is loaded is told, then its place, then what is to be saved, then the answer")
  func load() throws {
    let host = try BridgeHost()
    let locator = try host.load(book, ["viewport": ["columns": 40, "rows": 10]])
    #expect(
      host.lines.map { $0["event"] as? String } == [
        "onBookLoaded", "relocated", "setSavedData", nil,
      ])
    let loaded = try #require(host.events("onBookLoaded").first as? [String: Any])
    #expect(loaded["title"] as? String == "A Book")
    let page = try host.page()
    #expect(loaded["pages"] as? Int == page["pages"] as? Int)
    #expect(page["page"] as? Int == 1)
    #expect(
      NSDictionary(dictionary: locator).isEqual(to: try #require(page["locator"] as? [String: Any]))
    )
    #expect(page["width"] as? Int == 40)
    #expect(page["height"] as? Int == 10)
    #expect(try host.rows()[2] == "1.1 some words of it")
  }

  @Test("Pages are turned and gone to, and places that were left are gone back to")
  func pages() throws {
    let host = try BridgeHost()
    try host.load(book, ["viewport": ["columns": 40, "rows": 10]])
    try host.ask("nextPage")
    #expect(try host.page()["page"] as? Int == 2)
    try host.ask("goToPage", 7)
    #expect(try host.page()["page"] as? Int == 7)
    try host.ask("back")
    #expect(try host.page()["page"] as? Int == 2)
    try host.ask("forward")
    #expect(try host.page()["page"] as? Int == 7)
    try host.ask("previousPage")
    #expect(try host.page()["page"] as? Int == 6)
  }

  @Test("At the book's ends the page stays and nothing is told")
  func ends() throws {
    let host = try BridgeHost()
    try host.load(book)
    let before = host.lines.count
    try host.ask("previousPage")
    try host.ask("back")
    try host.ask("forward")
    #expect(host.lines.count == before + 3)
    let last = try #require(try host.page()["pages"] as? Int)
    try host.ask("goToPage", last)
    try host.ask("nextPage")
    #expect(try host.page()["page"] as? Int == last)
  }

  @Test("A page out of the book is out of range", arguments: [0, -1, 1_000_000])
  func outOfRange(_ page: Int) throws {
    let host = try BridgeHost()
    try host.load(book)
    let answer = try host.send(raw: #"{"command":"goToPage","value":\#(page),"id":1}"#)
    #expect((answer[0]["error"] as? [String: Any])?["code"] as? String == "outOfRange")
  }

  @Test("Locators and their parts are gone to")
  func goTo() throws {
    let host = try BridgeHost()
    var book = book
    book.pageList = [("i", "chapter1.xhtml"), ("41", "chapter3.xhtml")]
    try host.load(book, ["viewport": ["columns": 40, "rows": 10]])
    let third = try #require(try host.ask("goToPage", 12) as? [String: Any])
    let locations = try #require(third["locations"] as? [String: Any])
    for place: [String: Any] in [
      third, ["locator": 1, "href": "EPUB/chapter3.xhtml", "locations": locations],
      ["cfi": try #require(locations["cfi"])],
    ] {
      try host.ask("goToPage", 1)
      let reached = try #require(try host.ask("goTo", place) as? [String: Any])
      #expect(NSDictionary(dictionary: reached).isEqual(to: third))
    }
    try host.ask("goTo", ["href": "EPUB/chapter2.xhtml"])
    #expect(try host.rows()[0] == "Chapter 2")
    try host.ask("goTo", ["printPage": "41"])
    #expect(try host.rows()[0] == "Chapter 3")
    try host.ask("goTo", ["percent": 100])
    #expect(try host.page()["page"] as? Int == (try host.page()["pages"] as? Int))
    try host.ask("goTo", ["percent": 0])
    #expect(try host.page()["page"] as? Int == 1)
    try host.ask("goTo", ["position": 2])
    #expect(try host.page()["page"] as? Int != 1)
  }

  @Test("Places that are nowhere are not found, what is no place is a bad message")
  func nowhere() throws {
    let host = try BridgeHost()
    try host.load(book)
    #expect(try host.error("goTo", ["href": "EPUB/other.xhtml"]) == "notFound")
    #expect(try host.error("goTo", ["printPage": "9"]) == "notFound")
    #expect(try host.error("goTo", ["cfi": "epubcfi(/6/200!/4)"]) == "notFound")
    #expect(try host.error("goTo", ["cfi": "epubcfi(/6"]) == "badMessage")
    #expect(try host.error("goTo", ["position": 1_000]) == "outOfRange")
    #expect(try host.page()["page"] as? Int == 1)
  }

  @Test("A font size has fewer cells to a page, never fewer than 20 by 5")
  func fontSize() throws {
    let host = try BridgeHost()
    try host.load(book, ["viewport": ["columns": 60, "rows": 20]])
    func cells() throws -> [Int?] {
      let page = try host.page()
      return [page["width"] as? Int, page["height"] as? Int]
    }
    #expect(try host.ask("changeFontSize", 18) is NSNull)
    #expect(try cells() == [53, 17])
    try host.ask("changeFontSize", 8)
    #expect(try cells() == [120, 40])
    try host.ask("changeFontSize", 200)
    #expect(try cells() == [20, 5])
    try host.ask("changeFontSize", 12.5)
    #expect(try cells() == [76, 25])
    #expect(try host.savedData()["fontSize"] as? Double == 12.5)
    try host.ask("resize", ["columns": 100, "rows": 30])
    #expect(try host.savedData()["viewport"] as? [String: Int] == ["columns": 100, "rows": 30])
  }

  @Test("Resizing keeps the text that is shown")
  func resize() throws {
    let host = try BridgeHost()
    try host.load(book, ["viewport": ["columns": 40, "rows": 10]])
    let before = try #require(try host.ask("goToPage", 9) as? [String: Any])
    try host.ask("resize", ["columns": 90, "rows": 40])
    let row = try host.rows()
    try host.ask("resize", ["columns": 40, "rows": 10])
    let after = try #require(try host.page()["locator"] as? [String: Any])
    #expect(NSDictionary(dictionary: before).isEqual(to: after))
    #expect(row.count > 10)
  }

  @Test("Theme and font are kept and told back")
  func look() throws {
    let host = try BridgeHost()
    try host.load(book, ["theme": "sepia"])
    #expect(try host.savedData()["theme"] as? String == "sepia")
    try host.ask("changeTheme", "dark")
    try host.ask("changeFont", "Literata")
    let data = try #require(host.events("setSavedData").last as? [String: Any])
    #expect(data["theme"] as? String == "dark")
    #expect(data["font"] as? String == "Literata")
    let told = host.events("setSavedData").count
    try host.ask("changeTheme", "dark")
    #expect(host.events("setSavedData").count == told)
  }

  @Test("Contents, metadata and hits are the JSON of the command line")
  func listings() throws {
    let host = try BridgeHost()
    try host.load(book, ["viewport": ["columns": 40, "rows": 10]])
    let contents = try #require(try host.ask("toc") as? [[String: Any]])
    #expect(contents.map { $0["title"] as? String } == (1...4).map { "Chapter \($0)" })
    let info = try #require(try host.ask("info") as? [String: Any])
    #expect((info["metadata"] as? [String: Any])?["title"] as? String == "A Book")
    let hits = try #require(try host.ask("search", ["pattern": "2.3 some"]) as? [[String: Any]])
    #expect(hits.count == 1)
    #expect((hits[0]["text"] as? [String: Any])?["highlight"] as? String == "2.3 some")
    try host.ask("goTo", hits[0])
    #expect(try host.page()["page"] as? Int == hits[0]["page"] as? Int)
    let few = try #require(
      try host.ask("search", ["pattern": "words", "limit": 3, "flags": "iw"]) as? [Any])
    #expect(few.count == 3)
    #expect(try host.error("search", ["pattern": "(", "flags": ["E"]]) == "badMessage")
    #expect(try (host.ask("search", ["pattern": "nowhere"]) as? [Any])?.isEmpty == true)
  }

  @Test("Without a book everything but loading and closing says so")
  func noBook() throws {
    let host = try BridgeHost()
    for command in ["page", "toc", "info", "savedData", "nextPage", "back"] {
      #expect(try host.error(command) == "noBook")
    }
    #expect(try host.error("goToPage", 1) == "noBook")
    #expect(try host.ask("close") is NSNull)
  }

  @Test("A book that can't be loaded leaves the one that was open")
  func failedLoad() throws {
    let host = try BridgeHost()
    try host.load(book)
    try host.ask("nextPage")
    let page = try host.page()["page"] as? Int
    let noBook = Data("no book".utf8).base64EncodedString()
    #expect(try host.error("loadBook", ["path": "/no/such/book.epub"]) == "notFound")
    #expect(try host.error("loadBook", ["base64": noBook]) == "unreadable")
    #expect(try host.error("loadBook", ["base64": "***"]) == "badMessage")
    #expect(try host.page()["page"] as? Int == page)
    #expect(host.events("onBookLoaded").count == 1)
  }
}
