// The directory of a ZIP archive.
//
// 1. The end record is looked for from the archive's end backwards: the last one that a central
//    directory stands before (`EndRecord`).
// 2. The central directory's records are read once. They rule: of a local header only the lengths
//    of its name and extra field count (`ZIPArchive`). Their offsets are moved by what stands
//    before the archive, as the local headers show.
// 3. Without a central directory, or where it breaks off, the local headers are scanned
//    (`ZIPDirectory+Salvage`).
//
// Not done: archives of several disks, encrypted directories.

import EPUBBasics

/// What the directory says of one entry.
struct ZIPRecord: Sendable {
  var path: ContainerPath
  /// Of its local header, from the start of the source. May lie outside of it.
  var headerOffset: Int
  var compressedByteCount: Int
  var byteCount: Int
  /// `nil` where no record states it.
  var crc32: UInt32?
  var method: Int
  var flags: UInt16
  var nameByteCount: Int
  /// Other entries' data is part of its own.
  var isOverlapping = false

  /// Bit 0 of the flags; method 99 is AES under a password.
  var isPasswordProtected: Bool { flags & 1 != 0 || method == 99 }
}

enum ZIPSignature {
  static let local: UInt32 = 0x0403_4B50
  static let central: UInt32 = 0x0201_4B50
  static let end: UInt32 = 0x0605_4B50
  static let end64: UInt32 = 0x0606_4B50
  static let locator64: UInt32 = 0x0706_4B50
  static let descriptor: UInt32 = 0x0807_4B50
}

struct ZIPDirectory {
  var records: [ZIPRecord] = []
  var findings = FindingLog()
  let limits: Limits
  /// Records met, those of folders and those left out included.
  private(set) var metCount = 0
  /// Header offsets of the records that were met and are not in `records`.
  private(set) var passedOffsets: [Int] = []

  /// A directory of nothing yet.
  init(limits: Limits) { self.limits = limits }

  init(of source: ByteSource, limits: Limits) throws(ContainerError) {
    self.limits = limits
    guard let end = try EndRecord(in: source) else {
      try salvage(source)
      return
    }
    try readCentralRecords(try end.directoryBytes(in: source))
    let shift = try settleShift(end.shift, source)
    note(end, shift)
    markOverlapping(source)
    if metCount < end.statedCount || metCount == 0 {
      try addMissing(source, statedCount: end.statedCount)
    }
  }

  private mutating func note(_ end: EndRecord, _ shift: Int) {
    if shift > 0 {
      findings.add(
        "archive-leading-bytes", .note, clause: "EPUB 3.3 #sec-zip-container-mime",
        done: "\(shift) bytes stand before the archive. They are passed over.")
    } else if shift < 0 {
      findings.add(
        "archive-head-missing", .error,
        done: "\(-shift) bytes are missing at the archive's start. The rest is read.")
    }
    if end.trailingByteCount > 0 {
      findings.add(
        "archive-trailing-bytes", .note,
        done: "\(end.trailingByteCount) bytes stand after the archive. They are passed over.")
    } else if end.trailingByteCount < 0 {
      findings.add(
        "archive-comment-cut", .note,
        done: "The archive's comment is cut short. No part of the book stands in it.")
    }
  }

  // MARK: Central directory

  private static let centralHeaderByteCount = 46

  /// Reads records for as long as one follows the other.
  mutating func readCentralRecords(_ bytes: [UInt8]) throws(ContainerError) {
    var at = 0
    records.reserveCapacity(records.count + bytes.count / 72)
    while at + Self.centralHeaderByteCount <= bytes.count, bytes.u32(at) == ZIPSignature.central {
      let name = at + Self.centralHeaderByteCount
      let extra = name + Int(bytes.u16(at + 28))
      let comment = extra + Int(bytes.u16(at + 30))
      guard comment <= bytes.count else { break }
      var sizes = EntrySizes(
        byteCount: UInt64(bytes.u32(at + 24)), compressedByteCount: UInt64(bytes.u32(at + 20)),
        headerOffset: UInt64(bytes.u32(at + 42)))
      sizes.readZIP64(bytes, extra: extra..<comment)
      try add(
        bytes, name: name..<extra, extra: extra..<comment, flags: bytes.u16(at + 8),
        method: bytes.u16(at + 10), crc32: bytes.u32(at + 16), sizes)
      at = comment + Int(bytes.u16(at + 32))
    }
  }

  /// Adds a record, unless it is a folder's or its name means no place in the container.
  mutating func add(
    _ bytes: [UInt8], name: Range<Int>, extra: Range<Int>, flags: UInt16, method: UInt16,
    crc32: UInt32?, _ sizes: EntrySizes
  ) throws(ContainerError) {
    metCount += 1
    if metCount > limits.maximumEntryCount {
      throw .tooManyEntries(limit: limits.maximumEntryCount)
    }
    let offset = Int(clamping: sizes.headerOffset)
    guard let path = entryPath(bytes, name: name, extra: extra, flags: flags) else {
      passedOffsets.append(offset)
      return
    }
    records.append(
      ZIPRecord(
        path: path, headerOffset: offset,
        compressedByteCount: Int(clamping: sizes.compressedByteCount),
        byteCount: Int(clamping: sizes.byteCount), crc32: crc32, method: Int(method), flags: flags,
        nameByteCount: name.count))
  }

