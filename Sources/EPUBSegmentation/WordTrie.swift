// Words and phrases as a trie whose edges are whole words: reading a text, one look into a hash table
// tells for each of its words whether anything begins there, however many phrases begin alike.

struct WordTrie: Sendable {
  struct Node: Sendable {
    let parent: Int32
    /// Folded text between the word before and this one.
    let gap: [UInt8]
    /// The folded word, or a run of a script that ICU's dictionaries divide.
    let text: [UInt8]
    let isRun: Bool
    let key: UInt64
    /// What ends here, as an index into the list given; negative: nothing.
    var word: Int32
    var hasChildren = false
  }

  /// An element of a word or phrase, folded.
  struct Element {
    let gap: [UInt8]
    let text: [UInt8]
    let isRun: Bool
  }

  static let root: Int32 = 0
  private(set) var nodes: [Node] = [
    Node(parent: -1, gap: [], text: [], isRun: false, key: 0, word: -1)
  ]
  /// Nodes by their key, open addressing; negative: free.
  private var slots: [Int32] = [Int32](repeating: -1, count: 64)
  /// One bit for some bits of each key: small enough to stay near, and says no to nearly all words.
  private var filter: [UInt64] = [UInt64](repeating: 0, count: 64)
  private(set) var hasRuns = false

  var isEmpty: Bool { nodes.count == 1 }

  mutating func insert(_ elements: [Element], word: Int) {
    guard !elements.isEmpty else { return }
    var node = Self.root
    for (index, element) in elements.enumerated() {
      node = child(of: node, gap: index == 0 ? [] : element.gap, element)
    }
    nodes[Int(node)].word = Int32(truncatingIfNeeded: word)
  }

  private mutating func child(of parent: Int32, gap: [UInt8], _ element: Element) -> Int32 {
    let gapHash = WordScanner.hash(of: gap)
    let key =
      element.isRun
      ? Self.runKey(parent, gapHash, element.text)
      : Self.key(parent, gapHash, WordScanner.hash(of: element.text))
    if let known = candidates(key).first(where: {
      nodes[Int($0)].gap == gap && nodes[Int($0)].text == element.text
    }) {
      return known
    }
    if element.isRun { hasRuns = true }
    nodes[Int(parent)].hasChildren = true
    nodes.append(
      Node(
        parent: parent, gap: gap, text: element.text, isRun: element.isRun, key: key, word: -1))
    place(Int32(truncatingIfNeeded: nodes.count - 1))
    return Int32(truncatingIfNeeded: nodes.count - 1)
  }

  @inline(__always) static func key(
    _ parent: Int32, _ gapHash: UInt64, _ textHash: UInt64
  ) -> UInt64 {
    let mixed =
      (textHash ^ gapHash.byteSwapped ^ UInt64(UInt32(bitPattern: parent)) &* 0xD6E8_FEB8_6659_FD93)
    return mixed ^ mixed >> 32
  }

  /// A run is looked up by its first scalar, since where it ends isn't known.
  static func runKey<Bytes: Collection>(
    _ parent: Int32, _ gapHash: UInt64, _ text: Bytes
  ) -> UInt64 where Bytes.Element == UInt8 {
    var rest = text.dropFirst()
    while let byte = rest.first, byte & 0xC0 == 0x80 { rest = rest.dropFirst() }
    return ~key(parent, gapHash, WordScanner.hash(of: text.prefix(text.count - rest.count)))
  }

  @inline(__always) func mayHold(_ key: UInt64) -> Bool {
    let bit = Int(truncatingIfNeeded: key >> 20) & (filter.count << 6 - 1)
    return filter[bit >> 6] >> UInt64(bit & 63) & 1 != 0
  }

  /// Nodes of that key.
  func candidates(_ key: UInt64) -> [Int32] {
    guard mayHold(key) else { return [] }
    var found: [Int32] = []
    var slot = Int(truncatingIfNeeded: key) & (slots.count - 1)
    while slots[slot] >= 0 {
      if nodes[Int(slots[slot])].key == key { found.append(slots[slot]) }
      slot = (slot + 1) & (slots.count - 1)
    }
    return found
  }

  private mutating func place(_ node: Int32) {
    if nodes.count * 4 > slots.count {
      slots = [Int32](repeating: -1, count: slots.count * 2)
      filter = [UInt64](repeating: 0, count: slots.count)
      for index in 1..<nodes.count { settle(Int32(truncatingIfNeeded: index)) }
    } else {
      settle(node)
    }
  }

  private mutating func settle(_ node: Int32) {
    let key = nodes[Int(node)].key
    var slot = Int(truncatingIfNeeded: key) & (slots.count - 1)
    while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = node
    let bit = Int(truncatingIfNeeded: key >> 20) & (filter.count << 6 - 1)
    filter[bit >> 6] |= 1 << UInt64(bit & 63)
  }
}
