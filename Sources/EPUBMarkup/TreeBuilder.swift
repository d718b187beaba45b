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
/// The bytes of text and values are appended to `tree.bytes` by the caller, who then says how many
/// there were. Elements below the deepest level allowed become siblings at that level: the one that
/// stands there is closed when the next begins.
struct TreeBuilder {
  var tree = MarkupTree()
  private(set) var droppedAttributeCount = 0
  /// Line of the first element that stood too deep.
  private(set) var firstDeepLine: Int?
  private let limits: Limits
  private let isHTML: Bool
  private var current = -1
  private var openTextNode = -1
  /// Elements open in the document, and those of them open in the tree.
  private var documentDepth = 0
  private var treeDepth = 0
  private var spellings: [String: UInt16] = ["": 0]

  init(limits: Limits, isHTML: Bool, byteCount: Int) {
    self.limits = limits
    self.isHTML = isHTML
    tree.bytes.reserveCapacity(byteCount + byteCount / 16)
    tree.nodes.reserveCapacity(byteCount / 48 + 16)
    tree.attributes.reserveCapacity(byteCount / 160 + 8)
  }

  var hasRoot: Bool { !tree.nodes.isEmpty }

  // MARK: Names

  mutating func resolve(localName: String, prefix: String?, uri: String?) -> ResolvedName {
    var resolved = ResolvedName()
    resolved.nameIndex = index(ofSpelling: localName)
    resolved.element = ElementName(localName: localName)
    resolved.lowercasedElement = ElementName(localName: localName.lowercased())
    if let uri {
      resolved.namespace = MarkupNamespace(uri: uri)
    } else if let prefix {
      resolved.namespace = MarkupNamespace(customaryPrefix: prefix)
    }
    return resolved
  }

  /// Past 65,535 distinct names the spelling is given up.
  private mutating func index(ofSpelling name: String) -> UInt16 {
    if let known = spellings[name] { return known }
    guard let index = UInt16(exactly: tree.names.count) else { return 0 }
    tree.names.append(name)
    spellings[name] = index
    return index
  }

  // MARK: Events

  mutating func startElement(_ name: ResolvedName, line: @autoclosure () -> Int) {
    closeText()
    documentDepth += 1
    if documentDepth > limits.maximumElementDepth {
      if firstDeepLine == nil { firstDeepLine = line() }
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

  /// An attribute of the element just started, whose value is the last `byteCount` bytes.
  mutating func addAttribute(_ name: ResolvedName, byteCount: Int) {
    let end = tree.bytes.count
    tree.attributes.append(
      MarkupTree.Attribute(
        namespace: name.namespace ?? .none, nameIndex: name.nameIndex,
        start: Int32(truncatingIfNeeded: end - byteCount), end: Int32(truncatingIfNeeded: end)))
    tree.nodes[current].count += 1
  }

  /// How many of so many attributes may be added to an element.
  mutating func admittedAttributeCount(of count: Int) -> Int {
    guard count > limits.maximumAttributeCount else { return count }
    droppedAttributeCount += count - limits.maximumAttributeCount
    return limits.maximumAttributeCount
  }

  mutating func endElement() {
    closeText()
    if documentDepth < limits.maximumElementDepth || treeDepth >= limits.maximumElementDepth {
      closeElement()
    }
    documentDepth -= 1
  }

  /// The last `byteCount` bytes are text.
  mutating func addText(byteCount: Int) {
    if openTextNode < 0 {
      guard current >= 0, byteCount > 0 else { return }
      openTextNode = tree.nodes.count
      tree.nodes.append(
        MarkupTree.Node(
          kind: .text, namespace: .none, name: .other, nameIndex: 0,
          parent: Int32(truncatingIfNeeded: current),
          end: Int32(truncatingIfNeeded: openTextNode + 1),
          first: Int32(truncatingIfNeeded: tree.bytes.count - byteCount), count: 0))
    }
    tree.nodes[openTextNode].count += Int32(truncatingIfNeeded: byteCount)
  }

  mutating func addStyleSheetInstruction(_ data: String) {
    if !hasRoot { tree.styleSheetInstructions.append(data) }
  }

  /// Closes what the document left open.
  mutating func finish() {
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
    let parent = tree.nodes[current]
    switch (parent.namespace, name.lowercasedElement) {
    case (.xhtml, .svg), (.none, .svg): return .svg
    case (.xhtml, .math), (.none, .math): return .mathML
    case (.svg, _) where parent.name == .foreignObject: return .xhtml
    default: return parent.namespace
    }
  }
}
