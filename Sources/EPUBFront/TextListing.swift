import EPUBBasics
import EPUBBook
import EPUBContent
import EPUBPackaging
import EPUBReader

/// `epub-read text`: the reading text, not laid out.
struct TextListing {
  let opened: OpenedBook
  let request: Request
  let output: Output

  init(_ opened: OpenedBook, _ request: Request, _ output: Output) {
    self.opened = opened
    self.request = request
    self.output = output
  }

  /// The blocks asked for: all of the book, or those of a chapter.
  private struct Stretch {
    var spines: Range<Int>
    var from: Place?
    var to: Place?

    func blocks(of document: ContentDocument, spine: Int) -> Range<Int> {
      var first = 0
      var end = document.blocks.count
      if let from, from.position.spine == spine { first = max(0, from.block) }
      if let to, to.position.spine == spine {
        end = min(end, max(0, to.block))
        // The next chapter begins inside a block: what stands before it is still this one's.
        if end < document.blocks.count, to.position.offset > Int(document.blocks[end].textStart) {
          end += 1
        }
      }
      return min(first, end)..<end
    }
  }

  func run() throws(Failure) {
    let book = opened.book
    let asJSON = request.json
    let stretch = try stretch()
    var losses = Losses(book.textFindings)
    var isFirst = true
    book.forEachSpineItem(in: stretch.spines) { spine, _ in
      let document = book.document(at: spine)
      let units = TextUnits(of: document).units(in: stretch.blocks(of: document, spine: spine))
      let bytes =
        asJSON
        ? Self.lines(of: units, document, spine, book) : Self.text(of: units, document)
      return (bytes, Losses(document.findings))
    } consume: { _, drawn in
      losses.formUnion(drawn.1)
      if drawn.0.isEmpty { return true }
      defer { isFirst = false }
      return (isFirst || asJSON || output.write([0x0A])) && output.write(drawn.0)
    }
    losses.tell(of: opened, on: output)
  }

  private func stretch() throws(Failure) -> Stretch {
    let all = 0..<opened.book.spineCount
    guard case .chapter(let wanted) = request.position else { return Stretch(spines: all) }
    let survey = opened.book.survey(layout: nil)
    let choice = try ChapterChoice(wanted, in: survey, book: opened.name)
    let last = choice.to?.position.spine ?? all.upperBound - 1
    return Stretch(
      spines: choice.from.position.spine..<last + 1, from: choice.from, to: choice.to)
  }

  private static func text(of units: [TextUnit], _ document: ContentDocument) -> [UInt8] {
    var bytes: [UInt8] = []
    var previous: TextUnit?
    for unit in units {
      let before = bytes.count
      if let previous {
        bytes.append(0x0A)
        if !unit.continues(previous) { bytes.append(0x0A) }
      }
      let start = bytes.count
      document.appendShown(unit, to: &bytes)
      if bytes.count == start {
        bytes.removeSubrange(before...)
      } else {
        previous = unit
      }
    }
    if !bytes.isEmpty { bytes.append(0x0A) }
    return bytes.holdsDirectionControls ? bytes.closingBidiControlsOfLines : bytes
  }
}

// JSON Lines
extension TextListing {
  private static func lines(
    of units: [TextUnit], _ document: ContentDocument, _ spine: Int, _ book: Book
  ) -> [UInt8] {
    let item = book.publication.readingOrder[spine]
    var writer = BlockWriter(
      document: document, book: book, spine: spine,
      href: item.path?.urlEncoded ?? item.shown.href)
    for unit in units { writer.append(unit) }
    return writer.bytes
  }

  /// Writes `{spine, href, kind, level?, marker?, text, cfi}` without a value in between: a book has
  /// tens of thousands of them.
  private struct BlockWriter {
    let document: ContentDocument
    let book: Book
    let spine: Int
    let head: [UInt8]
    var bytes: [UInt8] = []

