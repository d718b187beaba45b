import EPUBContent
import EPUBSegmentation

// The text of a list's items stands in as far as the widest of its markers needs, and a space: what goes on
// under a marker must not look like another item. Most sheets leave that room; where they do not, or where
// little of their insets is left, the boxes of the items move in, and all that stands in them.

/// The room that the markers of lists need.
struct MarkerHangs {
  /// For each box of an item the cells of the widest marker of its list and a space, negative where the
  /// marker stands at the right; 0 for other boxes. Empty without markers.
  private var cells: [Int16] = []

  init(of document: ContentDocument, measure: Int, _ segmenter: Segmenter) {
    guard document.blocks.contains(where: { $0.markerStart >= 0 }) else { return }
    // Where a marker is wider, its own line alone begins after it.
    let limit = max(5, measure / 6)
    var widest = [Int16](repeating: 0, count: document.boxes.count)
    for block in document.blocks {
      guard let range = block.markerRange, !range.isEmpty,
        let item = document.item(around: Int(block.box)),
        widest.indices.contains(Int(document.boxes[item].parent))
      else { continue }
      let list = Int(document.boxes[item].parent)
      let width = segmenter.width(of: document.shownBytes, in: range) + 1
      guard width <= limit, width > Int(abs(widest[list])) else { continue }
      widest[list] = Int16(block.style.isRightToLeft ? -width : width)
    }
    cells = document.boxes.map { box in
      box.kind.isItem && box.parent >= 0 ? widest[Int(box.parent)] : 0
    }
  }

  var isEmpty: Bool { cells.isEmpty }
  func left(of box: Int) -> Int { max(0, Int(cells[box])) }
  func right(of box: Int) -> Int { max(0, -Int(cells[box])) }
}

extension Compositor {
  /// Whole cells of both sides of a box in a frame.
  func insetCells(of box: Int, in frame: Frame) -> (left: Int, right: Int) {
    if !frame.isCell, pageInsets.sides.indices.contains(box) {
      let sides = pageInsets.sides[box]
      return (sides.left, sides.right)
    }
    var inset = plainInset(of: box, in: frame)
    guard !hangs.isEmpty else { return inset }
    let shift = shift(of: box, in: frame, level: 0)
    let least = frame.isCell ? frame.leastTextWidth : frame.width / 2
    inset.left += min(shift.left, max(0, frame.width - inset.left - inset.right - least))
    inset.right += min(shift.right, max(0, frame.width - inset.left - inset.right - least))
    return inset
  }

  /// The same, whatever the markers of lists need.
  func plainInset(of box: Int, in frame: Frame) -> (left: Int, right: Int) {
    guard insets.indices.contains(box) else { return (0, 0) }
    return insets[box].cells(in: frame.width, leaving: frame.leastTextWidth)
  }

  /// Cells that a box moves in for the markers of the lists around it.
  func shift(of box: Int, in frame: Frame, level: Int) -> (left: Int, right: Int) {
    guard level < Self.maximumListLevel, let item = document.item(around: box) else {
      return (0, 0)
    }
    let hang = (left: hangs.left(of: item), right: hangs.right(of: item))
    let own = plainInset(of: item, in: frame)
    let outer = outerBox(of: item, own, in: frame)
    let edge = plainInset(of: outer, in: frame)
    var shift = shift(of: outer, in: frame, level: level + 1)
    if hang.left > 0 { shift.left = max(shift.left, edge.left + shift.left + hang.left - own.left) }
    if hang.right > 0 {
      shift.right = max(shift.right, edge.right + shift.right + hang.right - own.right)
    }
    return shift
  }

  /// The box that the markers of an item may hang out to; over no border.
  func outerBox(of item: Int, _ own: (left: Int, right: Int), in frame: Frame) -> Int {
    guard document.boxes.indices.contains(item), document.boxes[item].kind != .cell,
      document.boxes[item].border.isEmpty
    else { return item }
    var box = Int(document.boxes[item].parent)
    for _ in 0..<8 where document.boxes.indices.contains(box) && document.boxes[box].kind != .cell {
      let inset = plainInset(of: box, in: frame)
      if inset.left < own.left || inset.right < own.right { break }
      let parent = Int(document.boxes[box].parent)
      guard parent < box, document.boxes[box].border.isEmpty else { break }
      box = parent
    }
    return box
  }

  /// Lists in more lists than that have no room left to move in.
  private static let maximumListLevel = 8
}

extension ContentDocument {
  /// The innermost box of a list's item that holds a box, within the same cell of a table.
  fileprivate func item(around box: Int) -> Int? {
    var box = box
    for _ in 0..<16 where boxes.indices.contains(box) {
      if boxes[box].kind.isItem { return box }
      if boxes[box].kind == .cell { return nil }
      box = Int(boxes[box].parent) < box ? Int(boxes[box].parent) : -1
    }
    return nil
  }
}

extension Box.Kind {
  /// The items of a list of notes are notes.
  fileprivate var isItem: Bool {
    switch self {
    case .item, .note: true
    case .plain, .list, .quote, .definition, .figure, .caption, .code, .table, .row, .cell: false
    }
  }
}
