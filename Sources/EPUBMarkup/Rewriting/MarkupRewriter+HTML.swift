import EPUBBasics

/// A formatting element that a block's end has cut off and that goes on behind it.
struct PendingFormatting {
  let name: Int
  let nameRange: Range<Int>
  let tagRange: Range<Int>
  let hasID: Bool
}

/// Tag soup by the rules of HTML (HTML 13.2.6), as far as books need them.
///
/// `html`, `head` and `body` are supplied; elements without content need no end; paragraphs, list
/// items, table parts, options and ruby parts end where the next begins; an end tag reaches no
/// further than the cell or object that it stands in; formatting that a block's end cuts off goes on in the
/// next block. Other than in browsers, an element written `<p/>` is empty, text in a table
/// stays there, and names with a prefix, SVG and MathML keep their case and their namespaces.
extension MarkupRewriter {
  mutating func admitsHTMLText(isBlank: Bool) -> Bool {
    if isBlank { return !stack.isEmpty && !isAfterRoot }
    if stack.last?.isForeign == true { return true }
    isAfterRoot = false
    requireRoot()
    if !hasBody, stack.count == 1 || stack.last?.name == Tag.head.rawValue { openBody() }
    reopenFormatting()
    return true
  }

  mutating func admitsHTMLElement(_ number: Int) -> Bool {
    let traits = traits(of: number)
    if stack.last?.isForeign == true {
      guard traits.contains(.leavesForeign) else { return true }
      noteMisnesting("SVG or MathML that is never ended")
      while stack.last?.isForeign == true { closeTop() }
    }
    let tag = Tag(rawValue: number)
    if let tag, let isAdmitted = admitsStructure(tag) { return isAdmitted }
    requireRoot()
    isAfterRoot = false
    if !hasBody, admitsInHead(tag, traits) { return true }
    if !hasBody { openBody() }
    if traits.contains(.closesParagraph) { closeImplied(.p, above: stack.last?.boundary ?? 0) }
    if let tag { closeWhatEnds(at: tag, traits) }
    if !traits.contains(.block) { reopenFormatting() }
    return true
  }

  // MARK: Head and body

  /// `nil` for all other elements.
  private mutating func admitsStructure(_ tag: Tag) -> Bool? {
    switch tag {
    case .html:
      if stack.isEmpty { return true }
      noteMisnesting("a second “html”")
      return false
    case .head:
      requireRoot()
      guard !hasHead, !hasBody else {
        noteMisnesting("a “head” that is not first")
        return false
      }
      hasHead = true
      return true
    case .body, .frameset:
      requireRoot()
      guard !hasBody else {
        noteMisnesting("a second “body”")
        return false
      }
      closeHead()
      hasBody = true
      return true
    default: return nil
    }
  }

  private mutating func requireRoot() {
    if stack.isEmpty { openImplied(.html) }
  }

  private mutating func closeHead() {
    while stack.count > 1 { closeTop() }
  }

  private mutating func openBody() {
    closeHead()
    hasBody = true
    openImplied(.body)
  }

  /// Whether it is an element of the head, which is opened for it.
  private mutating func admitsInHead(_ tag: Tag?, _ traits: TagTraits) -> Bool {
    let isInHead = innermost[Tag.head.rawValue] >= 0
    guard traits.contains(.headContent) || isInHead && (tag == .noscript || tag == .template) else {
      return false
    }
    if !hasHead {
      hasHead = true
      openImplied(.head)
    }
    if stack.last?.name == Tag.title.rawValue { closeTop() }
    return true
  }

  // MARK: Implied ends

  private func top(is tags: Tag...) -> Bool {
    guard let name = stack.last?.name else { return false }
    return tags.contains { $0.rawValue == name }
  }

  private func innermost(of tags: Tag...) -> Int {
    tags.reduce(-1) { max($0, innermost[$1.rawValue]) }
  }

  /// Ends the innermost element `tag` if it is open inside of what is at `limit`.
  private mutating func closeImplied(_ tag: Tag, above limit: Int) {
    let match = innermost[tag.rawValue]
    if match > limit { closeThrough(match) }
  }

  private mutating func closeWhatEnds(at tag: Tag, _ traits: TagTraits) {
    let boundary = stack.last?.boundary ?? 0
    switch tag {
    case .li: closeImplied(.li, above: max(boundary, innermost(of: .ul, .ol, .menu)))
    case .dt, .dd:
      let match = innermost(of: .dt, .dd)
      if match > max(boundary, innermost(of: .dl)) { closeThrough(match) }
    case .option: if top(is: .option) { closeTop() }
    case .optgroup:
      if top(is: .option) { closeTop() }
      if top(is: .optgroup) { closeTop() }
    case .rt, .rp, .rb: if top(is: .rt, .rp, .rb) { closeTop() }
    case .rtc: while top(is: .rt, .rp, .rb, .rtc) { closeTop() }
    case .a: if innermost(of: .a) > boundary { closeHTMLElement(Tag.a.rawValue) }
    case .caption, .colgroup, .col, .thead, .tbody, .tfoot, .tr, .td, .th: closeTableParts(at: tag)
    default:
      if traits.contains(.heading), let name = stack.last?.name,
        self.traits(of: name).contains(.heading)
      {
        closeTop()
      }
    }
  }

