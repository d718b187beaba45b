import EPUBContainer
private import Glibc

// The door to the system: every call that the face for hosts makes of it stands here.

package enum System {
  /// Whether the system refused the name of a file, rather than what is in it.
  package static func isAboutTheName(_ number: Int32) -> Bool {
    [ENOENT, ENOTDIR, EACCES, EPERM, ENAMETOOLONG, ELOOP].contains(number)
  }

  /// Whether the system refused what is there.
  static func isAboutPermission(_ number: Int32) -> Bool { number == EACCES || number == EPERM }

  /// The system's words for an error number.
  package static func words(ofError number: Int32) -> String {
    guard let text = unsafe strerror(number) else { return "error \(number)" }
    return unsafe String(cString: text)
  }

  /// Seconds since 1970.
  static func now() -> Int64 { Int64(time(nil)) }

  /// Without `.` and empty parts, so that one file has one name; links and `..` are left as they are.
  package static func absolutePath(_ path: String) -> String {
    var whole = path
    if !path.hasPrefix("/") {
      guard let name = unsafe getcwd(nil, 0) else { return path }
      defer { unsafe free(name) }
      let folder = unsafe Array(UnsafeRawBufferPointer(start: name, count: strlen(name)))
      whole = "\(String(fileName: folder))/\(path)"
    }
    return "/" + whole.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
  }
}
