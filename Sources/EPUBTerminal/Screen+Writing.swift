public import EPUBSegmentation

extension Screen {
  /// More marks than that on one letter are no writing of any language.
  private static let maximumClusterByteCount = 96

  /// Makes a part blank; what lies outside the screen is passed over, here as everywhere.
  public mutating func fill(_ part: Rectangle, _ style: CellStyle) {
    let range = (part.column..<max(part.column, part.column + part.columns)).clamped(
      to: 0..<columns)
    let wantedRows = (part.row..<max(part.row, part.row + part.rows)).clamped(to: 0..<rows)
    if range.isEmpty || wantedRows.isEmpty { return }
    let blank = Cell(glyph: .blank, style: index(of: style), width: 1)
    for row in wantedRows {
      for column in range { put(blank, at: row * columns + column) }
    }
  }

  /// Writes clusters from left to right, those of right-to-left text in visual order and their
  /// brackets mirrored, up to `end`. A wide cluster that does not fit before `end` is left out with
  /// all that follows it.
  ///
  /// - Returns: the column after what was written.
  @discardableResult
  public mutating func write(
    _ bytes: [UInt8], in range: Range<Int>, column: Int, row: Int, before end: Int,
    _ style: CellStyle, segmenter: Segmenter, isRightToLeft: Bool = false
  ) -> Int {
    var clusters: [Cluster] = []
    clusters.reserveCapacity(range.count)
    segmenter.appendClusters(of: bytes, in: range, to: &clusters)
    if isRightToLeft {
      return writeRightToLeft(
        bytes, from: range.lowerBound, clusters, column: column, row: row, before: end, style)
    }
    let style = index(of: style)
    var column = column
    var start = range.lowerBound
    for cluster in clusters {
      let clusterEnd = Int(cluster.end)
      let width = Int(cluster.width)
      if width > 0 {
        if column + width > end { break }
        put(bytes, start..<clusterEnd, width, column, row, style)
        column += width
      }
      start = clusterEnd
    }
    return column
  }

  /// Writes a text of our own or of a book.
  @discardableResult
  public mutating func write(
    _ text: String, column: Int, row: Int, before end: Int, _ style: CellStyle,
    segmenter: Segmenter
  ) -> Int {
    let bytes = Array(text.utf8)
    return write(
      bytes, in: 0..<bytes.count, column: column, row: row, before: end, style,
      segmenter: segmenter)
  }

  /// What does not fit is left out at the text's end, which stands on the left.
  private mutating func writeRightToLeft(
    _ bytes: [UInt8], from start: Int, _ clusters: [Cluster], column: Int, row: Int,
    before end: Int, _ style: CellStyle
  ) -> Int {
    let style = index(of: style)
    var fitting: [(range: Range<Int>, width: Int)] = []
    var total = 0
    var start = start
    for cluster in clusters {
      let width = Int(cluster.width)
      if width > 0 {
        if column + total + width > end { break }
        total += width
        fitting.append((start..<Int(cluster.end), width))
      }
      start = Int(cluster.end)
    }
    var column = column
    for (range, width) in fitting.reversed() {
      if let mirrored = Mirroring.mirrored(bytes[range]) {
        put(mirrored, 0..<mirrored.count, width, column, row, style)
      } else {
        put(bytes, range, width, column, row, style)
      }
      column += width
    }
    return column
  }

  /// Changes how cells of a row look; those of one wide cluster together, by its first.
  public mutating func restyle(row: Int, _ range: Range<Int>, _ change: (inout CellStyle) -> Void) {
    guard (0..<rows).contains(row) else { return }
    let range = range.clamped(to: 0..<columns)
    var known: (old: UInt32, new: UInt32)?
    for column in range {
      let at = row * columns + column
      guard cells[at].width > 0 else { continue }
      let old = cells[at].style
      if known?.old != old {
        var style = styles[old]
        change(&style)
        // Finding an index may renumber all of them.
        let new = index(of: style)
        known = (cells[at].style, new)
      }
      let new = known?.new ?? old
      for part in 0..<Int(cells[at].width) { cells[at + part].style = new }
    }
  }

  // MARK: Cells

