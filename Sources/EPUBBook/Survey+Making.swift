import EPUBBasics
public import EPUBContent
public import EPUBLayout
import EPUBPackaging
public import EPUBSegmentation

extension Book {
  /// Goes through the whole book once, on all cores.
  ///
  /// - Parameters:
  ///   - layout: `nil` when no page numbers are wanted: nothing is set then.
  ///   - examine: what else is to be learned from each document in the same pass.
  public func survey<Extra: Sendable>(
    layout: LayoutOptions?, workers: Int? = nil,
    examine: @Sendable (Int, ContentDocument, Segmenter) -> Extra
  ) -> (Survey, [Extra]) {
    if let kept = keptSurvey(layout: layout) { return (kept, extras(workers, examine)) }
    let wanted = wantedFragments()
    let needsHeadings = publication.navigation.contentsSource == .none
    var items: [ExaminedItem] = []
    var extras: [Extra] = []
    forEachSpineItem(workers: workers) { index, segmenter in
      let (document, pages) = self.pages(of: index, layout: layout, segmenter: segmenter)
      let item = ExaminedItem(
        document, pages, isLinear: publication.readingOrder[index].isLinear,
        wanted: wanted[index] ?? [], needsHeadings: needsHeadings)
      return (item, examine(index, document, segmenter))
    } consume: { _, result in
      items.append(result.0)
      extras.append(result.1)
      return true
    }
    let survey = makeSurvey(of: items)
    keep(survey, layout: layout)
    return (survey, extras)
  }

  /// What is to be learned from the documents alone.
  private func extras<Extra: Sendable>(
    _ workers: Int?, _ examine: @Sendable (Int, ContentDocument, Segmenter) -> Extra
  ) -> [Extra] {
    var extras: [Extra] = []
    forEachSpineItem(workers: workers) { index, segmenter in
      examine(index, document(at: index), segmenter)
    } consume: { _, extra in
      extras.append(extra)
      return true
    }
    return extras
  }

  public func survey(layout: LayoutOptions?, workers: Int? = nil) -> Survey {
    keptSurvey(layout: layout) ?? survey(layout: layout, workers: workers) { _, _, _ in }.0
  }

  /// The same with chapters that somebody else sets; `nil` when `chapter` or `goesOn` ended it.
  ///
  /// - Parameter goesOn: is told how many pages the next item has, in order.
  func survey(
    chapter: @Sendable (Int, Segmenter) -> Chapter?, goesOn: (_ pageCount: Int) -> Bool
  ) -> Survey? {
    let wanted = wantedFragments()
    let needsHeadings = publication.navigation.contentsSource == .none
    var items: [ExaminedItem] = []
    forEachSpineItem { index, segmenter in
      chapter(index, segmenter).map {
        ExaminedItem(
          $0.document, $0.surveyedPages, isLinear: publication.readingOrder[index].isLinear,
          wanted: wanted[index] ?? [], needsHeadings: needsHeadings)
      }
    } consume: { _, item in
      guard let item else { return false }
      items.append(item)
      return goesOn(item.survey.pages.count)
    }
    return items.count == spineCount ? makeSurvey(of: items) : nil
  }

  private func pages(
    of index: Int, layout: LayoutOptions?, segmenter: Segmenter
  ) -> (ContentDocument, SurveyedPages) {
    guard let layout else { return (document(at: index), SurveyedPages()) }
    let chapter = chapter(at: index, layout: layout, segmenter: segmenter)
    return (chapter.document, chapter.surveyedPages)
  }

  /// The fragments that contents and page list name, by spine item.
  private func wantedFragments() -> [Int: Set<String>] {
    var wanted: [Int: Set<String>] = [:]
    var waiting = publication.navigation.contents + publication.navigation.pageList
    while let entry = waiting.popLast() {
      waiting += entry.children
      if let target = entry.target, let fragment = target.fragment,
        let index = spineIndex(of: target.path)
      {
        wanted[index, default: []].insert(fragment)
      }
    }
    return wanted
  }

  private func makeSurvey(of items: [ExaminedItem]) -> Survey {
    let contents =
      publication.navigation.contentsSource == .none
      ? contentsFromHeadings(items)
      : resolvedContents(publication.navigation.contents, items)
    var survey = Survey(
      items: items.map(\.survey), contents: contents, printPages: printPages(items))
    survey.isWhole = items.allSatisfy(\.isWhole)
    return survey
  }

  private func printPages(_ items: [ExaminedItem]) -> [PrintPage] {
    var pages: [PrintPage] = []
    for entry in publication.navigation.pageList {
      if let target = entry.target, let place = place(of: target, items) {
        pages.append(PrintPage(label: entry.title, place: place))
      }
    }
    return pages.sorted { $0.place < $1.place }
  }

