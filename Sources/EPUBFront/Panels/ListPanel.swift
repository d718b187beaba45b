import EPUBSegmentation
import EPUBTerminal

/// A list to choose from: contents, hits, bookmarks, words, books.
///
///     var contents = ListPanel(
///       title: "Contents",
///       rows: entries.map { ListRow(text: $0.title, level: $0.depth, detail: "\($0.page)") },
///       current: indexOfThePagesEntry)
///     switch contents.handle(action, count: count) {
///     case .chose(let index): go(to: entries[index])
///     …
///
/// Hits that come while it is open:
///
///     var hits = ListPanel(title: "whale", .lazy(count: found.count) { row(of: found[$0]) })
///     hits.remark = "searching…"
///     hits.replace(.lazy(count: more.count) { row(of: more[$0]) }, current: 3, chosen: 5)
///     hits.remark = ""
///
/// Bookmarks that can be deleted; indices stay what they were:
///
///     var bookmarks = ListPanel(title: "Bookmarks", rows: rows, requests: [.remove])
///     case .asked(let index, .remove):
///       forget(marks[index])
///       bookmarks.remove(index)
///
/// Keys: moves by lines, pages, half pages, to an end, to the count's entry or percent; Enter (of the
/// count's entry with a count) and clicks choose; `/` filters as one types, where Enter chooses, Tab
/// leaves the keys to the list again and Escape lifts the filter; in a tree Left and Right, `h` and `l`
/// close and open branches, Tab the one and the other; the highlighting key and Delete remove.
struct ListPanel: Panel {
  var title: String
  /// What goes on while it is shown, for the title line: `searching…`.
  var remark = ""
  /// Stands there when there are no entries.
  var emptyText = "Nothing here."
  /// What can be asked of an entry beside choosing it.
  var requests: Set<PanelRequest>
  /// The entry in force, which is marked.
  private(set) var current: Int?

  var list: ListRows
  /// The index of the chosen row; `nil` when none can be.
  private(set) var chosen: Int?
  /// The row that was moved to last: filtering chooses what is nearest to it.
  private var origin: Int
  /// The place at the top of what is seen; `nil` until it was drawn.
  var top: Int?
  /// Rows for entries when it was drawn last.
  var height = 10
  /// The rows drawn, with the first line of each counted from the panel's top.
  var lines: [(line: Int, row: Int)] = []

  /// What is looked for; `nil` when nothing is.
  var filter: LineField?
  private(set) var takesText = false
  /// The most rows that it wanted: it does not shrink while it is open.
  private var tallest = 0

  init(
    title: String, rows: [ListRow], current: Int? = nil, requests: Set<PanelRequest> = []
  ) {
    self.init(title: title, .made(rows), current: current, requests: requests)
  }

  init(
    title: String, _ entries: ListEntries, current: Int? = nil, requests: Set<PanelRequest> = []
  ) {
    self.title = title
    self.requests = requests
    list = ListRows(entries)
    self.current = current.flatMap { entries.indices.contains($0) ? $0 : nil }
    origin = self.current ?? 0
    choose(near: origin)
  }

  var rows: ListEntries { list.rows }

  /// Other entries in the place of those there are; what was typed to filter them holds.
  mutating func replace(_ entries: ListEntries, current: Int?, chosen: Int?) {
    list = ListRows(entries)
    self.current = current.flatMap { entries.indices.contains($0) ? $0 : nil }
    origin = chosen ?? self.current ?? 0
    if filter != nil { refilter() }
    choose(near: origin)
    top = nil
  }

  /// Adds entries at the end; what is chosen and seen stays.
  mutating func append(_ rows: [ListRow]) {
    list.append(rows)
    choose(near: chosen ?? origin)
  }

  /// Takes an entry out, and chooses the one behind it.
  mutating func remove(_ index: Int) {
    guard rows.indices.contains(index) else { return }
    list.remove(index)
    choose(near: chosen ?? origin)
  }

  /// Chooses an entry, as if it had been moved to.
  mutating func choose(_ index: Int) {
    guard rows.indices.contains(index) else { return }
    list.reveal(index)
    origin = index
    choose(near: index)
  }

  private mutating func choose(near row: Int) {
    chosen = list.stop(near: row).map { list.shown[list.stops[$0]] }
  }

  mutating func wantedRows(columns: Int, rows: Int, _ segmenter: Segmenter) -> Int {
    var wanted = 1
    for row in list.rows {
      wanted += row.height
      if wanted >= rows { break }
    }
    tallest = max(tallest, wanted, 2)
    return max(0, min(tallest, rows))
  }

  func takes(_ key: KeyStroke) -> Bool {
    takesText || list.isTree && filter == nil && TreeMove(key) != nil
      || key == KeyStroke(.delete) && requests.contains(.remove)
  }

  mutating func click(column: Int, row: Int) -> PanelAnswer {
    // The list may have changed since it was drawn; what was seen there counts.
    guard row > 0, let met = lines.last(where: { $0.line <= row }),
      row < met.line + rows[met.row].height, list.isStop(met.row)
    else { return .stays }
    origin = met.row
    chosen = met.row
    return accept(count: nil)
  }
}

extension ListPanel {
  /// The chosen one's number among those that can be chosen, from 0.
  var stop: Int? { chosen.flatMap { list.stop(near: $0) } }

  mutating func move(toStop stop: Int) {
    guard !list.stops.isEmpty else { return }
    origin = list.shown[list.stops[max(0, min(stop, list.stops.count - 1))]]
    chosen = origin
  }

  func accept(count: Int?) -> PanelAnswer {
    var index = chosen
    if let count {
      guard list.stops.indices.contains(count - 1) else { return .stays }
      index = list.shown[list.stops[count - 1]]
    }
    guard let index, rows[index].isEnabled else { return .stays }
    return .chose(index)
  }

  // MARK: Filtering

  mutating func beginFilter() {
    filter = filter ?? LineField()
    takesText = true
    // The first letter comes sooner than the time this takes for tens of thousands of entries.
    list.fillIndex()
  }

  mutating func endTyping() {
    takesText = false
    if filter?.editor.isEmpty ?? true { filter = nil }
  }

  /// What was chosen stays so, where it stands in the whole.
  mutating func liftFilter() {
    filter = nil
    takesText = false
    list.filter(nil)
    choose(chosen ?? origin)
    top = nil
  }

  mutating func refilter() {
    list.filter(filter.flatMap { Finder($0.editor.text) })
    choose(near: origin)
    top = nil
  }

  mutating func openBranch() {
    if let chosen { list.unfold(chosen) }
  }

  /// Closes the chosen branch, or the one that holds what is chosen.
  mutating func closeBranch() {
    guard let chosen else { return }
    let isOpen = list.hasBranches(chosen) && !list.isFolded(chosen)
    guard let branch = isOpen ? chosen : list.parent(of: chosen) else { return }
    list.fold(branch)
    origin = branch
    choose(near: branch)
  }
}
