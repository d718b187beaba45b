public import EPUBBasics

/// Why a resource gave no tree.
public enum MarkupError: Error, Hashable, Sendable {
  /// No byte, or nothing but white space.
  case empty
  /// No element could be found in it.
  case noElement
  /// More bytes than libxml2 takes in one piece (2 GiB).
  case tooLarge
}

/// How a resource is to be read.
public enum MarkupSyntax: Sendable {
  /// XML; what is not well-formed is read by the HTML parser, with a finding (content documents,
  /// navigation documents).
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
  /// - Parameter path: named by the findings.
  public init(
    parsing bytes: [UInt8], as syntax: MarkupSyntax, at path: ContainerPath,
    limits: Limits = Limits()
  ) throws(MarkupError) {
    guard bytes.contains(where: { !$0.isASCIISpace }) else { throw .empty }
    guard bytes.count < Int32.max else { throw .tooLarge }
    let builder = TreeBuilder(limits: limits, isHTML: false, byteCount: bytes.count)
    let outcome = LibXML.parse(bytes, into: builder)
    guard outcome.builder.hasRoot else { throw .noElement }
    self = outcome.builder.tree
  }
}
