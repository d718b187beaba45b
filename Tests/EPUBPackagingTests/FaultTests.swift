import EPUBBasics
import EPUBContainer
import EPUBPackaging
import TestKit
import Testing

@Suite("Faults of whole parts") struct FaultTests {
  static let item = "<item id='c' href='c.xhtml' media-type='application/xhtml+xml'/>"
  static let spine = "<spine><itemref idref='c'/></spine>"

  /// A package document whose root element is given too.
  func publication(of package: String) throws -> Publication {
    try publication {
      $0.hasNavigationDocument = false
      $0.packageDocument = package
      $0.file("EPUB/c.xhtml", "<html xmlns='http://www.w3.org/1999/xhtml'><body/></html>")
    }
  }

  private func publication(_ build: (inout BookBuilder) -> Void) throws -> Publication {
    try EPUBPackagingTests.publication(build)
  }

  @Test(
    "A part that is missing or odd is told, and the book is read",
    arguments: [
      ("<package version='3.0'><manifest>\(item)</manifest>\(spine)</package>", "metadata-missing"),
      (
        "<package><metadata/><manifest>\(item)</manifest>\(spine)</package>",
        "package-version-missing"
      ),
      ("<book><manifest>\(item)</manifest>\(spine)</book>", "package-element-missing"),
      ("<package><manifest>\(item)</manifest></package>", "spine-missing"),
      (
        "<package><manifest>\(item)<item id='z' href='%00' media-type='image/png'/></manifest>"
          + "\(spine)</package>", "manifest-href-invalid"
      ),
      (
        "<package><manifest>\(item)</manifest><spine page-progression-direction='down'>"
          + "<itemref idref='c'/></spine></package>", "spine-progression-unknown"
      ),
    ])
  func parts(package: String, code: String) throws {
    let publication = try publication(of: package)
    #expect(publication.codes.contains(code))
    #expect(publication.shownPaths == ["EPUB/c.xhtml"])
  }

  @Test("A sound book has no finding")
  func sound() throws {
    let publication = try publication {
      $0.chapter("<p>x</p>", title: "One")
      $0.hasNCX = true
      $0.pageList = [("1", "chapter1.xhtml")]
    }
    #expect(publication.findings == [])
  }

  @Test("Every finding names its resource, its clause and what was done")
  func wholeFindings() throws {
    let publication = try publication(
      of: "<package><manifest>\(Self.item)\(Self.item)<item/></manifest>"
        + "<spine toc='x'><itemref idref='y'/><itemref idref='c'/></spine></package>")
    #expect(publication.findings.count >= 8)
    for finding in publication.findings {
      #expect(finding.path == "EPUB/package.opf")
      #expect(finding.clause?.contains(" #") == true)
      #expect(finding.done.hasSuffix("."))
      #expect(!finding.losesText)
    }
  }

  @Test("Of several navigation documents the first with contents is read")
  func severalNavigationDocuments() throws {
    let publication = try publication {
      $0.chapter("<p>x</p>", title: "One")
      $0.resource(
        "other.xhtml",
        Array(
          NavigationTests.document(
            "<nav epub:type='toc'><ol><li>\(NavigationTests.link("Other"))</li></ol></nav>"
          ).utf8), mediaType: "application/xhtml+xml"
      ) { $0.properties = "nav" }
    }
    #expect(outline(publication.navigation.contents) == "One")
    #expect(publication.codes == ["navigation-several"])
  }

  @Test("More entries than the limit are cut, with a finding")
  func entryLimit() throws {
    var limits = Limits()
    limits.maximumItemCount = 10
    let publication = try EPUBPackagingTests.publication(limits: limits) {
      $0.chapter("<p>x</p>")
      $0.contentsList =
        "<ol>"
        + String(repeating: "<li>\(NavigationTests.link("A"))</li>", count: 20) + "</ol>"
    }
    #expect(publication.navigation.contents.count == 10)
    #expect(publication.codes == ["navigation-too-long"])
  }
}
