import EPUBBasics
import EPUBContainer
import EPUBMarkup

/// The NCX (ANSI/NISO Z39.86-2005, 8; OPF 2.0.1 #Section2.4.1): contents and page list.
///
/// Entries come in document order, whatever `playOrder` says.
struct NCX {
  var contents: [Navigation.Entry]?
  var pageList: [Navigation.Entry]?

  static let mediaType = "application/x-dtbncx+xml"

  init(
    reading reader: inout NavigationReader, wantsContents: Bool, wantsPageList: Bool,
    _ findings: inout FindingList
  ) {
    if wantsContents { contents = reader.navigationPoints(&findings).nonEmpty }
    if wantsPageList { pageList = reader.pageTargets(&findings).nonEmpty }
  }

  /// Whether it may hold a page list. Asked of the bytes, as most have none and then need not be
  /// parsed for it; two-byte encodings can't be asked so simply and may.
  static func mayHoldPageList(_ bytes: [UInt8]) -> Bool {
    bytes.prefix(4).contains { $0 == 0 || $0 >= 0xFE } || bytes.offset(of: "pageTarget") != nil
  }
}

extension NavigationReader {
  fileprivate mutating func navigationPoints(
    _ findings: inout FindingList
  ) -> [Navigation.Entry] {
    var builder = ContentsBuilder(limits: limits)
    for map in markup.elements(.navMap, in: 0) {
      var open: [Int] = []
      for node in map..<markup.end(of: map) where markup.name(of: node) == .navPoint {
        while let end = open.last, end <= node { open.removeLast() }
        guard takesOneMore(&findings) else { break }
        open.append(markup.end(of: node))
        let (title, link) = entry(at: node, &findings)
        builder.add(title: title, link: link, type: nil, depth: open.count)
      }
    }
    tellDepth(builder, &findings)
    return builder.finish()
  }

  fileprivate mutating func pageTargets(_ findings: inout FindingList) -> [Navigation.Entry] {
    var entries: [Navigation.Entry] = []
    for node in 0..<markup.tree.nodes.count where markup.name(of: node) == .pageTarget {
      guard takesOneMore(&findings) else { break }
      let (title, link) = entry(at: node, &findings)
      entries.append(
        Navigation.Entry(
          title: title.isEmpty ? markup.attribute(.value, of: node)?.printable ?? "" : title,
          target: link.target, externalURL: link.externalURL,
          type: markup.attribute(.type, of: node)?.printable))
    }
    return entries
  }

  /// Label and link of a `navPoint` or a `pageTarget`; of labels in several languages the first
  /// that says something.
  private mutating func entry(
    at node: Int, _ findings: inout FindingList
  ) -> (title: String, link: NavigationLink) {
    var title = ""
    var source: Range<Int>?
    for child in markup.tree.children(of: node) {
      switch markup.name(of: child) {
      case .navLabel where title.isEmpty:
        title = markup.label(of: child..<markup.end(of: child))
      case .content where source == nil:
        source = markup.range(of: .src, of: child)
      default: break
      }
    }
    if title.isEmpty {
      findings.add(
        .navigationLabelMissing, path: path,
        place: markup.attribute(.id, of: node) ?? source.map(markup.string),
        "An entry has no label.")
    }
    return (title, link(source, title: title, missing: .navigationTargetMissing, &findings))
  }
}
