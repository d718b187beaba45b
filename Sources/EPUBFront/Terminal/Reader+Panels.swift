import EPUBBasics
import EPUBBook
import EPUBLayout
import EPUBState
import EPUBTerminal

/// What a panel is open for, with the values that its rows stand for.
enum PanelPurpose {
  case contents([ContentsEntry])
  case hits([SearchHit])
  case bookmarks([PlacedAnnotation])
  case words([WordRecord])
  case recent([BookRecord])
  case hints([LinkSpot])
  /// A note's text, and where it stands.
  case note(Reference)
  case information, help, lookUp
  case commandLine, askNote
  case search(forward: Bool)

  /// Whether it stands in the status line's row.
  var coversStatus: Bool {
    switch self {
    case .commandLine, .askNote, .search: true
    case .contents, .hits, .bookmarks, .words, .recent, .hints, .note, .information, .help, .lookUp:
      false
    }
  }
}

// Opening
extension Reader {
  func open(_ panel: any Panel, for purpose: PanelPurpose) {
    self.panel = OpenPanel(panel: panel, purpose: purpose)
    // A panel learns from being drawn how much of it is seen; the next key may come before that.
    _ = screen()
  }

  func openPanel(for action: Action) {
    switch action {
    case .commandLine: open(prompt: ":", for: .commandLine)
    case .searchForward: open(prompt: "/", for: .search(forward: true))
    case .searchBackward: open(prompt: "?", for: .search(forward: false))
    case .contents: openContents()
    case .hits: openHits()
    case .bookmarks: openBookmarks()
    case .words: openWords()
    case .recent: openRecent()
    case .information: openInformation()
    case .help: openHelp()
    case .linkHints: openHints()
    default: preconditionFailure("no panel belongs to \(action.rawValue)")
    }
  }

  /// What needs the whole book waits for it.
  private func withOutline(_ action: Action, _ body: (Survey) -> Void) {
    if let outline = session.outline { return body(outline) }
    waitingPanel = action
    message = "Waiting until the book is counted"
  }

  private func openContents() {
    withOutline(.contents) { outline in
      let entries = outline.contents.flattened
      if entries.isEmpty {
        message = "The book has no contents"
        return
      }
      let here = outline.contentsEntry(at: session.anchor.position)?.number
      let rows = entries.map { entry in
        ListRow(
          text: entry.title, level: entry.level - 1,
          detail: entry.place.flatMap { page(of: $0) }.map(String.init) ?? "",
          isEnabled: entry.place != nil || entry.externalURL != nil)
      }
      let current = entries.firstIndex { $0.number == here }
      open(
        ListPanel(title: "Contents", rows: rows, current: current), for: .contents(entries))
    }
  }

  /// The page of a place, where pages are counted.
  func page(of place: Place) -> Int? { session.survey?.page(holding: place) }

  private func openBookmarks() {
    refreshAnnotations()
    let marks = annotations.sorted { $0.start < $1.start }
    if marks.isEmpty {
      message = "No bookmarks or notes yet: B, H, a"
      return
    }
    let rows = marks.map { mark in
      ListRow(
        text: mark.shownText, detail: page(of: mark.start).map(String.init) ?? "",
        context: mark.record.chapter.map { ListRow.Context(below: $0) })
    }
    let current = marks.lastIndex { $0.start.position <= session.anchor.position }
    open(
      removable: ListPanel(
        title: "Bookmarks and notes", rows: rows, current: current, requests: [.remove]),
      for: .bookmarks(marks))
  }

  /// Says how entries are removed.
  private func open(removable list: ListPanel, for purpose: PanelPurpose) {
    var list = list
    let keys = matcher.table.keys(for: KeyTable.Binding(.highlightWord))
    list.remark = "\(keys.first?.spelled ?? "Del") removes"
    open(list, for: purpose)
  }

