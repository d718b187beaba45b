import EPUBSegmentation
import EPUBTerminal

/// The way back through what was entered, past what doesn't begin as what was typed.
struct HistoryWalk: Hashable {
  /// What was typed before the walk began; `nil` while there is none.
  private var typed: String?
  /// Where in the history it stands; at its end what was typed.
  private var place = 0

  /// - Returns: the text there; `nil` at an end.
  mutating func step(_ step: Int, from text: String, in history: [String]) -> String? {
    let begun = typed ?? text
    var at = typed == nil ? history.count : place
    repeat {
      at += step
      if at == history.count, typed != nil {
        typed = nil
        return begun
      }
      guard history.indices.contains(at) else { return nil }
    } while !history[at].hasPrefix(begun) || history[at] == begun
    typed = begun
    place = at
    return history[at]
  }
}

/// What may stand where the cursor is, one after another.
struct Completion: Hashable {
  let candidates: [String]
  /// What was typed before the word that is completed, that word, and what is behind the cursor.
  private let head: String
  private let word: String
  private let tail: String
  /// The candidate that stands there; `nil` while it is what all have in common.
  private(set) var place: Int?
  private var isBegun = false

  /// `nil` when nothing fits.
  init?(of editor: LineEditor, by completions: PromptPanel.Completions) {
    let typed = editor.textBeforeCursor
    let gap = typed.firstIndex(of: " ")
    let first = typed[..<(gap ?? typed.endIndex)]
    let behind = gap.map { typed[$0...].drop { $0 == " " } }
    word = String(behind ?? first)
    head = String(typed.dropLast(word.count))
    tail = String(editor.clusters[editor.cursor...])
    let all = behind == nil ? completions.names : completions.values[String(first)] ?? []
    let word = word.lowercased()
    candidates = all.filter { $0.lowercased().hasPrefix(word) }
    if candidates.isEmpty { return nil }
  }

  /// First what all have in common, if that is more than was typed, then one after another.
  mutating func next(_ step: Int) -> (text: String, cursor: Int) {
    let common = Self.common(candidates)
    var put = candidates[0]
    if !isBegun, candidates.count > 1, common.count > word.count {
      put = common
    } else {
      let count = candidates.count
      place = place.map { ($0 + step + count) % count } ?? (step > 0 ? 0 : count - 1)
      put = candidates[place ?? 0]
    }
    isBegun = true
    return (head + put + tail, (head + put).count)
  }

  private static func common(_ candidates: [String]) -> String {
    candidates.dropFirst().reduce(candidates[0]) { common, next in
      String(zip(common, next).prefix { $0 == $1 }.map(\.0))
    }
  }

  /// The candidates in a row, from one on that lets the chosen one be seen.
  func draw(
    on screen: inout Screen, in room: Rectangle, _ look: PanelLook, _ segmenter: Segmenter
  ) {
    var line = PanelLine()
    for (index, candidate) in candidates.enumerated() {
      if index > 0 { line.append("  ", look.dim) }
      let isChosen = index == place && !look.isPlain
      let range = line.append(candidate, isChosen ? look.chosen : look.dim)
      if index == place { line.keeping = range }
    }
    line.draw(
      on: &screen, column: room.column, row: room.row, before: room.column + room.columns,
      segmenter)
  }
}
