import EPUBSegmentation
import EPUBTerminal

/// Letters laid over the links of a page: typing those of a link chooses it.
///
///     var hints = HintsPanel(links.map { HintsPanel.Target($0.column, $0.row, width: $0.width) })
///     screen.draw(page)
///     hints.draw(on: &screen, in: pagePart, look, segmenter)
///     case .chose(let index): follow(links[index])
///
/// It takes all of the page as its part, and draws over what is there. Tab and the arrows move the
/// choice, which Enter makes; Backspace takes a letter back, Escape closes.
struct HintsPanel: Panel {
  /// A link, where it begins on the page.
  struct Target: Hashable, Sendable {
    var column: Int
    var row: Int
    var width: Int

    init(_ column: Int, _ row: Int, width: Int) {
      self.column = column
      self.row = row
      self.width = width
    }
  }

  let targets: [Target]
  let labels: [String]
  private(set) var typed = ""
  /// The index of the chosen one; `nil` when there are none.
  private(set) var chosen: Int?

  init(_ targets: [Target]) {
    self.targets = targets
    labels = HintLabels.labels(targets.count)
    chosen = targets.isEmpty ? nil : 0
  }

  var takesText: Bool { true }

  mutating func wantedRows(columns: Int, rows: Int, _ segmenter: Segmenter) -> Int { max(0, rows) }

  mutating func handle(_ action: Action, count: Int?) -> PanelAnswer {
    switch PanelMove(action) {
    case .accept: return accept()
    case .cancel, .close: return .closes
    case .lines(let step), .matches(let step): move(step)
    case .halfPages, .pages, .paragraphs, .start, .end, .percent, .find, .remove, .highlight, nil:
      return .passes
    }
    return .stays
  }

  mutating func type(_ input: TypedInput) -> PanelAnswer {
    guard case .key(let key) = input else { return .passes }
    switch (key.key, key.modifiers) {
    case (.enter, _): return accept()
    case (.escape, _), (.character("c"), .control), (.character("g"), .control): return .closes
    case (.tab, .shift), (.up, _), (.left, _), (.character("p"), .control): move(-1)
    case (.tab, _), (.down, _), (.right, _), (.character("n"), .control): move(1)
    case (.backspace, _):
      if typed.isEmpty { return .closes }
      typed.removeLast()
    case (.character(let scalar), []): return narrow(by: String(scalar).lowercased())
    default: return .passes
    }
    return .stays
  }

  mutating func click(column: Int, row: Int) -> PanelAnswer {
    let met = targets.firstIndex { target in
      target.row == row && column >= target.column && column - target.column < target.width
    }
    return met.map { .chose($0) } ?? .stays
  }

  private func accept() -> PanelAnswer { chosen.map { .chose($0) } ?? .stays }

  func isLeft(_ index: Int) -> Bool { labels[index].hasPrefix(typed) }

  /// A letter that leads nowhere is passed over.
  private mutating func narrow(by letter: String) -> PanelAnswer {
    let next = typed + letter
    guard let first = labels.firstIndex(where: { $0.hasPrefix(next) }) else { return .stays }
    if labels[first] == next { return .chose(first) }
    typed = next
    if let chosen, !isLeft(chosen) { self.chosen = first }
    return .stays
  }

  private mutating func move(_ step: Int) {
    let left = targets.indices.filter(isLeft)
    guard let chosen, let place = left.firstIndex(of: chosen) else { return }
    self.chosen = left[((place + step) % left.count + left.count) % left.count]
  }
}

extension HintsPanel {
  mutating func draw(
    on screen: inout Screen, in part: Rectangle, _ look: PanelLook, _ segmenter: Segmenter
  ) {
    for (row, indices) in rows(in: part) {
      let shown = indices.map { label($0, look) }
      let columns = places(of: shown, indices, columns: part.columns)
      for (place, index) in indices.enumerated() {
        if index == chosen { show(targets[index], on: &screen, in: part, look) }
        let cell = (column: part.column + columns[place], row: part.row + row)
        draw(shown[place], index, on: &screen, in: part, at: cell, look, segmenter)
      }
    }
  }

  /// The targets that are left, of each row from left to right.
  private func rows(in part: Rectangle) -> [Int: [Int]] {
    let left = targets.indices.filter { index in
      let target = targets[index]
      return isLeft(index) && (0..<part.rows).contains(target.row)
        && (0..<part.columns).contains(target.column)
    }
    let order = left.sorted { targets[$0].column < targets[$1].column }
    return Dictionary(grouping: order) { targets[$0].row }
  }

  private func label(_ index: Int, _ look: PanelLook) -> String {
    look.isPlain ? "[\(labels[index])]" : labels[index]
  }

  /// Where the links begin, but behind the label before, and all in the row as far as it goes.
  private func places(of labels: [String], _ indices: [Int], columns: Int) -> [Int] {
    var places: [Int] = []
    var end = 0
    for (label, index) in zip(labels, indices) {
      places.append(max(end, targets[index].column))
      end = (places.last ?? 0) + label.utf8.count
    }
    var start = columns
    for place in places.indices.reversed() {
      places[place] = max(0, min(places[place], start - labels[place].utf8.count))
      start = places[place]
    }
    return places
  }

  private func draw(
    _ label: String, _ index: Int, on screen: inout Screen, in part: Rectangle,
    at cell: (column: Int, row: Int), _ look: PanelLook, _ segmenter: Segmenter
  ) {
    let (column, row) = cell
    let end = part.column + part.columns
    screen.write(
      label, column: column, row: row, before: end, look.isPlain ? look.text : look.hint,
      segmenter: segmenter)
    // What was typed of it needs no more looking at.
    if !look.isPlain {
      screen.restyle(row: row, column..<min(end, column + typed.count)) { $0 = look.dim }
    }
    guard look.isPlain, index == chosen else { return }
    if (0..<screen.columns).contains(column), (0..<screen.rows).contains(row) {
      screen.cursor = (column, row)
    }
  }

  /// Marks the link itself.
  private func show(
    _ target: Target, on screen: inout Screen, in part: Rectangle, _ look: PanelLook
  ) {
    guard !look.isPlain, target.width > 0 else { return }
    let width = min(target.width, part.columns - target.column)
    let start = part.column + target.column
    screen.restyle(row: part.row + target.row, start..<start + width) {
      $0 = $0.under(look.chosen)
    }
  }
}
