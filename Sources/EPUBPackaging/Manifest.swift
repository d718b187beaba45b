import EPUBBasics
import EPUBContainer
import EPUBMarkup

/// The manifest with what is needed to look things up in it: by id in one step, and whether a
/// resource is there.
struct Manifest {
  let packagePath: ContainerPath
  private(set) var items: [ManifestItem] = []
  /// Whether the resource of the item at the same index is in the container.
  private(set) var isPresent: [Bool] = []
  /// Whether the item's `href` has a fragment.
  private(set) var hasFragment: [Bool] = []
  private(set) var hasAnyFragment = false
  private(set) var resolver: ReferenceResolver
  private var indexByID: [String: Int] = [:]
  /// Later items of an id that is not the only one of its kind.
  private var laterIndicesByID: [String: [Int]] = [:]

  init(of package: PackageSource, _ locks: inout Locks, _ reader: inout ResourceReader) {
    packagePath = package.path
    resolver = ReferenceResolver(base: package.path, reader)
    let limit = reader.limits.maximumItemCount
    // First of all: what is told of its items may be much.
    if Self.hasMoreItems(than: limit, package) {
      reader.findings.add(
        .manifestTooLong, path: package.path, losesText: true,
        "Items past the first \(limit) are left out.")
    }
    // Items that were left open stand inside one another in the repaired tree.
    for section in package.sections(.manifest) {
      reserve((package.markup.end(of: section) - section) / 2)
      for node in section..<package.markup.end(of: section)
      where package.markup.name(of: node) == .item {
        guard items.count < limit else { return }
        add(RawItem(node, in: package.markup), package.markup, &locks, &reader)
      }
    }
    tellUnknownFallbacks(&reader.findings)
  }

  private static func hasMoreItems(than limit: Int, _ package: PackageSource) -> Bool {
    let sections = package.sections(.manifest).map { $0..<package.markup.end(of: $0) }
    guard sections.reduce(0, { $0 + $1.count }) > limit else { return false }
    return sections.joined().lazy.filter { package.markup.name(of: $0) == .item }
      .dropFirst(limit).first != nil
  }

  /// White space stands between items, so that about every second node is one; of what may be a bomb's
  /// nodes only as many are believed as a large book has.
  private mutating func reserve(_ itemCount: Int) {
    let count = items.count + min(itemCount, 4096)
    items.reserveCapacity(count)
    indexByID.reserveCapacity(count)
  }

  /// The first item with that id.
  func index(of id: String) -> Int? { indexByID[id] }

  /// Every item with that id, the first one first.
  func indices(of id: String) -> [Int] {
    guard let first = indexByID[id] else { return [] }
    return [first] + (laterIndicesByID[id] ?? [])
  }

  private mutating func add(
    _ raw: RawItem, _ markup: LooseMarkup, _ locks: inout Locks, _ reader: inout ResourceReader
  ) {
    let id = raw.id.map(markup.string) ?? ""
    let href = raw.href.map(markup.string) ?? ""
    var path: ContainerPath?
    var present = false
    var fragment: String?
    if let range = raw.href, !range.isEmpty {
      let target = resolver.resolve(markup.tree.bytes, range)
      switch target {
      case .resource(let entry, let found, _):
        path = entry.path
        fragment = found
        present = true
        if entry.isPasswordProtected { locks.addPassword(on: entry.path) }
      case .missing(let reference):
        path = reference.path
        fragment = reference.fragment
      case .external, .invalid:
        break
      }
      tell(target, id: id, href: href, &reader.findings)
    } else {
      reader.findings.add(
        .manifestHrefMissing, path: packagePath, place: place(of: id),
        "The item names no resource. It stands for nothing.")
    }
    tellMissing(raw, id, &reader.findings)
    enter(id, &reader.findings)
    items.append(
      ManifestItem(
        id: id, path: path, href: href, mediaType: raw.mediaType(in: markup),
        properties: raw.properties.map { markup.string($0).asciiWords } ?? [],
        fallback: raw.fallback.map(markup.string)))
    isPresent.append(present)
    hasFragment.append(fragment != nil)
    if fragment != nil { hasAnyFragment = true }
  }

