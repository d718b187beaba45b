// Which sequence is which key. `nil` everywhere is a sequence that is no key of ours.

extension KeyStroke {
  /// A byte that is a key by itself; C-h, C-i, C-m and C-[ are Backspace, Tab, Enter and Escape, since
  /// most terminals know no difference.
  init?(byte: UInt8, with modifiers: Modifiers) {
    switch byte {
    case 0x00: self.init(" ", modifiers.union(.control))
    case 0x08, 0x7F: self.init(.backspace, modifiers)
    case 0x09: self.init(.tab, modifiers)
    case 0x0D: self.init(.enter, modifiers)
    case 0x1B: self.init(.escape, modifiers)
    case 0x01...0x1A: self.init(Unicode.Scalar(byte | 0x60), modifiers.union(.control))
    case 0x1C...0x1F: self.init(Unicode.Scalar(byte | 0x40), modifiers.union(.control))
    case 0x20...0x7E: self.init(Unicode.Scalar(byte), modifiers)
    default: return nil
    }
  }

  /// Keys that the Kitty protocol and xterm's `modifyOtherKeys` tell by a code.
  ///
  /// - Parameter shifted: what the key types with Shift, where the terminal tells.
  init?(code: Int, shifted: Int? = nil, modifiers: Modifiers) {
    switch code {
    case 9: self.init(.tab, modifiers)
    case 13, 57_414: self.init(.enter, modifiers)
    case 27: self.init(.escape, modifiers)
    case 8, 127: self.init(.backspace, modifiers)
    case 57_376...57_387: self.init(.function(code - 57_376 + 13), modifiers)
    case 57_399...57_408: self.init(code: code - 57_399 + 0x30, modifiers: modifiers)
    case 57_409...57_416:
      let signs: [Int] = [0x2E, 0x2F, 0x2A, 0x2D, 0x2B, 0x0D, 0x3D, 0x2C]
      self.init(code: signs[code - 57_409], modifiers: modifiers)
    case 57_417...57_426:
      let keys: [Key] = [
        .left, .right, .up, .down, .pageUp, .pageDown, .home, .end, .insert, .delete,
      ]
      self.init(keys[code - 57_417], modifiers)
    // Keys that are nothing to us: locks, media keys, modifiers alone.
    case 57_344...63_743: return nil
    default: self.init(typed: code, shifted: shifted, modifiers: modifiers)
    }
  }

  private init?(typed code: Int, shifted: Int?, modifiers: Modifiers) {
    let typed = modifiers.contains(.shift) ? shifted ?? code : code
    guard let scalar = UInt32(exactly: typed).flatMap(Unicode.Scalar.init),
      TextCleaning.isAllowed(scalar)
    else { return nil }
    self = KeyStroke(scalar, modifiers).normalized
  }

  /// As the oldest terminal would tell it, so that one binding is right for all of them.
  var normalized: KeyStroke {
    guard case .character(var scalar) = key else { return self }
    var modifiers = modifiers
    if modifiers.contains(.control) {
      scalar = scalar.properties.lowercaseMapping.onlyScalar ?? scalar
      if let same = Self.sameAsControl(scalar) {
        return KeyStroke(same, modifiers.subtracting(.control))
      }
      // Both have one byte: C-@ and C-Space, C-/ and C-_.
      if scalar == "@" { scalar = " " }
      if scalar == "/" { scalar = "_" }
    } else if modifiers.contains(.shift) {
      scalar = scalar.properties.uppercaseMapping.onlyScalar ?? scalar
    }
    modifiers.remove(.shift)
    return KeyStroke(scalar, modifiers)
  }

  private static func sameAsControl(_ scalar: Unicode.Scalar) -> Key? {
    switch scalar {
    case "h": .backspace
    case "i": .tab
    case "m": .enter
    case "[": .escape
    default: nil
    }
  }

