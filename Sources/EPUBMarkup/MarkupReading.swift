import EPUBBasics

/// One resource on its way to a tree: as written if it is well-formed, else rewritten first.
struct MarkupReading {
  private var text: DecodedText
  private let syntax: MarkupSyntax
  private let path: ContainerPath
  private let limits: Limits
  /// What stands behind the bytes was cut off.
  private let isCut: Bool
  private var findings: [Finding] = []
  private var fault: LibXML.Fault?

  init(
    _ text: DecodedText, as syntax: MarkupSyntax, at path: ContainerPath, limits: Limits,
    isCut: Bool = false
  ) {
    self.text = text
    self.syntax = syntax
    self.path = path
    self.limits = limits
    self.isCut = isCut
  }

  mutating func tree() throws(MarkupError) -> MarkupTree {
    guard text.bytes.count < Int32.max / 2 else { throw .tooLarge }
    guard text.bytes.contains(where: { $0 > 0x20 }) else { throw .empty }
    if let tree = try treeAsWritten() { return tree }
    if !text.isChecked {
      let unchecked = text.bytes
      text.check()
      if text.bytes != unchecked, let tree = try treeAsWritten() { return tree }
    }
    return try rewrittenTree()
  }

  private mutating func treeAsWritten() throws(MarkupError) -> MarkupTree? {
    if ByteScan.needsRewriting(text.bytes) { return nil }
    let outcome = parse(text.bytes)
    fault = isCut && outcome.endsEarly ? nil : outcome.fault
    return fault == nil ? try finish(outcome, isHTML: false) : nil
  }

  private func parse(_ bytes: [UInt8], recovering: Bool = false) -> LibXML.Outcome {
    let builder = TreeBuilder(limits: limits, documentByteCount: bytes.count)
    return LibXML.parse(bytes, into: builder, recovering: recovering)
  }

  // MARK: Rewriting

  private mutating func rewrittenTree() throws(MarkupError) -> MarkupTree {
    var rewriter = MarkupRewriter(text.bytes, by: firstRules, limits: limits, isCut: isCut)
    rewriter.run()
    fault = fault ?? rewriter.report.fault
    if rewriter.isGivenUp {
      rewriter = MarkupRewriter(text.bytes, by: .html, limits: limits, isCut: isCut)
      rewriter.run()
    }
    if isBinary(rewriter) { throw .noElement }
    guard rewriter.output.count < Int32.max else { throw .tooLarge }
    let isHTML = rewriter.rules == .html
    let (output, report) = (rewriter.output, rewriter.report)
    // What it was made of takes no memory while it is parsed.
    rewriter = MarkupRewriter([], by: .html, limits: limits)
    text.drop()
    return try parsed(output, report, isHTML: isHTML)
  }

  private mutating func parsed(
    _ output: [UInt8], _ report: MarkupRewriter.Report, isHTML: Bool
  ) throws(MarkupError) -> MarkupTree {
    addFindings(of: report, isHTML: isHTML)
    var outcome = parse(output)
    var losesText = report.isCutShort
    if let unforeseen = outcome.fault {
      fault = fault ?? unforeseen
      losesText = true
      outcome = parse(output, recovering: true)
    }
    if let fault { addNotWellFormed(fault, count: report.faultCount, isHTML: isHTML, losesText) }
    return try finish(outcome, isHTML: isHTML)
  }

  /// Text without a tag is a document by HTML's rules; bytes of a picture are none, though some of
  /// them look like tags.
  private func isBinary(_ rewriter: MarkupRewriter) -> Bool {
    let dropped = rewriter.report.droppedCharacterCount
    return dropped > 8 && dropped > text.bytes.count / 24 || dropped > 0 && !rewriter.hasTags
  }

  private var firstRules: MarkupRewriter.Rules {
    switch syntax {
    case .xml: .asWritten
    case .xhtml: .asWrittenOrNot
    // Whether it is XML all the same is known only without a fault.
    case .html: fault == nil ? .asWrittenOrNot : .html
    }
  }

  private func finish(
    _ outcome: LibXML.Outcome, isHTML: Bool
  ) throws(MarkupError) -> MarkupTree {
    guard outcome.builder.hasRoot else { throw .noElement }
    var tree = outcome.builder.tree
    tree.isReadAsHTML = isHTML
    if syntax == .html { tree.lowerAttributeNames() }
    tree.findings = text.findings + findings + builderFindings(outcome.builder)
    if let prefix = outcome.undeclaredPrefix { tree.findings.append(undeclaredPrefix(prefix)) }
    return tree
  }

  // MARK: Findings

  private func place(_ line: Int) -> String { "line \(line + text.skippedLineCount)" }

  private func place(_ fault: LibXML.Fault) -> String { place(fault.line) }

