import EPUBMarkup

/// Asks whether selectors match the elements of one document.
///
/// A selector is read from right to left. When a compound fails, the answer says how much of what was
/// tried before can still succeed, so that no selector takes exponential time; walks over many
/// siblings are remembered. Beyond `maximumStepCount` nothing matches any more, which only a
/// document made for it reaches.
struct SelectorMatcher {
  private let rules: RuleSet
  private let tree: MarkupTree
  let facts: ElementFacts
  private let compounds: [RuleSet.CompiledCompound]
  private var stepCount = 0
  private var maximumStepCount: Int
  private var anchor: Int = -1
  /// Bytes that may still be looked at for the direction that a text has by itself: those of elements
  /// deep in one another are looked at for each of them.
  private var directionBudget = 1 << 26
  /// For `a ~ b` over many siblings: how far the siblings were searched for `a`.
  private var searched: [SearchKey: Search] = [:]
  private var typePositions: TypePositions?
  private var listPositions: [SearchKey: [Int32]] = [:]

  private struct SearchKey: Hashable {
    var compound: Int32
    var parent: Int32
    var anchor: Int32
  }
  private struct Search {
    var upTo: Int32
    var isFound: Bool
  }

  init(_ tree: MarkupTree, _ rules: RuleSet) {
    self.tree = tree
    self.rules = rules
    facts = ElementFacts(tree, rules)
    compounds = rules.compounds
    // Honest books take a few dozen steps an element; this many take a second or two.
    maximumStepCount = 20_000_000 + 500 * tree.nodes.count
  }

  var isExhausted: Bool { stepCount > maximumStepCount }

  /// Counts selectors that are looked at.
  mutating func spend(_ count: Int) { stepCount += count }

  /// Forgets the bound: for selectors that are known to be simple.
  mutating func lift() { maximumStepCount = .max }

  mutating func matches(_ selector: RuleSet.CompiledSelector, _ node: Int) -> Bool {
    let first = Int(selector.firstCompound)
    return match(first, first + Int(selector.compoundCount), node) == .matched
  }

  // MARK: Compounds and combinators

  private enum Outcome {
    case matched
    /// Another sibling before the one that was tried may do.
    case failed
    /// No sibling will do, but another ancestor of the element further right may.
    case failedHere
    /// Nothing to the left will do.
    case failedEverywhere
  }

  private mutating func match(_ compound: Int, _ end: Int, _ node: Int) -> Outcome {
    guard holds(compound, node) else { return .failed }
    if compound + 1 == end { return .matched }
    switch compounds[compound].combinator {
    case .none: return .matched
    case .child: return matchChild(compound, end, node)
    case .descendant: return matchDescendant(compound, end, node)
    case .next:
      let before = facts.previous[node]
      return before < 0 ? .failedHere : match(compound + 1, end, Int(before))
    case .later: return matchLater(compound, end, node)
    }
  }

  private mutating func matchChild(_ compound: Int, _ end: Int, _ node: Int) -> Outcome {
    let parent = Int(tree.nodes[node].parent)
    guard parent >= 0 else { return .failedEverywhere }
    let outcome = match(compound + 1, end, parent)
    return outcome == .matched || outcome == .failedEverywhere ? outcome : .failedHere
  }

  private mutating func matchDescendant(_ compound: Int, _ end: Int, _ node: Int) -> Outcome {
    var ancestor = Int(tree.nodes[node].parent)
    while ancestor >= 0 {
      let outcome = match(compound + 1, end, ancestor)
      if outcome == .matched || outcome == .failedEverywhere { return outcome }
      ancestor = Int(tree.nodes[ancestor].parent)
    }
    return .failedEverywhere
  }

  private mutating func matchLater(_ compound: Int, _ end: Int, _ node: Int) -> Outcome {
    var sibling = Int(facts.previous[node])
    guard sibling >= 0 else { return .failedHere }
    let start = facts.position[sibling]
    let key = SearchKey(
      compound: Int32(compound), parent: tree.nodes[node].parent, anchor: Int32(anchor))
    var known: Search?
    while sibling >= 0 {
      let position = facts.position[sibling]
      if start - position == 16 { known = searched[key] }
      if let known, position <= known.upTo {
        if !known.isFound {
          searched[key] = Search(upTo: max(known.upTo, start), isFound: false)
          return .failedHere
        }
        if known.upTo <= start { return .matched }
      }
      let outcome = match(compound + 1, end, sibling)
      if outcome == .matched {
        if start - position >= 16 { searched[key] = Search(upTo: position, isFound: true) }
        return .matched
      }
      if outcome != .failed { return outcome }
      sibling = Int(facts.previous[sibling])
    }
    if start > 16 { searched[key] = Search(upTo: start, isFound: false) }
    return .failedHere
  }

