import EPUBContent

/// The tables around each table, as far as they are set as tables: four deep, what lies deeper is set
/// block by block.
struct TableAncestors {
  static let levels = 4

  /// `levels` for each table, outermost first, -1 beyond its own.
  private var ancestors: [Int32] = []

  init(of tables: [Table]) {
    ancestors.reserveCapacity(tables.count * Self.levels)
    var depths: [Int] = []
    for (index, table) in tables.enumerated() {
      let outer = Int(table.outer)
      let hasOuter = outer >= 0 && outer < index
      let depth = hasOuter ? depths[outer] + 1 : 0
      depths.append(depth)
      for level in 0..<Self.levels {
        if level == depth {
          ancestors.append(Int32(index))
        } else {
          ancestors.append(
            hasOuter && level < depth ? ancestors[outer * Self.levels + level] : -1)
        }
      }
    }
  }

  /// The table at `level` that is or holds `table`, -1 when there is none or it lies too deep.
  func ancestor(of table: Int32, at level: Int) -> Int {
    let index = Int(table) * Self.levels + level
    guard level < Self.levels, ancestors.indices.contains(index) else { return -1 }
    return Int(ancestors[index])
  }
}
