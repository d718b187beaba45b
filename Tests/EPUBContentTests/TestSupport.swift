import EPUBBasics
import EPUBContent
import EPUBMarkup
import Testing

let documentPath = ContainerPath("OEBPS/text/chapter.xhtml") ?? .root

func document(
  _ bytes: [UInt8], css: String = "", limits: Limits = Limits()
) throws -> ContentDocument {
  let tree = try MarkupTree(parsing: bytes, as: .xhtml, at: documentPath)
  let sheet = Array(css.utf8)
  let styles = StyleSheets { _ in sheet }
  let document = ContentDocument(
    reading: tree, at: documentPath, styles: styles, limits: limits)
  document.expectSound(over: tree)
  return document
}

/// The content of an XHTML document with this body, checked for what must hold of every document.
func content(
  _ body: String, css: String = "", language: String = "en", limits: Limits = Limits()
) throws -> ContentDocument {
  let head = css.isEmpty ? "" : "<link rel=\"stylesheet\" href=\"style.css\"/>"
  let text = """
    <html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" \
    lang="\(language)"><head><title>t</title>\(head)</head><body>\(body)</body></html>
    """
  return try document(Array(text.utf8), css: css, limits: limits)
}

/// `content(_:css:)` as lines of text.
func dump(_ body: String, css: String = "", language: String = "en") throws -> [String] {
  try content(body, css: css, language: language).dump()
}

extension ContentDocument {
  func text(_ range: Range<Int>) -> String {
    String(decoding: text[range], as: UTF8.self)
  }

  func shown(_ range: Range<Int>) -> String {
    String(decoding: shownBytes[range], as: UTF8.self)
  }

  /// A line a block: `item1 ‹2.› text`. Text shown otherwise is `{text→shown}`, an insertion `⟨shown⟩`,
  /// a line break `⏎`.
  func dump() -> [String] {
    blocks.map { block in
      let kind = block.kind.rawValue + (block.level == 0 ? "" : String(block.level))
      let marker = block.markerRange.map { " ‹\(shown($0))›" } ?? ""
      let picture = block.image < 0 ? "" : " " + description(ofImage: Int(block.image))
      let text = block.runRange.map { description(of: runs[$0]) }.joined()
      return kind + marker + picture + (text.isEmpty ? "" : " \(text)")
    }
  }

  private func description(of run: Run) -> String {
    let text = text(run.textRange).replacing("\n", with: "⏎")
    guard let range = run.shownRange else { return text }
    let shown = shown(range).replacing("\n", with: "⏎")
    return run.textRange.isEmpty ? "⟨\(shown)⟩" : "{\(text)→\(shown)}"
  }

  func description(ofImage index: Int) -> String {
    let image = images[index]
    let alternative = image.alternative.map { "\"\($0)\"" } ?? "none"
    return "\(image.path?.string ?? "-") \(alternative)"
  }

  /// What is shown of a block, insertions and all.
  func shownText(of block: Block) -> String {
    block.runRange.map { index in
      runs[index].shownRange.map(shown) ?? text(runs[index].textRange)
    }.joined()
  }
}

// MARK: What holds of every document

extension ContentDocument {
  func expectSound(over tree: MarkupTree, _ location: SourceLocation = #_sourceLocation) {
    expectCovered(location)
    expectInBounds(location)
    expectTraceable(to: tree, location)
  }

  /// Blocks follow one another without gap, and the runs in each do.
  private func expectCovered(_ location: SourceLocation) {
    var end = 0
    var run = 0
    for block in blocks {
      #expect(block.textRange.lowerBound == end, sourceLocation: location)
      #expect(block.runRange.lowerBound == run || block.runRange.isEmpty, sourceLocation: location)
      for index in block.runRange {
        #expect(runs[index].textRange.lowerBound == end, sourceLocation: location)
        end = runs[index].textRange.upperBound
      }
      #expect(block.textRange.upperBound == end, sourceLocation: location)
      if !block.runRange.isEmpty { run = block.runRange.upperBound }
    }
    #expect(end == text.count && run == runs.count, sourceLocation: location)
    #expect(String(validating: text, as: UTF8.self) != nil, sourceLocation: location)
    #expect(String(validating: shownBytes, as: UTF8.self) != nil, sourceLocation: location)
  }

