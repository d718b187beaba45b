import EPUBBasics
import EPUBMarkup

/// A tree read for what its author meant: elements and attributes go by their local names,
/// whatever their prefix and whether it was declared, and whatever their namespace.
///
/// A class, as everything here holds one: of a struct each copy would count seven arrays.
final class LooseMarkup: Sendable {
  let tree: MarkupTree
  /// For each of the tree's names, what it says without prefix and capitals, where that differs.
  private let elementNames: [ElementName]
  private let attributeNames: [AttributeName?]

  init(_ tree: MarkupTree) {
    self.tree = tree
    elementNames = tree.names.map { name in
      let needsWork = name.utf8.contains { $0 == UInt8(ascii: ":") || $0 != $0.asciiLowercased }
      guard needsWork else { return .other }
      let local = name.withoutPrefix
      return ElementName(rawValue: local) ?? ElementName(rawValue: local.lowercased()) ?? .other
    }
    attributeNames = tree.names.map { AttributeName(written: $0) }
  }

  func name(of node: Int) -> ElementName {
    let node = tree.nodes[node]
    return node.name == .other ? elementNames[Int(node.nameIndex)] : node.name
  }

  func end(of node: Int) -> Int { Int(tree.nodes[node].end) }

  /// Descendants of `node` with that name, in document order.
  func elements(_ wanted: ElementName, in node: Int) -> [Int] {
    (node + 1..<max(node + 1, end(of: node))).filter { name(of: $0) == wanted }
  }

  func firstChild(_ wanted: ElementName, of node: Int) -> Int? {
    tree.children(of: node).first { name(of: $0) == wanted }
  }

  /// Which attribute the one at `index` of the tree's attributes is.
  func attributeName(at index: Int) -> AttributeName? {
    let attribute = tree.attributes[index]
    let name = attributeNames[Int(attribute.nameIndex)]
    if name == .type && attribute.namespace == .ops { return .epubType }
    return name
  }

  func valueRange(at index: Int) -> Range<Int> {
    let attribute = tree.attributes[index]
    return tree.bytes.trimming(Int(attribute.start)..<Int(attribute.end))
  }

  /// The value without white space at its ends; `nil` when there is no such attribute.
  func attribute(_ wanted: AttributeName, of node: Int) -> String? {
    range(of: wanted, of: node).map(string)
  }

  /// Where the value without white space at its ends stands in the tree's bytes.
  func range(of wanted: AttributeName, of node: Int) -> Range<Int>? {
    for index in tree.attributeRange(of: node) where attributeName(at: index) == wanted {
      return valueRange(at: index)
    }
    return nil
  }

  /// The value in lower case, cut at white space; empty when there is no such attribute.
  func tokens(_ wanted: AttributeName, of node: Int) -> [String] {
    attribute(wanted, of: node)?.lowercased().asciiWords ?? []
  }

  func string(_ range: Range<Int>) -> String { tree.bytes.string(in: range) }

  /// All text inside `node`, white space collapsed, controls dropped.
  func text(of node: Int) -> String {
    var collected: [UInt8] = []
    for inner in node..<end(of: node) where tree.nodes[inner].kind == .text {
      collected += tree.bytes[tree.textRange(of: inner)]
    }
    return collected.collapsed()
  }
}

/// The attributes that packages, their META-INF files and their navigation are read for.
enum AttributeName: String {
  case id, href, properties, fallback, idref, linear, toc, refines, property, scheme, name, content
  case role, event, dir, lang, type, title, src, alt, alttext, version, prefix, value, uri,
    algorithm
  case mediaType = "media-type"
  case fileAs = "file-as"
  case fullPath = "full-path"
  case uniqueIdentifier = "unique-identifier"
  case pageProgressionDirection = "page-progression-direction"
  case ariaLabel = "aria-label"
  case epubType = "epub:type"

  /// Prefixes and capitals do not count, but for `epub:type`, which is not `type`.
  init?(written name: String) {
    if name.lowercased() == "epub:type" {
      self = .epubType
    } else if let known = Self(rawValue: name.withoutPrefix.lowercased()) {
      self = known
    } else {
      return nil
    }
  }
}

extension String {
  /// What stands after the first colon, or all of it.
  fileprivate var withoutPrefix: String {
    guard let colon = utf8.firstIndex(of: UInt8(ascii: ":")) else { return self }
    return String(self[utf8.index(after: colon)...])
  }

  /// The words between ASCII white space.
  var asciiWords: [String] {
    utf8.split { $0.isASCIISpace }.map { String(Substring($0)) }
  }
}

extension [UInt8] {
  /// `range` without ASCII white space at its ends.
  func trimming(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, self[start].isASCIISpace { start += 1 }
    while start < end, self[end - 1].isASCIISpace { end -= 1 }
    return start..<end
  }

  /// The text with runs of ASCII white space as one space, none at its ends, and without what
  /// would act on a terminal (EPUB 3.3 #sec-metadata-values).
  func collapsed() -> String {
    let isPlain = allSatisfy { $0 < 0x7F && ($0 >= 0x20 || $0.isASCIISpace) }
    let source = isPlain ? self : Array(String(decoding: self, as: UTF8.self).printable.utf8)
    var kept: [UInt8] = []
    kept.reserveCapacity(source.count)
    var spaceIsDue = false
    for byte in source {
      if byte.isASCIISpace {
        spaceIsDue = !kept.isEmpty
      } else {
        if spaceIsDue { kept.append(0x20) }
        spaceIsDue = false
        kept.append(byte)
      }
    }
    return String(decoding: kept, as: UTF8.self)
  }
}
