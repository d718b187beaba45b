import EPUBBasics

// Entries of an archive whose directory is lost, from what stands before each entry's data.
//
// One pass over the bytes, a signature at a time. A local header gives name, method and mostly the
// sizes; where they are left to a descriptor after the data, or lie, the entry ends at the next
// header: at the first before which a descriptor stands that states just this distance, else at
// the next one at all. Deflate data ends by itself, so a length too great does no harm.
// Records of a central directory that is there in part rule over the local headers they lead to.
//
// Every byte is looked at a bounded number of times, whatever the headers say.

/// A local header, and where its entry's data is.
struct LocalHeader {
  let offset: Int
  let bytes: [UInt8]
  let dataStart: Int
  var sizes: EntrySizes
  var crc32: UInt32?

  static let byteCount = 30

  var flags: UInt16 { bytes.u16(6) }
  var method: Int { Int(bytes.u16(8)) }
  var name: Range<Int> { Self.byteCount..<(Self.byteCount + Int(bytes.u16(26))) }
  var extra: Range<Int> { name.upperBound..<bytes.count }
  /// Bit 3: sizes and CRC stand in a descriptor after the data.
  var isStreamed: Bool { flags & 8 != 0 }

  /// `nil` when what stands at `offset` is no local header, for all its signature.
  init?(at offset: Int, in window: inout ScanWindow) throws(ContainerError) {
    let fixed = try window.bytes(at: offset, count: Self.byteCount)
    guard fixed.count == Self.byteCount, fixed.u32(0) == ZIPSignature.local,
      fixed[4] <= 63, fixed.u16(26) > 0
    else { return nil }
    let byteCount = Self.byteCount + Int(fixed.u16(26)) + Int(fixed.u16(28))
    bytes = try window.bytes(at: offset, count: byteCount)
    guard bytes.count == byteCount else { return nil }
    self.offset = offset
    dataStart = offset + byteCount
    crc32 = fixed.u32(14)
    sizes = EntrySizes(
      byteCount: UInt64(fixed.u32(22)), compressedByteCount: UInt64(fixed.u32(18)),
      headerOffset: UInt64(offset))
    sizes.readZIP64(bytes, extra: (Self.byteCount + Int(fixed.u16(26)))..<byteCount)
    // A writer that streams states nothing here, or (some) the truth.
    if isStreamed, sizes.compressedByteCount == 0 { crc32 = nil }
  }
}

struct LocalHeaderScan {
  private var window: ScanWindow
  private var at = 0
  /// Where runs of central records begin.
  private(set) var centralOffsets: [Int] = []
  private var nextCentralOffset = -1

  /// Ends that are looked at before the first is taken without a descriptor to prove it.
  private static let maximumTryCount = 16
  private static let maximumCentralCount = 8

  /// - Parameter limit: how many bytes of the source are looked at.
  init(_ source: ByteSource, limit: Int) { window = ScanWindow(source, limit: limit) }

  /// The next entry, its sizes as far as they can be known.
  mutating func next() throws(ContainerError) -> LocalHeader? {
    while let hit = try window.nextSignature(from: at) {
      at = hit.offset + 4
      if hit.signature == ZIPSignature.central {
        try noteCentral(hit.offset)
      } else if hit.signature == ZIPSignature.local,
        var header = try LocalHeader(at: hit.offset, in: &window)
      {
        at = try settle(&header)
        return header
      }
    }
    return nil
  }

  private mutating func noteCentral(_ offset: Int) throws(ContainerError) {
    if offset != nextCentralOffset, centralOffsets.count < Self.maximumCentralCount {
      centralOffsets.append(offset)
    }
    let bytes = try window.bytes(at: offset, count: 46)
    guard bytes.count == 46 else { return }
    let variable = Int(bytes.u16(28)) + Int(bytes.u16(30)) + Int(bytes.u16(32))
    nextCentralOffset = offset + 46 + variable
  }

  /// Decides where the entry's data ends; returns where to go on.
  private mutating func settle(_ header: inout LocalHeader) throws(ContainerError) -> Int {
    let stated = Int(clamping: header.sizes.compressedByteCount)
    let isStated = !header.isStreamed || stated > 0
    let (end, overflow) = header.dataStart.addingReportingOverflow(stated)
    if isStated, !overflow, end <= window.byteCount {
      if end == window.byteCount { return end }
      if try window.signature(at: end) != nil { return end }
    }
    let (next, isProven) = try findEnd(&header)
    if !isProven, !isStated || stated > next - header.dataStart {
      header.sizes.compressedByteCount = UInt64(next - header.dataStart)
    }
    return next
  }

