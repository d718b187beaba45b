import EPUBBasics
import EPUBMarkup

/// Finds the stylesheets of a document in the order in which they count: `xml-stylesheet`
/// instructions, `link` and `style` elements, each after what it imports.
struct SheetCollector {
  private let path: ContainerPath
  private let styles: StyleSheets
  private let limits: Limits
  private(set) var sources: [RuleSet.Source] = []
  private(set) var findings: [Finding] = []
  /// The name of the alternate set that is shown: the first one that a sheet names.
  private var preferredTitle: String?
  /// Imports from here to the document, so that none imports itself.
  private var importing: [ContainerPath] = []
  private var ruleCount = 0
  private var byteCount = 0

  init(path: ContainerPath, styles: StyleSheets, limits: Limits) {
    self.path = path
    self.styles = styles
    self.limits = limits
  }

  mutating func collect(_ tree: MarkupTree) {
    for instruction in tree.styleSheetInstructions { read(instruction) }
    for (index, node) in tree.nodes.enumerated() where node.kind == .element {
      switch node.name {
      case .link where node.namespace == .xhtml || node.namespace == .none:
        readLink(index, tree)
      case .style where node.namespace != .mathML: readStyle(index, tree)
      default: break
      }
    }
  }

  // MARK: Where sheets are named

  private mutating func read(_ instruction: String) {
    let values = PseudoAttributes(instruction).values
    guard let reference = values["href"], isCSS(values["type"]) else { return }
    // A sheet in the document itself is a `style` element and counts there.
    if reference.hasPrefix("#") { return }
    let isAlternate = values["alternate"] == "yes"
    guard isShown(title: values["title"], isAlternate: isAlternate, media: values["media"]) else {
      return
    }
    addSheet(reference, from: path, layer: [])
  }

  private mutating func readLink(_ node: Int, _ tree: MarkupTree) {
    guard let relation = tree.attribute("rel", of: node)?.asciiLowercased,
      let reference = tree.attribute("href", of: node)
    else { return }
    let words = relation.split { $0 == " " || $0 == "\n" || $0 == "\t" || $0 == "\r" }
    guard words.contains("stylesheet"), isCSS(tree.attribute("type", of: node)),
      isShown(
        title: tree.attribute("title", of: node), isAlternate: words.contains("alternate"),
        media: tree.attribute("media", of: node))
    else { return }
    addSheet(reference, from: path, layer: [])
  }

  private mutating func readStyle(_ node: Int, _ tree: MarkupTree) {
    guard isCSS(tree.attribute("type", of: node)),
      isShown(
        title: tree.attribute("title", of: node), isAlternate: false,
        media: tree.attribute("media", of: node))
    else { return }
    var text: [UInt8] = []
    for inner in node..<Int(tree.nodes[node].end) where tree.nodes[inner].kind == .text {
      text += tree.bytes[tree.textRange(of: inner)]
    }
    let sheet = styles.sheet(inline: text)
    note(sheet, path, isInline: true)
    add(sheet, from: path, layer: [])
  }

  private func isCSS(_ type: String?) -> Bool {
    guard let type, type != "text/css" else { return true }
    let essence = type.prefix { $0 != ";" }.filter { $0 != " " }
    return ["", "text/css", "text/x-oeb1-css"].contains(String(essence).asciiLowercased)
  }

  /// Whether a sheet is neither for another medium nor of an alternate set (HTML #attr-link-title).
  private mutating func isShown(title: String?, isAlternate: Bool, media: String?) -> Bool {
    guard media.map({ MediaQuery.holds($0) }) ?? true else { return false }
    guard let title, !title.isEmpty else { return !isAlternate }
    if isAlternate { return false }
    if preferredTitle == nil { preferredTitle = title }
    return title == preferredTitle
  }

  // MARK: Sheets and what they import

  private mutating func addSheet(_ reference: String, from base: ContainerPath, layer: [String]) {
    guard let first = reference.utf8.first(where: { $0 > 0x20 }), first != UInt8(ascii: "#") else {
      return
    }
    guard byteCount <= limits.maximumStyleByteCount else { return noteTooLarge() }
    let found = styles.sheet(reference, from: base)
    guard let target = found.path else {
      findings.append(
        Finding(
          "style-sheet-remote", .note, path: base.string,
          clause: "EPUB 3.3 #sec-resource-locations",
          done: "A stylesheet lies outside of the book (\(reference.printable.prefix(200)))."
            + " It is left out."))
      return
    }
    guard !importing.contains(target), importing.count <= limits.maximumImportDepth else {
      return
    }
    guard let sheet = found.sheet else {
      findings.append(
        Finding(
          "style-sheet-missing", .note, path: base.string, place: target.string.printable,
          clause: "EPUB 3.3 #sec-manifest-elem",
          done: "A stylesheet is not there. The text is set without it."))
      return
    }
    note(sheet, target, isInline: false)
    importing.append(target)
    add(sheet, from: target, layer: layer)
    importing.removeLast()
  }

  private mutating func add(_ sheet: StyleSheet, from base: ContainerPath, layer: [String]) {
    for imported in sheet.imports where ruleCount <= limits.maximumStyleRuleCount {
      // Sheets without rules count too: imports of imports must end.
      ruleCount += 1
      addSheet(
        imported.reference, from: base, layer: layer + sheet.layers[Int(imported.layer)])
    }
    guard ruleCount <= limits.maximumStyleRuleCount else { return }
    ruleCount += sheet.rules.count
    byteCount += sheet.byteCount
    sources.append(RuleSet.Source(sheet: sheet, origin: .author, layer: layer))
  }

  private mutating func noteTooLarge() {
    let finding = Finding(
      "style-sheets-too-large", .warning, path: path.string,
      done: "The stylesheets have more than \(limits.maximumStyleByteCount) bytes."
        + " The rest is left out.")
    if findings.last != finding { findings.append(finding) }
  }

  private mutating func note(_ sheet: StyleSheet, _ place: ContainerPath, isInline: Bool) {
    guard sheet.brokenCount > 0 else { return }
    let finding = Finding(
      "style-broken", .note, path: place.string,
      place: isInline ? "style element" : sheet.firstBrokenLine.map { "line \($0)" },
      clause: "CSS Syntax 3 #error-handling",
      done: "\(sheet.brokenCount) rules or declarations are no CSS. They are passed over.")
    if !findings.contains(finding) { findings.append(finding) }
  }
}

/// The `name="value"` pairs of an `xml-stylesheet` instruction.
private struct PseudoAttributes {
  private(set) var values: [String: String] = [:]

  init(_ data: String) {
    var rest = Substring(data)
    while let equals = rest.firstIndex(of: "=") {
      let name = rest[..<equals].filter { !$0.isWhitespace }
      rest = rest[rest.index(after: equals)...].drop { $0.isWhitespace }
      guard let quote = rest.first, quote == "\"" || quote == "'" else { return }
      rest.removeFirst()
      guard let end = rest.firstIndex(of: quote) else { return }
      values[String(name)] = String(rest[..<end])
        .replacing("&lt;", "<").replacing("&gt;", ">").replacing("&quot;", "\"")
        .replacing("&apos;", "'").replacing("&amp;", "&")
      rest = rest[rest.index(after: end)...]
    }
  }
}

extension String {
  fileprivate func replacing(_ escape: String, _ text: String) -> String {
    guard utf8.contains(UInt8(ascii: "&")) else { return self }
    return split(separator: escape, omittingEmptySubsequences: false).joined(separator: text)
  }
}
