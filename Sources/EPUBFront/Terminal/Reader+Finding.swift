import EPUBBasics
import EPUBBook
import EPUBSegmentation

// Search
extension Reader {
  /// Searches from the view on; the page goes to the first hit when it is there.
  ///
  /// - Parameter word: counts hits from there on, not from the first line in view.
  func search(
    _ text: String, forward: Bool, wholeWords: Bool = false, from word: TextSpan? = nil
  ) {
    if text.isEmpty {
      session.endSearch()
      return
    }
    searchForward = forward
    if begin(LastSearch(text: text, wholeWords: wholeWords), from: word) { goToHit(1) }
  }

  /// Begins a search that was made before once more, where its hits were hidden meanwhile.
  func takeUpSearch() {
    if session.found == nil, let lastSearch { _ = begin(lastSearch) }
  }

  private func begin(_ search: LastSearch, from word: TextSpan? = nil) -> Bool {
    do throws(TextPattern.PatternError) {
      let pattern = try TextPattern(
        literal: search.text, FoldingOptions(smartFor: search.text), wholeWords: search.wholeWords)
      lastSearch = search
      session.search(
        pattern, forward: searchForward,
        from: word.map { TextPosition(spine: $0.spine, offset: $0.range.lowerBound) })
      return true
    } catch {
      message = Failure(error, pattern: search.text).line
      return false
    }
  }

  func goToHit(_ count: Int) {
    takeUpSearch()
    missing = nil
    _ = session.goToHit(count)
    tellArrival()
  }

  /// Hits came in; perhaps one that was waited for was gone to.
  func hitsCame() {
    hitsCameIntoPanel()
    if let message, message == Self.searching || message == hitMessage { tellArrival() }
  }

  private static let searching = "Searching…"

  func tellArrival() {
    switch session.hitArrival {
    case .arrived(let index, let wrapped):
      let total = session.found?.count ?? index
      wordCursor = nil
      pageShownSince = environment.clock()
      var told = "Hit \(session.currentHitNumber ?? index) of \(total)"
      if session.found?.isComplete == false { told += " so far" }
      if session.found?.isCut == true { told += " or more" }
      if wrapped { told += ", from the other end of the book" }
      message = told
      hitMessage = told
    case .waiting: message = Self.searching
    case .none: message = session.found == nil ? "Nothing is searched for: /" : Self.notFound
    }
  }

  func searchWord(forward: Bool) {
    if wordCursor == nil { moveWordCursor(by: 1) }
    guard let wordCursor else { return }
    // However it is written there: at the beginning of a sentence it has a capital.
    let word = text(of: wordCursor).lowercased()
    search(word, forward: forward, wholeWords: true, from: wordCursor)
  }
}

/// A search that can be made again.
struct LastSearch: Hashable {
  var text: String
  var wholeWords: Bool
}
