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
  /// Nothing that could be followed (NUL bytes, percent escapes that are no UTF-8).
  case invalid
}

extension ContainerPath {
  /// What `reference` means in the resource at this path: percent-decoded, `.` and `..` resolved,
  /// a leading slash meaning the container's root, a query dropped.
  public func resolving(_ reference: some StringProtocol) -> ResolvedReference {
    let trimmed = reference.trimmingASCIISpace()
    if trimmed.hasScheme || trimmed.hasPrefix("//") { return .external(String(trimmed)) }
    let hash = trimmed.firstIndex(of: "#")
    let beforeFragment = trimmed[..<(hash ?? trimmed.endIndex)]
    let pathPart = beforeFragment.prefix { $0 != "?" }
    guard let decoded = pathPart.percentDecoded() else { return .invalid }
    var fragment: String?
    if let hash {
      let raw = trimmed[trimmed.index(after: hash)...]
      fragment = raw.percentDecoded() ?? String(raw)
    }
    if fragment?.isEmpty == true { fragment = nil }
    if decoded.isEmpty { return .inside(Reference(path: self, fragment: fragment), leaked: false) }
    if decoded.utf8.contains(0) { return .invalid }

    var kept = decoded.hasPrefix("/") ? [] : string.split(separator: "/").dropLast()
    var leaked = false
    let slashed = String(decoded.map { $0 == "\\" ? "/" : $0 })
    for part in slashed.split(separator: "/") where part != "." {
      if part != ".." {
        kept.append(part)
      } else if kept.popLast() == nil {
        leaked = true
      }
    }
    let path = ContainerPath(joining: Array(kept))
    return .inside(Reference(path: path, fragment: fragment), leaked: leaked)
  }
}

extension StringProtocol {
  fileprivate func trimmingASCIISpace() -> SubSequence {
    func isSpace(_ character: Character) -> Bool {
      character.unicodeScalars.allSatisfy { $0.value <= 0x20 }
    }
    var rest = self.drop(while: isSpace)
    while let last = rest.last, isSpace(last) { rest.removeLast() }
    return rest
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

  /// `nil` when the escapes do not give UTF-8; a `%` that begins no escape stands for itself.
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
    return String(validating: decoded, as: UTF8.self)
  }
}
