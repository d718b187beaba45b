import EPUBContent

// A box stands in its parent's width, so a share of a share is a share again: the sum of all insets
// down to a box is `cells + share × width` of the frame. That sum is made once for every box, parents
// before children; a frame's width turns it into whole cells. A table cell is a frame of its own, so
// the sums begin anew there.

/// What stands free at both sides of a box, counted from the frame it is in.
struct Inset {
  var left = Extent.zero
  var right = Extent.zero

  /// The insets of all boxes of a document.
  ///
  /// - Parameter measure: the width that the document's outermost boxes stand in.
  static func all(of document: ContentDocument, measure: Int) -> [Inset] {
    let margins = PageMargins(of: document, measure: measure)
    var pageBoxes = margins.boxes[...]
    var insets: [Inset] = []
    insets.reserveCapacity(document.boxes.count)
    for (index, box) in document.boxes.enumerated() {
      let parent = Int(box.parent)
      if box.kind == .cell {
        insets.append(Inset())
      } else if insets.indices.contains(parent) {
        insets.append(insets[parent].adding(box))
      } else {
        insets.append(Inset().adding(box))
      }
      if pageBoxes.first == index {
        pageBoxes.removeFirst()
        insets[index] = margins.reduced(insets[index], measure: measure)
      }
    }
    return insets
  }

  private func adding(_ box: Box) -> Inset {
    let innerCells = -(left.cells + right.cells)
    let innerShare = 1 - (left.share + right.share)
    func sum(_ outer: Extent, _ own: Extent) -> Extent {
      Extent(
        cells: Self.bounded(outer.cells + own.cells + own.share * innerCells),
        share: Self.bounded(outer.share + own.share * innerShare))
    }
    return Inset(left: sum(left, box.left), right: sum(right, box.right))
  }

  /// Keeps sums of absurd lengths finite.
  private static func bounded(_ value: Float) -> Float {
    value.isNaN ? 0 : min(max(value, -10_000), 10_000)
  }

  /// Whole cells of both sides in a frame, never negative; at least `text` cells are left between them.
  func cells(in width: Int, leaving text: Int) -> (left: Int, right: Int) {
    let sides = wholeCells(in: width)
    let allowed = width - text
    guard sides.sum > allowed else { return (sides.left, sides.right) }
    let reduced = sides.left * allowed / sides.sum
    return (reduced, allowed - reduced)
  }

  /// Whole cells of both sides, never negative.
  func wholeCells(in width: Int) -> PageInsets.Sides {
    PageInsets.Sides(
      left: max(0, Self.wholeCells(left, in: width)),
      right: max(0, Self.wholeCells(right, in: width)))
  }

  /// The one place where lengths of the stylesheet become cells: half a cell counts as one.
  static func wholeCells(_ extent: Extent, in width: Int) -> Int {
    let cells = bounded(extent.cells) + bounded(extent.share) * Float(min(width, 100_000))
    return Int((min(max(cells, -100_000), 100_000) + 0.5).rounded(.down))
  }

  /// Whole free rows: less than half a row is none, and four are enough for a screen.
  static func wholeRows(_ rows: Float) -> Int {
    rows >= 0.5 ? Int(min(rows, 4) + 0.5) : 0
  }
}
