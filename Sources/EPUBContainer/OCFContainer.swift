public import EPUBBasics

/// An open EPUB container: a ZIP archive, an unpacked folder, or an archive held in memory.
///
/// The directory is read once, when it is opened; resources are read on demand, checked, and never
/// written to disk. Safe to use from several threads at once.
public final class OCFContainer: Sendable {
  /// One resource of the directory. Sizes and CRC are what the directory states (0 in a folder).
  public struct Entry: Hashable, Sendable {
    public let path: ContainerPath
    public let byteCount: Int
    public let crc32: UInt32
    /// Under the ZIP format's own password encryption.
    public let isPasswordProtected: Bool

    public init(path: ContainerPath, byteCount: Int, crc32: UInt32, isPasswordProtected: Bool) {
      self.path = path
      self.byteCount = byteCount
      self.crc32 = crc32
      self.isPasswordProtected = isPasswordProtected
    }
  }

  /// The bytes of a resource; `damage` when they are only what stands before the damage, or do not
  /// have the CRC that the directory states.
  public struct Resource: Sendable {
    public let bytes: [UInt8]
    public let damage: Finding?

    public init(bytes: [UInt8], damage: Finding? = nil) {
      self.bytes = bytes
      self.damage = damage
    }
  }

  /// Every resource (no folders), in directory order; of duplicates the last alone.
  public let entries: [Entry]
  /// What was odd about the archive, in the order in which it was met.
  public let findings: [Finding]

  /// Opens the archive or the unpacked folder at a path of the file system.
  public convenience init(path: String, limits: Limits = Limits()) throws(ContainerError) {
    preconditionFailure("not built yet")
  }

  /// Opens an archive that is held in memory.
  public init(bytes: [UInt8], limits: Limits = Limits()) throws(ContainerError) {
    preconditionFailure("not built yet")
  }

  /// The entry that `path` means: by its exact name (canonical equivalence), else, when just one
  /// name differs by case alone, that one.
  public func entry(at path: ContainerPath) -> Entry? {
    preconditionFailure("not built yet")
  }

  /// Reads, expands and checks one resource. An exact name wins over one that differs by case.
  public func resource(at path: ContainerPath) throws(ContainerError) -> Resource {
    preconditionFailure("not built yet")
  }
}
