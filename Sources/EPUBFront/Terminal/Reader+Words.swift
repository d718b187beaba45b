import EPUBBasics
import EPUBBook
import EPUBContainer
import EPUBContent
import EPUBLayout
import EPUBPackaging
import EPUBReader
import EPUBSegmentation
import EPUBState
import EPUBTerminal

// The word cursor, words that are saved and words that are marked
extension Reader {
  /// Moves the cursor by whole words; without one it begins with the first word in view, going back
  /// with the last. Past the view's end the page is turned.
  func moveWordCursor(by count: Int) {
    var left = abs(count)
    let forward = count > 0
    while left > 0 {
      let words = visibleWords
      let next: TextSpan?
      if let current = wordCursor {
        next =
          forward
          ? words.first {
            ($0.spine, $0.range.lowerBound) > (current.spine, current.range.lowerBound)
          }
          : words.last {
            ($0.spine, $0.range.lowerBound) < (current.spine, current.range.lowerBound)
          }
      } else {
        next = forward ? words.first : words.last
      }
      if let next {
        moveCursor(to: next)
      } else {
        let kept = selection
        guard session.turnPages(forward ? 1 : -1) else {
          message = "No further word that way"
          return
        }
        viewMoved()
        selection = kept?.spine == session.columns.first?.chapter.spine ? kept : nil
        guard let word = forward ? visibleWords.first : visibleWords.last else { continue }
        moveCursor(to: word)
      }
      left -= 1
    }
  }

  private func moveCursor(to word: TextSpan) {
    wordCursor = word
    guard isSelecting, let start = selectionStart, start.spine == word.spine else { return }
    let first = min(start.range.lowerBound, word.range.lowerBound)
    selection = TextSpan(
      spine: word.spine, range: first..<max(start.range.upperBound, word.range.upperBound))
  }

  /// The words that begin in view, in reading order.
  var visibleWords: [TextSpan] {
    session.columns.flatMap { column in
      let chapter = column.chapter
      let visible = chapter.textRange(of: column.lines)
      return chapter.document.blocks[chapter.blocks(of: column.lines)].flatMap { block in
        // A word that is cut by the page's edge is still one word: look a little further.
        let near = chapter.document.wordSafe(visible.clamped(to: block.textRange), in: block)
        return segmenter.words(of: chapter.document.text, in: near)
          .filter { visible.contains($0.lowerBound) }
          .map { TextSpan(spine: chapter.spine, range: $0) }
      }
    }
  }

  func chapter(of span: TextSpan) -> Chapter? {
    session.columns.first { $0.chapter.spine == span.spine }?.chapter
  }

  func text(of span: TextSpan) -> String {
    guard let document = chapter(of: span)?.document else { return "" }
    return document.string(in: span.range)
  }

  /// Keeps the word under the cursor, with its sentence.
  func saveWord() {
    guard let span = wordCursor, let document = chapter(of: span)?.document else { return }
    let word = text(of: span)
    let folded = WordSet.folded(word)
    if folded.isEmpty { return }
    let sentence = document.sentence(around: span.range)
    let place = savedPlace(
      at: Place(TextPosition(spine: span.spine, offset: span.range.lowerBound)))
    let title = opened.title
    let mailbox = mailbox
    changeWord(folded) { known, now in
      var record =
        known
        ?? WordRecord(word: word, folded: folded, isSaved: false, created: now)
      record.isSaved = true
      record.sentence = sentence
      record.bookTitle = title
      record.place = place?.cfi
      return record
    } then: { kept in
      mailbox.put { $0.message = kept ? "Saved: \(word)" : "Could not be saved: \(word)" }
    }
  }

  /// Marks the word under the cursor wherever it stands, or no longer.
  func toggleHighlight() {
    guard let span = wordCursor else {
      message = "Choose a word first (w)"
      return
    }
    let word = text(of: span)
    let folded = WordSet.folded(word)
    let marked = words.words.last { WordSet.folded($0.value) == folded }
    setHighlight(of: word, marked == nil ? HighlightColor.yellow.hex : nil)
  }

  /// - Parameter color: `nil` to mark it no longer.
  func setHighlight(of word: String, _ color: String?) {
    let folded = WordSet.folded(word)
    if folded.isEmpty {
      message = "No word: \(word)"
      return
    }
    changeWord(folded) { known, now in
      var record =
        known ?? WordRecord(word: word, folded: folded, isSaved: false, created: now)
      record.isHighlighted = color != nil
      if let color { record.color = color }
      return record
    }
    // What is seen does not wait for what is kept.
    var list = words.words.filter { WordSet.folded($0.value) != folded }
    if let color { list.append(HighlightedWord(value: word, color: color)) }
    words = HighlightedWords(list)
    message = color == nil ? "No longer marked: \(word)" : "Marked: \(word)"
  }

  private func changeWord(
    _ folded: String, _ change: @escaping @Sendable (WordRecord?, Int64) -> WordRecord,
    then done: @escaping @Sendable (Bool) -> Void = { _ in }
  ) {
    let now = environment.now()
    let mailbox = mailbox
    let opened = opened
    let marksSaved = configuration.marksSavedWords
    state.change { store, book throws(StateError) in
      let known = try store.allWords().last { $0.folded == folded && $0.bookID == nil }
      let record = change(known, now)
      if record.isSaved || record.isHighlighted {
        _ = try store.saveWords([record])
      } else {
        _ = try store.removeWords([folded], ofBook: nil)
      }
      let marked = HighlightedWord.marked(
        try store.allWords(), inBook: book, marksSaved: marksSaved)
      mailbox.put { $0.takeKeptWords(marked) }
    } then: { kept in
      done(kept)
      if !kept, !opened.name.isEmpty { mailbox.put { $0.noteUnkept() } }
    }
  }

  /// Words of this run alone stay marked beside those that are kept.
  func takeKeptWords(_ kept: [HighlightedWord]) {
    words = HighlightedWords(kept + ownWords)
  }

  func noteUnkept() {
    if request.ignoresState { message = "Not kept: --no-state" }
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
    for block in blocks {
      let part = block.textRange.clamped(to: range)
      if part.isEmpty { continue }
      if !bytes.isEmpty { bytes.append(0x0A) }
      appendOnOneLine(part, to: &bytes)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Reader {
  /// Forgets a word from the list of words.
  func removeWord(_ word: WordRecord) {
    let mailbox = mailbox
    let marksSaved = configuration.marksSavedWords
    state.change { store, book throws(StateError) in
      _ = try store.removeWords([word.folded], ofBook: word.bookID)
      let marked = HighlightedWord.marked(
        try store.allWords(), inBook: book, marksSaved: marksSaved)
      mailbox.put { reader in
        reader.takeKeptWords(marked)
        if case .words = reader.panel?.purpose {
          reader.panel = nil
          reader.openPanel(for: .words)
        }
      }
    }
  }

  /// The page that is shown first for `--highlight`: where the reader is if one of those words stands
  /// there, else the next one, going on from the beginning at the end.
  func goToMarkedWord() {
    let own = HighlightedWords(ownWords)
    let isInView = session.columns.contains { column in
      let visible = column.chapter.textRange(of: column.lines)
      return own.overlay(
        on: column.chapter.document, inBlocks: column.chapter.blocks(of: column.lines),
        segmenter: segmenter
      ).marks.contains { $0.range.overlaps(visible) }
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
