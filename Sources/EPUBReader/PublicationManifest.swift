import EPUBBasics
package import EPUBBook
import EPUBPackaging

/// The book as a Readium Web Publication Manifest; every `href` is relative to the container's root.
package struct PublicationManifest {
  private let book: Book
  private let title: String
  private let publication: Publication
  private let metadata: Metadata

  /// - Parameter title: what the book is called, whether it says so itself or not.
  package init(of book: Book, title: String) {
    self.book = book
    self.title = title
    publication = book.publication
    metadata = publication.metadata
  }

  package var json: JSON {
    let navigation = publication.navigation
    let contents =
      navigation.contentsSource == .none
      ? book.survey(layout: nil).contents.map(Self.link(to:))
      : navigation.contents.map(Self.link(to:))
    return .object([
      ("@context", .string("https://readium.org/webpub-manifest/context.jsonld")),
      ("metadata", metadataObject),
      ("readingOrder", .list(publication.readingOrder.map(link(to:)))),
      ("resources", .list(resources.map { link(to: $0) })),
      ("toc", .list(contents)),
      ("pageList", .list(navigation.pageList.map(Self.link(to:)))),
      ("landmarks", .list(navigation.landmarks.map(Self.link(to:)))),
    ])
  }

  // Levels of entries are bounded by `Limits`, so recursion is safe here.
  private static func link(to entry: Navigation.Entry) -> JSON {
    .object([
      ("href", (entry.target?.urlEncoded ?? entry.externalURL).map { .string($0) }),
      ("title", .string(entry.title)), ("rel", JSON.nonEmpty(entry.type)),
      ("children", entry.children.isEmpty ? nil : .list(entry.children.map(link(to:)))),
    ])
  }

  private static func link(to entry: ContentsEntry) -> JSON {
    .object([
      ("href", entry.href.map { .string($0) }), ("title", .string(entry.title)),
      ("children", entry.children.isEmpty ? nil : .list(entry.children.map(link(to:)))),
    ])
  }
}

// Links to resources
extension PublicationManifest {
  private func link(to item: SpineItem) -> JSON {
    let alternate =
      item.shown == item.item ? nil : JSON.list([link(to: item.shown)])
    return link(
      to: item.item, spineProperties: item.properties, alternate: alternate,
      linear: item.isLinear ? nil : .bool(false))
  }

  private func link(
    to item: ManifestItem, spineProperties: [String] = [], alternate: JSON? = nil,
    linear: JSON? = nil
  ) -> JSON {
    .object([
      ("href", .string(item.path?.urlEncoded ?? item.href)),
      ("type", JSON.nonEmpty(item.mediaType)),
      ("rel", rel(of: item).map { .string($0) }),
      ("properties", properties(of: item, inSpine: spineProperties)), ("alternate", alternate),
      ("linear", linear),
    ])
  }

  private func rel(of item: ManifestItem) -> String? {
    if item.properties.contains("nav") { return "contents" }
    let isCover =
      item.properties.contains("cover-image")
      || !item.id.isEmpty && item.id == metadata.others["cover"]?.first
    return isCover ? "cover" : nil
  }

  private static let contained = ["mathml", "scripted", "svg", "remote-resources"]

  private func properties(of item: ManifestItem, inSpine spine: [String]) -> JSON? {
    func suffix(_ prefixes: [String]) -> JSON? {
      for property in spine {
        for prefix in prefixes where property.hasPrefix(prefix) {
          return .string(String(property.dropFirst(prefix.count)))
        }
      }
      return nil
    }
    let contains = Self.contained.filter { item.properties.contains($0) }
    let layout: JSON? =
      spine.contains("rendition:layout-pre-paginated")
      ? .string("fixed")
      : spine.contains("rendition:layout-reflowable") ? .string("reflowable") : nil
    let members: [(String, JSON?)] = [
      (
        "contains",
        contains.isEmpty ? nil : JSON.strings(contains.map { $0 == "scripted" ? "js" : $0 })
      ),
      ("page", suffix(["page-spread-", "rendition:page-spread-"])), ("layout", layout),
      ("orientation", suffix(["rendition:orientation-"])),
      ("spread", suffix(["rendition:spread-"])), ("overflow", suffix(["rendition:flow-"])),
    ]
    return members.contains { $0.1 != nil } ? .object(members) : nil
  }

  /// What is in the manifest and not in the reading order.
  private var resources: [ManifestItem] {
    var read: Set<ManifestItem> = []
    for item in publication.readingOrder { read.formUnion([item.item, item.shown]) }
    return publication.manifest.filter { !read.contains($0) }
  }
}

