import EPUBBasics
import EPUBContent

// From the steps of a CFI to a place in the logical text.
//
// The source map keeps the tree's elements in document order and, in the same order, the spans that
// say from which text node each stretch of text comes. A point of the tree is told by the number of
// the first element behind it and by the steps of the elements around it, and the text that follows it
// is found among the spans by halving. Every walk over elements goes forward only, so that resolving
// takes time linear in the document, however deep the tree and however wild the steps.

/// Where the steps of a path end in a document.
struct CFILanding {
  /// How the steps were followed.
  enum Accuracy: Int, Comparable {
    case exact
    /// An assertion corrected them.
    case corrected
    /// They lead nowhere: this is the last place on the way.
    case approximate

    static func < (a: Accuracy, b: Accuracy) -> Bool { a.rawValue < b.rawValue }
  }

  var offset: Int
  var block: Int
  var accuracy: Accuracy
  /// An id asserted on the way names the element that was gone through.
  var isConfirmed: Bool
}

extension ContentDocument {
  /// Where a path inside this document leads. Paths into documents that this one embeds end at the
  /// element that embeds them.
  func landing(of path: CFI.Path, part: Int) -> CFILanding {
    var walk = CFIWalk(self)
    guard part < path.parts.count else { return walk.landing(nil) }
    let isLastPart = part == path.parts.count - 1
    walk.follow(path.parts[part])
    var landing = walk.landing(isLastPart ? path.offset : nil)
    if isLastPart, case .character? = path.offset, let assertion = path.assertion,
      let offset = corrected(landing.offset, by: assertion), offset != landing.offset
    {
      landing.offset = offset
      landing.block = block(holding: offset)
      landing.accuracy = .corrected
    }
    if isLastPart, path.sideBias == .before { landing.block = block(endingAt: landing.offset) }
    return landing
  }

  /// The block that holds the character at `offset`; the last one where no text follows.
  package func block(holding offset: Int) -> Int {
    max(0, min(blocks.firstPlace { Int($0.textEnd) > offset }, blocks.count - 1))
  }

  /// The block that holds the character before `offset`.
  func block(endingAt offset: Int) -> Int { block(holding: max(0, offset - 1)) }
}

/// Follows steps down from the root element.
private struct CFIWalk {
  private enum Target {
    case element
    /// The text with this odd step.
    case text(Int)
    /// Before and after everything that the element holds (the virtual elements 0 and n + 2).
    case start
    case end
    /// A child that is not there.
    case nowhere
  }

  private let document: ContentDocument
  private var element = 0
  private var target = Target.element
  private var accuracy = CFILanding.Accuracy.exact
  private var isConfirmed = false

  init(_ document: ContentDocument) { self.document = document }

  private var map: SourceMap { document.sourceMap }

  mutating func follow(_ steps: [CFI.Step]) {
    for (index, step) in steps.enumerated() {
      take(step)
      if case .element = target { continue }
      // Nothing stands below text and below what is not there.
      if index < steps.count - 1 { accuracy = .approximate }
      return
    }
  }

  private mutating func take(_ step: CFI.Step) {
    let scan = map.scan(element, for: step.number)
    if let id = step.id, scan.found.map({ self.id(of: $0) == id }) != true,
      let other = document.element(withID: id)
    {
      element = other
      isConfirmed = true
      accuracy = max(accuracy, .corrected)
      return
    }
    if let found = scan.found {
      if let id = step.id { isConfirmed = isConfirmed || self.id(of: found) == id }
      element = found
    } else if step.number == 0 {
      target = .start
    } else if step.isElement {
      target = step.number - 2 == scan.lastStep ? .end : .nowhere
    } else {
      target = step.number - 1 <= scan.lastStep ? .text(step.number) : .nowhere
    }
    if case .nowhere = target { accuracy = .approximate }
  }

  private func id(of element: Int) -> String? {
    let anchor = Int(map.elements[element].anchor)
    return anchor < 0 ? nil : document.anchors[anchor].id
  }

  func landing(_ offset: CFI.Offset?) -> CFILanding {
    let place =
      switch target {
      case .element: element == 0 ? (0, 0) : document.place(of: element)
      case .text(let step): place(inText: step, offset)
      case .start: place(before: TreePoint(at: element + 1, inside: element, after: 0, map))
      case .end: accuracy == .approximate ? lastPlace : endPlace
      case .nowhere: lastPlace
      }
    return CFILanding(
      offset: place.0, block: place.1, accuracy: accuracy, isConfirmed: isConfirmed)
  }

  private func place(before point: TreePoint) -> (Int, Int) {
    let offset = document.offset(after: point)
    return (offset, document.block(holding: offset))
  }

  /// A character of a text node; between spans the character that follows.
  private func place(inText step: Int, _ offset: CFI.Offset?) -> (Int, Int) {
    let boundary = map.scan(element, for: step + 1)
    let point = TreePoint(
      at: boundary.found ?? boundary.end, inside: element, after: step - 1, map)
    let first = map.firstSpan(after: point)
    guard first < map.spans.count, map.isText(first, step, of: element) else {
      return place(before: point)
    }
    var units = 0
    if case .character(let count)? = offset { units = count }
    var span = first
    while span + 1 < map.spans.count, map.isText(span + 1, step, of: element),
      Int(map.spans[span + 1].sourceOffset) <= units
    {
      span += 1
    }
    let isLast = span + 1 == map.spans.count || !map.isText(span + 1, step, of: element)
    let start = Int(map.spans[span].textStart)
    let limit =
      span + 1 < map.spans.count ? Int(map.spans[span + 1].textStart) : document.text.count
    let found = document.text.offset(
      ofUTF16: units - Int(map.spans[span].sourceOffset), from: start, before: limit)
    // Behind the last character of a paragraph is still in that paragraph.
    let isEnd = isLast && found == limit && found > start
    return (found, isEnd ? document.block(endingAt: found) : document.block(holding: found))
  }

