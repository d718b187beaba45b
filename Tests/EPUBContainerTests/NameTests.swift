import EPUBBasics
import EPUBContainer
import TestKit
import Testing

@Suite("Names in an archive") struct NameTests {
  struct Row: Sendable {
    var stored: [UInt8]
    var flags: UInt16 = 0
    var extra: [UInt8] = []
    var path: ContainerPath
    var findings: [String] = []

    init(
      _ stored: String, flags: UInt16 = 0, extra: [UInt8] = [], path: ContainerPath,
      findings: [String] = []
    ) {
      self.init(Array(stored.utf8), flags: flags, extra: extra, path: path, findings: findings)
    }

    init(
      _ stored: [UInt8], flags: UInt16 = 0, extra: [UInt8] = [], path: ContainerPath,
      findings: [String] = []
    ) {
      self.stored = stored
      self.flags = flags
      self.extra = extra
      self.path = path
      self.findings = findings
    }
  }

  private static let unicodePath: [UInt8] = {
    let name: [UInt8] = [0x63, 0x3F]
    let crc = crc32(name)
    let field = [1] + (0..<4).map { UInt8(truncatingIfNeeded: crc >> ($0 * 8)) } + Array("cé".utf8)
    return [0x75, 0x70, UInt8(field.count), 0] + field
  }()

  @Test(
    "Are read as what they mean",
    arguments: [
      Row("a b.txt", path: "a b.txt"),
      Row("é.txt", flags: 0x800, path: "é.txt"),
      Row("é.txt", path: "é.txt"),
      Row("e\u{301}.txt", path: "\u{E9}.txt"),
      Row("\u{E9}.txt", path: "e\u{301}.txt"),
      Row([0x82, 0x2E, 0x74], path: "é.t", findings: ["name-not-utf8"]),
      Row([0x82, 0x2E, 0x74], flags: 0x800, path: "é.t", findings: ["name-not-utf8"]),
      Row([0xE1, 0x9B, 0xB0, 0xFF], path: "ß¢░\u{A0}", findings: ["name-not-utf8"]),
      Row([0x63, 0x3F], extra: unicodePath, path: "cé"),
      Row([0x64, 0x3F], extra: unicodePath, path: "d?"),
      Row("OEBPS\\text\\a.txt", path: "OEBPS/text/a.txt"),
      Row("./OEBPS//a.txt", path: "OEBPS/a.txt"),
      Row("OEBPS/x/../a.txt", path: "OEBPS/a.txt"),
      Row("/OEBPS/a.txt", path: "OEBPS/a.txt", findings: ["name-absolute"]),
      Row("//a.txt", path: "a.txt", findings: ["name-absolute"]),
    ])
  func meant(_ row: Row) throws {
    let bytes = archive {
      $0.add(row.stored, Array("content".utf8)) {
        $0.flags = row.flags
        $0.centralExtra = row.extra
      }
    }.bytes
    let container = try OCFContainer(bytes: bytes)
    #expect(try container.text(row.path) == "content")
    #expect(container.codes == row.findings)
  }

  @Test(
    "That leave the container are left out, with a finding", .tags(.hostile),
    arguments: ["../x", "/../x", "a/../../x", "C:\\x", "a\0b", "..", "./"])
  func leaving(_ name: String) throws {
    let container = try OCFContainer(bytes: archive { $0.add(name, "x") }.bytes)
    #expect(container.names == ["mimetype", "META-INF/container.xml"])
    #expect(container.codes == (name == "./" ? [] : ["name-leaves-container"]))
    #expect(container.findings.allSatisfy { $0.done == $0.done.printable })
  }

  @Test("Of folders, and what macOS leaves, are no entries")
  func folders() throws {
    let bytes = archive {
      for name in ["OEBPS/", "OEBPS\\img\\", "__MACOSX/OEBPS/._a", ".DS_Store", "OEBPS/.DS_Store"] {
        $0.add(name, "")
      }
      $0.add("OEBPS/a", "a")
    }.bytes
    let container = try OCFContainer(bytes: bytes)
    #expect(container.names == ["mimetype", "META-INF/container.xml", "OEBPS/a"])
    #expect(container.findings.isEmpty)
  }

  @Test("Match without case when nothing matches exactly, and just one does")
  func caseFallback() throws {
    let bytes = archive {
      $0.add("text/chapter.xhtml", "one")
      $0.add("Text/É.xhtml", "two")
      $0.add("b/X", "upper")
      $0.add("b/x", "lower")
    }.bytes
    let container = try OCFContainer(bytes: bytes)
    #expect(try container.text("Text/Chapter.XHTML") == "one")
    #expect(try container.text("text/e\u{301}.xhtml") == "two")
    #expect(try container.text("b/X") == "upper")
    #expect(try container.text("b/x") == "lower")
    #expect(container.entry(at: "B/x") == nil)
    #expect(container.entry(at: "TEXT/CHAPTER.XHTML")?.path == "text/chapter.xhtml")
    #expect(container.codes == ["name-case-duplicate"])
  }

