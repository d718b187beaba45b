import EPUBContent
import EPUBReader
import EPUBTerminal

/// Why a stretch of text is marked on the page.
enum Ink: Hashable {
  case word(color: String)
  case annotation(color: String)
  case hit, currentHit, selection, wordCursor
}

/// What the parts of the reader's screen look like under a theme.
struct ReaderLook: Hashable {
  /// Text on paper; the rest is derived from it.
  let page: CellStyle
  let status: CellStyle
  let hasColors: Bool
  /// Nothing is told by colour or reversal alone, and nothing is drawn but text.
  let isPlain: Bool
  /// `nil`: the terminal's own, or none.
  private let colors: Theme.Colors?

  init(_ theme: Theme, hasColors: Bool, isPlain: Bool) {
    self.hasColors = hasColors && !isPlain
    self.isPlain = isPlain
    colors = self.hasColors ? theme.colors : nil
    page = CellStyle(ink: colors?.text.color, paper: colors?.paper.color)
    if let colors {
      status = CellStyle(ink: colors.status.color, paper: colors.statusPaper.color)
    } else {
      status = CellStyle(isPlain ? [] : .dim)
    }
  }

  /// What is said in the status line, not dimmed.
  var message: CellStyle {
    var style = status
    style.attributes.remove(.dim)
    return style
  }

  var panel: PanelLook {
    if isPlain { return PanelLook(dim: CellStyle(), chosen: CellStyle(), isPlain: true) }
    var look = PanelLook(
      text: page, dim: page.adding(.dim), chosen: page.adding(.reverse), title: page.adding(.bold),
      isPlain: false)
    if let colors {
      look.dim = CellStyle(ink: colors.dim.color, paper: colors.paper.color)
      look.chosen = CellStyle(ink: colors.text.color, paper: colors.selection.color)
      look.title = CellStyle(.bold, ink: colors.status.color, paper: colors.statusPaper.color)
    }
    return look
  }

  func style(of text: TextStyle, isLink: Bool) -> CellStyle {
    var style = page
    if text.contains(.bold) { style.attributes.insert(.bold) }
    if text.contains(.italic) { style.attributes.insert(.italic) }
    if text.contains(.underline) || isLink { style.attributes.insert(.underline) }
    if text.contains(.strike) { style.attributes.insert(.strike) }
    if isLink, let colors { style.ink = colors.link.color }
    return style
  }

  /// Lays a mark over text that looks like `style`.
  func mark(_ style: CellStyle, with ink: Ink) -> CellStyle {
    switch ink {
    case .word(let color), .annotation(let color): painted(style, RGB(color))
    case .hit: painted(style, colors?.hit ?? RGB(0xFFE082))
    case .currentHit: painted(style, RGB(0xFF9800)).adding([.bold, .underline])
    case .selection:
      if let colors { painted(style, colors.selection) } else { style.adding(.reverse) }
    case .wordCursor: style.adding([.reverse, .underline])
    }
  }

  private func painted(_ style: CellStyle, _ paper: RGB?) -> CellStyle {
    guard hasColors, let paper else { return style.adding(.reverse) }
    var style = style
    style.paper = paper.color
    style.ink = RGB(paper.isBright ? 0 : 0xFFFFFF).color
    return style
  }
}

extension CellStyle {
  func adding(_ more: Attributes) -> CellStyle {
    var style = self
    style.attributes.formUnion(more)
    return style
  }
}
