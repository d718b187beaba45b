import EPUBBasics

/// Pseudo-classes and pseudo-elements.
extension SelectorParser {
  mutating func pseudo(
    _ compound: inout Selector.Compound, _ selector: inout Selector
  ) -> Bool {
    index += 1
    if current?.kind == .colon {
      index += 1
      return pseudoElement(&selector)
    }
    guard let token = current else { return false }
    let name = text.lowercased(token)
    if token.kind == .ident, ["before", "after", "first-line", "first-letter"].contains(name) {
      return pseudoElement(&selector)
    }
    guard selector.pseudo == .none || Self.dynamicNames.contains(name) else { return false }
    if token.kind == .ident {
      guard let test = Self.pseudoClass(name) else { return false }
      index += 1
      if let test { compound.tests.append(test) }
      selector.specificity.classes += 1
      return true
    }
    return token.kind == .function && function(name, &compound, &selector)
  }

  private mutating func pseudoElement(_ selector: inout Selector) -> Bool {
    guard depth == 0, selector.pseudo == .none, let token = current else { return false }
    let name = text.lowercased(token)
    index += 1
    selector.specificity.types += 1
    if token.kind == .function {
      guard ["slotted", "part", "highlight", "cue"].contains(name) else { return false }
      selector.pseudo = .unused
      var open = 1
      while open > 0, let inner = current {
        if inner.kind == .openParen || inner.kind == .function { open += 1 }
        if inner.kind == .closeParen { open -= 1 }
        index += 1
      }
      return open == 0
    }
    guard token.kind == .ident else { return false }
    switch name {
    case "before": selector.pseudo = .before
    case "after": selector.pseudo = .after
    case "marker": selector.pseudo = .marker
    case "first-line": selector.pseudo = .firstLine
    case "first-letter": selector.pseudo = .firstLetter
    case "selection", "backdrop", "placeholder", "cue",
      "file-selector-button", "target-text", "spelling-error", "grammar-error":
      selector.pseudo = .unused
    default:
      guard name.hasPrefix("-webkit-") else { return false }
      selector.pseudo = .unused
    }
    return true
  }

  /// The test that a pseudo-class without arguments stands for: `.some(nil)` is always true, `nil`
  /// is unknown.
  private static func pseudoClass(_ name: String) -> Selector.Test?? {
    func nth(_ offset: Int32, fromEnd: Bool = false, ofType: Bool = false) -> Selector.Test {
      .nth(Selector.Nth(step: 0, offset: offset, fromEnd: fromEnd, ofType: ofType))
    }
    switch name {
    case "root", "scope": return .some(.root)
    case "empty": return .some(.empty)
    case "link", "any-link": return .some(.link)
    case "first-child": return .some(nth(1))
    case "last-child": return .some(nth(1, fromEnd: true))
    case "first-of-type": return .some(nth(1, ofType: true))
    case "last-of-type": return .some(nth(1, fromEnd: true, ofType: true))
    case "only-child", "only-of-type":
      // Both ends at once: no element before it and none after it.
      let ofType = name == "only-of-type"
      let both = Selector(
        compounds: [
          Selector.Compound(tests: [
            nth(1, ofType: ofType), nth(1, fromEnd: true, ofType: ofType),
          ])
        ], depth: 1, size: 1)
      return .some(.any([both]))
    case "defined": return .some(nil)
    case "read-only": return .some(nil)
    default: return dynamicNames.contains(name) ? .some(.never) : nil
    }
  }

  private static let dynamicNames: Set<String> = [
    "hover", "active", "focus", "focus-visible", "focus-within", "visited", "target",
    "target-within", "local-link", "enabled", "disabled", "checked", "indeterminate", "default",
    "valid", "invalid", "in-range", "out-of-range", "required", "optional", "read-write",
    "placeholder-shown", "user-invalid", "user-valid", "blank", "autofill", "fullscreen", "modal",
    "open", "popover-open", "playing", "paused", "muted", "seeking", "buffering", "stalled",
    "volume-locked", "current", "past", "future", "picture-in-picture",
  ]

  private mutating func function(
    _ name: String, _ compound: inout Selector.Compound, _ selector: inout Selector
  ) -> Bool {
    guard depth < Self.maximumDepth else { return false }
    index += 1
    depth += 1
    defer { depth -= 1 }
    guard let test = argument(of: name, &selector) else { return false }
    skipSpace()
    guard current?.kind == .closeParen || current == nil else { return false }
    if current != nil { index += 1 }
    compound.tests.append(test)
    return true
  }

  private mutating func argument(of name: String, _ selector: inout Selector) -> Selector.Test? {
    switch name {
    case "is", "matches", "-webkit-any", "-moz-any":
      let list = forgivingList()
      selector.specificity += list.highestSpecificity
      return .any(list)
    case "where":
      return .any(forgivingList())
    case "not":
      guard let list = selectorList() else { return nil }
      selector.specificity += list.highestSpecificity
      return .not(list)
    case "has":
      guard !isInsideHas else { return nil }
      isInsideHas = true
      defer { isInsideHas = false }
      guard let list = selectorList(isRelative: true) else { return nil }
      selector.specificity += list.highestSpecificity
      return .has(list)
    case "lang":
      selector.specificity.classes += 1
      return languageTest()
    case "dir":
      selector.specificity.classes += 1
      return directionTest()
    case "nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type":
      selector.specificity.classes += 1
      return nthTest(name, &selector)
    default: return nil
    }
  }

  private mutating func languageTest() -> Selector.Test? {
    var ranges: [String] = []
    repeat {
      skipSpace()
      guard let token = current, token.kind == .ident || token.kind == .string else { return nil }
      ranges.append(text.lowercased(token))
      index += 1
      skipSpace()
      if current?.kind != .comma { break }
      index += 1
    } while true
    return .language(ranges)
  }

  private mutating func directionTest() -> Selector.Test? {
    skipSpace()
    guard let token = current, token.kind == .ident else { return nil }
    index += 1
    let name = text.lowercased(token)
    return name == "rtl" || name == "ltr" ? .rightToLeft(name == "rtl") : .never
  }

  private mutating func nthTest(_ name: String, _ selector: inout Selector) -> Selector.Test? {
    skipSpace()
    let start = index
    while let token = current, token.kind != .closeParen {
      if token.kind == .ident, index > start, text.lowercased(token) == "of" { break }
      index += 1
    }
    var formula = tokens[start..<index]
    while formula.last?.kind == .whitespace { formula.removeLast() }
    guard var nth = Selector.Nth(formula: text.sourceText(formula)) else { return nil }
    nth.fromEnd = name.hasPrefix("nth-last")
    nth.ofType = name.hasSuffix("of-type")
    if current?.kind == .ident {
      guard !nth.ofType else { return nil }
      index += 1
      guard let list = selectorList() else { return nil }
      selector.specificity += list.highestSpecificity
      nth.list = list
    }
    return .nth(nth)
  }
}
