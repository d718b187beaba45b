import EPUBBasics
import EPUBMarkup

/// SVG: its text elements, a line each, in one block; its pictures; a drawing without either is a
/// picture itself.
extension ContentBuilder {
  mutating func openSVG(_ frame: inout Frame, _ node: Int) {
    switch nodes[node].name {
    case .svg where !frame.traits.contains(.muted):
      svgTitle = titleOrLabel(of: node)
      frame.traits.insert(.muted)
      if holds(node, drawn: [.text, .foreignObject]) {
        finishBlock()
        frame.container = frames.count
        frame.traits.insert(.svg)
      }
    case .text, .foreignObject: frame.traits.remove(.muted)
    case .a: openLink(&frame, node)
    default: break
    }
  }

  mutating func closeSVG(_ depth: Int) { finishBlock() }

  private func holds(_ node: Int, drawn names: [ElementName]) -> Bool {
    var inner = node + 1
    let end = Int(nodes[node].end)
    while inner < end {
      if nodes[inner].kind == .element, nodes[inner].namespace == .svg {
        if nodes[inner].name == .defs || nodes[inner].name == .symbol {
          inner = Int(nodes[inner].end)
          continue
        }
        if names.contains(nodes[inner].name) { return true }
      }
      inner += 1
    }
    return false
  }

  mutating func contentOfSVG(_ node: Int) -> Bool {
    switch nodes[node].name {
    case .svg where frames.count < 2 || !frames[frames.count - 2].traits.contains(.muted):
      guard !holds(node, drawn: [.text, .foreignObject, .image]) else { return true }
      appendDrawing(node)
      return false
    case .image:
      appendPicture(node, .href)
      return false
    case .text:
      if block.isOpen, block.hasInk { appendLineOfSVG() }
      svgLine = number(.y, of: node) ?? 0
    case .tspan:
      let line = number(.y, of: node) ?? svgLine
      if line != svgLine || (number(.dy, of: node) ?? 0) != 0 { appendLineOfSVG() }
      svgLine = line
    default: break
    }
    return true
  }

  private mutating func appendLineOfSVG() {
    guard block.isOpen, !dropsSpace || endsInSpace else { return }
    appendBreak()
  }

  /// The number that an attribute begins with.
  private func number(_ name: AttributeName, of node: Int) -> Double? {
    guard let range = value(name, of: node) else { return nil }
    let digits = bytes[range].prefix(32).drop { $0.isASCIISpace }.prefix {
      $0.isASCIIDigit || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") || $0 == 0x2B
    }
    return Double(String(decoding: digits, as: UTF8.self))
  }

  /// Whether a `switch` shows another one of its children: the first that asks for nothing special.
  func isUnchosen(_ node: Int) -> Bool {
    let parent = Int(nodes[node].parent)
    guard parent >= 0, nodes[parent].name == .switch, nodes[parent].namespace == .svg else {
      return false
    }
    var first: Int?
    for child in tree.children(of: parent).prefix(Self.maximumChoices)
    where nodes[child].kind == .element {
      if first == nil { first = child }
      let asks =
        value(.requiredExtensions, of: child).map { !$0.isEmpty } ?? false
        || value(.systemLanguage, of: child) != nil
      if !asks { return child != node }
    }
    return first != node
  }

  private static var maximumChoices: Int { 64 }
}
