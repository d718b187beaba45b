public import EPUBBasics

/// Why a resource gave no tree.
public enum MarkupError: Error, Hashable, Sendable {
  /// No byte, or nothing but white space.
  case empty
  /// No element could be found in it.
  case noElement
  /// More bytes than a tree can address (1 GiB).
  case tooLarge
}

/// How a resource is to be read.
public enum MarkupSyntax: Sendable {
  /// XML; where tags do not match it is read by HTML's rules, smaller faults are repaired, both with a
  /// finding (content documents, navigation documents).
  case xhtml
  /// HTML from the start (`text/html`); a resource that is well-formed XML all the same is read as XML.
  case html
  /// XML; what is not well-formed is read as far as it goes and repaired (package document, NCX,
  /// container.xml, encryption.xml, SVG), with a finding.
  case xml
}

extension MarkupTree {
  /// Reads a resource: its encoding found, HTML's named entities known without a DTD, internal
  /// entities expanded within `limits`, no external entity ever.
  ///
  /// - Parameters:
  ///   - path: named by the findings.
  ///   - isCut: the bytes are the beginning of a resource: that elements are open at their end is no fault.
  public init(
    parsing bytes: [UInt8], as syntax: MarkupSyntax, at path: ContainerPath,
    limits: Limits = Limits(), isCut: Bool = false
  ) throws(MarkupError) {
    guard bytes.count < Int32.max / 2 else { throw .tooLarge }
    let text = DecodedText(bytes, as: syntax, at: path)
    var reading = MarkupReading(text, as: syntax, at: path, limits: limits, isCut: isCut)
    self = try reading.tree()
  }
}
