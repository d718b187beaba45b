import EPUBBasics
import EPUBContainer
import TestKit
import Testing

@Suite("Archives") struct ArchiveTests {
  struct Shape: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var findings: [String] = []
    var change: @Sendable (inout ZIPBuilder) -> Void
  }

  @Test(
    "Are found wherever they begin and end",
    arguments: [
      Shape(testDescription: "plain") { _ in },
      Shape(testDescription: "comment") { $0.comment = Array("PK, said the comment".utf8) },
      Shape(testDescription: "longest comment") {
        $0.comment = [UInt8](repeating: 80, count: 65_535)
      },
      Shape(testDescription: "comment cut short", findings: ["archive-comment-cut"]) {
        $0.comment = Array("half a com".utf8)
        $0.statedCommentByteCount = 20
      },
      Shape(testDescription: "bytes before", findings: ["archive-leading-bytes"]) {
        $0.prefix = Array("HTTP/1.1 200 OK\r\n\r\n".utf8)
      },
      Shape(testDescription: "bytes before, counted by the offsets") {
        $0.prefix = [UInt8](repeating: 1, count: 300)
        $0.offsetsCountPrefix = true
      },
      Shape(testDescription: "a picture before", findings: ["archive-leading-bytes"]) {
        $0.prefix = [0xFF, 0xD8, 0xFF] + [UInt8](repeating: 1, count: 100_000)
      },
      Shape(testDescription: "bytes after", findings: ["archive-trailing-bytes"]) {
        $0.suffix = [UInt8](repeating: 0, count: 600)
      },
      Shape(
        testDescription: "more bytes after than a comment can have",
        findings: ["archive-trailing-bytes"]
      ) {
        $0.suffix = [UInt8](repeating: 10, count: 3_000_000)
      },
      Shape(
        testDescription: "bytes before and after",
        findings: ["archive-leading-bytes", "archive-trailing-bytes"]
      ) {
        $0.prefix = [1, 2, 3]
        $0.suffix = [4, 5, 6]
      },
      Shape(testDescription: "a false end record after", findings: ["archive-trailing-bytes"]) {
        $0.suffix = [0x50, 0x4B, 5, 6] + [UInt8](repeating: 9, count: 30)
      },
      Shape(testDescription: "ZIP64 end record") { $0.isZIP64 = true },
      Shape(testDescription: "ZIP64 end record, bytes before", findings: ["archive-leading-bytes"])
      {
        $0.isZIP64 = true
        $0.prefix = [UInt8](repeating: 3, count: 77)
      },
      Shape(testDescription: "directory offset lies") { $0.statedDirectoryOffset = 5 },
      Shape(testDescription: "entry count too small") { $0.statedEntryCount = 1 },
      Shape(testDescription: "entry count too great", findings: ["directory-damaged"]) {
        $0.statedEntryCount = 9
      },
      Shape(testDescription: "no end record", findings: ["directory-missing"]) {
        $0.hasEndRecord = false
      },
      Shape(testDescription: "no directory", findings: ["directory-missing"]) {
        $0.hasDirectory = false
      },
      Shape(testDescription: "no directory, bytes before", findings: ["directory-missing"]) {
        $0.hasDirectory = false
        $0.prefix = [UInt8](repeating: 3, count: 77)
      },
    ])
  func shapes(_ shape: Shape) throws {
    var archive = archive {
      $0.add("a.txt", prose(5000))
      $0.add("b.txt", prose(300)) { $0.method = 0 }
      $0.add("c.txt", "the end")
    }
    shape.change(&archive)
    let folder = try TemporaryFolder()
    let path = try folder.write("book.epub", archive.bytes)
    for container in [try OCFContainer(bytes: archive.bytes), try OCFContainer(path: path)] {
      #expect(container.codes == shape.findings)
      #expect(container.names == ["mimetype", "META-INF/container.xml", "a.txt", "b.txt", "c.txt"])
      #expect(try container.text("a.txt") == prose(5000))
      #expect(try container.text("b.txt") == prose(300))
      #expect(try container.text("c.txt") == "the end")
    }
  }

  @Test(
    "Without a directory give entries whose sizes stand after their data",
    arguments: [ZIPBuilder.Descriptor.signed, .unsigned], [false, true])
  func streamed(_ descriptor: ZIPBuilder.Descriptor, _ isZIP64: Bool) throws {
    var archive = archive {
      for (name, method) in [("a", 8), ("b", 0), ("c", 8)] as [(String, UInt16)] {
        $0.add(name, prose(4000)) {
          $0.method = method
          $0.descriptor = descriptor
          $0.isZIP64 = isZIP64
        }
      }
      // A book in the book: its headers are no entries of ours.
      $0.add(Array("inner.epub".utf8), BookBuilder { $0.chapter("<p>Inner.</p>") }.bytes) {
        $0.method = 0
        $0.descriptor = descriptor
        $0.isZIP64 = isZIP64
      }
      $0.add("last", prose(4000)) {
        $0.descriptor = descriptor
        $0.isZIP64 = isZIP64
      }
    }
    for hasDirectory in [false, true] {
      archive.hasDirectory = hasDirectory
      archive.hasEndRecord = false
      let container = try OCFContainer(bytes: archive.bytes)
      #expect(container.codes == ["directory-missing"])
      #expect(
        container.names
          == ["mimetype", "META-INF/container.xml", "a", "b", "c", "inner.epub", "last"])
      for path in ["a", "b", "c", "last"] as [ContainerPath] where hasDirectory || path != "last" {
        #expect(try container.text(path) == prose(4000))
      }
      // What ends the last entry is the file's end: deflate data knows where to stop.
      #expect(try container.text("last") == prose(4000))
    }
  }

  @Test("Cut in the middle of an entry give what stands before the cut")
  func cut() throws {
    let whole = archive {
      $0.add("a", prose(5000))
      $0.add("b", prose(90_000)) { $0.method = 0 }
    }.bytes
    let container = try OCFContainer(bytes: Array(whole.prefix(20_000)))
    #expect(container.codes == ["directory-missing"])
    #expect(try container.text("a") == prose(5000))
    let resource = try container.resource(at: "b")
    #expect(resource.damage?.losesText == true)
    #expect(Array(prose(90_000).utf8).starts(with: resource.bytes))
    #expect(resource.bytes.count > 15_000)
  }

  @Test("Whose first bytes are missing give what is left")
  func headMissing() throws {
    let whole = archive {
      $0.add("a", prose(5000))
      $0.add("b", prose(5000))
    }.bytes
    let container = try OCFContainer(bytes: Array(whole.dropFirst(10)))
    #expect(container.codes.contains("archive-head-missing"))
    #expect(try container.text("a") == prose(5000))
    #expect(try container.text("b") == prose(5000))
    #expect(throws: ContainerError.self) { try container.resource(at: "mimetype") }
  }

  @Test("Whose directory breaks off give the rest by their local headers")
  func directoryBroken() throws {
    var bytes = archive { for name in ["a", "b", "c"] { $0.add(name, prose(500)) } }.bytes
    let record = Array("PK\u{1}\u{2}".utf8)
    let records = bytes.indices.filter { bytes[$0...].starts(with: record) }
    #expect(records.count == 5)
    bytes[records[3]] = 0
    let container = try OCFContainer(bytes: bytes)
    #expect(container.codes == ["directory-damaged"])
    #expect(container.names == ["mimetype", "META-INF/container.xml", "a", "b", "c"])
    #expect(try container.text("c") == prose(500))
  }

  @Test("More than 65,535 entries are read without ZIP64")
  func manyEntries() throws {
    var archive = archive()
    for number in 0..<65_600 { archive.add("\(number)", "") { $0.method = 0 } }
    let container = try OCFContainer(bytes: archive.bytes)
    #expect(container.entries.count == 65_602)
    #expect(container.entry(at: "65599") != nil)
    #expect(container.findings.isEmpty)
  }

  @Test("More entries than the limit are refused", .tags(.hostile))
  func tooManyEntries() {
    var limits = Limits()
    limits.maximumEntryCount = 3
    let bytes = archive { for name in ["a", "b"] { $0.add(name, "") } }.bytes
    #expect(throws: ContainerError.tooManyEntries(limit: 3)) {
      try OCFContainer(bytes: bytes, limits: limits)
    }
  }

  @Test("In memory, larger than the limit, are refused")
  func tooLarge() {
    var limits = Limits()
    limits.maximumArchiveByteCount = 100
    #expect(throws: ContainerError.tooLarge(limit: 100)) {
      try OCFContainer(bytes: archive().bytes, limits: limits)
    }
  }

  @Test("Without entries open, and say what is missing")
  func empty() throws {
    let container = try OCFContainer(bytes: ZIPBuilder().bytes)
    #expect(container.entries.isEmpty)
    #expect(container.codes == ["mimetype-missing"])
  }
}
