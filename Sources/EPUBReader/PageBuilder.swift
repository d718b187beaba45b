import EPUBBasics
package import EPUBBook
import EPUBContent
import EPUBLayout
import EPUBPackaging
package import EPUBSegmentation

/// Makes the pages of one chapter: the same rows that are printed.
package struct PageBuilder {
  private let book: Book
  private let survey: Survey
  private let chapter: Chapter
  private let frame: ReaderPage.Frame
  private let overlay: Overlay
  private let words: [HighlightedWord]
  private let segmenter: Segmenter
  private var lines: [ReaderPage.Line] = []
  /// Cells of each mark that is seen on the page, in order.
  private var marks: [(mark: Int, cells: [ReaderPage.Cells])] = []
  private var waitingRows = 0

  /// - Parameter overlay: of the chapter's document, with indices into `words`.
  package init(
    _ book: Book, _ survey: Survey, _ chapter: Chapter, _ frame: ReaderPage.Frame,
    _ overlay: Overlay, _ words: [HighlightedWord], _ segmenter: Segmenter
  ) {
    self.book = book
    self.survey = survey
    self.chapter = chapter
    self.frame = frame
    self.overlay = overlay
    self.words = words
    self.segmenter = segmenter
  }

  /// - Parameter page: index in the chapter.
  package func page(_ page: Int) -> ReaderPage {
    var building = self
    building.addLines(of: page)
    let number = survey.firstPages[chapter.spine] + page
    return ReaderPage(
      page: number, pageCount: survey.pageCount, frame: frame,
      locator: book.locator(of: chapter.start(ofPage: page), in: chapter.document, survey),
      printPages: survey.printPageLabels(onPage: number), lines: building.lines,
      words: building.seenWords)
  }

  private var seenWords: [ReaderPage.Word] {
    marks.map { mark, cells in
      let word = words[overlay.marks[mark].word]
      return ReaderPage.Word(value: word.value, color: word.color, note: word.note, cells: cells)
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
    var segments: [Segment] = []
    chapter.appendSegments(of: line, overlay, segmenter, to: &segments)
    let text = text(of: segments)
    if text.isEmpty {
      waitingRows += Int(line.rows)
      return
    }
    for _ in 0..<waitingRows {
      lines.append(ReaderPage.Line(text: "", spans: []))
    }
    waitingRows = Int(line.rows) - 1
    addCells(of: segments, row: lines.count)
    lines.append(
      ReaderPage.Line(
        text: String(decoding: text, as: UTF8.self), spans: spans(of: segments)))
  }

  /// The text alone, blanks at its end cut.
  private func text(of segments: [Segment]) -> [UInt8] {
    var text: [UInt8] = []
    for (index, segment) in segments.enumerated() {
      text += repeatElement(0x20, count: segment.blanks + (index == 0 ? frame.left : 0))
      text += chapter.bytes(of: segment.source)[segment.range]
    }
    while text.last == 0x20 { text.removeLast() }
    return text
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
      let cells = ReaderPage.Cells(
        row: row, column: frame.left + seen.lowerBound, length: seen.count)
      if marks.last?.mark == first.mark {
        marks[marks.count - 1].cells.append(cells)
      } else {
        marks.append((first.mark, [cells]))
      }
    }
  }

  private func spans(of segments: [Segment]) -> [ReaderPage.Span] {
    struct Look: Equatable {
      var styles: [ReaderPage.Style]
      var href: String?
      var highlight: String?
    }
    var spans: [(cells: Range<Int>, look: Look)] = []
    for segment in segments {
      let look = Look(
        styles: styles(of: segment), href: href(ofLink: segment.link),
        highlight: segment.mark < 0
          ? nil : words[overlay.marks[segment.mark].word].color)
      if look.styles.isEmpty, look.href == nil, look.highlight == nil { continue }
      if let last = spans.last, last.look == look,
        let joined = last.cells.joined(with: segment)
      {
        spans[spans.count - 1].cells = joined
      } else {
        spans.append((segment.column..<segment.column + segment.width, look))
      }
    }
    return spans.map { cells, look in
      ReaderPage.Span(
        start: frame.left + cells.lowerBound, length: cells.count, styles: look.styles,
        href: look.href, highlight: look.highlight)
    }
  }

  private static let names: [(TextStyle, ReaderPage.Style)] = [
    (.bold, .bold), (.italic, .italic), (.underline, .underline), (.strike, .strike),
    (.code, .code), (.smallCaps, .smallCaps), (.superscript, .superscript),
    (.subscript, .subscript),
  ]

  private func styles(of segment: Segment) -> [ReaderPage.Style] {
    var styles = Self.names.filter { segment.style.contains($0.0) }.map(\.1)
    guard segment.link >= 0 else { return styles }
    styles.append(.link)
    if chapter.document.links[segment.link].kind == .noteReference { styles.append(.note) }
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
