import EPUBBasics
import EPUBPackaging
import TestKit
import Testing

@Suite("Metadata") struct MetadataTests {
  func metadata(_ children: String, root: String = "") throws -> Metadata {
    try publication {
      $0.packageDocument =
        "<package xmlns='http://www.idpf.org/2007/opf' xmlns:dc='http://purl.org/dc/elements/1.1/'"
        + " xmlns:opf='http://www.idpf.org/2007/opf' version='3.0' unique-identifier='uid' \(root)>"
        + "<metadata>\(children)</metadata><manifest><item id='nav' href='nav.xhtml'"
        + " media-type='application/xhtml+xml' properties='nav'/></manifest>"
        + "<spine><itemref idref='nav'/></spine></package>"
    }.metadata
  }

  @Test("Titles keep their order, types, sequence, sort form, language and direction")
  func titles() throws {
    let found = try metadata(
      """
      <dc:title id="s" xml:lang="en">The sub</dc:title>
      <meta refines="#s" property="title-type">subtitle</meta>
      <dc:title id="m" dir="rtl">The
        main</dc:title>
      <meta refines="#m" property="title-type">main</meta>
      <meta refines="#m" property="display-seq">1</meta>
      <meta refines="#m" property="file-as">Main, The</meta>
      """, root: "xml:lang='fr' dir='ltr'")
    let subtitle = Metadata.Title(
      text: .init("The sub", language: "en", direction: .ltr), type: "subtitle")
    let main = Metadata.Title(
      text: .init("The main", language: "fr", direction: .rtl), type: "main", sequence: 1,
      fileAs: "Main, The")
    #expect(found.titles == [subtitle, main])
    #expect(found.title == main)
  }

