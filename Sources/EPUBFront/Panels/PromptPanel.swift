import EPUBSegmentation
import EPUBTerminal

/// A line at the foot of the screen to type in: a command, a pattern, a note.
///
///     var prompt = PromptPanel(
///       prompt: "/", history: patterns)
///     var prompt = PromptPanel(
///       prompt: ":", history: commands, completions: TypedCommand.completions(themes: names))
///     var prompt = PromptPanel(prompt: "Note: ", text: note, takesLineBreaks: true)
///
///     switch prompt.type(.key(key)) {
///     case .edited(let text): show the first hit, prompt.remark = "3 of 12"
///     case .entered(let text): patterns = prompt.history
///     …
///
/// Keys are readline's; Up and Down, C-p and C-n go through what was entered before and begins as what
/// is typed; Tab completes, and goes on to the next candidate when there are several. Backspace in the
/// empty line, Escape, C-c and C-g close it. Where it takes line breaks, M-Enter makes one.
struct PromptPanel: Panel {
  /// What Tab makes of what is typed.
  struct Completions: Hashable, Sendable {
    /// First words.
    var names: [String] = []
    /// For a first word what may stand behind it.
    var values: [String: [String]] = [:]
  }

  let prompt: String
  /// What was entered before, oldest first; what is entered comes to it.
  private(set) var history: [String]
  /// Stands at the line's end: what was found so far.
  var remark = ""

  var field: LineField
  var recall = HistoryWalk()
  var completion: Completion?
  let completions: Completions

  init(
    prompt: String, text: String = "", history: [String] = [],
    completions: Completions = Completions(), takesLineBreaks: Bool = false
  ) {
    self.prompt = prompt
    self.history = history
    self.completions = completions
    field = LineField(text, takesLineBreaks: takesLineBreaks)
  }

  /// What is typed.
  var text: String {
    get { field.editor.text }
    set {
      field.editor.text = newValue
      recall = HistoryWalk()
      completion = nil
    }
  }

  var takesText: Bool { true }

  /// A second one for candidates.
  mutating func wantedRows(columns: Int, rows: Int, _ segmenter: Segmenter) -> Int {
    max(0, min(rows, (completion?.candidates.count ?? 0) > 1 ? 2 : 1))
  }

  mutating func handle(_ action: Action, count: Int?) -> PanelAnswer {
    switch PanelMove(action) {
    case .accept: enter()
    case .cancel, .close: .closes
    case .lines(let step): walk(step)
    case .halfPages, .pages, .paragraphs, .matches, .start, .end, .percent, .find, .remove,
      .highlight, nil:
      .passes
    }
  }

  mutating func click(column: Int, row: Int) -> PanelAnswer {
    field.click(column: column)
    return .stays
  }

  mutating func enter() -> PanelAnswer {
    let text = text
    if !text.isEmpty {
      history.removeAll { $0 == text }
      history.append(text)
    }
    return .entered(text)
  }
}

extension PromptPanel {
  mutating func type(_ input: TypedInput) -> PanelAnswer {
    switch input {
    case .paste(let text):
      field.editor.insert(text)
      return changed()
    case .key(let key): return type(key)
    }
  }

  private mutating func type(_ key: KeyStroke) -> PanelAnswer {
    switch (key.key, key.modifiers) {
    case (.enter, let held) where held.isEmpty || !field.editor.takesLineBreaks: return enter()
    case (.escape, _), (.character("c"), .control), (.character("g"), .control): return .closes
    case (.backspace, []) where text.isEmpty, (.character("h"), .control) where text.isEmpty,
      (.character("d"), .control) where text.isEmpty:
      return .closes
    case (.up, _), (.character("p"), .control): return walk(-1)
    case (.down, _), (.character("n"), .control): return walk(1)
    case (.tab, let held): return complete(held.contains(.shift) ? -1 : 1)
    default: break
    }
    switch field.editor.handle(key) {
    case .changed: return changed()
    case .same: return .stays
    case .unknown: return .passes
    }
  }

  private mutating func changed() -> PanelAnswer {
    recall = HistoryWalk()
    completion = nil
    return .edited(text)
  }

  private mutating func walk(_ step: Int) -> PanelAnswer {
    guard let found = recall.step(step, from: text, in: history) else { return .stays }
    completion = nil
    field.editor.text = found
    return .edited(found)
  }

  private mutating func complete(_ step: Int) -> PanelAnswer {
    if completion == nil { completion = Completion(of: field.editor, by: completions) }
    guard let completed = completion?.next(step) else { return .stays }
    if completed.text == text { return .stays }
    field.editor.text = completed.text
    field.editor.cursor = completed.cursor
    return .edited(text)
  }

  // MARK: Drawing

  mutating func draw(
    on screen: inout Screen, in part: Rectangle, _ look: PanelLook, _ segmenter: Segmenter
  ) {
    guard part.rows > 0, part.columns > 0 else { return }
    screen.fill(part, look.text)
    let row = part.row + part.rows - 1
    let end = part.column + part.columns
    if part.rows > 1, let completion {
      let room = Rectangle(column: part.column, row: row - 1, columns: part.columns, rows: 1)
      completion.draw(on: &screen, in: room, look, segmenter)
    }
    let column = PanelLine(prompt, look.text).draw(
      on: &screen, column: part.column, row: row, before: part.column + part.columns / 2,
      segmenter)
    let after = field.draw(
      on: &screen, column: column, row: row, before: end, look.text, segmenter)
    let remark = PanelLine(remark, look.dim)
    let start = end - remark.width(segmenter)
    // One cell is the cursor's, two part them.
    if start >= after + 3 {
      remark.draw(on: &screen, column: start, row: row, before: end, segmenter)
    }
  }
}
