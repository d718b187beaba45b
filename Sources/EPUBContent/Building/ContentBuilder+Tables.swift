import EPUBBasics
import EPUBMarkup

/// A table whose cells are being read.
struct OpenTable {
  let index: Int
  var rowIsOpen = false
  var cellIsOpen = false
  /// The first row of the row group; spans do not leave it.
  var groupStart = 0
  var isHeader = false
  /// The next cell's column, if nothing from above stands there.
  var column = 0
  /// For each column the row, counted from 0, up to which a cell from above fills it.
  var filledUntil: [Int] = []
  /// Rows between what is above the row and each of its cells.
  var rowSpace: Float = 0
  var firstBlockOfRow = 0
  /// The first foot, and a caption that is shown below.
  var foot: MovedPart?
  var lowCaption: MovedPart?

  init(index: Int) { self.index = index }

  /// More columns than that are not kept apart by spans.
  private static let maximumSpannedColumns = 1000
  /// As HTML bounds them (4.9.11).
  private static let maximumColumnSpan = 1000
  private static let maximumRowSpan = 65_534

  /// Finds a cell's place in `row`.
  mutating func place(_ columnSpan: Int, _ rowSpan: Int, row: Int) -> (
    column: Int, columnSpan: Int, rowSpan: Int
  ) {
    while column < filledUntil.count, filledUntil[column] > row { column += 1 }
    let here = column
    let room = max(1, Self.maximumSpannedColumns - here)
    let columns = min(max(1, columnSpan), Self.maximumColumnSpan, room)
    // 0 goes on to the end of the row group.
    let rows = rowSpan == 0 ? Self.maximumRowSpan : min(max(1, rowSpan), Self.maximumRowSpan)
    if rows > 1, here < Self.maximumSpannedColumns {
      while filledUntil.count < here + columns { filledUntil.append(0) }
      for index in here..<here + columns {
        filledUntil[index] = max(filledUntil[index], row + rows)
      }
    }
    column = here + columns
    return (here, columns, rows)
  }
}

/// Tables: rows, cells, spans (HTML 4.9.12). Blocks outside of cells are ordinary blocks.
extension ContentBuilder {
  /// - Returns: the box kind of a part of a table, `nil` for an element that is none.
  mutating func openTablePart(_ frame: inout Frame, _ node: Int) -> Box.Kind? {
    switch frame.style.display {
    case .table, .inlineTable:
      openTable(&frame)
      return .table
    case .tableCaption:
      if frame.table < 0 { frame.kind = .caption }
      openCaption(&frame)
      return .caption
    case .tableRowGroup, .tableHeaderGroup, .tableFooterGroup:
      openRowGroup(&frame)
      return nil
    case .tableRow: return openRow(&frame)
    case .tableCell: return openCell(&frame, node)
    case .none, .contents, .inline, .block, .listItem, .inlineBlock, .flowRoot, .tableColumn,
      .ruby, .rubyBase, .rubyText, .rubyAnnotationContainer:
      return nil
    }
  }

  private mutating func openTable(_ frame: inout Frame) {
    frame.traits.insert(.table)
    openings.removeAll()
    tables.append(OpenTable(index: document.tables.count))
    document.tables.append(
      Table(
        outer: frame.table, isRightToLeft: frame.style.isRightToLeft,
        isRuled: frame.style.ruleAbove.isDrawn || frame.style.ruleBelow.isDrawn))
  }

  /// The table that rows and cells are for; none inside a cell.
  private var tableForRows: Int? {
    guard let index = tables.indices.last, !tables[index].cellIsOpen else { return nil }
    return index
  }

  private mutating func openRowGroup(_ frame: inout Frame) {
    guard let table = tableForRows else { return }
    endGroup(table)
    tables[table].isHeader = frame.style.display == .tableHeaderGroup
    if frame.style.display == .tableFooterGroup, tables[table].foot == nil {
      tables[table].foot = movedPart(frame, of: table)
    }
    noteRules(of: frame.style, table)
    frame.traits.insert(.rowGroup)
  }

  private mutating func openCaption(_ frame: inout Frame) {
    guard frame.style.isCaptionBelow, let table = tableForRows, tables[table].lowCaption == nil
    else { return }
    tables[table].lowCaption = movedPart(frame, of: table)
    frame.traits.insert(.caption)
  }

  /// Cuts the spans of the group's cells to the rows that there are.
  private mutating func endGroup(_ table: Int) {
    tables[table].rowIsOpen = false
    let index = tables[table].index
    let count = document.tables[index].rows.count
    for row in tables[table].groupStart..<count {
      let rest = Int32(count - row)
      for cell in document.tables[index].rows[row].cells.indices
      where document.tables[index].rows[row].cells[cell].rowSpan > rest {
        document.tables[index].rows[row].cells[cell].rowSpan = rest
      }
    }
    tables[table].groupStart = count
    tables[table].filledUntil.removeAll(keepingCapacity: true)
    tables[table].isHeader = false
  }