  private func openWords() {
    let words = state.ask([]) { store, _ throws(StateError) in try store.allWords() }
    if words.isEmpty {
      message = "No words yet: w, then Enter saves one, x marks one"
      return
    }
    let rows = words.map { word in
      ListRow(
        text: word.word, detail: word.isHighlighted ? "marked" : "",
        context: word.sentence.map { ListRow.Context(below: $0) })
    }
    open(
      removable: ListPanel(title: "Words", rows: rows, requests: [.remove]), for: .words(words))
  }

  private func openRecent() {
    let books = state.ask([]) { store, _ throws(StateError) in try store.recentBooks(limit: 200) }
    if books.isEmpty {
      message = "No books yet"
      return
    }
    let rows = books.map { book in
      ListRow(
        text: [book.title, book.author].filter { !$0.isEmpty }.joined(separator: ", "),
        detail: book.place.map { "\(Int($0.totalProgression * 100)) %" } ?? "",
        context: book.fingerprint.path.map { ListRow.Context(below: $0) },
        isEnabled: book.fingerprint.path != nil)
    }
    open(ListPanel(title: "Recent books", rows: rows), for: .recent(books))
  }

  private func openInformation() {
    withOutline(.information) { outline in
      guard let frame else { return }
      let facts = BookFacts(of: opened)
      let rows =
        facts.metadata + facts.contents(session.survey ?? outline, frame, pictureCount: nil)
      let width = rows.map(\.name.count).max() ?? 0
      open(
        TextPanel(
          title: "About this book",
          paragraphs: rows.map {
            TextParagraph(text: $0.value, lead: $0.name, leadColumns: width + 2)
          }),
        for: .information)
    }
  }

  private func openHelp() {
    var paragraphs: [TextParagraph] = []
    for (group, entries) in configuration.keyTable.help {
      if !paragraphs.isEmpty { paragraphs.append(TextParagraph(text: "")) }
      paragraphs.append(TextParagraph(text: group, style: .title))
      paragraphs += entries.map {
        TextParagraph(text: $0.summary, lead: $0.keys, leadColumns: 26, indent: 2)
      }
    }
    paragraphs.append(TextParagraph(text: ""))
    paragraphs.append(TextParagraph(text: "Commands, typed after :", style: .title))
    paragraphs += TypedCommand.help.map {
      TextParagraph(text: $0.summary, lead: $0.usage, leadColumns: 26, indent: 2)
    }
    open(TextPanel(title: "Keys", paragraphs: paragraphs), for: .help)
  }

  private func openHints() {
    // The page may have been turned since it was drawn.
    _ = screen()
    let spots = linkSpots
    if spots.isEmpty {
      message = "No links in view"
      return
    }
    open(
      HintsPanel(spots.map { HintsPanel.Target($0.column, $0.row, width: $0.width) }),
      for: .hints(spots))
  }

  func open(note texts: [String], _ reference: Reference) {
    var panel = TextPanel(title: "Note", paragraphs: texts.map { TextParagraph(text: $0) })
    // It stands at the foot of the page that it belongs to.
    panel.share = 2
    open(panel, for: .note(reference))
  }

  func askForNote() { open(prompt: "Note: ", for: .askNote) }

  private static let patterns = "/"

  private func open(prompt: String, for purpose: PanelPurpose) {
    var completions = PromptPanel.Completions()
    var typedFor = prompt
    if case .search = purpose { typedFor = Self.patterns }
    if case .commandLine = purpose {
      completions = TypedCommand.completions(themes: configuration.themes.map(\.name))
    }
    open(
      PromptPanel(
        prompt: prompt, history: typedLines[typedFor] ?? [], completions: completions),
      for: purpose)
  }
}

extension ListRow.Context {
  /// A line of its own, below the entry's text.
  init(below text: String) { self.init(before: text, hit: "", after: "") }
}