// Metadata
extension PublicationManifest {
  private var metadataObject: JSON {
    let title = metadata.title
    let subtitle = metadata.titles.first { $0.type == "subtitle" && $0 != title }
    let (published, modified) = (metadata.published, metadata.modified)
    var members: [(String, JSON?)] = [
      ("@type", .string("http://schema.org/Book")),
      ("conformsTo", .string("https://readium.org/webpub-manifest/profiles/epub")),
      ("identifier", JSON.nonEmpty(metadata.uniqueIdentifier)),
      ("altIdentifier", alternateIdentifiers),
      ("title", .string(self.title)), ("subtitle", JSON.nonEmpty(subtitle?.text.value)),
      ("sortAs", JSON.nonEmpty(title?.fileAs)),
      ("author", contributors(metadata.creators.map { ($0, isPlain: $0.roles == ["aut"]) })),
    ]
    members += contributorMembers
    members += [
      ("language", metadata.languages.isEmpty ? nil : JSON.strings(metadata.languages)),
      ("publisher", texts(metadata.publishers)), ("published", JSON.nonEmpty(published)),
      ("modified", JSON.nonEmpty(modified)), ("subject", texts(metadata.subjects)),
      (
        "description",
        metadata.descriptions.isEmpty
          ? nil : .string(metadata.descriptions.map(\.value).joined(separator: "\n"))
      ),
      ("rights", texts(metadata.rights)), ("source", metadata.sources.first.map { .string($0) }),
      ("readingProgression", readingProgression),
      ("numberOfPages", pageCount), ("belongsTo", memberships),
      ("presentation", presentation), ("accessibility", accessibility),
    ]
    return .object(members)
  }

  private var readingProgression: JSON? {
    publication.pageProgression == .default ? nil : .string(publication.pageProgression.rawValue)
  }

  private var pageCount: JSON? {
    if let stated = metadata.others["schema:numberOfPages"]?.first, let count = Int(stated) {
      return .number(count)
    }
    let count = publication.navigation.pageList.count
    return count == 0 ? nil : .number(count)
  }

  private var alternateIdentifiers: JSON? {
    let others = metadata.identifiers.filter { $0.value != metadata.uniqueIdentifier }
    if others.isEmpty { return nil }
    return .list(
      others.map { other in
        guard let scheme = JSON.nonEmpty(other.scheme) else { return .string(other.value) }
        return .object([("value", .string(other.value)), ("scheme", scheme)])
      })
  }

  private func texts(_ texts: [Metadata.Text]) -> JSON? {
    texts.isEmpty ? nil : JSON.strings(texts.map(\.value))
  }

  private func contributors(
    _ contributors: [(contributor: Metadata.Contributor, isPlain: Bool)]
  ) -> JSON? {
    if contributors.isEmpty { return nil }
    return .list(
      contributors.map { contributor, isPlain in
        let role = isPlain ? nil : contributor.roles.first
        if role == nil, contributor.fileAs == nil { return .string(contributor.name.value) }
        return .object([
          ("name", .string(contributor.name.value)), ("sortAs", JSON.nonEmpty(contributor.fileAs)),
          ("role", JSON.nonEmpty(role)),
        ])
      })
  }

  private static let memberNames = [
    "trl": "translator", "edt": "editor", "ill": "illustrator", "art": "artist",
    "clr": "colorist", "nrt": "narrator", "pbl": "publisher",
  ]

  /// `dc:contributor`s by what they did; `publisher` stays the publisher's own.
  private var contributorMembers: [(String, JSON?)] {
    let named = ["translator", "editor", "artist", "illustrator", "colorist", "narrator"]
    func name(_ contributor: Metadata.Contributor) -> String {
      contributor.roles.first.flatMap { Self.memberNames[$0] }.flatMap {
        named.contains($0) ? $0 : nil
      } ?? "contributor"
    }
    return (named + ["contributor"]).map { member in
      let own = metadata.contributors.filter { name($0) == member }
      return (member, contributors(own.map { ($0, isPlain: member != "contributor") }))
    }
  }

  private var memberships: JSON? {
    func list(_ memberships: [Metadata.Membership]) -> JSON? {
      if memberships.isEmpty { return nil }
      return .list(
        memberships.map { membership in
          .object([
            ("name", .string(membership.name.value)),
            ("position", membership.position.flatMap { Double($0) }.flatMap(Self.number)),
            ("identifier", JSON.nonEmpty(membership.identifier)),
          ])
        })
    }
    let series = list(metadata.memberships.filter { $0.type == "series" })
    let collection = list(metadata.memberships.filter { $0.type != "series" })
    if series == nil, collection == nil { return nil }
    return .object([("series", series), ("collection", collection)])
  }

  /// A whole number as one; `nil` for what JSON has no number for.
  private static func number(_ value: Double) -> JSON? {
    if !value.isFinite { return nil }
    return Int(exactly: value).map { .number($0) } ?? .decimal(value)
  }

  private var presentation: JSON? {
    let rendition = metadata.rendition
    let members: [(String, JSON?)] = [
      ("layout", rendition["layout"].map { .string($0 == "pre-paginated" ? "fixed" : $0) }),
      ("orientation", JSON.nonEmpty(rendition["orientation"])),
      ("overflow", JSON.nonEmpty(rendition["flow"])),
      ("spread", JSON.nonEmpty(rendition["spread"])),
    ]
    return members.contains { $0.1 != nil } ? .object(members) : nil
  }

  private var accessibility: JSON? {
    let found = metadata.accessibility
    func list(_ name: String) -> JSON? { found[name].map { JSON.strings($0) } }
    let modes = found["accessModeSufficient"].map { sufficient in
      JSON.list(
        sufficient.map { modes in
          JSON.strings(
            modes.split(separator: ",").map { String($0.drop { $0 == " " }) })
        })
    }
    let members: [(String, JSON?)] = [
      ("summary", JSON.nonEmpty(found["accessibilitySummary"]?.first)),
      ("accessMode", list("accessMode")), ("accessModeSufficient", modes),
      ("feature", list("accessibilityFeature")), ("hazard", list("accessibilityHazard")),
    ]
    return members.contains { $0.1 != nil } ? .object(members) : nil
  }
}
