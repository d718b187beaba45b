import EPUBSegmentation
import EPUBTerminal

/// Something laid over the page, or below it, as long as the reader wants it: a list, a text, a line
/// to type in. It knows nothing of the book: what it shows are values made for it, what it answers
/// says which of them was chosen.
///
/// The reader's loop with a panel open:
///
///     let rows = panel.wantedRows(columns: screen.columns, rows: most, segmenter)
///     let part = Rectangle(
///       column: 0, row: screen.rows - rows, columns: screen.columns, rows: rows)
///     panel.draw(on: &screen, in: part, look, segmenter)
///     …
///     let isItsOwn = panel.takesText || !matcher.isWaiting && panel.takes(key)
///     let answer = isItsOwn ? panel.type(.key(key)) : panel.handle(action, count: count)
///
/// A wheel is `handle(.lineDown, count: 3)`. Pasted text goes to `type` when `takesText`.
protocol Panel {
  /// The rows it wants of those that there are, at the foot of the screen.
  mutating func wantedRows(columns: Int, rows: Int, _ segmenter: Segmenter) -> Int

  /// Does what a key's action asks for.
  mutating func handle(_ action: Action, count: Int?) -> PanelAnswer

  /// Whether keys are text to it now (a filter, a line to type in): then they come as they are.
  var takesText: Bool { get }
  /// Whether that key comes as it is: every one where it takes text, else those that mean something
  /// in this kind of panel and nowhere else (Tab goes to the next link).
  func takes(_ key: KeyStroke) -> Bool
  mutating func type(_ input: TypedInput) -> PanelAnswer

  /// A click at a cell of the part it was drawn in, from 0.
  mutating func click(column: Int, row: Int) -> PanelAnswer

  /// Draws it, every cell of its part and none beside. It learns here how much of it is seen, which
  /// is what scrolling by pages goes by.
  mutating func draw(
    on screen: inout Screen, in part: Rectangle, _ look: PanelLook, _ segmenter: Segmenter)
}

extension Panel {
  func takes(_ key: KeyStroke) -> Bool { takesText }
}

enum TypedInput: Hashable {
  case key(KeyStroke)
  case paste(String)
}

enum PanelAnswer: Hashable {
  /// Drawn again, and stays.
  case stays
  case closes
  /// The entry of that index (of those it was made with) was chosen.
  case chose(Int)
  /// As `chose`, with what an action beside choosing asks for: to remove it, to mark it.
  case asked(Int, PanelRequest)
  /// A line was typed and accepted.
  case entered(String)
  /// The line that is being typed changed: search as one types.
  case edited(String)
  /// Nothing of the panel's: the reader may do with it what it always does.
  case passes
}

enum PanelRequest: Hashable { case remove, highlight }

/// The looks that panels need of a theme.
struct PanelLook: Hashable {
  var text = CellStyle()
  var dim = CellStyle(.dim)
  var chosen = CellStyle(.reverse)
  var title = CellStyle(.bold)
  /// What was searched for; laid over the look of the text it stands in.
  var match = CellStyle(.underline)
  /// Likewise.
  var link = CellStyle(.underline)
  /// The letters that lead to a link.
  var hint = CellStyle([.bold, .reverse])
  /// No drawing characters, no colours, the terminal's cursor on the current entry.
  var isPlain = false
}

extension CellStyle {
  /// With another laid over it: its attributes come to ours, its colours take the place of ours.
  func under(_ other: CellStyle) -> CellStyle {
    var style = self
    style.attributes.formUnion(other.attributes)
    if other.paper != nil {
      style.paper = other.paper
      style.ink = other.ink
      style.attributes.subtract(attributes.subtracting(other.attributes).intersection(.reverse))
    } else if other.ink != nil, paper == nil, !attributes.contains(.reverse) {
      style.ink = other.ink
    }
    return style
  }
}
