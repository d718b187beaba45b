// An unpacked container: the files of a folder, in the order of their names' bytes.
//
// The walk keeps its own stack and goes no deeper than `maximumDepth`. Symbolic links are followed
// only to files inside the folder; the files are opened later by the names of the real folders on
// the way, none of which may be a link then.

import EPUBBasics

/// A file of an unpacked container.
struct FolderFile: Located {
  var path: ContainerPath
  /// From the folder, in the file system's bytes.
  let location: [UInt8]
  let version: FileVersion

  var byteCount: Int { version.byteCount }

  var entry: OCFContainer.Entry {
    OCFContainer.Entry(path: path, byteCount: byteCount, crc32: 0, isPasswordProtected: false)
  }
}

struct FolderWalk {
  private(set) var files: [FolderFile] = []
  private(set) var findings = FindingLog()
  private let folder: OpenFolder
  private let limits: Limits
  /// Folders still to be listed, the next one last.
  private var pending: [(location: [UInt8], depth: Int)] = []
  private var metCount = 0

  private static let maximumDepth = 64
  private static let slash = UInt8(ascii: "/")

  init(_ folder: OpenFolder, limits: Limits) throws(ContainerError) {
    self.folder = folder
    self.limits = limits
    try checkStructure()
    pending = [([], 0)]
    while let next = pending.popLast() { try list(next.location, next.depth) }
    files.sort { $0.path.string.utf8.lexicographicallyPrecedes($1.path.string.utf8) }
  }

  /// A home folder given by mistake must not be walked: there is a `META-INF`, a `mimetype` or a
  /// package document in the folder, or in one that it holds.
  private func checkStructure() throws(ContainerError) {
    let items = try folder.items(at: [])
    if items.contains(where: \.isOfAContainer) { return }
    for item in items.prefix(1000) where item.kind == .folder {
      let inner: [FolderItem]
      do throws(ContainerError) {
        inner = try folder.items(at: item.name)
      } catch {
        // A folder that may not be listed is not the book.
        continue
      }
      if inner.contains(where: \.isOfAContainer) { return }
    }
    throw .notAnArchive(looksLike: "a folder without an EPUB in it")
  }

  private mutating func list(_ location: [UInt8], _ depth: Int) throws(ContainerError) {
    for item in try folder.items(at: location) {
      metCount += 1
      if metCount > limits.maximumEntryCount {
        throw .tooManyEntries(limit: limits.maximumEntryCount)
      }
      let inner = location.isEmpty ? item.name : location + [Self.slash] + item.name
      switch item.kind {
      case .folder where depth < Self.maximumDepth: pending.append((inner, depth + 1))
      case .folder: leaveOut(inner, "folder-too-deep", "The folder lies too deep.")
      case .file(let version): add(inner, at: inner, version)
      case .link: follow(inner)
      case .special: leaveOut(inner, "file-special", "This is no file, but a pipe or a device.")
      }
    }
  }

  private mutating func follow(_ link: [UInt8]) {
    if let target = folder.file(behindLink: link) {
      add(link, at: target.location, target.version)
    } else {
      leaveOut(link, "link-left-out", "The link leads to no file inside the folder.")
    }
  }

  private mutating func add(_ name: [UInt8], at location: [UInt8], _ version: FileVersion) {
    let decoded = EntryName(name, name.indices, extra: 0..<0)
    if decoded.isSystemLitter { return }
    guard let path = ContainerPath(decoded.string) else {
      leaveOut(name, "name-leaves-container", "The name means no place in the container.")
      return
    }
    files.append(FolderFile(path: path, location: location, version: version))
  }

  private mutating func leaveOut(_ name: [UInt8], _ code: String, _ what: String) {
    findings.add(
      code, .warning, path: String(decoding: name, as: UTF8.self).printable,
      clause: "EPUB 3.3 #sec-container-filenames", done: "\(what) It is left out.")
  }
}

extension FolderItem {
  fileprivate var isOfAContainer: Bool {
    let lower = name.map(\.asciiLowercased)
    switch kind {
    case .folder: return lower.elementsEqual("meta-inf".utf8)
    case .file:
      return lower.elementsEqual("mimetype".utf8) || lower.suffix(4).elementsEqual(".opf".utf8)
    case .link, .special: return false
    }
  }
}

extension OpenFolder {
  func resource(
    _ item: FolderFile, limit: Int
  ) throws(ContainerError) -> OCFContainer.Resource {
    let file = try file(at: item.location)
    if file.byteCount > limit { throw .sizeExceeds(limit: limit, item.path) }
    return OCFContainer.Resource(bytes: try file.bytes(at: 0, count: file.byteCount))
  }

  func head(of item: FolderFile, byteCount: Int) throws(ContainerError) -> [UInt8] {
    let file = try file(at: item.location)
    return try file.bytes(at: 0, count: min(byteCount, file.byteCount))
  }
}
