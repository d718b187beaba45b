import EPUBBasics
import EPUBBook
import EPUBLayout
import EPUBTerminal

// What keys do on the page
extension Reader {
  func performOnPage(_ action: Action, _ count: Int?, _ character: Unicode.Scalar?) {
    let times = count ?? 1
    switch action {
    case .nextPage: turnPages(times)
    case .previousPage: move(-times) { session.turnPages($0) }
    case .lineDown: move(times) { session.scrollLines($0) }
    case .lineUp: move(-times) { session.scrollLines($0) }
    case .halfPageDown: move(times) { session.scrollHalfPages($0) }
    case .halfPageUp: move(-times) { session.scrollHalfPages($0) }
    case .nextParagraph: move(times) { session.goToParagraph($0) }
    case .previousParagraph: move(-times) { session.goToParagraph($0) }
    case .nextChapter: goToChapter(times)
    case .previousChapter: goToChapter(-times)
    case .start:
      session.goToStart()
      viewMoved()
    case .end: goToEnd()
    case .goToPage: goToPage(count)
    case .goToPercent: goToPercent(count)
    case .back: walkBack(times, else: "No place to go back to") { session.back() }
    case .forward: walkBack(times, else: "No place to go on to") { session.forward() }
    case .commandLine, .contents, .hits, .bookmarks, .words, .information, .recent, .help,
      .searchForward, .searchBackward, .linkHints:
      openPanel(for: action)
    case .nextHit: goToHit(times)
    case .previousHit: goToHit(-times)
    case .searchWordForward: searchWord(forward: true)
    case .searchWordBackward: searchWord(forward: false)
    case .setMark: character.map { setMark($0) }
    case .goToMark: character.map { goToMark($0) }
    case .bookmark: toggleBookmark()
    case .openPicture: openPicture()
    case .nextWord, .endOfWord: moveWordCursor(by: times)
    case .previousWord: moveWordCursor(by: -times)
    case .accept: accept(times)
    case .highlightWord: toggleHighlight()
    case .lookUp: lookUp()
    case .select: toggleSelection()
    case .selectSentence: selectSentence()
    case .copy: copySelection(withCitation: false)
    case .copyWithCitation: copySelection(withCitation: true)
    case .highlight: character.map { highlightSelection($0) }
    case .note: askForNote()
    case .wider: setWidth(request.width + 2 * times)
    case .narrower: setWidth(request.width - 2 * times)
    case .usualWidth: setWidth(count ?? Request().width)
    case .nextTheme: takeNextTheme()
    case .twoPages: toggleTwoPages()
    case .redraw: effects.append(.redraw)
    case .suspend: effects.append(.suspend)
    case .cancel: cancel()
    case .close: close()
    case .quit: effects.append(.quit)
    }
  }

  /// A motion so many steps on, or back where it is negative.
  func move(_ steps: Int, _ motion: (Int) -> Bool) {
    if motion(steps) {
      viewMoved()
    } else {
      message = steps > 0 ? "This is the end" : "This is the beginning"
    }
  }

  private func goToChapter(_ steps: Int) {
    if session.goToChapter(steps) {
      viewMoved()
    } else {
      message = steps > 0 ? "No chapter begins further on" : "No chapter begins before this"
    }
  }

  private func turnPages(_ count: Int) {
    let seen = session.status().charactersSeen
    let now = environment.clock()
    if count == 1 { speed.note(characters: seen, seconds: now - pageShownSince) }
    move(count) { session.turnPages($0) }
  }

  /// A jump: what was left can be come back to.
  func jump(
    _ jump: () -> ReadingSession.Arrival,
    missing: @autoclosure @escaping () -> String = "There is no such place"
  ) {
    switch jump() {
    case .arrived:
      viewMoved()
    case .waiting:
      self.missing = missing
      message = Self.waitingMessage
    case .noSuchPlace: message = missing()
    }
  }

  static let waitingMessage = "Waiting until pages are counted (Ctrl-C gives up)"

  /// Through the places that were left by jumps.
  func walkBack(_ times: Int, else nowhere: String, _ step: () -> Bool) {
    var left = times
    while left > 0, step() { left -= 1 }
    if left < times { viewMoved() } else { message = nowhere }
  }

  /// What stood on the page before no longer does.
  func viewMoved() {
    wordCursor = nil
    if let selection, !session.columns.contains(where: { $0.chapter.spine == selection.spine }) {
      endSelection()
    }
    pageShownSince = environment.clock()
  }

  private func goToEnd() {
    session.goToEnd()
    viewMoved()
  }

  /// - Parameter page: `nil` for the end.
  func goToPage(_ page: Int?) {
    guard let page else { return goToEnd() }
    jump(
      { session.go(toPage: page) },
      missing: self.session.survey.map { "There is no page \(page); the last is \($0.pageCount)" }
        ?? "There is no page \(page)")
  }

  func goToPercent(_ percent: Int?) {
    guard let percent else {
      message = "Type the percent first: 25%"
      return
    }
    jump { session.go(toPercent: Double(min(100, max(0, percent)))) }
  }

  /// Enter.
  private func accept(_ times: Int) {
    if wordCursor != nil { return saveWord() }
    move(times) { session.scrollLines($0) }
  }

  /// Gives up what is under way: counting goes on, waiting for it does not.
  func cancel() {
    panel = nil
    endSelection()
    wordCursor = nil
    session.cancelWaiting()
    session.endSearch()
    message = "Cancelled"
  }

  func close() {
    if panel != nil {
      panel = nil
    } else if selection != nil {
      endSelection()
    } else if wordCursor != nil {
      wordCursor = nil
    } else {
      session.endSearch()
    }
  }
}

// Look
extension Reader {
  func setWidth(_ width: Int) {
    request.width = max(20, min(width, max(20, size.columns)))
    layOutAnew()
    message = "Lines of at most \(request.width) cells"
  }

  func toggleTwoPages() {
    wantsTwoPages.toggle()
    layOutAnew()
    if wantsTwoPages, columnCount == 1, let frame {
      message = "Two pages need \(2 * frame.width + 4) columns; there are \(size.columns)"
    }
  }

  /// The terminal told what it can do.
  func learn(_ capabilities: TerminalCapabilities) {
    let couldDraw = self.capabilities.pictures != .none
    self.capabilities = capabilities
    let hasColors = capabilities.colorDepth != .none
    if hasColors != look.hasColors {
      look = ReaderLook(request.theme, hasColors: hasColors, isPlain: look.isPlain)
    }
    if !couldDraw, capabilities.pictures != .none, request.pictures == .text { suggestPictures() }
  }

  func takeNextTheme() {
    let themes = configuration.themes
    let index = themes.firstIndex { $0.name == request.theme.name } ?? -1
    take(themes[(index + 1) % themes.count])
  }

  func take(_ theme: Theme) {
    request.theme = theme
    look = ReaderLook(theme, hasColors: look.hasColors, isPlain: look.isPlain)
    message = look.hasColors ? "Theme \(theme.name)" : "Theme \(theme.name), seen only in colour"
  }
}
