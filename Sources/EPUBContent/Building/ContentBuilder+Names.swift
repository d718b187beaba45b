import EPUBBasics
import EPUBMarkup

/// What blocks are called, by the innermost element that means something.
extension ContentBuilder {
  /// Names the blocks of a block-level element.
  ///
  /// - Returns: the kind of box it makes; `plain` where it means nothing by itself.
  mutating func name(_ frame: inout Frame, _ node: Int) -> Box.Kind {
    let isHTML = nodes[node].namespace == .xhtml || nodes[node].namespace == .none
    var kind = isHTML ? nameHTML(&frame, node) : .plain
    if frame.style.display == .listItem || isHTML && nodes[node].name == .li {
      set(&frame, .item, level: max(1, frame.listDepth))
      kind = .item
    }
    // Most paragraphs have no attributes that could say more.
    let hasAttributes = nodes[node].count > 0
    if hasAttributes, isVerse(node) { frame.traits.insert(.verse) }
    if hasAttributes, holdsNotes(node) { frame.traits.insert(.notes) }
    if hasAttributes && isNote(node) || kind == .item && frame.traits.contains(.notes) {
      frame.traits.remove(.notes)
      set(&frame, .note)
      kind = .note
    }
    if hasAttributes, hasWord(["heading"], in: value(.role, of: node)) {
      set(&frame, .heading, level: UInt8(min(6, max(1, integer(.ariaLevel, of: node) ?? 2))))
    }
    if frame.table >= 0 { set(&frame, .row) }
    return kind
  }

  private func set(_ frame: inout Frame, _ kind: Block.Kind, level: UInt8 = 0) {
    frame.kind = kind
    frame.level = level
  }

  private mutating func nameHTML(_ frame: inout Frame, _ node: Int) -> Box.Kind {
    switch nodes[node].name {
    case .h1: set(&frame, .heading, level: 1)
    case .h2: set(&frame, .heading, level: 2)
    case .h3: set(&frame, .heading, level: 3)
    case .h4: set(&frame, .heading, level: 4)
    case .h5: set(&frame, .heading, level: 5)
    case .h6: set(&frame, .heading, level: 6)
    case .ol, .ul, .menu, .dir:
      openList(&frame, node)
      return .list
    case .dt: set(&frame, .term)
    case .dd:
      set(&frame, .definition)
      return .definition
    case .blockquote:
      set(&frame, .quote)
      return .quote
    case .pre:
      set(&frame, .code)
      return .code
    case .figure: return .figure
    case .figcaption:
      set(&frame, .caption)
      return .caption
    default:
      if frame.style.isMonospace, frame.style.whiteSpace.keepsSpace { set(&frame, .code) }
    }
    return .plain
  }

  private func isNote(_ node: Int) -> Bool {
    isCalled(
      ["footnote", "endnote", "rearnote", "note", "doc-footnote", "doc-endnote"], node: node)
  }
}

extension ContentBuilder {
  private func holdsNotes(_ node: Int) -> Bool {
    isCalled(["footnotes", "endnotes", "rearnotes", "doc-endnotes"], node: node)
  }
}

/// Links and note references.
extension ContentBuilder {
  mutating func openLink(_ frame: inout Frame, _ node: Int) {
    guard let range = value(.href, of: node) ?? value(.href, in: .xlink, of: node) else { return }
    let href = collapsed(range)
    guard !href.isEmpty else { return }
    guard document.links.count < limits.maximumLinkCount else { return tell(.links) }
    let kind = linkKind(node, href, isRaised: !frame.look.style.isDisjoint(with: .superscript))
    frame.look.link = Int32(document.links.count)
    document.links.append(Link(href: href, kind: kind))
    frame.traits.insert(.link)
    if kind == .noteReference, frame.look.style.isDisjoint(with: [.superscript, .subscript]) {
      frame.traits.insert(.noteReference)
    }
    frame.start = mark()
  }

  private func linkKind(_ node: Int, _ href: String, isRaised: Bool) -> Link.Kind {
    if isCalled(["noteref", "doc-noteref"], node: node) { return .noteReference }
    if isCalled(["backlink", "doc-backlink"], node: node) { return .backlink }
    return isRaised && href.utf8.contains(UInt8(ascii: "#")) ? .noteReference : .plain
  }

  /// A link that is raised throughout refers to a note.
  mutating func closeLink(_ depth: Int) {
    let link = Int(frames[depth].look.link)
    guard document.links[link].kind == .plain,
      document.links[link].href.utf8.contains(UInt8(ascii: "#")),
      let runs = runs(since: frames[depth].start), runs.count <= Self.maximumRaisedRuns
    else { return }
    let isRaised = runs.allSatisfy {
      document.runs[$0].textStart == document.runs[$0].textEnd
        || document.runs[$0].style.contains(.superscript)
    }
    if isRaised { document.links[link].kind = .noteReference }
  }
}
