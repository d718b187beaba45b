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
    do throws(TextPattern.PatternError) {
      let pattern = try TextPattern(
        literal: text, FoldingOptions(smartFor: text), wholeWords: wholeWords)
      searchForward = forward
      session.search(
        pattern, forward: forward,
        from: word.map { TextPosition(spine: $0.spine, offset: $0.range.lowerBound) })
      goToHit(1)
    } catch {
      message = Failure(error, pattern: text).line
    }
  }

  func goToHit(_ count: Int) {
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