  private mutating func closeTableParts(at tag: Tag) {
    let table = innermost(of: .table)
    guard table >= 0 else { return }
    let match =
      switch tag {
      case .td, .th: innermost(of: .td, .th, .caption, .colgroup)
      case .tr: innermost(of: .tr, .caption, .colgroup)
      case .col: innermost(of: .caption)
      default: outermostPart(above: table)
      }
    if match > table { closeThrough(match) }
  }

  /// The section, row or cell that stands directly in the table, as far as one is open.
  private func outermostPart(above table: Int) -> Int {
    let section = innermost(of: .thead, .tbody, .tfoot, .caption, .colgroup)
    if section > table { return section }
    let row = innermost(of: .tr)
    return row > table ? row : innermost(of: .td, .th)
  }

  // MARK: End tags

  mutating func closeHTMLElement(_ number: Int) {
    let traits = traits(of: number)
    let tag = Tag(rawValue: number)
    if tag == .html || tag == .body {
      isAfterRoot = hasBody
      return
    }
    let match = innermost[number]
    guard match >= 0 else { return closeNothing(number, tag, traits) }
    let boundary =
      traits.contains(.tablePart) && tag != .table
      ? innermost(of: .table) : stack.last?.boundary ?? 0
    guard match >= boundary || traits.contains(.tablePart) && match >= innermost(of: .table) else {
      return noteMisnesting("an end tag that reaches out of a cell or an object")
    }
    let isInline = !traits.contains(.block) && !traits.contains(.boundary)
    if isInline, let block = stack.last?.block, block > match, stack.last?.isForeign == false {
      noteMisnesting("an inline element that ends inside of a block in it")
      stack[match].isClosing = true
      return
    }
    closeThrough(match)
  }

  private mutating func closeNothing(_ number: Int, _ tag: Tag?, _ traits: TagTraits) {
    if let index = pendingFormatting.lastIndex(where: { $0.name == number }) {
      pendingFormatting.remove(at: index)
      return
    }
    // `</br>` is meant as a line break unless it ends the `<br>` before it.
    if tag == .br, !output.suffix(2).elementsEqual("/>".utf8), admitsHTMLElement(number) {
      output.append(contentsOf: "<br/>".utf8)
    }
    if !traits.contains(.void) { noteMisnesting("an end tag of what is not open") }
  }

  /// Ends the element at `index` of the stack and all inside it.
  private mutating func closeThrough(_ index: Int) {
    var cutOff: [PendingFormatting] = []
    var isCellEnded = false
    while stack.count > index {
      let element = stack[stack.count - 1]
      let traits = traits(of: element.name)
      if stack.count - 1 > index, !element.isClosing, traits.contains(.formatting) {
        cutOff.append(
          PendingFormatting(
            name: element.name, nameRange: element.nameRange, tagRange: element.tagRange,
            hasID: element.hasID))
      }
      if traits.contains(.boundary) { isCellEnded = true }
      closeTop()
    }
    while stack.last?.isClosing == true { closeTop() }
    if isCellEnded {
      pendingFormatting.removeAll()
    } else {
      pendingFormatting.append(contentsOf: cutOff.reversed())
      if pendingFormatting.count > Self.maximumPendingCount {
        pendingFormatting.removeFirst(pendingFormatting.count - Self.maximumPendingCount)
      }
    }
  }

  private static let maximumPendingCount = 8

  /// Opens what a block's end has cut off, as often as a bound on what that may add admits.
  private mutating func reopenFormatting() {
    guard !pendingFormatting.isEmpty else { return }
    let pending = pendingFormatting
    pendingFormatting.removeAll()
    for element in pending {
      let start = output.count
      remainingReopenedByteCount -= element.tagRange.count + element.nameRange.count + 3
      guard remainingReopenedByteCount > 0 else { return }
      if element.hasID {
        output.append(UInt8(ascii: "<"))
        repeatOutput(element.nameRange)
      } else {
        repeatOutput(element.tagRange.dropLast())
      }
      let name = (start + 1)..<(start + 1 + element.nameRange.count)
      openElement(element.name, name: name, tagStart: start, AttributeSummary())
    }
  }

  // MARK: Namespaces

  static func isIntegrationPoint(_ tag: Tag?) -> Bool {
    switch tag {
    case .foreignobject, .desc, .title, .annotationXML, .mi, .mn, .mo, .ms, .mtext: true
    default: false
    }
  }

  /// HTML's parser knows where SVG and MathML begin and end without being told; XML's is told.
  mutating func declareNamespace(
    of tag: Tag?, _ attributes: AttributeSummary, isInForeign: Bool, _ name: Range<Int>
  ) {
    guard !attributes.declaresDefaultNamespace, !isInForeign,
      !output[name].contains(UInt8(ascii: ":"))
    else { return }
    switch tag {
    case .svg: output.append(contentsOf: " xmlns=\"http://www.w3.org/2000/svg\"".utf8)
    case .math: output.append(contentsOf: " xmlns=\"http://www.w3.org/1998/Math/MathML\"".utf8)
    case .some where stack.last?.isIntegrationPoint == true:
      output.append(contentsOf: " xmlns=\"http://www.w3.org/1999/xhtml\"".utf8)
    default: break
    }
  }
}
