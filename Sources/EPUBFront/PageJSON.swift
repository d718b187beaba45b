import EPUBBasics
import EPUBBook
import EPUBContent
import EPUBLayout
import EPUBPackaging

/// One page as JSON (contract, "Pages as JSON"): the same rows that are printed.
struct PageJSON {
  private let book: Book
  private let survey: Survey
  private let writer: LineWriter
  private var lines: [JSON] = []
  /// Cells of each mark that is seen on the page, in order.
  private var marks: [(mark: Int, cells: [JSON])] = []
  private var waitingRows = 0

  init(_ book: Book, _ survey: Survey, _ writer: LineWriter) {
    self.book = book
    self.survey = survey
    self.writer = writer
  }

  private var chapter: Chapter { writer.chapter }
  private var frame: PageFrame { writer.frame }

  /// - Parameter page: index in the chapter.
  func object(ofPage page: Int) -> JSON {
    var building = self
    building.addLines(of: page)
    let number = survey.firstPages[chapter.spine] + page
    let locator = book.locator(of: chapter.start(ofPage: page), in: chapter.document, survey)
    return .object([
      ("page", .number(number)), ("pages", .number(survey.pageCount)),
      ("size", .object([("columns", .number(frame.columns)), ("rows", .number(frame.rows))])),
      ("width", .number(frame.width)), ("height", .number(frame.height)),
      ("locator", .object(locator.members)),
      ("printPages", JSON.strings(survey.printPageLabels(onPage: number))),
      ("lines", .list(building.lines)), ("words", .list(building.words)),
    ])
  }

  private var words: [JSON] {
    marks.map { mark, cells in
      let word = writer.words[writer.overlay.marks[mark].word]
      return .object([
        ("value", .string(word.value)), ("color", .string(word.color)),
        ("note", JSON.nonEmpty(word.note)), ("cells", .list(cells)),
      ])
    }
  }

  private mutating func addLines(of page: Int) {
    waitingRows = frame.top
    let range = chapter.pages.lines(of: page)
    for index in range {
      let line = chapter.galley.lines[index]
      if index > range.lowerBound { waitingRows += Int(line.spaceAbove) }
      add(line)
    }
  }

  private mutating func add(_ line: Line) {
    var text: [UInt8] = []
    writer.appendPlain(line, to: &text)
    if text.isEmpty {
      waitingRows += Int(line.rows)
      return
    }
    for _ in 0..<waitingRows {
      lines.append(.object([("text", .string("")), ("spans", .list([]))]))
    }
    waitingRows = Int(line.rows) - 1
    var segments: [Segment] = []
    chapter.appendSegments(of: line, writer.overlay, writer.segmenter, to: &segments)
    addCells(of: segments, row: lines.count)
    lines.append(.object([("text", .bytes(text)), ("spans", .list(spans(of: segments)))]))
  }

  private mutating func addCells(of segments: [Segment], row: Int) {
    var index = 0
    while index < segments.count {
      let first = segments[index]
      var seen = first.column..<first.column + first.width
      index += 1
      if first.mark < 0 { continue }
      while index < segments.count, segments[index].mark == first.mark,
        let joined = seen.joined(with: segments[index], skipsBlanks: true)
      {
        seen = joined
        index += 1
      }
      let cells = JSON.object([
        ("row", .number(row)), ("column", .number(frame.left + seen.lowerBound)),
        ("length", .number(seen.count)),
      ])
      if marks.last?.mark == first.mark {
        marks[marks.count - 1].cells.append(cells)
      } else {
        marks.append((first.mark, [cells]))
      }
    }
  }

  private func spans(of segments: [Segment]) -> [JSON] {
    struct Span: Equatable {
      var styles: [String]
      var href: String?
      var highlight: String?
    }
    var spans: [(cells: Range<Int>, look: Span)] = []
    for segment in segments {
      let look = Span(
        styles: styles(of: segment), href: href(ofLink: segment.link),
        highlight: segment.mark < 0
          ? nil : writer.words[writer.overlay.marks[segment.mark].word].color)
      if look.styles.isEmpty, look.href == nil, look.highlight == nil { continue }
      if let last = spans.last, last.look == look, let joined = last.cells.joined(with: segment) {
        spans[spans.count - 1].cells = joined
      } else {
        spans.append((segment.column..<segment.column + segment.width, look))
      }
    }
    return spans.map { cells, look in
      .object([
        ("start", .number(frame.left + cells.lowerBound)), ("length", .number(cells.count)),
        ("styles", JSON.strings(look.styles)), ("href", look.href.map { .string($0) }),
        ("highlight", look.highlight.map { .string($0) }),
      ])
    }
  }

  private static let names: [(TextStyle, String)] = [
    (.bold, "bold"), (.italic, "italic"), (.underline, "underline"), (.strike, "strike"),
    (.code, "code"), (.smallCaps, "small-caps"), (.superscript, "super"), (.subscript, "sub"),
  ]

  private func styles(of segment: Segment) -> [String] {
    var styles = Self.names.filter { segment.style.contains($0.0) }.map(\.1)
    guard segment.link >= 0 else { return styles }
    styles.append("link")
    if chapter.document.links[segment.link].kind == .noteReference { styles.append("note") }
    return styles
  }

  /// Where a link leads: relative to the container's root, or a URL of its own.
  private func href(ofLink link: Int) -> String? {
    guard link >= 0 else { return nil }
    let written = chapter.document.links[link].href
    guard let path = book.publication.readingOrder[chapter.spine].path else {
      return written.printable
    }
    switch path.resolving(written) {
    case .inside(let reference, _): return reference.urlEncoded
    case .external(let url): return url.printable
    case .invalid: return written.printable
    }
  }
}

extension Range<Int> {
  /// The cells with those of a segment right beside them.
  ///
  /// - Parameter skipsBlanks: one further right, too, where text runs from left to right.
  fileprivate func joined(with segment: Segment, skipsBlanks: Bool = false) -> Range<Int>? {
    let end = segment.column + segment.width
    let isNext = segment.column == upperBound || segment.column > upperBound && skipsBlanks
    if isNext, segment.column == upperBound || !segment.isRightToLeft { return lowerBound..<end }
    return end == lowerBound ? segment.column..<upperBound : nil
  }
}
