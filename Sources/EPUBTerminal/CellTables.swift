/// The UTF-8 of one cluster: itself up to seven bytes, else its place in a table.
struct Glyph: Hashable, Sendable {
  private static let tableMark: UInt64 = 0xFF << 56
  static let blank = Glyph(bits: UInt64(ASCII.space))
  /// What the cells hold that a wide cluster before them takes.
  static let none = Glyph(bits: 0)

  /// The first byte lowest. The highest byte is zero, or marks an index.
  let bits: UInt64

  private init(bits: UInt64) { self.bits = bits }
  @inline(__always) init(ascii: UInt8) { bits = UInt64(ascii) }
  init(tableIndex: UInt32) { bits = Self.tableMark | UInt64(tableIndex) }

  /// `nil` when it is too long.
  @inline(__always) init?(_ bytes: ArraySlice<UInt8>) {
    guard bytes.count <= 7 else { return nil }
    var bits: UInt64 = 0
    for byte in bytes.reversed() { bits = bits << 8 | UInt64(byte) }
    self.bits = bits
  }

  var tableIndex: UInt32? {
    bits >= Self.tableMark ? UInt32(truncatingIfNeeded: bits) : nil
  }

  @inline(__always) func append(to bytes: inout [UInt8]) {
    var rest = bits
    while rest != 0 {
      bytes.append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }
}

/// Clusters that are too long for a cell: emoji of many parts, letters with many marks.
struct ClusterTable: Hashable, Sendable {
  private(set) var entries: [[UInt8]] = []
  private var indices: [[UInt8]: UInt32] = [:]

  subscript(index: UInt32) -> [UInt8] { entries[Int(index)] }

  func knownIndex(of cluster: [UInt8]) -> UInt32? { indices[cluster] }

  mutating func glyph(of bytes: ArraySlice<UInt8>) -> Glyph {
    let cluster = Array(bytes)
    if let index = indices[cluster] { return Glyph(tableIndex: index) }
    let index = UInt32(entries.count)
    entries.append(cluster)
    indices[cluster] = index
    return Glyph(tableIndex: index)
  }
}

/// The looks that cells have.
struct StyleTable: Hashable, Sendable {
  private(set) var entries: [CellStyle]
  private var indices: [CellStyle: UInt32]
  private var last: UInt32 = 0
  private var limit = 4096

  init(_ style: CellStyle) {
    entries = [style]
    indices = [style: 0]
  }

  subscript(index: UInt32) -> CellStyle { entries[Int(index)] }

  /// A screen that is drawn over and over would gather looks that no cell has any more.
  var isFull: Bool { entries.count >= limit }

  func knownIndex(of style: CellStyle) -> UInt32? { indices[style] }

  mutating func index(of style: CellStyle) -> UInt32 {
    if entries[Int(last)] == style { return last }
    if let index = indices[style] {
      last = index
      return index
    }
    last = UInt32(entries.count)
    entries.append(style)
    indices[style] = last
    return last
  }

  mutating func keepOnly(usedBy cells: inout [Screen.Cell]) {
    let old = entries
    self = StyleTable(old[0])
    for index in cells.indices {
      cells[index].style = self.index(of: old[Int(cells[index].style)])
    }
    limit = max(4096, entries.count * 2)
  }
}
