public import EPUBSegmentation

/// A part of a screen, in cells and rows.
public struct Rectangle: Hashable, Sendable {
  public var column: Int
  public var row: Int
  public var columns: Int
  public var rows: Int
  public init(column: Int, row: Int, columns: Int, rows: Int) {
    self.column = column
    self.row = row
    self.columns = columns
    self.rows = rows
  }
}

/// What a terminal is to show: a grid of cells. A value: it is drawn into, compared and kept.
///
/// Whatever is written is cleaned: controls never become part of a cell.
public struct Screen: Hashable, Sendable {
  struct Cell: Hashable, Sendable {
    /// The UTF-8 of one cluster; empty for the right half of a wide one.
    var cluster: [UInt8]
    var width: UInt8
    var style: CellStyle
  }

  public let columns: Int
  public let rows: Int
  var cells: [Cell]
  /// Where the terminal's own cursor stands; `nil`: hidden.
  public var cursor: (column: Int, row: Int)? {
    get { cursorCell.map { ($0 % columns, $0 / columns) } }
    set { cursorCell = newValue.map { $0.row * columns + $0.column } }
  }
  private var cursorCell: Int?

  public init(columns: Int, rows: Int, style: CellStyle = CellStyle()) {
    self.columns = columns
    self.rows = rows
    cells = Array(
      repeating: Cell(cluster: [0x20], width: 1, style: style), count: columns * rows)
  }

  /// Makes a part blank; what lies outside the screen is passed over, here as everywhere.
  public mutating func fill(_ part: Rectangle, _ style: CellStyle) {
    for row in max(0, part.row)..<max(0, min(rows, part.row + part.rows)) {
      for column in max(0, part.column)..<max(0, min(columns, part.column + part.columns)) {
        put([0x20], width: 1, column: column, row: row, style)
      }
    }
  }

  /// Writes clusters from left to right, those of right-to-left text in visual order, up to `end`.
  /// A wide cluster that does not fit before `end` leaves a blank.
  ///
  /// - Returns: the column after what was written.
  @discardableResult
  public mutating func write(
    _ bytes: [UInt8], in range: Range<Int>, column: Int, row: Int, before end: Int,
    _ style: CellStyle, segmenter: Segmenter, isRightToLeft: Bool = false
  ) -> Int {
    var clusters: [Cluster] = []
    segmenter.appendClusters(of: bytes, in: range, to: &clusters)
    var column = column
    var start = range.lowerBound
    for cluster in clusters {
      let clusterEnd = Int(cluster.end)
      defer { start = clusterEnd }
      let width = Int(cluster.width)
      if width == 0 { continue }
      if column + width > end { break }
      put(Array(bytes[start..<clusterEnd]), width: width, column: column, row: row, style)
      column += width
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

  /// Changes how cells of a row look.
  public mutating func restyle(row: Int, _ range: Range<Int>, _ change: (inout CellStyle) -> Void) {
    guard (0..<rows).contains(row) else { return }
    for column in range.clamped(to: 0..<columns) { change(&cells[row * columns + column].style) }
  }

  private mutating func put(
    _ cluster: [UInt8], width: Int, column: Int, row: Int, _ style: CellStyle
  ) {
    guard (0..<rows).contains(row), column >= 0, column + width <= columns else { return }
    let index = row * columns + column
    cells[index] = Cell(cluster: cluster, width: UInt8(width), style: style)
    for other in 1..<max(1, width) {
      cells[index + other] = Cell(cluster: [], width: 0, style: style)
    }
  }

  /// The text of a row, blanks at its end cut: what tests look at.
  public func text(ofRow row: Int) -> String {
    var bytes = cells[row * columns..<(row + 1) * columns].flatMap(\.cluster)
    while bytes.last == 0x20 { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// How a cell looks.
  public func style(column: Int, row: Int) -> CellStyle { cells[row * columns + column].style }
}