  private mutating func holds(_ index: Int, _ node: Int) -> Bool {
    stepCount += 1
    let compound = compounds[index]
    let element = tree.nodes[node]
    if compound.lowerType >= 0 {
      let name = Int(element.nameIndex)
      if facts.lowerNames[name] != compound.lowerType { return false }
      if element.namespace != .xhtml, facts.exactNames[name] != compound.exactType { return false }
    }
    if compound.namespace >= 0, compound.namespace != Int16(element.namespace.rawValue) {
      return false
    }
    if compound.wordCount > 0, !hasWords(compound, node) { return false }
    if compound.testCount == 0 { return stepCount <= maximumStepCount }
    for test in Int(compound.firstTest)..<Int(compound.firstTest + compound.testCount) {
      if !passes(rules.tests[test], test, node) { return false }
    }
    return stepCount <= maximumStepCount
  }

  private func hasWords(_ compound: RuleSet.CompiledCompound, _ node: Int) -> Bool {
    let range = Int(facts.wordStarts[node])..<Int(facts.wordStarts[node + 1])
    for wanted in compound.wordRange {
      let atom = rules.words[wanted]
      var isThere = false
      for index in range where facts.words[index] == atom { isThere = true }
      if !isThere { return false }
    }
    return true
  }

  // MARK: Tests

  private mutating func passes(_ test: RuleSet.CompiledTest, _ index: Int, _ node: Int) -> Bool {
    switch test {
    case .attribute(let name, let namespace, let match, let value, let ignoresCase):
      return hasAttribute(name, namespace, match, rules.values[Int(value)], ignoresCase, node)
    case .nth(let nth, let list): return passes(nth, list, index, node)
    case .any(let list): return matchesAny(list, node)
    case .not(let list): return !matchesAny(list, node)
    case .has(let list): return has(list, node)
    case .language(let index): return speaks(rules.languages[Int(index)], node)
    case .rightToLeft(let wanted): return isRightToLeft(node) == wanted
    case .root: return node == 0
    case .empty: return Int(tree.nodes[node].end) == node + 1
    case .link: return isLink(node)
    case .anchor: return node == anchor
    case .never: return false
    }
  }

  private mutating func matchesAny(_ list: Int32, _ node: Int) -> Bool {
    for index in rules.lists[Int(list)]
    where matches(rules.innerSelectors[Int(index)], node) {
      return true
    }
    return false
  }

  /// `:has()`: looks at what follows the element or stands in it, wherever its selector leads.
  private mutating func has(_ list: Int32, _ node: Int) -> Bool {
    let outer = anchor
    anchor = node
    defer { anchor = outer }
    for index in rules.lists[Int(list)] {
      let selector = rules.innerSelectors[Int(index)]
      let leading = compounds[Int(selector.firstCompound + selector.compoundCount) - 2].combinator
      let looksAside = leading == .next || leading == .later
      let parent = Int(tree.nodes[node].parent)
      let end =
        looksAside && parent >= 0 ? Int(tree.nodes[parent].end) : Int(tree.nodes[node].end)
      var candidate = looksAside ? Int(tree.nodes[node].end) : node + 1
      while candidate < end {
        if tree.nodes[candidate].kind == .element, matches(selector, candidate) { return true }
        stepCount += 1
        if isExhausted { return false }
        candidate += 1
      }
    }
    return false
  }

  private func isLink(_ node: Int) -> Bool {
    let element = tree.nodes[node]
    guard element.name == .a || element.name == .area else { return false }
    for index in tree.attributeRange(of: node) {
      let attribute = tree.attributes[index]
      if tree.names[Int(attribute.nameIndex)] == "href" { return true }
    }
    return false
  }

  // MARK: Attributes

