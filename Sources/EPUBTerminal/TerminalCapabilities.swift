public import EPUBBasics

/// How many colours a terminal shows.
public enum ColorDepth: Hashable, Sendable {
  /// No colours; bold, italic, underline and reverse stay.
  case none
  case sixteen
  case palette256
  case trueColor
}

/// How pictures get onto a terminal.
public enum PictureProtocol: String, Hashable, Sendable {
  case kitty, iterm, sixel
  /// Coloured characters, drawn by `chafa`.
  case blocks
  case none
}

/// What a terminal can do: at first what its environment tells, later what it answers.
public struct TerminalCapabilities: Hashable, Sendable {
  public var colorDepth: ColorDepth
  public var pictures: PictureProtocol
  /// Pixels of a cell; `nil` while unknown.
  public var cellSize: PixelSize?
  public var hasSynchronizedUpdates = false
  public var isTmux: Bool
  /// The terminal's own colours, where it tells them.
  public var ink: Color?
  public var paper: Color?
  /// Its name and version in its own words, controls dropped.
  public var name: String?

  public init(
    colorDepth: ColorDepth, pictures: PictureProtocol, cellSize: PixelSize? = nil,
    isTmux: Bool = false
  ) {
    self.colorDepth = colorDepth
    self.pictures = pictures
    self.cellSize = cellSize
    self.isTmux = isTmux
  }
}
