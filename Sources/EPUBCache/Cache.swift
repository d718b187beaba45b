public import EPUBBasics

/// What can be computed again, kept between runs: entries of bytes in a folder, each under the digest of
/// all that it was computed from.
///
/// Nothing here fails: what can't be read, or isn't what was written, is not there; what can't be
/// written is not kept. Entries are written whole or not at all, and several processes may use the
/// folder at once. Together the entries take no more than a limit: the oldest, by the day of their last
/// use, are given up.
public struct Cache: Sendable {
  private let folder: CacheFolder
  private let maximumByteCount: Int

  /// - Parameter folder: made, with those above it, when the first entry is kept.
  public init(folder: String, maximumByteCount: Int = 64 << 20) {
    self.folder = CacheFolder(path: folder)
    self.maximumByteCount = maximumByteCount
  }

  /// One entry must not push out all others.
  private var maximumEntryByteCount: Int { maximumByteCount / 4 }

  public func bytes(of key: Digest) -> [UInt8]? {
    let limit = maximumEntryByteCount
    return folder.file(named: key.hexadecimal, limit: limit).flatMap {
      CacheEntry.content(of: $0, key)
    }
  }

  public func keep(_ bytes: [UInt8], as key: Digest) {
    let entry = CacheEntry.file(of: bytes, key)
    guard entry.count <= maximumEntryByteCount,
      folder.write(entry, named: key.hexadecimal)
    else { return }
    makeRoom()
  }

  private func makeRoom() {
    // Other files in the folder are none of ours.
    let files = folder.files.filter { CacheEntry.isName($0.name) }
    var byteCount = files.reduce(0) { $0 + $1.byteCount }
    for file in files.sorted(by: { ($0.lastUse, $0.name) < ($1.lastUse, $1.name) }) {
      if byteCount <= maximumByteCount { return }
      folder.remove(file.name)
      byteCount -= file.byteCount
    }
  }
}

/// The file of an entry: a mark, the content, and a digest of the key and the content.
enum CacheEntry {
  private static let mark = Array("epub-read cache 1\n".utf8)
  private static let digestByteCount = 16

  static func file(of content: [UInt8], _ key: Digest) -> [UInt8] {
    mark + content + seal(content, key)
  }

  /// `nil` where it is another entry's file, or damaged.
  static func content(of file: [UInt8], _ key: Digest) -> [UInt8]? {
    guard file.count >= mark.count + digestByteCount, file.starts(with: mark) else { return nil }
    let end = file.count - digestByteCount
    let content = Array(file[mark.count..<end])
    return file[end...].elementsEqual(seal(content, key)) ? content : nil
  }

  private static func seal(_ content: [UInt8], _ key: Digest) -> [UInt8] {
    var builder = Digest.Builder()
    builder.add(key)
    builder.add(content)
    let digest = builder.digest
    return [digest.high, digest.low].flatMap { number in
      (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
  }

  /// An entry's, or one that is being written.
  static func isName(_ name: String) -> Bool {
    name.utf8.count >= 32 && name.utf8.prefix(32).allSatisfy { $0.hexDigitValue != nil }
  }
}
