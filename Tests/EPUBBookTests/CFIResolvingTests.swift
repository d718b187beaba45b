import EPUBBasics
import EPUBBook
import EPUBContent
import EPUBPackaging
import Foundation
import TestKit
import Testing

/// The sample documents of EPUB CFI 1.1 #sec-path-examples.
private func sample(_ chapter: String? = nil, beforeSpine: String = "") throws -> Book {
  var builder = BookBuilder {
    $0.hasNavigationDocument = false
    for name in ["titlepage", "chapter01", "chapter02", "chapter03", "chapter04"] {
      $0.document(
        name == "chapter01"
          ? chapter ?? sampleChapter : "<html><head/><body><p>\(name)</p></body></html>",
        href: "\(name).xhtml")
    }
  }
  let items = ["toc", "titlepage", "chapter01", "chapter02", "chapter03", "chapter04"].map {
    "<item id=\"\($0)\" href=\"\($0).xhtml\" media-type=\"application/xhtml+xml\"/>"
  }
  builder.packageDocument = """
    <?xml version="1.0"?>
    <package version="2.0" unique-identifier="bookid" xmlns="http://www.idpf.org/2007/opf"
      xmlns:dc="http://purl.org/dc/elements/1.1/">
    <metadata><dc:title>…</dc:title><dc:identifier id="bookid">…</dc:identifier>
    <dc:language>en</dc:language></metadata>
    <manifest>\(items.joined())</manifest>\(beforeSpine)
    <spine>
    <itemref id="titleref" idref="titlepage"/>
    <itemref id="chap01ref" idref="chapter01"/>
    <itemref id="chap02ref" idref="chapter02"/>
    <itemref id="chap03ref" idref="chapter03"/>
    <itemref id="chap04ref" idref="chapter04"/>
    </spine>
    </package>
    """
  return try Book(bytes: builder.bytes)
}

private let sampleChapter = """
  <html xmlns="http://www.w3.org/1999/xhtml">
  <head><title>…</title></head>
  <body id="body01">
  <p>one</p><p>two</p><p>three</p><p>four</p>
  <p id="para05">xxx<em>yyy</em>0123456789</p>
  <p>six</p><p>seven</p>
  <img id="svgimg" src="foo.svg" alt="…"/>
  <p>eight</p><p>nine</p>
  </body>
  </html>
  """

extension Book {
  fileprivate func find(_ text: String) throws -> ResolvedCFI? {
    switch resolve(try CFI("epubcfi(\(text))")) {
    case .found(let resolved): resolved
    case .noSpineItem: nil
    }
  }

  /// `spine text|text`: what stands in the block on both sides of where a CFI leads.
  fileprivate func around(_ text: String) throws -> String {
    guard let place = try find(text)?.place else { return "nowhere" }
    return shown(place)
  }

  fileprivate func shown(_ place: Place) -> String {
    let document = document(at: place.position.spine)
    guard document.blocks.indices.contains(place.block) else { return "no block" }
    let block = document.blocks[place.block]
    if block.textRange.isEmpty { return "\(place.position.spine) [\(block.kind.rawValue)]" }
    let offset = place.position.offset
    return "\(place.position.spine) "
      + document.text.string(in: block.textRange.lowerBound..<offset)
      + "|" + document.text.string(in: offset..<block.textRange.upperBound)
  }
}

