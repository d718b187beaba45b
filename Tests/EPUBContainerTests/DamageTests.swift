import EPUBBasics
import EPUBContainer
import TestKit
import Testing

@Suite("Damaged entries", .tags(.hostile)) struct DamageTests {
  private let text = prose(50_000)

  @Test(
    "With a CRC that does not match are shown as they are, with a finding",
    arguments: [0, 8] as [UInt16])
  func crc(_ method: UInt16) throws {
    let container = try OCFContainer(
      bytes: archive {
        $0.add("a", text) {
          $0.method = method
          $0.statedCRC = 1
        }
      }.bytes)
    let resource = try container.resource(at: "a")
    #expect(resource.bytes == Array(text.utf8))
    let damage = try #require(resource.damage)
    #expect(damage.code == "entry-crc-mismatch")
    #expect(damage.severity == .error)
    #expect(damage.path == "a")
    #expect(damage.losesText)
  }

  @Test("Cut short give what stands before the cut", arguments: [0.1, 0.5, 0.99])
  func cutShort(_ part: Double) throws {
    let data = deflated(Array(text.utf8))
    let container = try OCFContainer(
      bytes: archive {
        $0.add("a", text) { $0.data = Array(data.prefix(Int(Double(data.count) * part))) }
      }.bytes)
    let resource = try container.resource(at: "a")
    #expect(resource.damage?.code == "entry-cut-short")
    #expect(resource.damage?.losesText == true)
    #expect(Array(text.utf8).starts(with: resource.bytes))
    #expect(Double(resource.bytes.count) > Double(text.utf8.count) * part * 0.5)
    #expect(resource.bytes.count < text.utf8.count)
  }

  @Test("Corrupt in the middle give what stands before the damage")
  func corrupt() throws {
    // A stored block of five bytes, then one of a kind that does not exist.
    let data: [UInt8] = [0, 5, 0, 0xFA, 0xFF] + Array("Rain ".utf8) + [7, 1, 2, 3]
    let container = try OCFContainer(bytes: archive { $0.add("a", text) { $0.data = data } }.bytes)
    let resource = try container.resource(at: "a")
    #expect(resource.bytes == Array("Rain ".utf8))
    #expect(resource.damage?.code == "entry-corrupt")
    #expect(resource.damage?.losesText == true)
  }

  @Test("Of sizes that lie grow as they are expanded", arguments: [0, 1, 31, 32, 33, 4096, 49_999])
  func growing(_ stated: UInt32) throws {
    for text in [self.text, String(repeating: "A", count: 50_000)] {
      let container = try OCFContainer(
        bytes: archive { $0.add("a", text) { $0.statedByteCount = stated } }.bytes)
      #expect(try container.text("a") == text)
    }
  }

  @Test("Of which no byte can be had are refused")
  func nothing() throws {
    let container = try OCFContainer(
      bytes: archive {
        $0.add("a", text) { $0.data = [0xFF, 0xFF, 0xFF] }
        $0.add("b", text) { $0.statedOffset = 0x7FFF_FFFF }
        $0.add("c", text) {
          $0.isZIP64 = true
          $0.centralExtra = []
        }
      }.bytes)
    #expect(throws: ContainerError.self) { try container.resource(at: "a") }
    #expect(throws: ContainerError.damaged("b", offset: 0x7FFF_FFFF)) {
      try container.resource(at: "b")
    }
    #expect(try container.text("c") == text)
  }

  @Test("In a file that shrinks after it was opened are cut short")
  func shrinkingFile() throws {
    let folder = try TemporaryFolder()
    let bytes = archive { $0.add("a", text) { $0.method = 0 } }.bytes
    let path = try folder.write("a.epub", bytes)
    let container = try OCFContainer(path: path)
    try folder.truncate("a.epub", to: 20_000)
    let resource = try container.resource(at: "a")
    #expect(resource.damage?.code == "entry-cut-short")
    #expect(resource.bytes.count > 19_000)
    #expect(Array(text.utf8).starts(with: resource.bytes))
  }
}
