import EPUBBasics

/// Where an archive's bytes are: in a file, or in memory.
enum ByteSource: Sendable {
  case file(OpenFile)
  case memory([UInt8])

  var byteCount: Int {
    switch self {
    case .file(let file): file.byteCount
    case .memory(let bytes): bytes.count
    }
  }

  /// The bytes of `range`; fewer where the source ends.
  func bytes(_ range: Range<Int>) throws(ContainerError) -> [UInt8] {
    let range = range.clamped(to: 0..<byteCount)
    switch self {
    case .file(let file): return try file.bytes(at: range.lowerBound, count: range.count)
    case .memory(let bytes): return Array(bytes[range])
    }
  }
}

/// Little-endian numbers of a ZIP record. The caller has checked that they lie inside.
extension [UInt8] {
  func u16(_ at: Int) -> UInt16 { UInt16(self[at]) | UInt16(self[at + 1]) << 8 }
  func u32(_ at: Int) -> UInt32 { UInt32(u16(at)) | UInt32(u16(at + 2)) << 16 }
  func u64(_ at: Int) -> UInt64 { UInt64(u32(at)) | UInt64(u32(at + 4)) << 32 }

  /// The data of the extra field with an id.
  func extraField(_ id: UInt16, in extra: Range<Int>) -> Range<Int>? {
    var at = extra.lowerBound
    while at + 4 <= extra.upperBound {
      let data = at + 4
      let end = data + Int(u16(at + 2))
      guard end <= extra.upperBound else { return nil }
      if u16(at) == id { return data..<end }
      at = end
    }
    return nil
  }
}

extension Int {
  /// The sum, or the number nearest to it.
  func addingClamped(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other > 0 ? .max : .min) : sum
  }
}
