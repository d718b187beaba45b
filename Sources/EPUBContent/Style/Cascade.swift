import EPUBBasics
import EPUBMarkup

/// The cascade over one document: which declarations win for each element.
///
/// The document is walked in order, parents before children, so the style of an element's parent is
/// always known when its own is asked for.
struct Cascade {
  private let rules: RuleSet
  private let allowed: AllowedProperties
  private var matcher: SelectorMatcher
  private var computation = StyleComputation()
  private var cache: StyleCache
  /// Selectors that match the element at hand, as a key of the cache: indices, and -2 - block for a
  /// `style` attribute.
  private var matched: [Int32] = []
  private var attributeNames = AtomTable()
  private var attributeBlocks: [[Declaration]] = []
  /// Pseudo-elements that rules make, by element.
  private var pseudoMatches: [PseudoKey: [Int32]] = [:]
  private let maximumRuleCount: Int
  private let path: ContainerPath
  /// Selectors from here on do not count.
  private var selectorLimit = Int32.max
  /// What is wrong with the sheets, each with the path of the one at fault. Documents that share a
  /// sheet tell the same of it.
  private(set) var findings: [Finding]

  private struct PseudoKey: Hashable {
    var node: Int32
    var pseudo: PseudoElement
  }

  private struct AllowedProperties {
    var user = PropertySet.allButText
    var hints = PropertySet.all
    var author = PropertySet.all

    func of(_ origin: RuleSet.Origin) -> PropertySet {
      switch origin {
      case .userAgent: .all
      case .user: user
      case .hints: hints
      case .author: author
      }
    }
  }

  /// Finds the document's sheets: `link`, `style`, `xml-stylesheet`, `@import`; alternate ones and those
  /// for other media are left out. The user agent's sheet for XHTML, SVG and MathML comes first.
  init(tree: MarkupTree, path: ContainerPath, styles: StyleSheets, limits: Limits) {
    var collector = SheetCollector(path: path, styles: styles, limits: limits)
    collector.collect(tree)
    findings = collector.findings
    rules = styles.ruleSet(collector.sources, maximumRuleCount: limits.maximumStyleRuleCount)
    matcher = SelectorMatcher(tree, rules)
    maximumRuleCount = limits.maximumStyleRuleCount
    self.path = path
    var allowed = AllowedProperties()
    if !styles.options.usesBookStyle {
      allowed.author = .text
      allowed.hints = .textAndMeaning
    }
    self.allowed = allowed
    cache = rules.takeCache()
    if rules.isCut {
      findings.append(
        Finding(
          "style-rules-too-many", .warning, path: path.string,
          done: "The stylesheets have more than \(limits.maximumStyleRuleCount) rules."
            + " The rest is left out."))
    }
  }

  /// The root's parent: initial values.
  static let initial = ComputedStyle()

  /// The style of an element, from its parent's.
  mutating func style(of node: Int, in tree: MarkupTree, parent: ComputedStyle) -> ComputedStyle {
    matched.removeAll(keepingCapacity: true)
    collect(node, tree)
    if matcher.isExhausted {
      noteExhaustion()
      matched.removeAll(keepingCapacity: true)
      collect(node, tree)
    }
    sortMatched()
    if let block = attributeBlock(node, tree) { matched.append(-2 - block) }
    let style = cached(parent)
    guard node == 0 else { return style }
    computation.rootScale = style.fontScale
    if cache.isMade(for: style.fontScale) { return style }
    cache = StyleCache(initial: Self.initial)
    return cached(parent)
  }

  /// Leaves to the next document what was found out. No style is to be asked for afterwards.
  mutating func finish() {
    cache.forgetAttributes()
    if !cache.isLarge { rules.keep(cache) }
  }

  /// From now on only the user agent's rules count, so that blocks stay blocks.
  private mutating func noteExhaustion() {
    selectorLimit = rules.userAgentCount
    matcher.lift()
    findings.append(
      Finding(
        "style-too-complex", .warning, path: path.string,
        done: "The selectors of the stylesheets take too long for this document."
          + " The rest of it is set without the book's style."))
  }

  enum PseudoElement: UInt8, Sendable { case before, after, marker, firstLine, firstLetter }

  /// How numbers are written in the document's lists.
  var counterStyles: CounterStyles { CounterStyles(defined: rules.counterStyles) }

  /// Whether a rule has made any pseudo-element of the elements seen.
  var hasPseudoElements: Bool { !pseudoMatches.isEmpty }

  /// The style of a pseudo-element, `nil` when no rule makes one (always so where no sheet has such
  /// a rule: it costs nothing then). Call it after `style(of:)` of the same element.
  ///
  /// - Parameter parent: the style of the element itself.
  mutating func style(
    of pseudo: PseudoElement, on node: Int, in tree: MarkupTree, parent: ComputedStyle
  ) -> ComputedStyle? {
    if pseudoMatches.isEmpty { return nil }
    guard let found = pseudoMatches[PseudoKey(node: Int32(node), pseudo: pseudo)] else {
      return nil
    }
    matched.removeAll(keepingCapacity: true)
    matched += found
    sortMatched()
    let style = cached(parent)
    switch pseudo {
    case .before, .after: return style.content != nil ? style : nil
    case .marker, .firstLine, .firstLetter: return style
    }
  }

