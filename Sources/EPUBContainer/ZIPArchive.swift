// Reading one entry of an archive: its data found through the local header, expanded, checked.
//
// Of the local header only the lengths of its name and extra field count, since they alone say
// where the data begins; all else is the central directory's word. Where the header is no header
// and the CRC does not match, the data is tried where the central directory's lengths put it.

import EPUBBasics

struct ZIPArchive: Sendable {
  let source: ByteSource
  let limits: Limits

  private static let localHeaderByteCount = 30
  /// Extra fields are mostly shorter: header and data then come with one read.
  private static let usualExtraByteCount = 64

  func resource(_ record: ZIPRecord) throws(ContainerError) -> OCFContainer.Resource {
    try resource(record, limit: limits.maximumResourceByteCount)
  }

  func resource(
    _ record: ZIPRecord, limit: Int
  ) throws(ContainerError) -> OCFContainer.Resource {
    try checkMethod(record)
    if record.byteCount > limit, record.byteCount / maximumExpansion <= record.compressedByteCount {
      throw .sizeExceeds(limit: limit, record.path)
    }
    if record.isEmpty { return OCFContainer.Resource(bytes: []) }
    try checkOffset(record)
    let entry = try read(record, limit)
    if entry.end == .exceedsLimit { throw .sizeExceeds(limit: limit, record.path) }
    if entry.bytes.isEmpty, entry.isDamaged {
      throw .damaged(record.path, offset: record.headerOffset)
    }
    return OCFContainer.Resource(bytes: entry.bytes, damage: entry.damage(record))
  }

  /// A shorter entry is read whole to look at its beginning: so it is found even where its header lies about
  /// its place.
  static let wholeHeadByteCount = 4096

  /// The first bytes of an entry, unchecked in longer ones.
  func head(of record: ZIPRecord, byteCount: Int) throws(ContainerError) -> [UInt8] {
    try checkMethod(record)
    if record.isEmpty { return [] }
    try checkOffset(record)
    let isShort = record.byteCount <= Self.wholeHeadByteCount
    let limit = isShort ? max(byteCount, record.byteCount) : byteCount
    return Array(try read(record, limit).bytes.prefix(byteCount))
  }

  private func checkMethod(_ record: ZIPRecord) throws(ContainerError) {
    if record.isPasswordProtected { throw .passwordProtected(record.path) }
    guard record.method == 0 || record.method == 8 else {
      throw .unsupportedCompression(method: record.method, record.path)
    }
  }

  private func checkOffset(_ record: ZIPRecord) throws(ContainerError) {
    guard record.headerOffset >= 0, record.headerOffset < source.byteCount,
      !record.isOverlapping
    else {
      throw .damaged(record.path, offset: record.headerOffset)
    }
  }

  /// Reads the data where the local header puts it, and if that is not what the CRC promises,
  /// where it may be if the header lies about its own length.
  private func read(_ record: ZIPRecord, _ limit: Int) throws(ContainerError) -> ReadEntry {
    let known = knownByteCount(record, limit)
    // Stored data is read by itself, so that it need not be moved afterwards.
    let wanted =
      Self.localHeaderByteCount + record.nameByteCount + Self.usualExtraByteCount
      + (record.method == 0 ? 0 : known)
    let head = try source.bytes(
      record.headerOffset..<record.headerOffset.addingClamped(wanted))
    guard head.count >= Self.localHeaderByteCount else {
      throw .damaged(record.path, offset: record.headerOffset)
    }
    let extraByteCount = Int(head.u16(28))
    let start = Self.localHeaderByteCount + Int(head.u16(26)) + extraByteCount
    let entry = try expand(record, head, start, known, limit)
    if !entry.isDamaged { return entry }
    let plain = Self.localHeaderByteCount + record.nameByteCount
    for other in [plain + extraByteCount, plain] where other != start {
      let retried = try expand(record, head, other, known, limit)
      if !retried.isDamaged { return retried }
    }
    return entry
  }

  /// How many bytes of data to read: what is stated, but no more than can be of use. A size of 0
  /// for an entry that is not empty was left out by a writer that streams: all that follows may
  /// belong to it, and deflate data ends by itself.
  private func knownByteCount(_ record: ZIPRecord, _ limit: Int) -> Int {
    let most = min(source.byteCount, limit.addingClamped(limit / 8).addingClamped(1 << 16))
    if record.compressedByteCount > 0 { return min(record.compressedByteCount, most) }
    return record.method == 0 ? min(record.byteCount, most) : most
  }

  /// - Parameter start: of the data, from the local header.
  private func expand(
    _ record: ZIPRecord, _ head: [UInt8], _ start: Int, _ count: Int, _ limit: Int
  ) throws(ContainerError) -> ReadEntry {
    let offset = record.headerOffset.addingClamped(start)
    if record.method == 0 {
      let bytes = try source.bytes(min(offset, .max - count)..<(min(offset, .max - count) + count))
      return ReadEntry(stored: bytes, wanted: count, record, limit)
    }
    if start + count <= head.count || record.headerOffset + head.count == source.byteCount {
      let first = min(start, head.count)
      let data = head.span.extracting(first..<min(start + count, head.count))
      return ReadEntry(deflated: data, record, limit)
    }
    let data = try source.bytes(offset..<offset.addingClamped(count))
    return ReadEntry(deflated: data.span, record, limit)
  }
}

extension ZIPRecord {
  /// Nothing is stated to be in it: not even the two bytes that deflate makes of nothing.
  fileprivate var isEmpty: Bool {
    compressedByteCount == 0 && byteCount == 0 && (crc32 ?? 0) == 0
  }
}

/// What was read of an entry, and whether it is what the directory promises.
private struct ReadEntry {
  let bytes: [UInt8]
  let end: Inflated.End
  let hasStatedCRC: Bool

  init(stored bytes: [UInt8], wanted: Int, _ record: ZIPRecord, _ limit: Int) {
    self.bytes = bytes
    end = bytes.count > limit ? .exceedsLimit : bytes.count < wanted ? .cutShort : .complete
    hasStatedCRC = record.crc32.map { $0 == crc32(of: bytes.span) } ?? true
  }

  init(deflated data: Span<UInt8>, _ record: ZIPRecord, _ limit: Int) {
    let result = inflated(data, stated: record.byteCount, limit: limit)
    bytes = result.bytes
    end = result.end
    hasStatedCRC = record.crc32.map { $0 == crc32(of: result.bytes.span) } ?? true
  }

  /// A CRC that matches proves the bytes, whatever else is odd.
  var isDamaged: Bool { !hasStatedCRC || end != .complete }

  func damage(_ record: ZIPRecord) -> Finding? {
    guard isDamaged else { return nil }
    let (code, what) =
      switch end {
      case .cutShort: ("entry-cut-short", "The data ends early.")
      case .invalid: ("entry-corrupt", "The compressed data is damaged.")
      case .complete, .exceedsLimit: ("entry-crc-mismatch", "The data does not match its CRC.")
      }
    let shown =
      end == .complete
      ? "It is shown as it is."
      : "The \(bytes.count) bytes before the damage are shown."
    return Finding(
      code, .error, path: record.path.string, clause: "EPUB 3.3 #sec-zip-container-zipreqs",
      done: "\(what) \(shown)", losesText: true)
  }
}
