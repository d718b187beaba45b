import EPUBBasics
import EPUBBook
import EPUBContent
import EPUBTerminal

// The list of all hits
extension Reader {
  func openHits() {
    takeUpSearch()
    guard let found = session.found, found.count > 0 || !found.isComplete else {
      message = session.found == nil ? "Nothing is searched for: /" : Self.notFound
      return
    }
    let hits = found.inOrder
    var panel = ListPanel(
      title: "Hits", entries(of: hits), current: hits.place(of: session.currentHit))
    panel.emptyText = Self.notFound
    if !found.isComplete { panel.remark = "searching…" }
    open(panel, for: .hits(hits))
  }

  static let notFound = "Not found"

  private func entries(of hits: [SearchHit]) -> ListEntries {
    let rows = HitRows(hits, session)
    return .lazy(count: hits.count) { rows.row($0) }
  }

  /// More was found while the list is open, perhaps in earlier documents: the list is made anew, with the
  /// same hit chosen. Not for each few more, which would take longer than the search.
  func hitsCameIntoPanel() {
    guard case .hits(let known) = panel?.purpose, var list = panel?.panel as? ListPanel,
      let found = session.found,
      found.isComplete || found.count >= known.count + known.count / 4 + 1
    else { return }
    let hits = found.inOrder
    let chosen = list.chosen.map { known[$0] }
    list.remark = found.isComplete ? "" : "searching…"
    list.replace(
      entries(of: hits), current: hits.place(of: session.currentHit), chosen: hits.place(of: chosen)
    )
    panel = OpenPanel(panel: list, purpose: .hits(hits))
  }
}

extension ReadingSession.Found {
  /// In the book's order.
  var inOrder: [SearchHit] { hits.keys.sorted().flatMap { hits[$0] ?? [] } }
}

extension [SearchHit] {
  fileprivate func place(of hit: SearchHit?) -> Int? {
    hit.flatMap { hit in firstIndex { $0.spine == hit.spine && $0.range == hit.range } }
  }
}

/// Makes the entries of a list of hits as they are looked at: there may be many thousands of them, and
/// each has its context in the book's text.
private final class HitRows {
  private let hits: [SearchHit]
  private let session: ReadingSession
  /// The documents read last, the latest at the end: more than the entries of one screen stand in.
  private var documents: [(spine: Int, document: ContentDocument)] = []
  private static let maximumDocumentCount = 8

  init(_ hits: [SearchHit], _ session: ReadingSession) {
    self.hits = hits
    self.session = session
  }

  func row(_ index: Int) -> ListRow {
    let hit = hits[index]
    let text = document(at: hit.spine)
    let place = Place(TextPosition(spine: hit.spine, offset: hit.range.lowerBound))
    return ListRow(
      text: "", detail: session.survey.map { "\($0.page(holding: place))" } ?? "",
      context: ListRow.Context(
        before: text.string(in: hit.before), hit: text.string(in: hit.range),
        after: text.string(in: hit.after)))
  }

  private func document(at spine: Int) -> ContentDocument {
    if let known = documents.last(where: { $0.spine == spine }) { return known.document }
    let document = session.document(at: spine)
    if documents.count == Self.maximumDocumentCount { documents.removeFirst() }
    documents.append((spine, document))
    return document
  }
}
