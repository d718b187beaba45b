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
public struct Screen: Sendable {
  /// Sixteen bytes, so that a page is compared in some microseconds: what is larger stands in the
  /// tables of the screen.
  struct Cell: Equatable, Sendable {
    var glyph: Glyph
    /// An index into the screen's styles.
    var style: UInt32
    /// Cells that it takes; 0 for those that a wide one before takes.
    var width: UInt8
    /// Terminals may not agree about how wide it is.
    var isDoubtful = false
  }

  public let columns: Int
  public let rows: Int
  var cells: [Cell]
  private(set) var styles: StyleTable
  private(set) var clusters = ClusterTable()
  var cursorCell: Int?

  /// Where the terminal's own cursor stands; `nil`: hidden.
  public var cursor: (column: Int, row: Int)? {
    get { cursorCell.map { ($0 % columns, $0 / columns) } }
    set {
      cursorCell = newValue.flatMap { place in
        guard holds(place.column, place.row) else { return nil }
        return place.row * columns + place.column
      }
    }
  }

  public init(columns: Int, rows: Int, style: CellStyle = CellStyle()) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
    styles = StyleTable(style)
    cells = Array(
      repeating: Cell(glyph: .blank, style: 0, width: 1), count: self.columns * self.rows)
  }

  func holds(_ column: Int, _ row: Int) -> Bool {
    column >= 0 && column < columns && row >= 0 && row < rows
  }

  mutating func index(of style: CellStyle) -> UInt32 {
    if styles.isFull { styles.keepOnly(usedBy: &cells) }
    return styles.index(of: style)
  }

  mutating func glyph(of bytes: ArraySlice<UInt8>) -> Glyph {
    Glyph(bytes) ?? clusters.glyph(of: bytes)
  }

  func append(_ glyph: Glyph, to bytes: inout [UInt8]) {
    if let index = glyph.tableIndex {
      bytes += clusters[index]
    } else {
      glyph.append(to: &bytes)
    }
  }

  /// The text of a row, blanks at its end cut: what tests look at.
  public func text(ofRow row: Int) -> String {
    guard (0..<rows).contains(row) else { return "" }
    var bytes: [UInt8] = []
    for cell in cells[row * columns..<(row + 1) * columns] { append(cell.glyph, to: &bytes) }
    while bytes.last == ASCII.space { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// How a cell looks.
  public func style(column: Int, row: Int) -> CellStyle {
    guard holds(column, row) else { return CellStyle() }
    return styles[cells[row * columns + column].style]
  }
}

extension Screen: Hashable {
  /// Whether they look the same, however they were drawn.
  public static func == (one: Screen, other: Screen) -> Bool {
    guard one.columns == other.columns, one.rows == other.rows,
      one.cursorCell == other.cursorCell
    else { return false }
    let translation = ScreenTranslation(from: one, to: other)
    return one.cells.indices.allSatisfy { translation.isSame(one.cells[$0], other.cells[$0]) }
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(columns)
    hasher.combine(rows)
    hasher.combine(cursorCell)
    for cell in cells where cell.glyph.tableIndex == nil { hasher.combine(cell.glyph) }
  }
}

/// Makes the cells of one screen comparable with those of another.
struct ScreenTranslation {
  private static let none = UInt32.max
  /// Indices of the second screen by those of the first; `nil`: they are the same.
  private let styles: [UInt32]?
  private let clusters: [UInt32]?

  init(from one: Screen, to other: Screen) {
    styles =
      one.styles.entries == other.styles.entries
      ? nil : one.styles.entries.map { other.styles.knownIndex(of: $0) ?? Self.none }
    clusters =
      one.clusters.entries == other.clusters.entries
      ? nil : one.clusters.entries.map { other.clusters.knownIndex(of: $0) ?? Self.none }
  }

  @inline(__always) func isSame(_ one: Screen.Cell, _ other: Screen.Cell) -> Bool {
    guard one.width == other.width else { return false }
    let style = styles.map { $0[Int(one.style)] } ?? one.style
    guard style == other.style || one.width == 0 else { return false }
    if let clusters, let index = one.glyph.tableIndex {
      return other.glyph.tableIndex == clusters[Int(index)]
    }
    return one.glyph == other.glyph
  }
}
