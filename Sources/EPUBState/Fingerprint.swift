/// Which book this is: what costs nothing to take, since the archive's directory states it.
public struct Fingerprint: Hashable, Sendable {
  /// Size and CRC-32 of one document of the spine.
  public struct Document: Hashable, Sendable {
    public var byteCount: Int
    public var crc32: UInt32
    public init(byteCount: Int, crc32: UInt32) {
      self.byteCount = byteCount
      self.crc32 = crc32
    }
  }

  /// In spine order; a resource that stands twice counts twice.
  public var documents: [Document]
  /// The package's unique identifier; many different books share one.
  public var identifier: String?
  /// Where the book was opened: a hint, not an identity.
  public var path: String?

  public init(documents: [Document], identifier: String? = nil, path: String? = nil) {
    self.documents = documents
    self.identifier = identifier
    self.path = path
  }
}

/// How sure it is that two fingerprints are of one book.
public enum FingerprintMatch: Int, Comparable, Sendable {
  case different
  /// The same identifier, no document equal: the same book only if a saved quote is found in it.
  case identifierOnly
  /// The same identifier and a document equal, or half of the documents equal.
  case revised
  /// The same documents in the same order.
  case same

  public static func < (a: FingerprintMatch, b: FingerprintMatch) -> Bool {
    a.rawValue < b.rawValue
  }
}
