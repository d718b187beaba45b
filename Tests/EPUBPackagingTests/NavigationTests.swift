import EPUBBasics
import EPUBContainer
import EPUBPackaging
import TestKit
import Testing

@Suite("Navigation") struct NavigationTests {
  func navigation(_ list: String, _ more: (inout BookBuilder) -> Void = { _ in }) throws
    -> Publication
  {
    try publication {
      $0.chapter("<p>x</p>")
      $0.contentsList = list
      more(&$0)
    }
  }

  @Test(
    "A label is the entry's text as one line",
    arguments: [
      ("<a href='chapter1.xhtml'><span>1</span> <em>The</em> <b>Ki</b>ln</a>", "1 The Kiln"),
      ("<a href='chapter1.xhtml'>Part<br/>Two</a>", "Part Two"),
      ("<a href='chapter1.xhtml'>1<br/>The Kiln</a>", "1 The Kiln"),
      ("<a href='chapter1.xhtml'>\n A  Long\n Label </a>", "A Long Label"),
      ("<a href='chapter1.xhtml'><img src='p.png' alt='Appendix'/></a>", "Appendix"),
      ("<a href='chapter1.xhtml'><img src='p.png' alt='T'/>he end</a>", "The end"),
      ("<a href='chapter1.xhtml' title='By title'><img src='p.png'/></a>", "By title"),
      ("<a href='chapter1.xhtml' aria-label='By label'/>", "By label"),
      ("<a href='chapter1.xhtml'><p>One</p><p>Two</p></a>", "One Two"),
      ("<p><a href='chapter1.xhtml'>Wrapped</a></p>", "Wrapped"),
      ("<span>1</span> <a href='chapter1.xhtml'>The Kiln</a>", "1 The Kiln"),
      ("2. <a href='chapter1.xhtml'>The Kiln</a>", "2. The Kiln"),
      ("<a href='chapter1.xhtml'>A<script>no()</script><style>no</style></a>", "A"),
      (
        "<a href='chapter1.xhtml'><ruby>\u{6F22}<rp>(</rp><rt>kan</rt><rp>)</rp></ruby></a>",
        "\u{6F22}(kan)"
      ),
      (
        "<a href='chapter1.xhtml'>On <math xmlns='http://www.w3.org/1998/Math/MathML' "
          + "alttext='x^2'><mi>x</mi><mn>2</mn></math></a>", "On x^2"
      ),
      ("<a href='chapter1.xhtml'>A&#xA0;B</a>", "A\u{A0}B"),
      ("<a href='chapter1.xhtml'>A\u{85}B&#x7F;</a>", "AB"),
    ])
  func labels(item: String, label: String) throws {
    let publication = try navigation("<ol><li>\(item)</li></ol>")
    #expect(publication.navigation.contents.map(\.title) == [label])
    #expect(
      publication.navigation.contents.map { written($0.target) } == ["EPUB/chapter1.xhtml"])
  }

  static func link(_ title: String) -> String { "<a href='chapter1.xhtml'>\(title)</a>" }

  @Test(
    "Lists are nested as they stand, wrong ones as they look",
    arguments: [
      (
        "<ol><li>\(link("A"))<ol><li>\(link("B"))<ol><li>\(link("C"))</li></ol></li></ol></li>"
          + "<li>\(link("D"))</li></ol>", "A [B [C]], D"
      ),
      ("<ol><li><span>Part</span><ol><li>\(link("A"))</li></ol></li></ol>", "Part [A]"),
      ("<ol hidden='hidden'><li style='display: none'>\(link("A"))</li></ol>", "A"),
      ("<ul><li>\(link("A"))<ul><li>\(link("B"))</li></ul></li></ul>", "A [B]"),
      (
        "<ol><li>\(link("A"))</li><li><ol><li>\(link("B"))</li></ol></li><li>\(link("C"))</li></ol>",
        "A, B, C"
      ),
      ("<ol><li>\(link("A"))<ol></ol></li></ol>", "A"),
      ("<h1>Contents</h1><ol><li>\(link("A"))</li></ol><ol><li>\(link("B"))</li></ol>", "A, B"),
      ("<ol><li><h2>Head</h2><ol><li>\(link("A"))</li></ol></li></ol>", "Head [A]"),
      ("<ol><li>bare<ol><li>\(link("A"))</li></ol></li></ol>", "bare [A]"),
      ("<ol><li>\(link("A"))<div><ol><li>\(link("B"))</li></ol></div></li></ol>", "A [B]"),
      ("<div><ol><li>\(link("A"))</li></ol></div>", "A"),
    ])
  func nesting(list: String, expected: String) throws {
    #expect(outline(try navigation(list).navigation.contents) == expected)
  }

  @Test(
    "Links lead to resources that are there, out of the book, or nowhere",
    arguments: [
      ("chapter1.xhtml#a%20b", "EPUB/chapter1.xhtml#a b", nil, nil),
      ("#here", "EPUB/nav.xhtml#here", nil, nil),
      ("../EPUB/CHAPTER1.xhtml#x", "EPUB/chapter1.xhtml#x", nil, nil),
      ("chapter1.xhtml#", "EPUB/chapter1.xhtml", nil, nil),
      ("package.opf#epubcfi(/6/2!/4/2)", "EPUB/chapter1.xhtml#epubcfi(/6/2!/4/2)", nil, nil),
      ("package.opf#epubcfi(/6/2[c]!/4/2)", "EPUB/chapter1.xhtml#epubcfi(/6/2[c]!/4/2)", nil, nil),
      ("package.opf#epubcfi(/6/22!/4)", "EPUB/package.opf#epubcfi(/6/22!/4)", nil, nil),
      ("gone.xhtml", nil, nil, "navigation-target-missing"),
      ("../../../etc/passwd", nil, nil, "navigation-target-missing"),
      ("%00", nil, nil, "navigation-target-invalid"),
      ("https://example.org/#x", nil, "https://example.org/#x", "navigation-target-remote"),
    ] as [(String, String?, String?, String?)])
  func targets(href: String, target: String?, external: String?, code: String?) throws {
    let publication = try navigation("<ol><li><a href='\(href)'>A</a></li></ol>")
    let entry = try #require(publication.navigation.contents.first)
    #expect(entry.title == "A")
    #expect(written(entry.target) == target)
    #expect(entry.externalURL == external)
    #expect(publication.codes == (code.map { [$0] } ?? []))
  }

  @Test("Page list and landmarks are flat lists of their own")
  func otherLists() throws {
    let publication = try navigation("<ol><li>\(Self.link("A"))</li></ol>") {
      $0.pageList = [("i", "chapter1.xhtml#pi"), ("1", "chapter1.xhtml#p1")]
      $0.navigationChildren =
        "<nav epub:type='landmarks' hidden=''><ol><li>"
        + "<a epub:type='bodymatter' href='chapter1.xhtml'>Start</a></li></ol></nav>"
        + "<nav epub:type='lot'><ol><li>\(Self.link("Table"))</li></ol></nav>"
    }
    #expect(outline(publication.navigation.contents) == "A")
    #expect(publication.navigation.pageList.map(\.title) == ["i", "1"])
    #expect(
      publication.navigation.pageList.map { written($0.target) } == [
        "EPUB/chapter1.xhtml#pi", "EPUB/chapter1.xhtml#p1",
      ])
    #expect(publication.navigation.landmarks.map(\.type) == ["bodymatter"])
    #expect(publication.findings == [])
  }

  static func document(_ body: String) -> String {
    "<html xmlns='http://www.w3.org/1999/xhtml' xmlns:epub='http://www.idpf.org/2007/ops'><body>"
      + body + "</body></html>"
  }

  @Test(
    "The contents are found however they are marked",
    arguments: [
      "<nav epub:type='toc'>LIST</nav>", "<nav epub:type='x toc y'>LIST</nav>",
      "<nav role='doc-toc'>LIST</nav>", "<nav>LIST</nav>",
      "<nav epub:type='landmarks'><ol><li>\(link("L"))</li></ol></nav><nav>LIST</nav>",
      "<section epub:type='toc'>LIST</section>",
      "<nav epub:type='toc'>LIST</nav><nav epub:type='toc'><ol><li>\(link("No"))</li></ol></nav>",
    ])
  func marking(body: String) throws {
    let list = "<ol><li>\(Self.link("A"))</li></ol>"
    let body = body.split(separator: "LIST", omittingEmptySubsequences: false)
      .joined(separator: list)
    let publication = try publication {
      $0.chapter("<p>x</p>")
      $0.navigationDocument = Self.document(body)
    }
    #expect(outline(publication.navigation.contents) == "A")
    #expect(publication.navigation.contentsSource == .navigationDocument)
  }

  struct SourceRow: Sendable, CustomTestStringConvertible {
    var name: String
    var navigation: String?
    var hasNCX = true
    var pages = true
    var contents: String
    var source: Navigation.Source
    var pageList: [String]
    var path: String?
    var findings: Set<String> = []
    var testDescription: String { name }
  }

  static let sourceRows = [
    SourceRow(
      name: "both: the navigation document, the NCX for the page list",
      navigation: "<nav epub:type='toc'><ol><li>\(link("Nav"))</li></ol></nav>", contents: "Nav",
      source: .navigationDocument, pageList: ["1"], path: "EPUB/nav.xhtml"),
    SourceRow(
      name: "both, page lists too",
      navigation: "<nav epub:type='toc'><ol><li>\(link("Nav"))</li></ol></nav>"
        + "<nav epub:type='page-list'><ol><li>\(link("i"))</li></ol></nav>", contents: "Nav",
      source: .navigationDocument, pageList: ["i"], path: "EPUB/nav.xhtml"),
    SourceRow(
      name: "a navigation document without contents",
      navigation: "<nav epub:type='page-list'><ol><li>\(link("i"))</li></ol></nav>",
      contents: "Ncx", source: .ncx, pageList: ["i"], path: "EPUB/nav.xhtml",
      findings: ["navigation-contents-missing"]),
    SourceRow(
      name: "a navigation document with empty contents",
      navigation: "<nav epub:type='toc'><ol></ol></nav>", contents: "Ncx", source: .ncx,
      pageList: ["1"], path: "EPUB/toc.ncx", findings: ["navigation-contents-missing"]),
    SourceRow(
      name: "the NCX alone", contents: "Ncx", source: .ncx, pageList: ["1"],
      path: "EPUB/toc.ncx", findings: ["navigation-document-missing"]),
    SourceRow(
      name: "neither", hasNCX: false, pages: false, contents: "", source: .none, pageList: [],
      findings: ["navigation-missing"]),
  ]

  @Test(
    "The NCX is asked only for a list that the navigation document lacks", arguments: sourceRows)
  func sources(_ row: SourceRow) throws {
    let publication = try publication {
      $0.chapter("<p>x</p>", title: "Ncx")
      $0.hasNCX = row.hasNCX
      if row.pages { $0.pageList = [("1", "chapter1.xhtml#p1")] }
      $0.hasNavigationDocument = row.navigation != nil
      $0.navigationDocument = row.navigation.map(Self.document)
    }
    let navigation = publication.navigation
    #expect(outline(navigation.contents) == row.contents)
    #expect(navigation.contentsSource == row.source)
    #expect(navigation.pageList.map(\.title) == row.pageList)
    #expect(navigation.path?.string == row.path)
    #expect(publication.codes == row.findings)
  }

  @Test("The contents nest as deep as the limit, deeper ones stand at its level")
  func depth() throws {
    var list = ""
    for _ in 0..<50 { list += "<ol><li>\(Self.link("A"))" }
    for _ in 0..<50 { list += "</li></ol>" }
    var limits = Limits()
    limits.maximumContentsDepth = 10
    let publication = try publication(limits: limits) {
      $0.chapter("<p>x</p>")
      $0.contentsList = list
    }
    var (entries, depth, count) = (publication.navigation.contents, 0, 0)
    while let last = entries.last {
      (depth, count) = (depth + 1, count + entries.count)
      entries = last.children
    }
    #expect(depth == 10)
    #expect(count == 50)
    #expect(publication.codes == ["navigation-too-deep"])
  }

  @Test("An unmarked document called like one is taken where there is nothing else")
  func unmarked() throws {
    let publication = try publication {
      $0.hasNavigationDocument = false
      $0.document(
        Self.document("<nav epub:type='toc'><ol><li>\(Self.link("A"))</li></ol></nav>"),
        href: "chapter1.xhtml")
      $0.document(
        Self.document("<nav epub:type='toc'><ol><li>\(Self.link("A"))</li></ol></nav>"),
        href: "toc.xhtml")
    }
    #expect(outline(publication.navigation.contents) == "A")
    #expect(publication.codes == ["navigation-unmarked"])
  }
}

