import EPUBBasics
import EPUBContainer
import EPUBMarkup

// The navigation document has the say. The NCX is asked only for a list that the navigation document
// lacks entirely, contents or page list; entries of the two are never merged. The guide gives
// landmarks where there are none.

extension Navigation {
  init(
    of package: PackageSource, _ manifest: Manifest, _ spine: Spine,
    _ reader: inout ResourceReader
  ) {
    var finder = NavigationFinder(package, manifest, spine)
    finder.readNavigationDocument(&reader)
    finder.readNCX(&reader)
    finder.readUnmarkedNavigationDocument(&reader)
    finder.readGuide(&reader)
    self = finder.finish(&reader)
  }
}

private struct NavigationFinder {
  private let package: PackageSource
  private let manifest: Manifest
  private let spine: Spine
  private var contents: [Navigation.Entry]?
  private var source = Navigation.Source.none
  private var pageList: [Navigation.Entry]?
  private var landmarks: [Navigation.Entry]?
  private var path: ContainerPath?

  init(_ package: PackageSource, _ manifest: Manifest, _ spine: Spine) {
    self.package = package
    self.manifest = manifest
    self.spine = spine
  }

  func finish(_ reader: inout ResourceReader) -> Navigation {
    if source == .ncx, package.markup.attribute(.version, of: package.element)?.first == "3",
      !manifest.items.contains(where: { $0.properties.contains("nav") })
    {
      reader.findings.add(
        .navigationDocumentMissing, path: package.path,
        "The book has no navigation document. The NCX is read.")
    }
    if contents == nil {
      reader.findings.add(
        .navigationMissing, path: package.path,
        "The book has no contents. They are made from its headings.")
    }
    return Navigation(
      contents: contents ?? [], contentsSource: source, pageList: pageList ?? [],
      landmarks: landmarks ?? [], path: path)
  }

  // MARK: Navigation document

  mutating func readNavigationDocument(_ reader: inout ResourceReader) {
    let marked = manifest.items.indices.filter { manifest.items[$0].properties.contains("nav") }
    if marked.count > 1 {
      reader.findings.add(
        .navigationSeveral, path: package.path,
        "Several items are marked as the navigation document. The first that has contents is read."
      )
    }
    for index in marked.prefix(16) where contents == nil {
      guard let path = manifest.items[index].path else { continue }
      readNavigationDocument(at: path, &reader)
    }
  }

  private mutating func readNavigationDocument(
    at path: ContainerPath, _ reader: inout ResourceReader
  ) {
    switch reader.markup(at: path, as: .xhtml) {
    case .failure(let reason):
      reader.findings.add(
        .navigationUnreadable, path: path, "The navigation document \(reason.predicate).")
    case .success(let markup):
      var navigation = NavigationReader(markup, at: path, manifest, spine, limits: reader.limits)
      let document = NavigationDocument(reading: &navigation, &reader.findings)
      if document.contents == nil {
        reader.findings.add(
          .navigationContentsMissing, path: path,
          "The navigation document has no contents. They are looked for elsewhere.")
      }
      take(document, from: path)
    }
  }

  private mutating func take(_ document: NavigationDocument, from path: ContainerPath) {
    if let found = document.contents {
      contents = found
      source = .navigationDocument
    }
    if document.contents != nil || document.pageList != nil { self.path = self.path ?? path }
    pageList = pageList ?? document.pageList
    landmarks = landmarks ?? document.landmarks
  }

  /// A book without marked navigation and without NCX may have a document called like one.
  mutating func readUnmarkedNavigationDocument(_ reader: inout ResourceReader) {
    guard contents == nil else { return }
    for item in manifest.items where !item.properties.contains("nav") {
      guard let path = item.path, item.mediaType == "application/xhtml+xml",
        ["nav", "toc"].contains(path.name.prefix { $0 != "." }.lowercased()),
        case .success(let markup) = reader.markup(at: path, as: .xhtml),
        markup.tree.nodes.indices.contains(where: { markup.name(of: $0) == .nav })
      else { continue }
      var navigation = NavigationReader(markup, at: path, manifest, spine, limits: reader.limits)
      let document = NavigationDocument(reading: &navigation, &reader.findings)
      guard document.contents != nil else { continue }
      reader.findings.add(
        .navigationUnmarked, path: path,
        "No item is marked as the navigation document. This one is taken for it.")
      return take(document, from: path)
    }
  }

