/// A picture of coloured characters, as cells.
struct BlockPicture: Hashable, Sendable {
  private struct Block: Hashable {
    var cluster: [UInt8]
    var style: CellStyle
  }

  private var rows: [[Block]] = [[]]

  /// Reads what chafa wrote; of sequences only colours are understood, all else is dropped. `nil` when
  /// nothing is to be seen.
  init?(_ output: [UInt8], columns: Int, rows: Int) {
    var style = CellStyle()
    var at = 0
    while at < output.count, self.rows.count <= rows {
      switch SequenceScanner.scan(output, from: at) {
      case .incomplete: at = output.count
      case .tooLong(let end): at = end
      case .found(let sequence, let end):
        take(sequence, &style, columns)
        at = end
      }
    }
    self.rows = Array(self.rows.prefix(rows))
    if self.rows.allSatisfy(\.isEmpty) { return nil }
  }

  private mutating func take(_ sequence: TerminalSequence, _ style: inout CellStyle, _ columns: Int)
  {
    switch sequence {
    case .control(let control):
      if control.isPlain(UInt8(ascii: "m")) {
        style.take(control.parameters.map { $0.first ?? nil })
      }
    // A line feed, as the decoder of keys sees it.
    case .stroke(KeyStroke("j", .control)): rows.append([])
    case .stroke(let stroke):
      guard case .character(let scalar) = stroke.key, stroke.modifiers.isEmpty,
        rows[rows.count - 1].count < columns
      else { return }
      rows[rows.count - 1].append(Block(cluster: Array(String(scalar).utf8), style: style))
    case .singleShift, .mouse, .string, .nothing: break
    }
  }

  func draw(on screen: inout Screen, in part: Rectangle) {
    for (row, blocks) in rows.prefix(part.rows).enumerated() {
      for (column, block) in blocks.prefix(part.columns).enumerated() {
        screen.set(block.cluster, block.style, column: part.column + column, row: part.row + row)
      }
    }
  }
}

extension CellStyle {
  /// Parameters of SGR: colours, reverse, and the end of all.
  fileprivate mutating func take(_ parameters: [Int?]) {
    var rest = parameters.map { $0 ?? 0 }[...]
    if rest.isEmpty { self = CellStyle() }
    while let parameter = rest.popFirst() {
      switch parameter {
      case 0: self = CellStyle()
      case 7: attributes.insert(.reverse)
      case 27: attributes.remove(.reverse)
      case 30...37: ink = Color(paletteIndex: parameter - 30)
      case 90...97: ink = Color(paletteIndex: parameter - 90 + 8)
      case 40...47: paper = Color(paletteIndex: parameter - 40)
      case 100...107: paper = Color(paletteIndex: parameter - 100 + 8)
      case 38: ink = Self.color(&rest)
      case 48: paper = Self.color(&rest)
      case 39: ink = nil
      case 49: paper = nil
      default: break
      }
    }
  }

  private static func color(_ rest: inout ArraySlice<Int>) -> Color? {
    switch rest.popFirst() {
    case 5: return rest.popFirst().flatMap(Color.init(paletteIndex:))
    case 2:
      let parts = rest.prefix(3).compactMap { UInt8(exactly: $0) }
      rest = rest.dropFirst(3)
      return parts.count == 3 ? Color(red: parts[0], green: parts[1], blue: parts[2]) : nil
    default: return nil
    }
  }
}