  private var endPoint: TreePoint {
    TreePoint(at: map.scan(element, for: -1).end, inside: element, after: .max, map)
  }

  private var endPlace: (Int, Int) {
    let end = document.offset(after: endPoint)
    let start = document.place(of: element)
    return end > start.offset ? (end, document.block(endingAt: end)) : start
  }

  /// The last character inside the element, or its last picture where it has no text.
  private var lastPlace: (Int, Int) {
    let start = document.place(of: element)
    var end = document.offset(after: endPoint)
    if end > start.offset {
      end -= 1
      while end > start.offset, document.text[end].isUTF8Continuation { end -= 1 }
      return (end, document.block(holding: end))
    }
    let elements = element..<endPoint.next
    let last = document.blocks.lastIndex { elements.contains(Int($0.element)) }
    return last.map { (Int(document.blocks[$0].textStart), $0) } ?? start
  }
}

/// A point between the nodes of the tree.
struct TreePoint {
  /// The first element behind it.
  let next: Int
  /// For each element around it, its step there: text with greater steps stands behind it.
  private let steps: [Int: Int]

  /// Before an element.
  init(before element: Int, _ map: SourceMap) {
    let parent = Int(map.elements[element].parent)
    self.init(
      at: element, inside: parent, after: max(0, Int(map.elements[element].step) - 1), map)
  }

  init(at next: Int, inside element: Int, after step: Int, _ map: SourceMap) {
    self.next = next
    var steps: [Int: Int] = [:]
    var (at, step) = (element, step)
    while at >= 0 {
      steps[at] = step
      step = Int(map.elements[at].step)
      at = Int(map.elements[at].parent)
    }
    self.steps = steps
  }

  func isBefore(_ span: SourceMap.Span) -> Bool {
    let element = Int(span.element)
    if element >= next { return true }
    return steps[element].map { Int(span.step) > $0 } ?? false
  }
}

extension SourceMap {
  /// Looks through the children of an element for one with `step`.
  ///
  /// - Returns: the child if there is one; else the step of its last child (0 without any) and one
  ///   past its last descendant.
  func scan(_ element: Int, for step: Int) -> (found: Int?, lastStep: Int, end: Int) {
    var last = 0
    var at = element + 1
    while at < elements.count, Int(elements[at].parent) >= element {
      if Int(elements[at].parent) == element {
        last = Int(elements[at].step)
        if last == step { return (at, last, at) }
      }
      at += 1
    }
    return (nil, last, at)
  }

  func isText(_ span: Int, _ step: Int, of element: Int) -> Bool {
    Int(spans[span].element) == element && Int(spans[span].step) == step
  }

  /// Index of the first span behind a point.
  func firstSpan(after point: TreePoint) -> Int {
    guard !sourceOrder.isEmpty else { return spans.firstPlace { point.isBefore($0) } }
    let place = sourceOrder.firstPlace { point.isBefore(spans[Int($0)]) }
    return place < sourceOrder.count ? Int(sourceOrder[place]) : spans.count
  }
}

extension ContentDocument {
  /// Offset of the first text behind a point.
  func offset(after point: TreePoint) -> Int {
    let span = sourceMap.firstSpan(after: point)
    return span < sourceMap.spans.count ? Int(sourceMap.spans[span].textStart) : text.count
  }

  /// Where an element begins: its first text or picture, or what follows it where it has neither.
  func place(of element: Int) -> (offset: Int, block: Int) {
    let anchor = Int(sourceMap.elements[element].anchor)
    if anchor >= 0 {
      let last = max(0, blocks.count - 1)
      return (Int(anchors[anchor].offset), min(Int(anchors[anchor].block), last))
    }
    let offset = offset(after: TreePoint(before: element, sourceMap))
    let elements = element..<sourceMap.scan(element, for: -1).end
    let own = blocks.firstIndex { elements.contains(Int($0.element)) }
    if let own, Int(blocks[own].textStart) <= offset { return (Int(blocks[own].textStart), own) }
    return (offset, block(holding: offset))
  }

  func element(withID id: String) -> Int? {
    guard let anchor = anchors.firstIndex(where: { $0.id == id }) else { return nil }
    return sourceMap.elements.firstIndex { Int($0.anchor) == anchor }
  }
}

extension [UInt8] {
  /// The offset that stands `count` UTF-16 units behind `start`, at most `limit`; between the two units
  /// of one scalar, that scalar's.
  func offset(ofUTF16 count: Int, from start: Int, before limit: Int) -> Int {
    var offset = start
    var units = 0
    while offset < limit, units < count {
      units += self[offset] >= 0xF0 ? 2 : 1
      if units > count { break }
      offset += 1
      while offset < limit, self[offset].isUTF8Continuation { offset += 1 }
    }
    return offset
  }
}
