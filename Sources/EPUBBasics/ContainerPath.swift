/// A place inside the container: names joined by `/`, never leading out of it.
///
/// Two paths are equal when their names are canonically equivalent (NFC and NFD alike), as
/// `String` compares; case counts (EPUB 3.3 #sec-container-filenames).
public struct ContainerPath: Hashable, Sendable, CustomStringConvertible {
  /// Without a leading slash, `.` or `..`; empty for the container's root.
  public let string: String

  /// `nil` for a name that is absolute, leads out of the container, or holds a NUL or a drive.
  ///
  /// Backslashes count as slashes, as archives made on Windows mean them; `./` and empty names
  /// are dropped.
  public init?(_ name: String) {
    switch NameShape(name.utf8.span) {
    case .plain: string = name
    case .refused: return nil
    case .unclean:
      var names = PathNames()
      guard names.append(name), !names.climbedOut else { return nil }
      string = names.joined
    }
  }

  init(_ names: PathNames) { string = names.joined }

  private init() { string = "" }

  public static let root = ContainerPath()

  public var description: String { string }

  /// The last name; empty for the root.
  public var name: Substring {
    guard let slash = string.utf8.lastIndex(of: slash) else { return string[...] }
    return string[string.utf8.index(after: slash)...]
  }

  /// What stands after the last dot of the name, in lower case; empty when there is none.
  public var fileExtension: String {
    let name = name
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else {
      return ""
    }
    return name[name.utf8.index(after: dot)...].lowercased()
  }

  /// The folder that holds it; the root for a name at the top.
  public var folder: ContainerPath {
    var names = PathNames(self)
    names.dropLast()
    return ContainerPath(names)
  }
}

private let slash = UInt8(ascii: "/")

/// What is to be done with a name, in one look at its bytes.
///
/// By bytes, not by `Character`: a slash with a combining mark after it is another character, but
/// to every file system it is a slash.
private enum NameShape {
  /// A path as it stands.
  case plain
  /// Names to drop or resolve, or backslashes.
  case unclean
  /// Absolute, with a drive or a NUL.
  case refused

  init(_ bytes: Span<UInt8>) {
    self = .plain
    if bytes.isEmpty { return }
    let isDrive = bytes.count > 1 && bytes[1] == UInt8(ascii: ":") && bytes[0].isASCIILetter
    if bytes[0] == slash || bytes[0] == UInt8(ascii: "\\") || isDrive {
      self = .refused
      return
    }
    // Begins a name; then whether the name is nothing but dots so far.
    var nameByteCount = 0
    var isDots = true
    for index in bytes.indices {
      let byte = bytes[index]
      if byte == 0 {
        self = .refused
        return
      }
      if byte == slash {
        if isDots, nameByteCount <= 2 { self = .unclean }
        nameByteCount = 0
        isDots = true
      } else {
        if byte == UInt8(ascii: "\\") { self = .unclean }
        if byte != UInt8(ascii: ".") { isDots = false }
        nameByteCount += 1
      }
    }
    if isDots, nameByteCount <= 2 { self = .unclean }
  }
}

/// The names of a path, one after the other, with `.` and `..` resolved as they come.
struct PathNames {
  private var names: [Substring] = []
  /// A `..` stood where no name was left to leave.
  private(set) var climbedOut = false

  init() {}

  init(_ path: ContainerPath) {
    names = path.string.utf8.split(separator: slash).map { Substring($0) }
  }

  /// Adds the names of a path with slashes or backslashes; `false` when it holds a NUL.
  mutating func append(_ path: some StringProtocol) -> Bool {
    let isSeparator = { (byte: UInt8) in byte == slash || byte == UInt8(ascii: "\\") }
    let bytes = Substring(path).utf8
    if bytes.contains(0) { return false }
    for name in bytes.split(whereSeparator: isSeparator) {
      if name.elementsEqual("..".utf8) {
        if names.popLast() == nil { climbedOut = true }
      } else if !name.elementsEqual(".".utf8) {
        names.append(Substring(name))
      }
    }
    return true
  }

  mutating func dropLast() { _ = names.popLast() }

  mutating func removeAll() { names = [] }

  var joined: String { names.joined(separator: "/") }
}
