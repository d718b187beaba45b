import EPUBContent
import EPUBSegmentation

// What a sheet floats stands where it comes, at its side of the page, as wide as its text needs: beside other
// text there would be too few cells for both. It takes no more than half of the measure; what is so long that
// it would trickle down there is set as wide as all other text is.

extension Compositor {
  /// Counts the cells beside the boxes of the page, where sums of insets do not tell.
  mutating func countPageInsets() {
    let boxes = document.boxes
    let hasFloats = boxes.contains { $0.fit != .none }
    guard hasFloats || boxes.contains(where: { !$0.border.isEmpty }) else { return }
    var made = PageInsets(
      of: boxes, measure: options.measure, leaving: page.leastTextWidth,
      wanted: { insets[$0].wholeCells(in: options.measure) },
      shift: { box in
        guard !hangs.isEmpty else { return PageInsets.Sides() }
        let cells = shift(of: box, in: page, level: 0)
        return PageInsets.Sides(left: cells.left, right: cells.right)
      })
    if hasFloats { fitFloats(&made) }
    pageInsets = made
    bordered = BorderedBoxes(of: boxes, drawn: made.hasBorder)
  }

  /// Makes floated boxes as wide as what stands in them.
  private func fitFloats(_ insets: inout PageInsets) {
    // The outermost floated box around each.
    var floats: [Int] = []
    for (index, box) in document.boxes.enumerated() {
      let outer = floats.indices.contains(Int(box.parent)) ? floats[Int(box.parent)] : -1
      floats.append(outer >= 0 || box.fit == .none ? outer : index)
    }
    var texts: [Int: FloatedText] = [:]
    for block in document.blocks where floats.indices.contains(Int(block.box)) {
      let float = floats[Int(block.box)]
      guard float >= 0 else { continue }
      measure(block, in: float, insets, &texts[float, default: FloatedText()])
    }
    let moves = texts.compactMapValues { $0.width(in: options.measure) }
      .map { float, width in (float, move(of: float, to: width, insets)) }
    let moveOf = Dictionary(uniqueKeysWithValues: moves)
    for (box, float) in floats.enumerated() where float >= 0 {
      if let move = moveOf[float] { insets.move(box, by: move) }
    }
  }

  private func move(of float: Int, to width: Int, _ insets: PageInsets) -> PageInsets.Sides {
    let cells = max(0, options.measure - insets.sides[float].sum - width)
    return document.boxes[float].fit == .right
      ? PageInsets.Sides(left: cells) : PageInsets.Sides(right: cells)
  }

  /// Counts what a block needs.
  private func measure(
    _ block: Block, in float: Int, _ insets: PageInsets, _ text: inout FloatedText
  ) {
    guard text.isShort, block.table < 0, block.kind != .math, block.textRange.count <= 1000 else {
      text.isShort = false
      return
    }
    let inset = insets.sides[Int(block.box)].sum - insets.sides[float].sum
    let marker = block.markerRange.map { segmenter.width(of: document.shownBytes, in: $0) + 1 } ?? 0
    text.inset = max(text.inset, inset + marker)
    for width in lineWidths(of: block) { text.add(width, beside: inset + marker) }
  }

  /// Cells of a block's lines, if no line were too long.
  private func lineWidths(of block: Block) -> [Int] {
    if block.kind == .rule { return [3] }
    if document.images.indices.contains(Int(block.image)), block.textRange.isEmpty {
      return [width(of: Int(block.image))]
    }
    var bytes: [UInt8] = []
    for run in document.runs[block.runRange] {
      bytes += run.shownRange.map { document.shownBytes[$0] } ?? document.text[run.textRange]
    }
    if block.runCount == 0 { bytes += document.text[block.textRange] }
    // The place of a tab's stop is not known yet.
    if bytes.contains(Self.tab) { return [.max / 2] }
    return bytes.split(separator: 0x0A).map {
      segmenter.width(of: bytes, in: $0.startIndex..<$0.endIndex)
    }
  }

  private func width(of image: Int) -> Int {
    if let size = cells(of: image, in: page) { return size.columns }
    let caption = Array(caption(of: document.images[image], isNamed: true).utf8)
    return segmenter.width(of: caption, in: 0..<caption.count)
  }
}

/// What stands in a floated box.
private struct FloatedText {
  var isShort = true
  /// Cells of the longest line, what stands free beside it counted in, and of all lines.
  var longest = 0
  var sum = 0
  /// The most that stands free beside one.
  var inset = 0

  mutating func add(_ width: Int, beside inset: Int) {
    longest = max(longest, width + inset)
    sum += min(width, 10_000) + inset
    if sum > 10_000 { isShort = false }
  }

  /// Cells that the box takes; `nil` when it is as wide as others.
  func width(in measure: Int) -> Int? {
    let half = measure / 2
    guard isShort, longest > 0 else { return nil }
    if longest <= half { return longest }
    return half - inset >= Self.leastTextWidth && sum <= Self.maximumLineCount * half ? half : nil
  }

  private static let leastTextWidth = 24
  private static let maximumLineCount = 8
}
