import EPUBBasics
import EPUBTerminal

/// What a key does to the branches of a tree.
enum TreeMove {
  case open, close, turn

  init?(_ key: KeyStroke) {
    guard key.modifiers.isEmpty else { return nil }
    switch key.key {
    case .left, .character("h"): self = .close
    case .right, .character("l"): self = .open
    case .tab: self = .turn
    case .character, .up, .down, .home, .end, .pageUp, .pageDown, .enter, .backspace, .escape,
      .delete, .insert, .function:
      return nil
    }
  }
}

extension ListPanel {
  mutating func handle(_ action: Action, count: Int?) -> PanelAnswer {
    guard let wish = PanelMove(action) else { return .passes }
    // No list is longer.
    let count = count.map { max(0, min($0, 1 << 30)) }
    let times = max(1, min(count ?? 1, list.rows.count))
    switch wish {
    case .lines(let step): moveBy(step * times)
    case .matches(let step): moveRound(step * times)
    case .halfPages(let step): moveBy(pages: step * times, of: max(1, height / 2))
    case .pages(let step): moveBy(pages: step * times, of: max(1, height))
    case .paragraphs(let step): for _ in 0..<times { moveToSibling(step) }
    case .start: move(toStop: (count ?? 1) - 1)
    case .end: move(toStop: (count ?? list.stops.count) - 1)
    case .percent: move(toStop: (list.stops.count * min(count ?? 0, 100) + 99) / 100 - 1)
    case .accept: return accept(count: count)
    case .find: beginFilter()
    case .remove: return ask(.remove)
    case .highlight: return ask(.highlight)
    case .cancel:
      if filter == nil { return .closes }
      liftFilter()
    case .close: return .closes
    }
    return .stays
  }

  private func ask(_ request: PanelRequest) -> PanelAnswer {
    guard requests.contains(request) else { return .passes }
    guard let chosen, rows[chosen].isEnabled else { return .stays }
    return .asked(chosen, request)
  }

  private mutating func moveBy(_ steps: Int) {
    if let stop { move(toStop: stop + steps) }
  }

  /// From the last match on to the first.
  private mutating func moveRound(_ steps: Int) {
    guard let stop else { return }
    let count = list.stops.count
    move(toStop: ((stop + steps) % count + count) % count)
  }

  /// What is seen moves along, so that the choice stays where it was on the screen.
  private mutating func moveBy(pages: Int, of lineCount: Int) {
    guard let chosen else { return }
    let place = list.place(of: chosen)
    let target = placeAfter(place, lines: abs(pages) * lineCount, isUp: pages < 0)
    let next = list.stops.firstPlace { $0 >= target }
    let stop =
      pages > 0 || next < list.stops.count && list.stops[next] == target ? next : next - 1
    move(toStop: stop)
    if let top { self.top = max(0, top + target - place) }
  }

  /// The place so many lines away.
  private func placeAfter(_ place: Int, lines: Int, isUp: Bool) -> Int {
    var place = place
    var left = lines
    while left > 0, isUp ? place > 0 : place + 1 < list.shown.count {
      left -= list.rows[list.shown[place]].height
      place += isUp ? -1 : 1
    }
    return place
  }

  /// To the next entry that stands no deeper.
  private mutating func moveToSibling(_ step: Int) {
    guard let chosen, var stop else { return }
    repeat {
      stop += step
      guard list.stops.indices.contains(stop) else { return }
    } while list.rows[list.shown[list.stops[stop]]].level > list.rows[chosen].level
    move(toStop: stop)
  }

  mutating func type(_ input: TypedInput) -> PanelAnswer {
    guard takesText else {
      return input == .key(KeyStroke(.delete)) ? ask(.remove) : typeTreeMove(input)
    }
    switch input {
    case .paste(let text):
      filter?.editor.insert(text)
      refilter()
    case .key(let key): return type(key)
    }
    return .stays
  }

  private mutating func typeTreeMove(_ input: TypedInput) -> PanelAnswer {
    guard case .key(let key) = input, list.isTree, let move = TreeMove(key) else { return .passes }
    switch move {
    case .open: openBranch()
    case .close: closeBranch()
    case .turn:
      if let chosen, list.isFolded(chosen) { openBranch() } else { closeBranch() }
    }
    return .stays
  }

  private mutating func type(_ key: KeyStroke) -> PanelAnswer {
    switch (key.key, key.modifiers) {
    case (.enter, []): return accept(count: nil)
    case (.escape, _), (.character("c"), .control), (.character("g"), .control): liftFilter()
    case (.tab, _): endTyping()
    case (.backspace, []) where filter?.editor.isEmpty ?? true: liftFilter()
    case (.down, _), (.character("n"), .control): moveBy(1)
    case (.up, _), (.character("p"), .control): moveBy(-1)
    case (.pageDown, _): moveBy(pages: 1, of: max(1, height))
    case (.pageUp, _): moveBy(pages: -1, of: max(1, height))
    default:
      switch filter?.editor.handle(key) ?? .unknown {
      case .changed: refilter()
      case .same: break
      case .unknown: return .passes
      }
    }
    return .stays
  }
}
