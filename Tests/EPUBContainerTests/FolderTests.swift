import EPUBBasics
import EPUBContainer
import Foundation
import TestKit
import Testing

@Suite("Unpacked folders") struct FolderTests {
  private let book = BookBuilder {
    $0.chapter("<p>One.</p>", href: "text/b.xhtml")
    $0.chapter("<p>Two.</p>", href: "text/a.xhtml")
  }

  @Test("Open like archives, their files in the order of their names")
  func opens() throws {
    let folder = try TemporaryFolder()
    try book.unpack(into: folder)
    let container = try OCFContainer(path: folder.path)
    #expect(container.names == book.files.map(\.path).sorted())
    #expect(container.findings.isEmpty)
    for file in book.files {
      let path = try #require(ContainerPath(file.path))
      #expect(try container.resource(at: path).bytes == file.bytes)
      #expect(container.entry(at: path)?.byteCount == file.bytes.count)
    }
    #expect(throws: ContainerError.noSuchEntry("x")) { try container.resource(at: "x") }
    #expect(container.entry(at: "epub/PACKAGE.OPF")?.path == "EPUB/package.opf")
  }

  @Test("Inside another folder are found there")
  func outerFolder() throws {
    let folder = try TemporaryFolder()
    for file in book.files { try folder.write("My Book/\(file.path)", file.bytes) }
    let container = try OCFContainer(path: folder.path)
    #expect(container.codes == ["root-in-folder"])
    #expect(container.names == book.files.map(\.path).sorted())
    #expect(try container.text("mimetype") == "application/epub+zip")
  }

  @Test("Without an EPUB in them are refused")
  func otherFolder() throws {
    let folder = try TemporaryFolder()
    try folder.write("a/b/c.txt", [1])
    let error = ContainerError.notAnArchive(looksLike: "a folder without an EPUB in it")
    #expect(throws: error) { try OCFContainer(path: folder.path) }
  }

  @Test("Symbolic links are followed to files inside, and never out", .tags(.hostile))
  func links() throws {
    let outside = try TemporaryFolder()
    try outside.write("secret.txt", [1])
    let folder = try TemporaryFolder()
    try book.unpack(into: folder)
    func link(_ name: String, to target: String) throws {
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder.path)/\(name)", withDestinationPath: target)
    }
    try link("inside.xhtml", to: "EPUB/text/a.xhtml")
    try link("secret.txt", to: "\(outside.path)/secret.txt")
    try link("outside", to: outside.path)
    try link("passwd", to: "../../../../../../../../etc/passwd")
    try link("loop", to: ".")
    try link("self", to: "self")
    try link("nowhere", to: "nothing")
    let container = try OCFContainer(path: folder.path)
    #expect(container.names == (book.files.map(\.path) + ["inside.xhtml"]).sorted())
    #expect(try container.text("inside.xhtml").contains("Two."))
    #expect(container.codes == Array(repeating: "link-left-out", count: 6))
  }

  @Test("A file that becomes a link after opening is not followed", .tags(.hostile))
  func replacedByLink() throws {
    let folder = try TemporaryFolder()
    try book.unpack(into: folder)
    let container = try OCFContainer(path: folder.path)
    try FileManager.default.removeItem(atPath: "\(folder.path)/EPUB/text")
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/EPUB/text", withDestinationPath: "/etc")
    #expect(throws: ContainerError.self) { try container.resource(at: "EPUB/text/a.xhtml") }
  }

  @Test("Pipes in them are left out", .tags(.hostile), .timeLimit(.minutes(10)))
  func pipes() throws {
    let folder = try TemporaryFolder()
    try book.unpack(into: folder)
    folder.makePipe("EPUB/pipe.xhtml")
    let container = try OCFContainer(path: folder.path)
    #expect(container.codes == ["file-special"])
    #expect(container.entry(at: "EPUB/pipe.xhtml") == nil)
  }

  @Test("Deep ones are read as far as the limit", .tags(.hostile))
  func deep() throws {
    let folder = try TemporaryFolder()
    try book.unpack(into: folder)
    let path = Array(repeating: "d", count: 70).joined(separator: "/")
    try folder.write("\(path)/x.txt", [1])
    let container = try OCFContainer(path: folder.path)
    #expect(container.codes == ["folder-too-deep"])
  }

  @Test("Files are bounded, and so is their number", .tags(.hostile))
  func limits() throws {
    let folder = try TemporaryFolder()
    try book.unpack(into: folder)
    try folder.write("EPUB/big", [UInt8](repeating: 0, count: 5000))
    var limits = Limits()
    limits.maximumResourceByteCount = 4999
    let container = try OCFContainer(path: folder.path, limits: limits)
    #expect(throws: ContainerError.sizeExceeds(limit: 4999, "EPUB/big")) {
      try container.resource(at: "EPUB/big")
    }
    limits.maximumEntryCount = 3
    #expect(throws: ContainerError.tooManyEntries(limit: 3)) {
      try OCFContainer(path: folder.path, limits: limits)
    }
  }

  @Test("What the media type file says is checked")
  func mediaType() throws {
    let folder = try TemporaryFolder()
    try book.unpack(into: folder)
    try folder.write("mimetype", Array("text/plain".utf8))
    #expect(try OCFContainer(path: folder.path).codes == ["mimetype-wrong"])
  }
}

