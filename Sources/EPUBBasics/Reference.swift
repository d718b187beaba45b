/// A path and, where one was given, the fragment after `#`, percent-decoded.
public struct Reference: Hashable, Sendable {
  public let path: ContainerPath
  public let fragment: String?

  public init(path: ContainerPath, fragment: String? = nil) {
    self.path = path
    self.fragment = fragment
  }
}

/// Where a URL reference of the book leads.
public enum ResolvedReference: Hashable, Sendable {
  /// A place inside the container. `leaked`: its `..` climbed above the root, where the root holds
  /// them (OCF 3.3 #sec-container-iri).
  case inside(Reference, leaked: Bool)
  /// A URL with a scheme or an authority of its own, as it was written, trimmed.
  case external(String)
  /// Nothing that could be followed (NUL bytes, percent escapes that are no text).
  case invalid
}

extension ContainerPath {
  /// What `reference` means in the resource at this path: percent-decoded, `.` and `..` resolved,
  /// a leading slash meaning the container's root, a query dropped.
  public func resolving(_ reference: some StringProtocol) -> ResolvedReference {
    let trimmed = Substring(reference).trimmingASCIISpace()
    if trimmed.hasScheme || trimmed.utf8.starts(with: "//".utf8) {
      return .external(String(trimmed))
    }
    let hash = trimmed.utf8.firstIndex(of: UInt8(ascii: "#"))
    let beforeFragment = trimmed[..<(hash ?? trimmed.endIndex)]
    let query = beforeFragment.utf8.firstIndex(of: UInt8(ascii: "?"))
    let pathPart = beforeFragment[..<(query ?? beforeFragment.endIndex)]
    guard let path = pathPart.percentDecoded() else { return .invalid }
    var fragment: String?
    if let hash {
      let raw = trimmed[trimmed.utf8.index(after: hash)...]
      fragment = raw.percentDecoded() ?? String(raw)
    }
    if fragment?.isEmpty == true { fragment = nil }
    if path.isEmpty { return .inside(Reference(path: self, fragment: fragment), leaked: false) }

    var names = PathNames(self)
    names.dropLast()
    if path.utf8.first == UInt8(ascii: "/") || path.utf8.first == UInt8(ascii: "\\") {
      names.removeAll()
    }
    guard names.append(path) else { return .invalid }
    return .inside(
      Reference(path: ContainerPath(names), fragment: fragment), leaked: names.climbedOut)
  }
}

extension Substring {
  /// Without C0 controls and spaces at its ends, as URLs are read.
  fileprivate func trimmingASCIISpace() -> Substring {
    let bytes = utf8
    guard let first = bytes.firstIndex(where: { $0 > 0x20 }),
      let last = bytes.lastIndex(where: { $0 > 0x20 })
    else { return "" }
    return Substring(bytes[first...last])
  }

  /// A letter, then letters, digits, `+`, `-`, `.`, then a colon (RFC 3986, 3.1).
  fileprivate var hasScheme: Bool {
    guard let colon = utf8.firstIndex(of: UInt8(ascii: ":")), colon != startIndex else {
      return false
    }
    let scheme = self[..<colon].utf8
    guard let first = scheme.first, first.isASCIILetter else { return false }
    return scheme.allSatisfy {
      $0.isASCIILetter || $0.isASCIIDigit || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E
    }
  }

  /// `nil` when the escapes give no text; a `%` that begins no escape stands for itself.
  fileprivate func percentDecoded() -> String? {
    guard utf8.contains(UInt8(ascii: "%")) else { return String(self) }
    let bytes = Array(utf8)
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
        let high = bytes[index + 1].hexDigitValue, let low = bytes[index + 2].hexDigitValue
      {
        decoded.append(high << 4 | low)
        index += 3
      } else {
        decoded.append(bytes[index])
        index += 1
      }
    }
    if let text = String(validating: decoded, as: UTF8.self) { return text }
    // Escapes of a legacy encoding, nearly always Latin-1, unless other characters say otherwise.
    guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
    var scalars = String.UnicodeScalarView()
    for byte in decoded { scalars.append(Unicode.Scalar(byte)) }
    return String(scalars)
  }
}
