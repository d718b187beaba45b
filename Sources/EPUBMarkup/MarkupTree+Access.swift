/// Reading a tree: children, attributes, text. Nodes are named by their index.
extension MarkupTree {
  /// The child nodes of `node` in order, elements and text.
  public func children(of node: Int) -> Children { Children(tree: self, parent: node) }

  public struct Children: Sequence, IteratorProtocol {
    let nodes: [Node]
    var upcoming: Int
    let end: Int

    init(tree: MarkupTree, parent: Int) {
      nodes = tree.nodes
      upcoming = parent + 1
      end = Int(tree.nodes[parent].end)
    }

    public mutating func next() -> Int? {
      guard upcoming < end else { return nil }
      defer { upcoming = Int(nodes[upcoming].end) }
      return upcoming
    }
  }

  public func isElement(_ node: Int) -> Bool { nodes[node].kind == .element }

  public func isElement(_ node: Int, _ namespace: MarkupNamespace, _ name: ElementName) -> Bool {
    nodes[node].name == name && nodes[node].namespace == namespace
      && nodes[node].kind == .element
  }

  /// Range in `bytes` of a text node.
  public func textRange(of node: Int) -> Range<Int> {
    let node = nodes[node]
    return Int(node.first)..<Int(node.first + node.count)
  }

  /// Indices of an element's attributes.
  public func attributeRange(of node: Int) -> Range<Int> {
    let node = nodes[node]
    guard node.kind == .element else { return 0..<0 }
    return Int(node.first)..<Int(node.first + node.count)
  }

  /// The index in `attributes` of an element's attribute; names are compared as written.
  public func attributeIndex(
    of node: Int, _ name: String, in namespace: MarkupNamespace = .none
  ) -> Int? {
    attributeRange(of: node).first {
      attributes[$0].namespace == namespace && names[Int(attributes[$0].nameIndex)] == name
    }
  }

  /// Range in `bytes` of an attribute's value.
  public func valueRange(
    of node: Int, _ name: String, in namespace: MarkupNamespace = .none
  ) -> Range<Int>? {
    attributeIndex(of: node, name, in: namespace).map {
      Int(attributes[$0].start)..<Int(attributes[$0].end)
    }
  }

  public func attribute(
    _ name: String, in namespace: MarkupNamespace = .none, of node: Int
  ) -> String? {
    valueRange(of: node, name, in: namespace).map {
      String(decoding: bytes[$0], as: UTF8.self)
    }
  }

  /// All text inside `node`, as it stands.
  public func text(of node: Int) -> String {
    var collected: [UInt8] = []
    for inner in node..<Int(nodes[node].end) where nodes[inner].kind == .text {
      collected += bytes[textRange(of: inner)]
    }
    return String(decoding: collected, as: UTF8.self)
  }

  /// The first element in document order inside and with `node` that has this name.
  public func firstElement(
    _ namespace: MarkupNamespace, _ name: ElementName, in node: Int = 0
  ) -> Int? {
    (node..<Int(nodes[node].end)).first { isElement($0, namespace, name) }
  }
}