  private mutating func put(
    _ bytes: [UInt8], _ range: Range<Int>, _ width: Int, _ column: Int, _ row: Int,
    _ style: UInt32
  ) {
    guard row >= 0, row < rows, column >= 0, width <= columns, column <= columns - width else {
      return
    }
    let at = row * columns + column
    if range.count == 1 {
      let byte = bytes[range.lowerBound]
      guard byte >= 0x20, byte < 0x7F else { return }
      put(Cell(glyph: Glyph(ascii: byte), style: style, width: 1), at: at)
    } else if width < 256 {
      putCluster(bytes[range], UInt8(width), at, style)
    }
  }

  private mutating func putCluster(
    _ bytes: ArraySlice<UInt8>, _ width: UInt8, _ at: Int, _ style: UInt32
  ) {
    let cluster = CleanCluster(bytes, maximumByteCount: Self.maximumClusterByteCount)
    guard let cluster else {
      // Its place is kept, since it was counted when the text was set.
      let blank = Cell(glyph: .blank, style: style, width: 1)
      for part in 0..<Int(width) { put(blank, at: at + part) }
      return
    }
    let glyph = glyph(of: cluster.bytes)
    let cell = Cell(glyph: glyph, style: style, width: width, isDoubtful: cluster.isDoubtful)
    for part in 0..<Int(width) { breakWide(at: at + part) }
    cells[at] = cell
    for part in 1..<max(1, Int(width)) {
      cells[at + part] = Cell(glyph: .none, style: style, width: 0)
    }
  }

  @inline(__always) mutating func put(_ cell: Cell, at: Int) {
    if cells[at].width != 1 { breakWide(at: at) }
    cells[at] = cell
  }

  /// Blanks the wide cluster that a cell is part of: half of it can't be shown.
  private mutating func breakWide(at: Int) {
    if cells[at].width == 1 { return }
    var first = at
    while cells[first].width == 0 { first -= 1 }
    let style = cells[first].style
    for part in 0..<Int(cells[first].width) {
      cells[first + part] = Cell(glyph: .blank, style: style, width: 1)
    }
  }
}

/// A cluster without what may not stand in a cell.
struct CleanCluster {
  var bytes: ArraySlice<UInt8>
  /// Of several parts, or an emoji: how wide it is depends on the terminal's version of Unicode.
  var isDoubtful: Bool

  /// `nil` when nothing is left.
  init?(_ bytes: ArraySlice<UInt8>, maximumByteCount: Int) {
    if Self.isPlain(bytes) {
      self.bytes = bytes
      isDoubtful = false
      return
    }
    var scalarCount = 0
    var isEmoji = false
    var isClean = bytes.count <= maximumByteCount
    let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
    for scalar in scalars {
      scalarCount += 1
      if scalar.value >= 0x1_F000 { isEmoji = scalar.value < 0x2_0000 }
      if !TextCleaning.isAllowed(scalar) { isClean = false }
    }
    isDoubtful = scalarCount > 1 || isEmoji
    self.bytes = bytes
    if isClean { return }
    self.bytes = Self.cleaned(scalars, maximumByteCount)[...]
    if self.bytes.isEmpty { return nil }
  }

  /// One letter of most scripts, a dash, a quotation mark: nothing to look at.
  @inline(__always) private static func isPlain(_ bytes: ArraySlice<UInt8>) -> Bool {
    let start = bytes.startIndex
    switch bytes.count {
    case 2: return bytes[start] >= 0xC3 && !(bytes[start] == 0xD8 && bytes[start + 1] == 0x9C)
    case 3:
      let first = bytes[start]
      if first == 0xE2 {
        return bytes[start + 1] == 0x80 && (0x90...0xA7).contains(bytes[start + 2])
      }
      return first > 0xE0 && first < 0xEF
    default: return false
    }
  }

  private static func cleaned(_ scalars: String.UnicodeScalarView, _ limit: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for scalar in scalars where TextCleaning.isAllowed(scalar) {
      let encoded = UTF8.encode(scalar).map(Array.init) ?? []
      if bytes.count + encoded.count > limit { break }
      bytes += encoded
    }
    return bytes
  }
}
