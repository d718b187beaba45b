/// Characters that sequences are made of.
enum ASCII {
  static let bell: UInt8 = 0x07
  static let cancel: UInt8 = 0x18
  static let substitute: UInt8 = 0x1A
  static let escape: UInt8 = 0x1B
  static let space: UInt8 = 0x20
  static let delete: UInt8 = 0x7F
}

/// One whole thing in a terminal's bytes.
enum TerminalSequence: Hashable {
  case stroke(KeyStroke)
  case control(ControlSequence)
  /// `ESC O`: keys of the VT100's keypad, and what others made of it.
  case singleShift(ControlSequence, isAlt: Bool)
  case mouse(MouseEvent)
  /// OSC, DCS, APC, PM or SOS by its introducer, and where its payload stands.
  case string(UInt8, Range<Int>)
  /// Broken off, or not understood.
  case nothing

  /// A control sequence or a string, which nobody types.
  var isLong: Bool {
    switch self {
    case .control, .string, .mouse: true
    case .stroke, .singleShift, .nothing: false
    }
  }
}

/// `CSI` marker parameters intermediate final.
struct ControlSequence: Hashable {
  /// `<`, `=`, `>` or `?`; 0 for none.
  var marker: UInt8 = 0
  /// Parameters and their parts behind colons; what is left out is `nil`.
  var parameters: [[Int?]] = []
  /// The last intermediate byte; 0 for none.
  var intermediate: UInt8 = 0
  var final: UInt8 = 0
  /// Came after one more escape.
  var isAlt = false

  subscript(index: Int) -> Int? {
    index < parameters.count ? parameters[index].first ?? nil : nil
  }

  var isPasteStart: Bool { isPlain(UInt8(ascii: "~")) && self[0] == 200 }

  func isPlain(_ final: UInt8) -> Bool {
    marker == 0 && intermediate == 0 && self.final == final
  }

  /// Reads bytes between introducer and final.
  init(body: ArraySlice<UInt8>, final: UInt8) {
    self.final = final
    var value: Int?
    var parts: [Int?] = []
    var hasParameters = false
    for byte in body {
      switch byte {
      case 0x30...0x39:
        // No number that means anything is larger.
        value = min((value ?? 0) * 10 + Int(byte) - 0x30, 99_999_999)
        hasParameters = true
      case UInt8(ascii: ":"): parts.append(value.take())
      case UInt8(ascii: ";"):
        parts.append(value.take())
        parameters.append(parts)
        parts = []
        hasParameters = true
      case 0x3C...0x3F: marker = byte
      default: intermediate = byte
      }
    }
    if hasParameters || !parts.isEmpty { parameters.append(parts + [value]) }
  }
}

/// Finds where the sequence that begins at a place ends. Bounded: what is longer than any sequence we
/// know is `tooLong`.
enum SequenceScanner {
  enum Outcome: Hashable {
    case incomplete
    /// Longer than the limit; looked at up to that offset.
    case tooLong(Int)
    /// And the offset after it.
    case found(TerminalSequence, Int)
  }

  private static let maximumControlByteCount = 128
  private static let maximumStringByteCount = 4096

  static func scan(_ bytes: [UInt8], from start: Int) -> Outcome {
    guard bytes[start] == ASCII.escape else {
      return scanCharacter(bytes, start, with: [], from: start)
    }
    guard start + 1 < bytes.count else { return .incomplete }
    switch bytes[start + 1] {
    case UInt8(ascii: "["): return scanControl(bytes, start + 2)
    case UInt8(ascii: "O"): return scanSingleShift(bytes, start + 2)
    case UInt8(ascii: "P"), UInt8(ascii: "]"), UInt8(ascii: "_"), UInt8(ascii: "^"),
      UInt8(ascii: "X"):
      return scanString(bytes, start + 2)
    case ASCII.escape: return scanDoubleEscape(bytes, start)
    default: return scanCharacter(bytes, start + 1, with: .alt, from: start)
    }
  }

  /// `ESC ESC [` is Alt with a key, but Escape before an answer.
  private static func scanDoubleEscape(_ bytes: [UInt8], _ start: Int) -> Outcome {
    let lone = Outcome.found(.stroke(KeyStroke(.escape)), start + 1)
    guard start + 2 < bytes.count else { return .incomplete }
    switch bytes[start + 2] {
    case UInt8(ascii: "["):
      switch scanControl(bytes, start + 3) {
      case .incomplete: return .incomplete
      case .found(.control(var control), let end):
        guard KeyStroke(control) != nil, TerminalAnswer(control) == nil, MouseEvent(control) == nil,
          !control.isPasteStart
        else { return lone }
        control.isAlt = true
        return .found(.control(control), end)
      case .tooLong, .found: return lone
      }
    case UInt8(ascii: "O"):
      switch scanSingleShift(bytes, start + 3) {
      case .incomplete: return .incomplete
      case .found(.singleShift(let shift, _), let end):
        return .found(.singleShift(shift, isAlt: true), end)
      case .tooLong, .found: return lone
      }
    default: return lone
    }
  }

  // MARK: Control sequences

  private static func scanControl(_ bytes: [UInt8], _ start: Int) -> Outcome {
    var at = start
    while at < bytes.count {
      if at - start > maximumControlByteCount { return .tooLong(at) }
      switch bytes[at] {
      case 0x20...0x3F:
        if let end = endOfShiftedKey(bytes, start, at) {
          return .found(.control(ControlSequence(body: bytes[start..<at], final: bytes[at])), end)
        }
        at += 1
      case UInt8(ascii: "[") where at == start: return scanConsoleKey(bytes, at + 1)
      case UInt8(ascii: "M") where at == start: return scanOldMouse(bytes, at + 1)
      case 0x40...0x7E:
        return .found(.control(ControlSequence(body: bytes[start..<at], final: bytes[at])), at + 1)
      case ASCII.cancel, ASCII.substitute: return .found(.nothing, at + 1)
      // A control, an escape, text: the sequence was broken off, and something else begins.
      default: return .found(.nothing, at)
      }
    }
    return .incomplete
  }