@Suite("Following CFIs into a book") struct CFIResolvingTests {
  @Test(
    "The specification's examples lead where it says",
    arguments: [
      ("/6/4[chap01ref]!/4[body01]/10[para05]/3:10", "1 xxxyyy0123456789|"),
      ("/6/4[chap01ref]!/4[body01]/16[svgimg]", "1 [image]"),
      ("/6/4[chap01ref]!/4[body01]/10[para05]/1:0", "1 |xxxyyy0123456789"),
      ("/6/4[chap01ref]!/4[body01]/10[para05]/2/1:0", "1 xxx|yyy0123456789"),
      ("/6/4[chap01ref]!/4[body01]/10[para05]/2/1:3", "1 xxxyyy|0123456789"),
      ("/6/4[chap01ref]!/4[body01]/10[para05]/2/1:3[yyy]", "1 xxxyyy|0123456789"),
      ("/6/4[chap01ref]!/4[body01]/10[para05]/1:3[xx,y]", "1 xxx|yyy0123456789"),
      ("/6/4[chap01ref]!/4[body01]/10[para05]/2/1:3[;s=b]", "1 xxxyyy|0123456789"),
      ("/6/4[chap01ref]!/4[body01]/10[para05]/2/1:3[yyy;s=b]", "1 xxxyyy|0123456789"),
      ("/6/4[chap01ref]!/4[body01]/10[para05]/2[;s=b]", "1 xxx|yyy0123456789"),
      ("/6/4[chap01ref]!/4[body01]/10[para05],/2/1:1,/3:4", "1 xxxy|yy0123456789"),
    ])
  func specification(_ cfi: String, _ expected: String) throws {
    let book = try sample()
    #expect(try book.around(cfi) == expected)
    #expect(try book.find(cfi)?.accuracy == .exact)
  }

