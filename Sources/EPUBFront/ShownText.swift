import EPUBBasics
import EPUBContent

// The reading text of blocks as `text` prints it: markers, quotes, readings, letters as the stylesheet
// transforms them.

extension ContentDocument {
  /// Appends a unit without a line end at its end; nothing when nothing of it is to be read.
  func appendShown(_ unit: TextUnit, to bytes: inout [UInt8]) {
    if let row = unit.row {
      appendShown(row: tables[row.table].rows[row.row], to: &bytes)
    } else {
      appendShown(block: unit.blocks.lowerBound, to: &bytes)
    }
  }

  private func appendShown(block index: Int, to bytes: inout [UInt8]) {
    let block = blocks[index]
    let start = bytes.count
    if let marker = block.markerRange {
      bytes.append(contentsOf: shownBytes[marker])
      bytes.append(0x20)
    }
    if block.image >= 0 {
      bytes.append(contentsOf: images[Int(block.image)].shownText.utf8)
      return
    }
    for run in runs[block.runRange] {
      if let shown = run.shownRange {
        bytes.append(contentsOf: shownBytes[shown])
      } else {
        bytes.append(contentsOf: text[run.textRange])
      }
    }
    while bytes.count > start, bytes[bytes.count - 1].isASCIISpace { bytes.removeLast() }
  }

  private func appendShown(row: Table.Row, to bytes: inout [UInt8]) {
    let start = bytes.count
    var isEmpty = true
    for (index, cell) in row.cells.enumerated() {
      if index > 0 { bytes.append(0x09) }
      let cellStart = bytes.count
      for block in cell.blockRange {
        let before = bytes.count
        if before > cellStart { bytes.append(0x20) }
        let blockStart = bytes.count
        appendShown(block: block, to: &bytes)
        if bytes.count == blockStart { bytes.removeSubrange(before...) }
      }
      // A row is one line and a tab ends a cell.
      for at in cellStart..<bytes.count where bytes[at] == 0x0A || bytes[at] == 0x09 {
        bytes[at] = 0x20
      }
      isEmpty = isEmpty && bytes.count == cellStart
    }
    if isEmpty { bytes.removeSubrange(start...) }
  }

  /// The logical text of a row: its cells with a tab between, a cell's blocks with a space.
  func logicalText(of row: Table.Row) -> [UInt8] {
    var bytes: [UInt8] = []
    for (index, cell) in row.cells.enumerated() {
      if index > 0 { bytes.append(0x09) }
      var isFirst = true
      for block in blocks[cell.blockRange] where block.textEnd > block.textStart {
        if !isFirst { bytes.append(0x20) }
        isFirst = false
        bytes.append(contentsOf: text[block.textRange])
      }
    }
    return bytes
  }
}

extension Image {
  /// `[Image: …]` with the alternative text, with the file's name for lack of one; nothing for decoration.
  var shownText: String {
    if let alternative { return alternative.isEmpty ? "" : "[Image: \(alternative)]" }
    guard let path else { return "[Image]" }
    return "[Image: \(String(path.name).printable)]"
  }
}
