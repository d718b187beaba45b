import EPUBBasics
import EPUBContainer
import TestKit
import Testing

@Suite("Entries of an archive") struct EntryTests {
  @Test("A built book opens, and every file is what was put in")
  func builtBook() throws {
    let book = BookBuilder {
      $0.hasNCX = true
      $0.stylesheet("p { margin: 0 }")
      $0.chapter("<p>One &amp; only.</p>", title: "One")
    }
    let container = try OCFContainer(bytes: book.bytes)
    #expect(container.findings.isEmpty)
    #expect(container.names == book.files.map(\.path))
    for file in book.files {
      let path = try #require(ContainerPath(file.path))
      #expect(try container.resource(at: path).bytes == file.bytes)
    }
  }

  struct Writing: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var change: @Sendable (inout ZIPBuilder.Entry) -> Void
  }

  @Test(
    "Is read in full, however it was written",
    arguments: [
      Writing(testDescription: "deflated") { _ in },
      Writing(testDescription: "stored") { $0.method = 0 },
      Writing(testDescription: "descriptor with signature") { $0.descriptor = .signed },
      Writing(testDescription: "descriptor without signature") { $0.descriptor = .unsigned },
      Writing(testDescription: "stored, with descriptor") {
        $0.method = 0
        $0.descriptor = .unsigned
      },
      Writing(testDescription: "ZIP64") { $0.isZIP64 = true },
      Writing(testDescription: "ZIP64 with descriptor") {
        $0.isZIP64 = true
        $0.descriptor = .signed
      },
      Writing(testDescription: "long local extra field") {
        $0.localExtra = [0xFE, 0xCA, 0xE8, 3] + [UInt8](repeating: 7, count: 1000)
      },
      Writing(testDescription: "local name differs") { $0.localName = Array("other.txt".utf8) },
      Writing(testDescription: "local name shorter, padded with zeros") {
        $0.localName = Array("a.txt".utf8) + [0, 0, 0, 0]
      },
      Writing(testDescription: "local sizes and CRC lie") {
        $0.localByteCount = 1
        $0.localCompressedByteCount = 2
        $0.localCRC = 3
      },
      Writing(testDescription: "local header overwritten") { $0.localSignature = 0 },
      Writing(testDescription: "stated size too small") { $0.statedByteCount = 10 },
      Writing(testDescription: "stated size too great") { $0.statedByteCount = 100_000 },
      Writing(testDescription: "stated size beyond reason") { $0.statedByteCount = 0xFFFF_FFF0 },
      Writing(testDescription: "compressed size too great") {
        $0.statedCompressedByteCount = 0x7FFF_FFFF
      },
      Writing(testDescription: "compressed size left out") { $0.statedCompressedByteCount = 0 },
      Writing(testDescription: "UTF-8 flag") { $0.flags = 0x800 },
    ])
  func writings(_ writing: Writing) throws {
    let text = prose(20_000)
    let bytes = archive {
      $0.add("text/chapter.txt", text, writing.change)
      $0.add("after.txt", "after")
    }.bytes
    let container = try OCFContainer(bytes: bytes)
    #expect(container.findings.isEmpty)
    #expect(try container.text("text/chapter.txt") == text)
    #expect(try container.text("after.txt") == "after")
  }

  @Test("Stored data whose compressed size lies is read by its full size")
  func storedSizes() throws {
    let bytes = archive {
      $0.add("a", "abcdef") {
        $0.method = 0
        $0.statedCompressedByteCount = 0
      }
    }.bytes
    #expect(try OCFContainer(bytes: bytes).text("a") == "abcdef")
  }

  @Test(
    "Where the local header states wrong lengths of itself, the directory's are tried",
    arguments: [0, 8] as [UInt16])
  func localLengthLies(_ method: UInt16) throws {
    let text = prose(3000)
    var bytes = archive { $0.add("chapter.txt", text) { $0.method = method } }.bytes
    let name = Array("chapter.txt".utf8)
    let at = try #require(bytes.indices.first { bytes[$0...].starts(with: name) })
    bytes[at - 4] = 200
    #expect(try OCFContainer(bytes: bytes).text("chapter.txt") == text)
  }

  @Test("Is empty when it is", arguments: [0, 8] as [UInt16])
  func empty(_ method: UInt16) throws {
    let bytes = archive {
      $0.add("a", "") { $0.method = method }
      $0.add("b", "") {
        $0.method = method
        $0.data = []
      }
    }.bytes
    let container = try OCFContainer(bytes: bytes)
    #expect(try container.text("a") == "")
    #expect(try container.text("b") == "")
  }

  @Test("States size, CRC and whether it is under a password")
  func statements() throws {
    let container = try OCFContainer(
      bytes: archive { $0.add("a", "abc") { $0.flags = 1 } }.bytes)
    let entry = try #require(container.entry(at: "a"))
    #expect(entry.byteCount == 3)
    #expect(entry.crc32 == 0x3524_41C2)
    #expect(entry.isPasswordProtected)
    #expect(container.entry(at: "mimetype")?.isPasswordProtected == false)
    #expect(throws: ContainerError.passwordProtected("a")) { try container.resource(at: "a") }
  }

  @Test("Under AES is under a password too")
  func aes() throws {
    let container = try OCFContainer(bytes: archive { $0.add("a", "abc") { $0.method = 99 } }.bytes)
    #expect(container.entry(at: "a")?.isPasswordProtected == true)
    #expect(throws: ContainerError.passwordProtected("a")) { try container.resource(at: "a") }
  }

  @Test(
    "Of an unknown method is refused by its number", arguments: [1, 9, 12, 14, 93, 95] as [UInt16])
  func unknownMethod(_ method: UInt16) throws {
    let container = try OCFContainer(
      bytes: archive { $0.add("a", "abc") { $0.method = method } }.bytes)
    #expect(throws: ContainerError.unsupportedCompression(method: Int(method), "a")) {
      try container.resource(at: "a")
    }
  }

  @Test("That is not there is named")
  func absent() throws {
    let container = try OCFContainer(bytes: archive().bytes)
    #expect(container.entry(at: "x") == nil)
    #expect(throws: ContainerError.noSuchEntry("x")) { try container.resource(at: "x") }
  }

  @Test(
    "Is bounded by its bytes, whatever it states", .tags(.hostile),
    arguments: [nil, 5, 0xFFFF_0000] as [UInt32?])
  func bounded(_ stated: UInt32?) throws {
    var limits = Limits()
    limits.maximumResourceByteCount = 10_000
    for method in [0, 8] as [UInt16] {
      let bytes = archive {
        $0.add("fits", String(repeating: "A", count: 10_000)) { $0.method = method }
        $0.add("bomb", String(repeating: "A", count: 10_001)) {
          $0.method = method
          $0.statedByteCount = stated
        }
      }.bytes
      let container = try OCFContainer(bytes: bytes, limits: limits)
      #expect(try container.resource(at: "fits").bytes.count == 10_000)
      #expect(throws: ContainerError.sizeExceeds(limit: 10_000, "bomb")) {
        try container.resource(at: "bomb")
      }
    }
  }

  @Test("Is not read where its data is another's as well", .tags(.hostile))
  func stolen() throws {
    let text = prose(5000)
    var whole = archive {
      for name in ["a", "b", "c"] { $0.add(name, text) }
    }
    // The second is the first once more, which only its length gives away.
    let first = try #require(whole.bytes.localHeaders.dropFirst(2).first)
    whole.entries[3].statedOffset = UInt32(first)
    #expect(try OCFContainer(bytes: whole.bytes).codes == [])
    whole.entries[3].statedCompressedByteCount = 100_000
    let container = try OCFContainer(bytes: whole.bytes)
    #expect(container.codes == ["entry-overlapping"])
    #expect(try container.text("a") == text)
    #expect(try container.text("c") == text)
    #expect(throws: ContainerError.damaged("b", offset: first)) {
      try container.resource(at: "b")
    }
  }

  @Test("Its first bytes can be had however large it is")
  func head() throws {
    var limits = Limits()
    limits.maximumResourceByteCount = 10_000
    for method in [0, 8] as [UInt16] {
      let bytes = archive {
        $0.add("large", "head" + String(repeating: "A", count: 100_000)) { $0.method = method }
        $0.add("small", "head") { $0.method = method }
      }.bytes
      let container = try OCFContainer(bytes: bytes, limits: limits)
      #expect(try container.head(of: "large", byteCount: 6) == Array("headAA".utf8))
      #expect(try container.head(of: "small", byteCount: 64) == Array("head".utf8))
      #expect(throws: ContainerError.noSuchEntry("x")) {
        try container.head(of: "x", byteCount: 64)
      }
    }
  }

  @Test("A great ratio alone is no fault")
  func ratio() throws {
    let blanks = String(repeating: " ", count: 2_000_000)
    #expect(try OCFContainer(bytes: archive { $0.add("a", blanks) }.bytes).text("a") == blanks)
  }

  @Test("Several entries may share their data", .tags(.hostile))
  func overlapping() throws {
    let bytes = archive {
      $0.add("a", prose(1000))
      $0.add("b", prose(1000)) { $0.statedOffset = 0 }
      $0.add("c", prose(1000)) { $0.statedOffset = 0 }
    }.bytes
    let container = try OCFContainer(bytes: bytes)
    #expect(container.entries.count == 5)
    // What stands at offset 0 is the media type, stored: not what these entries are said to be.
    #expect(throws: ContainerError.self) { try container.resource(at: "b") }
  }

  @Test("Reads alike from several threads at once")
  func threads() async throws {
    let text = prose(100_000)
    let container = try OCFContainer(
      bytes: archive { for number in 0..<16 { $0.add("c\(number)", text) } }.bytes)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<64 {
        group.addTask {
          let path = try #require(ContainerPath("c\(number % 16)"))
          return try container.resource(at: path).bytes == Array(text.utf8)
        }
      }
      for try await same in group { #expect(same) }
    }
  }
}

extension [UInt8] {
  /// Where local headers stand.
  fileprivate var localHeaders: [Int] {
    indices.dropLast(3).filter { self[$0..<$0 + 4].elementsEqual([0x50, 0x4B, 3, 4]) }
  }
}
