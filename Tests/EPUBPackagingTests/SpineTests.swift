import EPUBBasics
import EPUBContainer
import EPUBPackaging
import TestKit
import Testing

@Suite("Manifest and spine") struct SpineTests {
  static let xhtml = "media-type='application/xhtml+xml'"
  static let document = "<html xmlns='http://www.w3.org/1999/xhtml'><body><p>x</p></body></html>"

  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var manifest: String
    var spine: String
    var shown: [String]
    var kinds: [String]?
    var findings: Set<String> = []
    var testDescription: String { name }
  }

  /// The files of the book, beside `EPUB/c.xhtml`.
  static let files: [(path: String, text: String)] = [
    ("EPUB/d.xhtml", document), ("EPUB/e.xhtml", document), ("EPUB/a b.xhtml", document),
    ("EPUB/Big.xhtml", document), ("EPUB/n%20n.xhtml", document), ("EPUB/no#1.xhtml", document),
    ("root.xhtml", document), ("EPUB/caf\u{65}\u{301}.xhtml", document),
    ("EPUB/p.png", "\u{1}PNG"), ("EPUB/s.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>"),
    ("EPUB/j.json", "{}"), ("EPUB/x.bin", document), ("EPUB/h.html", "<!DOCTYPE html><html>x"),
    ("EPUB/wrong.png", document), ("EPUB/t.txt", "Type <html> first."),
  ]

  static func rows(_ rows: Row...) -> [Row] { rows }

  static func item(_ id: String, _ href: String, _ attributes: String = xhtml) -> String {
    "<item id='\(id)' href='\(href)' \(attributes)/>"
  }

  static func refs(_ ids: String...) -> String {
    ids.map { "<itemref idref='\($0)'/>" }.joined()
  }

  static let paths = rows(
    Row(
      name: "plain", manifest: item("c", "c.xhtml"), spine: refs("c"), shown: ["EPUB/c.xhtml"]),
    Row(
      name: "white space around", manifest: item(" c ", " c.xhtml\n"),
      spine: "<itemref idref=' c'/>", shown: ["EPUB/c.xhtml"]),
    Row(
      name: "escaped", manifest: item("c", "a%20b.xhtml"), spine: refs("c"),
      shown: ["EPUB/a b.xhtml"]),
    Row(
      name: "blank", manifest: item("c", "a b.xhtml"), spine: refs("c"),
      shown: ["EPUB/a b.xhtml"]),
    Row(
      name: "dots", manifest: item("c", "./x/../c.xhtml"), spine: refs("c"),
      shown: ["EPUB/c.xhtml"]),
    Row(
      name: "parent", manifest: item("c", "../root.xhtml"), spine: refs("c"),
      shown: ["root.xhtml"]),
    Row(
      name: "query", manifest: item("c", "c.xhtml?v=1"), spine: refs("c"),
      shown: ["EPUB/c.xhtml"]),
    Row(
      name: "composed", manifest: item("c", "caf\u{E9}.xhtml"), spine: refs("c"),
      shown: ["EPUB/caf\u{E9}.xhtml"]),
    Row(
      name: "case", manifest: item("c", "big.XHTML"), spine: refs("c"),
      shown: ["EPUB/Big.xhtml"], findings: ["manifest-href-case"]),
    Row(
      name: "leak", manifest: item("c", "../../../EPUB/c.xhtml"), spine: refs("c"),
      shown: ["EPUB/c.xhtml"], findings: ["manifest-href-leaks"]),
    Row(
      name: "escape in the file's name", manifest: item("c", "n%20n.xhtml"), spine: refs("c"),
      shown: ["EPUB/n%20n.xhtml"], findings: ["manifest-href-repaired"]),
    Row(
      name: "hash in the file's name", manifest: item("c", "no#1.xhtml"), spine: refs("c"),
      shown: ["EPUB/no#1.xhtml"], findings: ["manifest-href-repaired"]),
    Row(
      name: "counted from the root", manifest: item("c", "EPUB/c.xhtml"), spine: refs("c"),
      shown: ["EPUB/c.xhtml"], findings: ["manifest-href-repaired"]))

  static let faults = rows(
    Row(
      name: "no such item", manifest: item("c", "c.xhtml"), spine: refs("ghost", "c"),
      shown: ["EPUB/c.xhtml"], findings: ["spine-idref-unknown"]),
    Row(
      name: "no idref", manifest: item("c", "c.xhtml"), spine: "<itemref/>" + refs("c"),
      shown: ["EPUB/c.xhtml"], findings: ["spine-idref-missing"]),
    Row(
      name: "no such resource", manifest: item("c", "c.xhtml") + item("g", "gone.xhtml"),
      spine: refs("c", "g"), shown: ["EPUB/c.xhtml"],
      findings: ["spine-resource-missing", "manifest-resource-missing"]),
    Row(
      name: "remote", manifest: item("c", "c.xhtml") + item("r", "https://example.org/r.xhtml"),
      spine: refs("c", "r"), shown: ["EPUB/c.xhtml"], findings: ["spine-resource-remote"]),
    Row(
      name: "one idref repeated", manifest: item("c", "c.xhtml"), spine: refs("c", "c", "c"),
      shown: ["EPUB/c.xhtml", "EPUB/c.xhtml", "EPUB/c.xhtml"]),
    Row(
      name: "one resource under several fragments",
      manifest: item("c", "c.xhtml#a") + item("d", "c.xhtml#b") + item("e", "e.xhtml"),
      spine: refs("c", "d", "e", "d"), shown: ["EPUB/c.xhtml", "EPUB/e.xhtml"],
      findings: ["spine-resource-repeated", "manifest-href-fragment"]),
    Row(
      name: "one resource under a fragment, one idref repeated",
      manifest: item("c", "c.xhtml#a"), spine: refs("c", "c"),
      shown: ["EPUB/c.xhtml", "EPUB/c.xhtml"], findings: ["manifest-href-fragment"]),
    Row(
      name: "one id twice, the picture first",
      manifest: item("c", "p.png", "media-type='image/png'") + item("c", "c.xhtml"),
      spine: refs("c"), shown: ["EPUB/c.xhtml"],
      findings: ["manifest-id-duplicate", "spine-idref-ambiguous"]),
    Row(
      name: "one id twice, the document first",
      manifest: item("c", "c.xhtml") + item("c", "p.png", "media-type='image/png'"),
      spine: refs("c"), shown: ["EPUB/c.xhtml"],
      findings: ["manifest-id-duplicate", "spine-idref-ambiguous"]),
    Row(
      name: "one id twice, the first one missing",
      manifest: item("c", "gone.xhtml") + item("c", "c.xhtml"), spine: refs("c"),
      shown: ["EPUB/c.xhtml"],
      findings: ["manifest-id-duplicate", "spine-idref-ambiguous", "manifest-resource-missing"]),
    Row(
      name: "items left open",
      manifest: "<item id='c' href='c.xhtml' \(xhtml)>"
        + "<item id='d' href='d.xhtml' \(xhtml)></item></item>",
      spine: refs("c", "d"), shown: ["EPUB/c.xhtml", "EPUB/d.xhtml"]),
    Row(
      name: "empty spine",
      manifest: item("n", "e.xhtml", xhtml + " properties='nav'") + item("d", "d.xhtml")
        + item("c", "c.xhtml") + item("p", "p.png", "media-type='image/png'"),
      spine: "", shown: ["EPUB/d.xhtml", "EPUB/c.xhtml"],
      findings: ["spine-empty", "navigation-contents-missing"]),
    Row(
      name: "nothing but dangling references", manifest: item("c", "c.xhtml"),
      spine: refs("x", "y"), shown: ["EPUB/c.xhtml"],
      findings: ["spine-idref-unknown", "spine-empty"]),
    Row(
      name: "no ids, no href", manifest: "<item href='c.xhtml' \(xhtml)/><item id='q' \(xhtml)/>",
      spine: "", shown: ["EPUB/c.xhtml"],
      findings: ["manifest-id-missing", "manifest-href-missing", "spine-empty"]),
    Row(
      name: "linear is neither", manifest: item("c", "c.xhtml"),
      spine: "<itemref idref='c' linear='maybe'/>", shown: ["EPUB/c.xhtml"],
      findings: ["spine-linear-unknown"]))

  static let presentations = rows(
    Row(
      name: "foreign with fallback",
      manifest: item("j", "j.json", "media-type='application/json' fallback='c'")
        + item("c", "c.xhtml"), spine: refs("j"), shown: ["EPUB/c.xhtml"], kinds: ["xhtml"]),
    Row(
      name: "chain",
      manifest: item("j", "j.json", "media-type='application/json' fallback='p'")
        + item("p", "p.png", "media-type='image/png' fallback='s'")
        + item("s", "s.svg", "media-type='image/svg+xml'"),
      spine: refs("j"), shown: ["EPUB/s.svg"], kinds: ["svg"]),
    Row(
      name: "circle",
      manifest: item("j", "j.json", "media-type='application/json' fallback='k'")
        + item("k", "p.png", "media-type='image/png' fallback='j'"),
      spine: refs("j"), shown: ["EPUB/p.png"], kinds: ["image"],
      findings: ["manifest-fallback-circular"]),
    Row(
      name: "nothing that can be shown",
      manifest: item("j", "j.json", "media-type='application/json'") + item("c", "c.xhtml"),
      spine: refs("j", "c"), shown: ["EPUB/j.json", "EPUB/c.xhtml"], kinds: ["foreign", "xhtml"],
      findings: ["spine-item-foreign"]),
    Row(
      name: "fallback that is no item",
      manifest: item("j", "j.json", "media-type='application/json' fallback='ghost'")
        + item("c", "c.xhtml"),
      spine: refs("c", "j"), shown: ["EPUB/c.xhtml", "EPUB/j.json"], kinds: ["xhtml", "foreign"],
      findings: ["spine-item-foreign", "manifest-fallback-unknown"]),
    Row(
      name: "picture alone", manifest: item("p", "p.png", "media-type='image/png'"),
      spine: refs("p"), shown: ["EPUB/p.png"], kinds: ["image"]),
    Row(
      name: "picture with a document to fall back on",
      manifest: item("p", "p.png", "media-type='image/png' fallback='c'") + item("c", "c.xhtml"),
      spine: refs("p"), shown: ["EPUB/c.xhtml"], kinds: ["xhtml"]),
    Row(
      name: "scripted gives way",
      manifest: item("d", "d.xhtml", xhtml + " properties='scripted' fallback='c'")
        + item("c", "c.xhtml"), spine: refs("d"), shown: ["EPUB/c.xhtml"]),
    Row(
      name: "scripted alone", manifest: item("d", "d.xhtml", xhtml + " properties='scripted'"),
      spine: refs("d"), shown: ["EPUB/d.xhtml"]),
    Row(
      name: "scripted, its fallback missing",
      manifest: item("d", "d.xhtml", xhtml + " properties='scripted' fallback='g'")
        + item("g", "gone.xhtml"), spine: refs("d"), shown: ["EPUB/d.xhtml"],
      findings: ["manifest-resource-missing"]),
    Row(
      name: "missing with fallback",
      manifest: item("g", "gone.xhtml", xhtml + " fallback='c'") + item("c", "c.xhtml"),
      spine: refs("g"), shown: ["EPUB/c.xhtml"], findings: ["manifest-resource-missing"]),
    Row(
      name: "parameters and capitals",
      manifest: item("c", "c.xhtml", "media-type=' Application/XHTML+xml; charset=utf-8'"),
      spine: refs("c"), shown: ["EPUB/c.xhtml"], kinds: ["xhtml"]),
    Row(
      name: "text/html", manifest: item("h", "h.html", "media-type='text/html'"),
      spine: refs("h"), shown: ["EPUB/h.html"], kinds: ["html"], findings: ["spine-item-html"]),
    Row(
      name: "OEB 1", manifest: item("c", "c.xhtml", "media-type='text/x-oeb1-document'"),
      spine: refs("c"), shown: ["EPUB/c.xhtml"], kinds: ["xhtml"]),
    Row(
      name: "no media type", manifest: item("x", "x.bin", ""), spine: refs("x"),
      shown: ["EPUB/x.bin"], kinds: ["xhtml"], findings: ["manifest-media-type-missing"]),
    Row(
      name: "absurd media type",
      manifest: item("x", "x.bin", "media-type='application/octet-stream'"), spine: refs("x"),
      shown: ["EPUB/x.bin"], kinds: ["xhtml"], findings: ["manifest-media-type-wrong"]),
    Row(
      name: "text that speaks of markup",
      manifest: item("c", "c.xhtml") + item("t", "t.txt", "media-type='text/plain'"),
      spine: refs("c", "t"), shown: ["EPUB/c.xhtml", "EPUB/t.txt"], kinds: ["xhtml", "foreign"],
      findings: ["spine-item-foreign"]),
    Row(
      name: "document that is called a picture",
      manifest: item("s", "s.svg", "media-type='image/png'"), spine: refs("s"),
      shown: ["EPUB/s.svg"], kinds: ["svg"], findings: ["manifest-media-type-wrong"]),
    Row(
      name: "a name like a picture's, and yet a document", manifest: item("w", "wrong.png"),
      spine: refs("w"), shown: ["EPUB/wrong.png"], kinds: ["xhtml"]))

  @Test("Shows what was meant, and tells what was wrong", arguments: paths + faults + presentations)
  func readingOrder(_ row: Row) throws {
    let publication = try publication(
      package: "<metadata><dc:title>T</dc:title><dc:language>en</dc:language>"
        + "<dc:identifier id='id'>1</dc:identifier></metadata>"
        + "<manifest>\(row.manifest)</manifest><spine>\(row.spine)</spine>",
      files: Self.files)
    #expect(publication.shownPaths == row.shown)
    if let kinds = row.kinds { #expect(publication.readingOrder.map(\.kind.name) == kinds) }
    #expect(publication.codes.subtracting(["navigation-missing"]) == row.findings)
  }

  @Test("An itemref keeps its place, id, properties and linearity")
  func itemrefs() throws {
    let publication = try publication(
      package: "<manifest>\(Self.item("c", "c.xhtml"))\(Self.item("d", "d.xhtml"))</manifest>"
        + "<spine page-progression-direction='rtl'><!-- --><x/>"
        + "<itemref idref='ghost'/><itemref id='r' idref='c' properties='page-spread-left  a:b'/>"
        + "<itemref idref='d' linear='no'/></spine>",
      files: Self.files)
    #expect(publication.pageProgression == .rtl)
    #expect(publication.readingOrder.map(\.itemrefIndex) == [2, 3])
    #expect(publication.readingOrder.map(\.itemrefID) == ["r", nil])
    #expect(publication.readingOrder.map(\.properties) == [["page-spread-left", "a:b"], []])
    #expect(publication.readingOrder.map(\.isLinear) == [true, false])
  }

  @Test("Where no item is linear, all are")
  func nothingLinear() throws {
    let publication = try publication {
      $0.chapter("<p>a</p>", isLinear: false)
      $0.chapter("<p>b</p>", isLinear: false)
    }
    #expect(publication.readingOrder.map(\.isLinear) == [true, true])
    #expect(publication.codes.contains("spine-without-linear"))
  }

  @Test("The manifest of a collection is not the package's")
  func collections() throws {
    let publication = try publication {
      $0.packageChildren =
        "<collection role='index'><manifest><item id='chapter1' href='x.xhtml' \(Self.xhtml)/>"
        + "</manifest></collection>"
    }
    #expect(publication.manifest.map(\.id) == ["nav", "chapter1"])
  }

  @Test("A missing chapter is text lost, a missing picture is not")
  func textLost() throws {
    let publication = try publication {
      $0.chapter("<p>Here.</p>")
      $0.chapter("<p>Gone.</p>") { $0.isMissing = true }
      $0.resource("p.png", [], mediaType: "image/png") { $0.isMissing = true }
    }
    let lost = publication.findings.filter(\.losesText)
    #expect(lost.map(\.code) == ["spine-resource-missing"])
    #expect(lost.map(\.path) == ["EPUB/chapter2.xhtml"])
  }

  @Test(
    "A spine without anything to show is an error",
    arguments: [
      "<manifest/><spine/>", "<manifest/>", "",
      "<manifest><item id='g' href='gone.xhtml' \(xhtml)/></manifest><spine><itemref idref='g'/></spine>",
      "<manifest><item id='g' href='gone.xhtml' \(xhtml)/></manifest><spine/>",
      "<manifest><item id='j' href='j.json' media-type='application/json'/></manifest>"
        + "<spine><itemref idref='j'/></spine>",
    ])
  func emptySpine(package: String) {
    #expect(throws: PackagingError.emptySpine) {
      try publication(package: package, files: Self.files)
    }
  }

  @Test("Elements are known by their local names, whatever the prefix")
  func prefixes() throws {
    let publication = try publication {
      $0.hasNavigationDocument = false
      $0.packageDocument =
        "<opf:package xmlns:opf='urn:wrong' version='2.0'><opf:metadata><dc:title xmlns:dc='urn:dc'>"
        + "T</dc:title></opf:metadata><opf:manifest><opf:item opf:id='c' href='c.xhtml' "
        + "\(Self.xhtml)/></opf:manifest><opf:spine><opf:itemref idref='c'/></opf:spine></opf:package>"
      $0.file("EPUB/c.xhtml", Self.document)
    }
    #expect(publication.shownPaths == ["EPUB/c.xhtml"])
    #expect(publication.metadata.title?.text.value == "T")
  }

  @Test("A spine whose documents are all too large is an error, one that is not is enough")
  func tooLarge() throws {
    var limits = Limits()
    limits.maximumResourceByteCount = 4000
    let large = "<p>\(String(repeating: "x", count: 4000))</p>"
    #expect(throws: PackagingError.tooLarge(limit: 4000)) {
      try publication(limits: limits) { book in
        book.chapter(large)
        book.chapter(large)
      }
    }
    let kept = try publication(limits: limits) { book in
      book.chapter(large)
      book.chapter("<p>x</p>")
    }
    #expect(kept.readingOrder.count == 2)
  }

  @Test("A name with a colon in it, which reads as a URL, is found")
  func colon() throws {
    let publication = try publication(
      package: "<manifest><item id='c' href='part:1.xhtml' \(Self.xhtml)/></manifest>"
        + "<spine><itemref idref='c'/></spine>",
      files: [("EPUB/part:1.xhtml", "<html xmlns='http://www.w3.org/1999/xhtml'><body/></html>")])
    #expect(publication.shownPaths == ["EPUB/part:1.xhtml"])
  }

  @Test("More items than the limit are cut, with a finding")
  func itemLimit() throws {
    var limits = Limits()
    limits.maximumItemCount = 3
    let publication = try publication(limits: limits) { book in
      for _ in 0..<5 { book.chapter("<p>x</p>") }
    }
    #expect(publication.manifest.count == 3)
    #expect(publication.readingOrder.count == 2)
    #expect(publication.codes.isSuperset(of: ["manifest-too-long", "spine-too-long"]))
  }
}