@Suite("What is no archive") struct NoArchiveTests {
  @Test(
    "A path that names nothing",
    arguments: ["", "/nowhere/at/all.epub", "/etc/passwd/x", "/etc\0x"])
  func noSuchFile(_ path: String) {
    #expect(throws: ContainerError.noSuchFile(path)) { try OCFContainer(path: path) }
  }

  @Test("A pipe or a device is refused at once", .tags(.hostile), .timeLimit(.minutes(10)))
  func special() throws {
    let folder = try TemporaryFolder()
    folder.makePipe("pipe.epub")
    #expect(throws: ContainerError.notAnArchive(looksLike: "a pipe")) {
      try OCFContainer(path: "\(folder.path)/pipe.epub")
    }
    for device in ["/dev/zero", "/dev/null"] {
      #expect(throws: ContainerError.notAnArchive(looksLike: "a device")) {
        try OCFContainer(path: device)
      }
    }
  }

  struct Kind: Sendable {
    var bytes: [UInt8]
    var name: String?

    init(_ text: String, _ name: String?) {
      self.init(Array(text.utf8), name)
    }

    init(_ bytes: [UInt8], _ name: String?) {
      self.bytes = bytes
      self.name = name
    }
  }

  @Test(
    "Is recognised by its first bytes",
    arguments: [
      Kind("", "an empty file"),
      Kind("\u{FEFF}\n <!DOCTYPE html><html>", "a web page"),
      Kind("<HTML lang='en'>", "a web page"),
      Kind("<?xml version='1.0'?><html xmlns='x'>", "a web page"),
      Kind("<?xml version='1.0'?>\n<FictionBook xmlns='x'>", "an FB2 book"),
      Kind("<?xml version='1.0'?><package>", "a package document, without its book"),
      Kind("<?xml version='1.0'?><svg>", "an XML document"),
      Kind("%PDF-1.7\n", "a PDF document"),
      Kind(String(repeating: "x", count: 60) + "BOOKMOBI", "a Kindle or Mobipocket book"),
      Kind("Rar!\u{1A}\u{7}\u{1}\u{0}", "a RAR archive"),
      Kind([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C, 0, 4], "a 7z archive"),
      Kind([0x1F, 0x8B, 8, 0], "gzip data"),
      Kind([0xFF, 0xD8, 0xFF, 0xE0], "a JPEG image"),
      Kind([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "a PNG image"),
      Kind("Call me Ishmael.\r\n", "plain text"),
      Kind("Größe\n", "plain text"),
      Kind([0xFF, 0xFE, 0x41, 0], "plain text"),
      Kind("PK\u{3}\u{4}", "a ZIP archive cut short"),
      Kind([0, 1, 2, 3, 4, 5], nil),
    ])
  func kinds(_ kind: Kind) throws {
    let error = ContainerError.notAnArchive(looksLike: kind.name)
    #expect(throws: error) { try OCFContainer(bytes: kind.bytes) }
    let folder = try TemporaryFolder()
    let path = try folder.write("x.epub", kind.bytes)
    #expect(throws: error) { try OCFContainer(path: path) }
  }
}
