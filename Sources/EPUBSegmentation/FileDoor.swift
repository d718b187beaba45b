import EPUBBasics
import Glibc

/// Reading what is installed on the machine.
enum InstalledFile {
  /// The whole file, `nil` when it cannot be read or is larger than `limit`.
  static func bytes(_ path: String, limit: Int) -> [UInt8]? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= limit {
      let count = unsafe read(descriptor, &buffer, buffer.count)
      if count == 0 { return bytes }
      if count < 0 {
        if errno == EINTR { continue }
        return nil
      }
      bytes += buffer[..<count]
    }
    return nil
  }

  /// Names in a folder, sorted by bytes; none when it is not there.
  static func names(in folder: String) -> [String] {
    guard let stream = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) {
          unsafe String(cString: $0)
        }
      }
      names.append(name)
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Tells the file at a path from what it was before somebody changed it.
  static func version(of path: String) -> Digest {
    var builder = Digest.Builder()
    var status = stat()
    if unsafe stat(path, &status) == 0 {
      for number in [
        Int(status.st_size), status.st_ctim.tv_sec, status.st_ctim.tv_nsec, Int(status.st_ino),
      ] { builder.add(number) }
    }
    return builder.digest
  }
}