  private func hasAttribute(
    _ name: Int32, _ namespace: Int16, _ match: Selector.AttributeOperator, _ value: [UInt8],
    _ ignoresCase: Bool, _ node: Int
  ) -> Bool {
    let element = tree.nodes[node]
    for index in Int(element.first)..<Int(element.first + element.count) {
      let attribute = tree.attributes[index]
      guard facts.exactNames[Int(attribute.nameIndex)] == name,
        namespace < 0 || namespace == Int16(attribute.namespace.rawValue)
      else { continue }
      if match == .exists { return true }
      let range = Int(attribute.start)..<Int(attribute.end)
      if Self.compares(tree.bytes, range, match, value, ignoresCase) { return true }
    }
    return false
  }

  private static func compares(
    _ bytes: [UInt8], _ range: Range<Int>, _ match: Selector.AttributeOperator, _ value: [UInt8],
    _ ignoresCase: Bool
  ) -> Bool {
    func stands(at start: Int) -> Bool {
      guard start >= range.lowerBound, start + value.count <= range.upperBound else { return false }
      for offset in 0..<value.count {
        let a = bytes[start + offset]
        let b = value[offset]
        if a != b, !ignoresCase || lower(a) != lower(b) { return false }
      }
      return true
    }
    let count = value.count
    switch match {
    case .exists: return true
    case .equals: return range.count == count && stands(at: range.lowerBound)
    case .prefix: return count > 0 && stands(at: range.lowerBound)
    case .suffix: return count > 0 && stands(at: range.upperBound - count)
    case .dash:
      guard stands(at: range.lowerBound) else { return false }
      let end = range.lowerBound + count
      return end == range.upperBound || bytes[end] == 0x2D
    case .contains:
      return count > 0 && range.count >= count
        && (range.lowerBound...range.upperBound - count).contains { stands(at: $0) }
    case .word:
      guard count > 0, !value.contains(where: { isSpace($0) }) else { return false }
      var start = range.lowerBound
      while start < range.upperBound {
        var end = start
        while end < range.upperBound, !isSpace(bytes[end]) { end += 1 }
        if end - start == count, stands(at: start) { return true }
        start = end + 1
      }
      return false
    }
  }

