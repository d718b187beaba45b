import EPUBBasics
import EPUBContainer
import EPUBMarkup

/// The reading order, made of the `spine` element; of the manifest where the spine names nothing.
struct Spine {
  private(set) var items: [SpineItem] = []
  private(set) var pageProgression = PageProgression.default
  /// The `toc` attribute: the id of the NCX.
  private(set) var tocID: String?
  /// Whether an `itemref` stood for a document that is not in the container.
  private var lacksResource = false
  /// By path, the manifest item that shows it.
  private var shownIndexByPath: [ContainerPath: Int] = [:]
  /// By the position of an `itemref` in the spine, its first place in `items`.
  private(set) var placeByElementIndex: [Int: Int] = [:]

  init(
    of package: PackageSource, _ manifest: Manifest, _ locks: Locks,
    _ reader: inout ResourceReader
  ) {
    let sections = package.sections(.spine)
    if sections.isEmpty {
      reader.findings.add(
        .spineMissing, path: package.path,
        "The package has no spine. The manifest stands in for it.")
    }
    var chooser = PresentationChooser(manifest, locks)
    for section in sections {
      readAttributes(of: section, package, &reader.findings)
      readReferences(in: section, package, &chooser, &reader)
    }
    if items.isEmpty, !lacksResource { takeManifest(&chooser, package.path, &reader) }
    if !items.isEmpty, !items.contains(where: \.isLinear) {
      takeAllForLinear(package.path, &reader.findings)
    }
    tellLocked(locks, package.path, &reader.findings)
  }

  /// - Throws: `emptySpine` when there is nothing to show, `locked` when no linear document can be
  ///   read and encryption is the reason, `tooLarge` when their size is.
  func refuseIfNothingCanBeRead(
    _ locks: Locks, _ reader: ResourceReader
  ) throws(PackagingError) {
    let limit = reader.limits.maximumResourceByteCount
    func isReadable(_ item: SpineItem) -> Bool {
      item.kind != .foreign && !locks.paths.contains(item.path ?? .root)
    }
    func isTooLarge(_ item: SpineItem) -> Bool {
      item.path.flatMap(reader.container.entry(at:)).map { $0.byteCount > limit } ?? false
    }
    if items.contains(where: { $0.isLinear && isReadable($0) && !isTooLarge($0) }) { return }
    let locked = Set(items.lazy.compactMap(\.path)).intersection(locks.paths)
    if !locked.isEmpty {
      throw .locked(locks.scheme ?? .unknown, documentCount: locked.count)
    }
    if !items.contains(where: isReadable) { throw .emptySpine }
    if items.allSatisfy({ !isReadable($0) || isTooLarge($0) }) { throw .tooLarge(limit: limit) }
  }

  private mutating func readAttributes(
    of section: Int, _ package: PackageSource, _ findings: inout FindingList
  ) {
    tocID = tocID ?? package.markup.attribute(.toc, of: section)
    guard let written = package.markup.attribute(.pageProgressionDirection, of: section) else {
      return
    }
    if let known = PageProgression(rawValue: written.lowercased()) {
      pageProgression = known
    } else {
      findings.add(
        .spineProgressionUnknown, path: package.path, place: written,
        "This is no page progression direction. It counts as default.")
    }
  }

  /// Reads the `itemref` elements; an index counts the spine's element children, as CFI steps do.
  private mutating func readReferences(
    in section: Int, _ package: PackageSource, _ chooser: inout PresentationChooser,
    _ reader: inout ResourceReader
  ) {
    let markup = package.markup
    var elementIndex = -1
    var count = 0
    for node in section + 1..<max(section + 1, markup.end(of: section))
    where markup.tree.isElement(node) {
      if Int(markup.tree.nodes[node].parent) == section { elementIndex += 1 }
      guard markup.name(of: node) == .itemref else { continue }
      guard count < reader.limits.maximumItemCount else {
        reader.findings.add(
          .spineTooLong, path: package.path, losesText: true,
          "Items past the first \(count) are left out.")
        return
      }
      count += 1
      let reference = ItemReference(node, markup, number: count, elementIndex: elementIndex)
      add(reference, package.path, &chooser, &reader)
    }
    if count == 0 {
      reader.findings.add(
        .spineEmpty, path: package.path, "The spine names no item. The manifest stands in for it.")
    }
  }

  private mutating func add(
    _ reference: ItemReference, _ packagePath: ContainerPath,
    _ chooser: inout PresentationChooser, _ reader: inout ResourceReader
  ) {
    func add(_ fault: Fault, losesText: Bool = false, _ done: String) {
      reader.findings.add(
        fault, path: packagePath, place: reference.place, losesText: losesText, done)
    }
    guard !reference.idref.isEmpty else {
      return add(.spineReferenceMissing, "The itemref names no item. It is passed over.")
    }
    let candidates = chooser.manifest.indices(of: reference.idref)
    guard let index = chooser.preferred(among: candidates) else {
      return add(
        .spineReferenceUnknown, "\(reference.idref) is no item of the manifest. It is passed over.")
    }
    if candidates.count > 1 {
      add(
        .spineReferenceAmbiguous,
        "Several items have this id. \(chooser.manifest.items[index].href) is taken.")
    }
    if reference.linear == nil {
      add(.spineLinearUnknown, "Its linear is neither yes nor no. It counts as yes.")
    }
    guard let presentation = chooser.presentation(of: index, &reader) else {
      lacksResource = true
      let item = chooser.manifest.items[index]
      guard let path = item.path else {
        return add(
          .spineResourceRemote, losesText: true, "\(item.href) is not in the book. It is left out.")
      }
      reader.findings.add(
        .spineResourceMissing, path: path, place: reference.place, losesText: true,
        "The document is not in the container. It is left out.")
      return
    }
    if isRepeated(index, chooser.manifest) {
      return add(
        .spineResourceRepeated,
        "An earlier item shows the same resource under another fragment. It is shown once.")
    }
    tellKind(reference, presentation, chooser.manifest, &reader.findings)
    append(reference, index, presentation, chooser.manifest)
  }