  @Test("That occur twice mean the last entry")
  func duplicates() throws {
    let bytes = archive {
      $0.add("a", "first")
      $0.add("b", "other")
      $0.add("a", "second")
      $0.add("./a", "third")
    }.bytes
    let container = try OCFContainer(bytes: bytes)
    #expect(container.names == ["mimetype", "META-INF/container.xml", "b", "a"])
    #expect(try container.text("a") == "third")
    #expect(container.codes == ["entry-duplicate", "entry-duplicate"])
    #expect(container.findings.first?.path == "a")
  }

  @Test("A million faults do not make a million findings", .tags(.hostile))
  func boundedFindings() throws {
    let bytes = archive { for number in 0..<5000 { $0.add("../\(number)", "") } }.bytes
    let container = try OCFContainer(bytes: bytes)
    #expect(container.findings.count == 101)
    #expect(container.findings.last?.done.contains("4900") == true)
  }
}

@Suite("The container's root") struct RootTests {
  private func packed(_ names: [String]) throws -> OCFContainer {
    var archive = ZIPBuilder()
    for name in names { archive.add(name, name) }
    return try OCFContainer(bytes: archive.bytes)
  }

  @Test("Is the one folder that holds everything")
  func outerFolder() throws {
    let container = try packed([
      "book/mimetype", "book/META-INF/container.xml", "book/OEBPS/a.xhtml", "__MACOSX/book/._x",
      ".DS_Store", "readme.txt",
    ])
    #expect(container.names == ["mimetype", "META-INF/container.xml", "OEBPS/a.xhtml"])
    #expect(try container.text("OEBPS/a.xhtml") == "book/OEBPS/a.xhtml")
    #expect(container.codes.first == "root-in-folder")
    #expect(container.findings.first?.path == "book")
  }

  @Test(
    "Stays where it is when a container file is there, or several folders have one",
    arguments: [
      ["META-INF/container.xml", "book/META-INF/container.xml"],
      ["meta-inf/container.xml", "book/META-INF/container.xml"],
      ["one/META-INF/container.xml", "two/META-INF/container.xml"],
      ["a", "b"],
    ])
  func stays(_ names: [String]) throws {
    let container = try packed(names)
    #expect(container.names == names)
    #expect(!container.codes.contains("root-in-folder"))
  }

  @Test("Of several folders is the one above the others")
  func highest() throws {
    let container = try packed([
      "a/b/old/META-INF/container.xml", "a/b/META-INF/container.xml", "a/b/x",
    ])
    #expect(container.names == ["old/META-INF/container.xml", "META-INF/container.xml", "x"])
  }
}

@Suite("The media type file") struct MediaTypeTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var findings: [String]
    var change: @Sendable (inout ZIPBuilder) -> Void
  }

  @Test(
    "Is never needed; what is wrong with it is a finding",
    arguments: [
      Row(testDescription: "right", findings: []) { _ in },
      Row(testDescription: "missing", findings: ["mimetype-missing"]) { $0.entries.removeFirst() },
      Row(testDescription: "compressed", findings: ["mimetype-compressed"]) {
        $0.entries[0].method = 8
      },
      Row(testDescription: "not first", findings: ["mimetype-not-first"]) {
        $0.entries.swapAt(0, 1)
      },
      Row(testDescription: "extra field", findings: ["mimetype-extra-field"]) {
        $0.entries[0].localExtra = [1, 2, 0, 0]
      },
      Row(testDescription: "byte-order mark", findings: ["mimetype-byte-order-mark"]) {
        $0.entries[0].contents = [0xEF, 0xBB, 0xBF] + $0.entries[0].contents
      },
      Row(testDescription: "line end", findings: ["mimetype-wrong"]) {
        $0.entries[0].contents += [10]
      },
      Row(testDescription: "other", findings: ["mimetype-wrong"]) {
        $0.entries[0].contents = Array("application/zip\u{1B}[2J".utf8)
      },
      Row(testDescription: "empty", findings: ["mimetype-wrong"]) { $0.entries[0].contents = [] },
      Row(testDescription: "huge", findings: ["mimetype-wrong"]) {
        $0.entries[0].contents = [UInt8](repeating: 65, count: 1 << 20)
      },
      Row(
        testDescription: "of an unknown method",
        findings: ["mimetype-compressed", "mimetype-wrong"]
      ) {
        $0.entries[0].method = 12
      },
    ])
  func faults(_ row: Row) throws {
    var archive = archive { $0.add("a", "a") }
    row.change(&archive)
    let container = try OCFContainer(bytes: archive.bytes)
    #expect(container.codes == row.findings)
    #expect(container.findings.allSatisfy { $0.severity == .warning && !$0.losesText })
    #expect(container.findings.allSatisfy { $0.clause == "EPUB 3.3 #sec-zip-container-mime" })
    #expect(container.findings.allSatisfy { $0.done == $0.done.printable })
    #expect(try container.text("a") == "a")
  }
}
