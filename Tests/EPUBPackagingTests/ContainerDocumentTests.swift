import EPUBBasics
import EPUBContainer
import EPUBPackaging
import TestKit
import Testing

@Suite("container.xml") struct ContainerDocumentTests {
  static func file(_ rootfiles: String) -> String {
    "<container xmlns=\"urn:oasis:names:tc:opendocument:xmlns:container\" version=\"1.0\"><rootfiles>"
      + rootfiles + "</rootfiles></container>"
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var file: String
    var findings: Set<String> = []
    var testDescription: String { name }
  }

  static let type = "media-type=\"application/oebps-package+xml\""
  static let rows = [
    Row(name: "as it should be", file: file("<rootfile full-path='EPUB/package.opf' \(type)/>")),
    Row(name: "dot", file: file("<rootfile full-path='./EPUB/./package.opf' \(type)/>")),
    Row(name: "white space", file: file("<rootfile full-path=' EPUB/package.opf ' \(type)/>")),
    Row(name: "slash before it", file: file("<rootfile full-path='/EPUB/package.opf' \(type)/>")),
    Row(name: "escaped", file: file("<rootfile full-path='EPUB%2Fpackage%2Eopf' \(type)/>")),
    Row(name: "case", file: file("<rootfile full-path='epub/Package.OPF' \(type)/>")),
    Row(name: "backslash", file: file("<rootfile full-path='EPUB\\package.opf' \(type)/>")),
    Row(
      name: "no namespace",
      file: "<container><rootfiles><rootfile full-path='EPUB/package.opf' \(type)/></rootfiles>"
        + "</container>"),
    Row(
      name: "prefix",
      file: "<c:container xmlns:c='urn:oasis:names:tc:opendocument:xmlns:container'><c:rootfiles>"
        + "<c:rootfile full-path='EPUB/package.opf' \(type)/></c:rootfiles></c:container>"),
    Row(
      name: "type in capitals",
      file: file(
        "<rootfile full-path='EPUB/package.opf' media-type='Application/OEBPS-Package+XML'/>")),
    Row(
      name: "no type", file: file("<rootfile full-path='EPUB/package.opf'/>"),
      findings: ["container-rootfile-type"]),
    Row(
      name: "wrong type",
      file: file("<rootfile full-path='EPUB/package.opf' media-type='text/xml'/>"),
      findings: ["container-rootfile-type"]),
    Row(
      name: "another rendition first, in a format of its own",
      file: file(
        "<rootfile full-path='EPUB/chapter1.xhtml' media-type='text/html'/>"
          + "<rootfile full-path='EPUB/package.opf' \(type)/>")),
    Row(
      name: "one that leads nowhere first",
      file: file(
        "<rootfile full-path='gone.opf' \(type)/><rootfile full-path='EPUB/package.opf' \(type)/>"),
      findings: ["container-rootfile-missing"]),
    Row(
      name: "only one that leads nowhere", file: file("<rootfile full-path='a.opf' \(type)/>"),
      findings: ["container-rootfile-missing", "package-unlisted"]),
    Row(
      name: "one out of the container",
      file: file("<rootfile full-path='../../EPUB/a.opf' \(type)/>"),
      findings: ["container-rootfile-missing", "package-unlisted"]),
    Row(name: "no rootfile", file: file(""), findings: ["package-unlisted"]),
    Row(
      name: "empty file", file: " ", findings: ["container-unreadable", "package-unlisted"]),
  ]

  @Test("Leads to the package document, however it is written", arguments: rows)
  func rootfiles(_ row: Row) throws {
    let publication = try publication { $0.containerFile = row.file }
    #expect(publication.packagePath.string == "EPUB/package.opf")
    #expect(publication.codes == row.findings)
  }

  @Test("Of several package documents the first is the book's")
  func severalPackages() throws {
    let other = "<package><metadata><title>Other</title></metadata></package>"
    let publication = try publication {
      $0.title = "First"
      $0.containerFile = Self.file(
        "<rootfile full-path='EPUB/package.opf' \(Self.type)/>"
          + "<rootfile full-path='other.opf' \(Self.type)/>")
      $0.file("other.opf", other)
    }
    #expect(publication.metadata.title?.text.value == "First")
    #expect(publication.codes == ["container-several-packages"])
  }

  @Test("A package document that can't be read gives way to the next")
  func unreadableFirst() throws {
    let publication = try publication {
      $0.containerFile = Self.file(
        "<rootfile full-path='empty.opf' \(Self.type)/>"
          + "<rootfile full-path='EPUB/package.opf' \(Self.type)/>")
      $0.file("empty.opf", "")
    }
    #expect(publication.packagePath.string == "EPUB/package.opf")
    #expect(publication.codes.contains("package-unreadable"))
  }

  /// A book without what the builder writes of itself.
  private func container(_ files: [(String, String)]) throws -> OCFContainer {
    var archive = ZIPBuilder()
    for (name, text) in files { archive.add(name, text) }
    return try OCFContainer(bytes: archive.bytes)
  }

  private static let package =
    "<package version='2.0'><metadata/><manifest>"
    + "<item id='c' href='c.xhtml' media-type='application/xhtml+xml'/></manifest>"
    + "<spine><itemref idref='c'/></spine></package>"

  @Test("Without container.xml the package document nearest to the root is read")
  func noContainerFile() throws {
    let publication = try Publication(
      reading: container([
        ("a/b/c/package.opf", "<package/>"), ("a/c.xhtml", "<html/>"),
        ("a/package.opf", Self.package), ("z/package.opf", "<package/>"),
        ("__MACOSX/package.opf", "<package/>"), ("._package.opf", "x"),
      ]))
    #expect(publication.packagePath.string == "a/package.opf")
    #expect(publication.codes.isSuperset(of: ["container-missing", "package-unlisted"]))
  }

  @Test("No package document at all, or none that can be read, is an error")
  func noPackage() throws {
    let nothing = try container([("a.xhtml", "<html/>")])
    #expect(throws: PackagingError.noPackageDocument) { try Publication(reading: nothing) }
    let empty = try container([("a.opf", "  ")])
    let path = try #require(empty.entries.first?.path)
    #expect(throws: PackagingError.unreadablePackageDocument(path)) {
      try Publication(reading: empty)
    }
    let other = try container([("a.opf", "<html><body/></html>")])
    #expect(throws: PackagingError.unreadablePackageDocument(path)) {
      try Publication(reading: other)
    }
  }

  @Test("A book packed with the folder it lay in is read from that folder")
  func insideFolder() throws {
    let book = BookBuilder {
      $0.chapter("<p>Text.</p>")
      $0.file("META-INF/encryption.xml", "<encryption/>")
    }
    var archive = ZIPBuilder()
    for file in book.files { archive.add(Array("My Book/\(file.path)".utf8), file.bytes) }
    archive.add("__MACOSX/My Book/META-INF/container.xml", "x")
    let publication = try Publication(reading: try OCFContainer(bytes: archive.bytes))
    // The container may have taken the folder away by itself.
    #expect(publication.shownPaths[0].hasSuffix("EPUB/chapter1.xhtml"))

  }
}
