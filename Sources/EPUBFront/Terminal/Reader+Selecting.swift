import EPUBBasics
import EPUBBook
import EPUBContent
import EPUBLayout
import EPUBReader
import EPUBSegmentation
import EPUBState

// Selected text: copied, highlighted, noted
extension Reader {
  /// Begins with the word under the cursor, or the first in view; a second time it ends.
  func toggleSelection() {
    if isSelecting {
      endSelection()
      return
    }
    if wordCursor == nil { moveWordCursor(by: 1) }
    guard let wordCursor else { return }
    isSelecting = true
    selectionStart = wordCursor
    selection = wordCursor
    message = "Selecting: w and W move its end, y copies, H highlights, a notes"
  }

  func endSelection() {
    isSelecting = false
    selectionStart = nil
    selection = nil
  }

  /// The sentence around the cursor; again: and the one after it.
  func selectSentence() {
    if wordCursor == nil { moveWordCursor(by: 1) }
    guard let span = selection ?? wordCursor,
      let document = session.shownChapter(at: span.spine)?.document
    else {
      return
    }
    var range = document.sentenceRange(around: span.range)
    if selection?.range == range, let word = wordBehind(range, in: document) {
      range = range.lowerBound..<document.sentenceRange(around: word).upperBound
    }
    isSelecting = true
    selectionStart = TextSpan(spine: span.spine, range: range)
    selection = selectionStart
  }

  private func wordBehind(_ range: Range<Int>, in document: ContentDocument) -> Range<Int>? {
    guard
      let block = document.blocks.first(where: { $0.textRange.upperBound > range.upperBound })
    else { return nil }
    let rest = max(range.upperBound, block.textRange.lowerBound)..<block.textRange.upperBound
    return segmenter.words(of: document.text, in: rest).first
  }

  /// What is selected, else the word under the cursor.
  private var chosenText: TextSpan? { selection ?? wordCursor }

  func copySelection(withCitation: Bool) {
    guard let span = chosenText else {
      message = "Select something first (v)"
      return
    }
    var text = text(of: span)
    if withCitation { text += "\n\n\(citation)" }
    effects.append(.copy(text))
    endSelection()
    message = "Copied"
  }

  /// Author, title, chapter, print page.
  private var citation: String {
    let status = session.status()
    var parts = [opened.author, opened.title, status.chapterTitle ?? ""].filter { !$0.isEmpty }
    if let label = status.printPage {
      parts.append("p. \(label)")
    } else if let page = status.page, let count = status.pageCount {
      parts.append("page \(page) of \(count)")
    }
    return "— \(parts.joined(separator: ", "))".asLine
  }

  func highlightSelection(_ digit: Unicode.Scalar) {
    let colors = configuration.highlightColors
    guard let span = chosenText else {
      message = "Select something first (v)"
      return
    }
    guard let number = Int(String(digit)), (1...colors.count).contains(number) else {
      message = "Highlight with 1 to \(colors.count)"
      return
    }
    keep(annotation(.highlight, over: span, color: colors[number - 1]))
    endSelection()
  }

  /// A note on what is chosen, else on the place.
  func note(_ text: String) {
    if text.isEmpty { return }
    let color = HighlightColor.yellow.hex
    keep(annotation(.note, over: chosenText, color: color, note: text))
    endSelection()
  }

  func toggleBookmark() {
    let shown = session.columns
    let here = annotations.filter { mark in
      mark.record.kind == .bookmark && Mark(id: mark.record.id) == nil
        && shown.contains { column in
          column.chapter.spine == mark.start.position.spine
            && column.chapter.shows(mark.start.position.offset, on: column.lines)
        }
    }
    if here.isEmpty {
      keep(annotation(.bookmark, over: nil, color: nil))
    } else {
      for mark in here { remove(mark, says: "Bookmark removed") }
    }
  }
}

// Annotations
extension Reader {
  /// - Parameter span: `nil` for the place alone.
  func annotation(
    _ kind: AnnotationRecord.Kind, over span: TextSpan?, color: String?, note: String? = nil,
    id: String? = nil
  ) -> PlacedAnnotation {
    let start = span.map { Place(TextPosition(spine: $0.spine, offset: $0.range.lowerBound)) }
    let place = start ?? session.anchor
    let end = span.map { Place(TextPosition(spine: $0.spine, offset: $0.range.upperBound)) }
    let now = environment.now()
    let record = AnnotationRecord(
      id: id ?? AnnotationRecord.newID, kind: kind, start: savedPlace(at: place),
      end: end.map { savedPlace(at: $0) }, text: span.map { text(of: $0) } ?? "", color: color,
      note: note, chapter: session.status().chapterTitle, created: now, modified: now)
    return PlacedAnnotation(record, from: place, to: end)
  }

  /// Shows it at once and keeps it; says so when it is kept.
  func keep(_ annotation: PlacedAnnotation, says said: String? = nil) {
    annotations.removeAll { $0.record.id == annotation.record.id }
    annotations.append(annotation)
    let mailbox = mailbox
    let record = annotation.record
    let words = said ?? "\(record.kind.rawValue.capitalizedFirst) kept"
    state.change { store, book throws(StateError) in
      _ = try store.saveAnnotations([record], of: book)
    } then: { kept in
      mailbox.put { $0.message = kept ? words : $0.unkept }
    }
  }

  /// Takes it away at once, and says what is said when it is gone for good.
  func remove(_ annotation: PlacedAnnotation, says said: String) {
    let id = annotation.record.id
    annotations.removeAll { $0.record.id == id }
    let mailbox = mailbox
    state.change { store, book throws(StateError) in
      _ = try store.removeAnnotations([id], of: book)
    } then: { kept in
      mailbox.put { $0.message = kept ? said : $0.unkept }
    }
  }

  /// Why what was changed holds in this run alone.
  var unkept: String {
    request.ignoresState
      ? "Only until you quit: --no-state keeps nothing"
      : "Only until you quit: the reading state cannot be written"
  }
}

extension String {
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
