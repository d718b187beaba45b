import EPUBBasics

/// A colour as a terminal's escape and JSON take it.
struct RGB: Hashable, Sendable {
  var red: UInt8
  var green: UInt8
  var blue: UInt8

  init(_ hex: UInt32) {
    red = UInt8(truncatingIfNeeded: hex >> 16)
    green = UInt8(truncatingIfNeeded: hex >> 8)
    blue = UInt8(truncatingIfNeeded: hex)
  }

  /// `#rrggbb`.
  init?(_ text: some StringProtocol) {
    guard text.utf8.count == 7, text.utf8.first == UInt8(ascii: "#"),
      text.utf8.dropFirst().allSatisfy({ $0.hexDigitValue != nil }),
      let value = UInt32(text.dropFirst(), radix: 16)
    else { return nil }
    self.init(value)
  }

  /// Parameters of SGR that set it: `2;r;g;b`.
  var parameters: String { "2;\(red);\(green);\(blue)" }

  /// Whether black is easier to read on it than white (relative luminance, roughly).
  var isBright: Bool { 299 * Int(red) + 587 * Int(green) + 114 * Int(blue) >= 128_000 }
}

/// Colours of text and paper.
enum Theme: String, CaseIterable, Sendable {
  case terminal, light, dark, sepia

  /// `nil`: the terminal's own.
  var colors: (text: RGB, paper: RGB)? {
    switch self {
    case .terminal: nil
    case .light: (RGB(0x1A1A1A), RGB(0xFFFFFF))
    case .dark: (RGB(0xD8D8D8), RGB(0x121212))
    case .sepia: (RGB(0x5B4636), RGB(0xF4ECD8))
    }
  }
}

/// The names of highlight colours (contract, "Words").
enum HighlightColor: String, CaseIterable {
  case yellow, green, blue, pink, orange, purple

  var hex: String {
    switch self {
    case .yellow: "#ffd54f"
    case .green: "#aed581"
    case .blue: "#81d4fa"
    case .pink: "#f48fb1"
    case .orange: "#ffb74d"
    case .purple: "#ce93d8"
    }
  }

  /// `#rrggbb` in lower case for a name or another `#rrggbb`.
  static func hex(of text: some StringProtocol) -> String? {
    if let named = HighlightColor(rawValue: text.lowercased()) { return named.hex }
    return RGB(text) == nil ? nil : text.lowercased()
  }
}
