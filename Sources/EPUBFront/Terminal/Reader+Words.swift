import EPUBBasics
import EPUBBook
import EPUBContent
import EPUBLayout
import EPUBReader
import EPUBSegmentation
import EPUBState

// The word cursor, words that are saved and words that are marked
extension Reader {
  /// Moves the cursor by whole words; without one it begins with the first word in view, going back
  /// with the last. Past the view's end the page is turned.
  func moveWordCursor(by count: Int) {
    let isForward = count > 0
    var left = abs(count)
    var from = wordCursor
    while left > 0 {
      let ahead = visibleWords(behind: from, isForward: isForward)
      if left <= ahead.count { return moveCursor(to: ahead[left - 1]) }
      left -= ahead.count
      from = ahead.last ?? from
      guard turnForWords(isForward) else {
        if let last = ahead.last { moveCursor(to: last) }
        message = isForward ? "This is the last word" : "This is the first word"
        return
      }
    }
  }

  /// The words in view that lie behind one in the direction, the nearest first.
  private func visibleWords(behind word: TextSpan?, isForward: Bool) -> [TextSpan] {
    let words = isForward ? visibleWords : visibleWords.reversed()
    guard let word else { return words }
    let place = (word.spine, word.range.lowerBound)
    return words.filter {
      isForward
        ? ($0.spine, $0.range.lowerBound) > place : ($0.spine, $0.range.lowerBound) < place
    }
  }

  /// Turns a page; what is being selected stays so inside of its document.
  private func turnForWords(_ isForward: Bool) -> Bool {
    let cursor = wordCursor
    guard session.turnPages(isForward ? 1 : -1) else { return false }
    viewMoved()
    // Should no word come, the selection's end is where it was.
    if selection != nil { wordCursor = cursor }
    return true
  }

  private func moveCursor(to word: TextSpan) {
    wordCursor = word
    guard isSelecting, let start = selectionStart, start.spine == word.spine else { return }
    let first = min(start.range.lowerBound, word.range.lowerBound)
    selection = TextSpan(
      spine: word.spine, range: first..<max(start.range.upperBound, word.range.upperBound))
  }

  /// The words that begin in view, in the order in which they are seen.
  var visibleWords: [TextSpan] {
    session.columns.flatMap { column in
      let chapter = column.chapter
      let blocks = chapter.blocks(of: column.lines).map { chapter.document.blocks[$0] }
      return chapter.shownText(of: column.lines).flatMap { words(in: $0, of: blocks, chapter) }
    }
  }

  private func words(
    in visible: Range<Int>, of blocks: [Block], _ chapter: Chapter
  ) -> [TextSpan] {
    blocks.flatMap { block -> [TextSpan] in
      let inside = visible.clamped(to: block.textRange)
      if inside.isEmpty { return [] }
      // A word that is cut by the page's edge is still one word: look a little further.
      let near = chapter.document.wordSafe(inside, in: block)
      return segmenter.words(of: chapter.document.text, in: near)
        .filter { word in
          visible.contains(word.lowerBound)
            && !chapter.galley.raisedText.contains { $0.contains(word.lowerBound) }
        }
        .map { TextSpan(spine: chapter.spine, range: $0) }
    }
  }

  func text(of span: TextSpan) -> String {
    session.shownChapter(at: span.spine)?.document.string(in: span.range) ?? ""
  }

  /// Keeps the word under the cursor, with its sentence.
  func saveWord() {
    guard let span = wordCursor, let document = session.shownChapter(at: span.spine)?.document
    else { return }
    let word = text(of: span)
    let folded = WordSet.folded(word)
    if folded.isEmpty { return }
    let sentence = document.sentence(around: span.range)
    let place = savedPlace(
      at: Place(TextPosition(spine: span.spine, offset: span.range.lowerBound)))
    let title = opened.title
    changeWord(folded) { known, now in
      var record =
        known
        ?? WordRecord(word: word, folded: folded, isSaved: false, created: now)
      record.isSaved = true
      record.sentence = sentence
      record.bookTitle = title
      record.place = place.cfi
      return record
    } says: { _ in
      "Saved: \(word)"
    }
  }

  /// Marks the word under the cursor wherever it stands, or no longer.
  func toggleHighlight() {
    guard let span = wordCursor else {
      message = "Choose a word first (w)"
      return
    }
    let word = text(of: span)
    setHighlight(of: word, isMarked(WordSet.folded(word)) ? nil : configuration.highlightColors[0])
  }

