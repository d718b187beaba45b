import EPUBBasics
import EPUBContainer
import EPUBMarkup

/// What encryption.xml says: which resources need a key that no reading system has by itself, and
/// who keeps it. Obfuscated fonts are no lock: their key stands in the book
/// (EPUB 3.3 #sec-font-obfuscation).
struct Locks {
  private(set) var paths: Set<ContainerPath> = []
  private(set) var scheme: LockScheme?
  /// Resources under font obfuscation.
  private(set) var obfuscatedPaths: Set<ContainerPath> = []

  /// Locks `path` with the ZIP format's own password, unless it is locked by something better.
  mutating func addPassword(on path: ContainerPath) {
    paths.insert(path)
    scheme = scheme ?? .password
  }

  private static let obfuscations: Set<String> = [
    "http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#rc",
  ]

  init() {}

  init(reading reader: inout ResourceReader) {
    guard let entry = reader.metaInfEntry("encryption.xml") else { return }
    switch reader.markup(at: entry.path, as: .xml) {
    case .success(let markup):
      read(markup, at: entry.path, &reader)
    case .failure(let reason):
      reader.findings.add(
        .encryptionUnreadable, path: entry.path,
        "encryption.xml \(reason.predicate). Nothing is taken to be encrypted.")
    }
  }

  private mutating func read(
    _ markup: LooseMarkup, at path: ContainerPath, _ reader: inout ResourceReader
  ) {
    var evidence = Evidence()
    var plainPaths: Set<ContainerPath> = []
    for data in markup.elements(.encryptedData, in: 0) {
      let method = markup.firstChild(.encryptionMethod, of: data)
      let algorithm = method.flatMap { markup.attribute(.algorithm, of: $0) }?.lowercased()
      guard let target = target(of: data, markup, at: path, &reader) else { continue }
      if let algorithm, Self.obfuscations.contains(algorithm) {
        obfuscatedPaths.insert(target)
      } else if plainPaths.contains(target) {
        continue
      } else if !paths.contains(target), Self.isPlain(target, reader.container) {
        plainPaths.insert(target)
        reader.findings.add(
          .encryptionUntrue, path: target,
          "encryption.xml calls it encrypted and it is not. It is read as it stands.")
      } else {
        paths.insert(target)
        evidence.note(algorithm: algorithm)
        evidence.note(keyInfoOf: data, in: markup)
      }
    }
    if !paths.isEmpty { scheme = evidence.scheme(reader) }
  }

  /// Whether the resource is what it was before any encryption: books that were unlocked often keep
  /// their encryption.xml. No cipher's output reads like text or begins like a picture.
  private static func isPlain(_ path: ContainerPath, _ container: OCFContainer) -> Bool {
    guard let bytes = try? container.resource(at: path).bytes, bytes.count >= 16 else {
      return false
    }
    if SpineItem.Kind(sniffing: bytes) != nil { return true }
    var head = bytes.prefix(1024)
    // The cut may have gone through a character.
    while head.count < bytes.count, let last = head.last, last >= 0x80 { head.removeLast() }
    return String(validating: head, as: UTF8.self) != nil
      && head.allSatisfy { $0 >= 0x20 || $0.isASCIISpace }
  }

  /// The resource that an `EncryptedData` is about.
  private func target(
    of data: Int, _ markup: LooseMarkup, at path: ContainerPath, _ reader: inout ResourceReader
  ) -> ContainerPath? {
    let cipher = markup.firstChild(.cipherData, of: data)
    let reference = cipher.flatMap { markup.firstChild(.cipherReference, of: $0) }
    guard let uri = reference.flatMap({ markup.attribute(.uri, of: $0) }), !uri.isEmpty else {
      reader.findings.add(
        .encryptionReferenceMissing, path: path,
        "An EncryptedData names no resource. It is passed over.")
      return nil
    }
    // Relative to the root; some producers count from META-INF as for a link.
    for base in [reader.underRoot("x"), path] {
      if case .inside(let reference, _)? = base?.resolving(uri),
        let entry = reader.container.entry(at: reference.path)
      {
        return entry.path
      }
    }
    reader.findings.add(
      .encryptionResourceUnknown, path: path, place: uri,
      "An EncryptedData names a resource that is not in the container. It is passed over.")
    return nil
  }
}

/// What tells the schemes apart.
private struct Evidence {
  var algorithms: Set<LockScheme> = []
  var keys: Set<LockScheme> = []

  mutating func note(algorithm: String?) {
    if algorithm?.contains("itunes.apple.com") == true { algorithms.insert(.fairPlay) }
    if algorithm?.contains("readium.org/2014/01/lcp") == true { algorithms.insert(.lcp) }
  }

  /// LCP points at its licence; ADEPT puts a `resource` element of its own into the key's place.
  mutating func note(keyInfoOf data: Int, in markup: LooseMarkup) {
    guard let info = markup.firstChild(.keyInfo, of: data) else { return }
    for node in info..<markup.end(of: info) {
      switch markup.name(of: node) {
      case .retrievalMethod:
        let uri = markup.attribute(.uri, of: node)?.lowercased() ?? ""
        let type = markup.attribute(.type, of: node)?.lowercased() ?? ""
        if uri.contains("license.lcpl") || type.contains("readium.org/2014/01/lcp") {
          keys.insert(.lcp)
        }
      case .resource:
        keys.insert(.adept)
      default:
        break
      }
    }
  }

  func scheme(_ reader: ResourceReader) -> LockScheme {
    if keys.contains(.lcp) || algorithms.contains(.lcp) { return .lcp }
    if algorithms.contains(.fairPlay) || reader.metaInfEntry("sinf.xml") != nil {
      return .fairPlay
    }
    if keys.contains(.adept) { return .adept }
    if reader.metaInfEntry("license.lcpl") != nil { return .lcp }
    if reader.metaInfEntry("rights.xml") != nil { return .adept }
    return .unknown
  }
}