  func with(_ more: Modifiers) -> KeyStroke { KeyStroke(key, modifiers.union(more)) }
}

extension String {
  /// Its scalar if it is exactly one.
  fileprivate var onlyScalar: Unicode.Scalar? {
    let scalars = unicodeScalars
    return scalars.count == 1 ? scalars.first : nil
  }
}

extension KeyStroke.Modifiers {
  /// xterm's parameter: 1, and a bit each for Shift, Alt, Control, Super, Hyper, Meta and the locks.
  ///
  /// `nil`: with a key (Super, Hyper) that makes it none of ours.
  init?(parameter: Int?) {
    let bits = max(0, (parameter ?? 1) - 1)
    if bits & 0b01_1000 != 0 { return nil }
    self = []
    if bits & 1 != 0 { insert(.shift) }
    if bits & 0b10_0010 != 0 { insert(.alt) }
    if bits & 4 != 0 { insert(.control) }
  }
}

// MARK: Control sequences

extension KeyStroke {
  init?(_ control: ControlSequence) {
    guard let stroke = KeyStroke(sequence: control) else { return nil }
    self = control.isAlt ? stroke.with(.alt) : stroke
  }

  private init?(sequence control: ControlSequence) {
    guard control.marker == 0, control.intermediate == 0 else { return nil }
    switch control.final {
    case UInt8(ascii: "~"): self.init(tilde: control)
    case UInt8(ascii: "u"): self.init(kitty: control)
    case UInt8(ascii: "^"): self.init(number: control[0], .control)
    case UInt8(ascii: "$"): self.init(number: control[0], .shift)
    case UInt8(ascii: "@"): self.init(number: control[0], [.control, .shift])
    case UInt8(ascii: "Z"):
      guard let modifiers = Self.modifiers(control) else { return nil }
      self.init(.tab, modifiers.union(.shift))
    case UInt8(ascii: "a")...UInt8(ascii: "d"):
      self.init(.arrow(control.final - 0x20), .shift)
    default: self.init(letter: control)
    }
  }

  /// Arrows, Home, End, F1 to F4: `CSI 1 ; modifiers letter`.
  private init?(letter control: ControlSequence) {
    // The place of the cursor, told late, looks like F3.
    guard control[0] ?? 1 == 1, control.parameters.count <= 2,
      let key = Key(letter: control.final), let modifiers = Self.modifiers(control)
    else { return nil }
    self.init(key, modifiers)
  }

  private init?(tilde control: ControlSequence) {
    if control[0] == 27, let code = control[2] {
      guard let modifiers = Modifiers(parameter: control[1]) else { return nil }
      self.init(code: code, modifiers: modifiers)
      return
    }
    guard let modifiers = Self.modifiers(control) else { return nil }
    self.init(number: control[0], modifiers)
  }

  private init?(kitty control: ControlSequence) {
    guard let code = control[0], let modifiers = Self.modifiers(control) else { return nil }
    let shifted = control.parameters[0].count > 1 ? control.parameters[0][1] : nil
    self.init(code: code, shifted: shifted, modifiers: modifiers)
  }

  /// The second parameter; `nil` also when it tells that the key was let go.
  private static func modifiers(_ control: ControlSequence) -> Modifiers? {
    if control.parameters.count > 1, control.parameters[1].count > 1,
      control.parameters[1][1] == 3
    {
      return nil
    }
    return Modifiers(parameter: control[1])
  }

  private init?(number: Int?, _ modifiers: Modifiers) {
    guard let key = number.flatMap(Key.init(number:)) else { return nil }
    self.init(key, modifiers)
  }

