import EPUBBasics
import EPUBMarkup

extension LooseMarkup {
  /// The text of `nodes` as one line: pictures and formulas by their alternative text, ruby as
  /// `base(reading)`, a space where a block or a line break parts words.
  func label(of nodes: Range<Int>, withPictures: Bool = true) -> String {
    var collected: [UInt8] = []
    // What is due at the end of elements that are open.
    var open: [(end: Int, mark: UInt8)] = []
    var node = nodes.lowerBound
    while node < nodes.upperBound {
      while let last = open.last, last.end <= node {
        collected.append(last.mark)
        open.removeLast()
      }
      if tree.nodes[node].kind == .text {
        collected += tree.bytes[tree.textRange(of: node)]
        node += 1
        continue
      }
      switch LabelRole(name(of: node)) {
      case .text: break
      case .skipped:
        node = end(of: node)
        continue
      case .block:
        collected.append(0x20)
        open.append((end(of: node), 0x20))
      case .reading:
        collected.append(UInt8(ascii: "("))
        open.append((end(of: node), UInt8(ascii: ")")))
      case .picture:
        if withPictures { appendValue(.alt, of: node, to: &collected) }
      case .formula:
        if appendValue(.alttext, of: node, to: &collected) {
          node = end(of: node)
          continue
        }
      }
      node += 1
    }
    for last in open.reversed() { collected.append(last.mark) }
    return collected.collapsed()
  }

  @discardableResult
  private func appendValue(
    _ wanted: AttributeName, of node: Int, to collected: inout [UInt8]
  ) -> Bool {
    for index in tree.attributeRange(of: node) where attributeName(at: index) == wanted {
      let range = valueRange(at: index)
      collected += tree.bytes[range]
      return !range.isEmpty
    }
    return false
  }
}

/// What an element is to a label.
private enum LabelRole {
  case text, skipped, block, reading, picture, formula

  init(_ name: ElementName) {
    switch name {
    case .rp, .script, .style, .template, .head, .metadata, .desc, .annotation, .annotationXML:
      self = .skipped
    case .rt: self = .reading
    case .img, .image: self = .picture
    case .math: self = .formula
    case .br, .hr, .p, .div, .h1, .h2, .h3, .h4, .h5, .h6, .section, .header, .footer, .tr, .td,
      .th, .dt, .dd, .blockquote, .figure, .figcaption, .svg, .hgroup, .article, .aside, .address:
      self = .block
    default: self = .text
    }
  }
}