  private mutating func addNotWellFormed(
    _ fault: LibXML.Fault, count: Int, isHTML: Bool, _ losesText: Bool
  ) {
    // HTML need not be XML.
    if syntax == .html, !losesText { return }
    // By HTML's rules much is no fault that is one in XML: the number would say nothing.
    let more = !isHTML && count > 1 ? ", the first of \(count) faults" : ""
    let reading = isHTML ? "It was read by the rules of HTML." : "It was repaired and read as XML."
    findings.append(
      Finding(
        "markup-not-well-formed", losesText ? .error : .warning, path: path.string,
        place: place(fault),
        clause: syntax == .xml ? "EPUB 3.3 #sec-xml-constraints" : "EPUB 3.3 #sec-xhtml",
        done: "It is no well-formed XML: \(fault.reason)\(more). \(reading)", losesText: losesText))
  }

  private mutating func addFindings(of report: MarkupRewriter.Report, isHTML: Bool) {
    if let refused = report.refusedEntity {
      findings.append(
        Finding(
          "markup-entity-limit", .error, path: path.string, place: place(refused),
          clause: "EPUB 3.3 #sec-xml-constraints",
          done: "An entity is endless or expands to more than "
            + "\(limits.maximumEntityByteCount) bytes. It was left out.", losesText: true))
    }
    if let external = report.externalEntity {
      findings.append(
        Finding(
          "markup-entity-external", .warning, path: path.string, place: place(external),
          clause: "EPUB 3.3 #sec-xml-constraints",
          done: "An entity lies in another resource. It was left out."))
    }
    if let undeclared = report.undeclaredReference, !isHTML {
      findings.append(
        Finding(
          "markup-entity-undeclared", .note, path: path.string, place: place(undeclared),
          clause: "EPUB 3.3 #sec-xml-constraints",
          done: "The entity “\(undeclared.reason)” is used and not declared. "
            + "It was read as HTML's."))
    }
    addAttributeLimit(report.droppedAttributeCount)
    if report.droppedElementCount > 0 {
      findings.append(
        Finding(
          "markup-depth-limit", .warning, path: path.string,
          done: "Elements are nested far deeper than \(limits.maximumElementDepth) levels. "
            + "Of \(report.droppedElementCount) the text alone was taken in."))
    }
  }

  private mutating func addAttributeLimit(_ count: Int) {
    if count > 0 { findings.append(attributeLimit(count)) }
  }

  private func attributeLimit(_ count: Int) -> Finding {
    Finding(
      "markup-attribute-limit", .warning, path: path.string,
      done: "An element has more than \(limits.maximumAttributeCount) attributes, or all have "
        + "more than \(limits.maximumAttributeTotal). \(count) were left out.")
  }

  private func builderFindings(_ builder: TreeBuilder) -> [Finding] {
    var findings: [Finding] = []
    if let line = builder.firstDeepLine {
      findings.append(
        Finding(
          "markup-depth-limit", .warning, path: path.string, place: place(line),
          done: "Elements are nested deeper than \(limits.maximumElementDepth) levels. "
            + "Deeper ones were read as if they stood at that level."))
    }
    if builder.droppedElementCount > 0 {
      findings.append(
        Finding(
          "markup-element-limit", .error, path: path.string,
          done: "The resource has more elements and texts than \(limits.maximumNodeCount). "
            + "Of \(builder.droppedElementCount) elements the text alone was taken in."))
    }
    if builder.droppedAttributeCount > 0 {
      findings.append(attributeLimit(builder.droppedAttributeCount))
    }
    return findings
  }

  private func undeclaredPrefix(_ fault: LibXML.Fault) -> Finding {
    Finding(
      "markup-prefix-undeclared", .note, path: path.string, place: place(fault),
      clause: "EPUB 3.3 #sec-xml-constraints",
      done: "\(fault.reason). It was read as what it is customarily declared to be.")
  }
}

extension MarkupTree {
  /// Names of attributes in HTML, where case does not count.
  fileprivate mutating func lowerAttributeNames() {
    var lowered: [UInt16: UInt16] = [:]
    for index in names.indices where names[index].utf8.contains(where: { $0 &- 0x41 < 26 }) {
      let name = names[index].lowercased()
      guard let from = UInt16(exactly: index) else { break }
      if let known = names.firstIndex(of: name).flatMap(UInt16.init(exactly:)) {
        lowered[from] = known
      } else if let new = UInt16(exactly: names.count) {
        names.append(name)
        lowered[from] = new
      }
    }
    guard !lowered.isEmpty else { return }
    for index in attributes.indices where attributes[index].namespace == .none {
      if let name = lowered[attributes[index].nameIndex] { attributes[index].nameIndex = name }
    }
  }
}