  /// rxvt ends a key with Shift by `$`, which for all others is only an intermediate.
  private static func endOfShiftedKey(_ bytes: [UInt8], _ start: Int, _ at: Int) -> Int? {
    guard bytes[at] == UInt8(ascii: "$"), at > start,
      bytes[start..<at].allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return at + 1
  }

  /// F1 to F5 of the Linux console: `CSI [ A`.
  private static func scanConsoleKey(_ bytes: [UInt8], _ at: Int) -> Outcome {
    guard at < bytes.count else { return .incomplete }
    guard (0x41...0x45).contains(bytes[at]) else { return .found(.nothing, at) }
    return .found(.stroke(KeyStroke(.function(Int(bytes[at]) - 0x40))), at + 1)
  }

  /// What terminals send that can't do SGR reports: `CSI M` and three bytes.
  private static func scanOldMouse(_ bytes: [UInt8], _ at: Int) -> Outcome {
    guard at + 2 < bytes.count else {
      return bytes[at...].allSatisfy { $0 >= 0x20 } ? .incomplete : .found(.nothing, at)
    }
    let values = bytes[at..<at + 3].map { Int($0) - 32 }
    guard values.allSatisfy({ $0 >= 0 }) else { return .found(.nothing, at) }
    let event = MouseEvent(
      code: values[0], column: values[1] - 1, row: values[2] - 1, isRelease: values[0] & 3 == 3)
    return .found(event.map { .mouse($0) } ?? .nothing, at + 3)
  }

  private static func scanSingleShift(_ bytes: [UInt8], _ start: Int) -> Outcome {
    var at = start
    while at < bytes.count, at - start < 8 {
      switch bytes[at] {
      case 0x30...0x3B: at += 1
      case 0x20, 0x40...0x7E:
        let shift = ControlSequence(body: bytes[start..<at], final: bytes[at])
        return .found(.singleShift(shift, isAlt: false), at + 1)
      default:
        // Nothing that `ESC O` goes on with: Alt and O.
        return at == start
          ? .found(.stroke(KeyStroke("O", .alt)), at) : .found(.nothing, at)
      }
    }
    return at < bytes.count ? .found(.nothing, at) : .incomplete
  }

  // MARK: Strings

  private static func scanString(_ bytes: [UInt8], _ start: Int) -> Outcome {
    var at = start
    while at < bytes.count {
      if at - start > maximumStringByteCount { return .tooLong(at) }
      switch bytes[at] {
      case ASCII.bell: return .found(.string(bytes[start - 1], start..<at), at + 1)
      case ASCII.cancel, ASCII.substitute: return .found(.nothing, at + 1)
      case ASCII.escape:
        guard at + 1 < bytes.count else { return .incomplete }
        if bytes[at + 1] == UInt8(ascii: "\\") {
          return .found(.string(bytes[start - 1], start..<at), at + 2)
        }
        // Broken off; an empty one was Alt and a letter.
        guard at == start, let stroke = KeyStroke(byte: bytes[start - 1], with: .alt) else {
          return .found(.nothing, at)
        }
        return .found(.stroke(stroke), at)
      default: at += 1
      }
    }
    return .incomplete
  }

  /// Where a sequence ends of which only the introducer is kept; `nil` when it goes on.
  static func end(ofSkipped introducer: UInt8, _ bytes: [UInt8], from start: Int) -> Int? {
    let isControl = introducer == UInt8(ascii: "[")
    var at = start
    while at < bytes.count {
      switch bytes[at] {
      case ASCII.escape:
        guard at + 1 < bytes.count else { return isControl ? at : nil }
        return !isControl && bytes[at + 1] == UInt8(ascii: "\\") ? at + 2 : at
      case ASCII.cancel, ASCII.substitute: return at + 1
      case ASCII.bell where !isControl: return at + 1
      case 0x40...0x7E where isControl: return at + 1
      default: at += 1
      }
    }
    return nil
  }

  // MARK: Characters

  private static func scanCharacter(
    _ bytes: [UInt8], _ at: Int, with modifiers: KeyStroke.Modifiers, from start: Int
  ) -> Outcome {
    if bytes[at] < 0x80 {
      let stroke = KeyStroke(byte: bytes[at], with: modifiers)
      return .found(stroke.map { .stroke($0) } ?? .nothing, at + 1)
    }
    let length = lengthOfScalar(bytes[at])
    // What is no UTF-8 goes byte by byte.
    guard length > 1 else { return .found(.nothing, at + 1) }
    let end = min(at + length, bytes.count)
    if let wrong = bytes[at + 1..<end].firstIndex(where: { $0 & 0xC0 != 0x80 }) {
      return .found(.nothing, wrong)
    }
    guard end == at + length else { return .incomplete }
    guard let scalar = String(decoding: bytes[at..<end], as: UTF8.self).unicodeScalars.first,
      // Nobody types what stands for surrogates and other nonsense.
      scalar != "\u{FFFD}", TextCleaning.isAllowed(scalar)
    else { return .found(.nothing, end) }
    return .found(.stroke(KeyStroke(scalar, modifiers)), end)
  }

  private static func lengthOfScalar(_ first: UInt8) -> Int {
    switch first {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 1
    }
  }
}
