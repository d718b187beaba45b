// The one file that talks to the file system: opening without hanging, reading at an offset,
// listing folders.
//
// Files are read with `pread`, never mapped: a file that shrinks while it is read then gives fewer
// bytes instead of a signal. Nothing is opened for writing.

import EPUBBasics
private import Glibc

/// What stands at a path of the file system.
enum OpenedPath {
  case file(OpenFile)
  case folder(OpenFolder)
  /// A pipe, a device, a socket; `kind` names it.
  case special(kind: String)

  init(_ path: String) throws(ContainerError) {
    // A NUL would cut the name short.
    if path.isEmpty || path.utf8.contains(0) { throw .noSuchFile(path) }
    // Without O_NONBLOCK a pipe that nobody writes to would hang here.
    let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    let descriptor = unsafe withCString(path.fileNameBytes[...]) { unsafe open($0, flags) }
    guard descriptor >= 0 else {
      let code = errno
      if code == ENOENT || code == ENOTDIR { throw .noSuchFile(path) }
      if code == ENXIO {
        self = .special(kind: "a socket")
        return
      }
      throw .system(errno: code, "open")
    }
    let owned = Descriptor(descriptor)
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw .system(errno: errno, "stat") }
    switch status.st_mode & S_IFMT {
    case S_IFREG: self = .file(OpenFile(owned, FileVersion(status)))
    case S_IFDIR: self = .folder(OpenFolder(owned, path: path))
    case S_IFIFO: self = .special(kind: "a pipe")
    case S_IFSOCK: self = .special(kind: "a socket")
    default: self = .special(kind: "a device")
    }
  }
}

/// Tells what a file holds from what it held before: whoever writes into it changes this.
struct FileVersion: Hashable, Sendable {
  let byteCount: Int
  /// Of the last change, which nobody can set back.
  let seconds: Int
  let nanoseconds: Int
}

extension FileVersion {
  fileprivate init(_ status: stat) {
    byteCount = Int(status.st_size)
    seconds = status.st_ctim.tv_sec
    nanoseconds = status.st_ctim.tv_nsec
  }
}

/// Closes what it holds when the last reference to it goes.
private final class Descriptor: Sendable {
  let number: Int32
  init(_ number: Int32) { self.number = number }
  deinit { close(number) }
}

/// A regular file, open for reading at any offset from any thread.
struct OpenFile: Sendable {
  private let descriptor: Descriptor
  /// When it was opened.
  let version: FileVersion

  fileprivate init(_ descriptor: Descriptor, _ version: FileVersion) {
    self.descriptor = descriptor
    self.version = version
  }

  var byteCount: Int { version.byteCount }

  /// The bytes at `offset`; fewer than `count` only where the file ends.
  func bytes(at offset: Int, count: Int) throws(ContainerError) -> [UInt8] {
    var failure: Int32 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { room, filled in
      while filled < count {
        let got = unsafe pread(
          descriptor.number, room.baseAddress! + filled, count - filled, offset + filled)
        if got > 0 {
          filled += got
        } else if got == 0 {
          break
        } else if errno != EINTR {
          failure = errno
          break
        }
      }
    }
    if failure != 0 { throw .system(errno: failure, "read") }
    return bytes
  }
}

/// What a folder holds under one name.
struct FolderItem {
  enum Kind: Hashable {
    case file(FileVersion)
    case folder
    case link
    case special
  }

  /// In the file system's bytes.
  let name: [UInt8]
  let kind: Kind
}

/// A folder, open for listing and for opening what lies in it. Locations are names joined by `/`,
/// in the file system's bytes; none of their folders may be a link.
struct OpenFolder: Sendable {
  private let descriptor: Descriptor
  /// Where it really is; empty when that can't be known.
  private let realPath: [UInt8]

  fileprivate init(_ descriptor: Descriptor, path: String) {
    self.descriptor = descriptor
    realPath = OpenFolder.realPath(path.fileNameBytes)
  }

