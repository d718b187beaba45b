import EPUBBasics
import EPUBReader
import EPUBTerminal

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

extension RGB {
  /// As a cell of the screen has it.
  var color: Color { Color(red: red, green: green, blue: blue) }

  /// Parameters of SGR that set it: `2;r;g;b`.
  var parameters: String { "2;\(red);\(green);\(blue)" }
}