  @Test("Of creators, roles and sort forms are kept in both editions' spelling")
  func creators() throws {
    let found = try metadata(
      """
      <dc:creator opf:role="aut" opf:file-as="Doe, J.">J. Doe</dc:creator>
      <dc:creator id="c">R. Roe</dc:creator>
      <meta refines="#c" property="role" scheme="marc:relators">ill</meta>
      <meta refines="c" property="role">trl</meta>
      <meta refines="package.opf#c" property="file-as">Roe, R.</meta>
      <dc:contributor opf:role="edt">E. Ditor</dc:contributor>
      """)
    #expect(
      found.creators == [
        .init(name: .init("J. Doe"), roles: ["aut"], fileAs: "Doe, J."),
        .init(name: .init("R. Roe"), roles: ["ill", "trl"], fileAs: "Roe, R."),
      ])
    #expect(found.contributors == [.init(name: .init("E. Ditor"), roles: ["edt"])])
  }

  @Test("Creators come in the order they ask for, if each of them asks")
  func creatorOrder() throws {
    func creators(_ sequences: [String?]) throws -> [String] {
      try metadata(
        sequences.enumerated().map { number, sequence in
          "<dc:creator id='c\(number)'>\(number)</dc:creator>"
            + (sequence.map {
              "<meta refines='#c\(number)' property='display-seq'>\($0)</meta>"
            } ?? "")
        }.joined()
      ).creators.map(\.name.value)
    }
    #expect(try creators(["3", "1", "2"]) == ["1", "2", "0"])
    #expect(try creators(["3", nil, "1"]) == ["0", "1", "2"])
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var children: String
    var expected: [String?]
    var value: @Sendable (Metadata) -> [String?]
    var testDescription: String { children }
    init(
      _ children: String, _ expected: [String?],
      _ value: @escaping @Sendable (Metadata) -> [String?]
    ) {
      self.children = children
      self.expected = expected
      self.value = value
    }
  }

  static let rows = [
    Row("<dc:title> a \n b\t</dc:title>", ["a b"]) { [$0.title?.text.value] },
    Row("<dc:title>a&#x7F;b&#x200F;c</dc:title>", ["ab\u{200F}c"]) { [$0.title?.text.value] },
    Row("<dc:title> </dc:title><dc:title>b</dc:title>", ["b"]) { $0.titles.map(\.text.value) },
    Row("<dc:title><b>bold</b> words</dc:title>", ["bold words"]) { [$0.title?.text.value] },
    // Namespaces: none, a wrong one; one that is right makes others something else.
    Row("<title>plain</title>", ["plain"]) { [$0.title?.text.value] },
    Row("<d:title xmlns:d='http://purl.org/metadata/dublin_core'>x</d:title>", ["x"]) {
      [$0.title?.text.value]
    },
    Row("<x:title xmlns:x='urn:x'>no</x:title><dc:title>yes</dc:title>", ["yes"]) {
      $0.titles.map(\.text.value)
    },
    Row("<dc-metadata><dc:Title>Old</dc:Title></dc-metadata>", ["Old"]) { [$0.title?.text.value] },
    Row(
      "<dc:identifier id='a'>1</dc:identifier><dc:identifier id=' uid '> 2 </dc:identifier>", ["2"]
    ) { [$0.uniqueIdentifier] },
    Row("<dc:identifier>1</dc:identifier><dc:identifier>2</dc:identifier>", ["1"]) {
      [$0.uniqueIdentifier]
    },
    Row("<dc:identifier opf:scheme='ISBN'>9</dc:identifier>", ["ISBN"]) {
      $0.identifiers.map(\.scheme)
    },
    Row(
      "<dc:identifier id='i'>9</dc:identifier><meta refines='#i' property='identifier-type' "
        + "scheme='onix:codelist5'>15</meta>", ["ISBN"]
    ) { $0.identifiers.map(\.scheme) },
    Row("<dc:language> en-GB </dc:language><dc:language>he</dc:language>", ["en-GB", "he"]) {
      $0.languages
    },
    Row(
      "<dc:date opf:event='modification'>2</dc:date><dc:date opf:event='publication'>1</dc:date>",
      ["1", "2"]
    ) { [$0.published, $0.modified] },
    Row(
      "<dc:date>1999</dc:date><meta property='dcterms:modified'>2020-01-01T00:00:00Z</meta>",
      ["1999", "2020-01-01T00:00:00Z"]
    ) { [$0.published, $0.modified] },
    Row("<meta name='rendition:layout' content='pre-paginated'/>", ["pre-paginated"]) {
      [$0.rendition["layout"]]
    },
    Row("<meta property='rendition:flow'> scrolled-doc </meta>", ["scrolled-doc"]) {
      [$0.rendition["flow"]]
    },
    Row("<meta name='fixed-layout' content='true'/>", ["pre-paginated"]) {
      [$0.rendition["layout"]]
    },
    Row(
      "<meta property='rendition:layout'>reflowable</meta><meta name='fixed-layout' content='true'/>",
      ["reflowable"]
    ) { [$0.rendition["layout"]] },
    Row("<meta name='original-resolution' content='600x800'/>", ["width=600, height=800"]) {
      [$0.rendition["viewport"]]
    },
    Row(
      "<meta property='schema:accessMode'>textual</meta>"
        + "<meta property='schema:accessMode'>visual</meta>", ["textual", "visual"]
    ) { $0.accessibility["accessMode"] ?? [] },
    Row("<meta name='cover' content='pic'/>", ["pic"]) { $0.others["cover"] ?? [] },
    Row("<meta property='ibooks:version'>1</meta>", ["1"]) { $0.others["ibooks:version"] ?? [] },
    Row(
      "<meta id='c' property='belongs-to-collection'>Saga</meta>"
        + "<meta refines='#c' property='collection-type'>series</meta>"
        + "<meta refines='#c' property='group-position'>2.5</meta>"
        + "<meta id='d' refines='#c' property='belongs-to-collection'>Library</meta>"
        + "<meta refines='#d' property='dcterms:identifier'>urn:x</meta>",
      ["Saga", "series", "2.5", nil, "Library", nil, nil, "urn:x"]
    ) { $0.memberships.flatMap { [$0.name.value, $0.type, $0.position, $0.identifier] } },
    Row(
      "<meta name='calibre:series' content='Saga'/><meta name='calibre:series_index' content='3'/>",
      ["Saga", "series", "3"]
    ) { $0.memberships.flatMap { [$0.name.value, $0.type, $0.position] } },
    Row(
      "<dc:title>The X</dc:title><meta name='calibre:title_sort' content='X, The'/>", ["X, The"]
    ) { [$0.title?.fileAs] },
    Row(
      "<dc:publisher>P</dc:publisher><dc:subject>A</dc:subject><dc:subject>B</dc:subject>",
      ["P", "A", "B"]
    ) { ($0.publishers + $0.subjects).map(\.value) },
  ]

  @Test("Is taken from whatever spelling there is", arguments: rows)
  func values(_ row: Row) throws {
    #expect(row.value(try metadata(row.children)) == row.expected)
  }

  @Test("Prefixes that a book declares for itself mean their vocabulary")
  func prefixes() throws {
    let found = try metadata(
      "<meta property='r:layout'>pre-paginated</meta><meta property='s:accessMode'>textual</meta>",
      root: "prefix='r: http://www.idpf.org/vocab/rendition/# s: http://schema.org/'")
    #expect(found.rendition == ["layout": "pre-paginated"])
    #expect(found.accessibility == ["accessMode": ["textual"]])
  }

  @Test(
    "Direction is the element's, else the package's",
    arguments: [
      ("", "", nil), ("rtl", "", Metadata.Direction.rtl), ("", "rtl", .rtl), ("ltr", "rtl", .ltr),
      ("auto", "rtl", .auto), ("sideways", "ltr", .ltr),
    ])
  func direction(element: String, package: String, expected: Metadata.Direction?) throws {
    let found = try metadata(
      "<dc:title \(element.isEmpty ? "" : "dir='\(element)'")>x</dc:title>",
      root: package.isEmpty ? "" : "dir='\(package)'")
    #expect(found.titles.map(\.text.direction) == [expected])
  }

  @Test(
    "What is missing or leads nowhere is told",
    arguments: [
      ("", ["metadata-title-missing", "metadata-identifier-missing", "metadata-language-missing"]),
      (
        "<dc:title>x</dc:title><dc:language>en</dc:language><dc:identifier>1</dc:identifier>",
        ["package-unique-identifier-unknown"]
      ),
      (
        "<dc:title>x</dc:title><dc:language/><dc:language>en</dc:language>"
          + "<dc:identifier id='id'>1</dc:identifier><meta refines='#nobody' property='role'>x</meta>"
          + "<meta refines='#c' property='media:duration'>1s</meta>",
        ["metadata-empty", "metadata-refines-unknown"]
      ),
    ])
  func findings(children: String, expected: [String]) throws {
    let publication = try publication(
      package: "<metadata>\(children)</metadata><manifest><item id='c' href='c.xhtml' "
        + "media-type='application/xhtml+xml'/></manifest><spine><itemref idref='c'/></spine>")
    #expect(publication.codes.subtracting(["navigation-missing"]) == Set(expected))
  }

  @Test("Apple's display options stand in for a layout that the package does not give")
  func displayOptions() throws {
    let options =
      "<display_options><platform name='*'><option name='fixed-layout'>true</option></platform>"
      + "</display_options>"
    let silent = try publication {
      $0.file("META-INF/com.apple.ibooks.display-options.xml", options)
    }
    #expect(silent.metadata.rendition == ["layout": "pre-paginated"])
    let outspoken = try publication {
      $0.metadata = "<meta property='rendition:layout'>reflowable</meta>"
      $0.file("META-INF/com.apple.ibooks.display-options.xml", options)
    }
    #expect(outspoken.metadata.rendition == ["layout": "reflowable"])
  }
}
