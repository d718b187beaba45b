// The one file that talks to the file system: making the folder, locking it, moving files aside.
//
// The database's own files are never opened here: closing any descriptor of a file drops the locks
// that SQLite holds on it (POSIX record locks belong to the process).

private import Glibc

/// What the system refused, in its words.
struct SystemError: Error {
  let message: String

  fileprivate init(_ number: Int32) {
    let text = unsafe strerror(number)
    message = unsafe text.map { unsafe String(cString: $0) } ?? "error \(number)"
  }
}

enum PathKind: Equatable {
  case nothing
  case file(byteCount: Int)
  case other

  /// What a path leads to.
  init(_ path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else {
      self = .nothing
      return
    }
    self = status.st_mode & S_IFMT == S_IFREG ? .file(byteCount: Int(status.st_size)) : .other
  }
}

/// Something, be it a link to nothing, has this name.
func isTaken(_ path: String) -> Bool {
  var status = stat()
  return unsafe lstat(path, &status) == 0
}

/// Where a path really leads; the path itself where it leads to nothing.
func resolved(_ path: String) -> String {
  guard let real = unsafe realpath(path, nil) else { return path }
  defer { unsafe free(real) }
  return unsafe String(cString: real)
}

/// Makes a folder, and those it lies in, for its owner alone.
func makeFolder(_ path: String) throws(SystemError) {
  let bytes = Array(path.utf8)
  for end in 1...bytes.count where end == bytes.count || bytes[end] == UInt8(ascii: "/") {
    let folder = String(decoding: bytes[..<end], as: UTF8.self)
    if unsafe mkdir(folder, 0o700) == 0 {
      syncFolder(of: folder)
      continue
    }
    // What is there, be it out of our reach, shows itself with the next one inside.
    let number = errno
    if end == bytes.count, PathKind(path) != .other || number != EEXIST {
      throw SystemError(number == EEXIST ? ENOTDIR : number)
    }
  }
}

/// Gives a file another name in its folder. Callers have seen that the name is free.
func rename(_ old: String, to new: String) throws(SystemError) {
  if unsafe Glibc.rename(old, new) != 0 { throw SystemError(errno) }
}

/// Lets the names in the folder that holds `path` survive a power cut. Where that is refused,
/// nothing better can be done.
func syncFolder(of path: String) {
  let parent = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? "."
  let number = unsafe open(
    parent.isEmpty ? "/" : parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  guard number >= 0 else { return }
  fsync(number)
  close(number)
}

/// Holds a folder against other processes (and other locks of this one) until it is released.
struct FolderLock: ~Copyable {
  private let number: Int32

  /// - Returns: `nil` when others hold it for longer than two seconds.
  static func take(_ folder: String) throws(SystemError) -> FolderLock? {
    let number = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard number >= 0 else { throw SystemError(errno) }
    let lock = FolderLock(number: number)
    for _ in 0..<400 {
      if flock(number, LOCK_EX | LOCK_NB) == 0 { return lock }
      let reason = errno
      if reason != EWOULDBLOCK, reason != EINTR { throw SystemError(reason) }
      usleep(5000)
    }
    return nil
  }

  deinit { close(number) }
}
