import EPUBBasics

/// What can be had of an archive whose central directory is lost, wholly or in part.
extension ZIPDirectory {
  /// Every entry that a local header stands before.
  ///
  /// - Throws: `notAnArchive` when there is none.
  mutating func salvage(_ source: ByteSource) throws(ContainerError) {
    let head = try source.bytes(0..<FileKind.headByteCount)
    if let kind = FileKind.name(of: head) { throw .notAnArchive(looksLike: kind) }
    let isArchive = head.starts(with: [0x50, 0x4B])
    try addScanned(source, limit: isArchive ? limits.maximumArchiveByteCount : Self.lookByteCount)
    if metCount == 0 {
      throw .notAnArchive(looksLike: isArchive ? "a ZIP archive cut short" : nil)
    }
    findings.add(
      "directory-missing", .error, clause: "EPUB 3.3 #sec-zip-container-zipreqs",
      done: "The archive has no central directory: it is cut short or damaged. "
        + "The \(records.count) resources found in it are read.")
  }

  /// Adds the entries that the central directory, which breaks off, does not name.
  mutating func addMissing(_ source: ByteSource, statedCount: Int) throws(ContainerError) {
    let known = metCount
    try addScanned(source, limit: limits.maximumArchiveByteCount)
    if known > 0 || metCount > 0 {
      findings.add(
        "directory-damaged", .error, clause: "EPUB 3.3 #sec-zip-container-zipreqs",
        done: "The central directory names \(known) of \(statedCount) entries. "
          + "\(metCount - known) more are found by their own headers.")
    }
  }

  /// How much of a file that does not begin like an archive is searched for one.
  private static let lookByteCount = 64 << 20

  private mutating func addScanned(_ source: ByteSource, limit: Int) throws(ContainerError) {
    var known = Set(records.map(\.headerOffset))
    known.formUnion(passedOffsets)
    let firstScanned = records.count
    var scan = LocalHeaderScan(source, limit: limit)
    while let header = try scan.next() {
      if known.contains(header.offset) { continue }
      try add(
        header.bytes, name: header.name, extra: header.extra, flags: header.flags,
        method: UInt16(header.method), crc32: header.crc32, header.sizes)
    }
    guard firstScanned == 0 else { return }
    for offset in scan.centralOffsets {
      let end = offset.addingClamped(Self.maximumSalvagedByteCount)
      if try overrule(by: try source.bytes(offset..<end)) { return }
    }
  }

  /// Of a directory without an end.
  private static let maximumSalvagedByteCount = 16 << 20

  /// Central records know names and sizes better than the local headers they lead to; `false` when
  /// they are those of another archive, such as one that is an entry here.
  private mutating func overrule(by bytes: [UInt8]) throws(ContainerError) -> Bool {
    var central = ZIPDirectory(limits: limits)
    try central.readCentralRecords(bytes)
    var byOffset: [Int: ZIPRecord] = [:]
    for record in central.records { byOffset[record.headerOffset] = record }
    var scanned = Set(records.map(\.headerOffset))
    scanned.formUnion(passedOffsets)
    guard !byOffset.isEmpty, byOffset.keys.allSatisfy(scanned.contains) else { return false }
    for index in records.indices {
      if let record = byOffset[records[index].headerOffset] { records[index] = record }
    }
    return true
  }
}