    init(document: ContentDocument, book: Book, spine: Int, href: String) {
      self.document = document
      self.book = book
      self.spine = spine
      var head = Array("{\"spine\":\(spine),\"href\":".utf8)
      head.appendJSONString(href)
      head.append(contentsOf: ",\"kind\":\"".utf8)
      self.head = head
    }

    mutating func append(_ unit: TextUnit) {
      let first = unit.blocks.lowerBound
      let cfi = book.cfi(ofBlock: first, in: document, spine: spine)
      if let row = unit.row {
        let text = document.logicalText(of: document.tables[row.table].rows[row.row])
        append(kind: .row, text: text[...], cfi: cfi)
      } else {
        let block = document.blocks[first]
        let alternative = block.image < 0 ? nil : document.images[Int(block.image)].alternative
        append(
          kind: block.kind, level: Int(block.level), marker: block.markerRange,
          text: block.image < 0
            ? document.text[block.textRange] : Array((alternative ?? "").utf8)[...],
          cfi: cfi)
      }
      for block in document.blocks[unit.blocks] where block.image < 0 || unit.row != nil {
        appendPictures(of: block)
      }
    }

    /// The pictures in the lines of a block, or the picture that a block of a row is.
    private mutating func appendPictures(of block: Block) {
      if block.image >= 0 {
        appendPicture(block.image, at: block.textStart)
        return
      }
      for run in document.runs[block.runRange] where run.image >= 0 {
        appendPicture(run.image, at: run.textStart)
      }
    }

    private mutating func appendPicture(_ image: Int32, at offset: Int32) {
      let alternative = document.images[Int(image)].alternative ?? ""
      append(
        kind: .image, text: Array(alternative.utf8)[...],
        cfi: book.cfi(at: Int(offset), in: document, spine: spine))
    }

    private mutating func append(
      kind: Block.Kind, level: Int = 0, marker: Range<Int>? = nil, text: ArraySlice<UInt8>,
      cfi: String
    ) {
      bytes.append(contentsOf: head)
      bytes.append(contentsOf: kind.rawValue.utf8)
      bytes.append(UInt8(ascii: "\""))
      if level > 0 { bytes.append(contentsOf: ",\"level\":\(level)".utf8) }
      if let marker {
        bytes.append(contentsOf: ",\"marker\":".utf8)
        bytes.appendJSONString(document.shownBytes[marker])
      }
      bytes.append(contentsOf: ",\"text\":".utf8)
      bytes.appendJSONString(text.withoutInvisibleBreaks)
      bytes.append(contentsOf: ",\"cfi\":".utf8)
      bytes.appendJSONString(cfi)
      bytes.append(contentsOf: "}\n".utf8)
    }
  }
}

extension ArraySlice<UInt8> {
  /// Without zero width space, word joiner and byte-order mark: they only say where lines may break,
  /// and whoever compares texts would stumble over them.
  fileprivate var withoutInvisibleBreaks: ArraySlice<UInt8> {
    guard indices.contains(where: isInvisibleBreak) else { return self }
    var kept: [UInt8] = []
    var index = startIndex
    while index < endIndex {
      if isInvisibleBreak(at: index) {
        index += 3
      } else {
        kept.append(self[index])
        index += 1
      }
    }
    return kept[...]
  }

  private func isInvisibleBreak(at index: Int) -> Bool {
    guard self[index] >= 0xE2, index + 2 < endIndex else { return false }
    switch (self[index], self[index + 1], self[index + 2]) {
    case (0xE2, 0x80, 0x8B), (0xE2, 0x81, 0xA0), (0xEF, 0xBB, 0xBF): return true
    default: return false
    }
  }
}

extension [UInt8] {
  /// With what closes the bidirectional controls of each line at the line's end.
  fileprivate var closingBidiControlsOfLines: [UInt8] {
    var closed: [UInt8] = []
    for line in split(separator: 0x0A, omittingEmptySubsequences: false).dropLast() {
      let start = closed.count
      closed += line
      closed.closeBidiControls(from: start)
      closed.append(0x0A)
    }
    return closed
  }
}
