import EPUBMarkup

/// Sorts the rules of all sheets and binds their selectors to atoms.
struct RuleCompiler {
  private let sources: [RuleSet.Source]
  private let maximumRuleCount: Int

  private(set) var blocks: [RuleSet.Block] = []
  private(set) var selectors: [RuleSet.CompiledSelector] = []
  private(set) var innerSelectors: [RuleSet.CompiledSelector] = []
  private(set) var compounds: [RuleSet.CompiledCompound] = []
  private(set) var words: [Int32] = []
  private(set) var tests: [RuleSet.CompiledTest] = []
  private(set) var lists: [Range<Int32>] = []
  private(set) var values: [[UInt8]] = []
  private(set) var languages: [[String]] = []
  private(set) var atoms = AtomTable()
  private(set) var bits: [UInt8] = []
  private(set) var wordAttributes: [RuleSet.WordAttribute] = []
  private(set) var byWord: [RuleSet.Filed] = []
  private(set) var byAttribute: [RuleSet.Filed] = []
  private(set) var byType: [RuleSet.Filed] = []
  private(set) var universal: [Int32] = []
  private(set) var userAgentCount: Int32 = 0
  private(set) var isCut = false
  private var nextBit: UInt8 = 0

  /// One selector of one rule, with all that decides which wins.
  private struct Entry {
    var origin: UInt8
    var layer: Int32
    var specificity: UInt32
    var order: Int32
    var source: Int32
    var selector: Int32
    var block: Int32

    var rank: (UInt8, Int32, UInt32, Int32) { (origin, layer, specificity, order) }
  }

  init(_ sources: [RuleSet.Source], maximumRuleCount: Int) {
    self.sources = sources
    self.maximumRuleCount = maximumRuleCount
  }

  mutating func compile() {
    let sorted = entries().sorted { $0.rank < $1.rank }
    // The word space of `class` is the first.
    _ = wordSpace(Selector.AttributeName(namespace: .only(.none), local: "class"))
    selectors.reserveCapacity(sorted.count)
    for entry in sorted {
      let selector = sources[Int(entry.source)].sheet.selectors[Int(entry.selector)]
      var compiled = bound(selector)
      compiled.block = entry.block
      dispatch(compiled, selector)
      selectors.append(compiled)
      if entry.origin == RuleSet.Origin.userAgent.rawValue { userAgentCount += 1 }
    }
    bits += Array(repeating: 255, count: atoms.count - bits.count)
  }

  // MARK: Order

  private mutating func entries() -> [Entry] {
    let ranks = layerRanks()
    var entries: [Entry] = []
    var order: Int32 = 0
    var ruleCount = 0
    for (index, source) in sources.enumerated() {
      let layers = source.sheet.layers.map { ranks[source.layer + $0] ?? 0 }
      for rule in source.sheet.rules {
        ruleCount += 1
        if ruleCount > maximumRuleCount, source.origin == .author {
          isCut = true
          return entries
        }
        let layer = layers[Int(rule.layer)]
        let block = Int32(blocks.count)
        blocks.append(
          RuleSet.Block(source: Int32(index), declarations: rule.declarations, layer: layer))
        for selector in rule.selectors {
          entries.append(
            Entry(
              origin: source.origin.rawValue, layer: layer,
              specificity: source.origin == .hints
                ? 0 : source.sheet.selectors[Int(selector)].specificity.rank,
              order: order, source: Int32(index), selector: selector, block: block))
        }
        order += 1
      }
      isCut = isCut || source.sheet.isCut
    }
    return entries
  }

  /// Layers from the weakest up: in order of their first mention, those inside a layer before what
  /// stands in it directly, no layer last (CSS Cascade 5 #layer-ordering).
  private func layerRanks() -> [[String]: Int32] {
    if sources.allSatisfy({ $0.layer.isEmpty && $0.sheet.layers.count == 1 }) { return [:] }
    var mentions: [[String]: Int] = [:]
    for source in sources {
      for layer in source.sheet.layers {
        let path = source.layer + layer
        for length in 0...path.count where mentions[Array(path[..<length])] == nil {
          mentions[Array(path[..<length])] = mentions.count
        }
      }
    }
    let sorted = mentions.keys.sorted { a, b in
      var depth = 0
      while depth < a.count, depth < b.count, a[depth] == b[depth] { depth += 1 }
      if depth == a.count || depth == b.count { return a.count > b.count }
      return mentions[Array(a[...depth])] ?? 0 < mentions[Array(b[...depth])] ?? 0
    }
    return Dictionary(uniqueKeysWithValues: zip(sorted, Int32(0)...))
  }

  // MARK: Dispatch

  private mutating func dispatch(_ compiled: RuleSet.CompiledSelector, _ selector: Selector) {
    let index = Int32(selectors.count)
    let subject = compounds[Int(compiled.firstCompound)]
    if subject.wordCount > 0 {
      // The last one written is mostly the one that tells most.
      let word = words[Int(subject.firstWord + subject.wordCount) - 1]
      byWord.append(RuleSet.Filed(atom: word, selector: index))
      return
    }
    if subject.lowerType >= 0 {
      byType.append(RuleSet.Filed(atom: subject.lowerType, selector: index))
      return
    }
    for test in subject.testRange.map({ tests[$0] }) {
      if case .attribute(let name, _, _, _, _) = test {
        byAttribute.append(RuleSet.Filed(atom: name, selector: index))
        return
      }
    }
    universal.append(index)
  }

