import EPUBBasics
import EPUBBook
import EPUBContent
import EPUBLayout
import EPUBReader
import EPUBSegmentation
import EPUBState

/// Prints pages of a book, or the whole book as one column.
struct Reading {
  let opened: OpenedBook
  let request: Request
  let environment: Environment
  let output: Output
  private let state: KeptState
  private let words: HighlightedWords
  private let marked: MarkedWords
  /// Index of the first of the words that this run marks; those before are kept ones.
  private let firstOwnWord: Int
  private let look: LineLook

  init(
    _ opened: OpenedBook, _ request: Request, _ words: [HighlightedWord], _ state: KeptState,
    _ environment: Environment, _ output: Output
  ) {
    self.opened = opened
    self.request = request
    self.environment = environment
    self.output = output
    self.state = state
    look = LineLook(request, environment)
    // Where no mark is seen, none is looked for but those that the run asks for.
    let isMarked = look != .plain || request.json
    let kept = isMarked ? state.markedWords(in: opened, request) : []
    firstOwnWord = kept.count
    self.words = HighlightedWords(kept + words)
    marked = MarkedWords(kept + words, look)
  }

  private var book: Book { opened.book }

  func run() throws(Failure) {
    if request.position == nil, !request.json, !environment.outputIsTerminal {
      printColumn(try PageFrame(request, environment, fixedHeight: true))
    } else {
      try printPages(try PageFrame(request, environment))
    }
    output.flush()
    state.noteReading(opened)
  }

  private func printColumn(_ frame: PageFrame) {
    let (book, words, marked, look, firstOwn) = (book, words, marked, look, firstOwnWord)
    var seen = Seen(book.textFindings)
    var isFirst = true
    book.forEachSpineItem { index, segmenter in
      let chapter = book.chapter(at: index, layout: frame.layout, segmenter: segmenter)
      let overlay = words.overlay(on: chapter.document, segmenter: segmenter)
      var writer = PageWriter(
        LineWriter(chapter, frame, look, overlay, marked, segmenter))
      writer.appendColumn()
      return Drawn(bytes: writer.bytes, chapter, overlay.holdsWord(from: firstOwn))
    } consume: { _, drawn in
      seen.note(drawn)
      if drawn.bytes.isEmpty { return true }
      defer { isFirst = false }
      return (isFirst || output.write([0x0A])) && output.write(drawn.bytes)
    }
    tell(seen)
  }

  private func printPages(_ frame: PageFrame) throws(Failure) {
    let survey = request.json ? book.survey(layout: frame.layout) : nil
    let selection = try WantedPages(opened, request, state, environment, output)
      .selection(frame, survey)
    if let survey {
      draw(selection, frame) { [book] writer, page in
        PageBuilder(
          book, survey, writer.chapter, frame.box, writer.overlay, writer.words.words,
          writer.segmenter
        ).page(page).json.line
      }
    } else {
      draw(selection, frame, separator: 0x0C) { writer, page in
        var pages = PageWriter(writer)
        pages.appendPage(writer.chapter.pages.lines(of: page))
        return pages.bytes
      }
    }
  }

  /// Draws the pages on all cores and writes them in order.
  ///
  /// - Parameter separator: written before each page but the first.
  private func draw(
    _ selection: PageSelection, _ frame: PageFrame, separator: UInt8? = nil,
    page drawPage: @Sendable (LineWriter, Int) -> [UInt8]
  ) {
    let (book, words, marked, look, firstOwn) = (book, words, marked, look, firstOwnWord)
    var seen = Seen(book.textFindings)
    var left = selection.limit ?? Int.max
    var isFirst = true
    let spines = selection.spines(of: book)
    book.forEachSpineItem(in: spines, firstGroup: selection.limit == nil ? Int.max : 1) {
      index, segmenter in
      let chapter = book.chapter(
        at: index, layout: frame.layout, segmenter: segmenter,
        throughPage: selection.lastPage(inItem: index))
      let overlay = words.overlay(on: chapter.document, segmenter: segmenter)
      let writer = LineWriter(chapter, frame, look, overlay, marked, segmenter)
      var drawn = Drawn(bytes: [], chapter, overlay.holdsWord(from: firstOwn))
      for page in selection.pages(of: chapter) {
        if let separator { drawn.bytes.append(separator) }
        drawn.bytes += drawPage(writer, page)
        drawn.pageEnds.append(drawn.bytes.count)
      }
      return drawn
    } consume: { _, drawn in
      seen.note(drawn)
      let wanted = min(left, drawn.pageEnds.count)
      left -= wanted
      if wanted > 0 {
        let start = isFirst && separator != nil ? 1 : 0
        isFirst = false
        output.write(Array(drawn.bytes[start..<drawn.pageEnds[wanted - 1]]))
      }
      return left > 0 && output.state == .done
    }
    tell(seen)
  }
}

/// What is made of one chapter.
private struct Drawn: Sendable {
  var bytes: [UInt8]
  /// Offsets in `bytes` one past each page.
  var pageEnds: [Int] = []
  var spine: Int
  /// Whether a word that this run marks stands in it.
  var hasMark: Bool
  var losses: Losses

  init(bytes: [UInt8], _ chapter: Chapter, _ hasMark: Bool) {
    self.bytes = bytes
    spine = chapter.spine
    self.hasMark = hasMark
    losses = Losses(chapter.document.findings)
  }
}

/// What was met in the chapters that were printed.
private struct Seen {
  var losses: Losses
  var hasMark = false
  var spines: Set<Int> = []

  init(_ findings: [Finding]) { losses = Losses(findings) }

  mutating func note(_ drawn: Drawn) {
    losses.formUnion(drawn.losses)
    hasMark = hasMark || drawn.hasMark
    spines.insert(drawn.spine)
  }
}

// What stands on standard error after the pages
extension Reading {
  private func tell(_ seen: Seen) {
    seen.losses.tell(of: opened, on: output)
    let own = words.words[firstOwnWord...]
    if own.isEmpty || seen.hasMark || !output.isWhole { return }
    if hasMark(outside: seen.spines) { return }
    let names = own.prefix(3).map(\.value).joined(separator: ", ")
    let rest = own.count > 3 ? " and \(own.count - 3) more" : ""
    output.note("\(opened.name): nowhere in the book: \(names)\(rest); nothing is highlighted")
  }

  /// Whether a highlighted word stands in a spine item that was not printed; stops at the first.
  private func hasMark(outside spines: Set<Int>) -> Bool {
    let (book, words, firstOwn) = (book, words, firstOwnWord)
    var found = false
    book.forEachSpineItem(firstGroup: 4) { index, segmenter in
      if spines.contains(index) { return false }
      return words.overlay(on: book.document(at: index), segmenter: segmenter)
        .holdsWord(from: firstOwn)
    } consume: { _, hasMark in
      found = hasMark
      return !hasMark
    }
    return found
  }
}

extension Overlay {
  /// Whether a word at or behind an index stands in the document.
  fileprivate func holdsWord(from index: Int) -> Bool { marks.contains { $0.word >= index } }
}
