/// Where blocks are set: the page's measure, or a column of a table.
struct Frame {
  /// Cells from the left edge of the measure.
  var left: Int
  /// At least 1.
  var width: Int
  /// Index of the first line set in it: free rows above that one vanish.
  var firstLine: Int
  /// Tables around it; those inside it are found at this level.
  var tableLevel = 0
  var isCell = false

  /// Cells that insets and indents leave for text, however deep it stands: margins that a stylesheet
  /// means for a wide window must not make a pillar of a terminal's page.
  var leastTextWidth: Int {
    isCell ? min(20, max(1, width / 2)) : min(width, max(20, width * 3 / 5))
  }
}

/// Columns that a line may fill: `left` the first, `right` one past the last.
struct Edges: Equatable {
  var left: Int
  var right: Int
  var width: Int { right - left }
  func moved(by cells: Int) -> Edges { Edges(left: left + cells, right: right + cells) }
}
