import EPUBBasics
import EPUBMarkup

/// Elements open and close.
extension ContentBuilder {
  /// Opens the element at `node`.
  ///
  /// - Returns: the node to go on with: the next one, or the one after an element left out whole.
  mutating func open(_ node: Int) -> Int {
    let parent = frames.count - 1
    let element = Int32(document.sourceMap.elements.count)
    recordElement(node, parentElement: parent < 0 ? -1 : frames[parent].element, step: step())
    if isLeftOut(node) { return skip(node, element: element) }
    var style = cascade.style(
      of: node, in: tree, parent: parent < 0 ? Cascade.initial : frames[parent].style)
    if style.display == .none || style.display == .tableColumn {
      return skip(node, element: element)
    }
    adjust(&style.display, node)
    if style.isOutOfFlow, !style.isOffPlace, style.display.isFlow, isInitial(node) {
      style.display = .inline
    }
    pushFrame(node, element: element, style: style)
    return content(of: node) ? node + 1 : skipContent(of: node)
  }

  /// The CFI step of the next child element of the open element.
  private mutating func step() -> Int32 {
    guard !frames.isEmpty else { return 0 }
    frames[frames.count - 1].childElements += 1
    return 2 * frames[frames.count - 1].childElements
  }

  private mutating func recordElement(_ node: Int, parentElement: Int32, step: Int32) {
    var anchor: Int32 = -1
    if nodes[node].count > 0 { anchor = recordAnchors(node) }
    document.sourceMap.elements.append(
      SourceMap.Element(parent: parentElement, step: step, anchor: anchor))
  }

  private mutating func recordAnchors(_ node: Int) -> Int32 {
    let id = string(.id, of: node) ?? string(.id, in: .xml, of: node)
    var anchor: Int32 = -1
    if let id, !id.isEmpty { anchor = addAnchor(id) }
    if nodes[node].name == .a, let name = string(.name, of: node), !name.isEmpty, name != id {
      let index = addAnchor(name)
      if anchor < 0 { anchor = index }
    }
    return anchor
  }

  private mutating func addAnchor(_ id: String) -> Int32 {
    let index = document.anchors.count
    openAnchors.append(OpenAnchor(index: index, insertions: block.insertionCount))
    document.anchors.append(
      Anchor(id: id, offset: Int32(document.text.count), block: Int32(document.blocks.count)))
    return Int32(index)
  }

  /// What the line model of SVG and MathML asks for, whatever the sheets say.
  private func adjust(_ display: inout ComputedStyle.Display, _ node: Int) {
    switch (nodes[node].namespace, nodes[node].name) {
    case (.mathML, .math): if isDisplayed(node) { display = .block }
    case (.svg, .foreignObject): display = .block
    case (.svg, .svg): break
    case (.svg, _), (.mathML, _): display = .inline
    default: break
    }
  }

  /// What is never text of the document, whatever its styles say.
  private func isLeftOut(_ node: Int) -> Bool {
    let name = nodes[node].name
    switch nodes[node].namespace {
    case .xhtml, .none:
      switch name {
      case .head, .script, .style, .template, .rp, .title, .link, .meta, .base, .param, .source,
        .track, .area, .col, .colgroup:
        return true
      default: return false
      }
    case .svg:
      switch name {
      case .script, .style, .title, .desc, .metadata, .defs, .symbol, .clipPath, .mask, .pattern,
        .marker, .filter, .linearGradient, .radialGradient:
        return true
      default: return isUnchosen(node)
      }
    case .mathML: return name == .annotation || name == .annotationXML
    case .ops: return name == .case || name == .trigger
    default: return false
    }
  }

  /// Records the elements inside one that is left out: CFIs count them and fragments may name them.
  private mutating func skip(_ node: Int, element: Int32) -> Int {
    let end = Int(nodes[node].end)
    var open: [(end: Int32, element: Int32, children: Int32)] = [(nodes[node].end, element, 0)]
    for inner in node + 1..<max(end, node + 1) where nodes[inner].kind == .element {
      while let last = open.last, Int(last.end) <= inner { open.removeLast() }
      open[open.count - 1].children += 1
      let parent = open[open.count - 1]
      open.append((nodes[inner].end, Int32(document.sourceMap.elements.count), 0))
      recordElement(inner, parentElement: parent.element, step: 2 * parent.children)
    }
    return end
  }

  /// Passes over what an element that was opened holds; its frame closes by itself.
  private mutating func skipContent(of node: Int) -> Int {
    skip(node, element: frames[frames.count - 1].element)
  }

