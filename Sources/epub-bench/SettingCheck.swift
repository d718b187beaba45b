import EPUBBook
import EPUBContent
import EPUBLayout
import EPUBSegmentation

/// Sets books in many measures and looks whether what must hold for every line and page does.
struct SettingCheck {
  /// Faults told of one book; more would say the same.
  private static let maximumFaultCount = 5

  private let path: String
  private let book: Book

  /// `nil` for a file that is no book, or one that cannot be read.
  init?(_ path: String) {
    guard let book = try? Book(path: path) else { return nil }
    self.path = path
    self.book = book
  }

  /// Prints what does not hold; returns how many galleys were set, and whether all was well.
  func run() -> (galleys: Int, isSound: Bool) {
    var galleys = 0
    var faults: [String] = []
    let ways = Self.ways
    book.forEachSpineItem { [book] spine, segmenter in
      let document = book.document(at: spine)
      return ways.flatMap { way in
        let faults =
          GalleyCheck(document, way, segmenter).faults
          + book.chapter(
            at: spine, layout: way.options, segmenter: segmenter, document: document
          ).misplaced
        return faults.map { "item \(spine), \(way.name): \($0)" }
      }
    } consume: { _, found in
      galleys += ways.count
      faults += found
      return faults.count < Self.maximumFaultCount
    }
    for fault in faults.prefix(Self.maximumFaultCount) { print("\(path): \(fault)") }
    return (galleys, faults.isEmpty)
  }

  /// A way to set a document.
  struct Way: Sendable {
    var options: LayoutOptions
    var name: String {
      "\(options.measure) cells" + (options.justifies ? ", justified" : "")
        + (options.hyphenates ? ", hyphenated" : "")
        + (options.notesStandAtFoot ? ", notes at the foot" : "")
    }
  }

  private static var ways: [Way] {
    [20, 27, 34, 40, 53, 60, 72, 97, 120].flatMap { measure in
      [false, true].map { isFull in
        var options = LayoutOptions(measure: measure, pageHeight: 23)
        options.justifies = isFull
        options.hyphenates = isFull
        options.notesStandAtFoot = isFull && measure % 2 == 0
        return Way(options: options)
      }
    }
  }
}

/// What must hold for one document in one measure.
private struct GalleyCheck {
  private(set) var faults: [String] = []
  private let document: ContentDocument
  private let options: LayoutOptions
  private let segmenter: Segmenter

  init(_ document: ContentDocument, _ way: SettingCheck.Way, _ segmenter: Segmenter) {
    self.document = document
    options = way.options
    self.segmenter = segmenter
    var galley = Galley(setting: document, options: options, segmenter: segmenter)
    let again = Galley(setting: document, options: options, segmenter: segmenter)
    if galley.lines != again.lines || galley.pieces != again.pieces
      || galley.ornaments != again.ornaments
    {
      faults.append("setting it twice differs")
    }
    if !options.notesStandAtFoot { checkCoverage(galley) }
    checkText(galley)
    for index in galley.lines.indices { checkLine(index, galley) }
    checkPages(galley.makePages(height: options.pageHeight), galley)
  }

  private mutating func checkCoverage(_ galley: Galley) {
    var end: Int32 = 0
    for line in galley.lines {
      if line.textStart != end || line.textEnd < end { faults.append("a gap at \(end)") }
      end = line.textEnd
    }
    if end != Int32(document.text.count), !galley.lines.isEmpty {
      faults.append("the text ends at \(document.text.count), its lines at \(end)")
    }
  }

  /// All text but white space is shown, and nothing twice.
  private mutating func checkText(_ galley: Galley) {
    var counts = [UInt8](repeating: 0, count: document.text.count)
    for piece in galley.pieces where piece.source != .ornament {
      for offset in piece.textRange where counts[offset] < 2 { counts[offset] += 1 }
    }
    for block in document.blocks where block.image < 0 {
      for run in document.runs[block.runRange] where isShown(run) {
        for offset in run.textRange where counts[offset] != 1 && !isBlank(offset) {
          let end = min(offset + 12, document.text.count)
          let words = String(decoding: document.text[offset..<end], as: UTF8.self)
          faults.append("the text at \(offset), “\(words)”, is shown \(counts[offset]) times")
          return
        }
      }
    }
  }

