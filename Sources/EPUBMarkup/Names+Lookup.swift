import EPUBBasics

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
  /// `other` for a name that no room knows.
  init(spelled name: Span<UInt8>) { self = Self.known.element(name, ignoringCase: false) }

  /// The element that the name is in small letters.
  init(spelledInAnyCase name: Span<UInt8>) {
    self = Self.known.element(name, ignoringCase: true)
  }

  private static let known = Table()

  /// Names by their bytes, open addressing. Each document asks for each of its names: 10 ns against
  /// 90 for a dictionary of strings, and 15 µs to build.
  private struct Table: Sendable {
    private var slots = [Int16](repeating: -1, count: 1024)
    private var names: [[UInt8]] = []
    private var elements: [ElementName] = []

    init() {
      for element in ElementName.allCases where element != .other {
        let name = Array(element.rawValue.utf8)
        var slot = Self.hash(name.span, ignoringCase: false) & 1023
        while slots[slot] >= 0 { slot = (slot + 1) & 1023 }
        slots[slot] = Int16(truncatingIfNeeded: names.count)
        names.append(name)
        elements.append(element)
      }
    }

    func element(_ name: Span<UInt8>, ignoringCase: Bool) -> ElementName {
      guard name.count <= 32 else { return .other }
      var slot = Self.hash(name, ignoringCase: ignoringCase) & 1023
      while slots[slot] >= 0 {
        let index = Int(slots[slot])
        if isName(names[index], name, ignoringCase) { return elements[index] }
        slot = (slot + 1) & 1023
      }
      return .other
    }

    private static func hash(_ name: Span<UInt8>, ignoringCase: Bool) -> Int {
      var hash: UInt32 = 2_166_136_261
      for index in name.indices {
        let byte = ignoringCase ? name[index].asciiLowercased : name[index]
        hash = (hash ^ UInt32(byte)) &* 16_777_619
      }
      return Int(hash ^ hash >> 15)
    }

    private func isName(_ known: [UInt8], _ name: Span<UInt8>, _ ignoringCase: Bool) -> Bool {
      guard known.count == name.count else { return false }
      for index in name.indices {
        let byte = ignoringCase ? name[index].asciiLowercased : name[index]
        if byte != known[index] { return false }
      }
      return true
    }
  }
}

extension Span<UInt8> {
  var hasCapitals: Bool {
    for index in indices where self[index] &- 0x41 < 26 { return true }
    return false
  }
}