  // MARK: Binding

  private mutating func bound(_ selector: Selector) -> RuleSet.CompiledSelector {
    // Lists inside it come first: a selector's own compounds must stay together.
    let prepared = selector.compounds.map { compound in
      compound.tests.map { prepare($0) }
    }
    var compiled = RuleSet.CompiledSelector(
      firstCompound: Int32(compounds.count), compoundCount: Int32(selector.compounds.count),
      pseudo: selector.pseudo)
    var isAncestor = false
    for (position, compound) in selector.compounds.enumerated() {
      append(compound, prepared[position])
      let last = compounds[compounds.count - 1]
      if isAncestor { compiled.mask |= mask(of: last) }
      if position == 1, selector.compounds[0].combinator == .next {
        compiled.siblingMask = mask(of: last)
      }
      switch compound.combinator {
      case .descendant, .child: isAncestor = true
      case .next, .later, .none: isAncestor = false
      }
    }
    return compiled
  }

  private mutating func append(_ compound: Selector.Compound, _ prepared: [Prepared]) {
    var bound = RuleSet.CompiledCompound(combinator: compound.combinator)
    if case .only(let namespace) = compound.namespace {
      bound.namespace = Int16(namespace.rawValue)
    }
    if let type = compound.type {
      bound.exactType = atoms.intern(RuleSet.nameSpace, type)
      bound.lowerType = atoms.intern(RuleSet.nameSpace, type.asciiLowercased)
    }
    bound.firstWord = Int32(words.count)
    bound.firstTest = Int32(tests.count)
    for case .word(let atom) in prepared { words.append(atom) }
    for case .test(let test) in prepared { tests.append(test) }
    bound.wordCount = Int32(words.count) - bound.firstWord
    bound.testCount = Int32(tests.count) - bound.firstTest
    compounds.append(bound)
  }

  /// The bits that an element matching `compound` gives to what it holds.
  private mutating func mask(of compound: RuleSet.CompiledCompound) -> UInt64 {
    var mask: UInt64 = 0
    if compound.lowerType >= 0 { mask |= bit(compound.lowerType) }
    for index in compound.wordRange { mask |= bit(words[index]) }
    return mask
  }

  private mutating func bit(_ atom: Int32) -> UInt64 {
    while bits.count <= atom { bits.append(255) }
    if bits[Int(atom)] == 255 {
      bits[Int(atom)] = nextBit
      nextBit = (nextBit + 1) % 64
    }
    return 1 << UInt64(bits[Int(atom)])
  }

  private enum Prepared {
    case word(Int32)
    case test(RuleSet.CompiledTest)
  }

  private mutating func prepare(_ test: Selector.Test) -> Prepared {
    switch test {
    case .id(let id): return .word(atoms.intern(RuleSet.idSpace, id))
    case .word(let name, let word): return .word(atoms.intern(wordSpace(name), word))
    case .attribute(let name, let match, let value, let ignoresCase):
      values.append(value)
      return .test(
        .attribute(
          name: atoms.intern(RuleSet.nameSpace, name.local), namespace: Self.raw(name.namespace),
          match, value: Int32(values.count - 1), ignoresCase: ignoresCase))
    case .nth(let nth):
      var bare = nth
      bare.list = []
      return .test(.nth(bare, list: nth.list.isEmpty ? -1 : list(nth.list)))
    case .any(let inner): return .test(.any(list: list(inner)))
    case .not(let inner): return .test(.not(list: list(inner)))
    case .has(let inner): return .test(.has(list: list(inner)))
    case .language(let ranges):
      languages.append(ranges)
      return .test(.language(index: Int32(languages.count - 1)))
    case .rightToLeft(let isRightToLeft): return .test(.rightToLeft(isRightToLeft))
    case .root: return .test(.root)
    case .empty: return .test(.empty)
    case .link: return .test(.link)
    case .anchor: return .test(.anchor)
    case .never: return .test(.never)
    }
  }

  private mutating func list(_ inner: [Selector]) -> Int32 {
    // Inner lists of these may be added on the way; these must stand together.
    let compiled = inner.map { bound($0) }
    let start = Int32(innerSelectors.count)
    innerSelectors += compiled
    lists.append(start..<Int32(innerSelectors.count))
    return Int32(lists.count - 1)
  }

  private mutating func wordSpace(_ name: Selector.AttributeName) -> Int32 {
    let attribute = RuleSet.WordAttribute(
      name: atoms.intern(RuleSet.nameSpace, name.local), namespace: Self.raw(name.namespace))
    if let known = wordAttributes.firstIndex(of: attribute) {
      return RuleSet.firstWordSpace + Int32(known)
    }
    wordAttributes.append(attribute)
    return RuleSet.firstWordSpace + Int32(wordAttributes.count - 1)
  }

  private static func raw(_ namespace: Selector.NamespaceTest) -> Int16 {
    switch namespace {
    case .any: -1
    case .only(let namespace): Int16(namespace.rawValue)
    }
  }
}

extension RuleSet.CompiledCompound {
  var wordRange: Range<Int> { Int(firstWord)..<Int(firstWord + wordCount) }
  var testRange: Range<Int> { Int(firstTest)..<Int(firstTest + testCount) }
}

extension String {
  var asciiLowercased: String {
    utf8.contains { $0 &- 0x41 < 26 }
      ? String(decoding: utf8.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }, as: UTF8.self) : self
  }
}
