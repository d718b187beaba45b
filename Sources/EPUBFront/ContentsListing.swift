import EPUBBasics
import EPUBBook
import EPUBReader
import EPUBSegmentation

/// `epub-read toc`.
struct ContentsListing {
  private let opened: OpenedBook
  private let request: Request
  private let output: Output
  private let frame: PageFrame

  init(
    _ opened: OpenedBook, _ request: Request, _ environment: Environment, _ output: Output
  ) throws(Failure) {
    self.opened = opened
    self.request = request
    self.output = output
    frame = try PageFrame(request, environment)
  }

  func run() throws(Failure) {
    let survey = opened.book.survey(layout: frame.layout)
    if request.json {
      output.write(survey.contentsJSON.line)
      return
    }
    let entries = survey.contents.flattened
    let table = ContentsTable(
      width: frame.width, numberWidth: String(entries.count).count,
      pageWidth: String(survey.pageCount).count)
    var bytes: [UInt8] = []
    for entry in entries {
      let page = entry.place.map { survey.page(holding: $0) }
      bytes += table.lines(
        number: entry.number, level: entry.level, title: entry.title.asLine, page: page)
    }
    output.write(bytes)
  }
}

/// Rows of number, title and page; titles too long for one line go on in the next.
struct ContentsTable {
  let width: Int
  let numberWidth: Int
  let pageWidth: Int
  let segmenter = Segmenter()

  func lines(number: Int, level: Int, title: String, page: Int?) -> [UInt8] {
    let indent = min(2 * (level - 1), max(0, width / 3))
    let column = numberWidth + 2 + indent
    let room = max(8, width - column - pageWidth - 2)
    var bytes: [UInt8] = []
    let numberText = String(number)
    bytes.appendSpaces(numberWidth - numberText.count)
    bytes += numberText.utf8
    bytes.appendSpaces(2 + indent)
    let rows = wrapped(Array(title.utf8), to: room)
    for (index, row) in rows.enumerated() {
      if index > 0 {
        bytes.append(0x0A)
        bytes.appendSpaces(column)
      }
      bytes += row
    }
    if let page {
      let used = segmenter.width(of: rows[rows.count - 1], in: 0..<rows[rows.count - 1].count)
      let pageText = String(page)
      bytes.appendSpaces(max(2, room - used + 2 + pageWidth - pageText.count))
      bytes += pageText.utf8
    }
    while bytes.last == 0x20 { bytes.removeLast() }
    bytes.append(0x0A)
    return bytes
  }

  /// The text in rows of at most `room` cells, broken where lines may break; at least one row.
  private func wrapped(_ text: [UInt8], to room: Int) -> [[UInt8]] {
    var atoms: [Atom] = []
    segmenter.appendAtoms(of: text, in: 0..<text.count, softHyphens: [], language: "", to: &atoms)
    var rows: [[UInt8]] = []
    var start = 0
    var end = 0
    var used = 0
    var atomStart = 0
    for atom in atoms {
      if used + Int(atom.width) > room, end > start {
        rows.append(Array(text[start..<end]))
        start = atomStart
        used = 0
      }
      end = Int(atom.textEnd)
      used += Int(atom.width + atom.spaceWidth)
      atomStart = Int(atom.end)
    }
    rows.append(Array(text[start..<max(start, end)]))
    return rows
  }
}