  /// `ESC O`, and for some terminals modifiers before the letter.
  init?(singleShift: ControlSequence) {
    let parameter = singleShift.parameters.count > 1 ? singleShift[1] : singleShift[0]
    guard let modifiers = Modifiers(parameter: parameter) else { return nil }
    switch singleShift.final {
    case UInt8(ascii: "a")...UInt8(ascii: "d"):
      self.init(.arrow(singleShift.final - 0x20), modifiers.union(.control))
    case UInt8(ascii: "M"): self.init(.enter, modifiers)
    case UInt8(ascii: "I"): self.init(.tab, modifiers)
    case UInt8(ascii: "X"): self.init("=", modifiers)
    case 0x20: self.init(" ", modifiers)
    // The keypad's signs and digits: each is 0x40 above what it types.
    case UInt8(ascii: "j")...UInt8(ascii: "y"):
      self.init(Unicode.Scalar(singleShift.final - 0x40), modifiers)
    default:
      guard let key = Key(letter: singleShift.final) else { return nil }
      self.init(key, modifiers)
    }
  }
}

extension Key {
  fileprivate static func arrow(_ letter: UInt8) -> Key {
    switch letter {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    default: .left
    }
  }

  fileprivate init?(letter: UInt8) {
    switch letter {
    case UInt8(ascii: "A")...UInt8(ascii: "D"): self = .arrow(letter)
    case UInt8(ascii: "H"): self = .home
    case UInt8(ascii: "F"): self = .end
    case UInt8(ascii: "P")...UInt8(ascii: "S"): self = .function(Int(letter) - 0x4F)
    default: return nil
    }
  }

  /// `CSI number ~`: the VT220's numbers, with gaps where its keyboard had them.
  fileprivate init?(number: Int) {
    switch number {
    case 1, 7: self = .home
    case 4, 8: self = .end
    case 2: self = .insert
    case 3: self = .delete
    case 5: self = .pageUp
    case 6: self = .pageDown
    case 11...15: self = .function(number - 10)
    case 17...21: self = .function(number - 11)
    case 23...26: self = .function(number - 12)
    case 28, 29: self = .function(number - 13)
    case 31...34: self = .function(number - 14)
    case 42...45: self = .function(number - 21)
    default: return nil
    }
  }
}

// MARK: Mouse

extension MouseEvent {
  /// SGR reports (`CSI < …`), and urxvt's of the same shape without the marker.
  init?(_ control: ControlSequence) {
    let isRelease = control.final == UInt8(ascii: "m")
    guard isRelease || control.final == UInt8(ascii: "M"), control.intermediate == 0,
      control.parameters.count == 3,
      let code = control[0], let column = control[1], let row = control[2]
    else { return nil }
    switch control.marker {
    case UInt8(ascii: "<"):
      self.init(code: code, column: column - 1, row: row - 1, isRelease: isRelease)
    case 0 where !isRelease:
      self.init(code: code - 32, column: column - 1, row: row - 1, isRelease: code & 3 == 3)
    default: return nil
    }
  }

  init?(code: Int, column: Int, row: Int, isRelease: Bool) {
    guard code >= 0, column >= 0, row >= 0, let kind = Self.kind(code, isRelease) else {
      return nil
    }
    var modifiers: KeyStroke.Modifiers = []
    if code & 4 != 0 { modifiers.insert(.shift) }
    if code & 8 != 0 { modifiers.insert(.alt) }
    if code & 16 != 0 { modifiers.insert(.control) }
    let isWheel = kind == .wheelUp || kind == .wheelDown
    self.init(
      kind, button: isWheel || code & 3 == 3 ? 0 : code & 3, column: column, row: row,
      modifiers: modifiers)
  }

  /// `nil` for movement without a button, wheels to the side, and buttons that few mice have.
  private static func kind(_ code: Int, _ isRelease: Bool) -> Kind? {
    let button = code & 3
    if code & ~0x7F != 0 { return nil }
    if code & 64 != 0 { return button == 0 ? .wheelUp : button == 1 ? .wheelDown : nil }
    if code & 32 != 0 { return button == 3 ? nil : .drag }
    return isRelease || button == 3 ? .release : .press
  }
}
