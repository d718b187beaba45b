import EPUBBasics
import EPUBContainer
import EPUBMarkup

// Dublin Core elements, EPUB 3 `meta property`, EPUB 2 `meta name`, in one pass over the children of
// `metadata` (and of OEB 1.2's `dc-metadata` and `x-metadata`) after one that gathers what refines
// what. Refinements of EPUB 3 and attributes of EPUB 2 are taken wherever they stand, whatever the
// version says.

extension Metadata {
  init(of package: PackageSource, _ findings: inout FindingList) {
    var builder = MetadataBuilder(package)
    builder.gatherElements(&findings)
    builder.gatherRefinements()
    for node in builder.elements { builder.read(node, &findings) }
    builder.finish(&findings)
    self = builder.metadata
  }

  /// What Apple's and Kobo's readers are told of a book's layout, where the package is silent.
  mutating func addDisplayOptions(_ reader: inout ResourceReader) {
    guard rendition["layout"] == nil else { return }
    for name in ["com.apple.ibooks.display-options.xml", "com.kobobooks.display-options.xml"] {
      guard let entry = reader.metaInfEntry(name),
        case .success(let markup) = reader.markup(at: entry.path, as: .xml)
      else { continue }
      let isFixed = (0..<markup.tree.nodes.count).contains {
        markup.name(of: $0) == .option && markup.attribute(.name, of: $0) == "fixed-layout"
          && markup.text(of: $0) == "true"
      }
      if isFixed { rendition["layout"] = "pre-paginated" }
    }
  }
}

/// What a `meta` with `refines` says of another element.
struct Refinement {
  let property: String
  let value: String
  let scheme: String?
}

struct MetadataBuilder {
  let package: PackageSource
  var metadata = Metadata()
  /// Children of the metadata elements, wrappers opened.
  private(set) var elements: [Int] = []
  var refinements: [String: [Refinement]] = [:]
  private var ids: Set<String> = []
  /// Names that Dublin Core itself uses here; the same name in another namespace is another thing.
  private var dublinCoreNames: Set<ElementName> = []
  private let vocabularies: [(prefix: String, canonical: String)]
  private var language: String?
  private var direction: Metadata.Direction?
  // What needs all elements to be decided.
  var dates: [(value: String, event: String?)] = []
  var orderedCreators: [(contributor: Metadata.Contributor, sequence: Double?)] = []
  var seriesName: String?
  var seriesPosition: String?
  var titleSort: String?
  var uniqueIdentifierByID: String?
  /// Ids outside the metadata that are refined.
  var outsideTargets: [String] = []

  var markup: LooseMarkup { package.markup }

  init(_ package: PackageSource) {
    self.package = package
    let markup = package.markup
    language = markup.attribute(.lang, of: package.element)
    direction = Metadata.Direction(written: markup.attribute(.dir, of: package.element))
    vocabularies = Self.vocabularies(declaredBy: markup.attribute(.prefix, of: package.element))
  }

  mutating func gatherElements(_ findings: inout FindingList) {
    let sections = package.sections(.metadata)
    if sections.isEmpty {
      findings.add(.metadataMissing, path: package.path, "The package has no metadata.")
    }
    for section in sections {
      if let found = markup.attribute(.lang, of: section) { language = found }
      for child in markup.tree.children(of: section) where markup.tree.isElement(child) {
        switch markup.name(of: child) {
        case .dcMetadata, .xMetadata:
          elements += markup.tree.children(of: child).filter(markup.tree.isElement)
        default:
          elements.append(child)
        }
      }
    }
    for node in elements where markup.tree.nodes[node].namespace == .dublinCore {
      dublinCoreNames.insert(markup.name(of: node))
    }
  }

  mutating func gatherRefinements() {
    for node in elements {
      if let id = markup.attribute(.id, of: node) { ids.insert(id) }
    }
    for node in elements where markup.name(of: node) == .meta {
      guard let target = refined(by: node), let property = markup.attribute(.property, of: node)
      else { continue }
      let value = markup.text(of: node)
      refinements[target, default: []].append(
        Refinement(
          property: canonical(property),
          value: value.isEmpty ? markup.attribute(.content, of: node) ?? "" : value,
          scheme: markup.attribute(.scheme, of: node)))
    }
  }

  /// The id that a `meta` refines, without its `#`.
  func refined(by node: Int) -> String? {
    guard let reference = markup.attribute(.refines, of: node), !reference.isEmpty else {
      return nil
    }
    guard let hash = reference.lastIndex(of: "#") else { return reference }
    return String(reference[reference.index(after: hash)...])
  }

  /// Whether `id` names a metadata element; the manifest's ids (media overlays) are no concern here.
  func isMetadataID(_ id: String) -> Bool { ids.contains(id) }

  func refinements(of node: Int) -> [Refinement] {
    guard let id = markup.attribute(.id, of: node) else { return [] }
    return refinements[id] ?? []
  }

  /// Whether `node` is the Dublin Core element that its name says, or must pass for it.
  func isDublinCore(_ node: Int) -> Bool {
    markup.tree.nodes[node].namespace == .dublinCore
      || !dublinCoreNames.contains(markup.name(of: node))
  }

  func text(of node: Int) -> Metadata.Text {
    Metadata.Text(
      markup.text(of: node),
      language: (markup.attribute(.lang, of: node) ?? language).flatMap(\.nonEmpty),
      direction: Metadata.Direction(written: markup.attribute(.dir, of: node)) ?? direction)
  }

  /// A property with the prefix its vocabulary usually has (EPUB 3.3 #sec-prefix-attr).
  func canonical(_ property: String) -> String {
    guard !vocabularies.isEmpty, let colon = property.firstIndex(of: ":") else { return property }
    let prefix = property[..<colon]
    guard let known = vocabularies.first(where: { $0.prefix == prefix }) else { return property }
    return known.canonical + property[colon...]
  }

  private static func vocabularies(
    declaredBy attribute: String?
  ) -> [(prefix: String, canonical: String)] {
    guard let words = attribute?.asciiWords else { return [] }
    let usual = [
      "http://www.idpf.org/vocab/rendition/#": "rendition",
      "http://schema.org/": "schema", "https://schema.org/": "schema",
      "http://purl.org/dc/terms/": "dcterms",
      "http://www.idpf.org/epub/vocab/package/a11y/#": "a11y",
    ]
    var found: [(prefix: String, canonical: String)] = []
    for (word, uri) in zip(words, words.dropFirst()) where word.hasSuffix(":") {
      let prefix = String(word.dropLast())
      if let canonical = usual[uri], canonical != prefix { found.append((prefix, canonical)) }
    }
    return found
  }
}

extension Metadata.Direction {
  init?(written: String?) {
    guard let written else { return nil }
    self.init(rawValue: written.lowercased())
  }
}

extension String {
  var nonEmpty: String? { isEmpty ? nil : self }
}