@Suite("NCX and guide") struct NCXTests {
  static let head = "<ncx xmlns='http://www.daisy.org/z3986/2005/ncx/' version='2005-1'>"

  func book(
    _ ncx: String,
    item: String = "<item id='ncx' href='toc.ncx' "
      + "media-type='application/x-dtbncx+xml'/>", toc: String = "toc='ncx'", after: String = ""
  ) throws -> Publication {
    try publication(
      package: "<metadata><dc:title>T</dc:title><dc:language>en</dc:language>"
        + "<dc:identifier id='id'>1</dc:identifier></metadata><manifest>\(item)"
        + "<item id='c' href='c.xhtml' media-type='application/xhtml+xml'/></manifest>"
        + "<spine \(toc)><itemref idref='c'/></spine>\(after)",
      files: [("EPUB/toc.ncx", ncx)])
  }

  static func point(_ label: String, _ inner: String = "") -> String {
    "<navPoint id='n\(label)'><navLabel><text>\(label)</text></navLabel>"
      + "<content src='c.xhtml#\(label)'/>\(inner)</navPoint>"
  }

  static let known: Set<String> = ["navigation-document-missing"]

  @Test(
    "Points nest; labels are their text",
    arguments: [
      (point("A", point("B", point("C"))) + point("D"), "A [B [C]], D"),
      (
        "<navPoint><navLabel><text> a\n b </text></navLabel><content src='c.xhtml'/></navPoint>",
        "a b"
      ),
      ("<navInfo><text>no</text></navInfo>" + point("A"), "A"),
      (
        "<navPoint><navLabel><text/></navLabel><navLabel><text>second</text></navLabel>"
          + "<content src='c.xhtml'/></navPoint>", "second"
      ),
      ("<navPoint><navLabel><text>Part</text></navLabel>\(point("A"))</navPoint>", "Part [A]"),
    ])
  func points(points: String, expected: String) throws {
    let publication = try book("\(Self.head)<navMap>\(points)</navMap></ncx>")
    #expect(outline(publication.navigation.contents) == expected)
    #expect(publication.codes == Self.known)
  }

