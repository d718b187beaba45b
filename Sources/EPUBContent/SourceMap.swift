/// From the logical text back to the XML tree, as CFI steps count it (EPUB CFI 1.1 #sec-path-child-ref).
public struct SourceMap: Sendable {
  /// An element of the tree, by its index among the tree's elements in document order; 0 is the root.
  public struct Element: Sendable {
    /// -1 for the root.
    public var parent: Int32
    /// Its CFI step: 2 for the first child element, 4 for the second … ; 0 for the root.
    public var step: Int32
    /// Index into `ContentDocument.anchors` when it has an id, else -1.
    public var anchor: Int32
    public init(parent: Int32, step: Int32, anchor: Int32 = -1) {
      self.parent = parent
      self.step = step
      self.anchor = anchor
    }
  }

  /// Logical text from `textStart` on (up to the next span) is the text node with `step` (odd) of
  /// `element`, character by character from `sourceOffset`.
  public struct Span: Sendable {
    public var textStart: Int32
    public var element: Int32
    public var step: Int32
    /// UTF-16 units from the start of the text node.
    public var sourceOffset: Int32
    public init(textStart: Int32, element: Int32, step: Int32, sourceOffset: Int32) {
      self.textStart = textStart
      self.element = element
      self.step = step
      self.sourceOffset = sourceOffset
    }
  }

  public var elements: [Element]
  /// Ascending in `textStart`.
  public var spans: [Span]
  /// Indices of `spans` in the order of the source, where that is another one: the foot of a table may be
  /// written above its rows. Else empty.
  public var sourceOrder: [Int32] = []

  public init(elements: [Element] = [], spans: [Span] = []) {
    self.elements = elements
    self.spans = spans
  }
}
