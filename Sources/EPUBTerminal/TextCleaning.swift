/// What may stand in a cell, a title, a clipboard (contract, "Text": nothing of a book reaches the output
/// as a control).
enum TextCleaning {
  /// Not a control, a noncharacter, a bidirectional control or what Kitty takes for a picture.
  static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0: false
    case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: false
    case 0xFDD0...0xFDEF, 0x10_EEEE: false
    default: scalar.value & 0xFFFE != 0xFFFE
    }
  }

  static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value == 9 || scalar.value == 10 || scalar.value == 13
  }

  /// As one line: line ends and tabs are spaces, all other controls are dropped.
  static func line(_ text: String) -> String {
    var line = String.UnicodeScalarView()
    var last: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      if isAllowed(scalar) {
        line.append(scalar)
      } else if isBlank(scalar), !(last == "\r" && scalar == "\n") {
        line.append(" ")
      }
      last = scalar
    }
    return String(line)
  }
}
