import EPUBLayout
import EPUBReader

/// The page and what of it is left free, all in cells and rows.
struct PageFrame: Hashable, Sendable {
  /// The terminal that pages are made for.
  let columns: Int
  let rows: Int
  let width: Int
  let height: Int
  let left: Int
  let top: Int
  let layout: LayoutOptions

  /// As pages of JSON tell it.
  var box: ReaderPage.Frame {
    ReaderPage.Frame(
      columns: columns, rows: rows, width: width, height: height, left: left, top: top)
  }

  /// - Parameter fixedHeight: pages do not matter: the terminal's rows must have no influence.
  init(
    _ request: Request, _ environment: Environment, fixedHeight: Bool = false
  ) throws(Failure) {
    try self.init(
      request, size: request.size ?? Self.terminalSize(environment), fixedHeight: fixedHeight)
  }

  /// - Parameter size: of the terminal, at least 20x5.
  init(
    _ request: Request, size: Environment.TerminalSize, fixedHeight: Bool = false
  ) throws(Failure) {
    columns = size.columns
    rows = fixedHeight ? Self.standard.rows : size.rows
    width = min(size.columns, request.width)
    height = rows - 1
    var margin = request.margin
    if fixedHeight { (margin.top, margin.bottom) = (0, 0) }
    if !request.insistsOnMargin, !Self.hasRoom(margin, width, height) { margin = Request.Margin() }
    (left, top) = (margin.left, margin.top)
    guard Self.hasRoom(margin, width, height) else { throw .noRoom }
    let measure = width - margin.left - margin.right
    let pageHeight = height - margin.top - margin.bottom
    var layout = LayoutOptions(measure: measure, pageHeight: pageHeight)
    layout.lineSpacing = request.lineSpacing
    layout.justifies = request.justifies
    layout.hyphenates = request.hyphenates
    layout.rubyStandsAbove = request.ruby == .above
    layout.notesStandAtFoot = request.notes == .foot && !fixedHeight
    layout.picturesTakeRows = request.pictures == .rows
    layout.paragraphs =
      switch request.paragraphs {
      case .book: .book
      case .indent: .indent
      case .space: .space
      }
    self.layout = layout
  }

  private static func hasRoom(_ margin: Request.Margin, _ width: Int, _ height: Int) -> Bool {
    width - margin.left - margin.right >= 2 && height - margin.top - margin.bottom >= 1
  }

  private static let smallest = Environment.TerminalSize(columns: 20, rows: 5)
  private static let standard = Environment.TerminalSize(columns: 80, rows: 24)

  /// `COLUMNS` and `LINES`, else the controlling terminal, else 80x24; never smaller than 20x5.
  private static func terminalSize(_ environment: Environment) -> Environment.TerminalSize {
    func number(_ name: String) -> Int? {
      environment.variables[name].flatMap { Int($0) }.flatMap {
        (1...10_000).contains($0) ? $0 : nil
      }
    }
    var columns = number("COLUMNS")
    var rows = number("LINES")
    if columns == nil || rows == nil {
      let terminal = environment.terminalSize()
      columns = columns ?? terminal?.columns
      rows = rows ?? terminal?.rows
    }
    return Environment.TerminalSize(
      columns: max(smallest.columns, columns ?? standard.columns),
      rows: max(smallest.rows, rows ?? standard.rows))
  }
}
