import EPUBTerminal

extension TextPanel {
  mutating func handle(_ action: Action, count: Int?) -> PanelAnswer {
    guard let wish = PanelMove(action) else { return .passes }
    // No list is longer.
    let count = count.map { max(0, min($0, 1 << 30)) }
    let times = max(1, min(count ?? 1, lines.count))
    switch wish {
    case .lines(let step): scroll(to: top + step * times)
    case .halfPages(let step): scroll(to: top + step * times * max(1, height / 2))
    case .pages(let step): scroll(to: top + step * times * max(1, height))
    case .paragraphs(let step): for _ in 0..<times { moveToParagraph(step) }
    case .start: scroll(to: min(count ?? 1, lines.count) - 1)
    case .end: scroll(to: min(count ?? lines.count, lines.count) - 1)
    case .percent: scroll(to: max(0, lines.count - height) * min(count ?? 0, 100) / 100)
    case .matches(let step):
      if pattern == nil { return .passes }
      moveToMatch(step * times)
    case .accept: return accept()
    case .find: beginSearch()
    case .cancel:
      if pattern == nil { return .closes }
      liftSearch()
    case .close: return .closes
    case .remove, .highlight: return .passes
    }
    return .stays
  }

  /// Chooses the link, or goes on reading.
  private mutating func accept() -> PanelAnswer {
    if let link { return .chose(link) }
    guard top + height < lines.count else { return .passes }
    scroll(to: top + 1)
    return .stays
  }

  /// To where text begins after a blank line.
  private mutating func moveToParagraph(_ step: Int) {
    var line = top + step
    while lines.indices.contains(line) {
      let isAfterBlank = line == 0 || lines[line - 1].range.isEmpty
      if isAfterBlank, !lines[line].range.isEmpty { break }
      line += step
    }
    scroll(to: line)
  }

  mutating func type(_ input: TypedInput) -> PanelAnswer {
    switch input {
    case .paste(let text):
      guard takesText else { return .passes }
      pattern?.editor.insert(text)
      search()
    case .key(let key):
      if takesText { return type(key) }
      guard key.key == .tab, !links.isEmpty else { return .passes }
      moveToLink(key.modifiers.contains(.shift) ? -1 : 1)
    }
    return .stays
  }

  private mutating func type(_ key: KeyStroke) -> PanelAnswer {
    switch (key.key, key.modifiers) {
    case (.enter, _), (.tab, _): endTyping()
    case (.escape, _), (.character("c"), .control), (.character("g"), .control): liftSearch()
    case (.backspace, []) where pattern?.editor.isEmpty ?? true: liftSearch()
    case (.down, _), (.character("n"), .control): moveToMatch(1)
    case (.up, _), (.character("p"), .control): moveToMatch(-1)
    case (.pageDown, _): scroll(to: top + max(1, height))
    case (.pageUp, _): scroll(to: top - max(1, height))
    default:
      switch pattern?.editor.handle(key) ?? .unknown {
      case .changed: search()
      case .same: break
      case .unknown: return .passes
      }
    }
    return .stays
  }
}