  /// White space, which a line's end swallows: ASCII's, U+2000 to U+200B, U+3000. In a scalar's middle too.
  private func isBlank(_ offset: Int) -> Bool {
    var start = offset
    while start > 0, document.text[start] & 0xC0 == 0x80 { start -= 1 }
    let scalar = document.text[start...].prefix(3)
    return document.text[start] <= 0x20 || scalar.starts(with: [0xE3, 0x80, 0x80])
      || scalar.starts(with: [0xE2, 0x80]) && scalar[start + 2] <= 0x8B
  }

  /// Whether all of a run's text is to be seen somewhere.
  private func isShown(_ run: Run) -> Bool { run.shownRange.map { !$0.isEmpty } ?? true }

  private mutating func checkLine(_ index: Int, _ galley: Galley) {
    let line = galley.lines[index]
    var reached = 0
    var clusterCount = 0
    for piece in galley.pieces[line.pieceRange] {
      let bytes = galley.source(of: piece, in: document)
      let width = segmenter.width(of: bytes, in: piece.range)
      if width != Int(piece.width) {
        faults.append("line \(index): a piece of \(width) cells is said to be \(piece.width)")
      }
      if piece.column < 0 { faults.append("line \(index) begins at \(piece.column)") }
      reached = max(reached, Int(piece.column) + width)
      clusterCount += piece.range.count
      checkHyphen(piece, index, galley)
    }
    if reached > options.measure, clusterCount > 4 {
      faults.append("line \(index) takes \(reached) cells")
    }
  }

  /// A hyphen that is not the book's stands where the author or a dictionary allows it.
  private mutating func checkHyphen(_ piece: Piece, _ index: Int, _ galley: Galley) {
    guard piece.source == .ornament, piece.textRange.isEmpty, piece.range.count == 1,
      galley.ornaments[piece.range.lowerBound] == UInt8(ascii: "-")
    else { return }
    let offset = Int(piece.textStart)
    let block = document.blocks[Int(galley.lines[index].block)].textRange
    guard block.contains(offset), !document.softHyphens.contains(piece.textStart) else { return }
    if !options.hyphenates { faults.append("line \(index): a hyphen at \(offset)") }
    let before = document.text[block.lowerBound..<offset].lastIndex { $0 <= 0x20 }
    let after = document.text[offset..<block.upperBound].firstIndex { $0 <= 0x20 }
    if (before ?? block.lowerBound) >= offset - 2 || (after ?? block.upperBound) <= offset + 1 {
      faults.append("line \(index): a hyphen at \(offset) leaves less than two letters")
    }
  }

  private mutating func checkPages(_ pages: PageTable, _ galley: Galley) {
    var next = 0
    for page in 0..<pages.count {
      let lines = pages.lines(of: page)
      if lines.lowerBound != next { faults.append("page \(page) begins at line \(lines)") }
      next = lines.upperBound
      guard lines.count > 1, let last = galley.rows(of: lines).last else { continue }
      let rows =
        last.row + (galley.lines[last.line].image >= 0 ? Int(galley.lines[last.line].rows) : 1)
      if rows > options.pageHeight { faults.append("page \(page) takes \(rows) rows") }
    }
    if next != galley.lines.count { faults.append("the pages end at line \(next)") }
  }
}

extension Chapter {
  /// What is told to be on another page than the one that shows it.
  fileprivate var misplaced: [String] {
    var faults: [String] = []
    for page in 0..<pages.count {
      let start = start(ofPage: page)
      if self.page(holding: start) != page {
        faults.append(
          "page \(page) begins at \(start.position.offset), which is told to be elsewhere")
      }
      for piece in pages.lines(of: page).lazy.flatMap({ galley.pieces[galley.lines[$0].pieceRange] }
      )
      where !piece.textRange.isEmpty {
        for offset in [piece.textRange.lowerBound, piece.textRange.upperBound - 1] {
          let told = self.page(holding: Place(TextPosition(spine: spine, offset: offset)))
          if told != page {
            faults.append("\(offset) is on page \(page), and told to be on \(told)")
          }
        }
      }
    }
    return faults
  }
}

extension Galley {
  fileprivate func source(of piece: Piece, in document: ContentDocument) -> [UInt8] {
    switch piece.source {
    case .text: document.text
    case .shown: document.shownBytes
    case .ornament: ornaments
    }
  }
}
