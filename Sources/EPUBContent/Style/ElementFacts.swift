import EPUBMarkup

/// What selectors ask of a document's elements, found in one walk: atoms of names, ids and words, who
/// stands before whom, and which bits the ancestors set.
struct ElementFacts {
  /// Atoms of `MarkupTree.names`, as written and in lower case; -1 where no rule has the name.
  private(set) var exactNames: [Int32] = []
  private(set) var lowerNames: [Int32] = []
  /// Node n has the atoms from `wordStarts[n]` up to `wordStarts[n + 1]`.
  private(set) var wordStarts: [Int32] = []
  private(set) var words: [Int32] = []
  /// The bits of the element and of all its ancestors.
  private(set) var bits: [UInt64] = []
  /// The element before it with the same parent, -1 for none.
  private(set) var previous: [Int32] = []
  /// Its last child element, -1 for none.
  private(set) var lastChild: [Int32] = []
  /// Its place among the elements of its parent, from 1.
  private(set) var position: [Int32] = []

  /// Index into `MarkupTree.names` of `style`, -1 where no element has it.
  private(set) var styleName = -1

  /// What an attribute's name means to the rules: bits of `Role`.
  private var roles: [UInt8] = []
  private enum Role {
    static let words: UInt8 = 1
    static let id: UInt8 = 2
  }

  init(_ tree: MarkupTree, _ rules: RuleSet) {
    bindNames(tree, rules)
    reserve(tree.nodes.count)
    for node in 0..<tree.nodes.count { read(node, tree, rules) }
    wordStarts.append(Int32(words.count))
  }

  private mutating func bindNames(_ tree: MarkupTree, _ rules: RuleSet) {
    for (index, name) in tree.names.enumerated() {
      if name == "style" { styleName = index }
      let exact = rules.atoms.find(RuleSet.nameSpace, name)
      let lower = name.asciiLowercased
      exactNames.append(exact)
      lowerNames.append(lower == name ? exact : rules.atoms.find(RuleSet.nameSpace, lower))
      var role: UInt8 = name == "id" ? Role.id : 0
      if exact >= 0, rules.wordAttributes.contains(where: { $0.name == exact }) {
        role |= Role.words
      }
      roles.append(role)
    }
  }

  private mutating func reserve(_ count: Int) {
    wordStarts.reserveCapacity(count + 1)
    bits.reserveCapacity(count)
    previous.reserveCapacity(count)
    position.reserveCapacity(count)
    lastChild = Array(repeating: -1, count: count)
  }

  private mutating func read(_ index: Int, _ tree: MarkupTree, _ rules: RuleSet) {
    let node = tree.nodes[index]
    wordStarts.append(Int32(words.count))
    let parent = Int(node.parent)
    guard node.kind == .element else {
      bits.append(0)
      previous.append(-1)
      position.append(0)
      return
    }
    var own = parent < 0 ? 0 : bits[parent]
    own |= Self.bit(lowerNames[Int(node.nameIndex)], rules)
    if node.count > 0 {
      let first = words.count
      readAttributes(Int(node.first)..<Int(node.first + node.count), tree, rules)
      for word in first..<words.count { own |= Self.bit(words[word], rules) }
    }
    bits.append(own)
    let before = parent < 0 ? -1 : lastChild[parent]
    previous.append(before)
    position.append(before < 0 ? 1 : position[Int(before)] + 1)
    if parent >= 0 { lastChild[parent] = Int32(index) }
  }

  private static func bit(_ atom: Int32, _ rules: RuleSet) -> UInt64 {
    guard atom >= 0 else { return 0 }
    let bit = rules.bits[Int(atom)]
    return bit == 255 ? 0 : 1 << UInt64(bit)
  }

  private mutating func readAttributes(
    _ range: Range<Int>, _ tree: MarkupTree, _ rules: RuleSet
  ) {
    for index in range {
      let attribute = tree.attributes[index]
      let role = roles[Int(attribute.nameIndex)]
      if role == 0 { continue }
      let value = Int(attribute.start)..<Int(attribute.end)
      if role & Role.id != 0, attribute.namespace == .none || attribute.namespace == .xml {
        let atom = rules.atoms.find(RuleSet.idSpace, tree.bytes, value)
        if atom >= 0 { words.append(atom) }
      }
      guard role & Role.words != 0 else { continue }
      let name = exactNames[Int(attribute.nameIndex)]
      for (offset, wanted) in rules.wordAttributes.enumerated() where wanted.name == name {
        if wanted.namespace < 0 || wanted.namespace == Int16(attribute.namespace.rawValue) {
          readWords(value, RuleSet.firstWordSpace + Int32(offset), tree.bytes, rules)
        }
      }
    }
  }

  private mutating func readWords(
    _ value: Range<Int>, _ space: Int32, _ bytes: [UInt8], _ rules: RuleSet
  ) {
    var start = value.lowerBound
    while start < value.upperBound {
      let byte = bytes[start]
      if byte <= 0x20, Self.isSpace(byte) {
        start += 1
        continue
      }
      var end = start + 1
      while end < value.upperBound, !Self.isSpace(bytes[end]) { end += 1 }
      let atom = rules.atoms.find(space, bytes, start..<end)
      if atom >= 0 { words.append(atom) }
      start = end
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D || byte == 0x0C
  }
}
