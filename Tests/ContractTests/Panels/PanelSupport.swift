import EPUBSegmentation
import EPUBTerminal

@testable import EPUBFront

extension Panel {
  /// The rows of a screen that it fills.
  mutating func drawn(_ columns: Int, _ rows: Int, _ look: PanelLook = PanelLook()) -> [String] {
    screen(columns, rows, look).rowTexts
  }

  mutating func screen(_ columns: Int, _ rows: Int, _ look: PanelLook = PanelLook()) -> Screen {
    var screen = Screen(columns: columns, rows: rows)
    draw(
      on: &screen, in: Rectangle(column: 0, row: 0, columns: columns, rows: rows), look,
      Segmenter())
    return screen
  }

  /// Types letters and the keys of `keys`.
  @discardableResult
  mutating func type(_ text: String) -> PanelAnswer {
    var answer = PanelAnswer.stays
    for scalar in text.unicodeScalars { answer = type(.key(KeyStroke(scalar))) }
    return answer
  }

  @discardableResult
  mutating func press(_ key: Key, _ modifiers: KeyStroke.Modifiers = []) -> PanelAnswer {
    type(.key(KeyStroke(key, modifiers)))
  }

  @discardableResult
  mutating func control(_ scalar: Unicode.Scalar) -> PanelAnswer {
    type(.key(KeyStroke(scalar, .control)))
  }

  @discardableResult
  mutating func `do`(_ action: Action, _ count: Int? = nil) -> PanelAnswer {
    handle(action, count: count)
  }
}

extension Screen {
  var rowTexts: [String] { (0..<rows).map(text(ofRow:)) }

  /// For each cell of a row one letter: whether it looks so.
  func marks(ofRow row: Int, _ holds: (CellStyle) -> Bool) -> String {
    String((0..<columns).map { holds(style(column: $0, row: row)) ? "x" : "." })
  }

  /// `column,row`, empty when it is hidden.
  var cursorText: String { cursor.map { "\($0.column),\($0.row)" } ?? "" }
}

let plainLook: PanelLook = {
  var look = PanelLook(
    dim: CellStyle(), chosen: CellStyle(), title: CellStyle(), match: CellStyle(),
    link: CellStyle(), hint: CellStyle())
  look.isPlain = true
  return look
}()