  /// What the folder at `location` holds, without `.` and `..`, in no order.
  func items(at location: [UInt8]) throws(ContainerError) -> [FolderItem] {
    let flags = O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_CLOEXEC
    let number = try openNumber(location.isEmpty ? [UInt8(ascii: ".")] : location, flags)
    guard let stream = unsafe fdopendir(number) else {
      let code = errno
      close(number)
      throw .system(errno: code, "list")
    }
    defer { unsafe closedir(stream) }
    var items: [FolderItem] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe OpenFolder.name(of: entry)
      if name.elementsEqual(".".utf8) || name.elementsEqual("..".utf8) { continue }
      if let kind = OpenFolder.kind(of: name, in: number) {
        items.append(FolderItem(name: name, kind: kind))
      }
    }
    return items
  }

  /// Opens the file at `location`.
  func file(at location: [UInt8]) throws(ContainerError) -> OpenFile {
    let number = try openNumber(location, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    let owned = Descriptor(number)
    var status = stat()
    guard unsafe fstat(number, &status) == 0 else { throw .system(errno: errno, "stat") }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .system(errno: EINVAL, "open") }
    return OpenFile(owned, FileVersion(status))
  }

  /// The file inside this folder that a symbolic link leads to; `nil` when it leads to none.
  func file(behindLink link: [UInt8]) -> (location: [UInt8], version: FileVersion)? {
    guard !realPath.isEmpty else { return nil }
    let slash = UInt8(ascii: "/")
    let target = OpenFolder.realPath(realPath + [slash] + link)
    guard target.starts(with: realPath + [slash]) else { return nil }
    let location = Array(target.dropFirst(realPath.count + 1))
    guard case .file(let version)? = OpenFolder.kind(of: location, in: descriptor.number) else {
      return nil
    }
    return (location, version)
  }

  /// Opens a location name by name, following no link.
  private func openNumber(_ location: [UInt8], _ flags: Int32) throws(ContainerError) -> Int32 {
    let names = location.split(separator: UInt8(ascii: "/"))
    var current = descriptor
    for name in names.dropLast() {
      let through = O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW
      current = Descriptor(try OpenFolder.openName(name, in: current, through))
    }
    guard let last = names.last else { throw .system(errno: ENOENT, "open") }
    return try OpenFolder.openName(last, in: current, flags | O_NOFOLLOW)
  }

  private static func openName(
    _ name: ArraySlice<UInt8>, in folder: Descriptor, _ flags: Int32
  ) throws(ContainerError) -> Int32 {
    let number = unsafe withCString(name) { unsafe openat(folder.number, $0, flags) }
    if number < 0 { throw .system(errno: errno, "open") }
    return number
  }

  private static func kind(of name: [UInt8], in folder: Int32) -> FolderItem.Kind? {
    var status = stat()
    let result = unsafe withCString(name[...]) {
      unsafe fstatat(folder, $0, &status, AT_SYMLINK_NOFOLLOW)
    }
    guard result == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file(FileVersion(status))
    case S_IFDIR: return .folder
    case S_IFLNK: return .link
    default: return .special
    }
  }

  private static func realPath(_ path: [UInt8]) -> [UInt8] {
    unsafe withCString(path[...]) { path in
      guard let real = unsafe realpath(path, nil) else { return [] }
      defer { unsafe free(real) }
      let count = unsafe strlen(real)
      return unsafe [UInt8](UnsafeRawBufferPointer(start: real, count: count))
    }
  }

  private static func name(of entry: UnsafeMutablePointer<dirent>) -> [UInt8] {
    // The record is as long as its name: a copy of the whole type would read past it.
    let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
    let start = unsafe UnsafeRawPointer(entry) + offset
    let count = unsafe strlen(start.assumingMemoryBound(to: CChar.self))
    return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: count))
  }
}

private func withCString<Result>(
  _ bytes: ArraySlice<UInt8>, _ body: (UnsafePointer<CChar>) -> Result
) -> Result {
  let terminated = bytes.map { CChar(bitPattern: $0) } + [0]
  return unsafe terminated.withUnsafeBufferPointer { unsafe body($0.baseAddress!) }
}