  private mutating func enter(_ id: String, _ findings: inout FindingList) {
    guard !id.isEmpty, let first = indexByID.updateValue(items.count, forKey: id) else { return }
    indexByID[id] = first
    laterIndicesByID[id, default: []].append(items.count)
    findings.add(
      .manifestIDDuplicate, path: packagePath, place: id,
      "Several items have this id. Where it is named, a content document is preferred.")
  }

  private func place(of id: String) -> String {
    id.isEmpty ? "item \(items.count + 1)" : id
  }
}

// MARK: Findings

extension Manifest {
  private func tellMissing(_ raw: RawItem, _ id: String, _ findings: inout FindingList) {
    if id.isEmpty {
      findings.add(
        .manifestIDMissing, path: packagePath, place: place(of: id),
        "The item has no id. Only its resource's path can name it.")
    }
    if raw.mediaType?.isEmpty ?? true {
      findings.add(
        .manifestTypeMissing, path: packagePath, place: place(of: id),
        "The item has no media type. What it is, its content must tell.")
    }
  }

  private func tell(
    _ target: ReferenceResolver.Target, id: String, href: String, _ findings: inout FindingList
  ) {
    func add(_ fault: Fault, _ done: String) {
      findings.add(fault, path: packagePath, place: place(of: id), done)
    }
    switch target {
    case .resource(let entry, let fragment, let repair):
      switch repair {
      case .letterCase?:
        add(.manifestHrefCase, "\(href) differs in case from \(entry.path). That one is taken.")
      case .leak?:
        add(.manifestHrefLeaks, "\(href) climbs out of the container. It is held at its root.")
      case .spelling?:
        add(.manifestHrefRepaired, "\(href) leads to nothing. \(entry.path) is taken for it.")
      case nil: break
      }
      if fragment != nil {
        add(.manifestHrefFragment, "\(href) has a fragment. The whole resource is meant.")
      }
    case .missing(let reference):
      add(.manifestResourceMissing, "\(reference.path) is not in the container. It is left out.")
    case .invalid:
      add(.manifestHrefInvalid, "\(href) is no URL that can be followed.")
    case .external:
      break
    }
  }

  private func tellUnknownFallbacks(_ findings: inout FindingList) {
    for item in items {
      if let fallback = item.fallback, indexByID[fallback] == nil {
        findings.add(
          .manifestFallbackUnknown, path: packagePath, place: item.id,
          "Its fallback \(fallback) is no item. It counts as having none.")
      }
    }
  }
}

/// The attributes of an `item` element, as ranges of the tree's bytes.
private struct RawItem {
  var id: Range<Int>?
  var href: Range<Int>?
  var mediaType: Range<Int>?
  var properties: Range<Int>?
  var fallback: Range<Int>?

  init(_ node: Int, in markup: LooseMarkup) {
    for index in markup.tree.attributeRange(of: node) {
      let value = markup.valueRange(at: index)
      switch markup.attributeName(at: index) {
      case .id?: id = value
      case .href?: href = value
      case .mediaType?: mediaType = value
      case .properties?: properties = value
      case .fallback?: fallback = value.isEmpty ? nil : value
      default: break
      }
    }
  }

  /// Lower case, without parameters.
  func mediaType(in markup: LooseMarkup) -> String {
    guard let mediaType else { return "" }
    let bytes = markup.tree.bytes
    let end = mediaType.first { bytes[$0] == UInt8(ascii: ";") } ?? mediaType.upperBound
    let type = bytes.trimming(mediaType.lowerBound..<end)
    let isLower = type.allSatisfy { bytes[$0] == bytes[$0].asciiLowercased }
    return isLower ? markup.string(type) : markup.string(type).lowercased()
  }
}
