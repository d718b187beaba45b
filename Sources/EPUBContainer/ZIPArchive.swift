// Reading one entry of an archive: its data found through the local header, expanded, checked.
//
// Of the local header only the lengths of its name and extra field count, since they alone say
// where the data begins; all else is the central directory's word.

import EPUBBasics

struct ZIPArchive: Sendable {
  let source: ByteSource
  let limits: Limits

  private static let localHeaderByteCount = 30

  func resource(_ record: ZIPRecord) throws(ContainerError) -> OCFContainer.Resource {
    if record.isPasswordProtected { throw .passwordProtected(record.path) }
    guard record.method == 0 || record.method == 8 else {
      throw .unsupportedCompression(method: record.method, record.path)
    }
    let limit = limits.maximumResourceByteCount
    let start = try dataStart(record)
    let available = min(record.compressedByteCount, max(0, source.byteCount - start))
    let data = try source.bytes(start..<(start + available))
    if record.method == 0 {
      if data.count > limit { throw .sizeExceeds(limit: limit, record.path) }
      return checked(data, record)
    }
    let result = inflated(data.span, stated: record.byteCount, limit: limit)
    if result.end == .exceedsLimit { throw .sizeExceeds(limit: limit, record.path) }
    return checked(result.bytes, record)
  }

  private func dataStart(_ record: ZIPRecord) throws(ContainerError) -> Int {
    let offset = record.headerOffset
    guard offset < source.byteCount else { throw .damaged(record.path, offset: offset) }
    let header = try source.bytes(offset..<(offset + Self.localHeaderByteCount))
    guard header.count == Self.localHeaderByteCount else {
      throw .damaged(record.path, offset: offset)
    }
    return offset + Self.localHeaderByteCount + Int(header.u16(26)) + Int(header.u16(28))
  }

  private func checked(_ bytes: [UInt8], _ record: ZIPRecord) -> OCFContainer.Resource {
    guard let stated = record.crc32, stated != crc32(of: bytes.span) else {
      return OCFContainer.Resource(bytes: bytes)
    }
    let damage = Finding(
      "entry-damaged", .error, path: record.path.string,
      done: "The data is damaged. What could be expanded is shown.", losesText: true)
    return OCFContainer.Resource(bytes: bytes, damage: damage)
  }
}
