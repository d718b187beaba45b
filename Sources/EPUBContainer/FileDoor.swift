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
    let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
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
    case S_IFREG: self = .file(OpenFile(owned, byteCount: Int(status.st_size)))
    case S_IFDIR: self = .folder(OpenFolder(owned))
    case S_IFIFO: self = .special(kind: "a pipe")
    case S_IFSOCK: self = .special(kind: "a socket")
    default: self = .special(kind: "a device")
    }
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
  /// Its size when it was opened.
  let byteCount: Int

  fileprivate init(_ descriptor: Descriptor, byteCount: Int) {
    self.descriptor = descriptor
    self.byteCount = byteCount
  }

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

/// A folder, open for listing.
struct OpenFolder: Sendable {
  private let descriptor: Descriptor

  fileprivate init(_ descriptor: Descriptor) { self.descriptor = descriptor }
}
