import EPUBBasics
import EPUBContainer
import EPUBPackaging
public import EPUBState

extension Book {
  /// Which book this is, by the sizes and CRC-32s that the archive's directory states: no document is
  /// read.
  ///
  /// A folder states no CRC, so there the spine's documents are read and it is computed: an unpacked
  /// book then is the same book as the archive it came from. A document that is not in the container
  /// counts with size and CRC 0.
  ///
  /// - Parameter path: where the book was opened.
  public func fingerprint(path: String?) -> Fingerprint {
    // Only what had to be read is worth to be remembered.
    var read: [ContainerPath: Fingerprint.Document] = [:]
    let documents = publication.readingOrder.indices.map { index in
      guard let path = publication.readingOrder[index].path, let entry = container.entry(at: path)
      else { return Fingerprint.Document(byteCount: 0, crc32: 0) }
      if let document = stated(entry) ?? read[path] { return document }
      let document = fingerprint(reading: entry)
      read[path] = document
      return document
    }
    return Fingerprint(
      documents: documents, identifier: publication.metadata.uniqueIdentifier, path: path)
  }

  /// Size and CRC-32 of a spine item's document; `nil` when it is not in the container.
  public func fingerprint(ofItem spine: Int) -> Fingerprint.Document? {
    publication.readingOrder[spine].path.flatMap { fingerprint(ofResource: $0) }
  }

  private func fingerprint(ofResource path: ContainerPath) -> Fingerprint.Document? {
    guard let entry = container.entry(at: path) else { return nil }
    return stated(entry) ?? fingerprint(reading: entry)
  }

  /// `nil` where it is stated as 0, by folders and by archives that leave it out; hardly ever by chance.
  private func stated(_ entry: OCFContainer.Entry) -> Fingerprint.Document? {
    guard entry.crc32 == 0, entry.byteCount > 0 else {
      return Fingerprint.Document(byteCount: entry.byteCount, crc32: entry.crc32)
    }
    return nil
  }

  private func fingerprint(reading entry: OCFContainer.Entry) -> Fingerprint.Document {
    let bytes: [UInt8]
    do {
      bytes = try container.resource(at: entry.path).bytes
    } catch {
      // What cannot be read has no other mark than its size.
      return Fingerprint.Document(byteCount: entry.byteCount, crc32: 0)
    }
    return Fingerprint.Document(byteCount: bytes.count, crc32: PlaceChecksum.crc32(of: bytes))
  }
}

/// The CRC-32 of ZIP, four bytes at a step.
enum PlaceChecksum {
  /// Four tables of 256, one behind the other.
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 1024)
    for index in 0..<256 {
      var value = UInt32(index)
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
      tables[index] = value
    }
    for index in 256..<1024 {
      let shorter = tables[index - 256]
      tables[index] = shorter >> 8 ^ tables[Int(shorter & 0xFF)]
    }
    return tables
  }()

  static func crc32(of bytes: [UInt8]) -> UInt32 {
    let tables = tables
    var value = ~UInt32(0)
    var at = 0
    while at + 4 <= bytes.count {
      value ^=
        UInt32(bytes[at]) | UInt32(bytes[at + 1]) << 8 | UInt32(bytes[at + 2]) << 16
        | UInt32(bytes[at + 3]) << 24
      value =
        tables[768 + Int(value & 0xFF)] ^ tables[512 + Int(value >> 8 & 0xFF)]
        ^ tables[256 + Int(value >> 16 & 0xFF)] ^ tables[Int(value >> 24)]
      at += 4
    }
    while at < bytes.count {
      value = value >> 8 ^ tables[Int((value ^ UInt32(bytes[at])) & 0xFF)]
      at += 1
    }
    return ~value
  }
}