  private mutating func pushFrame(_ node: Int, element: Int32, style: ComputedStyle) {
    var frame = Frame(
      node: Int32(node), end: nodes[node].end, element: element, style: style)
    if let parent = frames.indices.last { frame.inherit(frames[parent]) }
    setLook(&frame, node)
    if frames.isEmpty || style.display.isBlockLevel {
      openBlockLevel(&frame, node)
    } else {
      openInline(&frame, node)
    }
    if !style.counterResets.isEmpty || !style.counterIncrements.isEmpty
      || !style.counterSets.isEmpty
    {
      counters.apply(style, depth: frames.count)
    }
    frames.append(frame)
    if frame.traits.contains(.block) {
      openMarker(node)
      if cascade.hasPseudoElements { openFirsts(node) }
    }
    openGenerated(node)
  }

  private mutating func setLook(_ frame: inout Frame, _ node: Int) {
    frame.look.set(frame.style)
    guard nodes[node].count > 0 else { return }
    if let language = value(.lang, in: .xml, of: node) ?? value(.lang, of: node) {
      frame.look.language = self.language(bytes.string(in: language))
    }
  }

  private mutating func language(_ tag: String) -> UInt16 {
    if let known = languages[tag] { return known }
    guard document.languages.count < Int(UInt16.max) else { return 0 }
    let index = UInt16(document.languages.count)
    languages[tag] = index
    document.languages.append(tag)
    return index
  }

  private mutating func openBlockLevel(_ frame: inout Frame, _ node: Int) {
    finishBlock()
    frame.look.embedding = 0
    switch frame.style.unicodeBidi {
    case .bidiOverride, .isolateOverride: frame.look.embed(frame.style, &document)
    case .normal, .embed, .isolate, .plaintext: break
    }
    frame.firstBlock = document.blocks.count
    frame.container = frames.count
    frame.traits.insert(.block)
    if isFramed(frame, node) { frame.traits.insert(.framed) }
    gap.open(frame.style, isFramed: frame.traits.contains(.framed))
    let kind = name(&frame, node)
    let part = openTablePart(&frame, node)
    addBox(&frame, kind: part ?? kind, node)
    if nodes[node].namespace == .svg { openSVG(&frame, node) }
    if nodes[node].namespace == .mathML { openMath(&frame, node) }
  }

  private mutating func addBox(_ frame: inout Frame, kind: Box.Kind, _ node: Int) {
    guard !frame.traits.contains(.framed) else { return addFrame(&frame, kind: kind, node) }
    let free = freeWidth(beside: frame.style, node)
    let left = (frame.style.margin.left + frame.style.padding.left + free).bounded
    let right = (frame.style.margin.right + frame.style.padding.right + free).bounded
    let fit = fit(of: frame, node)
    guard kind != .plain || left != .zero || right != .zero || fit != .none else { return }
    let parent = frame.box
    frame.box = Int32(document.boxes.count)
    var box = Box(kind: kind, parent: parent, left: left, right: right, element: frame.element)
    box.fit = fit
    document.boxes.append(box)
    if frame.traits.contains(.table), let table = tables.last {
      document.tables[table.index].box = frame.box
    }
  }

  /// Whether the element has a border at a side that stands beside text. A page as a whole has none, and in
  /// cells they are the table's.
  private func isFramed(_ frame: Frame, _ node: Int) -> Bool {
    guard frame.style.ruleLeft.isDrawn || frame.style.ruleRight.isDrawn, frame.style.display.isFlow,
      frame.table < 0, nodes[node].namespace == .xhtml || nodes[node].namespace == .none
    else { return false }
    switch nodes[node].name {
    case .html, .body, .hr: return false
    default: return true
    }
  }

  /// A box for the margins, where there are some, and one in it with the border.
  private mutating func addFrame(_ frame: inout Frame, kind: Box.Kind, _ node: Int) {
    let style = frame.style
    let free = freeWidth(beside: style, node)
    let margins = (
      left: (style.margin.left + free).bounded, right: (style.margin.right + free).bounded
    )
    let fit = fit(of: frame, node)
    if margins.left != .zero || margins.right != .zero || fit != .none {
      var outer = Box(
        kind: .plain, parent: frame.box, left: margins.left, right: margins.right,
        element: frame.element)
      outer.fit = fit
      document.boxes.append(outer)
      frame.box = Int32(document.boxes.count - 1)
    }
    // Lines are thin: they take no more of a padding than the cell that they stand in.
    func inset(_ padding: Extent, _ rule: ComputedStyle.Rule) -> Extent {
      guard rule.isDrawn else { return padding.bounded }
      return Extent(cells: max(2, padding.bounded.cells), share: padding.bounded.share)
    }
    var box = Box(
      kind: kind, parent: frame.box, left: inset(style.padding.left, style.ruleLeft),
      right: inset(style.padding.right, style.ruleRight), element: frame.element)
    if style.ruleAbove.isDrawn { box.border.insert(.top) }
    if style.ruleRight.isDrawn { box.border.insert(.right) }
    if style.ruleBelow.isDrawn { box.border.insert(.bottom) }
    if style.ruleLeft.isDrawn { box.border.insert(.left) }
    document.boxes.append(box)
    frame.box = Int32(document.boxes.count - 1)
  }

