import EPUBBasics
import EPUBContent
import EPUBSegmentation

extension Compositor {
  /// Sets a picture: rows for it where the reader wants that and its size is known, else a line that names
  /// it, and nothing at all for decoration.
  mutating func setPicture(of index: Int, in frame: Frame) {
    let block = document.blocks[index]
    guard document.images.indices.contains(Int(block.image)) else { return }
    let image = document.images[Int(block.image)]
    if let size = cells(of: Int(block.image), in: frame) {
      setRows(size, for: image, of: index, in: frame)
      return
    }
    let caption = append(caption(of: image, isNamed: !hasOwnCaption(index)))
    guard !caption.isEmpty else { return }
    if frame.tableLevel > 0 {
      pictureNames.append(
        PictureName(start: Int32(caption.lowerBound), block: Int32(index)))
    }
    shown.takeInsertion(ornaments[caption], source: .ornament, textStart: Int(coveredEnd))
    findInsertionAtoms()
    directions.reset()
    marker = nil
    let style = block.style
    resolveOrder(of: block, in: shown.range)
    breakLines(
      of: index,
      LineShape(
        edges(of: block, in: frame), alignment: style.alignment,
        isRightToLeft: style.isRightToLeft))
  }

  /// `[Image: …]`; nothing for decoration.
  func caption(of image: Image, isNamed: Bool) -> String {
    let name = image.alternative ?? image.path.map { String($0.name) } ?? ""
    if image.alternative != nil, name.allSatisfy(\.isWhitespace) { return "" }
    return name.isEmpty || !isNamed ? "[Image]" : "[Image: \(name)]"
  }

  /// Whether the caption of a picture is its alternative text, letter for letter: nobody wants to read it
  /// twice.
  private func hasOwnCaption(_ index: Int) -> Bool {
    guard let name = document.images[Int(document.blocks[index].image)].alternative,
      !name.isEmpty
    else { return false }
    return [index - 1, index + 1].contains { place in
      guard document.blocks.indices.contains(place) else { return false }
      let block = document.blocks[place]
      return block.kind == .caption
        && document.text[block.textRange].elementsEqual(name.utf8)
    }
  }

  /// Appends to the ornaments.
  private mutating func append(_ caption: String) -> Range<Int> {
    let start = ornaments.count
    ornaments.appendShowable(caption)
    return start..<ornaments.count
  }

  /// Cells that a picture takes, `nil` when it stays text.
  func cells(of image: Int, in frame: Frame) -> PictureCells? {
    guard options.picturesTakeRows, !frame.isCell, pictures.indices.contains(image),
      let pixels = pictures[image]
    else { return nil }
    return PictureCells(of: pixels, measure: options.measure, pageHeight: options.pageHeight)
  }

  private mutating func setRows(
    _ size: PictureCells, for image: Image, of index: Int, in frame: Frame
  ) {
    let block = document.blocks[index]
    let style = block.style
    let shape = LineShape(
      edges(of: block, in: frame), alignment: style.alignment, isRightToLeft: style.isRightToLeft)
    // Its width counts the whole measure, so it may reach out of the insets.
    let column = min(
      column(of: size.columns, in: shape.first, shape.side), options.measure - size.columns)
    let firstPiece = pieces.count
    let caption = fitted(
      append(caption(of: image, isNamed: !hasOwnCaption(index))), into: options.measure - column)
    if !caption.range.isEmpty {
      appendOrnament(
        caption.range, width: caption.width, at: column, textAt: coveredEnd)
    }
    endLine(
      of: index, firstPiece: firstPiece, textEnd: Int(block.textEnd), rows: size.rows,
      image: block.image)
  }

  /// As much of an ornament as `room` cells hold, an ellipsis at its end when that is not all.
  private mutating func fitted(_ range: Range<Int>, into room: Int) -> (
    range: Range<Int>, width: Int
  ) {
    let width = segmenter.width(of: ornaments, in: range)
    guard width > room else { return (range, width) }
    var cutter = AtomCutter()
    cutter.begin(0, of: ornaments, in: range, width: width, by: segmenter)
    let cut = cutter.cut(from: range.lowerBound, into: room - 1, onlyAtNaturalCuts: false)
    ornaments.removeLast(ornaments.count - (cut?.end ?? range.lowerBound))
    ornaments.append(contentsOf: "…".utf8)
    return (range.lowerBound..<ornaments.count, (cut?.width ?? 0) + 1)
  }
}

extension Compositor {
  /// Sets a rule: a short line in the middle.
  mutating func setRule(of index: Int, in frame: Frame) {
    let block = document.blocks[index]
    let edges = edges(of: block, in: frame)
    let width = max(min(edges.width, 3), edges.width / 3)
    let firstPiece = pieces.count
    appendRule(width: width, at: column(of: width, in: edges, .center))
    endLine(of: index, firstPiece: firstPiece, textEnd: Int(block.textEnd))
  }
}

extension Compositor {
  /// Draws one side of a border: a line as wide as the block may be.
  mutating func setEdge(of index: Int, in frame: Frame) {
    let edges = edges(of: document.blocks[index], in: frame)
    let firstPiece = pieces.count
    appendRule(width: edges.width, at: edges.left)
    endLine(of: index, firstPiece: firstPiece, textEnd: Int(coveredEnd))
  }

  /// Appends a piece of a rule.
  mutating func appendRule(width: Int, at column: Int) {
    if shared.ruleWidth < width {
      shared.rule = ornaments.count
      shared.ruleWidth = width
      for _ in 0..<width { ornaments.append(contentsOf: "─".utf8) }
    }
    appendOrnament(
      shared.rule..<shared.rule + 3 * width, width: width, at: column, textAt: coveredEnd)
  }
}

extension [UInt8] {
  /// Appends text of the book that Content has not cleaned: controls, noncharacters and what changes
  /// directions are left out, line ends and tabs are blanks.
  fileprivate mutating func appendShowable(_ text: String) {
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x09, 0x0A, 0x0D: append(0x20)
      case 0...0x1F, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069, 0x2028, 0x2029: continue
      case 0xFDD0...0xFDEF: continue
      case let value where value & 0xFFFE == 0xFFFE: continue
      default: append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
  }
}
