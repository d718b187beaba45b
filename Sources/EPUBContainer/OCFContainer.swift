public import EPUBBasics

/// An open EPUB container: a ZIP archive, an unpacked folder, or an archive held in memory.
///
/// The directory is read once, when it is opened; resources are read on demand, checked, and never
/// written to disk. Safe to use from several threads at once.
public final class OCFContainer: Sendable {
  /// One resource of the directory. Sizes and CRC are what the directory states (in a folder the
  /// file's size, and 0).
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

  let storage: Storage
  private let index: PathIndex

  /// Opens the archive or the unpacked folder at a path of the file system.
  public convenience init(path: String, limits: Limits = Limits()) throws(ContainerError) {
    switch try OpenedPath(path) {
    case .file(let file): try self.init(archive: .file(file), limits)
    case .folder(let folder): try self.init(folder: folder, limits)
    case .special(let kind): throw .notAnArchive(looksLike: kind)
    }
  }

  /// Opens an archive that is held in memory.
  public convenience init(bytes: [UInt8], limits: Limits = Limits()) throws(ContainerError) {
    if bytes.count > limits.maximumArchiveByteCount {
      throw .tooLarge(limit: limits.maximumArchiveByteCount)
    }
    try self.init(archive: .memory(bytes), limits)
  }

  private init(archive source: ByteSource, _ limits: Limits) throws(ContainerError) {
    let directory = try ZIPDirectory(of: source, limits: limits)
    let archive = ZIPArchive(source: source, limits: limits)
    var listing = Listing(directory.records, directory.findings)
    MediaTypeCheck.add(to: &listing, archive)
    entries = listing.items.map(\.entry)
    index = listing.index
    findings = listing.findings.findings
    storage = .archive(archive, listing.items)
  }

  private init(folder: OpenFolder, _ limits: Limits) throws(ContainerError) {
    let walk = try FolderWalk(folder, limits: limits)
    var listing = Listing(walk.files, walk.findings)
    MediaTypeCheck.add(to: &listing, folder)
    entries = listing.items.map(\.entry)
    index = listing.index
    findings = listing.findings.findings
    storage = .folder(folder, listing.items, limits)
  }

  /// The entry that `path` means: by its exact name (canonical equivalence), else, when just one
  /// name differs by case alone, that one.
  public func entry(at path: ContainerPath) -> Entry? {
    index[path].map { entries[$0] }
  }

  /// Reads, expands and checks one resource. An exact name wins over one that differs by case.
  public func resource(at path: ContainerPath) throws(ContainerError) -> Resource {
    guard let number = index[path] else { throw .noSuchEntry(path) }
    switch storage {
    case .archive(let archive, let records):
      return try archive.resource(records[number])
    case .folder(let folder, let files, let limits):
      return try folder.resource(files[number], limit: limits.maximumResourceByteCount)
    }
  }

  /// The first bytes of a resource, at most `byteCount` of them, unchecked in one of more than 4 KiB: enough
  /// to tell what a picture is. Costs no more for a resource that is larger.
  public func head(
    of path: ContainerPath, byteCount: Int
  ) throws(ContainerError) -> [UInt8] {
    guard let number = index[path] else { throw .noSuchEntry(path) }
    switch storage {
    case .archive(let archive, let records):
      return try archive.head(of: records[number], byteCount: byteCount)
    case .folder(let folder, let files, _):
      return try folder.head(of: files[number], byteCount: byteCount)
    }
  }
}

/// What a container's entries are read from, entry by entry.
enum Storage: Sendable {
  case archive(ZIPArchive, [ZIPRecord])
  case folder(OpenFolder, [FolderFile], Limits)
}