  private mutating func openInline(_ frame: inout Frame, _ node: Int) {
    if frame.style.unicodeBidi != .normal { frame.look.embed(frame.style, &document) }
    switch nodes[node].namespace {
    case .svg:
      openSVG(&frame, node)
      return
    case .mathML:
      openMath(&frame, node)
      return
    default: break
    }
    openRuby(&frame, node)
    if nodes[node].name == .a { openLink(&frame, node) }
    openRaised(&frame, node)
    separate(
      frame.style.margin.left.cells + frame.style.padding.left.cells, frame.style)
  }

  /// What stands in place of the element, or in it.
  ///
  /// - Returns: whether its children are content too.
  private mutating func content(of node: Int) -> Bool {
    switch nodes[node].namespace {
    case .xhtml, .none: return contentOfHTML(node)
    case .svg: return contentOfSVG(node)
    case .mathML: return true
    default: return true
    }
  }

  private mutating func contentOfHTML(_ node: Int) -> Bool {
    switch nodes[node].name {
    case .br:
      appendBreak()
      return false
    case .hr:
      appendRule()
      return false
    case .wbr:
      if !dropsSpace || endsInSpace { insert("\u{200B}", look: frames[frames.count - 1].look) }
      return false
    case .img:
      appendPicture(node, .src)
      return false
    case .embed:
      appendPicture(node, .src)
      return false
    case .input:
      if let type = string(.type, of: node), type.lowercased() == "image" {
        appendPicture(node, .src)
      }
      return false
    case .object where isChildless(node):
      appendPicture(node, .data)
      return true
    case .video where isChildless(node) && value(.poster, of: node) != nil:
      appendPicture(node, .poster)
      return true
    default: return true
    }
  }

  /// Whether nothing inside could be shown in its place.
  private func isChildless(_ node: Int) -> Bool {
    let inside = node + 1..<max(node + 1, Int(nodes[node].end))
    return inside.allSatisfy { inner in
      switch nodes[inner].kind {
      case .text: tree.textRange(of: inner).allSatisfy { bytes[$0].isASCIISpace }
      case .element:
        switch nodes[inner].name {
        case .param, .source, .track: true
        default: false
        }
      }
    }
  }

  /// Closes the innermost open element.
  mutating func close() {
    let depth = frames.count - 1
    closeGenerated(depth)
    let traits = frames[depth].traits
    if traits.contains(.math) { closeMath(depth) }
    if traits.contains(.block) {
      closeBlockLevel(depth, traits)
    } else {
      closeInline(depth, traits)
    }
    counters.close(depth: depth)
    frames.removeLast()
  }

  private mutating func closeInline(_ depth: Int, _ traits: Frame.Traits) {
    if traits.contains(.svg) { closeSVG(depth) }
    if !traits.isDisjoint(with: [.ruby, .rubyText]) { closeRuby(traits) }
    if !traits.isDisjoint(with: [.raised, .noteReference]) { closeRaised(depth) }
    if traits.contains(.link) { closeLink(depth) }
    separate(
      frames[depth].style.margin.right.cells + frames[depth].style.padding.right.cells,
      frames[depth].style)
  }

  private mutating func closeBlockLevel(_ depth: Int, _ traits: Frame.Traits) {
    finishBlock()
    if !openings.isEmpty { openings.removeAll { $0.depth >= depth } }
    if traits.contains(.item) { closeMarker(depth) }
    if traits.contains(.list) { lists.removeLast() }
    keepTogether(depth)
    keepPicture(depth)
    closeRule(depth)
    closeTablePart(traits)
    gap.close(frames[depth].style)
  }
}

extension ComputedStyle.Display {
  /// Of a box of text, not of a part of a table.
  var isFlow: Bool {
    self == .block || self == .listItem || self == .flowRoot
  }

  var isBlockLevel: Bool {
    switch self {
    case .none, .contents, .inline, .inlineBlock, .ruby, .rubyBase, .rubyText,
      .rubyAnnotationContainer:
      false
    case .block, .listItem, .flowRoot, .table, .inlineTable, .tableRowGroup, .tableHeaderGroup,
      .tableFooterGroup, .tableRow, .tableCell, .tableCaption, .tableColumn:
      true
    }
  }
}

extension Extent {
  static func + (left: Extent, right: Extent) -> Extent {
    Extent(cells: left.cells + right.cells, share: left.share + right.share)
  }

  /// Within what any page could hold.
  fileprivate var bounded: Extent {
    Extent(cells: min(max(cells, -1000), 1000), share: min(max(share, -10), 10))
  }
}