  @Test("A range has its end too")
  func ranges() throws {
    let book = try sample()
    let found = try #require(
      try book.find("/6/4[chap01ref]!/4[body01]/10[para05],/2/1:1,/3:4"))
    #expect(book.shown(try #require(found.end)) == "1 xxxyyy0123|456789")
    let whole = try #require(try book.find("/6/4!/4/10,/1:0,/3:10"))
    #expect(book.shown(whole.place) == "1 |xxxyyy0123456789")
    #expect(book.shown(try #require(whole.end)) == "1 xxxyyy0123456789|")
  }

  @Test(
    "An asserted id that exists wins over the step, one that does not is passed over",
    arguments: [
      ("/6/2[chap01ref]!/4/10/1:1", "1 x|xxyyy0123456789", .exact),
      ("/6/40[chap02ref]!/4/2/1:0", "2 |chapter02", .exact),
      ("/6/4[chapter02]!/4/2/1:0", "2 |chapter02", .exact),
      ("/6/4[nothing]!/4/10/1:1", "1 x|xxyyy0123456789", .exact),
      ("/6/4!/4[body01]/12[para05]/1:1", "1 x|xxyyy0123456789", .corrected),
      ("/6/4!/2/2[para05]/2/1:1", "1 xxxy|yy0123456789", .corrected),
      ("/6/4!/4[wrong]/10[wrong]/1:1", "1 x|xxyyy0123456789", .exact),
      ("/6/4!/4/98[para05]/1:1", "1 x|xxyyy0123456789", .corrected),
      ("/6/4!/4[para05]/1:1", "1 x|xxyyy0123456789", .corrected),
    ] as [(String, String, ResolvedCFI.Accuracy)])
  func ids(_ cfi: String, _ expected: String, _ accuracy: ResolvedCFI.Accuracy) throws {
    let book = try sample()
    #expect(try book.around(cfi) == expected)
    #expect(try book.find(cfi)?.accuracy == accuracy)
  }

  @Test(
    "An asserted text that stands near corrects the place",
    arguments: [
      ("/6/4!/4/10/1:0[xxx,yyy]", "1 xxx|yyy0123456789", .corrected),
      ("/6/4!/4/10/1:0[,456]", "1 xxxyyy0123|456789", .corrected),
      ("/6/4!/4/2/1:0[0123]", "1 xxxyyy0123|456789", .corrected),
      ("/6/4!/4/10/3:2[0 1, 2\u{AD}3]", "1 xxxyyy01|23456789", .exact),
      ("/6/4!/4/10/3:2[2345]", "1 xxxyyy01|23456789", .exact),
      ("/6/4!/4/10/3:2[nowhere,at all]", "1 xxxyyy01|23456789", .exact),
      ("/6/4!/4/14/1:5[seven,eight]", "1 seven|", .exact),
    ] as [(String, String, ResolvedCFI.Accuracy)])
  func texts(_ cfi: String, _ expected: String, _ accuracy: ResolvedCFI.Accuracy) throws {
    let book = try sample()
    #expect(try book.around(cfi) == expected)
    #expect(try book.find(cfi)?.accuracy == accuracy)
  }

  @Test(
    "Steps that lead nowhere stop at the last place that exists",
    arguments: [
      ("/6/4", "1 |one", .exact), ("/6/4!/4", "1 |one", .exact), ("/6/4!/2", "1 |one", .exact),
      ("/6/4!/4/0", "1 |one", .exact), ("/6/4!/4/22", "1 nine|", .exact),
      ("/6/4!/4/24", "1 nin|e", .approximate), ("/6/4!/4/9999/2/1:3", "1 nin|e", .approximate),
      ("/6/4!/4/9223372036854775807", "1 nin|e", .approximate),
      ("/6/4!/40/2", "1 nin|e", .approximate),
      ("/6/4!/4/10/8/1:0", "1 xxxyyy012345678|9", .approximate),
      ("/6/4!/4/10/1/2/1:0", "1 |xxxyyy0123456789", .approximate),
      ("/6/4!/4/10/1:99999999999999999999", "1 xxx|yyy0123456789", .exact),
      ("/6/4!/4/10/1", "1 |xxxyyy0123456789", .exact),
      ("/6/4!/4/16:1", "1 [image]", .exact), ("/6/4!/4/16/2", "1 [image]", .exact),
      ("/6/4!/4/16/4/6", "1 [image]", .approximate),
      ("/6/4!/4/16~2@10:20", "1 [image]", .exact), ("/6/4!/4/16!/4/2", "1 [image]", .exact),
      ("/6/12!/4", "nowhere", .exact), ("/6/3!/4", "nowhere", .exact), ("/6", "nowhere", .exact),
      ("/4/4!/4", "nowhere", .exact), ("/6/99999999999999999999!/4", "nowhere", .exact),
    ] as [(String, String, ResolvedCFI.Accuracy)])
  func nowhere(_ cfi: String, _ expected: String, _ accuracy: ResolvedCFI.Accuracy) throws {
    let book = try sample()
    #expect(try book.around(cfi) == expected)
    if let found = try book.find(cfi) { #expect(found.accuracy == accuracy) }
  }

  @Test("The spine's own step counts, wherever the spine stands in the package")
  func spineStep() throws {
    let book = try sample(beforeSpine: "<guide/><x:tours xmlns:x=\"urn:x\"/>")
    #expect(book.publication.spineStep == 10)
    #expect(try book.around("/10/4!/4/10/1:1") == "1 x|xxyyy0123456789")
    #expect(try book.around("/6/4!/4/10/1:1") == "1 x|xxyyy0123456789")
    #expect(try book.around("/8/4!/4/10/1:1") == "nowhere")
    let document = book.document(at: 1)
    #expect(book.cfi(at: 0, in: document, spine: 1) == "epubcfi(/10/4!/4/2/1:0)")
    #expect(try sample().publication.spineStep == 6)
  }

  @Test(
    "White space, hyphens and pairs of units lead to the character that follows",
    arguments: [
      (0, "|a 😀b cd"), (1, "|a 😀b cd"), (2, "|a 😀b cd"), (3, "a| 😀b cd"), (4, "a |😀b cd"),
      (5, "a |😀b cd"), (6, "a 😀|b cd"), (7, "a 😀b| cd"), (8, "a 😀b |cd"), (9, "a 😀b |cd"),
      (10, "a 😀b |cd"), (11, "a 😀b c|d"), (12, "a 😀b c|d"), (13, "a 😀b cd|"),
      (14, "a 😀b cd|"), (99, "a 😀b cd|"),
    ])
  func offsets(_ units: Int, _ expected: String) throws {
    let book = try sample(
      "<html><body><p>  a 😀b \n c&#xAD;d </p><p>next</p></body></html>")
    #expect(try book.around("/6/4!/2/2/1:\(units)") == "1 " + expected)
  }

  @Test("Text is counted through comments, CDATA and references")
  func mergedText() throws {
    let book = try sample(
      "<html><head/><body><p>a<!-- x -->b<![CDATA[<c>]]>&amp;<?y z?>d<b/>e</p></body></html>")
    #expect(try book.around("/6/4!/4/2/1:6") == "1 ab<c>&|de")
    #expect(try book.around("/6/4!/4/2/3:0") == "1 ab<c>&d|e")
  }

  @Test(
    "Where the foot of a table is written above its rows, each character is led to all the same")
  func tableFoot() throws {
    let book = try sample(
      """
      <html><body><p>before</p><table><caption>cap</caption><tfoot><tr><td>foot</td><td>sum</td></tr></tfoot>\
      <tbody><tr><td>one <b>two</b> three</td><td>four</td></tr><tr><td>five</td><td/></tr></tbody>\
      </table><p>after</p></body></html>
      """)
    let document = book.document(at: 1)
    #expect(
      document.text.string(in: 0..<document.text.count)
        == "beforecapone two threefourfivefootsumafter")
    for offset in 0..<document.text.count {
      let cfi = book.cfi(at: offset, in: document, spine: 1)
      let found = book.resolve(try CFI(cfi), in: document, spine: 1)
      #expect(found.place.position.offset == offset, "\(cfi)")
    }
    #expect(try book.around("/6/4!/2/4/4/2/4/1:1") == "1 s|um")
    #expect(try book.around("/6/4!/2/4/6/4/2/1:1") == "1 f|ive")
  }

  @Test("A document that the HTML parser repaired is followed by its text")
  func html() throws {
    let source = "<html><body><p>one <b>two <i>three</b> four</i><p>five<br>six seven eight</body>"
    let book = try sample(source)
    let document = book.document(at: 1)
    #expect(document.isReadAsHTML)
    let all = document.text.string(in: 0..<document.text.count)
    let at = try #require(all.range(of: "seven"))
    let offset = all.utf8.distance(from: all.startIndex, to: at.lowerBound)
    let written = book.cfi(at: offset, in: document, spine: 1)
    #expect(written.contains("[,seven eight]"))
    // Another reader's tree may have other steps.
    #expect(try book.around("/6/4!/4/2/6/1:3[,seven eight]").hasSuffix("|seven eight"))
  }

  @Test("Very deep and very wide documents are followed in no time", .timeLimit(.minutes(10)))
  func hostile() throws {
    let deep = String(repeating: "<div>", count: 9_000)
    let undo = String(repeating: "</div>", count: 9_000)
    let wide = String(repeating: "<p>x</p>", count: 20_000)
    let book = try sample("<html><head/><body>\(deep)here\(undo)\(wide)</body></html>")
    let steps = String(repeating: "/2", count: 9_000)
    #expect(try book.around("/6/4!/4\(steps)/1:2") == "1 he|re")
    #expect(try book.find("/6/4!/4\(steps)\(steps)")?.accuracy == .approximate)
    #expect(try book.around("/6/4!/4/40002/1:1") == "1 x|")
  }

  @Test("Nothing that parses crashes", .timeLimit(.minutes(10)))
  func random() throws {
    let book = try sample()
    let document = book.document(at: 1)
    let seed: UInt64 = 99
    var random = SeededGenerator(seed: seed)
    for _ in 0..<3_000 {
      var text = "/6/4!"
      for _ in 0..<Int.random(in: 1..<6, using: &random) {
        text += "/\(Int.random(in: 0..<24, using: &random))"
        if Int.random(in: 0..<5, using: &random) == 0 { text += "[para05]" }
      }
      if Bool.random(using: &random) { text += ":\(Int.random(in: 0..<12, using: &random))" }
      let cfi = try CFI("epubcfi(\(text))")
      let place = book.resolve(cfi, in: document, spine: 1).place
      #expect((0...document.text.count).contains(place.position.offset), "\(text), seed \(seed)")
      #expect(document.blocks.indices.contains(place.block), "\(text), seed \(seed)")
    }
  }
}

