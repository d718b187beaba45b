import EPUBBasics
import EPUBBook
import EPUBContainer
import EPUBContent
import EPUBLayout
import EPUBPackaging
import EPUBSegmentation
import EPUBState
import EPUBTerminal

// What keys do on the page
extension Reader {
  func performOnPage(_ action: Action, _ count: Int?, _ character: Unicode.Scalar?) {
    let times = count ?? 1
    switch action {
    case .nextPage: turnPages(times)
    case .previousPage: move { session.turnPages(-times) }
    case .lineDown: move { session.scrollLines(times) }
    case .lineUp: move { session.scrollLines(-times) }
    case .halfPageDown: move { session.scrollHalfPages(times) }
    case .halfPageUp: move { session.scrollHalfPages(-times) }
    case .nextParagraph: move { session.goToParagraph(times) }
    case .previousParagraph: move { session.goToParagraph(-times) }
    case .nextChapter: move { session.goToChapter(times) }
    case .previousChapter: move { session.goToChapter(-times) }
    case .start:
      jump {
        session.goToStart()
        return .arrived
      }
    case .end:
      jump {
        session.goToEnd()
        return .arrived
      }
    case .goToPage: goToPage(count)
    case .goToPercent: goToPercent(count)
    case .back: goBack { session.back() }
    case .forward: goBack { session.forward() }
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

  /// A motion; what it leaves behind no longer stands on the page.
  func move(_ motion: () -> Bool) {
    if motion() { viewMoved() } else { message = "No further that way" }
  }

  private func turnPages(_ count: Int) {
    let seen = session.status().charactersSeen
    let now = environment.clock()
    if count == 1 { speed.note(characters: seen, seconds: now - pageShownSince) }
    move { session.turnPages(count) }
  }

  /// A jump: what was left can be come back to.
  func jump(_ jump: () -> ReadingSession.Arrival, missing: String = "There is no such place") {
    switch jump() {
    case .arrived: viewMoved()
    case .waiting: message = "Waiting until pages are counted (Ctrl-C gives up)"
    case .noSuchPlace: message = missing
    }
  }

  func goBack(_ step: () -> Bool) {
    if step() { viewMoved() } else { message = "No further place that way" }
  }

  func viewMoved() {
    wordCursor = nil
    if selection?.spine != session.columns.first?.chapter.spine { selection = nil }
    pageShownSince = environment.clock()
  }

  func goToPage(_ page: Int?) {
    guard let page else {
      jump {
        session.goToEnd()
        return .arrived
      }
      return
    }
    let last = session.survey?.pageCount
    jump(
      { session.go(toPage: page) },
      missing: last.map { "There is no page \(page); the last is \($0)" }
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
    move { session.scrollLines(times) }
  }

  /// Gives up what is under way: counting goes on, waiting for it does not.
  func cancel() {
    panel = nil
    selection = nil
    wordCursor = nil
    session.cancelWaiting()
    session.endSearch()
    message = "Cancelled"
  }

  func close() {
    if panel != nil {
      panel = nil
    } else if selection != nil {
      selection = nil
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