  /// The path that a name means; `nil`, with a finding unless it is a folder's, when the entry is
  /// left out.
  private mutating func entryPath(
    _ bytes: [UInt8], name: Range<Int>, extra: Range<Int>, flags: UInt16
  ) -> ContainerPath? {
    let decoded = EntryName(bytes, name, extra: extra)
    if decoded.isFolder || decoded.isSystemLitter { return nil }
    guard let path = path(of: decoded.string), path != .root else {
      findings.add(
        "name-leaves-container", .error, place: "entry \(metCount)",
        clause: "EPUB 3.3 #sec-container-filenames",
        done: "The name \u{201C}\(decoded.string.printable)\u{201D} leads out of the container "
          + "or names nothing. The entry is left out.")
      return nil
    }
    if !decoded.wasUTF8 {
      findings.add(
        "name-not-utf8", .warning, path: path.string, place: "entry \(metCount)",
        clause: "EPUB 3.3 #sec-zip-container-zipreqs",
        done: "The name is not in UTF-8. It is read as code page 437.")
    }
    return path
  }

  /// A name that begins with a slash is taken to begin at the root, as tools that unpack take it.
  private mutating func path(of name: String) -> ContainerPath? {
    guard name.hasPrefix("/"), let path = ContainerPath(String(name.drop { $0 == "/" })) else {
      return ContainerPath(name)
    }
    findings.add(
      "name-absolute", .warning, path: path.string, place: "entry \(metCount)",
      clause: "EPUB 3.3 #sec-container-filenames",
      done: "The name begins with a slash. It is read without it.")
    return path
  }

  // MARK: Data that several entries share

  /// Marks entries that hold others, and all but the first of those that begin at one place: a few bytes
  /// could be read as any number of large files.
  ///
  /// Only where more data is stated than there are bytes; elsewhere a length may be wrong by a little.
  private mutating func markOverlapping(_ source: ByteSource) {
    let all = records.reduce(0) { $0.addingClamped($1.compressedByteCount) }
    if all <= source.byteCount { return }
    let order = records.indices.sorted {
      (records[$0].headerOffset, $0) < (records[$1].headerOffset, $1)
    }
    for (index, next) in zip(order, order.dropFirst()) {
      let start = records[index].headerOffset
      let end = start.addingClamped(records[index].compressedByteCount)
      if start == records[next].headerOffset {
        records[next].isOverlapping = true
      } else if end > records[next].headerOffset, end <= source.byteCount {
        // A length beyond the archive's end is but wrong.
        records[index].isOverlapping = true
      }
    }
    for record in records where record.isOverlapping {
      findings.add(
        "entry-overlapping", .error, path: record.path.string,
        clause: "EPUB 3.3 #sec-zip-container-zipreqs",
        done: "Its data is other entries' data as well. It is not read.")
    }
  }

  // MARK: Offsets

  /// Moves the records' offsets by what the end record suggests, or leaves them, whichever leads
  /// to local headers; returns the move.
  private mutating func settleShift(
    _ suggested: Int, _ source: ByteSource
  ) throws(ContainerError) -> Int {
    guard suggested != 0 else { return 0 }
    for record in records.prefix(8) {
      if try source.holdsLocalHeader(at: record.headerOffset.addingClamped(suggested)) { break }
      if try source.holdsLocalHeader(at: record.headerOffset) { return 0 }
    }
    for index in records.indices {
      records[index].headerOffset = records[index].headerOffset.addingClamped(suggested)
    }
    for index in passedOffsets.indices {
      passedOffsets[index] = passedOffsets[index].addingClamped(suggested)
    }
    return suggested
  }
}

extension ByteSource {
  fileprivate func holdsLocalHeader(at offset: Int) throws(ContainerError) -> Bool {
    guard offset >= 0, offset < byteCount - 4 else { return false }
    let bytes = try bytes(offset..<(offset + 4))
    return bytes.count == 4 && bytes.u32(0) == ZIPSignature.local
  }
}

/// Sizes and offset of a record, 64 bits wide.
struct EntrySizes {
  var byteCount: UInt64
  var compressedByteCount: UInt64
  var headerOffset: UInt64

  /// Takes from the ZIP64 extra field what the record's own fields were too small for: in the
  /// field's fixed order, and only those.
  mutating func readZIP64(_ bytes: [UInt8], extra: Range<Int>) {
    let saturated = UInt64(UInt32.max)
    guard
      byteCount == saturated || compressedByteCount == saturated || headerOffset == saturated,
      let field = bytes.extraField(1, in: extra)
    else { return }
    var at = field.lowerBound
    func next(_ value: UInt64) -> UInt64 {
      guard value == saturated, at + 8 <= field.upperBound else { return value }
      defer { at += 8 }
      return bytes.u64(at)
    }
    byteCount = next(byteCount)
    compressedByteCount = next(compressedByteCount)
    headerOffset = next(headerOffset)
  }
}
