// The directory of a ZIP archive.
//
// 1. The end record is looked for from the archive's end backwards: the last one that a central
//    directory stands before (`EndRecord`).
// 2. The central directory's records are read once. They rule: of a local header only the lengths
//    of its name and extra field count (`ZIPArchive`).
// 3. Without a central directory, or where it breaks off, the local headers are scanned
//    (`LocalHeaderScan`).
//
// Not done: archives of several disks, encrypted directories.

import EPUBBasics

/// What the directory says of one entry.
struct ZIPRecord: Sendable {
  var path: ContainerPath
  /// Of its local header, from the start of the source.
  var headerOffset: Int
  var compressedByteCount: Int
  var byteCount: Int
  /// `nil` where no record states it.
  var crc32: UInt32?
  var method: Int
  var flags: UInt16
  var nameByteCount: Int

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
  private(set) var records: [ZIPRecord] = []
  private(set) var findings = FindingLog()
  private let limits: Limits
  /// Records met, those of folders and those left out included.
  private var metCount = 0

  init(of source: ByteSource, limits: Limits) throws(ContainerError) {
    self.limits = limits
    guard source.byteCount > 0 else { throw .notAnArchive(looksLike: "an empty file") }
    guard let end = try EndRecord(in: source) else {
      try readLocalHeaders(source)
      return
    }
    note(end)
    try readCentralRecords(try end.directoryBytes(in: source), start: end.start)
    if metCount < end.statedCount { try addMissing(source, statedCount: end.statedCount) }
  }

  private mutating func note(_ end: EndRecord) {
    if end.start > 0 {
      findings.add(
        "archive-leading-bytes", .note, clause: "EPUB 3.3 #sec-zip-container-mime",
        done: "\(end.start) bytes stand before the archive. They are passed over.")
    }
    if end.trailingByteCount > 0 {
      findings.add(
        "archive-trailing-bytes", .note,
        done: "\(end.trailingByteCount) bytes stand after the archive. They are passed over.")
    }
    if end.trailingByteCount < 0 {
      findings.add(
        "archive-comment-cut", .note,
        done: "The archive's comment is cut short. No part of the book stands in it.")
    }
  }

  // MARK: Central directory

  private static let centralHeaderByteCount = 46

  private mutating func readCentralRecords(
    _ bytes: [UInt8], start: Int
  ) throws(ContainerError) {
    var at = 0
    records.reserveCapacity(bytes.count / 96)
    while at + Self.centralHeaderByteCount <= bytes.count, bytes.u32(at) == ZIPSignature.central {
      let name = at + Self.centralHeaderByteCount
      let extra = name + Int(bytes.u16(at + 28))
      let comment = extra + Int(bytes.u16(at + 30))
      guard comment <= bytes.count else { break }
      metCount += 1
      if metCount > limits.maximumEntryCount {
        throw .tooManyEntries(limit: limits.maximumEntryCount)
      }
      let flags = bytes.u16(at + 8)
      if let path = entryPath(
        bytes, name: name..<extra, extra: extra..<comment, flags: flags)
      {
        var sizes = EntrySizes(
          byteCount: UInt64(bytes.u32(at + 24)), compressedByteCount: UInt64(bytes.u32(at + 20)),
          headerOffset: UInt64(bytes.u32(at + 42)))
        sizes.readZIP64(bytes, extra: extra..<comment)
        records.append(
          ZIPRecord(
            path: path,
            headerOffset: Int(clamping: sizes.headerOffset.addingClamped(UInt64(start))),
            compressedByteCount: Int(clamping: sizes.compressedByteCount),
            byteCount: Int(clamping: sizes.byteCount), crc32: bytes.u32(at + 16),
            method: Int(bytes.u16(at + 10)), flags: flags, nameByteCount: extra - name))
      }
      at = comment + Int(bytes.u16(at + 32))
    }
  }

  /// The path that a name means; `nil`, with a finding unless it is a folder's, when the entry is
  /// left out.
  private mutating func entryPath(
    _ bytes: [UInt8], name: Range<Int>, extra: Range<Int>, flags: UInt16
  ) -> ContainerPath? {
    let decoded = EntryName(bytes, name, extra: extra, flags: flags)
    if decoded.isFolder || decoded.isSystemLitter { return nil }
    guard let path = ContainerPath(decoded.string), path != .root else {
      findings.add(
        "name-unsafe", .error, place: "entry \(metCount)",
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

  // MARK: Local headers

  private mutating func readLocalHeaders(_ source: ByteSource) throws(ContainerError) {
    throw .notAnArchive(looksLike: nil)
  }

  private mutating func addMissing(
    _ source: ByteSource, statedCount: Int
  ) throws(ContainerError) {
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

extension [UInt8] {
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

extension UInt64 {
  func addingClamped(_ other: UInt64) -> UInt64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