@Suite("CFIs of real books", .enabled(if: Corpus.folder != nil, "no corpus beside the checkout"))
struct CFICorpusTests {
  private static let books = [
    "calibre--eng", "cxxtest--guide", "debmake-doc--debmake-doc.ja",
    "live-manual-epub--live-manual.en",
    "se--arthur-conan-doyle_the-adventures-of-sherlock-holmes", "se--walt-whitman_leaves-of-grass",
  ]

  @Test("A place's CFI leads back to it", .timeLimit(.minutes(10)), arguments: books)
  func roundTrip(_ name: String) throws {
    let folder = try #require(Corpus.folder)
    let book = try Book(path: "\(folder)/books/\(name).epub")
    let seed: UInt64 = 31
    var random = SeededGenerator(seed: seed)
    var checked = 0
    for spine in 0..<min(book.spineCount, 40) {
      let document = book.document(at: spine)
      let count = document.text.count
      var offsets = (0..<(count == 0 ? 0 : 25)).map { _ in
        Int.random(in: 0..<count, using: &random)
      }
      let every = max(1, document.blocks.count / 60)
      for (index, block) in document.blocks.enumerated() where index.isMultiple(of: every) {
        if !block.textRange.isEmpty { offsets.append(block.textRange.lowerBound) }
        let resolved = try followed(
          book.cfi(ofBlock: index, in: document, spine: spine), book, document, spine)
        #expect(resolved.position.offset == block.textRange.lowerBound, "\(spine), block \(index)")
      }
      for var offset in offsets {
        while document.text[offset].isUTF8Continuation { offset -= 1 }
        let cfi = book.cfi(at: offset, in: document, spine: spine)
        let place = try followed(cfi, book, document, spine)
        #expect(place.position.offset == offset, "\(spine) \(cfi), seed \(seed)")
        let block = document.blocks[place.block]
        #expect(block.textRange.contains(offset), "\(spine) \(cfi), seed \(seed)")
        checked += 1
      }
    }
    #expect(checked > 100)
  }