  // MARK: NCX

  mutating func readNCX(_ reader: inout ResourceReader) {
    guard contents == nil || pageList == nil, let path = findNCX(&reader) else { return }
    let bytes: [UInt8]
    switch reader.bytes(at: path) {
    case .success(let found): bytes = found
    case .failure(let reason):
      reader.findings.add(.ncxUnreadable, path: path, "The NCX \(reason.predicate).")
      return
    }
    if contents != nil, !NCX.mayHoldPageList(bytes) { return }
    switch reader.markup(bytes, as: .xml, at: path) {
    case .failure(let reason):
      reader.findings.add(.ncxUnreadable, path: path, "The NCX \(reason.predicate).")
    case .success(let markup):
      var navigation = NavigationReader(markup, at: path, manifest, spine, limits: reader.limits)
      let ncx = NCX(
        reading: &navigation, wantsContents: contents == nil, wantsPageList: pageList == nil,
        &reader.findings)
      take(ncx, from: path, &reader.findings)
    }
  }

  private mutating func take(
    _ ncx: NCX, from path: ContainerPath, _ findings: inout FindingList
  ) {
    if contents == nil {
      contents = ncx.contents
      if contents != nil {
        source = .ncx
      } else {
        findings.add(.ncxContentsMissing, path: path, "The NCX has no contents.")
      }
    }
    pageList = pageList ?? ncx.pageList
    if ncx.contents != nil || ncx.pageList != nil { self.path = self.path ?? path }
  }

  /// By the spine's `toc`, else by media type, else by name, else lying about unlisted.
  private func findNCX(_ reader: inout ResourceReader) -> ContainerPath? {
    if let id = spine.tocID, !id.isEmpty {
      let named = manifest.indices(of: id).lazy.map { manifest.items[$0] }
      if let path = named.first(where: isNCX)?.path { return path }
      reader.findings.add(
        .spineTocUnknown, path: package.path, place: id,
        "The spine's toc names no NCX. It is looked for by its media type.")
    }
    if let path = manifest.items.first(where: { $0.mediaType == NCX.mediaType })?.path {
      return path
    }
    if let path = manifest.items.first(where: isNCX)?.path { return path }
    guard contents == nil, let unlisted = unlistedNCX(reader.container) else { return nil }
    reader.findings.add(
      .ncxUnlisted, path: unlisted, "The manifest does not list the NCX. It is read all the same.")
    return unlisted
  }

  private func isNCX(_ item: ManifestItem) -> Bool {
    item.mediaType == NCX.mediaType || item.path?.endsInAny(of: [".ncx"]) == true
  }

  private func unlistedNCX(_ container: OCFContainer) -> ContainerPath? {
    let folder = package.path.folder
    return container.entries.first { $0.path.endsInAny(of: [".ncx"]) && $0.path.folder == folder }?
      .path
  }

  // MARK: Guide

  /// The guide's references as landmarks (OPF 2.0.1 #Section2.6).
  mutating func readGuide(_ reader: inout ResourceReader) {
    guard landmarks == nil else { return }
    let markup = package.markup
    var guide = NavigationReader(
      markup, at: package.path, manifest, spine, limits: reader.limits)
    var entries: [Navigation.Entry] = []
    for section in package.sections(.guide) {
      for node in markup.elements(.reference, in: section) {
        guard guide.takesOneMore(&reader.findings) else { break }
        let type = markup.attribute(.type, of: node)?.printable.nonEmpty
        let written = Array((markup.attribute(.title, of: node) ?? "").utf8).collapsed()
        let title = written.nonEmpty ?? type ?? ""
        let href = markup.range(of: .href, of: node)
        let link = guide.link(href, title: title, missing: .guideTargetMissing, &reader.findings)
        entries.append(
          Navigation.Entry(
            title: title, target: link.target, externalURL: link.externalURL, type: type))
      }
    }
    landmarks = entries.nonEmpty
  }
}
