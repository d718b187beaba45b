import EPUBBasics

/// A name as it first occurred in the document: its spelling's index and all it can mean.
struct ResolvedName {
  var nameIndex: UInt16 = 0
  var element = ElementName.other
  /// The same in lower case, for the namespaces in which capitals were once customary.
  var lowercasedElement = ElementName.other
  /// `nil`: no prefix and no default namespace, so that the place decides.
  var namespace: MarkupNamespace?
}

/// Makes the flat tree of the parser's events.
///
/// The bytes of text and values are put side by side by the caller, who says how many there were
/// and hands them over at the end. Elements below the deepest level allowed become siblings at that level: the one that
/// stands there is closed when the next begins.
struct TreeBuilder {
  var tree = MarkupTree()
  /// Bytes of text and values so far.
  private(set) var byteCount = 0
  private(set) var droppedAttributeCount = 0
  /// The element just started is the first that stood too deep.
  private(set) var isFirstDeepElement = false
  var firstDeepLine: Int?
  /// Elements past the limit; their text belongs to the last one taken in around them.
  private(set) var droppedElementCount = 0
  /// Elements open that were not taken in: always the innermost ones.
  private var droppedDepth = 0
  private let limits: Limits
  private var current = -1
  private var openTextNode = -1
  /// Elements open in the document, and those of them open in the tree.
  private var documentDepth = 0
  private var treeDepth = 0

  /// - Parameter documentByteCount: so many nodes and attributes are expected as dense markup of
  ///   this length holds.
  init(limits: Limits, documentByteCount: Int) {
    self.limits = limits
    tree.nodes.reserveCapacity(min(documentByteCount / 24, limits.maximumNodeCount) + 16)
    tree.attributes.reserveCapacity(documentByteCount / 64 + 8)
    tree.names.reserveCapacity(32)
  }

  var hasRoot: Bool { !tree.nodes.isEmpty }

  /// The index of a name that did not occur yet. Past 65,535 distinct names spellings are given up.
  mutating func addSpelling(_ name: String) -> UInt16 {
    guard let index = UInt16(exactly: tree.names.count) else { return 0 }
    tree.names.append(name)
    return index
  }

  // MARK: Events

  mutating func startElement(_ name: ResolvedName) {
    isFirstDeepElement = false
    if tree.nodes.count >= limits.maximumNodeCount {
      droppedDepth += 1
      droppedElementCount += 1
      return
    }
    closeText()
    documentDepth += 1
    if documentDepth > limits.maximumElementDepth {
      isFirstDeepElement = firstDeepLine == nil
      if treeDepth >= limits.maximumElementDepth { closeElement() }
    }
    let namespace = name.namespace ?? inheritedNamespace(of: name)
    let usesLowerCase = namespace == .xhtml || namespace == .dublinCore
    tree.nodes.append(
      MarkupTree.Node(
        kind: .element, namespace: namespace,
        name: usesLowerCase ? name.lowercasedElement : name.element, nameIndex: name.nameIndex,
        parent: Int32(truncatingIfNeeded: current), end: 0,
        first: Int32(truncatingIfNeeded: tree.attributes.count), count: 0))
    current = tree.nodes.count - 1
    treeDepth += 1
  }

  /// An attribute of the element just started, whose value is the next `byteCount` bytes.
  mutating func addAttribute(_ name: ResolvedName, byteCount: Int) {
    let start = self.byteCount
    self.byteCount += byteCount
    tree.attributes.append(
      MarkupTree.Attribute(
        namespace: name.namespace ?? .none, nameIndex: name.nameIndex,
        start: Int32(truncatingIfNeeded: start),
        end: Int32(truncatingIfNeeded: self.byteCount)))
    tree.nodes[current].count += 1
  }

  /// How many of so many attributes may be added to an element.
  mutating func admittedAttributeCount(of count: Int) -> Int {
    if droppedDepth > 0 { return 0 }
    let room = limits.maximumAttributeTotal - tree.attributes.count
    let most = min(limits.maximumAttributeCount, room)
    guard count > most else { return count }
    droppedAttributeCount += count - most
    return most
  }

  mutating func endElement() {
    if droppedDepth > 0 {
      droppedDepth -= 1
      return
    }
    if documentDepth < limits.maximumElementDepth || treeDepth >= limits.maximumElementDepth {
      closeText()
      closeElement()
    }
    documentDepth -= 1
  }

  /// The next `byteCount` bytes are text.
  mutating func addText(byteCount: Int) {
    guard current >= 0, byteCount > 0 else { return }
    if openTextNode < 0 {
      openTextNode = tree.nodes.count
      tree.nodes.append(
        MarkupTree.Node(
          kind: .text, namespace: .none, name: .other, nameIndex: 0,
          parent: Int32(truncatingIfNeeded: current),
          end: Int32(truncatingIfNeeded: openTextNode + 1),
          first: Int32(truncatingIfNeeded: self.byteCount), count: 0))
    }
    tree.nodes[openTextNode].count += Int32(truncatingIfNeeded: byteCount)
    self.byteCount += byteCount
  }

  /// Closes what the document left open.
  mutating func finish(bytes: [UInt8]) {
    tree.bytes = bytes
    closeText()
    while current >= 0 { closeElement() }
  }

  private mutating func closeText() { openTextNode = -1 }

  private mutating func closeElement() {
    guard current >= 0 else { return }
    tree.nodes[current].end = Int32(truncatingIfNeeded: tree.nodes.count)
    current = Int(tree.nodes[current].parent)
    treeDepth -= 1
  }

  /// A name without any namespace takes its parent's: books forget the declaration, or undo it
  /// with an empty `xmlns`, and mean the vocabulary they stand in.
  private func inheritedNamespace(of name: ResolvedName) -> MarkupNamespace {
    guard current >= 0 else {
      return MarkupNamespace(customaryRoot: tree.names[Int(name.nameIndex)])
    }
    var parent = tree.nodes[current]
    // `epub:switch` and its like stand among elements of another vocabulary.
    for _ in 0..<4 where parent.namespace == .ops && parent.parent >= 0 {
      parent = tree.nodes[Int(parent.parent)]
    }
    switch (parent.namespace, name.lowercasedElement) {
    case (.xhtml, .svg), (.none, .svg): return .svg
    case (.xhtml, .math), (.none, .math): return .mathML
    case (.svg, _) where parent.name == .foreignObject: return .xhtml
    default: return parent.namespace
    }
  }
}