  private func followed(
    _ text: String, _ book: Book, _ document: ContentDocument, _ spine: Int
  ) throws -> Place {
    let cfi = try CFI(text)
    #expect(book.spineIndex(of: cfi) == spine)
    let resolved = book.resolve(cfi, in: document, spine: spine)
    #expect(resolved.accuracy == .exact, "\(text)")
    return resolved.place
  }

  @Test(
    "An element's place is that of its id",
    arguments: ["cxxtest--guide", "live-manual-epub--live-manual.en"])
  func anchors(_ name: String) throws {
    let folder = try #require(Corpus.folder)
    let book = try Book(path: "\(folder)/books/\(name).epub")
    for spine in 0..<min(book.spineCount, 12) {
      let document = book.document(at: spine)
      var bare = document
      bare.sourceMap.elements = bare.sourceMap.elements.map {
        SourceMap.Element(parent: $0.parent, step: $0.step)
      }
      for (index, element) in document.sourceMap.elements.enumerated() where element.anchor >= 0 {
        var path = ""
        var at = index
        while at > 0 {
          path = "/\(document.sourceMap.elements[at].step)\(path)"
          at = Int(document.sourceMap.elements[at].parent)
        }
        if path.isEmpty { continue }
        let cfi = try CFI(partial: path)
        let anchored = book.resolve(cfi, in: document, spine: spine).place
        let counted = book.resolve(cfi, in: bare, spine: spine).place
        #expect(anchored.position == counted.position, "\(spine) \(path)")
      }
    }
  }
}
