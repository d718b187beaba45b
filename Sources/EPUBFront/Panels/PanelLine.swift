import EPUBSegmentation
import EPUBTerminal

/// A line of a panel: text in looks of its own, drawn cut to its place.
///
/// All of a book's text that a panel shows comes through here.
struct PanelLine {
  private struct Piece {
    var range: Range<Int>
    var style: CellStyle
  }

  private(set) var bytes: [UInt8] = []
  private var pieces: [Piece] = []
  private var overlays: [Piece] = []
  /// The way it runs as a whole.
  var direction = ParagraphDirection.resolved
  /// What must be seen of it when it is cut.
  var keeping: Range<Int>?

  init() {}

  init(_ text: String, _ style: CellStyle) {
    append(text, style)
  }

  /// Adds text, its line breaks and tabs as spaces.
  ///
  /// - Returns: where it stands.
  @discardableResult
  mutating func append(_ text: String, _ style: CellStyle) -> Range<Int> {
    append(Array(text.utf8)[...], style)
  }

  @discardableResult
  mutating func append(_ text: ArraySlice<UInt8>, _ style: CellStyle) -> Range<Int> {
    let start = bytes.count
    bytes.appendAsLine(text)
    pieces.append(Piece(range: start..<bytes.count, style: style))
    return start..<bytes.count
  }

  /// Lays a look over part of the text.
  mutating func lay(_ style: CellStyle, over range: Range<Int>) {
    overlays.append(Piece(range: range, style: style))
  }

  func width(_ segmenter: Segmenter) -> Int {
    segmenter.width(of: bytes, in: 0..<bytes.count)
  }

  private func style(at offset: Int) -> CellStyle {
    var style = pieces.first { $0.range.contains(offset) }?.style ?? CellStyle()
    for overlay in overlays where overlay.range.contains(offset) {
      style = style.under(overlay.style)
    }
    return style
  }

  /// Draws it; what is too long ends with an ellipsis, or begins with one where `keeping` would not be
  /// seen else.
  ///
  /// - Returns: the column after it.
  @discardableResult
  func draw(
    on screen: inout Screen, column: Int, row: Int, before end: Int,
    _ segmenter: Segmenter
  ) -> Int {
    let cut = LineCut(bytes, cells: end - column, keeping: keeping, segmenter)
    let order = LineOrder(bytes, direction, segmenter)
    let parts = parts(of: cut, order)
    var column = column
    for index in LineOrder.visual(parts.map(\.level)) {
      let part = parts[index]
      column = screen.write(
        part.bytes, in: part.range, column: column, row: row, before: end, part.style,
        segmenter: segmenter, isRightToLeft: part.level % 2 == 1)
    }
    return column
  }

  /// The cells that part of it takes, when nothing is cut: from the first to the last.
  func columns(of range: Range<Int>, _ segmenter: Segmenter) -> Range<Int> {
    var line = self
    // So that the line is parted at its ends.
    line.lay(CellStyle(), over: range)
    let cut = LineCut(bytes, cells: .max, keeping: nil, segmenter)
    let parts = line.parts(of: cut, LineOrder(bytes, direction, segmenter))
    var column = 0
    var columns: Range<Int>?
    for index in LineOrder.visual(parts.map(\.level)) {
      let next = column + segmenter.width(of: bytes, in: parts[index].range)
      if range.contains(parts[index].range.lowerBound) {
        columns = (columns?.lowerBound ?? column)..<next
      }
      column = next
    }
    return columns ?? 0..<0
  }

  private struct Part {
    var bytes: [UInt8]
    var range: Range<Int>
    var style: CellStyle
    var level: UInt8
  }

  /// What is seen of it, parted where look or direction change, with the ellipses.
  private func parts(of cut: LineCut, _ order: LineOrder) -> [Part] {
    let range = cut.range
    let edges =
      (pieces + overlays).flatMap { [$0.range.lowerBound, $0.range.upperBound] }
      + order.runs.map { Int($0.end) }
    let places = [range.lowerBound, range.upperBound] + edges.filter { range.contains($0) }
    let starts = Array(Set(places)).sorted()
    var parts = zip(starts, starts.dropFirst()).map { start, end in
      Part(bytes: bytes, range: start..<end, style: style(at: start), level: order.level(at: start))
    }
    if cut.isCutBefore { parts.insert(ellipsis(at: range.lowerBound, order), at: 0) }
    if cut.isCutAfter { parts.append(ellipsis(at: max(range.upperBound - 1, 0), order)) }
    return parts
  }

  private func ellipsis(at offset: Int, _ order: LineOrder) -> Part {
    let bytes = Array("…".utf8)
    return Part(
      bytes: bytes, range: 0..<bytes.count, style: style(at: offset), level: order.base)
  }
}

extension [UInt8] {
  /// Appends text that is to stand in one line: what would end it, or jump, becomes a space.
  mutating func appendAsLine(_ text: ArraySlice<UInt8>) {
    var at = text.startIndex
    while at < text.endIndex {
      let length = Self.lengthOfJump(text, at)
      if length > 0 {
        append(0x20)
        at += length
      } else {
        append(text[at])
        at += 1
      }
    }
  }

  /// Bytes of the line end or tab at an offset, 0 if there is none: U+0009 to U+000D, U+0085, U+2028,
  /// U+2029.
  static func lengthOfJump(_ text: ArraySlice<UInt8>, _ at: Int) -> Int {
    switch text[at] {
    case 0x0D where at + 1 < text.endIndex && text[at + 1] == 0x0A: 2
    case 0x09...0x0D: 1
    case 0xC2 where at + 1 < text.endIndex && text[at + 1] == 0x85: 2
    case 0xE2
    where at + 2 < text.endIndex && text[at + 1] == 0x80 && (0xA8...0xA9).contains(text[at + 2]):
      3
    default: 0
    }
  }
}

extension String {
  /// As one line.
  var withoutLineBreaks: String {
    var bytes: [UInt8] = []
    bytes.appendAsLine(Array(utf8)[...])
    return String(decoding: bytes, as: UTF8.self)
  }
}
