import EPUBSegmentation
import EPUBTerminal

/// Something laid over the page, or below it, as long as the reader wants it: a list, a text, a line
/// to type in. It knows nothing of the book: what it shows are values made for it, what it answers
/// says which of them was chosen.
protocol Panel {
  /// The rows it wants of a screen of that size; the reader gives it those, at the foot.
  func wantedRows(columns: Int, rows: Int) -> Int

  /// Does what a key's action asks for.
  mutating func handle(_ action: Action, count: Int?) -> PanelAnswer

  /// Whether keys are text to it now (a filter, a line to type in): then they come as they are.
  var takesText: Bool { get }
  mutating func type(_ input: TypedInput) -> PanelAnswer

  /// A click at a cell of the part it was drawn in, from 0.
  mutating func click(column: Int, row: Int) -> PanelAnswer

  func draw(on screen: inout Screen, in part: Rectangle, _ look: PanelLook, _ segmenter: Segmenter)
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
  /// As `chose`, with what an action beside choosing asks for: to remove it (`delete`), to mark it.
  case asked(Int, PanelRequest)
  /// A line was typed and accepted.
  case entered(String)
  /// The line that is being typed changed: search as one types.
  case edited(String)
  /// Nothing of the panel's: the reader may do with it what it always does.
  case passes
}

enum PanelRequest: Hashable { case remove, highlight, next, previous }

/// The looks that panels need of a theme.
struct PanelLook: Hashable {
  var text = CellStyle()
  var dim = CellStyle(.dim)
  var chosen = CellStyle(.reverse)
  var title = CellStyle(.bold)
  var match = CellStyle(.underline)
  /// No drawing characters, no colours, the terminal's cursor on the current entry.
  var isPlain = false
}