  private func tellKind(
    _ reference: ItemReference, _ presentation: Presentation, _ manifest: Manifest,
    _ findings: inout FindingList
  ) {
    let item = manifest.items[presentation.index]
    let path = item.path ?? manifest.packagePath
    switch presentation.kind {
    case .foreign:
      findings.add(
        .spineItemForeign, path: path, place: reference.place, losesText: true,
        "\(item.mediaType) can't be shown and has no fallback that can. A line stands in its place."
      )
    case .html:
      findings.add(
        .spineItemHTML, path: path, place: reference.place,
        "\(item.mediaType) is no type of content documents. It is read as HTML.")
    case .xhtml, .svg, .image: break
    }
  }

  /// Whether an earlier item with another id shows the resource, one of the two under a fragment.
  private mutating func isRepeated(_ index: Int, _ manifest: Manifest) -> Bool {
    guard manifest.hasAnyFragment, let path = manifest.items[index].path else { return false }
    guard let earlier = shownIndexByPath[path] else {
      shownIndexByPath[path] = index
      return false
    }
    return earlier != index && (manifest.hasFragment[earlier] || manifest.hasFragment[index])
  }

  private mutating func append(
    _ reference: ItemReference, _ index: Int, _ presentation: Presentation, _ manifest: Manifest
  ) {
    if placeByElementIndex[reference.elementIndex] == nil {
      placeByElementIndex[reference.elementIndex] = items.count
    }
    items.append(
      SpineItem(
        idref: reference.idref, item: manifest.items[index],
        shown: manifest.items[presentation.index], kind: presentation.kind,
        isLinear: reference.linear ?? true, properties: reference.properties,
        itemrefIndex: reference.elementIndex, itemrefID: reference.id))
  }

  /// The documents of the manifest in its order, the navigation document only if it is alone.
  private mutating func takeManifest(
    _ chooser: inout PresentationChooser, _ packagePath: ContainerPath,
    _ reader: inout ResourceReader
  ) {
    let documents = chooser.documentIndices()
    let chapters = documents.filter { !chooser.manifest.items[$0].properties.contains("nav") }
    for index in chapters.isEmpty ? documents : chapters {
      guard let presentation = chooser.presentation(of: index, &reader) else { continue }
      let id = chooser.manifest.items[index].id
      append(
        ItemReference(standingFor: id, elementIndex: items.count), index, presentation,
        chooser.manifest)
    }
    guard !items.isEmpty else { return }
    reader.findings.add(
      .spineEmpty, path: packagePath,
      "There is no reading order. The manifest's documents are shown in its order.")
  }

  /// A spine has at least one linear item (EPUB 3.3 #sec-itemref-elem).
  private mutating func takeAllForLinear(
    _ packagePath: ContainerPath, _ findings: inout FindingList
  ) {
    items = items.map {
      SpineItem(
        idref: $0.idref, item: $0.item, shown: $0.shown, kind: $0.kind, isLinear: true,
        properties: $0.properties, itemrefIndex: $0.itemrefIndex, itemrefID: $0.itemrefID)
    }
    findings.add(
      .spineWithoutLinear, path: packagePath, "No item is linear. All of them count as linear.")
  }

  private func tellLocked(
    _ locks: Locks, _ packagePath: ContainerPath, _ findings: inout FindingList
  ) {
    if locks.paths.isEmpty, locks.obfuscatedPaths.isEmpty { return }
    let scheme = (locks.scheme ?? .unknown).rawValue
    var told: Set<ContainerPath> = []
    for item in items {
      guard let path = item.path, told.insert(path).inserted else { continue }
      if locks.paths.contains(path) {
        findings.add(
          .resourceLocked, path: path, losesText: true,
          "The document is locked (\(scheme)). A line stands in its place.")
      } else if locks.obfuscatedPaths.contains(path) {
        findings.add(
          .encryptionObfuscatesDocument, path: path,
          "Only fonts may be obfuscated. The document is read as it stands.")
      }
    }
    for path in locks.paths.subtracting(told).sorted(by: { $0.string < $1.string }) {
      findings.add(.resourceLocked, path: path, "The resource is locked (\(scheme)).")
    }
  }
}

/// What an `itemref` says.
private struct ItemReference {
  let idref: String
  let id: String?
  /// `nil` when it says neither yes nor no.
  let linear: Bool?
  let properties: [String]
  let elementIndex: Int
  /// What findings call it.
  let place: String

  init(_ node: Int, _ markup: LooseMarkup, number: Int, elementIndex: Int) {
    var idref = ""
    var id: String?
    var linear: Bool? = true
    var properties: [String] = []
    for index in markup.tree.attributeRange(of: node) {
      let range = markup.valueRange(at: index)
      switch markup.attributeName(at: index) {
      case .idref?: idref = markup.string(range)
      case .id?: id = markup.string(range)
      case .properties?: properties = markup.string(range).asciiWords
      case .linear?:
        switch markup.string(range).lowercased() {
        case "no", "false": linear = false
        case "yes", "true", "": linear = true
        default: linear = nil
        }
      default: break
      }
    }
    self.idref = idref
    self.id = id
    self.linear = linear
    self.properties = properties
    self.elementIndex = elementIndex
    place = idref.isEmpty ? "itemref \(number)" : idref
  }

  init(standingFor id: String, elementIndex: Int) {
    idref = id
    self.id = nil
    linear = true
    properties = []
    self.elementIndex = elementIndex
    place = id
  }
}
