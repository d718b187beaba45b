import EPUBBasics
import EPUBBook
import EPUBContainer
import EPUBPackaging
import TestKit

enum PackageFuzzing {
  static func run(_ bytes: [UInt8], _ claims: inout Claims) {
    let book = archive(of: bytes.parts)
    check(book, &claims)
    let commands = [
      ["info", "--json"], ["toc"], ["toc", "--json"], ["check"], ["check", "--json"], ["info"],
    ]
    let command = commands[(bytes.first.map(Int.init) ?? 0) % commands.count]
    let outcome = CommandLineRun(command + ["-"], input: book)
    outcome.claim(isJSON: command.contains("--json"), &claims)
  }

  private static func check(_ bytes: [UInt8], _ claims: inout Claims) {
    let publication: Publication
    let book: Book
    do {
      publication = try Publication(reading: try OCFContainer(bytes: bytes))
      book = try Book(bytes: bytes)
    } catch {
      return
    }
    claims.claim(
      publication.readingOrder == book.publication.readingOrder
        && publication.manifest == book.publication.manifest
        && publication.findings == book.publication.findings, "reading twice differs")
    claims.claim(book.spineCount > 0, "a book without a spine")
    for finding in publication.findings {
      claims.claimPrintable(Array(finding.done.utf8), "the finding \(finding.code)")
    }
    for (index, item) in publication.readingOrder.enumerated() {
      guard let path = item.path else { continue }
      let found = book.spineIndex(of: path)
      claims.claim(found.map { $0 <= index } ?? false, "\(path) is not found in the spine")
    }
  }

  /// A whole book of the parts; those that are not given are as they should be.
  private static func archive(of parts: [[UInt8]]) -> [UInt8] {
    var archive = ZIPBuilder()
    for file in book.files {
      let number = paths.firstIndex(of: file.path)
      let part = number.flatMap { $0 < parts.count && !parts[$0].isEmpty ? parts[$0] : nil }
      // What nobody gave is locked by nothing.
      if file.path == paths[4], part == nil { continue }
      archive.add(Array(file.path.utf8), part ?? file.bytes) { $0.method = 0 }
    }
    return archive.bytes
  }

  private static let paths = [
    "EPUB/package.opf", "EPUB/nav.xhtml", "EPUB/toc.ncx", "META-INF/container.xml",
    "META-INF/encryption.xml",
  ]

  private static let book = BookBuilder {
    $0.hasNCX = true
    $0.chapter("<p id='a'>One</p>", title: "One")
    $0.chapter("<p>Two</p>", title: "Two")
    $0.file("EPUB/more/chapter3.xhtml", "<html><body><p>Three</p></body></html>")
    $0.file("EPUB/picture.svg", "<svg xmlns='http://www.w3.org/2000/svg'><text>S</text></svg>")
    $0.file("META-INF/encryption.xml", "")
  }
}