  private static func lower(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }
  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D || byte == 0x0C
  }

  // MARK: Languages and directions

  /// The value of the nearest attribute of the element or an ancestor that `finds` accepts.
  private mutating func nearest(
    _ node: Int, _ finds: (MarkupTree.Attribute, String) -> Bool
  ) -> [UInt8]? {
    var current = node
    while current >= 0 {
      stepCount += 1
      for index in tree.attributeRange(of: current) {
        let attribute = tree.attributes[index]
        if finds(attribute, tree.names[Int(attribute.nameIndex)]) {
          return Array(tree.bytes[Int(attribute.start)..<Int(attribute.end)])
        }
      }
      current = Int(tree.nodes[current].parent)
    }
    return nil
  }

  private mutating func speaks(_ ranges: [String], _ node: Int) -> Bool {
    let found = nearest(node) { attribute, name in
      name == "lang" && (attribute.namespace == .none || attribute.namespace == .xml)
    }
    guard let found else { return false }
    let language = String(decoding: found.map { Self.lower($0) }, as: UTF8.self)
    return ranges.contains { Self.language(language, isIn: $0) }
  }

  /// Extended filtering of RFC 4647: subtags in order, others may stand between them.
  private static func language(_ language: String, isIn range: String) -> Bool {
    if range.isEmpty || language.isEmpty { return range == language }
    var wanted = range.split(separator: "-", omittingEmptySubsequences: false)[...]
    var subtags = language.split(separator: "-", omittingEmptySubsequences: false)[...]
    let first = wanted.removeFirst()
    guard let primary = subtags.popFirst(), first == "*" || first == primary else { return false }
    while let next = wanted.first {
      if next == "*" {
        wanted.removeFirst()
      } else if let subtag = subtags.popFirst() {
        if subtag == next {
          wanted.removeFirst()
        } else if subtag.utf8.count == 1 {
          return false
        }
      } else {
        return false
      }
    }
    return true
  }

  /// The directionality of HTML 3.2.6.4: the nearest `dir` that says something; `auto`, and `bdi` without
  /// one, go by the first strong character inside.
  private mutating func isRightToLeft(_ node: Int) -> Bool {
    var current = node
    while current >= 0 {
      stepCount += 1
      switch direction(current) {
      case "rtl": return true
      case "ltr": return false
      case "auto": return startsRightToLeft(current)
      case nil where tree.nodes[current].name == .bdi: return startsRightToLeft(current)
      case _: current = Int(tree.nodes[current].parent)
      }
    }
    return false
  }

  private func direction(_ node: Int) -> String? {
    let found = tree.attributeRange(of: node).first { index in
      tree.attributes[index].namespace == .none
        && tree.names[Int(tree.attributes[index].nameIndex)] == "dir"
    }
    guard let found else { return nil }
    let value = Int(tree.attributes[found].start)..<Int(tree.attributes[found].end)
    return String(decoding: tree.bytes[value], as: UTF8.self).asciiLowercased
  }

  private mutating func startsRightToLeft(_ node: Int) -> Bool {
    var inner = node + 1
    while inner < Int(tree.nodes[node].end), directionBudget > 0 {
      directionBudget -= 1
      if tree.nodes[inner].kind == .text {
        let range = tree.textRange(of: inner)
        directionBudget -= range.count
        if let found = StrongDirection.isRightToLeft(tree.bytes[range]) { return found }
      } else if hasOwnDirection(inner) {
        inner = max(inner, Int(tree.nodes[inner].end) - 1)
      }
      inner += 1
    }
    return false
  }

  /// Whether what stands in it says nothing of the direction of what is around it.
  private func hasOwnDirection(_ node: Int) -> Bool {
    switch tree.nodes[node].name {
    case .bdi, .script, .style, .textarea: true
    default: direction(node) != nil
    }
  }

  // MARK: Positions

  private mutating func passes(_ nth: Selector.Nth, _ list: Int32, _ test: Int, _ node: Int)
    -> Bool
  {
    if list >= 0 {
      guard matchesAny(list, node) else { return false }
      return nth.matches(position(amongMatchesOf: list, test, node, fromEnd: nth.fromEnd))
    }
    if nth.ofType {
      if typePositions == nil { typePositions = TypePositions(nodeCount: tree.nodes.count) }
      let position = typePositions?.position(node, tree, fromEnd: nth.fromEnd) ?? 1
      return nth.matches(position)
    }
    let position = Int(facts.position[node])
    guard nth.fromEnd else { return nth.matches(position) }
    let parent = Int(tree.nodes[node].parent)
    guard parent >= 0 else { return nth.matches(1) }
    return nth.matches(Int(facts.position[Int(facts.lastChild[parent])]) - position + 1)
  }

  /// For `:nth-child(… of …)`: counted once for all children of a parent.
  private mutating func position(
    amongMatchesOf list: Int32, _ test: Int, _ node: Int, fromEnd: Bool
  ) -> Int {
    let parent = tree.nodes[node].parent
    guard parent >= 0 else { return 1 }
    let key = SearchKey(compound: Int32(test), parent: parent, anchor: -2)
    var counts = listPositions[key] ?? []
    if counts.isEmpty {
      var total: Int32 = 0
      counts.append(0)
      for child in tree.children(of: Int(parent)) where tree.isElement(child) {
        if matchesAny(list, child) { total += 1 }
        counts.append(total)
      }
      listPositions[key] = counts
    }
    let position = Int(counts[Int(facts.position[node])])
    return fromEnd ? Int(counts[counts.count - 1]) - position + 1 : position
  }
}

/// Places of elements among those of their type, worked out for all children of a parent at once.
private struct TypePositions {
  private var forward: [Int32]
  private var backward: [Int32]

  private struct Name: Hashable {
    var namespace: MarkupNamespace
    var index: UInt16
  }

  init(nodeCount: Int) {
    forward = Array(repeating: 0, count: nodeCount)
    backward = forward
  }

  mutating func position(_ node: Int, _ tree: MarkupTree, fromEnd: Bool) -> Int {
    let parent = Int(tree.nodes[node].parent)
    guard parent >= 0 else { return 1 }
    if forward[node] == 0 { count(parent, tree) }
    return Int(fromEnd ? backward[node] : forward[node])
  }

  private mutating func count(_ parent: Int, _ tree: MarkupTree) {
    var totals: [Name: Int32] = [:]
    let children = tree.children(of: parent).filter { tree.isElement($0) }
    func name(_ child: Int) -> Name {
      Name(namespace: tree.nodes[child].namespace, index: tree.nodes[child].nameIndex)
    }
    for child in children {
      totals[name(child), default: 0] += 1
      forward[child] = totals[name(child)] ?? 1
    }
    for child in children {
      backward[child] = (totals[name(child)] ?? 1) - forward[child] + 1
    }
  }
}
