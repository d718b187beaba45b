public import EPUBBasics
public import EPUBContainer
import EPUBMarkup

/// Why a container holds no book that can be read.
public enum PackagingError: Error, Hashable, Sendable {
  /// No package document: neither container.xml names one nor does any `.opf` lie in the container.
  case noPackageDocument
  /// There is one and it can't be read as XML at all.
  case unreadablePackageDocument(ContainerPath)
  /// No item of the spine names a resource that exists and can be shown.
  case emptySpine
  /// Every document of the spine is larger than the limit.
  case tooLarge(limit: Int)
  /// No linear content document can be read because of encryption; how many there are.
  case locked(LockScheme, documentCount: Int)
}

extension Publication {
  /// Reads container.xml, the package document, encryption.xml, the navigation document and the NCX.
  ///
  /// The first package document of container.xml wins; where the container's whole content lies in
  /// one folder, that folder counts as the root. Every fault that can be survived is a finding.
  /// Paths of resources that exist are those of the container's directory, whatever the case in
  /// which the book writes them. The container's own findings are not repeated here.
  public init(
    reading container: OCFContainer, limits: Limits = Limits()
  ) throws(PackagingError) {
    var reader = ResourceReader(container: container, limits: limits)
    let package = try reader.findPackage()
    var locks = Locks(reading: &reader)
    reader.lockedPaths = locks.paths
    var metadata = Metadata(of: package, &reader.findings)
    metadata.addDisplayOptions(&reader)
    let manifest = Manifest(of: package, &locks, &reader)
    let spine = Spine(of: package, manifest, locks, &reader)
    try spine.refuseIfNothingCanBeRead(locks, reader)
    let version = package.version(&reader.findings)
    self.init(
      packagePath: package.path,
      version: version,
      metadata: metadata,
      manifest: manifest.items,
      readingOrder: spine.items,
      pageProgression: spine.pageProgression,
      navigation: LazyNavigation { [reader] in
        var reader = reader
        let navigation = Navigation(of: package, manifest, spine, &reader)
        return LazyNavigation.Reading(
          navigation: navigation, findings: reader.findings.finished())
      },
      lockedPaths: locks.paths,
      lockScheme: locks.scheme,
      packageFindings: reader.findings.finished(),
      spineStep: package.spineStep)
  }
}

extension PackageSource {
  /// The `version` attribute; what it says changes nothing of how the package is read.
  fileprivate func version(_ findings: inout FindingList) -> String {
    let version = markup.attribute(.version, of: element) ?? ""
    if version.isEmpty {
      findings.add(
        .packageVersionMissing, path: path,
        "The package has no version. It is read as what it turns out to be.")
    }
    return version.printable
  }

  /// The CFI step of `spine`; 6, as in every package that has it in its place, where it is no child of
  /// `package`.
  fileprivate var spineStep: Int {
    var step = 0
    for node in markup.tree.children(of: element) where markup.tree.isElement(node) {
      step += 2
      if markup.name(of: node) == .spine { return step }
    }
    return 6
  }

  /// The children of `package` with that name; where there are none, descendants, those of a
  /// `collection` left out (it has a manifest of its own).
  func sections(_ wanted: ElementName) -> [Int] {
    let children = markup.tree.children(of: element).filter { markup.name(of: $0) == wanted }
    if !children.isEmpty { return children }
    var found: [Int] = []
    var node = element + 1
    while node < markup.end(of: element) {
      let name = markup.name(of: node)
      if name == wanted { found.append(node) }
      node = name == wanted || name == .collection ? markup.end(of: node) : node + 1
    }
    return found
  }
}
