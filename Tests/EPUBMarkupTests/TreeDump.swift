import EPUBBasics
import EPUBMarkup

let testPath = ContainerPath("EPUB/test.xhtml") ?? .root

func parse(
  _ text: String, as syntax: MarkupSyntax = .xhtml, limits: Limits = Limits()
) throws(MarkupError) -> MarkupTree {
  try parse(Array(text.utf8), as: syntax, limits: limits)
}

func parse(
  _ bytes: [UInt8], as syntax: MarkupSyntax = .xhtml, limits: Limits = Limits()
) throws(MarkupError) -> MarkupTree {
  try MarkupTree(parsing: bytes, as: syntax, at: testPath, limits: limits)
}

extension MarkupTree {
  /// The tree on one line: `namespace:name[attribute=value](children)`, text in apostrophes,
  /// siblings apart by a blank.
  func dump() -> String {
    var line = ""
    var ends: [Int] = []
    for node in nodes.indices {
      while ends.last == node {
        ends.removeLast()
        line += ")"
      }
      if let last = line.last, last != "(" { line += " " }
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

  /// What is against the rules that every tree keeps.
  func faults() -> [String] {
    var faults: [String] = []
    if nodes.isEmpty || nodes[0].parent != -1 || Int(nodes[0].end) != nodes.count {
      faults.append("the root does not hold all")
    }
    if names.first != "" { faults.append("the first name is not empty") }
    if String(validating: bytes, as: UTF8.self) == nil { faults.append("no UTF-8") }
    var nextAttribute = 0
    for (index, node) in nodes.enumerated() {
      if index > 0 {
        let parent = nodes[Int(node.parent)]
        if parent.kind != .element || Int(node.parent) >= index || node.end > parent.end {
          faults.append("node \(index) lies outside its parent")
        }
      }
      if Int(node.end) <= index { faults.append("node \(index) ends before it begins") }
      if Int(node.nameIndex) >= names.count { faults.append("node \(index) has no name") }
      if node.kind == .element {
        if Int(node.first) != nextAttribute { faults.append("attributes of \(index) out of order") }
        nextAttribute += Int(node.count)
      } else {
        let range = textRange(of: index)
        if range.isEmpty || range.upperBound > bytes.count || bytes[range.lowerBound] & 0xC0 == 0x80
        {
          faults.append("text \(index) has a bad range")
        }
        if index + 1 < nodes.count, nodes[index + 1].kind == .text,
          nodes[index + 1].parent == node.parent
        {
          faults.append("text \(index + 1) follows a text")
        }
      }
    }
    if nextAttribute != attributes.count { faults.append("attributes without an element") }
    for attribute in attributes {
      if attribute.start > attribute.end || Int(attribute.end) > bytes.count
        || Int(attribute.nameIndex) >= names.count
      {
        faults.append("an attribute has a bad range")
      }
    }
    return faults
  }
}

/// The same sequence of numbers for the same seed (SplitMix64).
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
