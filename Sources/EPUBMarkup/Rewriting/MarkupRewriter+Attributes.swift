import EPUBBasics

/// What a start tag's attributes say about the tag.
struct AttributeSummary {
  var isSelfClosing = false
  var declaresDefaultNamespace = false
  var hasID = false
  var namespaceCount = 0
}

/// Attributes: quoted, escaped, each name once.
extension MarkupRewriter {
  mutating func rewriteAttributes(
    _ range: Range<Int>, of element: Int, inLowerCase: Bool
  ) -> AttributeSummary {
    var summary = AttributeSummary()
    attributeNames.removeAll(keepingCapacity: true)
    if !attributeNameSet.isEmpty { attributeNameSet.removeAll() }
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = source[index]
      if byte.isASCIISpace {
        index += 1
      } else if byte == UInt8(ascii: "/") {
        index += 1
        if index == range.upperBound {
          summary.isSelfClosing = true
        } else {
          noteFault("a stray “/” in a tag")
        }
      } else {
        if index > range.lowerBound, !source[index - 1].isASCIISpace {
          noteFault("attributes without a blank between them")
        } else if index == range.lowerBound {
          noteFault("a name with a character that XML forbids in one")
        }
        index = rewriteAttribute(
          from: index, to: range.upperBound, of: element, inLowerCase, &summary)
      }
    }
    return summary
  }

  private mutating func rewriteAttribute(
    from start: Int, to end: Int, of element: Int, _ inLowerCase: Bool,
    _ summary: inout AttributeSummary
  ) -> Int {
    var nameEnd = start
    while nameEnd < end, !source[nameEnd].isASCIISpace, source[nameEnd] != UInt8(ascii: "/"),
      source[nameEnd] != UInt8(ascii: "=") || nameEnd == start
    {
      nameEnd += 1
    }
    let mark = output.count
    output.append(UInt8(ascii: " "))
    let name = appendAttributeName(start..<nameEnd, inLowerCase: inLowerCase)
    let value = valueRange(from: nameEnd, to: end, of: element)
    output.append(contentsOf: "=\"".utf8)
    appendValue(source, value.range, depth: 0)
    output.append(UInt8(ascii: "\""))
    if value.endsTag { summary.isSelfClosing = true }
    if name.isEmpty || !admitsAttribute(name, &summary) { output.removeLast(output.count - mark) }
    return value.end
  }

  private mutating func appendAttributeName(_ range: Range<Int>, inLowerCase: Bool) -> Range<Int> {
    var start = range.lowerBound
    while start < range.upperBound, !NameBytes.isNameStart(source[start]) { start += 1 }
    var end = start
    while end < range.upperBound, NameBytes.isNameByte(source[end]) { end += 1 }
    if start..<end != range { noteFault("a name with a character that XML forbids in one") }
    return appendName(start..<end, inLowerCase: inLowerCase)
  }

  private mutating func admitsAttribute(
    _ name: Range<Int>, _ summary: inout AttributeSummary
  ) -> Bool {
    guard attributeNames.count < limits.maximumAttributeCount else {
      report.droppedAttributeCount += 1
      return false
    }
    if isRepeated(name) {
      noteFault("an attribute given twice")
      return false
    }
    let isDeclaration = output[name].starts(with: Array("xmlns".utf8))
    if isDeclaration {
      guard namespaceCount + summary.namespaceCount < Self.maximumNamespaceCount else {
        noteFault("too many namespaces")
        return false
      }
      summary.namespaceCount += 1
      if name.count == 5 { summary.declaresDefaultNamespace = true }
    } else if name.count == 2, output[name].elementsEqual("id".utf8) {
      summary.hasID = true
    }
    attributeNames.append(name)
    return true
  }

  /// In scope at one place: libxml2 searches them one by one.
  private static let maximumNamespaceCount = 400

  /// Few are compared one by one, many by a set.
  private mutating func isRepeated(_ name: Range<Int>) -> Bool {
    if attributeNames.count < 24 {
      return attributeNames.contains { output[$0] == output[name] }
    }
    if attributeNameSet.isEmpty {
      attributeNameSet = Set(attributeNames.map { Array(output[$0]) })
    }
    return !attributeNameSet.insert(Array(output[name])).inserted
  }

  // MARK: Values

  private struct Value {
    var range: Range<Int>
    /// Where the next attribute may begin.
    var end: Int
    /// The `/` behind an unquoted value is the tag's.
    var endsTag = false
  }

  private mutating func valueRange(from nameEnd: Int, to end: Int, of element: Int) -> Value {
    var index = nameEnd
    while index < end, source[index].isASCIISpace { index += 1 }
    guard index < end, source[index] == UInt8(ascii: "=") else {
      noteFault("an attribute without a value")
      return Value(range: nameEnd..<nameEnd, end: nameEnd)
    }
    index += 1
    while index < end, source[index].isASCIISpace { index += 1 }
    guard index < end else {
      noteFault("an attribute without a value")
      return Value(range: end..<end, end: end)
    }
    if source[index] == UInt8(ascii: "\"") || source[index] == UInt8(ascii: "'") {
      let close = min(TagExtent.endOfValue(in: source, openedAt: index), end)
      if close == end { noteFault("a value without its closing quote") }
      return Value(range: (index + 1)..<max(index + 1, close), end: min(close + 1, end))
    }
    noteFault("a value without quotes")
    var close = index
    while close < end, !source[close].isASCIISpace { close += 1 }
    let isSlashed = close == end && source[close - 1] == UInt8(ascii: "/")
    if isSlashed, rules != .html || traits(of: element).contains(.void) {
      return Value(range: index..<(close - 1), end: end, endsTag: true)
    }
    return Value(range: index..<close, end: close)
  }

  /// - Parameter depth: of entities inside entities; deeper ones than 40 are left out.
  mutating func appendValue(_ text: [UInt8], _ range: Range<Int>, depth: Int) {
    var index = range.lowerBound
    while index < range.upperBound {
      let start = index
      while index < range.upperBound, text[index] != UInt8(ascii: "&"),
        text[index] != UInt8(ascii: "<")
      {
        index += 1
      }
      copy(text, start..<index, asValue: true)
      guard index < range.upperBound else { return }
      if text[index] == UInt8(ascii: "<") {
        noteFault("a “<” in the value of an attribute")
        output.append(contentsOf: "&lt;".utf8)
        index += 1
      } else {
        index = appendReference(text, at: index, limit: range.upperBound, depth: depth)
      }
    }
  }

  private mutating func appendReference(
    _ text: [UInt8], at start: Int, limit: Int, depth: Int
  ) -> Int {
    let reference = reference(in: text, at: start, limit: limit, isInValue: true)
    switch reference.meaning {
    case .asWritten: output.append(contentsOf: text[start..<reference.end])
    case .nothing: break
    case .ampersand: output.append(contentsOf: "&amp;".utf8)
    case .scalars(let first, let second):
      append(scalar: first, asValue: true)
      if second != 0 { append(scalar: second, asValue: true) }
    case .entity(let number):
      if let text = admittedText(ofEntity: number, isNested: depth > 0), depth < 40 {
        appendValue(text, text.indices, depth: depth + 1)
      }
    }
    return reference.end
  }
}
