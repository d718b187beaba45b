public import EPUBBasics
public import EPUBContent
public import EPUBSegmentation

// A part of a document: of a large one a page can be seen long before all of it is set.

extension Galley {
  /// Sets a document from a block on, until there are lines for some rows or it ends.
  ///
  /// The lines are those of the whole document's galley, but for the free rows above the first: their text
  /// begins with the block's. A block inside a table begins with the table.
  ///
  /// - Parameter rows: at least so many, where the document has them.
  public init(
    setting document: ContentDocument, fromBlock block: Int, rows: Int,
    pictures: [PixelSize?] = [], options: LayoutOptions, segmenter: Segmenter
  ) {
    segmenter.measurer = options.measurer
    var compositor = Compositor(
      document: document, pictures: pictures, options: options, segmenter: segmenter)
    compositor.setStretch(from: block, rows: rows)
    self = compositor.finish()
  }

  /// Rows that its lines from one on take below one another.
  public func rowCount(from line: Int) -> Int { lines[min(line, lines.count)...].rowCount }
}

extension ArraySlice<Line> {
  fileprivate var rowCount: Int { reduce(0) { $0 + Int($1.spaceAbove) + $1.takenRows } }
}

extension Compositor {
  fileprivate mutating func setStretch(from first: Int, rows: Int) {
    var next = beginOfUnit(first)
    if next > 0 {
      // What stands before it has been set, as far as the block is concerned.
      lastBlock = next - 1
      coveredEnd = document.blocks[next - 1].textEnd
    }
    var left = rows
    while next < document.blocks.count, left > 0 {
      let end = endOfUnit(next)
      let count = lines.count
      setBlocks(next..<end, in: page)
      left -= lines[count...].rowCount
      next = end
    }
    isPart = next < document.blocks.count
    if !isPart { closeBorders(to: 0) }
  }

  /// The outermost table that a block stands in, -1 for none: it is set as one.
  private func table(of block: Int) -> Int {
    let innermost = document.blocks[block].table
    return innermost < 0 ? -1 : tableAncestors.ancestor(of: innermost, at: page.tableLevel)
  }

  private func beginOfUnit(_ block: Int) -> Int {
    var begin = min(max(0, block), document.blocks.count)
    guard document.blocks.indices.contains(begin) else { return begin }
    let table = table(of: begin)
    while table >= 0, begin > 0, self.table(of: begin - 1) == table { begin -= 1 }
    return begin
  }

  private func endOfUnit(_ block: Int) -> Int {
    let table = table(of: block)
    var end = block + 1
    while table >= 0, end < document.blocks.count, self.table(of: end) == table { end += 1 }
    return end
  }
}
