import EPUBBasics
import EPUBBook
import EPUBContent
import EPUBLayout
import EPUBReader
import EPUBSegmentation

/// How lines are drawn.
enum LineLook: Hashable, Sendable {
  /// Nothing but text.
  case plain
  /// Type styles; highlights are reversed.
  case styled
  /// Type styles and colours.
  case colored(Theme)

  init(_ request: Request, _ environment: Environment) {
    let noColor = !(environment.variables["NO_COLOR"] ?? "").isEmpty
    let isColored =
      switch request.color {
      case .auto: environment.outputIsTerminal && !noColor
      case .always: true
      case .never: false
      }
    self =
      isColored ? .colored(request.theme) : environment.outputIsTerminal ? .styled : .plain
  }
}

/// Draws lines of one chapter as bytes.
///
/// The hot path of printing: bytes are appended from where they lie; no `String` is made.
struct LineWriter {
  let chapter: Chapter
  let frame: PageFrame
  let look: LineLook
  let overlay: Overlay
  let words: MarkedWords
  let segmenter: Segmenter
  private let base: String
  private var segments: [Segment] = []

  init(
    _ chapter: Chapter, _ frame: PageFrame, _ look: LineLook, _ overlay: Overlay,
    _ words: MarkedWords, _ segmenter: Segmenter
  ) {
    self.chapter = chapter
    self.frame = frame
    self.look = look
    self.overlay = overlay
    self.words = words
    self.segmenter = segmenter
    if case .colored(let theme) = look, let colors = theme.colors {
      base = ";38;\(colors.text.parameters);48;\(colors.paper.parameters)"
    } else {
      base = ""
    }
  }

  /// Whether lines must be filled up to the page's width.
  var fillsLines: Bool { !base.isEmpty }

  /// Appends a line without its line end; nothing when nothing is to be seen on it.
  mutating func append(_ line: Line, to bytes: inout [UInt8]) {
    switch look {
    case .plain: appendPlain(line, to: &bytes)
    case .styled, .colored: appendStyled(line, to: &bytes)
    }
  }

  /// The text alone, blanks at its end cut.
  func appendPlain(_ line: Line, to bytes: inout [UInt8]) {
    let start = bytes.count
    if line.flags.contains(.isReordered) {
      bytes.appendSpaces(frame.left)
      for (index, blanks) in zip(line.pieceRange, chapter.galley.blanks(before: line)) {
        bytes.appendSpaces(blanks)
        append(chapter.galley.pieces[index], to: &bytes)
      }
    } else {
      var column = -frame.left
      for index in line.pieceRange {
        let piece = chapter.galley.pieces[index]
        bytes.appendSpaces(Int(piece.column) - column)
        append(piece, to: &bytes)
        column = Int(piece.column + piece.width)
      }
    }
    while bytes.count > start, bytes[bytes.count - 1] == 0x20 { bytes.removeLast() }
  }

  @inline(__always) private func append(_ piece: Piece, to bytes: inout [UInt8]) {
    switch piece.source {
    case .text: bytes.append(contentsOf: chapter.document.text[piece.range])
    case .shown: bytes.append(contentsOf: chapter.document.shownBytes[piece.range])
    case .ornament: bytes.append(contentsOf: chapter.galley.ornaments[piece.range])
    }
  }

  /// A row without text; nothing unless it has a colour of its own.
  func appendBlank(to bytes: inout [UInt8]) {
    guard fillsLines else { return }
    bytes.append(contentsOf: "\u{1B}[0\(base)m".utf8)
    bytes.appendSpaces(frame.width)
    bytes.append(contentsOf: "\u{1B}[0m".utf8)
  }

  private mutating func appendStyled(_ line: Line, to bytes: inout [UInt8]) {
    segments.removeAll(keepingCapacity: true)
    chapter.appendSegments(of: line, overlay, segmenter, to: &segments)
    guard segments.contains(where: isVisible) else { return }
    let start = bytes.count
    var left = fillsLines ? frame.width : 0
    var current = ""
    func set(_ parameters: String) {
      if parameters == current { return }
      bytes.append(contentsOf: "\u{1B}[0\(parameters)m".utf8)
      current = parameters
    }
    if fillsLines { set(base) }
    for (index, segment) in segments.enumerated() {
      let blanks = segment.blanks + (index == 0 ? frame.left : 0)
      if blanks > 0 {
        set(base)
        bytes.appendSpaces(blanks)
      }
      set(parameters(of: segment))
      bytes.append(contentsOf: chapter.bytes(of: segment.source)[segment.range])
      left -= blanks + segment.width
    }
    if fillsLines {
      set(base)
      bytes.appendSpaces(left)
    } else if current.isEmpty {
      while bytes.count > start, bytes[bytes.count - 1] == 0x20 { bytes.removeLast() }
    }
    if !current.isEmpty { bytes.append(contentsOf: "\u{1B}[0m".utf8) }
  }

  private func isVisible(_ segment: Segment) -> Bool {
    chapter.bytes(of: segment.source)[segment.range].contains { $0 != 0x20 }
  }

  /// Parameters of SGR after `0`, each with its semicolon before.
  private func parameters(of segment: Segment) -> String {
    let style = segment.style
    var parameters = base
    if style.contains(.bold) { parameters += ";1" }
    if style.contains(.italic) { parameters += ";3" }
    if style.contains(.underline) { parameters += ";4" }
    if style.contains(.strike) { parameters += ";9" }
    if segment.mark >= 0 { parameters += words.parameters[overlay.marks[segment.mark].word] }
    return parameters
  }
}

/// The words that are marked and how their marks look, worked out once: two thousand words can stand
/// a hundred thousand times in a book.
struct MarkedWords: Sendable {
  let words: [HighlightedWord]
  /// Parameters of SGR for each word, each with its semicolon before.
  let parameters: [String]

  init(_ words: [HighlightedWord], _ look: LineLook) {
    self.words = words
    var known: [String: String] = [:]
    parameters = words.map { word in
      if let parameters = known[word.color] { return parameters }
      var parameters = ";7"
      if case .colored = look, let paper = RGB(word.color) {
        let ink = RGB(paper.isBright ? 0 : 0xFFFFFF)
        parameters = ";38;\(ink.parameters);48;\(paper.parameters)"
      }
      known[word.color] = parameters
      return parameters
    }
  }

  subscript(index: Int) -> HighlightedWord { words[index] }
}

extension [UInt8] {
  mutating func appendSpaces(_ count: Int) {
    if count > 0 { append(contentsOf: repeatElement(0x20, count: count)) }
  }
}
