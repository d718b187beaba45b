import EPUBBasics
import EPUBMarkup

/// Dublin Core.
extension MetadataBuilder {
  mutating func read(_ node: Int, _ findings: inout FindingList) {
    let name = markup.name(of: node)
    if name == .meta { return readMeta(node) }
    guard isDublinCore(node) else { return }
    switch name {
    case .title, .creator, .contributor, .identifier, .language, .publisher, .subject,
      .description, .rights, .source, .type, .format, .relation, .coverage, .date:
      let text = text(of: node)
      if text.value.isEmpty {
        findings.add(
          .metadataEmpty, path: package.path, place: "dc:\(name.rawValue)",
          "The element is empty. It is passed over.")
      } else {
        read(name, text, node)
      }
    default: break
    }
  }

  private mutating func read(_ name: ElementName, _ text: Metadata.Text, _ node: Int) {
    switch name {
    case .title: metadata.titles.append(title(text, node))
    case .creator:
      let sequence = refinement("display-seq", of: node).flatMap { Double($0) }
      orderedCreators.append((contributor(text, node), sequence))
    case .contributor: metadata.contributors.append(contributor(text, node))
    case .identifier: addIdentifier(text.value, node)
    case .language: metadata.languages.append(text.value)
    case .publisher: metadata.publishers.append(text)
    case .subject: metadata.subjects.append(text)
    case .description: metadata.descriptions.append(text)
    case .rights: metadata.rights.append(text)
    case .source: metadata.sources.append(text.value)
    case .type: metadata.types.append(text.value)
    case .format: metadata.formats.append(text.value)
    case .relation: metadata.relations.append(text.value)
    case .coverage: metadata.coverages.append(text.value)
    case .date:
      dates.append((text.value, markup.attribute(.event, of: node)?.lowercased()))
    default: break
    }
  }

  /// The first refinement of that property that says something.
  private func refinement(_ property: String, of node: Int) -> String? {
    refinements(of: node).first { $0.property == property && !$0.value.isEmpty }?.value
  }

  private func attribute(_ name: AttributeName, of node: Int) -> String? {
    markup.attribute(name, of: node)?.printable.nonEmpty
  }

  private func title(_ text: Metadata.Text, _ node: Int) -> Metadata.Title {
    Metadata.Title(
      text: text, type: refinement("title-type", of: node),
      sequence: refinement("display-seq", of: node).flatMap { Double($0) },
      fileAs: refinement("file-as", of: node) ?? attribute(.fileAs, of: node))
  }

  private func contributor(_ text: Metadata.Text, _ node: Int) -> Metadata.Contributor {
    var roles = attribute(.role, of: node).map { [$0] } ?? []
    for refinement in refinements(of: node)
    where refinement.property == "role" && !roles.contains(refinement.value) {
      if !refinement.value.isEmpty { roles.append(refinement.value) }
    }
    return Metadata.Contributor(
      name: text, roles: roles,
      fileAs: refinement("file-as", of: node) ?? attribute(.fileAs, of: node))
  }

  private mutating func addIdentifier(_ value: String, _ node: Int) {
    let type = refinements(of: node).first { $0.property == "identifier-type" }
    let scheme = attribute(.scheme, of: node) ?? type.flatMap(Self.scheme)
    metadata.identifiers.append(Metadata.Identifier(value: value, scheme: scheme))
    let wanted = markup.attribute(.uniqueIdentifier, of: package.element) ?? ""
    if uniqueIdentifierByID == nil, !wanted.isEmpty, markup.attribute(.id, of: node) == wanted {
      uniqueIdentifierByID = value
    }
  }

  /// The name of an identifier's kind; ONIX numbers them (code list 5).
  private static func scheme(of type: Refinement) -> String? {
    guard type.scheme?.lowercased() == "onix:codelist5" else { return type.value.nonEmpty }
    return switch type.value {
    case "02", "15": "ISBN"
    case "03": "GTIN"
    case "06": "DOI"
    case "22": "URN"
    default: type.value.nonEmpty
    }
  }
}
