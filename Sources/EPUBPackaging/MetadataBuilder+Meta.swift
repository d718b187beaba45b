import EPUBBasics
import EPUBMarkup

/// `meta` elements, of EPUB 3 and of EPUB 2 and what producers put there.
extension MetadataBuilder {
  mutating func readMeta(_ node: Int) {
    if let target = refined(by: node) {
      if !isMetadataID(target) { outsideTargets.append(target) }
      // A collection inside a collection refines it; the book belongs to both.
      guard markup.attribute(.property, of: node) == "belongs-to-collection" else { return }
    }
    let written = markup.attribute(.property, of: node) ?? markup.attribute(.name, of: node)
    guard let property = written?.printable.nonEmpty else { return }
    var text = text(of: node)
    if text.value.isEmpty {
      text.value = Array((markup.attribute(.content, of: node) ?? "").utf8).collapsed()
    }
    if !text.value.isEmpty { read(canonical(property), text, node) }
  }

  private mutating func read(_ property: String, _ text: Metadata.Text, _ node: Int) {
    let value = text.value
    switch property {
    case "dcterms:modified": metadata.modified = metadata.modified ?? value
    case "belongs-to-collection": addMembership(text, node)
    case "calibre:series": seriesName = seriesName ?? value
    case "calibre:series_index": seriesPosition = seriesPosition ?? value
    case "calibre:title_sort": titleSort = titleSort ?? value
    case "fixed-layout":
      setRendition("layout", value.lowercased() == "true" ? "pre-paginated" : "reflowable")
    case "orientation-lock":
      setRendition("orientation", value.lowercased() == "none" ? "auto" : value.lowercased())
    case "original-resolution": setViewport(value)
    default:
      if let local = property.dropping("rendition:") {
        setRendition(local, value)
      } else if let local = property.dropping("schema:") {
        metadata.accessibility[local, default: []].append(value)
      } else {
        metadata.others[property, default: []].append(value)
      }
    }
  }

  /// The first of a property counts.
  private mutating func setRendition(_ property: String, _ value: String) {
    if metadata.rendition[property] == nil { metadata.rendition[property] = value }
  }

  /// `1024x768`, as Kindle books give the page's size.
  private mutating func setViewport(_ size: String) {
    let numbers = size.lowercased().split(separator: "x").compactMap { Int($0) }
    guard numbers.count == 2 else { return }
    setRendition("viewport", "width=\(numbers[0]), height=\(numbers[1])")
  }

  private mutating func addMembership(_ text: Metadata.Text, _ node: Int) {
    var membership = Metadata.Membership(name: text)
    for refinement in refinements(of: node) where !refinement.value.isEmpty {
      switch refinement.property {
      case "collection-type": membership.type = membership.type ?? refinement.value
      case "group-position": membership.position = membership.position ?? refinement.value
      case "dcterms:identifier", "dc:identifier", "identifier":
        membership.identifier = membership.identifier ?? refinement.value
      default: break
      }
    }
    metadata.memberships.append(membership)
  }
}

/// What needs to have seen everything.
extension MetadataBuilder {
  mutating func finish(_ findings: inout FindingList) {
    finishCreators()
    finishDates()
    finishSeries()
    if let titleSort, let main = mainTitleIndex, metadata.titles[main].fileAs == nil {
      metadata.titles[main].fileAs = titleSort
    }
    metadata.uniqueIdentifier = uniqueIdentifierByID ?? metadata.identifiers.first?.value
    tellMissing(&findings)
    tellUnknownTargets(&findings)
  }

  private var mainTitleIndex: Int? {
    let titles = metadata.titles
    return titles.firstIndex { $0.type == "main" } ?? titles.indices.first
  }

  /// Document order, unless every creator says which place it wants.
  private mutating func finishCreators() {
    let sequences = orderedCreators.compactMap(\.sequence)
    if sequences.count == orderedCreators.count {
      let order = orderedCreators.indices.sorted { (sequences[$0], $0) < (sequences[$1], $1) }
      metadata.creators = order.map { orderedCreators[$0].contributor }
    } else {
      metadata.creators = orderedCreators.map(\.contributor)
    }
  }

  private mutating func finishDates() {
    func first(_ events: String?...) -> String? {
      dates.first { events.contains($0.event) }?.value
    }
    metadata.published =
      first("publication", "epub-publication") ?? first(nil) ?? first("original-publication")
      ?? first("ops-publication") ?? first("creation")
    metadata.modified = metadata.modified ?? first("modification")
  }

  private mutating func finishSeries() {
    guard let seriesName, !metadata.memberships.contains(where: { $0.name.value == seriesName })
    else { return }
    metadata.memberships.append(
      Metadata.Membership(
        name: Metadata.Text(seriesName), type: "series", position: seriesPosition))
  }

  private func tellMissing(_ findings: inout FindingList) {
    func add(_ fault: Fault, _ done: String) { findings.add(fault, path: package.path, done) }
    if metadata.titles.isEmpty {
      add(.metadataTitleMissing, "The book has no title. Its file's name stands in for it.")
    }
    if metadata.languages.isEmpty {
      add(.metadataLanguageMissing, "The book names no language. None is assumed.")
    }
    let wanted = markup.attribute(.uniqueIdentifier, of: package.element)
    if metadata.identifiers.isEmpty {
      add(.metadataIdentifierMissing, "The book has no identifier.")
    } else if uniqueIdentifierByID == nil {
      findings.add(
        .packageIdentifierUnknown, path: package.path, place: wanted,
        "unique-identifier names no identifier. The first is taken.")
    }
  }

  /// What refines nothing at all; items of the manifest may be refined too (media overlays).
  private func tellUnknownTargets(_ findings: inout FindingList) {
    if outsideTargets.isEmpty { return }
    var ids: Set<String> = []
    for node in package.element..<markup.end(of: package.element) {
      if let id = markup.attribute(.id, of: node) { ids.insert(id) }
    }
    for target in outsideTargets where !ids.contains(target) {
      findings.add(
        .metadataRefinesUnknown, path: package.path, place: target,
        "A meta refines what does not exist. It is passed over.")
    }
  }
}

extension String {
  fileprivate func dropping(_ prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }
}
