/// Writes a ZIP archive, right or wrong: every field can be made to lie.
///
///     var archive = ZIPBuilder()
///     archive.add("mimetype", "application/epub+zip") { $0.method = 0 }
///     archive.add("a.txt", "text") { $0.descriptor = .unsigned }
///     let bytes = archive.bytes
public struct ZIPBuilder: Sendable {
  /// What stands after an entry's data and repeats its CRC and sizes.
  public enum Descriptor: Sendable {
    case none
    case signed
    case unsigned
  }

  public struct Entry: Sendable {
    public var name: [UInt8]
    public var contents: [UInt8]
    /// 0 stores, 8 deflates; any other is written down and the contents stand as they are.
    public var method: UInt16 = 8
    public var flags: UInt16 = 0
    public var descriptor = Descriptor.none
    /// Sizes and offset stand in the ZIP64 extra field.
    public var isZIP64 = false
    public var localExtra: [UInt8] = []
    public var centralExtra: [UInt8] = []
    public var externalAttributes: UInt32 = 0

    /// In place of the truth, in the central directory.
    public var statedCRC: UInt32?
    public var statedByteCount: UInt32?
    public var statedCompressedByteCount: UInt32?
    public var statedOffset: UInt32?
    /// In place of the deflated contents.
    public var data: [UInt8]?
    /// In the local header.
    public var localName: [UInt8]?
    public var localSignature: UInt32 = 0x0403_4B50
    public var localCRC: UInt32?
    public var localByteCount: UInt32?
    public var localCompressedByteCount: UInt32?

    public init(name: [UInt8], contents: [UInt8]) {
      self.name = name
      self.contents = contents
    }
  }

  public var entries: [Entry] = []
  public var comment: [UInt8] = []
  public var statedCommentByteCount: UInt16?
  /// Bytes before the archive.
  public var prefix: [UInt8] = []
  /// Offsets count from the first byte of the prefix, not of the archive.
  public var offsetsCountPrefix = false
  /// Bytes after the end record and its comment.
  public var suffix: [UInt8] = []
  /// The end record is wide, with a locator.
  public var isZIP64 = false
  public var hasDirectory = true
  public var hasEndRecord = true
  public var statedEntryCount: UInt16?
  public var statedDirectoryOffset: UInt32?

  public init() {}

  public mutating func add(
    _ name: String, _ contents: String, _ change: (inout Entry) -> Void = { _ in }
  ) {
    add(Array(name.utf8), Array(contents.utf8), change)
  }

  public mutating func add(
    _ name: [UInt8], _ contents: [UInt8], _ change: (inout Entry) -> Void = { _ in }
  ) {
    var entry = Entry(name: name, contents: contents)
    change(&entry)
    entries.append(entry)
  }

  public var bytes: [UInt8] {
    var writer = ZIPWriter(bytes: prefix, base: offsetsCountPrefix ? 0 : prefix.count)
    let offsets = entries.map { writer.local($0) }
    if hasDirectory {
      let start = writer.offset
      for (entry, offset) in zip(entries, offsets) { writer.central(entry, offset) }
      if hasEndRecord { writer.end(self, start) }
    }
    return writer.bytes + suffix
  }
}

private struct ZIPWriter {
  var bytes: [UInt8]
  let base: Int

  var offset: Int { bytes.count - base }

  private mutating func u16(_ value: Int) {
    bytes += [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
  }
  private mutating func u32(_ value: Int) {
    u16(value)
    u16(value >> 16)
  }
  private mutating func u64(_ value: Int) {
    u32(value)
    u32(value >> 32)
  }

  /// Returns the offset of the header.
  mutating func local(_ entry: ZIPBuilder.Entry) -> Int {
    let start = offset
    let data = entry.storedData
    let crc = Int(crc32(entry.contents))
    let isStreamed = entry.descriptor != .none
    u32(Int(entry.localSignature))
    u16(entry.isZIP64 ? 45 : 20)
    u16(entry.allFlags)
    u16(Int(entry.method))
    u32(0x5A21_6000)  // a day of 2025
    u32(entry.localCRC.map(Int.init) ?? (isStreamed ? 0 : crc))
    let wide = entry.isZIP64 && !isStreamed
    u32(
      entry.localCompressedByteCount.map(Int.init)
        ?? (isStreamed ? 0 : wide ? 0xFFFF_FFFF : data.count))
    u32(
      entry.localByteCount.map(Int.init)
        ?? (isStreamed ? 0 : wide ? 0xFFFF_FFFF : entry.contents.count))
    let name = entry.localName ?? entry.name
    u16(name.count)
    u16(entry.localExtra.count + (wide ? 20 : 0))
    bytes += name
    if wide {
      u16(1)
      u16(16)
      u64(entry.contents.count)
      u64(data.count)
    }
    bytes += entry.localExtra
    bytes += data
    if isStreamed {
      if entry.descriptor == .signed { u32(0x0807_4B50) }
      u32(crc)
      if entry.isZIP64 {
        u64(data.count)
        u64(entry.contents.count)
      } else {
        u32(data.count)
        u32(entry.contents.count)
      }
    }
    return start
  }

  mutating func central(_ entry: ZIPBuilder.Entry, _ offset: Int) {
    let saturated = 0xFFFF_FFFF
    let wide = entry.isZIP64
    let data = entry.storedData
    u32(0x0201_4B50)
    u16(wide ? 45 : 20)
    u16(wide ? 45 : 20)
    u16(entry.allFlags)
    u16(Int(entry.method))
    u32(0x5A21_6000)
    u32(Int(entry.statedCRC ?? crc32(entry.contents)))
    u32(wide ? saturated : entry.statedCompressedByteCount.map(Int.init) ?? data.count)
    u32(wide ? saturated : entry.statedByteCount.map(Int.init) ?? entry.contents.count)
    u16(entry.name.count)
    u16(entry.centralExtra.count + (wide ? 28 : 0))
    u16(0)
    u16(0)
    u16(0)
    u32(Int(entry.externalAttributes))
    u32(wide ? saturated : entry.statedOffset.map(Int.init) ?? offset)
    bytes += entry.name
    if wide {
      u16(1)
      u16(24)
      u64(entry.contents.count)
      u64(data.count)
      u64(offset)
    }
    bytes += entry.centralExtra
  }

  mutating func end(_ archive: ZIPBuilder, _ start: Int) {
    let size = offset - start
    let count = Int(archive.statedEntryCount ?? UInt16(truncatingIfNeeded: archive.entries.count))
    if archive.isZIP64 {
      let record = offset
      u32(0x0606_4B50)
      u64(44)
      u16(45)
      u16(45)
      u32(0)
      u32(0)
      u64(archive.entries.count)
      u64(archive.entries.count)
      u64(size)
      u64(start)
      u32(0x0706_4B50)
      u32(0)
      u64(record)
      u32(1)
    }
    u32(0x0605_4B50)
    u16(0)
    u16(0)
    u16(archive.isZIP64 ? 0xFFFF : count)
    u16(archive.isZIP64 ? 0xFFFF : count)
    u32(archive.isZIP64 ? 0xFFFF_FFFF : size)
    u32(archive.statedDirectoryOffset.map(Int.init) ?? (archive.isZIP64 ? 0xFFFF_FFFF : start))
    u16(Int(archive.statedCommentByteCount ?? UInt16(archive.comment.count)))
    bytes += archive.comment
  }
}

extension ZIPBuilder.Entry {
  fileprivate var storedData: [UInt8] { data ?? (method == 8 ? deflated(contents) : contents) }
  fileprivate var allFlags: Int { Int(flags) | (descriptor == .none ? 0 : 8) }
}
