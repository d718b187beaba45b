import EPUBBasics
import EPUBContainer
import EPUBMarkup

// Which package document is the book's. Candidates in this order: what container.xml lists as a
// package document, what else it lists, the `.opf` files of the container from the top down. The
// first that exists and holds a package is read (EPUB 3.3 #sec-container-metainf-container.xml; a
// reading system renders the first rendition, EPUB RS 3.3 #container-default-rendition).

/// The package document that was found.
struct PackageSource {
  let path: ContainerPath
  let markup: LooseMarkup
  /// The `package` element.
  let element: Int
}

extension ResourceReader {
  mutating func findPackage() throws(PackagingError) -> PackageSource {
    findRoot()
    var firstUnreadable: ContainerPath?
    let listed = listedPackages()
    for path in listed {
      if let source = try openPackage(at: path) { return source }
      firstUnreadable = firstUnreadable ?? path
    }
    for path in packagesLyingAbout() where !listed.contains(path) {
      guard let source = try openPackage(at: path) else {
        firstUnreadable = firstUnreadable ?? path
        continue
      }
      findings.add(
        .packageUnlisted, path: path,
        "container.xml names no package document that can be read. This one is read.")
      return source
    }
    if let firstUnreadable { throw .unreadablePackageDocument(firstUnreadable) }
    throw .noPackageDocument
  }

  /// Where META-INF lies: at the root, or in the one folder that the whole book was packed in.
  private mutating func findRoot() {
    if metaInfEntry("container.xml") != nil { return }
    let suffix = "/meta-inf/container.xml"
    let inFolders = container.entries.lazy.map(\.path).filter {
      $0.string.lowercased().hasSuffix(suffix) && !$0.isOfMacOS
    }
    guard let shallowest = inFolders.min(by: { $0.depth < $1.depth }) else { return }
    root = shallowest.folder.folder
    findings.add(
      .containerInFolder, path: root,
      "The whole content lies inside a folder. That folder is taken for the container's root.")
  }

  private mutating func listedPackages() -> [ContainerPath] {
    guard let entry = metaInfEntry("container.xml") else {
      findings.add(
        .containerMissing, path: underRoot("META-INF/container.xml"),
        "There is no container.xml. A package document is looked for.")
      return []
    }
    switch markup(at: entry.path, as: .xml) {
    case .success(let markup):
      return rootfiles(of: markup, at: entry.path)
    case .failure(let reason):
      findings.add(
        .containerUnreadable, path: entry.path,
        "container.xml \(reason.predicate). A package document is looked for.")
      return []
    }
  }

  private mutating func rootfiles(
    of markup: LooseMarkup, at path: ContainerPath
  ) -> [ContainerPath] {
    var packages: [ContainerPath] = []
    var others: [ContainerPath] = []
    for node in markup.elements(.rootfile, in: 0).prefix(limits.maximumItemCount) {
      let name = markup.attribute(.fullPath, of: node) ?? ""
      guard let found = rootfile(named: name) else {
        findings.add(
          .containerRootfileMissing, path: path, place: name.nonEmpty,
          "A rootfile leads to nothing. It is passed over.")
        continue
      }
      let type = markup.attribute(.mediaType, of: node)?.lowercased()
      if type == "application/oebps-package+xml" {
        packages.append(found)
      } else if type == nil || found.fileExtension == "opf" {
        others.append(found)
      }
    }
    if packages.count > 1 {
      findings.add(
        .containerSeveralPackages, path: path,
        "The book has \(packages.count) renditions. The first is read.")
    }
    if packages.isEmpty, let first = others.first {
      findings.add(
        .containerRootfileType, path: path, place: first.string,
        "A rootfile is not marked as a package document. It is tried all the same.")
    }
    return packages + others
  }

  /// `full-path` is a path and no URL; escapes are tried when it names nothing as it stands.
  private func rootfile(named name: String) -> ContainerPath? {
    guard !name.isEmpty else { return nil }
    if let plain = underRoot(name), let entry = container.entry(at: plain) { return entry.path }
    guard case .inside(let reference, _)? = underRoot("x")?.resolving(name) else { return nil }
    return container.entry(at: reference.path)?.path
  }

  /// Package documents nobody names, those nearest to the root first.
  private func packagesLyingAbout() -> [ContainerPath] {
    let found = container.entries.map(\.path).filter { $0.fileExtension == "opf" && !$0.isOfMacOS }
    return found.enumerated()
      .sorted { ($0.element.depth, $0.offset) < ($1.element.depth, $1.offset) }
      .map(\.element)
  }

  private mutating func openPackage(
    at path: ContainerPath
  ) throws(PackagingError) -> PackageSource? {
    switch markup(at: path, as: .xml) {
    case .success(let markup):
      if let source = packageSource(in: markup, at: path) { return source }
      findings.add(
        .packageUnreadable, path: path, "It holds neither package, manifest nor spine.")
      return nil
    case .failure(.underPassword):
      throw .locked(.password, documentCount: passwordProtectedDocumentCount())
    case .failure(let reason):
      findings.add(.packageUnreadable, path: path, "The package document \(reason.predicate).")
      return nil
    }
  }

  private mutating func packageSource(
    in markup: LooseMarkup, at path: ContainerPath
  ) -> PackageSource? {
    let all = 0..<markup.tree.nodes.count
    if let element = all.first(where: { markup.name(of: $0) == .package }) {
      return PackageSource(path: path, markup: markup, element: element)
    }
    let isOne = all.contains { [.manifest, .spine].contains(markup.name(of: $0)) }
    guard isOne else { return nil }
    findings.add(
      .packageElementMissing, path: path,
      "There is no package element. The root element is taken for it.")
    return PackageSource(path: path, markup: markup, element: 0)
  }

  /// How many documents a password keeps shut, as far as names tell.
  private func passwordProtectedDocumentCount() -> Int {
    let extensions: Set<String> = ["xhtml", "html", "htm", "svg", "xml"]
    return container.entries.count {
      $0.isPasswordProtected && extensions.contains($0.path.fileExtension)
        && !$0.path.string.uppercased().contains("META-INF/")
    }
  }
}

extension ContainerPath {
  /// Number of folders above it.
  fileprivate var depth: Int { string.utf8.count { $0 == UInt8(ascii: "/") } }

  /// Resource forks that macOS puts into archives.
  fileprivate var isOfMacOS: Bool { string.hasPrefix("__MACOSX/") || name.hasPrefix("._") }
}
