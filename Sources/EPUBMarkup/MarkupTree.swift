public import EPUBBasics

/// A parsed XML or HTML resource as flat arrays in document order.
///
/// Node 0 is the root element. A node's descendants are the nodes after it up to its `end`, so a
/// walk of the document is a walk of the array. Text nodes are as the CFI specification counts
/// them: adjacent text, CDATA sections and text around comments and processing instructions are
/// one node (EPUB CFI 1.1 #sec-path-child-ref); comments and processing instructions are not kept.
/// A text node is never empty and never follows another one.
public struct MarkupTree: Sendable {
  /// 24 bytes; `Int32` because trees are many and walked often.
  public struct Node: Sendable {
    public var kind: Kind
    public var namespace: MarkupNamespace
    /// `other` for text and for names that no room knows.
    public var name: ElementName
    /// Index into `names`: the local name as it was written; 0 for text.
    public var nameIndex: UInt16
    /// -1 for the root.
    public var parent: Int32
    /// One past the last descendant.
    public var end: Int32
    /// Elements: index of the first attribute. Text: offset of the first byte in `bytes`.
    public var first: Int32
    /// Elements: number of attributes. Text: number of bytes.
    public var count: Int32

    public enum Kind: UInt8, Sendable { case element, text }

    public init(
      kind: Kind, namespace: MarkupNamespace, name: ElementName, nameIndex: UInt16, parent: Int32,
      end: Int32, first: Int32, count: Int32
    ) {
      self.kind = kind
      self.namespace = namespace
      self.name = name
      self.nameIndex = nameIndex
      self.parent = parent
      self.end = end
      self.first = first
      self.count = count
    }
  }

  public struct Attribute: Sendable {
    public var namespace: MarkupNamespace
    /// Index into `names`: the local name as it was written (lower case when read as HTML).
    public var nameIndex: UInt16
    /// Range of the value in `bytes`.
    public var start: Int32
    public var end: Int32

    public init(namespace: MarkupNamespace, nameIndex: UInt16, start: Int32, end: Int32) {
      self.namespace = namespace
      self.nameIndex = nameIndex
      self.start = start
      self.end = end
    }
  }

  public var nodes: [Node]
  public var attributes: [Attribute]
  /// Distinct local names of elements and attributes; 0 is the empty name.
  public var names: [String]
  /// All text and all attribute values, well-formed UTF-8.
  public var bytes: [UInt8]
  /// Data of the `xml-stylesheet` processing instructions that stand before the root element.
  public var styleSheetInstructions: [String]
  /// Whether it was read by HTML's rules, because its tags made no XML.
  public var isReadAsHTML: Bool
  /// What was wrong, each with the resource's path and its line.
  public var findings: [Finding]

  public init(
    nodes: [Node] = [], attributes: [Attribute] = [], names: [String] = [""], bytes: [UInt8] = [],
    styleSheetInstructions: [String] = [], isReadAsHTML: Bool = false, findings: [Finding] = []
  ) {
    self.nodes = nodes
    self.attributes = attributes
    self.names = names
    self.bytes = bytes
    self.styleSheetInstructions = styleSheetInstructions
    self.isReadAsHTML = isReadAsHTML
    self.findings = findings
  }
}