  @Test(
    "Is found by the spine, its media type, its name, or in the package's folder",
    arguments: [
      ("<item id='ncx' href='toc.ncx' media-type='application/x-dtbncx+xml'/>", "toc='ncx'", nil),
      ("<item id='ncx' href='toc.ncx' media-type='application/x-dtbncx+xml'/>", "", nil),
      (
        "<item id='ncx' href='toc.ncx' media-type='application/x-dtbncx+xml'/>", "toc='c'",
        "spine-toc-unknown"
      ),
      ("<item id='ncx' href='toc.ncx' media-type='text/xml'/>", "toc='ncx'", nil),
      ("<item id='x' href='toc.ncx' media-type='application/xml'/>", "", nil),
      ("", "toc='ncx'", "ncx-unlisted"),
    ] as [(String, String, String?)])
  func finding(item: String, toc: String, code: String?) throws {
    let publication = try book(
      "\(Self.head)<navMap>\(Self.point("A"))</navMap></ncx>", item: item, toc: toc)
    #expect(outline(publication.navigation.contents) == "A")
    #expect(
      publication.codes.subtracting(["spine-toc-unknown"])
        == Self.known.union(
          code == "ncx-unlisted" ? ["ncx-unlisted"] : []))
    #expect(publication.codes.contains("spine-toc-unknown") == (code != nil))
  }

  @Test("Page targets are the page list")
  func pages() throws {
    let publication = try book(
      "\(Self.head)<navMap>\(Self.point("A"))</navMap><pageList>"
        + "<pageTarget type='front' value='1'><navLabel><text>i</text></navLabel>"
        + "<content src='c.xhtml#p'/></pageTarget>"
        + "<pageTarget type='normal' value='2'><content src='c.xhtml#q'/></pageTarget>"
        + "</pageList></ncx>")
    #expect(publication.navigation.pageList.map(\.title) == ["i", "2"])
    #expect(publication.navigation.pageList.map(\.type) == ["front", "normal"])
    #expect(
      publication.navigation.pageList.map { written($0.target) } == [
        "EPUB/c.xhtml#p", "EPUB/c.xhtml#q",
      ])
  }

  @Test(
    "Faults of the NCX are told",
    arguments: [
      ("\(head)<navMap/></ncx>", ["ncx-contents-missing", "navigation-missing"]),
      ("  ", ["ncx-unreadable", "navigation-missing"]),
      (
        "\(head)<navMap>\(point("A"))<navPoint id='e'><navLabel><text/></navLabel>"
          + "<content src='c.xhtml'/></navPoint></navMap></ncx>",
        ["navigation-label-missing", "navigation-document-missing"]
      ),
      (
        "\(head)<navMap><navPoint><navLabel><text>G</text></navLabel><content src='gone.xhtml'/>"
          + "</navPoint></navMap></ncx>",
        ["navigation-target-missing", "navigation-document-missing"]
      ),
    ])
  func faults(ncx: String, expected: [String]) throws {
    #expect(try book(ncx).codes == Set(expected))
  }

  @Test("The guide gives landmarks where no others are")
  func guide() throws {
    let publication = try book(
      "\(Self.head)<navMap>\(Self.point("A"))</navMap></ncx>",
      after: "<guide><reference type='text' title='Beginning' href='c.xhtml'/>"
        + "<reference type='cover' href='c.xhtml#x'/>"
        + "<reference type='toc' title='Gone' href='gone.xhtml'/></guide>")
    #expect(publication.navigation.landmarks.map(\.title) == ["Beginning", "cover", "Gone"])
    #expect(publication.navigation.landmarks.map(\.type) == ["text", "cover", "toc"])
    #expect(
      publication.navigation.landmarks.map { written($0.target) } == [
        "EPUB/c.xhtml", "EPUB/c.xhtml#x", nil,
      ])
    #expect(publication.codes == Self.known.union(["guide-target-missing"]))
  }
}
