import EPUBBasics

/// What names and namespace URIs mean, asked once a distinct name and document. Comparing strings
/// one by one costs less here than building a dictionary before the first page.
extension MarkupNamespace {
  /// The namespace a URI names; versions and spellings found in books count as what they mean.
  init(uri: String) {
    switch uri {
    case "http://www.w3.org/1999/xhtml": self = .xhtml
    case "http://www.idpf.org/2007/ops": self = .ops
    case "http://www.w3.org/XML/1998/namespace": self = .xml
    case "http://www.w3.org/2000/svg": self = .svg
    case "http://www.w3.org/1998/Math/MathML": self = .mathML
    case "http://www.idpf.org/2007/opf": self = .opf
    case "http://purl.org/dc/elements/1.1/": self = .dublinCore
    case "http://www.daisy.org/z3986/2005/ncx/": self = .ncx
    default: self.init(plainURI: Self.plain(uri))
    }
  }

  /// In small letters, without `https` and what a trailing slash or number sign adds.
  private static func plain(_ uri: String) -> String {
    var plain = uri.lowercased()
    if plain.hasPrefix("https:") { plain = "http:" + plain.dropFirst(6) }
    while plain.last == "/" || plain.last == "#" { plain.removeLast() }
    return plain
  }

  private init(plainURI uri: String) {
    switch uri {
    case "http://www.w3.org/1999/xhtml", "http://www.w3.org/tr/xhtml1",
      "http://www.w3.org/tr/xhtml1/strict", "http://www.w3.org/2002/06/xhtml2",
      "http://www.w3.org/tr/rec-html40", "http://openebook.org/namespaces/oeb-document/1.0":
      self = .xhtml
    case "http://www.w3.org/2000/svg": self = .svg
    case "http://www.w3.org/1998/math/mathml": self = .mathML
    case "http://www.idpf.org/2007/ops": self = .ops
    // Open eBook 1.x, the ancestor of the package document, and the Dublin Core of its time.
    case "http://www.idpf.org/2007/opf", "http://openebook.org/namespaces/oeb-package/1.0",
      "http://openebook.org/namespaces/oeb-package/1.2":
      self = .opf
    case "http://purl.org/dc/elements/1.1", "http://purl.org/dc/elements/1.0",
      "http://purl.org/metadata/dublin_core":
      self = .dublinCore
    case "http://www.daisy.org/z3986/2005/ncx": self = .ncx
    case "urn:oasis:names:tc:opendocument:xmlns:container": self = .container
    case "http://www.w3.org/xml/1998/namespace": self = .xml
    case "http://www.w3.org/1999/xlink": self = .xlink
    case "http://www.w3.org/2001/04/xmlenc": self = .encryption
    case "http://www.w3.org/2000/09/xmldsig": self = .signature
    case "http://www.w3.org/2001/10/synthesis": self = .ssml
    default: self = .other
    }
  }

  /// What a prefix means that the document never declared.
  init(customaryPrefix prefix: String) {
    switch prefix.lowercased() {
    case "xml": self = .xml
    case "xhtml", "html", "h": self = .xhtml
    case "svg": self = .svg
    case "m", "mml", "math", "mathml": self = .mathML
    case "epub", "ops": self = .ops
    case "opf": self = .opf
    case "dc": self = .dublinCore
    case "ncx": self = .ncx
    case "container", "ocf", "odc": self = .container
    case "xlink": self = .xlink
    case "enc", "xenc": self = .encryption
    case "ds", "dsig": self = .signature
    case "ssml": self = .ssml
    default: self = .other
    }
  }

  /// The namespace of a root element that declares none.
  init(customaryRoot name: String) {
    switch name.lowercased() {
    case "html": self = .xhtml
    case "svg": self = .svg
    case "math": self = .mathML
    case "package": self = .opf
    case "ncx": self = .ncx
    case "container", "encryption": self = .container
    default: self = .none
    }
  }
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
  /// 90 for a dictionary of strings, and a tenth of its time to build.
  private struct Table: Sendable {
    private var slots = [ElementName](repeating: .other, count: 1024)

    init() {
      for element in ElementName.allCases where element != .other {
        var hash = Self.hashStart
        for byte in element.rawValue.utf8 { Self.mix(byte, into: &hash) }
        var slot = Self.slot(hash)
        while slots[slot] != .other { slot = (slot + 1) & 1023 }
        slots[slot] = element
      }
    }

    func element(_ name: Span<UInt8>, ignoringCase: Bool) -> ElementName {
      guard name.count <= 32 else { return .other }
      var hash = Self.hashStart
      for index in name.indices {
        Self.mix(ignoringCase ? name[index].asciiLowercased : name[index], into: &hash)
      }
      var slot = Self.slot(hash)
      while slots[slot] != .other {
        if isName(slots[slot].rawValue, name, ignoringCase) { return slots[slot] }
        slot = (slot + 1) & 1023
      }
      return .other
    }

    private static let hashStart: UInt32 = 2_166_136_261

    private static func mix(_ byte: UInt8, into hash: inout UInt32) {
      hash = (hash ^ UInt32(byte)) &* 16_777_619
    }

    private static func slot(_ hash: UInt32) -> Int { Int(hash ^ hash >> 15) & 1023 }

    private func isName(_ known: String, _ name: Span<UInt8>, _ ignoringCase: Bool) -> Bool {
      guard known.utf8.count == name.count else { return false }
      var index = 0
      for byte in known.utf8 {
        if byte != (ignoringCase ? name[index].asciiLowercased : name[index]) { return false }
        index += 1
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
