// Names of keys, as the configuration has them: `C-`, `M-` and `S-`, then the key.

extension KeyStroke {
  /// Reads a name as the configuration writes it: `Space`, `C-f`, `M-Left`, `S-Tab`, `F1`, `<`; also
  /// `Ctrl-F`, `Alt+Left`, `^F`, `PageDown`, `<C-f>`.
  ///
  /// What terminals can't tell apart is one key: `C-m` is `Enter`, `S-a` is `A`.
  public init?(name: String) {
    var rest = Substring(name)
    if rest.unicodeScalars.count > 2, rest.hasPrefix("<"), rest.hasSuffix(">") {
      rest = rest.dropFirst().dropLast()
    }
    var modifiers: Modifiers = []
    while let (modifier, length) = Self.modifier(at: rest.unicodeScalars) {
      modifiers.insert(modifier)
      rest = Substring(rest.unicodeScalars.dropFirst(length))
    }
    guard let key = Key(name: rest) else { return nil }
    self = KeyStroke(key, modifiers).normalized
  }

  /// The one name that `init(name:)` reads back as this.
  public var name: String {
    var name = ""
    if modifiers.contains(.control) { name += "C-" }
    if modifiers.contains(.alt) { name += "M-" }
    if modifiers.contains(.shift) { name += "S-" }
    return name + key.name
  }

  /// A modifier that something follows, and the length of its name.
  private static func modifier(at text: Substring.UnicodeScalarView) -> (Modifiers, Int)? {
    if text.first == "^", text.count > 1 { return (.control, 1) }
    guard let sign = text.firstIndex(where: { $0 == "-" || $0 == "+" }), sign > text.startIndex,
      text.index(after: sign) < text.endIndex
    else { return nil }
    let word = String(text[..<sign]).lowercased()
    let length = word.unicodeScalars.count + 1
    switch word {
    case "c", "ctrl", "ctl", "control": return (.control, length)
    case "m", "a", "alt", "meta", "option", "opt": return (.alt, length)
    case "s", "shift": return (.shift, length)
    default: return nil
    }
  }
}

extension Key {
  fileprivate var name: String {
    switch self {
    case .character(" "): "Space"
    case .character(let scalar): String(scalar)
    case .up: "Up"
    case .down: "Down"
    case .left: "Left"
    case .right: "Right"
    case .home: "Home"
    case .end: "End"
    case .pageUp: "PgUp"
    case .pageDown: "PgDn"
    case .enter: "Enter"
    case .tab: "Tab"
    case .backspace: "Backspace"
    case .escape: "Esc"
    case .delete: "Del"
    case .insert: "Ins"
    case .function(let number): "F\(number)"
    }
  }

  fileprivate init?(name: Substring) {
    let scalars = name.unicodeScalars
    if let only = scalars.first, scalars.count == 1 {
      guard TextCleaning.isAllowed(only) else { return nil }
      self = .character(only)
      return
    }
    let word = name.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " }
    if let key = Self.words[word] {
      self = key
    } else if word.hasPrefix("f"), let number = Int(word.dropFirst()), (1...24).contains(number),
      word.dropFirst().utf8.allSatisfy({ (0x30...0x39).contains($0) })
    {
      self = .function(number)
    } else {
      return nil
    }
  }

  private static let words: [String: Key] = [
    "space": .character(" "), "spc": .character(" "),
    "plus": .character("+"), "minus": .character("-"), "lt": .character("<"),
    "up": .up, "down": .down, "left": .left, "right": .right,
    "home": .home, "end": .end,
    "pgup": .pageUp, "pageup": .pageUp, "prior": .pageUp,
    "pgdn": .pageDown, "pgdown": .pageDown, "pagedown": .pageDown, "next": .pageDown,
    "enter": .enter, "return": .enter, "ret": .enter, "cr": .enter,
    "tab": .tab, "backspace": .backspace, "bs": .backspace, "bspc": .backspace,
    "esc": .escape, "escape": .escape,
    "del": .delete, "delete": .delete, "ins": .insert, "insert": .insert,
  ]
}
