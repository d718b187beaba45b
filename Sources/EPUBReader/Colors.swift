import EPUBBasics

/// A colour of a screen.
package struct RGB: Hashable, Sendable {
  package var red: UInt8
  package var green: UInt8
  package var blue: UInt8

  package init(_ hex: UInt32) {
    red = UInt8(truncatingIfNeeded: hex >> 16)
    green = UInt8(truncatingIfNeeded: hex >> 8)
    blue = UInt8(truncatingIfNeeded: hex)
  }

  /// `#rrggbb`.
  package init?(_ text: some StringProtocol) {
    guard text.utf8.count == 7, text.utf8.first == UInt8(ascii: "#"),
      text.utf8.dropFirst().allSatisfy({ $0.hexDigitValue != nil }),
      let value = UInt32(text.dropFirst(), radix: 16)
    else { return nil }
    self.init(value)
  }

  /// Whether black is easier to read on it than white (relative luminance, roughly).
  package var isBright: Bool { 299 * Int(red) + 587 * Int(green) + 114 * Int(blue) >= 128_000 }

  /// So many percent of the way to another.
  package func mixed(with other: RGB, percent: Int) -> RGB {
    func mix(_ from: UInt8, _ to: UInt8) -> UInt8 {
      UInt8((Int(from) * (100 - percent) + Int(to) * percent) / 100)
    }
    var color = self
    color.red = mix(red, other.red)
    color.green = mix(green, other.green)
    color.blue = mix(blue, other.blue)
    return color
  }
}

/// The names of highlight colours (contract, "Words").
package enum HighlightColor: String, CaseIterable, Sendable {
  case yellow, green, blue, pink, orange, purple

  package var hex: String {
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
  package static func hex(of text: some StringProtocol) -> String? {
    if let named = HighlightColor(rawValue: text.lowercased()) { return named.hex }
    return RGB(text) == nil ? nil : text.lowercased()
  }
}
