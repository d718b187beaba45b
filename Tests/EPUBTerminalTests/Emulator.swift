import EPUBSegmentation

@testable import EPUBTerminal

/// A terminal of the kind that books are read on, as strict as any: it waits behind the last column
/// and then wraps, leaves rubbish beside half-overwritten wide characters, and stops at what it does
/// not know.
struct Emulator {
  struct Cell: Hashable {
    var text = " "
    var style = CellStyle()
    /// The right part of a wide cluster.
    var isRest = false
  }

  let columns: Int
  let rows: Int
  var cells: [Cell]
  var row = 0
  var column = 0
  var waitsToWrap = false
  var style = CellStyle()
  var isCursorShown = true
  var unknown: [String] = []
  /// The width that this terminal gives clusters of several parts and emoji; `nil`: ours.
  var doubtfulWidth: Int?
  private let segmenter = Segmenter()

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    cells = Array(repeating: Cell(text: "#"), count: columns * rows)
  }

  mutating func take(_ bytes: [UInt8]) {
    var at = 0
    while at < bytes.count {
      if bytes[at] == 0x1B {
        at = takeSequence(bytes, at + 1)
      } else if bytes[at] < 0x20 {
        takeControl(bytes[at])
        at += 1
      } else {
        let end = bytes[at...].firstIndex { $0 < 0x20 } ?? bytes.count
        takeText(bytes, at..<end)
        at = end
      }
    }
  }

  private mutating func takeControl(_ byte: UInt8) {
    waitsToWrap = false
    switch byte {
    case 0x0D: column = 0
    case 0x0A where row + 1 < rows: row += 1
    default: unknown.append("control \(byte)")
    }
  }

  // MARK: Text

  private mutating func takeText(_ bytes: [UInt8], _ range: Range<Int>) {
    var clusters: [Cluster] = []
    segmenter.appendClusters(of: bytes, in: range, to: &clusters)
    var start = range.lowerBound
    for cluster in clusters {
      let end = Int(cluster.end)
      put(String(decoding: bytes[start..<end], as: UTF8.self), width: Int(cluster.width))
      start = end
    }
  }

  private mutating func put(_ text: String, width: Int) {
    var width = width
    let scalars = text.unicodeScalars
    if let doubtfulWidth,
      scalars.count > 1 || scalars.contains(where: { (0x1F000..<0x20000).contains($0.value) })
    {
      width = doubtfulWidth
    }
    if waitsToWrap || column + width > columns {
      unknown.append("wrapped at \(row), \(column)")
      return
    }
    for part in column..<column + width { leaveRubbish(row * columns + part) }
    cells[row * columns + column] = Cell(text: text, style: style)
    for part in 1..<max(1, width) {
      cells[row * columns + column + part] = Cell(text: "", style: style, isRest: true)
    }
    column += width
    if column == columns {
      column -= 1
      waitsToWrap = true
    }
  }

  private mutating func leaveRubbish(_ at: Int) {
    var first = at
    while cells[first].isRest { first -= 1 }
    var end = first + 1
    while end < cells.count, cells[end].isRest { end += 1 }
    if end - first < 2 { return }
    for part in first..<end { cells[part] = Cell(text: "#") }
  }

  // MARK: Sequences

  private mutating func takeSequence(_ bytes: [UInt8], _ start: Int) -> Int {
    if bytes[start] == UInt8(ascii: "]") {
      var end = start
      while bytes[end] != 0x1B { end += 1 }
      takeLink(String(decoding: bytes[start + 1..<end], as: UTF8.self))
      return end + 2
    }
    var end = start + 1
    while !(0x40...0x7E).contains(bytes[end]) { end += 1 }
    let body = String(decoding: bytes[start + 1..<end], as: UTF8.self)
    takeControl(body, Character(Unicode.Scalar(bytes[end])))
    return end + 1
  }

  private mutating func takeLink(_ text: String) {
    let parts = text.split(separator: ";", maxSplits: 2, omittingEmptySubsequences: false)
    if parts.count != 3 || parts[0] != "8" { unknown.append("OSC \(text)") }
    style.link = parts.last.flatMap { $0.isEmpty ? nil : String($0) }
  }

  private mutating func takeControl(_ body: String, _ final: Character) {
    let numbers = body.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    switch (final, body) {
    case ("m", _): takeStyle(numbers[...])
    case ("H", _):
      row = max(1, numbers[0]) - 1
      column = numbers.count > 1 ? numbers[1] - 1 : 0
      waitsToWrap = false
    case ("G", _):
      column = numbers[0] - 1
      waitsToWrap = false
    case ("J", "2"): erase(0..<cells.count)
    case ("K", ""): erase(row * columns + column..<(row + 1) * columns)
    case ("l", "?25"): isCursorShown = false
    case ("h", "?25"): isCursorShown = true
    case ("h", "?2026"), ("l", "?2026"): break
    default: unknown.append("CSI \(body)\(final)")
    }
    if row >= rows || column >= columns { unknown.append("out at \(row), \(column)") }
  }

  private mutating func erase(_ range: Range<Int>) {
    for at in range {
      leaveRubbish(at)
      cells[at] = Cell(style: CellStyle(paper: style.paper))
    }
  }

  private mutating func takeStyle(_ numbers: ArraySlice<Int>) {
    var numbers = numbers
    let on: [Int: CellStyle.Attributes] = [
      1: .bold, 2: .dim, 3: .italic, 4: .underline, 7: .reverse, 9: .strike,
    ]
    let off: [Int: CellStyle.Attributes] = [
      22: [.bold, .dim], 23: .italic, 24: .underline, 27: .reverse, 29: .strike,
    ]
    while let number = numbers.popFirst() {
      if number == 0 {
        style = CellStyle(link: style.link)
      } else if let attribute = on[number] {
        style.attributes.insert(attribute)
      } else if let attributes = off[number] {
        style.attributes.subtract(attributes)
      } else if number == 39 {
        style.ink = nil
      } else if number == 49 {
        style.paper = nil
      } else if number == 38 || number == 48, numbers.count >= 4, numbers.popFirst() == 2 {
        let parts = (0..<3).map { _ in UInt8(numbers.popFirst() ?? 0) }
        let color = Color(red: parts[0], green: parts[1], blue: parts[2])
        if number == 38 { style.ink = color } else { style.paper = color }
      } else {
        unknown.append("SGR \(number)")
      }
    }
  }
}

extension Emulator.Cell {
  /// As it is seen: of a blank neither weight nor ink.
  var seen: Emulator.Cell {
    var cell = self
    if text == " ", style.attributes.isDisjoint(with: [.underline, .strike, .reverse]) {
      cell.style.ink = nil
      cell.style.attributes = []
    }
    return cell
  }
}

extension Emulator {
  /// What a screen must look like.
  static func expected(_ screen: Screen) -> [Cell] {
    screen.cells.indices.map { at in
      let cell = screen.cells[at]
      var bytes: [UInt8] = []
      screen.append(cell.glyph, to: &bytes)
      return Cell(
        text: String(decoding: bytes, as: UTF8.self), style: screen.styles[cell.style],
        isRest: cell.width == 0)
    }
  }
}
