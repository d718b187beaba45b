// The one file that talks to the system: entries in a folder, and the files of code that run.

public import EPUBBasics
private import Glibc

/// The folder of a cache.
struct CacheFolder: Sendable {
  let path: String

  /// A file of the folder. Its use is noted once a day, so that reading hardly ever writes.
  struct File {
    let name: String
    /// What it takes on the disk.
    let byteCount: Int
    /// Seconds since 1970.
    let lastUse: Int
  }

  private static let day = 86_400

  /// The whole file; `nil` where there is none, or a larger one.
  func file(named name: String, limit: Int) -> [UInt8]? {
    // Something else than a file must not make us wait.
    let file = unsafe open("\(path)/\(name)", O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      (0...limit).contains(Int(status.st_size))
    else { return nil }
    if time(nil) - status.st_mtim.tv_sec > Self.day { futimens(file, nil) }
    return bytes(of: file, count: Int(status.st_size))
  }

  private func bytes(of file: Int32, count: Int) -> [UInt8]? {
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { room, filled in
      while filled < count {
        let got = unsafe read(file, room.baseAddress! + filled, count - filled)
        if got > 0 { filled += got }
        if got == 0 || got < 0 && errno != EINTR { break }
      }
    }
    return bytes.count == count ? bytes : nil
  }

  /// Writes under another name and gives the file its own when it is whole.
  func write(_ bytes: [UInt8], named name: String) -> Bool {
    makeFolders()
    let new = "\(path)/\(name).\(getpid()).\(UInt32.random(in: 0 ... .max))"
    let file = unsafe open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { return false }
    let isWritten = put(bytes, into: file)
    if close(file) == 0, isWritten, unsafe rename(new, "\(path)/\(name)") == 0 { return true }
    unsafe unlink(new)
    return false
  }

  private func put(_ bytes: [UInt8], into file: Int32) -> Bool {
    unsafe bytes.withUnsafeBytes { buffer in
      var written = 0
      while written < buffer.count {
        let count = unsafe Glibc.write(
          file, buffer.baseAddress! + written, buffer.count - written)
        if count > 0 { written += count }
        if count == 0 || count < 0 && errno != EINTR { return false }
      }
      return true
    }
  }

  /// What can't be made shows itself when a file is to be written.
  private func makeFolders() {
    if unsafe access(path, F_OK) == 0 { return }
    var folder = ""
    for part in path.split(separator: "/") {
      folder += "/\(part)"
      unsafe mkdir(folder, 0o700)
    }
  }

  var files: [File] {
    guard let stream = unsafe opendir(path) else { return [] }
    defer { unsafe closedir(stream) }
    let folder = unsafe dirfd(stream)
    var files: [File] = []
    while let entry = unsafe readdir(stream) {
      let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
      let start = unsafe (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CChar.self)
      var status = stat()
      guard unsafe fstatat(folder, start, &status, AT_SYMLINK_NOFOLLOW) == 0,
        status.st_mode & S_IFMT == S_IFREG
      else { continue }
      unsafe files.append(
        File(
          name: String(cString: start), byteCount: Int(status.st_blocks) * 512,
          lastUse: status.st_mtim.tv_sec))
    }
    return files
  }

  func remove(_ name: String) { unsafe unlink("\(path)/\(name)") }
}

extension Digest {
  /// Of the files of code that this process runs, by their names, sizes and times: the program and every
  /// library that it has loaded. What they compute is the same while this is.
  ///
  /// `nil` where the system does not tell.
  public static let ofRunningCode: Digest? = {
    guard let maps = contentOfSystemFile("/proc/self/maps") else { return nil }
    // A library stands there once for each of its parts.
    var names: Set<String> = []
    for line in maps.split(separator: 0x0A) {
      guard let slash = line.firstIndex(of: UInt8(ascii: "/")) else { continue }
      let name = String(decoding: line[slash...], as: UTF8.self)
      // Other files, of the language or a database, are no code.
      if name.contains(".so") { names.insert(name) }
    }
    var builder = Digest.Builder()
    for name in ["/proc/self/exe"] + names.sorted() where !builder.addFile(name) { return nil }
    return builder.digest
  }()

  /// A file that has no size.
  private static func contentOfSystemFile(_ path: String) -> [UInt8]? {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe read(file, &part, part.count)
      if count == 0 { return bytes }
      if count > 0 { bytes += part[..<count] } else if errno != EINTR { return nil }
    }
  }
}

extension Digest.Builder {
  fileprivate mutating func addFile(_ path: String) -> Bool {
    add(path)
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return false }
    for number in [
      Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_sec,
      status.st_ctim.tv_nsec,
    ] { add(number) }
    return true
  }
}
