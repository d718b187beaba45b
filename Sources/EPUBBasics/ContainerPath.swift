/// A place inside the container: names joined by `/`, never leading out of it.
///
/// Two paths are equal when their names are canonically equivalent (NFC and NFD alike), as
/// `String` compares; case counts (OCF 3.3 #sec-container-filenames).
public struct ContainerPath: Hashable, Sendable, CustomStringConvertible {
  /// Without a leading slash, `.` or `..`; empty for the container's root.
  public let string: String

  /// `nil` for a name that is absolute, leads out of the container, or holds a NUL or a drive.
  ///
  /// Backslashes count as slashes, as archives made on Windows mean them; `./` and empty names
  /// are dropped.
  public init?(_ name: String) {
    let name = name.contains("\\") ? String(name.map { $0 == "\\" ? "/" : $0 }) : name
    if name.utf8.first == UInt8(ascii: "/") || name.utf8.contains(0) { return nil }
    let second = name.utf8.dropFirst().first
    if second == UInt8(ascii: ":"), name.unicodeScalars.first?.properties.isAlphabetic == true {
      return nil
    }
    var kept: [Substring] = []
    for part in name.split(separator: "/", omittingEmptySubsequences: true) where part != "." {
      if part != ".." {
        kept.append(part)
      } else if kept.popLast() == nil {
        return nil
      }
    }
    string = kept.joined(separator: "/")
  }

  init(joining names: [Substring]) { string = names.joined(separator: "/") }

  public static let root = ContainerPath(joining: [])

  public var description: String { string }

  /// The last name; empty for the root.
  public var name: Substring { string.split(separator: "/").last ?? "" }

  /// What stands after the last dot of the name, in lower case; empty when there is none.
  public var fileExtension: String {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }

  /// The folder that holds it; the root for a name at the top.
  public var folder: ContainerPath {
    ContainerPath(joining: string.split(separator: "/").dropLast())
  }
}
