import EPUBBasics
import EPUBContent
import EPUBLayout
import EPUBSegmentation
import Foundation
import TestKit
import Testing

@testable import EPUBBook

private let small = LayoutOptions(measure: 40, pageHeight: 10)

private func paragraphs(_ count: Int) -> String {
  (1...count).map { "<p id=\"p\($0)\">This is paragraph \($0), and it says no more.</p>" }.joined()
}

private let sample = BookBuilder {
  $0.chapter("<h1>One</h1>" + paragraphs(30), href: "one.xhtml")
  $0.chapter(paragraphs(3), href: "aside.xhtml", isLinear: false)
  $0.chapter("", href: "empty.xhtml")
  $0.chapter("<h1>Zwei – \u{1F600}</h1>" + paragraphs(80), href: "two.xhtml")
  $0.contentsList = """
    <ol><li><a href="one.xhtml">One</a><ol><li><a href="one.xhtml#p7">Seven</a></li>
    <li><span>Nowhere</span><ol><li><a href="nothing.xhtml#x">Gone</a></li></ol></li></ol></li>
    <li><a href="https://example.org/">Out</a></li><li><a href="two.xhtml">Zwei</a></li></ol>
    """
  $0.pageList = [("i", "one.xhtml#p9"), ("ii", "two.xhtml#p50")]
}

/// A book in a folder, and what is kept of it.
private struct Shelf {
  let folder: TemporaryFolder
  let path: String
  var pages: String { "\(folder.path)/cache" }

  init(_ book: BookBuilder = sample) throws {
    folder = try TemporaryFolder()
    path = try folder.write("book.epub", book.bytes)
  }

  /// As another run opens it.
  func book(_ style: StyleSheets.Options = .init()) throws -> Book {
    try Book(path: path, style: style, cacheFolder: pages)
  }

  var entries: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: pages)) ?? []).sorted()
  }
}

private func expectSame(_ a: Survey, _ b: Survey) {
  #expect(a.items.map(\.pages) == b.items.map(\.pages))
  #expect(a.items.map(\.isLinear) == b.items.map(\.isLinear))
  #expect(a.items.map(\.characterCount) == b.items.map(\.characterCount))
  #expect(a.items.map(\.byteCount) == b.items.map(\.byteCount))
  #expect(a.firstPages == b.firstPages)
  #expect(a.linearCharactersBefore == b.linearCharactersBefore)
  #expect(a.contents == b.contents)
  #expect(a.contentsByPlace == b.contentsByPlace)
  #expect(a.printPages == b.printPages)
}

@Suite("Surveys kept between runs", .timeLimit(.minutes(10))) struct SurveyCacheTests {
  @Test("Say what a count says")
  func same() throws {
    let shelf = try Shelf()
    let counted = try Book(path: shelf.path).survey(layout: small)
    #expect(try shelf.book().keptSurvey(layout: small) == nil)
    expectSame(try shelf.book().survey(layout: small), counted)
    expectSame(try #require(try shelf.book().keptSurvey(layout: small)), counted)
    expectSame(
      try #require(try shelf.book().keptSurvey(layout: nil)),
      try Book(path: shelf.path).survey(layout: nil))
    #expect(shelf.entries.count == 2)
  }

  @Test("Give what is examined as well")
  func examined() throws {
    let shelf = try Shelf()
    for _ in 0..<2 {
      let (_, texts) = try shelf.book().survey(layout: small) { index, document, _ in
        "\(index) \(document.text.count)"
      }
      #expect(texts == (0..<4).map { "\($0) \(texts[$0].split(separator: " ")[1])" })
      #expect(texts[2] == "2 0" && texts[3] != "3 0")
    }
  }

  @Test("Are of one layout, and none is told for letters of a host's width")
  func layouts() throws {
    let shelf = try Shelf()
    _ = try shelf.book().survey(layout: small)
    var other = small
    other.justifies = true
    #expect(try shelf.book().keptSurvey(layout: other) == nil)
    let style = StyleSheets.Options(usesBookStyle: false)
    #expect(try shelf.book(style).keptSurvey(layout: small) == nil)
    var measured = small
    measured.measurer = TextMeasurer { _ in 1 }
    _ = try shelf.book().survey(layout: measured)
    #expect(try shelf.book().keptSurvey(layout: measured) == nil)
  }

  @Test("Are counted anew when a byte of the book has changed, though its directory says the same")
  func changedBook() throws {
    let shelf = try Shelf()
    _ = try shelf.book().survey(layout: small)
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: shelf.path))
    let middle = try handle.seekToEnd() / 3
    try handle.seek(toOffset: middle)
    let byte = try #require(try handle.read(upToCount: 1)?.first)
    try handle.seek(toOffset: middle)
    handle.write(Data([byte ^ 0x55]))
    try handle.close()
    #expect(try shelf.book().keptSurvey(layout: small) == nil)
  }

  @Test("Of an unpacked book are counted anew when a file has changed")
  func changedFolder() throws {
    let folder = try TemporaryFolder()
    let pages = try TemporaryFolder()
    try sample.unpack(into: folder)
    func book() throws -> Book { try Book(path: folder.path, cacheFolder: pages.path) }
    _ = try book().survey(layout: small)
    #expect(try book().keptSurvey(layout: small) != nil)
    let path = "\(folder.path)/EPUB/two.xhtml"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try text.replacingOccurrences(of: "no more", with: "no m\noe")
      .write(toFile: path, atomically: false, encoding: .utf8)
    #expect(try book().keptSurvey(layout: small) == nil)
  }

  @Test("Of bytes in memory are found again, and not those of others")
  func memory() throws {
    let folder = try TemporaryFolder()
    let bytes = sample.bytes
    _ = try Book(bytes: bytes, cacheFolder: folder.path).survey(layout: small)
    #expect(try Book(bytes: bytes, cacheFolder: folder.path).keptSurvey(layout: small) != nil)
    var other = bytes
    other[bytes.count / 3] ^= 1
    #expect(try Book(bytes: other, cacheFolder: folder.path).keptSurvey(layout: small) == nil)
  }

  @Test("Are not kept where text could not be read")
  func lostText() throws {
    let shelf = try Shelf(
      BookBuilder {
        $0.chapter("<p>One.</p>")
        $0.chapter("<p>Two.</p>")
      })
    var limits = Limits()
    limits.maximumSpineByteCount = 400
    let book = try Book(path: shelf.path, limits: limits, cacheFolder: shelf.pages)
    #expect(!book.survey(layout: small).isWhole)
    #expect(book.location(ofPage: 2, layout: small) == .found(spine: 1, page: 0))
    #expect(shelf.entries.isEmpty)
  }

  @Test("Lead to every page as setting the book does, even where only its beginning was set")
  func locations() throws {
    let shelf = try Shelf()
    let plain = try Book(path: shelf.path)
    let last = plain.survey(layout: small).pageCount
    for page in [2, 1, 5, 3, last + 1, last, 4, last + 7] {
      let location = try shelf.book().location(ofPage: page, layout: small)
      #expect(location == plain.location(ofPage: page, layout: small))
    }
    #expect(shelf.entries.count == 1)
  }

  @Test("Whatever is read, it is a survey of this book or none", .timeLimit(.minutes(10)))
  func damage() throws {
    let survey = try Shelf().book().survey(layout: small)
    let outline = SurveyOutline(of: survey).encoded
    let pages = survey.items.map(\.surveyedPages).encoded
    func read(_ bytes: [UInt8]) {
      if let outline = SurveyOutline(decoding: bytes, 4) {
        let places =
          outline.contents.flattened.compactMap(\.place) + outline.printPages.map(\.place)
        #expect(places.allSatisfy { (0..<4).contains($0.position.spine) })
        _ = Survey(outline, pages: nil)
      }
      if let pages = [SurveyedPages](decoding: bytes, 4) {
        #expect(pages.count <= 4 && pages.allSatisfy { !$0.starts.isEmpty })
      }
    }
    var random = SeededGenerator(seed: 11)
    for bytes in [outline, pages] {
      for length in 0..<bytes.count {
        read(Array(bytes.prefix(length)))
        var changed = bytes
        changed[length] = UInt8.random(in: 0...255, using: &random)
        read(changed)
      }
    }
    #expect(SurveyOutline(decoding: outline, 3) == nil)
    #expect(SurveyOutline(decoding: outline + [0], 4) == nil)
    #expect([SurveyedPages](decoding: pages, 3) == nil)
  }
}

