import EPUBBasics

/// An element whose end tag has not been written yet.
struct OpenElement {
  /// Its number in `TagNames`.
  let name: Int
  /// Where its name and its start tag stand in the output.
  let nameRange: Range<Int>
  let tagRange: Range<Int>
  /// The open element of the same name around it, or -1.
  let outer: Int
  /// The innermost open boundary and block, itself counted.
  let boundary: Int
  let block: Int
  /// Its content is SVG or MathML.
  let isForeign: Bool
  /// It is SVG or MathML, its content is not.
  let isIntegrationPoint: Bool
  let hasID: Bool
  let namespaceCount: Int
  /// Its end tag came while a block inside was open; it ends with that block.
  var isClosing = false
}

/// Nesting: what is open, and what an end tag ends.
extension MarkupRewriter {
  /// Whether an element may begin here; by HTML's rules, what it ends or implies is written first.
  mutating func admitsElement(_ number: Int) -> Bool {
    if rules == .html { return admitsHTMLElement(number) }
    if isAfterRoot {
      noteMisnesting("an element behind the end of the root element")
      isAfterRoot = false
    }
    return true
  }

  /// Whether text may stand here; by HTML's rules, what it implies is written first.
  mutating func admitsText(isBlank: Bool) -> Bool {
    if rules == .html { return admitsHTMLText(isBlank: isBlank) }
    if stack.isEmpty {
      if !isBlank { noteMisnesting("text outside the root element") }
      return isBlank
    }
    guard isAfterRoot else { return true }
    if isBlank { return false }
    noteMisnesting("text behind the end of the root element")
    isAfterRoot = false
    return true
  }

  /// Ends the start tag that was begun in the output and puts the element on the stack.
  mutating func openElement(
    _ number: Int, name: Range<Int>, tagStart: Int, _ attributes: AttributeSummary
  ) {
    let tag = Tag(rawValue: number)
    let isHTML = rules == .html
    let isInForeign = stack.last?.isForeign ?? false
    if stack.count >= maximumDepth, !attributes.isSelfClosing {
      return dropElement(number, from: tagStart)
    }
    if isHTML { declareNamespace(of: tag, attributes, isInForeign: isInForeign, name) }
    let isVoid = isHTML && !isInForeign && traits(of: number).contains(.void)
    let isStructure = isHTML && (tag == .html || tag == .body)
    // The root stays open for what a broken document has behind it.
    let isEmptyRoot = stack.isEmpty && attributes.isSelfClosing
    if isVoid || attributes.isSelfClosing && !isStructure && !isEmptyRoot {
      output.append(contentsOf: "/>".utf8)
      return
    }
    if isEmptyRoot, !isHTML { isAfterRoot = true }
    output.append(UInt8(ascii: ">"))
    let startsForeign = isHTML && (tag == .svg || tag == .math)
    let isIntegrationPoint = isInForeign && Self.isIntegrationPoint(tag)
    push(
      number, name, tagStart..<output.count, attributes,
      isForeign: startsForeign || isInForeign && !isIntegrationPoint,
      isIntegrationPoint: isIntegrationPoint)
  }

  /// No document has elements so deep, and each takes memory while it is open. (The tree has a narrower
  /// limit of its own.)
  private var maximumDepth: Int { 9 * limits.maximumElementDepth }

  /// Takes back a start tag; the next end tag is its own.
  private mutating func dropElement(_ number: Int, from tagStart: Int) {
    output.removeLast(output.count - tagStart)
    report.droppedElementCount += 1
    if rules != .html || !traits(of: number).contains(.void) { droppedDepth += 1 }
  }

  private mutating func push(
    _ number: Int, _ name: Range<Int>, _ tag: Range<Int>, _ attributes: AttributeSummary,
    isForeign: Bool, isIntegrationPoint: Bool
  ) {
    let index = stack.count
    let traits = rules == .html ? traits(of: number) : []
    let isPrefixed = rules == .html && output[name].contains(UInt8(ascii: ":"))
    stack.append(
      OpenElement(
        name: number, nameRange: name, tagRange: tag, outer: innermost[number],
        boundary: traits.contains(.boundary) || isPrefixed ? index : stack.last?.boundary ?? 0,
        block: traits.contains(.block) ? index : stack.last?.block ?? 0, isForeign: isForeign,
        isIntegrationPoint: isIntegrationPoint, hasID: attributes.hasID,
        namespaceCount: attributes.namespaceCount))
    innermost[number] = index
    namespaceCount += attributes.namespaceCount
  }

  /// Writes an element that the document implies.
  mutating func openImplied(_ tag: Tag) {
    let start = output.count
    output.append(UInt8(ascii: "<"))
    output.append(contentsOf: tag.name.utf8)
    openElement(
      tag.rawValue, name: (start + 1)..<output.count, tagStart: start, AttributeSummary())
  }

  mutating func closeTop() {
    guard let top = stack.popLast() else { return }
    innermost[top.name] = top.outer
    namespaceCount -= top.namespaceCount
    output.append(contentsOf: "</".utf8)
    repeatOutput(top.nameRange)
    output.append(UInt8(ascii: ">"))
  }

  /// Writes again what was written. (A slice would hold the buffer and have it copied whole.)
  mutating func repeatOutput(_ range: Range<Int>) {
    for index in range { output.append(output[index]) }
  }

  /// The end tag of an element, whose name stands at `range` in the source.
  mutating func closeElement(_ number: Int, as range: Range<Int>) {
    if droppedDepth > 0 {
      droppedDepth -= 1
      return
    }
    if rules == .html { return closeHTMLElement(number) }
    let match = innermost[number]
    let spelling = report.fault == nil ? nameForFault(range) : ""
    guard match >= 0, !isAfterRoot else {
      return noteMisnesting("the end tag of \(spelling), which is not open")
    }
    if match < stack.count - 1 {
      noteMisnesting("the end tag of \(spelling), which is open further out")
      while stack.count > match + 1 { closeTop() }
    }
    if let top = stack.last, !output[top.nameRange].elementsEqual(source[range]) {
      noteFault("an end tag that is spelled differently than its start tag")
    }
    if match == 0 { isAfterRoot = true } else { closeTop() }
  }

  func nameForFault(_ range: Range<Int>) -> String {
    "“\(String(decoding: source[range].prefix(40), as: UTF8.self).printable)”"
  }

  mutating func closeDocument() {
    if rules != .html, !isCut, stack.count > (isAfterRoot ? 1 : 0), let top = stack.last {
      let name = String(decoding: output[top.nameRange].prefix(40), as: UTF8.self).printable
      noteMisnesting("“\(name)” is never ended")
    }
    while !stack.isEmpty { closeTop() }
  }
}
