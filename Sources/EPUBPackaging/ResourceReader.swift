import EPUBBasics
import EPUBContainer
import EPUBMarkup

/// What one reading has at hand: the container, the bounds, and the findings made so far.
struct ResourceReader {
  let container: OCFContainer
  let limits: Limits
  /// The folder that holds META-INF; the container's root but for books packed with their folder.
  var root = ContainerPath.root
  /// What encryption.xml locks: bytes that would be read as noise.
  var lockedPaths: Set<ContainerPath> = []
  var findings = FindingList()

  init(container: OCFContainer, limits: Limits) {
    self.container = container
    self.limits = limits
  }

  /// A path given from the root, as META-INF files do.
  func underRoot(_ name: String) -> ContainerPath? {
    root == .root ? ContainerPath(name) : ContainerPath(root.string + "/" + name)
  }

  /// The entry of a name that stands in META-INF.
  func metaInfEntry(_ name: String) -> OCFContainer.Entry? {
    underRoot("META-INF/" + name).flatMap(container.entry(at:))
  }

  /// The bytes of a resource, damage told; `nil` and why when there are none.
  mutating func bytes(at path: ContainerPath) -> Result<[UInt8], Unreadable> {
    if lockedPaths.contains(path) { return .failure(.locked) }
    let stated = container.entry(at: path)?.byteCount ?? 0
    if stated > limits.maximumPackageByteCount { return .failure(.tooLarge) }
    do {
      let resource = try container.resource(at: path)
      if resource.bytes.count > limits.maximumPackageByteCount { return .failure(.tooLarge) }
      if let damage = resource.damage { findings.add([damage]) }
      return .success(resource.bytes)
    } catch {
      return .failure(Unreadable(error))
    }
  }

  mutating func markup(
    _ bytes: [UInt8], as syntax: MarkupSyntax, at path: ContainerPath
  ) -> Result<LooseMarkup, Unreadable> {
    var limits = limits
    limits.maximumNodeCount = limits.maximumPackageNodeCount
    do {
      let tree = try MarkupTree(parsing: bytes, as: syntax, at: path, limits: limits)
      findings.add(tree.findings)
      return .success(LooseMarkup(tree))
    } catch {
      return .failure(Unreadable(error))
    }
  }

  mutating func markup(
    at path: ContainerPath, as syntax: MarkupSyntax
  ) -> Result<LooseMarkup, Unreadable> {
    switch bytes(at: path) {
    case .success(let bytes): markup(bytes, as: syntax, at: path)
    case .failure(let reason): .failure(reason)
    }
  }
}

/// Why a resource gave no bytes or no tree.
enum Unreadable: Error, Hashable {
  case missing
  case underPassword
  case locked
  case empty
  case noMarkup
  case damaged
  case tooLarge

  init(_ error: ContainerError) {
    self =
      switch error {
      case .noSuchEntry, .noSuchFile: .missing
      case .passwordProtected: .underPassword
      case .sizeExceeds, .tooLarge, .tooManyEntries: .tooLarge
      case .damaged, .unsupportedCompression, .notAnArchive, .system: .damaged
      }
  }

  init(_ error: MarkupError) {
    self =
      switch error {
      case .empty: .empty
      case .noElement: .noMarkup
      case .tooLarge: .tooLarge
      }
  }

  /// As the predicate of a sentence about the resource.
  var predicate: String {
    switch self {
    case .missing: "is not in the container"
    case .underPassword: "is under password encryption"
    case .locked: "is locked"
    case .empty: "is empty"
    case .noMarkup: "holds no markup"
    case .damaged: "is damaged"
    case .tooLarge: "is too large"
    }
  }
}