extension PlacedAnnotation {
  /// In a list.
  var shownText: String {
    let name =
      Mark(id: record.id).map { "Mark \($0.letter)" } ?? record.kind.rawValue.capitalizedFirst
    let parts = [record.note, record.text].compactMap(\.self).filter { !$0.isEmpty }
    let text = parts.isEmpty ? record.start.quote.beginning : parts.joined(separator: " — ")
    return "\(name): \(text)".asLine
  }
}

extension SavedPlace.Quote {
  /// What stands at the place, in whole words as far as there are spaces.
  fileprivate var beginning: String {
    let text = at + after
    guard let end = text.lastIndex(of: " "), text.utf8.count > 40 else { return text }
    return "\(text[..<end])…"
  }
}

// Answers
extension Reader {
  func type(_ input: TypedInput) {
    guard var open = panel else { return }
    let answer = open.panel.type(input)
    panel = open
    if !take(answer, of: open), case .key(let stroke) = input { performOnScreen(stroke) }
  }

  /// Keys that mean the screen mean it also where others are typed text.
  private func performOnScreen(_ stroke: KeyStroke) {
    guard case .bound(let binding) = matcher.table.find([stroke.canonical]),
      binding.action == .redraw || binding.action == .suspend
    else { return }
    performOnPage(binding.action, nil, nil)
  }

  /// Does what a panel answered; `false` when the page should do what the key says.
  func take(_ answer: PanelAnswer, of open: OpenPanel) -> Bool {
    switch answer {
    case .stays, .edited: return true
    case .closes: panel = nil
    case .passes: return false
    case .chose(let index):
      panel = nil
      choose(index, of: open.purpose)
    case .asked(let index, let request): ask(request, index, of: open.purpose)
    case .entered(let line):
      panel = nil
      enter(line, for: open.purpose)
    }
    return true
  }

  private func choose(_ index: Int, of purpose: PanelPurpose) {
    switch purpose {
    case .contents(let entries): jump { session.go(toContentsEntry: entries[index]) }
    case .hits(let hits):
      session.go(to: hits[index])
      viewMoved()
      tellArrival()
    case .bookmarks(let marks): jump { session.go(to: marks[index].start) }
    case .words(let words): search(words[index].folded, forward: true, wholeWords: true)
    case .recent(let books):
      if let path = books[index].fingerprint.path { effects.append(.read(path: path, mark: nil)) }
    case .hints(let spots): follow(spots[index])
    case .note, .information, .help, .lookUp, .commandLine, .askNote, .search: break
    }
  }

  private func ask(_ request: PanelRequest, _ index: Int, of purpose: PanelPurpose) {
    guard request == .remove else { return }
    switch purpose {
    case .bookmarks(let marks):
      remove(marks[index], says: "Removed")
      removeRow(index)
    case .words(let words):
      removeWord(words[index])
      removeRow(index)
    case .contents, .hits, .recent, .hints, .note, .information, .help, .lookUp, .commandLine,
      .askNote, .search:
      break
    }
  }

  /// The list stays with the rest, at the entry behind it.
  private func removeRow(_ index: Int) {
    guard let open = panel, var list = open.panel as? ListPanel else { return }
    list.remove(index)
    panel = list.chosen == nil ? nil : OpenPanel(panel: list, purpose: open.purpose)
  }

  private func enter(_ line: String, for purpose: PanelPurpose) {
    switch purpose {
    case .commandLine:
      typedLines[":", default: []].append(line)
      run(line)
    case .search(let forward):
      // Enter alone searches again for what was searched last, either way.
      let text = line.isEmpty ? typedLines[Self.patterns]?.last ?? "" : line
      if !line.isEmpty { typedLines[Self.patterns, default: []].append(line) }
      let hit = line.isEmpty ? session.currentHit : nil
      search(
        text, forward: forward, from: hit.map { TextSpan(spine: $0.spine, range: $0.range) })
    case .askNote: note(line)
    case .contents, .hits, .bookmarks, .words, .recent, .hints, .note, .information, .help, .lookUp:
      break
    }
  }
}
