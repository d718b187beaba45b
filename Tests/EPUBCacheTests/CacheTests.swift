import EPUBBasics
import EPUBCache
import Foundation
import TestKit
import Testing

@Suite("The cache", .timeLimit(.minutes(10))) struct CacheTests {
  private static func key(_ number: Int) -> Digest {
    var builder = Digest.Builder()
    builder.add(number)
    return builder.digest
  }

  private static let content = Array("where pages begin".utf8)

  private static func files(in folder: TemporaryFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/a/b").sorted()
  }

  private static func cache(in folder: TemporaryFolder, _ limit: Int = 64 << 20) -> Cache {
    Cache(folder: "\(folder.path)/a/b", maximumByteCount: limit)
  }

  @Test("Gives what was kept under a key, and nothing for others")
  func keeps() throws {
    let folder = try TemporaryFolder()
    let cache = Self.cache(in: folder)
    #expect(cache.bytes(of: Self.key(1)) == nil)
    cache.keep(Self.content, as: Self.key(1))
    cache.keep([], as: Self.key(2))
    #expect(cache.bytes(of: Self.key(1)) == Self.content)
    #expect(cache.bytes(of: Self.key(2)) == [])
    #expect(cache.bytes(of: Self.key(3)) == nil)
    cache.keep([1], as: Self.key(1))
    #expect(cache.bytes(of: Self.key(1)) == [1])
    #expect(try Self.files(in: folder).count == 2)
  }

  @Test("Takes nothing that is cut, changed, or another key's")
  func damage() throws {
    let folder = try TemporaryFolder()
    let cache = Self.cache(in: folder)
    cache.keep(Self.content, as: Self.key(1))
    let path = "\(folder.path)/a/b/\(Self.key(1).hexadecimal)"
    let whole = try #require(FileManager.default.contents(atPath: path))
    for length in 0..<whole.count {
      try whole.prefix(length).write(to: URL(fileURLWithPath: path))
      #expect(cache.bytes(of: Self.key(1)) == nil)
    }
    for bit in 0..<8 * whole.count {
      var changed = whole
      changed[bit / 8] ^= 1 << (bit % 8)
      try changed.write(to: URL(fileURLWithPath: path))
      #expect(cache.bytes(of: Self.key(1)) == nil)
    }
    try (whole + [0]).write(to: URL(fileURLWithPath: path))
    #expect(cache.bytes(of: Self.key(1)) == nil)
    try whole.write(to: URL(fileURLWithPath: "\(folder.path)/a/b/\(Self.key(2).hexadecimal)"))
    #expect(cache.bytes(of: Self.key(2)) == nil)
    try whole.write(to: URL(fileURLWithPath: path))
    #expect(cache.bytes(of: Self.key(1)) == Self.content)
  }

  @Test("Gives up the oldest entries where there is no more room, and no other files")
  func room() throws {
    let folder = try TemporaryFolder()
    let cache = Self.cache(in: folder, 64 << 10)
    let manager = FileManager.default
    cache.keep([UInt8](repeating: 7, count: 5000), as: Self.key(0))
    let other = "\(folder.path)/a/b/README"
    _ = manager.createFile(atPath: other, contents: Data(repeating: 0, count: 100_000))
    for number in 1...20 {
      cache.keep([UInt8](repeating: 7, count: 5000), as: Self.key(number))
      try manager.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1e9 + Double(number))],
        ofItemAtPath: "\(folder.path)/a/b/\(Self.key(number).hexadecimal)")
    }
    let kept = (0...20).filter { cache.bytes(of: Self.key($0)) != nil }
    #expect(kept.contains(20) && kept.contains(19) && !kept.contains(1) && !kept.contains(5))
    #expect(kept.count * 5000 <= 64 << 10 && kept.count > 4)
    #expect(manager.fileExists(atPath: other))
    cache.keep([UInt8](repeating: 7, count: 17 << 10), as: Self.key(21))
    #expect(cache.bytes(of: Self.key(21)) == nil)
  }

  @Test("Does nothing where nothing can be written or read")
  func refused() throws {
    for path in ["/proc/no-such-folder", "/dev/null/cache"] {
      let cache = Cache(folder: path)
      cache.keep(Self.content, as: Self.key(1))
      #expect(cache.bytes(of: Self.key(1)) == nil)
    }
    // What is no file must not be waited for.
    let folder = try TemporaryFolder()
    let cache = Self.cache(in: folder)
    cache.keep(Self.content, as: Self.key(1))
    let path = "\(folder.path)/a/b/\(Self.key(2).hexadecimal)"
    let made = unsafe mkfifo(path, 0o600)
    #expect(made == 0)
    #expect(cache.bytes(of: Self.key(2)) == nil)
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/a/b/\(Self.key(3).hexadecimal)", withIntermediateDirectories: false)
    cache.keep(Self.content, as: Self.key(3))
    #expect(cache.bytes(of: Self.key(3)) == nil)
    #expect(try Self.files(in: folder).count == 3, "no unfinished file is left")
  }

  @Test("Several at once never read half an entry")
  func together() throws {
    let folder = try TemporaryFolder()
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      let cache = Self.cache(in: folder)
      for turn in 0..<50 {
        cache.keep([UInt8](repeating: UInt8(thread), count: 1000 + turn), as: Self.key(1))
        let read = cache.bytes(of: Self.key(1)) ?? []
        #expect(read.count >= 1000 && read.allSatisfy { $0 == read[0] })
      }
    }
    #expect(try Self.files(in: folder).count == 1)
  }

  @Test("The running code is told, and the same each time")
  func code() { #expect(Digest.ofRunningCode != nil) }
}
