// How a list of documents stands in the database: twelve bytes a document, least significant first,
// eight of its size and four of its CRC-32; and a digest of that to find equal lists by.

private let packedByteCount = 12

extension Fingerprint {
  static func pack(_ documents: [Document]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(documents.count * packedByteCount)
    for document in documents {
      for shift in 0..<8 {
        bytes.append(UInt8(truncatingIfNeeded: document.byteCount >> (8 * shift)))
      }
      for shift in 0..<4 {
        bytes.append(UInt8(truncatingIfNeeded: document.crc32 >> UInt32(8 * shift)))
      }
    }
    return bytes
  }

  /// A rest of less than a document is dropped.
  static func unpack(_ bytes: [UInt8]) -> [Document] {
    var documents: [Document] = []
    documents.reserveCapacity(bytes.count / packedByteCount)
    for start in stride(from: 0, to: bytes.count - packedByteCount + 1, by: packedByteCount) {
      var size: UInt64 = 0
      for shift in 0..<8 { size |= UInt64(bytes[start + shift]) << UInt64(8 * shift) }
      var crc: UInt32 = 0
      for shift in 0..<4 { crc |= UInt32(bytes[start + 8 + shift]) << UInt32(8 * shift) }
      documents.append(Document(byteCount: Int(truncatingIfNeeded: size), crc32: crc))
    }
    return documents
  }

  /// FNV-1a: equal for equal bytes; those found by it are compared in full.
  static func digest(_ packed: [UInt8]) -> Int64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in packed { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    return Int64(bitPattern: hash)
  }
}
