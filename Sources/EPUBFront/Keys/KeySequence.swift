import EPUBTerminal

/// One or several key strokes, as they are bound to an action and written in the configuration:
/// `g g`, `C-x C-c`, `Space`, `M-Left`.
struct KeySequence: Hashable, Sendable {
  /// At least one, each as `canonical` has it.
  let strokes: [KeyStroke]

  /// What of a spelling names no key.
  struct Wrong: Error, Hashable {
    var spelled: String
  }

  private static var maximumStrokeCount: Int { 8 }

  /// Reads strokes with blanks between them.
  init(parsing text: String) throws(Wrong) {
    let parts = text.split(separator: " ")
    guard !parts.isEmpty, parts.count <= Self.maximumStrokeCount else {
      throw Wrong(spelled: text)
    }
    var strokes: [KeyStroke] = []
    for part in parts {
      guard let stroke = KeyStroke(spelled: part) else { throw Wrong(spelled: String(part)) }
      strokes.append(stroke)
    }
    self.strokes = strokes
  }

  var spelled: String { strokes.map(\.spelled).joined(separator: " ") }

  func begins(_ other: KeySequence) -> Bool {
    strokes.count < other.strokes.count && other.strokes.starts(with: strokes)
  }
}

/// Sequences in our own tables, which are spelled right.
extension KeySequence: ExpressibleByStringLiteral {
  init(stringLiteral text: String) {
    do throws(Wrong) {
      try self.init(parsing: text)
    } catch {
      preconditionFailure("\(error.spelled) names no key")
    }
  }
}

extension KeyStroke {
  /// The stroke as every terminal can tell it.
  ///
  /// Old terminals send the same byte for `C-i` and Tab, `C-m` and Enter, `C-[` and Esc, and for
  /// Control with a letter and with its capital. New ones tell them apart; a table that is the same
  /// everywhere must not.
  var canonical: KeyStroke {
    guard case .character(let character) = key else { return self }
    var stroke = self
    stroke.modifiers.remove(.shift)
    guard modifiers.contains(.control) else { return stroke }
    let letter = Self.lowerCased(character)
    stroke.key = .character(letter)
    let same: Key? =
      switch letter {
      case "i": .tab
      case "m": .enter
      case "[": .escape
      default: nil
      }
    if let same {
      stroke.key = same
      stroke.modifiers.remove(.control)
    }
    return stroke
  }

  private static func lowerCased(_ letter: Unicode.Scalar) -> Unicode.Scalar {
    ("A"..."Z").contains(letter) ? Unicode.Scalar(UInt8(letter.value) + 0x20) : letter
  }

  /// The character that it types; `nil` for what types none.
  var typed: Unicode.Scalar? {
    guard case .character(let character) = key, modifiers.isSubset(of: .shift) else { return nil }
    return character
  }
}

// Spelling
extension KeyStroke {
  private static let prefixes: [(Substring, Modifiers)] = [
    ("C-", .control), ("M-", .alt), ("A-", .alt), ("S-", .shift),
  ]

  /// Names of keys, in lower case; the first of a key is how it is written.
  private static let names: [(name: String, key: Key)] = [
    ("Space", .character(" ")), ("Enter", .enter), ("Return", .enter), ("Tab", .tab),
    ("Backspace", .backspace), ("BS", .backspace), ("Esc", .escape), ("Escape", .escape),
    ("Up", .up), ("Down", .down), ("Left", .left), ("Right", .right), ("Home", .home),
    ("End", .end), ("PgUp", .pageUp), ("PageUp", .pageUp), ("PgDn", .pageDown),
    ("PageDown", .pageDown), ("Del", .delete), ("Delete", .delete), ("Ins", .insert),
    ("Insert", .insert),
  ]

  /// Reads `C-x`, `M-Left`, `PgDn`, `F1`, `ä`; `C-` is Control, `M-` or `A-` Alt, `S-` Shift (which
  /// only keys that type nothing have).
  init?(spelled text: Substring) {
    var rest = text
    var modifiers: Modifiers = []
    while let (prefix, modifier) = Self.prefixes.first(where: { rest.hasPrefix($0.0) }),
      rest.utf8.count > prefix.utf8.count
    {
      modifiers.insert(modifier)
      rest = rest.dropFirst(prefix.count)
    }
    guard let key = Key(spelled: rest) else { return nil }
    if case .character = key, modifiers.contains(.shift) { return nil }
    self = KeyStroke(key, modifiers).canonical
  }

  var spelled: String {
    var text = ""
    if modifiers.contains(.control) { text += "C-" }
    if modifiers.contains(.alt) { text += "M-" }
    if modifiers.contains(.shift) { text += "S-" }
    return text + key.spelled
  }

  fileprivate static func key(named name: Substring) -> Key? {
    let wanted = name.lowercased()
    return names.first { $0.name.lowercased() == wanted }?.key
  }

  fileprivate static func name(of key: Key) -> String? { names.first { $0.key == key }?.name }
}

extension Key {
  fileprivate init?(spelled text: Substring) {
    if text.unicodeScalars.count == 1, let character = text.unicodeScalars.first {
      guard character.isSeen else { return nil }
      self = .character(character)
    } else if let key = KeyStroke.key(named: text) {
      self = key
    } else if text.lowercased().hasPrefix("f"), let number = Int(text.dropFirst()),
      (1...24).contains(number)
    {
      self = .function(number)
    } else {
      return nil
    }
  }

  fileprivate var spelled: String {
    if let name = KeyStroke.name(of: self) { return name }
    return switch self {
    case .character(let character): String(Character(character))
    case .function(let number): "F\(number)"
    case .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .enter, .tab, .backspace,
      .escape, .delete, .insert:
      preconditionFailure("each of these has a name")
    }
  }
}

extension Unicode.Scalar {
  /// Whether it can be told of as it is: what controls or is blank can't.
  var isSeen: Bool {
    let category = properties.generalCategory
    return category != .control && category != .format && !properties.isWhitespace
  }
}