@Suite("Digests of values") struct DigestOfValueTests {
  private func digest(_ value: Any) -> Digest? {
    var builder = Digest.Builder()
    return builder.add(value: value) ? builder.digest : nil
  }

  /// Every option, changed.
  private var changes: [(String, (inout LayoutOptions) -> Void)] {
    [
      ("measure", { $0.measure = 41 }), ("pageHeight", { $0.pageHeight = 11 }),
      ("lineSpacing", { $0.lineSpacing = 2 }), ("paragraphs", { $0.paragraphs = .indent }),
      ("paragraphs", { $0.paragraphs = .space }), ("justifies", { $0.justifies = true }),
      ("hyphenates", { $0.hyphenates = true }), ("language", { $0.language = "de" }),
      ("picturesTakeRows", { $0.picturesTakeRows = true }),
      ("breaksFirstFit", { $0.breaksFirstFit = true }),
      ("notesStandAtFoot", { $0.notesStandAtFoot = true }),
      ("rubyStandsAbove", { $0.rubyStandsAbove = true }),
    ]
  }

  @Test("Every layout option changes the digest")
  func layouts() throws {
    let folder = try TemporaryFolder()
    try folder.write("hyph_xx_YY.dic", Array("UTF-8\n".utf8))
    var options = [small]
    for (_, change) in changes {
      var changed = small
      change(&changed)
      options.append(changed)
    }
    var other = small
    other.dictionaries = HyphenationDictionaries(folder: folder.path)
    options.append(other)
    let digests = options.map { digest($0) }
    #expect(!digests.contains(nil))
    #expect(Set(digests).count == options.count)
    #expect(digest(small) == digests[0])
    // One that is added must be among the changes above.
    let fields = Set(Mirror(reflecting: small).children.compactMap(\.label))
    #expect(fields == Set(changes.map(\.0) + ["dictionaries", "measurer"]))
  }

  @Test("Every limit and option of style changes the digest")
  func others() {
    var limits = Limits()
    limits.maximumContentsDepth = 7
    #expect(digest(limits) != nil && digest(limits) != digest(Limits()))
    let styles: [StyleSheets.Options] = [
      .init(), .init(usesBookStyle: false), .init(userSheet: ""), .init(userSheet: "p{}"),
    ]
    #expect(Set(styles.map { digest($0) }).count == 4 && !styles.contains { digest($0) == nil })
  }

  @Test("What can't be told from others of its kind has none")
  func unknown() {
    final class Thing {}
    struct Holder { var thing = Thing() }
    struct Empty {}
    let measured = { () -> LayoutOptions in
      var options = small
      options.measurer = TextMeasurer { _ in 1 }
      return options
    }()
    for value in [Thing(), Holder(), Empty(), { 1 }, measured, 1 as Float] as [Any] {
      #expect(digest(value) == nil)
    }
  }
}