  private func expectInBounds(_ location: SourceLocation) {
    func holds(_ condition: Bool, _ what: Comment) {
      #expect(condition, what, sourceLocation: location)
    }
    for run in runs {
      holds(run.shownRange.map { $0.upperBound <= shownBytes.count } ?? true, "shown range")
      holds(!run.textRange.isEmpty || run.shownRange != nil, "empty run \(run)")
      holds(run.link < links.count && run.image < images.count, "link or image")
      holds(Int(run.language) < languages.count, "language")
    }
    for block in blocks {
      holds(boxes.indices.contains(Int(block.box)), "box")
      holds(block.image < images.count && block.table < tables.count, "image or table")
      holds(sourceMap.elements.indices.contains(Int(block.element)), "element")
      holds(block.style.spaceAbove >= 0, "space above")
    }
    for (index, box) in boxes.enumerated() { holds(box.parent < index, "parent box first") }
    for anchor in anchors {
      holds(anchor.offset <= text.count && anchor.block <= blocks.count, "anchor")
    }
    for table in tables {
      for cell in table.rows.flatMap(\.cells) {
        holds(cell.blockRange.upperBound <= blocks.count, "cell")
        holds(cell.columnSpan > 0 && cell.column + cell.columnSpan <= table.columnCount, "column")
        holds(cell.rowSpan > 0, "row span")
      }
    }
    holds(softHyphens.allSatisfy { $0 < text.count }, "soft hyphen")
    holds(zip(softHyphens, softHyphens.dropFirst()).allSatisfy { $0 < $1 }, "soft hyphens ascend")
  }

  /// Each character of the text is the one that the source map says it is.
  private func expectTraceable(to tree: MarkupTree, _ location: SourceLocation) {
    let source = SourceText(tree)
    #expect(sourceMap.elements.count == source.elementCount, sourceLocation: location)
    var wrong: [String] = []
    for (index, span) in sourceMap.spans.enumerated() {
      let isLast = index + 1 == sourceMap.spans.count
      let end = isLast ? text.count : Int(sourceMap.spans[index + 1].textStart)
      guard span.textStart < end, let units = source.nodes[[span.element, span.step]] else {
        wrong.append("span \(index)")
        continue
      }
      let shown = Array(text(Int(span.textStart)..<end).utf16)
      for (offset, unit) in shown.enumerated() {
        let at = Int(span.sourceOffset) + offset
        // A line break of `br` has no source; it stands after the text before it.
        if unit == 0x0A { continue }
        if at < units.count, units[at] == unit || unit == 0x20 && units[at] < 0x20 { continue }
        wrong.append(
          "span \(index) at \(offset): \(units[min(at, units.count)...].prefix(9)) is \(unit)")
      }
    }
    #expect(wrong.isEmpty, sourceLocation: location)
    #expect(
      zip(sourceMap.spans, sourceMap.spans.dropFirst()).allSatisfy { $0.textStart < $1.textStart },
      sourceLocation: location)
  }
}

/// A tree's text nodes by their element and CFI step, counted apart from the product.
struct SourceText {
  private(set) var nodes: [[Int32]: [UInt16]] = [:]
  private(set) var elementCount = 0

  init(_ tree: MarkupTree) {
    var numbers: [Int32: Int32] = [:]
    var children: [Int32: Int32] = [:]
    for (index, node) in tree.nodes.enumerated() {
      if node.kind == .element {
        numbers[Int32(index)] = Int32(elementCount)
        elementCount += 1
        children[node.parent, default: 0] += 1
      } else if let element = numbers[node.parent] {
        let step = 2 * children[node.parent, default: 0] + 1
        nodes[[element, step]] = Array(
          String(decoding: tree.bytes[tree.textRange(of: index)], as: UTF8.self).utf16)
      }
    }
  }
}
