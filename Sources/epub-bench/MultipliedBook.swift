import EPUBBasics
import EPUBContainer
import EPUBPackaging
import TestKit

/// A book several times over: each copy in a folder of its own, all in one spine; pictures are left out.
struct MultipliedBook {
  private let container: OCFContainer
  private let publication: Publication

  init?(_ path: String) {
    do {
      container = try OCFContainer(path: path)
      publication = try Publication(reading: container)
    } catch {
      return nil
    }
  }

  /// The archive with `count` copies.
  func bytes(copies count: Int) -> [UInt8] {
    var archive = ZIPBuilder()
    archive.add("mimetype", "application/epub+zip") { $0.method = 0 }
    archive.add(
      "META-INF/container.xml",
      """
      <container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>
      <rootfile full-path="package.opf" media-type="application/oebps-package+xml"/>
      </rootfiles></container>
      """)
    archive.add("package.opf", package(copies: count))
    let texts = container.entries.filter {
      ["xhtml", "html", "htm", "css"].contains($0.path.fileExtension)
    }
    for copy in 1...count {
      for entry in texts {
        guard let bytes = try? container.resource(at: entry.path).bytes else { continue }
        archive.add(Array("copy\(copy)/\(entry.path.string)".utf8), bytes)
      }
    }
    return archive.bytes
  }

  private func package(copies: Int) -> String {
    var manifest = ""
    var spine = ""
    for copy in 1...copies {
      for (index, item) in publication.readingOrder.enumerated() {
        guard let path = item.path else { continue }
        manifest +=
          "<item id=\"c\(copy)i\(index)\" href=\"copy\(copy)/\(escaped(path.string))\" "
          + "media-type=\"application/xhtml+xml\"/>"
        spine += "<itemref idref=\"c\(copy)i\(index)\"/>"
      }
    }
    return """
      <package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="i"><metadata \
      xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="i">x</dc:identifier>\
      <dc:title>Growth</dc:title><dc:language>en</dc:language></metadata>\
      <manifest>\(manifest)</manifest><spine>\(spine)</spine></package>
      """
  }
}
