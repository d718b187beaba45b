import EPUBBasics
import EPUBBook
import EPUBContainer
import EPUBContent
import EPUBLayout
import EPUBPackaging
import EPUBSegmentation
import EPUBState
import EPUBTerminal

// The list of all hits
extension Reader {
  func openHits() {
    guard let found = session.found, found.count > 0 else {
      message = session.found == nil ? "Nothing is searched for: /" : "Not found"
      return
    }
    let hits = found.inOrder
    var panel = ListPanel(title: "Hits", rows: rows(of: hits), current: currentIndex(in: hits))
    if !found.isComplete { panel.remark = "searching…" }
    open(panel, for: .hits(hits))
  }

  private func currentIndex(in hits: [SearchHit]) -> Int? {
    guard let current = session.currentHit else { return nil }
    return hits.firstIndex { $0.spine == current.spine && $0.range == current.range }
  }

  /// Reads each document once: hits stand in their order.
  private func rows(of hits: [SearchHit]) -> [ListRow] {
    var rows: [ListRow] = []
    var document: (spine: Int, ContentDocument)?
    for hit in hits {
      if document?.spine != hit.spine {
        let shown = session.columns.first { $0.chapter.spine == hit.spine }?.chapter.document
        document = (hit.spine, shown ?? opened.book.document(at: hit.spine))
      }
      guard let text = document?.1 else { continue }
      let place = Place(TextPosition(spine: hit.spine, offset: hit.range.lowerBound))
      rows.append(
        ListRow(
          text: "", detail: page(of: place).map(String.init) ?? "",
          context: ListRow.Context(
            before: text.string(in: hit.before), hit: text.string(in: hit.range),
            after: text.string(in: hit.after))))
    }
    return rows
  }

  /// More was found while the list is open; hits of earlier documents may be among it, so that the
  /// list is made anew, with the same one chosen.
  func hitsCameIntoPanel() {
    guard case .hits(let known) = panel?.purpose, var list = panel?.panel as? ListPanel,
      let found = session.found
    else { return }
    if found.isComplete { list.remark = "" }
    if found.count > known.count {
      let hits = found.inOrder
      let chosen = list.chosen.map { known[$0] }
      list = ListPanel(title: "Hits", rows: rows(of: hits), current: currentIndex(in: hits))
      if let chosen,
        let index = hits.firstIndex(where: { $0.spine == chosen.spine && $0.range == chosen.range })
      {
        list.choose(index)
      }
      if !found.isComplete { list.remark = "searching…" }
      panel = OpenPanel(panel: list, purpose: .hits(hits))
    } else {
      panel?.panel = list
    }
  }
}

extension ReadingSession.Found {
  /// In the book's order.
  var inOrder: [SearchHit] { hits.keys.sorted().flatMap { hits[$0] ?? [] } }
}
