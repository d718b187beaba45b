import EPUBBasics
import EPUBBook
import EPUBContent
import EPUBLayout
import EPUBSegmentation
import EPUBState
import EPUBTerminal

/// The reader in the terminal, apart from the terminal itself: inputs go in, a screen comes out.
///
/// It stands on a `ReadingSession`, which knows the way through the book; here are keys, panels, marks
/// on the page, and what is kept between runs.
final class Reader {
  /// What only the loop around the reader can do.
  enum Effect: Hashable {
    case redraw, suspend, quit
    case copy(String)
    /// Read another book in this one's stead.
    case read(path: String, mark: String?)
  }

  let opened: OpenedBook
  let environment: Environment
  /// Layout options change with keys.
  var request: Request
  let session: ReadingSession
  let state: ReaderState
  let mailbox: Mailbox
  let segmenter = Segmenter()
  var matcher: KeyMatcher
  var capabilities: TerminalCapabilities
  var look: ReaderLook
  var size: Environment.TerminalSize
  /// What is too small to be read on shows only that.
  var frame: PageFrame?
  var wantsTwoPages: Bool
  var effects: [Effect] = []
  var message: String?
  var waiting = ""
  var panel: OpenPanel?
  /// Where the panel was drawn.
  var panelPart: Rectangle?
  /// A panel that is opened as soon as the book is counted.
  var waitingPanel: Action?
  /// What is said when a place that is waited for turns out to be nowhere.
  var missing: (() -> String)?
  /// What was said of the hit that was gone to: said anew while more are found.
  var hitMessage: String?
  /// Lines typed before, by what they were typed for.
  var typedLines: [String: [String]] = [:]
  var speed = ReadingSpeed()
  var pageShownSince = 0.0
  // Marks on the page
  var words: HighlightedWords
  /// Words that this run alone marks.
  var ownWords: [HighlightedWord]
  var annotations: [PlacedAnnotation] = []
  var wordCursor: TextSpan?
  var selection: TextSpan?
  /// Whether the word cursor moves an end of the selection, and from where.
  var isSelecting = false
  var selectionStart: TextSpan?
  var searchForward = true
  /// What was searched for last; Escape hides its hits, and the next hit brings them back.
  var lastSearch: LastSearch?
  // What is on the screen
  var drawn: [DrawnPiece] = []
  var drawnPictures: [DrawnPicture] = []
  /// Where a button of the mouse went down and has not moved since.
  var pressedCell: Cell?
  var pictureFiles: [ContainerPath: PictureFile] = [:]
  // What was saved
  /// Names of annotations that were seen among those that are kept.
  var keptAnnotations: Set<String> = []
  /// Where the book was left, if it was opened elsewhere.
  var placeLeft: Place?
  var savedAnchor: Place?
  var savedPlaces: [Place: SavedPlace] = [:]
  /// `nil` until what is kept is known: until then nothing is written over it.
  var savedHistory: SavedHistory?

  init(
    _ opened: OpenedBook, _ request: Request,
    _ environment: Environment, _ state: ReaderState, words: [HighlightedWord],
    ownWords: [HighlightedWord], at place: Place?, size: Environment.TerminalSize,
    capabilities: TerminalCapabilities, wake: @escaping @Sendable () -> Void
  ) {
    self.opened = opened
    self.request = request
    wantsTwoPages = request.showsTwoPages
    self.environment = environment
    self.state = state
    self.words = HighlightedWords(words + ownWords)
    self.ownWords = ownWords
    self.size = size
    self.capabilities = capabilities
    look = ReaderLook(
      request.theme, hasColors: capabilities.colorDepth != .none, isPlain: request.isPlain)
    matcher = KeyMatcher(request.configuration.keyTable)
    mailbox = Mailbox(wake: wake)
    frame = Reader.frame(request, size)
    session = ReadingSession(
      opened.book, layout: frame?.layout ?? Reader.smallestLayout,
      columnCount: Reader.columnCount(wantsTwo: request.showsTwoPages, frame, size), at: place,
      wake: wake)
    savedAnchor = place
    pageShownSince = environment.clock()
  }
}