  /// - Parameter color: `nil` to mark it no longer.
  func setHighlight(of word: String, _ color: String?) {
    let folded = WordSet.folded(word)
    if folded.isEmpty {
      message = "No word: \(word)"
      return
    }
    if color == nil { ownWords.removeAll { WordSet.folded($0.value) == folded } }
    changeWord(folded) { known, now in
      var record =
        known ?? WordRecord(word: word, folded: folded, isSaved: false, created: now)
      record.isHighlighted = color != nil
      if let color { record.color = color }
      return record
    } says: { reader in
      color != nil
        ? "Marked: \(word)"
        : reader.isMarked(folded)
          ? "\(word) stays marked: it is saved (X, then x forgets it)"
          : "No longer marked: \(word)"
    }
    // What is seen does not wait for what is kept.
    var list = words.words.filter { WordSet.folded($0.value) != folded }
    if let color { list.append(HighlightedWord(value: word, color: color)) }
    words = HighlightedWords(list)
  }

  private func isMarked(_ folded: String) -> Bool {
    words.words.contains { WordSet.folded($0.value) == folded }
  }

  private func changeWord(
    _ folded: String, _ change: @escaping @Sendable (WordRecord?, Int64) -> WordRecord,
    says said: @escaping @Sendable (Reader) -> String
  ) {
    let now = environment.now()
    changeWords(
      { store throws(StateError) in
        try store.atOnce { () throws(StateError) in
          let known = try store.allWords().last { $0.folded == folded && $0.bookID == nil }
          let record = change(known, now)
          if record.isSaved || record.isHighlighted {
            _ = try store.saveWords([record])
          } else {
            _ = try store.removeWords([folded], ofBook: nil)
          }
        }
      }, says: said)
  }

  /// Forgets a word from the list of words.
  func removeWord(_ word: WordRecord) {
    changeWords(
      { store throws(StateError) in
        _ = try store.removeWords([word.folded], ofBook: word.bookID)
      }, says: { _ in "Forgotten: \(word.word)" })
  }

  /// Changes which words are kept, marks those that are to be marked then, and says so.
  private func changeWords(
    _ body: @escaping @Sendable (StateStore) throws(StateError) -> Void,
    says said: @escaping @Sendable (Reader) -> String
  ) {
    let mailbox = mailbox
    let marksSaved = configuration.marksSavedWords
    state.change { store, book throws(StateError) in
      try body(store)
      let marked = HighlightedWord.marked(
        try store.allWords(), inBook: book, marksSaved: marksSaved)
      mailbox.put { $0.takeKeptWords(marked) }
    } then: { kept in
      mailbox.put { $0.message = kept ? said($0) : $0.unkept }
    }
  }

  /// Words of this run alone stay marked beside those that are kept.
  func takeKeptWords(_ kept: [HighlightedWord]) {
    words = HighlightedWords(kept + ownWords)
  }
}

extension ContentDocument {
  /// `range` widened to the spaces around it, within reason and the block.
  fileprivate func wordSafe(_ range: Range<Int>, in block: Block) -> Range<Int> {
    if range.isEmpty { return range }
    var start = range.lowerBound
    while start > block.textRange.lowerBound, range.lowerBound - start < 256,
      !text[start - 1].isASCIISpace
    {
      start -= 1
    }
    var end = range.upperBound
    while end < block.textRange.upperBound, end - range.upperBound < 256,
      !text[end].isASCIISpace
    {
      end += 1
    }
    while start < range.lowerBound, text[start].isUTF8Continuation { start += 1 }
    while end > range.upperBound, end < text.count, text[end].isUTF8Continuation { end -= 1 }
    return start..<end
  }

  /// Text as it is copied: a line for each block.
  func string(in range: Range<Int>) -> String {
    var bytes: [UInt8] = []
    let first = blocks.firstPlace { $0.textRange.upperBound > range.lowerBound }
    for block in blocks[first...] {
      if block.textRange.lowerBound >= range.upperBound { break }
      let part = block.textRange.clamped(to: range)
      if part.isEmpty { continue }
      if !bytes.isEmpty { bytes.append(0x0A) }
      appendOnOneLine(part, to: &bytes)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Reader {
  /// The page that is shown first for `--highlight`: where the reader is if one of those words stands
  /// there, else the next one, going on from the beginning at the end.
  func goToMarkedWord() {
    let own = HighlightedWords(ownWords)
    let isInView = session.columns.contains { column in
      let visible = column.chapter.shownText(of: column.lines)
      return own.overlay(
        on: column.chapter.document, inBlocks: column.chapter.blocks(of: column.lines),
        segmenter: segmenter
      ).marks.contains { mark in visible.contains { mark.range.overlaps($0) } }
    }
    if isInView { return }
    let behind = session.columns.last.map { column in
      TextPosition(
        spine: column.chapter.spine,
        offset: column.chapter.textRange(of: column.lines).upperBound)
    }
    let found = opened.book.occurrences(
      of: ownWords.map(\.value), from: behind ?? TextPosition(spine: 0, offset: 0)
    )
    .compactMap { $0.map { TextPosition(spine: $0.spine, offset: $0.range.lowerBound) } }
    let next = found.filter { $0 >= behind ?? $0 }.min() ?? found.min()
    if let next {
      _ = session.go(to: Place(next))
    } else {
      message = "Nowhere in the book: \(ownWords.map(\.value).joined(separator: ", ").asLine)"
    }
  }
}
