/// What names and namespace URIs mean: tables built once, asked once a distinct name and document.
extension MarkupNamespace {
  /// The namespace a URI names; versions and spellings found in books count as what they mean.
  init(uri: String) {
    if let known = Self.byURI[uri] {
      self = known
      return
    }
    var plain = uri.lowercased()
    if plain.hasPrefix("https:") { plain = "http:" + plain.dropFirst(6) }
    while plain.last == "/" || plain.last == "#" { plain.removeLast() }
    self = Self.byPlainURI[plain] ?? .other
  }

  /// What a prefix means that the document never declared.
  init(customaryPrefix prefix: String) {
    self = Self.byPrefix[prefix.lowercased()] ?? .other
  }

  /// The namespace of a root element that declares none.
  init(customaryRoot name: String) {
    self = Self.byRoot[name.lowercased()] ?? .none
  }

  private static let uris: KeyValuePairs<String, MarkupNamespace> = [
    "http://www.w3.org/1999/xhtml": .xhtml,
    "http://www.w3.org/2000/svg": .svg,
    "http://www.w3.org/1998/Math/MathML": .mathML,
    "http://www.idpf.org/2007/ops": .ops,
    "http://www.idpf.org/2007/opf": .opf,
    "http://purl.org/dc/elements/1.1/": .dublinCore,
    "http://www.daisy.org/z3986/2005/ncx/": .ncx,
    "urn:oasis:names:tc:opendocument:xmlns:container": .container,
    "http://www.w3.org/XML/1998/namespace": .xml,
    "http://www.w3.org/1999/xlink": .xlink,
    "http://www.w3.org/2001/04/xmlenc#": .encryption,
    "http://www.w3.org/2000/09/xmldsig#": .signature,
    "http://www.w3.org/2001/10/synthesis": .ssml,
    // Open eBook 1.x, the ancestor of the package document, and the Dublin Core of its time.
    "http://openebook.org/namespaces/oeb-package/1.0/": .opf,
    "http://openebook.org/namespaces/oeb-package/1.2/": .opf,
    "http://purl.org/dc/elements/1.0/": .dublinCore,
    "http://purl.org/metadata/dublin_core": .dublinCore,
    "http://openebook.org/namespaces/oeb-document/1.0/": .xhtml,
    "http://www.w3.org/TR/xhtml1": .xhtml,
    "http://www.w3.org/TR/xhtml1/strict": .xhtml,
    "http://www.w3.org/2002/06/xhtml2": .xhtml,
    "http://www.w3.org/TR/REC-html40": .xhtml,
  ]

  private static let byURI = Dictionary(uniqueKeysWithValues: uris.map { ($0.key, $0.value) })

  private static let byPlainURI = Dictionary(
    uris.map { uri, namespace in
      var plain = uri.lowercased()
      while plain.last == "/" || plain.last == "#" { plain.removeLast() }
      return (plain, namespace)
    }, uniquingKeysWith: { first, _ in first })

  private static let byPrefix: [String: MarkupNamespace] = [
    "xml": .xml, "xhtml": .xhtml, "html": .xhtml, "h": .xhtml, "svg": .svg, "m": .mathML,
    "mml": .mathML, "math": .mathML, "mathml": .mathML, "epub": .ops, "ops": .ops, "opf": .opf,
    "dc": .dublinCore, "ncx": .ncx, "container": .container, "ocf": .container, "odc": .container,
    "xlink": .xlink, "enc": .encryption, "xenc": .encryption, "ds": .signature, "dsig": .signature,
    "ssml": .ssml,
  ]

  private static let byRoot: [String: MarkupNamespace] = [
    "html": .xhtml, "svg": .svg, "math": .mathML, "package": .opf, "ncx": .ncx,
    "container": .container, "encryption": .container,
  ]
}

extension ElementName {
  private static let byName = Dictionary(
    uniqueKeysWithValues: ElementName.allCases.map { ($0.rawValue, $0) })

  /// `other` for a name that no room knows.
  init(localName: String) { self = Self.byName[localName] ?? .other }
}
