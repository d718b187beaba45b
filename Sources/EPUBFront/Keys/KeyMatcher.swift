import EPUBTerminal

/// What a key led to.
enum KeyMatch: Hashable, Sendable {
  /// The count is as it was typed, `nil` without one; the character is what an action takes that
  /// needs one.
  case action(Action, count: Int?, character: Unicode.Scalar?)
  /// More keys must come. The text is what was typed so far; it is empty when what was typed has
  /// just been cancelled.
  case waiting(shown: String)
  /// The key, with what was typed before it, means nothing.
  case unbound(KeyStroke)
}

/// Makes actions of keys: counts, sequences of several keys, actions that take a character.
struct KeyMatcher: Hashable, Sendable {
  let table: KeyTable
  private var count: Int?
  private var strokes: [KeyStroke] = []
  /// Bound to these keys, and waits for its character.
  private var action: Action?

  /// What is larger is it: more than pages of a book, and safe to multiply.
  static let maximumCount = 9_999_999

  init(_ table: KeyTable = .standard) { self.table = table }

  /// Whether keys were typed that have led to nothing yet.
  var isWaiting: Bool { count != nil || !strokes.isEmpty }

  /// What the status line may show of them.
  var shown: String {
    (count.map { String($0) } ?? "") + strokes.map(\.spelled).joined(separator: " ")
  }

  /// Forgets them.
  mutating func reset() { self = KeyMatcher(table) }

  mutating func take(_ stroke: KeyStroke) -> KeyMatch {
    if let action { return take(stroke, for: action) }
    let canonical = stroke.canonical
    // Behind other keys they may belong to a sequence, as in `C-x C-c`.
    if count != nil, strokes.isEmpty, canonical.cancels { return giveUp(stroke) }
    if takeAsCount(canonical) { return .waiting(shown: shown) }
    switch table.find(strokes + [canonical]) {
    case .bound(let binding):
      guard binding.action.takesCharacter, binding.character == nil else {
        return finish(binding.action, binding.character)
      }
      action = binding.action
      strokes.append(canonical)
      return .waiting(shown: shown)
    case .begins:
      strokes.append(canonical)
      return .waiting(shown: shown)
    case .nothing: return giveUp(stroke)
    }
  }

  private mutating func take(_ stroke: KeyStroke, for action: Action) -> KeyMatch {
    guard !stroke.canonical.cancels, let character = stroke.typed else { return giveUp(stroke) }
    return finish(action, character)
  }

  private mutating func finish(_ action: Action, _ character: Unicode.Scalar?) -> KeyMatch {
    defer { reset() }
    return .action(action, count: count, character: character)
  }

  /// Cancels, or tells of a key that means nothing here.
  private mutating func giveUp(_ stroke: KeyStroke) -> KeyMatch {
    defer { reset() }
    return isWaiting && stroke.canonical.cancels ? .waiting(shown: "") : .unbound(stroke)
  }

  /// Digits before a sequence are a count, `0` only behind another, and none that is bound itself
  /// begins one; Del takes the last one away.
  private mutating func takeAsCount(_ stroke: KeyStroke) -> Bool {
    guard strokes.isEmpty else { return false }
    if let digit = stroke.digit {
      if count == nil, digit == 0 || table.find([stroke]) != .nothing { return false }
      count = min((count ?? 0) * 10 + digit, Self.maximumCount)
      return true
    }
    guard let typed = count, stroke == KeyStroke(.delete), table.find([stroke]) == .nothing
    else { return false }
    count = typed < 10 ? nil : typed / 10
    return true
  }
}

extension KeyStroke {
  /// Escape and Control-C take back what was typed.
  fileprivate var cancels: Bool {
    self == KeyStroke(.escape) || self == KeyStroke("c", .control)
  }

  fileprivate var digit: Int? {
    guard modifiers.isEmpty, case .character(let character) = key,
      ("0"..."9").contains(character)
    else { return nil }
    return Int(character.value) - 0x30
  }
}