  private func place(of target: Reference, _ items: [ExaminedItem]) -> Place? {
    guard let spine = spineIndex(of: target.path) else { return nil }
    guard let fragment = target.fragment, let anchor = items[spine].anchors[fragment] else {
      return Place(TextPosition(spine: spine, offset: 0), block: 0)
    }
    return Place(TextPosition(spine: spine, offset: Int(anchor.offset)), block: Int(anchor.block))
  }

  /// Contents entries in order with their places; numbers count depth-first. The book bounds the depth
  /// of its navigation, so recursion is safe here.
  private func resolvedContents(
    _ entries: [Navigation.Entry], _ items: [ExaminedItem]
  ) -> [ContentsEntry] {
    var number = 0
    func resolve(_ entries: [Navigation.Entry], level: Int) -> [ContentsEntry] {
      entries.map { entry in
        number += 1
        let own = number
        return ContentsEntry(
          number: own, level: level, title: entry.title, target: entry.target,
          externalURL: entry.externalURL, place: entry.target.flatMap { place(of: $0, items) },
          children: resolve(entry.children, level: level + 1))
      }
    }
    return resolve(entries, level: 1)
  }
}

extension Place: Comparable {
  public static func < (a: Place, b: Place) -> Bool {
    a.position == b.position ? a.block < b.block : a.position < b.position
  }
}

/// What the survey keeps of a chapter's pages.
struct SurveyedPages: Hashable, Sendable {
  var starts: [Survey.PageStart] = []
  var footText = PlacedText()
  var rowText = PlacedText()
}

/// What the survey keeps of a document.
struct ExaminedItem: Sendable {
  struct Heading: Sendable {
    var level: Int
    var title: String
    var offset: Int
    var block: Int
    var id: String?
  }

  var survey: Survey.Item
  /// The wanted fragments that exist.
  var anchors: [String: Anchor] = [:]
  var headings: [Heading] = []
  var title: String
  /// Whether none of its text was lost.
  var isWhole: Bool

  init(
    _ document: ContentDocument, _ pages: SurveyedPages, isLinear: Bool, wanted: Set<String>,
    needsHeadings: Bool
  ) {
    survey = Survey.Item(
      isLinear: isLinear,
      characterCount: document.text.scalarCount(in: 0..<document.text.count),
      byteCount: document.text.count, pages: pages)
    title = document.title
    isWhole = document.isWhole
    if !wanted.isEmpty {
      for anchor in document.anchors where wanted.contains(anchor.id) && anchors[anchor.id] == nil {
        anchors[anchor.id] = anchor
      }
    }
    if needsHeadings { headings = document.headings }
  }
}

extension ContentDocument {
  /// Whether none of its text was lost.
  var isWhole: Bool { !findings.contains(where: \.losesText) }

  /// Its headings that have text, in order.
  fileprivate var headings: [ExaminedItem.Heading] {
    blocks.indices.compactMap { index in
      let block = blocks[index]
      guard block.kind == .heading, block.textEnd > block.textStart else { return nil }
      let title = text.string(in: block.textRange).collapsingSpace
      if title.isEmpty { return nil }
      return ExaminedItem.Heading(
        level: max(1, Int(block.level)), title: title, offset: Int(block.textStart), block: index,
        id: anchors.first { Int($0.block) == index }?.id)
    }
  }
}

extension Book {
  /// Contents for a book that has none: its headings by their levels; failing that, its documents.
  fileprivate func contentsFromHeadings(_ items: [ExaminedItem]) -> [ContentsEntry] {
    var flat: [(level: Int, title: String, reference: Reference?, place: Place)] = []
    for (spine, item) in items.enumerated() {
      let path = publication.readingOrder[spine].path
      for heading in item.headings {
        flat.append(
          (
            heading.level, heading.title, path.map { Reference(path: $0, fragment: heading.id) },
            Place(TextPosition(spine: spine, offset: heading.offset), block: heading.block)
          ))
      }
    }
    if flat.isEmpty {
      for (spine, item) in items.enumerated() where item.survey.isLinear {
        let path = publication.readingOrder[spine].path
        let title = item.title.isEmpty ? path.map { String($0.name) } ?? "" : item.title
        flat.append(
          (
            1, title, path.map { Reference(path: $0) },
            Place(TextPosition(spine: spine, offset: 0), block: 0)
          ))
      }
    }
    var index = 0
    // Levels go down to 6: the recursion is as deep at most.
    func entries(below outer: Int, level: Int) -> [ContentsEntry] {
      var entries: [ContentsEntry] = []
      while index < flat.count, flat[index].level > outer {
        let row = flat[index]
        index += 1
        let number = index
        let children = collect(row.level, level + 1)
        entries.append(
          ContentsEntry(
            number: number, level: level, title: row.title, target: row.reference,
            externalURL: nil, place: row.place, children: children))
      }
      return entries
    }
    func collect(_ outer: Int, _ level: Int) -> [ContentsEntry] {
      entries(below: outer, level: level)
    }
    return collect(0, 1)
  }
}

extension String {
  /// Runs of white space as one space, none at the ends.
  var collapsingSpace: String {
    split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
