import EPUBBasics
import EPUBBook
import EPUBLayout
import EPUBSegmentation
import EPUBState
import EPUBTerminal

/// Makes the reader of a book: at the place that was asked for, at a mark, or where it was left.
struct ReaderOpening {
  let environment: Environment
  let output: Output
  let size: Environment.TerminalSize
  let capabilities: TerminalCapabilities
  let wake: @Sendable () -> Void

  /// What a book is opened at.
  enum Start: Hashable {
    /// What the command line asks for, else words that it marks, else the saved place.
    case request
    case savedPlace
    /// An annotation, by its name.
    case mark(String)
  }

  func reader(
    of opened: OpenedBook, _ request: Request, _ kept: KeptState, _ own: [HighlightedWord],
    showing wanted: Start = .request
  ) throws(Failure) -> Reader {
    let keptWords = kept.markedWords(in: opened, request)
    let record = kept.record(of: opened)
    var start = try place(of: opened, request, kept, record)
    let state = ReaderState(kept, opened, record)
    var message: String?
    if case .mark(let mark) = wanted, let id = record?.id {
      let marked = kept.ask(nil) { store throws(StateError) in
        try store.annotations(of: id).first { $0.id == mark }
      }
      if let marked { start = opened.book.resolve(marked.start).place }
    } else if request.position == nil, let saved = record?.place {
      let resolved = opened.book.resolve(saved)
      start = resolved.place
      if resolved.grade == .lost {
        message = "The place where you were is gone from this version; this is about as far on"
      }
    }
    let reader = Reader(
      opened, request, environment, state, words: keptWords, ownWords: own,
      at: start, size: size, capabilities: capabilities,
      wake: wake)
    reader.message = message
    if request.position != nil, let saved = record?.place {
      let left = opened.book.resolve(saved).place
      if left != reader.session.anchor { reader.placeLeft = left }
    }
    if wanted == .request, !own.isEmpty, request.position == nil { reader.goToMarkedWord() }
    return reader
  }

  /// The place that the command line asks for.
  private func place(
    of opened: OpenedBook, _ request: Request, _ kept: KeptState, _ record: BookRecord?
  ) throws(Failure) -> Place? {
    guard request.position != nil else { return nil }
    let frame = try PageFrame(request, size: request.size ?? size)
    let wanted = WantedPages(opened, request, kept, environment, output)
    switch try wanted.selection(frame, nil) {
    case .page(let place), .stretch(let place, _): return place
    case .runningPage(let position):
      guard frame.layout.notesStandAtFoot else { return Place(position) }
      let chapter = opened.book.chapter(
        at: position.spine, layout: frame.layout, segmenter: Segmenter())
      return Place(chapter.runningPosition(position))
    case .pages(let spine, let page, _):
      let chapter = opened.book.chapter(
        at: spine, layout: frame.layout, segmenter: Segmenter(), throughPage: page)
      return chapter.start(ofPage: page)
    }
  }
}
