import EPUBContent

// Margins and paddings of what holds a whole document are meant for a window, or for a sheet of paper:
// they keep text from its edge. Here that is the reader's own margin, so that only a trace of them stays.

/// The boxes whose insets are margins of a page.
struct PageMargins {
  /// The boxes around all of a document, outermost first.
  let boxes: [Int]
  /// Cells that stay of them, all together, at one side.
  let maximumCells: Float

  init(of document: ContentDocument, measure: Int) {
    boxes = Self.boxes(around: document)
    maximumCells = Float(min(2, measure / 16))
  }

  /// What stays of an inset down to one of the boxes.
  func reduced(_ inset: Inset, measure: Int) -> Inset {
    func reduced(_ extent: Extent) -> Extent {
      let cells = Float(Inset.wholeCells(extent, in: measure))
      return cells > maximumCells ? Extent(cells: maximumCells) : extent
    }
    return Inset(left: reduced(inset.left), right: reduced(inset.right))
  }

  /// In a short document the author may have put a few lines where they are to stand: there only
  /// the document's own margins, those of its `body`, are of a page.
  private static func boxes(around document: ContentDocument) -> [Int] {
    guard let first = document.blocks.first, let last = document.blocks.last else { return [] }
    let isShort = document.text.count < 1000
    var found: [Int] = []
    var box = common(Int(first.box), Int(last.box), in: document.boxes)
    while document.boxes.indices.contains(box) {
      let own = document.boxes[box]
      let isOuter = !isShort && own.element != first.element || document.isOutermost(own.element)
      if own.kind == .plain, own.border.isEmpty, isOuter, own.left != .zero || own.right != .zero {
        found.append(box)
      }
      box = Int(own.parent) < box ? Int(own.parent) : -1
    }
    return found.reversed()
  }

  /// The innermost box that holds both; parents have smaller numbers.
  private static func common(_ first: Int, _ last: Int, in boxes: [Box]) -> Int {
    var (a, b) = (first, last)
    while a != b, boxes.indices.contains(a), boxes.indices.contains(b) {
      if a > b {
        a = min(Int(boxes[a].parent), a - 1)
      } else {
        b = min(Int(boxes[b].parent), b - 1)
      }
    }
    return a == b ? a : -1
  }
}

extension ContentDocument {
  /// Whether it is the root element, or stands right in it, as `body` does.
  fileprivate func isOutermost(_ element: Int32) -> Bool {
    let index = Int(element)
    return sourceMap.elements.indices.contains(index) && sourceMap.elements[index].parent <= 0
  }
}
