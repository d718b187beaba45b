// Finding the central directory.
//
// The end record is the archive's last record; a comment of up to 64 KiB and, in archives that were
// sent or stored carelessly, other bytes may follow it. From the end backwards, the first end record
// that has a central directory right before it (or where it says) is the one. Offsets count from
// where the archive begins: bytes before it shift them all, which shows in the difference between
// where the directory is and where it says it is.

struct EndRecord {
  /// How far the directory stands behind where it says it is: what stands before the archive;
  /// negative when bytes are missing there.
  let shift: Int
  let directory: Range<Int>
  /// Entries the record states. Archives of more than 65,535 without ZIP64 count modulo 65,536.
  let statedCount: Int
  /// Bytes after the comment; negative when the comment is cut short.
  let trailingByteCount: Int

  private let window: [UInt8]
  private let windowStart: Int

  /// Bytes read at first: the record, the longest comment, the ZIP64 records; with them mostly the
  /// whole directory.
  private static let tailByteCount = 66 << 10
  private static let byteCount = 22
  /// End records that may be tried: a hostile archive can hold millions of false ones.
  private static let maximumTryCount = 4096
  /// How far from the end the record is looked for. Files may be of any size, and mostly holes.
  private static let maximumSearchByteCount = 64 << 20
  /// More of a directory is not read: two hundred thousand records are a fifth of it.
  private static let maximumDirectoryByteCount = 64 << 20

  init?(in source: ByteSource) throws(ContainerError) {
    let size = source.byteCount
    var end = size
    var tries = 0
    var isFirst = true
    // Later windows overlap, so that a record across their border is found.
    while end >= Self.byteCount {
      let start = max(0, end - (isFirst ? Self.tailByteCount : 1 << 20))
      let window = try source.bytes(start..<end)
      var at = window.count - Self.byteCount
      while at >= 0 {
        if window[at] == 0x50, window.u32(at) == ZIPSignature.end {
          tries += 1
          if tries > Self.maximumTryCount { return nil }
          if let record = try EndRecord(window, start, at, source), try !record.isInner(source) {
            self = record
            return
          }
        }
        at -= 1
      }
      if isFirst {
        // Nothing but an archive is worth a search through all of it.
        let head = start == 0 ? window : try source.bytes(0..<FileKind.headByteCount)
        if FileKind.name(of: head) != nil { return nil }
      }
      if start == 0 || size - start > Self.maximumSearchByteCount { return nil }
      end = start + Self.byteCount - 1
      isFirst = false
    }
    return nil
  }

  /// `nil` unless a central directory stands where the record at `at` of the window leads.
  private init?(
    _ window: [UInt8], _ windowStart: Int, _ at: Int, _ source: ByteSource
  ) throws(ContainerError) {
    var count = UInt64(window.u16(at + 10))
    var byteCount = UInt64(window.u32(at + 12))
    var offset = UInt64(window.u32(at + 16))
    var directoryEnd = windowStart + at
    let afterRecord = source.byteCount - directoryEnd - Self.byteCount
    if let wide = try ZIP64EndRecord(before: directoryEnd, source) {
      if count == UInt64(UInt16.max) { count = wide.entryCount }
      if byteCount == UInt64(UInt32.max) { byteCount = wide.directoryByteCount }
      if offset == UInt64(UInt32.max) { offset = wide.directoryOffset }
      directoryEnd = wide.recordOffset
    }
    guard let stated = Int(exactly: offset) else { return nil }
    let adjacent = Int(exactly: byteCount).map { directoryEnd - $0 }
    guard
      let directoryStart = try Self.directoryStart(
        [adjacent, stated], before: directoryEnd, isEmpty: count == 0 && byteCount == 0, source)
    else { return nil }
    shift = directoryStart - stated
    directory = directoryStart..<directoryEnd
    statedCount = Int(clamping: count)
    trailingByteCount = afterRecord - Int(window.u16(at + 20))
    self.window = window
    self.windowStart = windowStart
  }

  /// This is the end of an archive that is an entry of a larger one, whose own end is lost.
  private func isInner(_ source: ByteSource) throws(ContainerError) -> Bool {
    guard shift > 0, trailingByteCount > 0 else { return false }
    let head = try source.bytes(0..<4)
    return head.count == 4 && head.u32(0) == ZIPSignature.local
  }

  /// The first of the places where a central record stands.
  private static func directoryStart(
    _ places: [Int?], before end: Int, isEmpty: Bool, _ source: ByteSource
  ) throws(ContainerError) -> Int? {
    for case let place? in places where place >= 0 && place <= end {
      if isEmpty, place == end { return place }
      let bytes = try source.bytes(place..<min(place + 4, end))
      if bytes.count == 4, bytes.u32(0) == ZIPSignature.central { return place }
    }
    return nil
  }

  /// The central directory, from what was read already where it lies in there.
  func directoryBytes(in source: ByteSource) throws(ContainerError) -> [UInt8] {
    if directory.lowerBound >= windowStart, directory.upperBound <= windowStart + window.count {
      return Array(
        window[(directory.lowerBound - windowStart)..<(directory.upperBound - windowStart)])
    }
    let end = directory.lowerBound.addingClamped(Self.maximumDirectoryByteCount)
    return try source.bytes(directory.clamped(to: 0..<end))
  }
}

/// The wide end record of ZIP64, which a locator right before the end record leads to.
struct ZIP64EndRecord {
  let recordOffset: Int
  let entryCount: UInt64
  let directoryByteCount: UInt64
  let directoryOffset: UInt64

  private static let locatorByteCount = 20
  private static let byteCount = 56

  /// `nil` when no locator stands before the end record at `offset`, or it leads nowhere.
  init?(before offset: Int, _ source: ByteSource) throws(ContainerError) {
    guard offset >= Self.locatorByteCount else { return nil }
    let locator = try source.bytes((offset - Self.locatorByteCount)..<offset)
    guard locator.count == Self.locatorByteCount, locator.u32(0) == ZIPSignature.locator64 else {
      return nil
    }
    // Where it says; or, with bytes before the archive, right before the locator.
    let adjacent = offset - Self.locatorByteCount - Self.byteCount
    for case let place? in [Int(exactly: locator.u64(8)), adjacent]
    where place >= 0 && place <= adjacent {
      let record = try source.bytes(place..<(place + Self.byteCount))
      if record.count == Self.byteCount, record.u32(0) == ZIPSignature.end64 {
        recordOffset = place
        entryCount = record.u64(32)
        directoryByteCount = record.u64(40)
        directoryOffset = record.u64(48)
        return
      }
    }
    return nil
  }
}
