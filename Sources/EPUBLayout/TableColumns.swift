/// How wide a table's columns are: by what their cells hold, within the width there is.
struct TableColumns {
  /// Least width and the one that holds each line of the cells unbroken; 0 for columns without content.
  struct Want {
    var least = 0
    var best = 0
  }

  static let gap = 2

  private(set) var wants: [Want]

  init(count: Int) { wants = Array(repeating: Want(), count: count) }

  /// Notes a cell of one column.
  mutating func take(_ want: Want, in column: Int) {
    wants[column].least = max(wants[column].least, want.least)
    wants[column].best = max(wants[column].best, want.best)
  }

  /// Notes a cell over several columns; call it after those of one.
  mutating func take(_ want: Want, across columns: Range<Int>) {
    guard want.best > 0 else { return }
    if !columns.contains(where: { wants[$0].best > 0 }) {
      take(want, in: columns.lowerBound)
      return
    }
    spread(want.least, \.least, across: columns)
    spread(want.best, \.best, across: columns)
    for column in columns { wants[column].best = max(wants[column].best, wants[column].least) }
  }

  private mutating func spread(
    _ width: Int, _ part: WritableKeyPath<Want, Int>, across columns: Range<Int>
  ) {
    let used = columns.filter { wants[$0].best > 0 }
    let lacking =
      width - used.reduce(0) { $0 + wants[$1][keyPath: part] } - (used.count - 1) * Self.gap
    guard lacking > 0 else { return }
    for (place, column) in used.enumerated() {
      wants[column][keyPath: part] +=
        lacking / used.count + (place < lacking % used.count ? 1 : 0)
    }
  }

  var usedCount: Int { wants.count { $0.best > 0 } }

  /// What the whole table would like.
  var want: Want {
    let gaps = max(0, usedCount - 1) * Self.gap
    return wants.reduce(into: Want(least: gaps, best: gaps)) {
      $0.least += $1.least
      $0.best += $1.best
    }
  }

  /// Whether some column holds text that nobody would read in so few cells: it would take many lines of a
  /// word or two.
  func areTooNarrow(_ frames: [Edges]) -> Bool {
    zip(wants, frames).contains { want, frame in
      frame.width > 0 && frame.width < 14 && want.best > 8 * frame.width
    }
  }

  /// Each column's left edge and width, `nil` when even the least widths do not fit.
  ///
  /// What is left after the least widths goes in equal parts to the columns that want more, so that short
  /// ones get all they want.
  func frames(in width: Int) -> [Edges]? {
    guard want.least <= width else { return nil }
    var widths = wants.map(\.least)
    var left = width - want.least
    let wanting = wants.indices.filter { wants[$0].best > wants[$0].least }
      .sorted { (wants[$0].best - widths[$0], $0) < (wants[$1].best - widths[$1], $1) }
    for (place, column) in wanting.enumerated() {
      let more = min(wants[column].best - widths[column], left / (wanting.count - place))
      widths[column] += more
      left -= more
    }
    var edge = 0
    return widths.map { width in
      let edges = Edges(left: edge, right: edge + width)
      edge += width == 0 ? 0 : width + Self.gap
      return edges
    }
  }
}
