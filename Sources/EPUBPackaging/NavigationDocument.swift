import EPUBBasics
import EPUBContainer
import EPUBMarkup

// The EPUB navigation document (EPUB 3.3 #sec-nav). A list is walked as the flat run of nodes that it
// is: each `li` is an entry one level below the entry that encloses it; its label is what stands
// before its first nested list. Wrong lists (`ul`, wrappers around links, items without a label) are
// read for what they show. Neither `hidden` nor style hides an entry here
// (EPUB RS 3.3 #confreq-nav-hidden).

struct NavigationDocument {
  var contents: [Navigation.Entry]?
  var pageList: [Navigation.Entry]?
  var landmarks: [Navigation.Entry]?

  init(reading reader: inout NavigationReader, _ findings: inout FindingList) {
    let markup = reader.markup
    let lists = Lists(in: markup)
    if let toc = lists.toc {
      var builder = ContentsBuilder(limits: reader.limits)
      reader.walk(toc, &findings) { item, link in
        builder.add(title: item.title, link: link, type: item.type, depth: item.depth)
      }
      reader.tellDepth(builder, &findings)
      contents = builder.finish().nonEmpty
    }
    pageList = lists.pageList.map { reader.flatList($0, &findings) }?.nonEmpty
    landmarks = lists.landmarks.map { reader.flatList($0, &findings) }?.nonEmpty
  }

  /// The first list of each kind.
  private struct Lists {
    var toc: Int?
    var pageList: Int?
    var landmarks: Int?

    init(in markup: LooseMarkup) {
      var unmarked: Int?
      for node in 0..<markup.tree.nodes.count where markup.name(of: node) == .nav {
        let types = markup.tokens(.epubType, of: node) + markup.tokens(.role, of: node)
        if types.contains("toc") || types.contains("doc-toc") {
          toc = toc ?? node
        } else if types.contains("page-list") || types.contains("doc-pagelist") {
          pageList = pageList ?? node
        } else if types.contains("landmarks") {
          landmarks = landmarks ?? node
        } else if types.isEmpty {
          unmarked = unmarked ?? node
        }
      }
      toc = toc ?? Self.otherElement(of: "toc", in: markup) ?? unmarked
    }

    /// A list that is marked, though it is no `nav`.
    private static func otherElement(of type: String, in markup: LooseMarkup) -> Int? {
      (0..<markup.tree.nodes.count).first {
        markup.tree.isElement($0) && markup.tokens(.epubType, of: $0).contains(type)
          && !markup.elements(.li, in: $0).isEmpty
      }
    }
  }
}

/// What an `li` says before its nested list.
struct NavigationItem {
  var title: String
  /// Range of the link's `href` in the tree's bytes.
  var href: Range<Int>?
  var type: String?
  /// From 1.
  var depth: Int
}

extension NavigationReader {
  /// A list whose nesting means nothing.
  mutating func flatList(_ nav: Int, _ findings: inout FindingList) -> [Navigation.Entry] {
    var entries: [Navigation.Entry] = []
    walk(nav, &findings) { item, link in
      entries.append(
        Navigation.Entry(
          title: item.title, target: link.target, externalURL: link.externalURL, type: item.type))
    }
    return entries
  }

  mutating func walk(
    _ nav: Int, _ findings: inout FindingList,
    _ take: (NavigationItem, NavigationLink) -> Void
  ) {
    // Open `li` elements: where each ends and how deep the entries inside it lie.
    var open: [(end: Int, depth: Int)] = []
    for node in nav..<markup.end(of: nav) where markup.name(of: node) == .li {
      while let last = open.last, last.end <= node { open.removeLast() }
      let depth = (open.last?.depth ?? 0) + 1
      guard let item = item(at: node, depth: depth) else {
        open.append((markup.end(of: node), depth - 1))
        continue
      }
      guard takesOneMore(&findings) else { return }
      if item.title.isEmpty {
        findings.add(
          .navigationLabelMissing, path: path, place: item.href.map(markup.string),
          "An entry has no label.")
      }
      let link = link(
        item.href, title: item.title, missing: .navigationTargetMissing, &findings)
      take(item, link)
      open.append((markup.end(of: node), depth))
    }
  }

  /// `nil` for an `li` that neither says nor links anything itself.
  private func item(at li: Int, depth: Int) -> NavigationItem? {
    let region = li + 1..<startOfNestedList(in: li)
    guard let anchor = anchor(in: region) else {
      let title = markup.label(of: region)
      let fallback = title.isEmpty ? attributeLabel(of: region) : title
      return fallback.isEmpty
        ? nil : NavigationItem(title: fallback, href: nil, type: nil, depth: depth)
    }
    // What stands before the link belongs to the label (`<span>1</span> <a>…`); an entry of its own
    // it would be without a target.
    let inside = markup.label(of: anchor..<markup.end(of: anchor))
    let own = inside.isEmpty ? attributeLabel(of: anchor..<markup.end(of: anchor)) : inside
    let before =
      anchor == region.lowerBound
      ? "" : markup.label(of: region.lowerBound..<anchor, withPictures: false)
    let title = before.isEmpty ? own : own.isEmpty ? before : before + " " + own
    return NavigationItem(
      title: title, href: href(of: anchor), type: type(of: anchor), depth: depth)
  }

  /// The first link of `nodes`, else an `a` that leads nowhere.
  private func anchor(in nodes: Range<Int>) -> Int? {
    var unlinked: Int?
    for node in nodes where markup.name(of: node) == .a {
      if href(of: node) != nil { return node }
      unlinked = unlinked ?? node
    }
    return unlinked
  }

  private func startOfNestedList(in li: Int) -> Int {
    let end = markup.end(of: li)
    for node in li + 1..<end {
      switch markup.name(of: node) {
      case .ol, .ul, .li: return node
      default: break
      }
    }
    return end
  }

  private func href(of anchor: Int) -> Range<Int>? {
    markup.range(of: .href, of: anchor)
  }

  private func type(of anchor: Int) -> String? {
    markup.tokens(.epubType, of: anchor).first
  }

  /// The label that attributes give where there is no text (EPUB 3.3 #sec-nav-def-model).
  private func attributeLabel(of nodes: Range<Int>) -> String {
    for node in nodes where markup.tree.isElement(node) {
      for name in [AttributeName.title, .ariaLabel] {
        if let value = markup.attribute(name, of: node) {
          let label = Array(value.utf8).collapsed()
          if !label.isEmpty { return label }
        }
      }
    }
    return ""
  }
}

extension [Navigation.Entry] {
  var nonEmpty: Self? { isEmpty ? nil : self }
}
