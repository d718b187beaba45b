import EPUBBasics
import EPUBContainer
import TestKit
import Testing

@Suite("Hostile archives", .tags(.hostile), .timeLimit(.minutes(10))) struct HostileTests {
  /// Small, with every way of writing in it.
  private static let small = archive {
    $0.add("a", prose(300))
    $0.add("b", prose(200)) { $0.method = 0 }
    $0.add("c", prose(200)) { $0.descriptor = .unsigned }
    $0.add("d", prose(200)) { $0.isZIP64 = true }
    $0.add("é", "") { $0.descriptor = .signed }
    $0.isZIP64 = true
  }.bytes

  private static let limits: Limits = {
    var limits = Limits()
    limits.maximumResourceByteCount = 1 << 20
    return limits
  }()

  /// Opens and reads everything; errors are fine, and everything that is read keeps the limits.
  private func readAll(_ bytes: [UInt8]) -> Int {
    var count = 0
    do throws(ContainerError) {
      let container = try OCFContainer(bytes: bytes, limits: Self.limits)
      for entry in container.entries {
        do throws(ContainerError) {
          let read = try container.resource(at: entry.path).bytes.count
          #expect(read <= Self.limits.maximumResourceByteCount)
          count += read
        } catch {
          continue
        }
      }
    } catch {
      return count
    }
    return count
  }

  @Test("Cut at any byte, an archive gives what is left or a reason")
  func truncation() {
    var counts: [Int] = []
    for length in 0...Self.small.count { counts.append(readAll(Array(Self.small.prefix(length)))) }
    #expect(counts.last == 932)
    // Once the local entries are all there, the directory is not needed for any of them.
    #expect(counts[Self.small.count - 1] == counts.last)
    #expect(counts.dropFirst(1000).allSatisfy { $0 >= 300 })
  }

  @Test(
    "With bits turned over, an archive never crashes or hangs", arguments: 0..<10 as Range<UInt64>)
  func bitFlips(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var whole = 0
    for _ in 0..<1000 {
      var bytes = Self.small
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let bit = Int.random(in: 0..<(bytes.count * 8), using: &random)
        bytes[bit / 8] ^= 1 << (bit % 8)
      }
      if readAll(bytes) > 0 { whole += 1 }
    }
    // Nearly every one of them can still be read in part.
    #expect(whole > 950, "seed \(seed)")
  }

  @Test(
    "Noise after the signatures of an archive is no archive", arguments: 0..<20 as Range<UInt64>)
  func noise(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let signatures: [[UInt8]] = [
      [0x50, 0x4B, 3, 4], [0x50, 0x4B, 1, 2], [0x50, 0x4B, 5, 6], [0x50, 0x4B, 6, 6],
      [0x50, 0x4B, 6, 7], [0x50, 0x4B, 7, 8],
    ]
    var bytes: [UInt8] = []
    while bytes.count < 100_000 {
      bytes += signatures.randomElement(using: &random) ?? []
      for _ in 0..<Int.random(in: 0..<60, using: &random) {
        bytes.append(Bool.random(using: &random) ? 0 : UInt8.random(in: 0...255, using: &random))
      }
    }
    _ = readAll(bytes)
    #expect(bytes.count >= 100_000, "seed \(seed)")
  }

  @Test(
    "Many false records cost no more than a look at each",
    arguments: [
      [0x50, 0x4B, 5, 6] + [UInt8](repeating: 1, count: 18),
      [0x50, 0x4B, 5, 6] + [UInt8](repeating: 0, count: 18),
      [0x50, 0x4B, 3, 4, 20, 0, 8, 0, 8, 0] + [UInt8](repeating: 0, count: 16) + [1, 0, 0, 0, 65],
      [0x50, 0x4B, 3, 4, 20, 0, 0, 0],
      [0x50, 0x4B, 1, 2],
    ])
  func falseRecords(_ record: [UInt8]) {
    let count = 2_000_000 / record.count
    #expect(readAll(Array(repeatElement(record, count: count).joined())) == 0)
  }

  @Test(
    "Sizes and offsets of 64 bits that lie are only numbers",
    arguments: [UInt64.max, UInt64(Int.max), UInt64(Int.max) + 1, 1 << 40])
  func wideLies(_ value: UInt64) throws {
    let field = (0..<3).flatMap { _ in (0..<8).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    let bytes = archive {
      $0.add("a", prose(300)) {
        $0.statedByteCount = .max
        $0.statedCompressedByteCount = .max
        $0.statedOffset = .max
        $0.centralExtra = [1, 0, 24, 0] + field
      }
    }.bytes
    let container = try OCFContainer(bytes: bytes, limits: Self.limits)
    #expect(throws: ContainerError.self) { try container.resource(at: "a") }
    #expect(try container.text("META-INF/container.xml") == "<container/>")
  }
}