  // MARK: Matching

  /// What is known of those around an element without a look at them.
  private struct KnownBits {
    var ancestors: UInt64
    /// Of the element right before it.
    var before: UInt64
  }

  private mutating func collect(_ node: Int, _ tree: MarkupTree) {
    let element = tree.nodes[node]
    let before = matcher.facts.previous[node]
    let bits = KnownBits(
      ancestors: element.parent < 0 ? 0 : matcher.facts.bits[Int(element.parent)],
      before: before < 0 ? 0 : matcher.facts.bits[Int(before)])
    for index in Int(matcher.facts.wordStarts[node])..<Int(matcher.facts.wordStarts[node + 1]) {
      test(rules.byWord, matcher.facts.words[index], node, bits)
    }
    if element.count > 0, !rules.byAttribute.isEmpty {
      for index in Int(element.first)..<Int(element.first + element.count) {
        let name = matcher.facts.exactNames[Int(tree.attributes[index].nameIndex)]
        test(rules.byAttribute, name, node, bits)
      }
    }
    test(rules.byType, matcher.facts.lowerNames[Int(element.nameIndex)], node, bits)
    matcher.spend(rules.universal.count)
    for selector in rules.universal {
      if selector >= selectorLimit || matcher.isExhausted { break }
      test(selector, node, bits)
    }
  }

  /// Tests the selectors that are found by one atom, -1 for none.
  private mutating func test(
    _ buckets: RuleSet.Buckets, _ atom: Int32, _ node: Int, _ bits: KnownBits
  ) {
    guard atom >= 0 else { return }
    let range = buckets.range(atom)
    matcher.spend(range.count)
    for item in range {
      let selector = buckets.items[item]
      if selector >= selectorLimit || matcher.isExhausted { break }
      test(selector, node, bits)
    }
  }

  private mutating func test(_ index: Int32, _ node: Int, _ bits: KnownBits) {
    let selector = rules.selectors[Int(index)]
    guard selector.mask & ~bits.ancestors == 0, selector.siblingMask & ~bits.before == 0,
      matcher.matches(selector, node)
    else { return }
    switch selector.pseudo {
    case .none: matched.append(index)
    case .before: note(index, node, .before)
    case .after: note(index, node, .after)
    case .marker: note(index, node, .marker)
    case .firstLine: note(index, node, .firstLine)
    case .firstLetter: note(index, node, .firstLetter)
    case .unused: break
    }
  }

  private mutating func note(_ index: Int32, _ node: Int, _ pseudo: PseudoElement) {
    let key = PseudoKey(node: Int32(node), pseudo: pseudo)
    if pseudoMatches[key]?.contains(index) != true {
      pseudoMatches[key, default: []].append(index)
    }
  }

  /// By insertion: there are few, and most stand in order.
  private mutating func sortMatched() {
    guard matched.count > 1 else { return }
    if matched.count > 32 {
      matched.sort()
      return
    }
    for index in 1..<matched.count {
      let value = matched[index]
      var place = index
      while place > 0, matched[place - 1] > value {
        matched[place] = matched[place - 1]
        place -= 1
      }
      matched[place] = value
    }
  }

  // MARK: Style attributes

  /// The declarations of the element's `style` attribute, parsed once a value.
  private mutating func attributeBlock(_ node: Int, _ tree: MarkupTree) -> Int32? {
    let element = tree.nodes[node]
    guard element.count > 0, matcher.facts.styleName >= 0 else { return nil }
    let found = tree.attributeRange(of: node).first { index in
      Int(tree.attributes[index].nameIndex) == matcher.facts.styleName
        && tree.attributes[index].namespace == .none
    }
    guard let found else { return nil }
    let range = Int(tree.attributes[found].start)..<Int(tree.attributes[found].end)
    let known = attributeNames.find(0, tree.bytes, range)
    if known >= 0 { return known }
    let block = attributeNames.intern(0, tree.bytes, range)
    var parser = CSSParser(Array(tree.bytes[range]), maximumRuleCount: maximumRuleCount)
    parser.readAttribute()
    attributeBlocks.append(parser.declarations)
    return block
  }

  // MARK: Computing

  private mutating func cached(_ parent: ComputedStyle) -> ComputedStyle {
    let parentIndex = parent.index >= 0 ? parent.index : cache.intern(parent)
    var index = cache.find(parent: parentIndex, matched)
    if index < 0 {
      let style = computed(cache.styles[Int(parentIndex)])
      index = cache.insert(style, parent: parentIndex, matched)
    }
    return cache.styles[Int(index)]
  }

  private mutating func computed(_ parent: ComputedStyle) -> ComputedStyle {
    computation.removeAll()
    for index in matched {
      if index >= 0 {
        let block = rules.blocks[Int(rules.selectors[Int(index)].block)]
        let source = rules.sources[Int(block.source)]
        let range = Int(block.declarations.lowerBound)..<Int(block.declarations.upperBound)
        computation.add(
          source.sheet.declarations[range], origin: source.origin, layer: block.layer,
          allowed: allowed.of(source.origin))
      } else {
        computation.add(
          attributeBlocks[Int(-2 - index)][...], origin: .author, layer: .max,
          allowed: allowed.author)
      }
    }
    return computation.style(parent: parent)
  }
}
