import EPUBBasics
import EPUBMarkup

let testPath = ContainerPath("EPUB/test.xhtml") ?? .root

func parse(
  _ text: String, as syntax: MarkupSyntax = .xhtml, limits: Limits = Limits()
) throws(MarkupError) -> MarkupTree {
  try MarkupTree(parsing: Array(text.utf8), as: syntax, at: testPath, limits: limits)
}

extension MarkupTree {
  /// The tree on one line: `namespace:name[attribute=value](children)`, text in apostrophes.
  func dump() -> String {
    var line = ""
    var ends: [Int] = []
    for node in nodes.indices {
      while ends.last == node {
        ends.removeLast()
        line += ")"
      }
      guard isElement(node) else {
        line += "'\(bytes.string(in: textRange(of: node)))'"
        continue
      }
      line += "\(nodes[node].namespace):\(names[Int(nodes[node].nameIndex)])"
      let written = attributeRange(of: node).map { index in
        let attribute = attributes[index]
        let prefix = attribute.namespace == .none ? "" : "\(attribute.namespace):"
        let value = bytes.string(in: Int(attribute.start)..<Int(attribute.end))
        return "\(prefix)\(names[Int(attribute.nameIndex)])=\(value)"
      }
      if !written.isEmpty { line += "[\(written.joined(separator: " "))]" }
      if Int(nodes[node].end) > node + 1 {
        line += "("
        ends.append(Int(nodes[node].end))
      }
    }
    return line + String(repeating: ")", count: ends.count)
  }
}