  /// Where the entry ends; proven when a descriptor says so, from which the sizes are taken then.
  private mutating func findEnd(
    _ header: inout LocalHeader
  ) throws(ContainerError) -> (end: Int, isProven: Bool) {
    var first: Int?
    var tries = 0
    var from = header.dataStart
    while tries < Self.maximumTryCount, let hit = try window.nextSignature(from: from) {
      from = hit.offset + 4
      if hit.signature == ZIPSignature.descriptor { continue }
      if try readDescriptor(before: hit.offset, &header) { return (hit.offset, true) }
      if first == nil { first = hit.offset }
      tries += 1
    }
    return (first ?? window.byteCount, false)
  }

  /// Takes CRC and sizes from a descriptor that ends at `end` and states just the distance from
  /// the data's start to itself. It may have a signature, and sizes of 32 or 64 bits.
  private mutating func readDescriptor(
    before end: Int, _ header: inout LocalHeader
  ) throws(ContainerError) -> Bool {
    for (byteCount, isSigned, isWide) in [
      (16, true, false), (12, false, false), (24, true, true), (20, false, true),
    ] {
      let start = end - byteCount
      guard start >= header.dataStart else { continue }
      let bytes = try window.bytes(at: start, count: byteCount)
      guard bytes.count == byteCount else { continue }
      if isSigned, bytes.u32(0) != ZIPSignature.descriptor { continue }
      let crcAt = isSigned ? 4 : 0
      let compressed = isWide ? bytes.u64(crcAt + 4) : UInt64(bytes.u32(crcAt + 4))
      guard compressed == UInt64(start - header.dataStart) else { continue }
      header.crc32 = bytes.u32(crcAt)
      header.sizes.compressedByteCount = compressed
      header.sizes.byteCount = isWide ? bytes.u64(crcAt + 12) : UInt64(bytes.u32(crcAt + 8))
      return true
    }
    return false
  }
}

/// A piece of the source at a time, moved forward as it is searched.
struct ScanWindow {
  private let source: ByteSource
  private var start = 0
  private var held: [UInt8] = []
  private static let pieceByteCount = 1 << 20

  let byteCount: Int

  init(_ source: ByteSource, limit: Int) {
    self.source = source
    byteCount = min(source.byteCount, limit)
  }

  /// The bytes at `offset`; fewer where the source ends.
  mutating func bytes(at offset: Int, count: Int) throws(ContainerError) -> [UInt8] {
    let end = min(offset + count, byteCount)
    guard offset < end else { return [] }
    if offset < start || end > start + held.count {
      start = offset
      held = try source.bytes(offset..<min(offset + max(count, Self.pieceByteCount), byteCount))
    }
    let first = min(offset - start, held.count)
    return Array(held[first..<min(end - start, held.count)])
  }

  /// The signature of a ZIP record at `offset`, if one stands there.
  mutating func signature(at offset: Int) throws(ContainerError) -> UInt32? {
    let bytes = try bytes(at: offset, count: 4)
    return bytes.count == 4 ? Self.known(bytes.u32(0)) : nil
  }

  /// The first signature at or after `offset`.
  mutating func nextSignature(
    from offset: Int
  ) throws(ContainerError) -> (offset: Int, signature: UInt32)? {
    var offset = offset
    while offset + 4 <= byteCount {
      if offset < start || offset + 4 > start + held.count {
        start = offset
        held = try source.bytes(offset..<min(offset + Self.pieceByteCount, byteCount))
        if held.count < 4 { return nil }
      }
      if let hit = Self.find(in: held, from: offset - start) {
        return (start + hit, held.u32(hit))
      }
      offset = start + held.count - 3
    }
    return nil
  }

  private static func find(in bytes: [UInt8], from first: Int) -> Int? {
    var at = first
    while let next = bytes.place(of: 0x50, from: at), next + 4 <= bytes.count {
      if bytes[next + 1] == 0x4B, known(bytes.u32(next)) != nil { return next }
      at = next + 1
    }
    return nil
  }

  private static func known(_ value: UInt32) -> UInt32? {
    switch value {
    case ZIPSignature.local, ZIPSignature.central, ZIPSignature.end, ZIPSignature.end64,
      ZIPSignature.locator64, ZIPSignature.descriptor:
      value
    default: nil
    }
  }
}
