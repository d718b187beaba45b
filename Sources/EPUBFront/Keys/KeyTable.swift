import EPUBTerminal

/// Which keys do what.
///
/// No sequence in it begins another, so that a key never has to be waited for: what is bound later
/// drives out what it begins or what begins it.
struct KeyTable: Hashable, Sendable {
  /// What keys are bound to.
  struct Binding: Hashable, Sendable {
    var action: Action
    /// What an action takes that needs a character, where the keys say it themselves.
    var character: Unicode.Scalar?

    init(_ action: Action, _ character: Unicode.Scalar? = nil) {
      self.action = action
      self.character = character
    }
  }

  enum Found: Hashable {
    case bound(Binding)
    /// More keys must come.
    case begins
    case nothing
  }

  private struct Entry: Hashable {
    var keys: KeySequence
    var binding: Binding
  }

  /// In the order in which they were bound. There are about a hundred, and one look a key typed, so
  /// a list is fast enough.
  private var entries: [Entry] = []

  static let standard = KeyTable(.standard)

  init(_ preset: Preset = .standard) {
    for action in Action.allCases {
      for keys in action.details.keys { bind(keys, to: Binding(action)) }
    }
    for (keys, binding) in preset.changes {
      if let binding { bind(keys, to: binding) } else { unbind(keys) }
    }
  }

  /// Binds keys, whatever they, what they begin or what begins them was bound to.
  mutating func bind(_ keys: KeySequence, to binding: Binding) {
    entries.removeAll { $0.keys == keys || $0.keys.begins(keys) || keys.begins($0.keys) }
    entries.append(Entry(keys: keys, binding: binding))
  }

  mutating func unbind(_ keys: KeySequence) { entries.removeAll { $0.keys == keys } }

  /// Takes away all keys of an action.
  mutating func unbind(_ action: Action) { entries.removeAll { $0.binding.action == action } }

  /// What strokes, each as `KeyStroke.canonical` has it, lead to.
  func find(_ strokes: [KeyStroke]) -> Found {
    var found = Found.nothing
    for entry in entries where entry.keys.strokes.starts(with: strokes) {
      if entry.keys.strokes.count == strokes.count { return .bound(entry.binding) }
      found = .begins
    }
    return found
  }

  /// The keys of an action, in the order in which they are told.
  func keys(for binding: Binding) -> [KeySequence] {
    entries.filter { $0.binding == binding }.map(\.keys)
  }

  /// What an action is bound to: itself, and itself with characters.
  func bindings(of action: Action) -> [Binding] {
    var bindings = [Binding(action)]
    for entry in entries where entry.binding.action == action {
      if !bindings.contains(entry.binding) { bindings.append(entry.binding) }
    }
    return bindings
  }
}

/// An entry of the reader's help.
typealias KeyHelp = (keys: String, summary: String, action: Action)

extension KeyTable {
  /// What the reader's help shows: every action that has keys, by purpose.
  var help: [(group: String, entries: [KeyHelp])] {
    Action.Group.allCases.compactMap { group in
      var entries: [KeyHelp] = []
      for action in Action.allCases where action.details.group == group {
        for binding in bindings(of: action) {
          let keys = shownKeys(of: binding)
          if keys.isEmpty { continue }
          entries.append((keys.joined(separator: "  "), binding.summary, action))
        }
      }
      return entries.isEmpty ? nil : (group.rawValue, entries)
    }
  }

  /// The keys as they are told of, with the character that must follow.
  func shownKeys(of binding: Binding) -> [String] {
    let follows = binding.character == nil ? binding.action.characterName : nil
    return keys(for: binding).map { keys in
      follows.map { "\(keys.spelled) \($0)" } ?? keys.spelled
    }
  }
}

extension KeyTable.Binding {
  /// As the configuration names it: `highlight 1`.
  var name: String { character.map { "\(action.rawValue) \($0)" } ?? action.rawValue }

  var summary: String {
    character.map { "\(action.details.summary): \($0)" } ?? action.details.summary
  }

  /// Reads an action's name, and behind a blank the character that it takes.
  init?(named name: String) {
    let parts = name.split(separator: " ", maxSplits: 1)
    guard let first = parts.first, let action = Action(rawValue: String(first)) else { return nil }
    guard parts.count == 2 else {
      self.init(action)
      return
    }
    let scalars = parts[1].unicodeScalars
    guard action.takesCharacter, scalars.count == 1, let character = scalars.first,
      character.isSeen
    else { return nil }
    self.init(action, character)
  }
}
