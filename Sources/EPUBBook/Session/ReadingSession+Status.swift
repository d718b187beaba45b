import EPUBBasics
import EPUBContent
import EPUBLayout

extension ReadingSession {
  public func status() -> Status {
    guard let first = columns.first, let last = columns.last else {
      return Status(
        counted: (0, 0), charactersLeftInChapter: 0, charactersSeen: 0, spine: 0, isLinear: true)
    }
    let spine = first.chapter.spine
    let end = last.chapter.textRange(of: last.lines).upperBound
    let entry = outline?.contentsEntry(at: topPosition)
    return Status(
      page: isProvisional || spine >= firstPages.count ? nil : firstPages[spine] + first.page,
      pageCount: survey?.pageCount, counted: (firstPages.count - 1, book.spineCount),
      percent: percent(through: end, in: last.chapter), chapterTitle: entry?.title,
      partTitle: part(of: entry)?.title, printPage: printPage,
      charactersLeftInChapter: charactersLeft(of: entry, from: end, in: last.chapter),
      charactersSeen: columns.reduce(0) {
        $0 + $1.chapter.document.text.scalarCount(in: $1.chapter.textRange(of: $1.lines))
      },
      spine: spine, isLinear: isLinear(spine), isProvisional: isProvisional)
  }

  private func part(of entry: ContentsEntry?) -> ContentsEntry? {
    guard let entry, entry.level > 1, entry.number <= entries.count else { return nil }
    return entries[..<(entry.number - 1)].last { $0.level < entry.level }
  }

  private var topPosition: TextPosition {
    columns.first.map { $0.chapter.place(ofLine: $0.lines.lowerBound).position } ?? anchor.position
  }

  private func percent(through end: Int, in chapter: Chapter) -> Double? {
    guard let outline, outline.linearCharacterCount > 0 else { return nil }
    let own = isLinear(chapter.spine) ? characters(in: 0..<end, of: chapter) : 0
    let characters = outline.linearCharactersBefore[chapter.spine] + own
    return Double(characters) / Double(outline.linearCharacterCount) * 100
  }

  private var printPage: String? {
    guard let outline else { return nil }
    let position = topPosition
    return outline.printPages.last { $0.place.position <= position }?.label
  }

  private func charactersLeft(of entry: ContentsEntry?, from start: Int, in chapter: Chapter) -> Int
  {
    let count = chapter.document.text.count
    let rest = characters(in: start..<count, of: chapter)
    guard let outline else { return rest }
    let spine = chapter.spine
    let end = self.end(of: entry)?.position ?? TextPosition(spine: book.spineCount, offset: 0)
    if end <= TextPosition(spine: spine, offset: start) { return 0 }
    if end.spine == spine {
      return characters(in: start..<min(count, max(start, end.offset)), of: chapter)
    }
    let between =
      outline.linearCharactersBefore[end.spine] - outline.linearCharactersBefore[spine + 1]
    return rest + between + characters(before: end)
  }

  /// Characters of an item that is not at hand, by its share of bytes: exact where an entry begins an
  /// item, as nearly all do.
  private func characters(before position: TextPosition) -> Int {
    guard let items = outline?.items, items.indices.contains(position.spine),
      items[position.spine].isLinear, items[position.spine].byteCount > 0
    else { return 0 }
    let item = items[position.spine]
    return item.characterCount * position.offset / item.byteCount
  }

  /// Where the next entry of the same or a higher level begins; before the first entry where that does.
  private func end(of entry: ContentsEntry?) -> Place? {
    guard let entry, let start = entry.place else {
      return outline?.contentsByPlace.first?.place
    }
    return entries.dropFirst(entry.number).lazy.filter { $0.level <= entry.level }
      .compactMap(\.place).first { $0 > start }
  }
}

extension ReadingSession {
  /// Applies what came from other threads; to be called after `wake`.
  public func takeNews() -> News {
    waker.rest()
    var news: News = []
    if takeWhole() { news.insert(.settled) }
    let counted = setting.takeCounted()
    for pageCount in counted.pageCounts {
      firstPages.append(firstPages[firstPages.count - 1] + pageCount)
      news.insert(.progressed)
    }
    if let survey = counted.survey {
      self.survey = survey
      outline = survey
      entries = survey.contents.flattened
      news.insert(.counted)
    }
    if takeFindings() { news.insert(.found) }
    if !news.isEmpty, let arrived = arriveAtAwaited() { news.insert(arrived) }
    return news
  }
}
