import EPUBBasics
import EPUBTerminal

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

  /// As a cell of the screen has it.
  var color: Color { Color(red: red, green: green, blue: blue) }

  /// Parameters of SGR that set it: `2;r;g;b`.
  var parameters: String { "2;\(red);\(green);\(blue)" }

  /// Whether black is easier to read on it than white (relative luminance, roughly).
  var isBright: Bool { 299 * Int(red) + 587 * Int(green) + 114 * Int(blue) >= 128_000 }

  /// So many percent of the way to another.
  func mixed(with other: RGB, percent: Int) -> RGB {
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

/// Colours of text and paper, and of what stands out on it.
struct Theme: Hashable, Sendable {
  struct Colors: Hashable, Sendable {
    var text: RGB
    var paper: RGB
    /// What is less than text: page numbers, hints, rules.
    var dim: RGB
    var link: RGB
    /// The status line.
    var status: RGB
    var statusPaper: RGB
    /// Paper of what is selected or chosen, and of the word at the cursor.
    var selection: RGB
    /// Paper of search hits.
    var hit: RGB
  }

  let name: String
  /// `nil`: the terminal's own.
  let colors: Colors?

  static let terminal = Theme(name: "terminal", colors: nil)
  static let light = Theme(name: "light", colors: Colors(text: RGB(0x1A1A1A), paper: RGB(0xFFFFFF)))
  static let dark = Theme(name: "dark", colors: Colors(text: RGB(0xD8D8D8), paper: RGB(0x121212)))
  static let sepia = Theme(name: "sepia", colors: Colors(text: RGB(0x5B4636), paper: RGB(0xF4ECD8)))

  /// Those that are always there, in the order in which one goes through them.
  static let standard = [terminal, light, dark, sepia]
}

extension Theme.Colors {
  /// Colours that go with a text and a paper.
  init(text: RGB, paper: RGB) {
    self.text = text
    self.paper = paper
    dim = text.mixed(with: paper, percent: 30)
    link = paper.isBright ? RGB(0x1A5FB4) : RGB(0x8AB4F8)
    status = text
    statusPaper = paper.mixed(with: text, percent: 12)
    selection = paper.mixed(with: link, percent: 30)
    hit = paper.mixed(with: paper.isBright ? RGB(0xFFC400) : RGB(0xB58900), percent: 50)
  }
}

/// The names of highlight colours (contract, "Words").
enum HighlightColor: String, CaseIterable, Sendable {
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