extension Reader {
  var configuration: Configuration { request.configuration }
}

/// The history as it is kept.
struct SavedHistory: Equatable {
  var places: [Place]
  var current: Int
}

/// A stretch of one document's logical text.
struct TextSpan: Hashable {
  var spine: Int
  var range: Range<Int>
}

/// A panel, and what it is there for.
struct OpenPanel {
  var panel: any Panel
  var purpose: PanelPurpose
}

// Input
extension Reader {
  func handle(_ input: TerminalInput) {
    switch input {
    case .key(let stroke): handle(stroke)
    case .paste(let text): if panel?.panel.takesText == true { type(.paste(text)) }
    case .mouse(let event): handle(event)
    case .resized, .learned, .nothing: break
    case .woken: takeMail()
    case .resumed: effects.append(.redraw)
    case .ended: effects.append(.quit)
    }
    keepPlace()
  }

  private func handle(_ stroke: KeyStroke) {
    message = nil
    waitingPanel = nil
    if let panel = panel?.panel, panel.takesText || !matcher.isWaiting && panel.takes(stroke) {
      return type(.key(stroke))
    }
    waiting = ""
    switch matcher.take(stroke) {
    case .action(let action, let count, let character): perform(action, count, character)
    case .waiting(let shown): waiting = shown
    case .unbound: break
    }
  }

  /// Does what a key asks for: first the panel's, then the page's.
  func perform(_ action: Action, _ count: Int?, _ character: Unicode.Scalar?) {
    if var open = panel {
      if action == .accept, case .note(let reference) = open.purpose {
        panel = nil
        return jump { self.session.go(to: reference) }
      }
      let answer = open.panel.handle(action, count: count)
      panel = open
      if take(answer, of: open) { return }
    }
    performOnPage(action, count, character)
  }

  private func takeMail() {
    takeLetters()
    let news = session.takeNews()
    if news.contains(.found) { hitsCame() }
    if news.contains(.arrived) {
      if message == Self.waitingMessage { message = nil }
      viewMoved()
    }
    if news.contains(.missed), let missing { message = missing() }
    if news.contains(.counted), let waitingPanel {
      self.waitingPanel = nil
      message = nil
      openPanel(for: waitingPanel)
    }
  }
}

// Layout
extension Reader {
  static let smallestLayout = LayoutOptions(measure: 20, pageHeight: 4)

  /// `nil` where there is no room for a page.
  static func frame(_ request: Request, _ size: Environment.TerminalSize) -> PageFrame? {
    if size.columns < 20 || size.rows < 5 { return nil }
    do throws(Failure) {
      // A page of another size is no larger than what can be seen of it.
      let wanted = request.size ?? size
      return try PageFrame(
        request,
        size: Environment.TerminalSize(
          columns: min(wanted.columns, size.columns), rows: min(wanted.rows, size.rows)))
    } catch {
      return nil
    }
  }

  /// Two pages side by side, where there is room for two whole measures and 4 cells more.
  static func columnCount(
    wantsTwo: Bool, _ frame: PageFrame?, _ size: Environment.TerminalSize
  ) -> Int {
    guard wantsTwo, let frame else { return 1 }
    return size.columns >= 2 * frame.width + 4 ? 2 : 1
  }

  var columnCount: Int { Self.columnCount(wantsTwo: wantsTwoPages, frame, size) }

  func resize(to size: Environment.TerminalSize) {
    if size == self.size { return }
    self.size = size
    layOutAnew()
  }

  /// After whatever changed pages: the place stays.
  func layOutAnew() {
    frame = Reader.frame(request, size)
    guard let frame else { return }
    session.setLayout(frame.layout, columnCount: columnCount)
  }
}