  private mutating func noteRules(of style: ComputedStyle, _ table: Int) {
    guard style.ruleAbove.isDrawn || style.ruleBelow.isDrawn else { return }
    document.tables[tables[table].index].isRuled = true
  }

  private mutating func openRow(_ frame: inout Frame) -> Box.Kind? {
    guard let table = tableForRows, admitsRow() else { return nil }
    beginRow(table)
    noteRules(of: frame.style, table)
    frame.traits.insert(.row)
    return .row
  }

  private mutating func admitsRow() -> Bool {
    if rowCount < limits.maximumRowCount { return true }
    tell(.rows)
    return false
  }

  private mutating func beginRow(_ table: Int) {
    rowCount += 1
    document.tables[tables[table].index].rows.append(Table.Row(isHeader: tables[table].isHeader))
    tables[table].rowIsOpen = true
    tables[table].column = 0
    tables[table].rowSpace = gap.rows
    tables[table].firstBlockOfRow = document.blocks.count
  }

  private mutating func openCell(_ frame: inout Frame, _ node: Int) -> Box.Kind? {
    guard let table = tableForRows else { return nil }
    if !tables[table].rowIsOpen {
      guard admitsRow() else { return nil }
      beginRow(table)
    }
    let index = tables[table].index
    let row = document.tables[index].rows.count - 1
    let place = tables[table].place(
      integer(.colspan, of: node) ?? 1, integer(.rowspan, of: node) ?? 1, row: row)
    document.tables[index].rows[row].cells.append(
      Table.Cell(
        firstBlock: Int32(document.blocks.count), blockCount: 0, column: Int32(place.column),
        columnSpan: Int32(place.columnSpan), rowSpan: Int32(place.rowSpan),
        isHeader: nodes[node].name == .th))
    tables[table].cellIsOpen = true
    noteRules(of: frame.style, table)
    frame.table = Int32(index)
    frame.kind = .row
    frame.level = 0
    frame.traits.insert(.cell)
    gap.clearRows()
    gap.addRows(tables[table].rowSpace + max(0, frame.style.padding.top))
    return .cell
  }

  mutating func closeTablePart(_ traits: Frame.Traits) {
    guard let table = tables.indices.last else { return }
    if traits.contains(.cell) { closeCell(table) }
    if traits.contains(.row) { closeRow(table) }
    if traits.contains(.rowGroup) { closeRowGroup(table) }
    if traits.contains(.caption) {
      let end = extents(table)
      tables[table].lowCaption?.end = end
    }
    if traits.contains(.table) { closeTable(table) }
  }

  private mutating func closeCell(_ table: Int) {
    let index = tables[table].index
    let row = document.tables[index].rows.count - 1
    let cell = document.tables[index].rows[row].cells.count - 1
    let first = document.tables[index].rows[row].cells[cell].firstBlock
    document.tables[index].rows[row].cells[cell].blockCount =
      Int32(document.blocks.count) - first
    tables[table].cellIsOpen = false
    gap.clearRows()
  }

  private mutating func closeRow(_ table: Int) {
    tables[table].rowIsOpen = false
    gap.clearRows()
    if tables[table].firstBlockOfRow == document.blocks.count {
      gap.addRows(tables[table].rowSpace)
    }
  }

  private mutating func closeRowGroup(_ table: Int) {
    endGroup(table)
    let end = extents(table)
    if tables[table].foot?.end == nil { tables[table].foot?.end = end }
  }

  private mutating func closeTable(_ table: Int) {
    endGroup(table)
    moveParts(of: table)
    let index = tables[table].index
    tables.removeLast()
    if document.tables[index].rows.isEmpty, index == document.tables.count - 1 {
      document.tables.removeLast()
      return
    }
    cutColumns(index)
  }

  /// Columns that only spans reach do not count.
  private mutating func cutColumns(_ index: Int) {
    var count: Int32 = 0
    for row in document.tables[index].rows {
      for cell in row.cells { count = max(count, cell.column + 1) }
    }
    document.tables[index].columnCount = count
    for row in document.tables[index].rows.indices {
      for cell in document.tables[index].rows[row].cells.indices {
        let column = document.tables[index].rows[row].cells[cell].column
        let span = document.tables[index].rows[row].cells[cell].columnSpan
        document.tables[index].rows[row].cells[cell].columnSpan = min(span, count - column)
      }
    }
  }
}
