import EPUBBasics
import EPUBContainer
import Foundation
import TestKit
import Testing

/// `Fixtures/Hostile`: one small book a fault, for the tests of every room that stands on this one.
///
/// `UPDATE_FIXTURES=1` writes them anew. They are kept as files because deflate's output differs
/// from one zlib to the next.
@Suite("Hostile books kept as files", .tags(.hostile)) struct HostileFixtureTests {
  struct Fixture: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// Of the container, when it opens.
    var findings: [String] = []
    /// When it does not open.
    var error: ContainerError?
    /// Of the second chapter.
    var damage: String?
    var chapterError: ContainerError?
    var bytes: @Sendable () -> [UInt8]

    init(
      _ name: String, findings: [String] = [], error: ContainerError? = nil,
      damage: String? = nil, chapterError: ContainerError? = nil,
      bytes: @Sendable @escaping () -> [UInt8]
    ) {
      testDescription = name
      self.findings = findings
      self.error = error
      self.damage = damage
      self.chapterError = chapterError
      self.bytes = bytes
    }

    /// A book of two chapters whose archive is changed; the second chapter is the last entry.
    init(
      _ name: String, findings: [String] = [], error: ContainerError? = nil,
      damage: String? = nil, chapterError: ContainerError? = nil,
      archive change: @Sendable @escaping (inout ZIPBuilder) -> Void
    ) {
      self.init(
        name, findings: findings, error: error, damage: damage, chapterError: chapterError
      ) {
        var archive = HostileFixtureTests.book.archive
        change(&archive)
        return archive.bytes
      }
    }
  }

  private static let chapter: ContainerPath = "EPUB/chapter2.xhtml"

  private static let book = BookBuilder {
    $0.title = "Faults"
    $0.chapter("<h1>One</h1><p>The first chapter is whole.</p>", title: "One")
    let lines = (1...40).map { "<p>Line \($0) of the second chapter.</p>" }
    $0.chapter("<h1>Two</h1>\(lines.joined())", title: "Two")
  }

  private static let all: [Fixture] = [
    Fixture("empty.epub", error: .notAnArchive(looksLike: "an empty file"), bytes: { [] }),
    Fixture("web-page.epub", error: .notAnArchive(looksLike: "a web page")) {
      Array("<!DOCTYPE html>\n<html><title>404</title><p>Not found.</p></html>\n".utf8)
    },
    Fixture("pdf.epub", error: .notAnArchive(looksLike: "a PDF document")) {
      Array("%PDF-1.4\n%%EOF\n".utf8)
    },
    Fixture("text.epub", error: .notAnArchive(looksLike: "plain text")) {
      Array("Not a book.\n".utf8)
    },
    Fixture("noise.epub", error: .notAnArchive(looksLike: nil)) {
      var random = SeededGenerator(seed: 1)
      return (0..<500).map { _ in UInt8.random(in: 0...255, using: &random) }
    },
    Fixture("cut.epub", findings: ["directory-missing"], damage: "entry-cut-short") {
      var archive = book.archive
      archive.hasDirectory = false
      return Array(archive.bytes.dropLast(100))
    },
    Fixture("no-directory.epub", findings: ["directory-missing"]) { $0.hasDirectory = false },
    Fixture("comment-cut.epub", findings: ["archive-comment-cut"]) {
      $0.comment = Array("A comm".utf8)
      $0.statedCommentByteCount = 30
    },
    Fixture("bytes-before.epub", findings: ["archive-leading-bytes"]) {
      $0.prefix = Array("HTTP/1.1 200 OK\r\nContent-Type: application/epub+zip\r\n\r\n".utf8)
    },
    Fixture("bytes-after.epub", findings: ["archive-trailing-bytes"]) {
      $0.suffix = [UInt8](repeating: 0, count: 512)
    },
    Fixture("zip64.epub") {
      $0.isZIP64 = true
      for index in $0.entries.indices.dropFirst() { $0.entries[index].isZIP64 = true }
    },
    Fixture("streamed.epub") {
      for index in $0.entries.indices.dropFirst() { $0.entries[index].descriptor = .unsigned }
    },
    Fixture("local-headers-lie.epub") {
      for index in $0.entries.indices.dropFirst() {
        $0.entries[index].localName = Array("x".utf8)
        $0.entries[index].localByteCount = 1
        $0.entries[index].localCRC = 1
      }
    },
    Fixture("crc.epub", damage: "entry-crc-mismatch") {
      $0.entries[$0.entries.count - 1].statedCRC = 1
    },
    Fixture("corrupt.epub", damage: "entry-corrupt") {
      let text = Array("<html xmlns='http://www.w3.org/1999/xhtml'><body><p>Rain.</p>".utf8)
      let size = UInt8(text.count)
      $0.entries[$0.entries.count - 1].data = [0, size, 0, ~size, 0xFF] + text + [7, 1, 2, 3]
    },
    Fixture("nothing-left.epub", chapterError: .damaged(chapter, offset: -1)) {
      $0.entries[$0.entries.count - 1].data = [0xFF, 0xFF, 0xFF]
    },
    Fixture("password-chapter.epub", chapterError: .passwordProtected(chapter)) {
      $0.entries[$0.entries.count - 1].flags = 1
    },
    Fixture(
      "method.epub", chapterError: .unsupportedCompression(method: 14, chapter)
    ) { $0.entries[$0.entries.count - 1].method = 14 },
    Fixture("size-lies.epub") { $0.entries[$0.entries.count - 1].statedByteCount = 0xFFFF_FFF0 },
    Fixture("duplicate.epub", findings: ["entry-duplicate"]) {
      if var first = $0.entries.last {
        first.contents = Array("<html>An old chapter.</html>".utf8)
        $0.entries.insert(first, at: 1)
      }
    },
    Fixture("names-leave.epub", findings: ["name-leaves-container", "name-absolute"]) {
      $0.add("../../etc/passwd", "out")
      $0.add("/etc/\u{1B}[2Jpasswd", "out")
    },
    Fixture("names-cp437.epub", findings: ["name-not-utf8"]) {
      $0.add([0x83, 0x82, 0x2E, 0x74, 0x78, 0x74], Array("x".utf8))
    },
    Fixture("in-a-folder.epub", findings: ["root-in-folder"]) {
      for index in $0.entries.indices {
        $0.entries[index].name = Array("My Book/".utf8) + $0.entries[index].name
      }
      $0.add("__MACOSX/My Book/._mimetype", "x")
    },
    Fixture("mimetype-missing.epub", findings: ["mimetype-missing"]) { $0.entries.removeFirst() },
    Fixture(
      "mimetype-wrong.epub",
      findings: ["mimetype-compressed", "mimetype-byte-order-mark", "mimetype-wrong"]
    ) {
      $0.entries[0].method = 8
      $0.entries[0].contents = Array("\u{FEFF}application/epub+zip\n".utf8)
    },
  ]

  @Test("Open, or are refused, as each is meant to be", arguments: all)
  func outcome(_ fixture: Fixture) throws {
    let path = "\(Golden.packageFolder)/Fixtures/Hostile/\(fixture.testDescription)"
    if ProcessInfo.processInfo.environment["UPDATE_FIXTURES"] == "1" {
      try Data(fixture.bytes()).write(to: URL(fileURLWithPath: path))
    }
    if let error = fixture.error {
      #expect(throws: error) { try OCFContainer(path: path) }
      return
    }
    let container = try OCFContainer(path: path)
    #expect(container.codes == fixture.findings)
    #expect(try container.text("EPUB/chapter1.xhtml").contains("The first chapter is whole."))
    do throws(ContainerError) {
      let resource = try container.resource(at: Self.chapter)
      #expect(resource.damage?.code == fixture.damage)
      #expect(resource.damage != nil || resource.bytes == Self.book.files.last?.bytes)
      #expect(fixture.chapterError == nil)
    } catch {
      switch (error, fixture.chapterError) {
      case (.damaged, .damaged?): break
      default: #expect(error == fixture.chapterError)
      }
    }
  }
}
