import EPUBSegmentation

/// A line of a `TextPanel`.
struct TextLine: Hashable {
  var paragraph: Int
  /// Where it stands, in cells.
  var column: Int
  /// Its part of the paragraph's `TextSource`.
  var range: Range<Int>
  /// What stands before it in the same line, and where.
  var lead: Range<Int>?
  var leadColumn = 0
}

/// Breaks paragraphs into lines, by words where that is possible.
struct TextLines {
  private(set) var lines: [TextLine] = []
  private let columns: Int
  private let segmenter: Segmenter
  /// Text beside a lead needs so many cells.
  private static let leastMeasure = 20

  init(
    _ paragraphs: [TextParagraph], _ sources: [TextSource], columns: Int, _ segmenter: Segmenter
  ) {
    self.columns = columns
    self.segmenter = segmenter
    for index in paragraphs.indices { append(index, paragraphs[index], sources[index]) }
  }

  private mutating func append(_ index: Int, _ paragraph: TextParagraph, _ source: TextSource) {
    let indent = max(0, min(paragraph.indent, columns / 4))
    let start = lines.count
    guard !source.lead.isEmpty else {
      return append(index, source, source.start..<source.bytes.count, indent)
    }
    let column = indent + max(0, min(paragraph.leadColumns, columns))
    let leadEnd = indent + segmenter.width(of: source.bytes, in: source.lead)
    let text = source.start..<source.bytes.count
    if leadEnd < column, columns - column >= Self.leastMeasure {
      append(index, source, text, column)
      lines[start].lead = source.lead
      lines[start].leadColumn = indent
    } else {
      append(index, source, source.lead, indent)
      append(index, source, text, min(indent + 4, columns / 4))
    }
  }

  private mutating func append(
    _ index: Int, _ source: TextSource, _ range: Range<Int>, _ column: Int
  ) {
    for line in ranges(source.bytes, range, measure: max(1, columns - column)) {
      lines.append(TextLine(paragraph: index, column: column, range: line))
    }
  }

  private func ranges(_ bytes: [UInt8], _ range: Range<Int>, measure: Int) -> [Range<Int>] {
    if range.isEmpty { return [range] }
    var atoms: [Atom] = []
    segmenter.appendAtoms(of: bytes, in: range, softHyphens: [], language: "", to: &atoms)
    var filling = LineFilling(start: range.lowerBound, measure: measure)
    var start = range.lowerBound
    for atom in atoms {
      let text = start..<Int(atom.textEnd)
      filling.make(roomFor: Int(atom.width), at: start)
      if Int(atom.width) <= measure {
        filling.add(text.upperBound, Int(atom.width))
      } else {
        cut(bytes, text, into: &filling)
      }
      filling.width += Int(atom.spaceWidth)
      start = Int(atom.end)
      if atom.breakAfter == .forced { filling.end(next: start) }
    }
    return filling.lines
  }

  /// A word longer than a line.
  private func cut(_ bytes: [UInt8], _ word: Range<Int>, into filling: inout LineFilling) {
    var clusters: [Cluster] = []
    segmenter.appendClusters(of: bytes, in: word, to: &clusters)
    var start = word.lowerBound
    for cluster in clusters {
      filling.make(roomFor: Int(cluster.width), at: start)
      filling.add(Int(cluster.end), Int(cluster.width))
      start = Int(cluster.end)
    }
  }
}

/// Lines being filled as full as they get.
private struct LineFilling {
  private(set) var lines: [Range<Int>] = []
  private var start: Int
  private var textEnd: Int
  private let measure: Int
  /// Of what stands in the line, white space at its end included.
  var width = 0

  init(start: Int, measure: Int) {
    self.start = start
    textEnd = start
    self.measure = measure
  }

  mutating func make(roomFor width: Int, at next: Int) {
    if self.width > 0, self.width + width > measure { end(next: next) }
  }

  mutating func add(_ end: Int, _ width: Int) {
    textEnd = end
    self.width += width
  }

  mutating func end(next: Int) {
    lines.append(start..<max(start, textEnd))
    start = next
    textEnd = next
    width = 0
  }
}
