import EPUBBasics
import EPUBContainer

/// Where the references of one resource lead, looked up in the container.
///
/// What took more than one look is remembered: a package names each resource several times (manifest,
/// contents, page list). What is found by its name as it stands is found as soon as it would be remembered.
struct ReferenceResolver {
  enum Target: Hashable {
    /// A resource that exists; `repair` says what had to be overlooked to find it.
    case resource(OCFContainer.Entry, fragment: String?, repair: Repair?)
    /// A path inside the container with nothing there.
    case missing(Reference)
    case external(String)
    case invalid
  }

  enum Repair: Hashable {
    /// The name differs in case.
    case letterCase
    /// `..` climbed above the root.
    case leak
    /// Its literal spelling (an escape, `#` or `?` that is part of the name), or counted from
    /// the container's root.
    case spelling
  }

  let base: ContainerPath
  /// The folder of `base` with its slash; empty for the root.
  private let prefix: String
  private let container: OCFContainer
  private let root: ContainerPath
  private var known: [String: Target] = [:]

  init(base: ContainerPath, _ reader: ResourceReader) {
    self.base = base
    prefix = Self.prefix(of: base)
    container = reader.container
    root = reader.root
  }

  /// With what `other` has found, where it counts from the same folder.
  init(base: ContainerPath, knowing other: ReferenceResolver) {
    self.base = base
    prefix = Self.prefix(of: base)
    container = other.container
    root = other.root
    if prefix == other.prefix { known = other.known }
  }

  private static func prefix(of base: ContainerPath) -> String {
    let folder = base.folder.string
    return folder.isEmpty ? "" : folder + "/"
  }

  mutating func resolve(_ bytes: [UInt8], _ range: Range<Int>) -> Target {
    let hash = range.first { bytes[$0] == UInt8(ascii: "#") } ?? range.upperBound
    if hash == range.lowerBound { return find(bytes.string(in: range)) }
    let path = bytes.string(in: range.lowerBound..<hash)
    let target = findPlain(path, bytes, range.lowerBound..<hash) ?? findOnce(path)
    if hash == range.upperBound { return target }
    return adding(bytes, hash..<range.upperBound, to: target, path)
  }

  private mutating func findOnce(_ href: String) -> Target {
    if let target = known[href] { return target }
    let target = find(href)
    known[href] = target
    return target
  }

  private func adding(
    _ bytes: [UInt8], _ fragment: Range<Int>, to target: Target, _ path: String
  ) -> Target {
    let suffix = bytes.string(in: fragment)
    switch target {
    case .resource(let entry, _, let repair):
      return .resource(entry, fragment: decoded(suffix), repair: repair)
    case .missing(let reference):
      if let literal = literalEntry(path + suffix) {
        return .resource(literal, fragment: nil, repair: .spelling)
      }
      return .missing(Reference(path: reference.path, fragment: decoded(suffix)))
    case .external(let url): return .external(url + suffix)
    case .invalid: return .invalid
    }
  }

  /// A fragment with its `#`, percent-decoded.
  private func decoded(_ suffix: String) -> String? {
    guard case .inside(let reference, _) = base.resolving(suffix) else { return nil }
    return reference.fragment
  }

  /// Nearly every reference: a relative path without escapes, to a resource that is there.
  private func findPlain(_ href: String, _ bytes: [UInt8], _ range: Range<Int>) -> Target? {
    for index in range {
      switch bytes[index] {
      case UInt8(ascii: "%"), UInt8(ascii: "?"), UInt8(ascii: ":"), UInt8(ascii: "\\"): return nil
      default: break
      }
    }
    if bytes[range.lowerBound] == UInt8(ascii: "/") { return nil }
    guard let path = ContainerPath(prefix + href), let entry = container.entry(at: path),
      entry.path == path
    else { return nil }
    return .resource(entry, fragment: nil, repair: nil)
  }

  private func find(_ href: String) -> Target {
    switch base.resolving(href) {
    case .external(let url):
      // A name with a colon in it reads as a URL; what is in the book was meant.
      return literalEntry(href).map { .resource($0, fragment: nil, repair: .spelling) }
        ?? .external(url)
    case .invalid:
      return literalEntry(href).map { .resource($0, fragment: nil, repair: .spelling) } ?? .invalid
    case .inside(let reference, let leaked):
      if let entry = container.entry(at: reference.path) {
        let repair: Repair? =
          leaked ? .leak : entry.path == reference.path ? nil : .letterCase
        return .resource(entry, fragment: reference.fragment, repair: repair)
      }
      if let entry = literalEntry(href) ?? entryFromRoot(href) {
        return .resource(entry, fragment: reference.fragment, repair: .spelling)
      }
      return .missing(reference)
    }
  }

  /// The name as it is written, nothing decoded.
  private func literalEntry(_ href: String) -> OCFContainer.Entry? {
    guard !href.isEmpty else { return nil }
    return ContainerPath(prefix + href).flatMap(container.entry(at:))
  }

  /// Counted from the container's root, as `full-path` is.
  private func entryFromRoot(_ href: String) -> OCFContainer.Entry? {
    let fromRoot = root == .root ? "x" : root.string + "/x"
    let relative = String(href.drop { $0 == "/" })
    guard case .inside(let reference, _)? = ContainerPath(fromRoot)?.resolving(relative) else {
      return nil
    }
    return container.entry(at: reference.path)
  }
}
