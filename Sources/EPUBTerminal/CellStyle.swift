/// A colour, eight bits a part.
public struct Color: Hashable, Sendable {
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8
  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }
}

/// How a cell looks.
public struct CellStyle: Hashable, Sendable {
  public struct Attributes: OptionSet, Hashable, Sendable {
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    public static let bold = Attributes(rawValue: 1)
    public static let dim = Attributes(rawValue: 2)
    public static let italic = Attributes(rawValue: 4)
    public static let underline = Attributes(rawValue: 8)
    public static let strike = Attributes(rawValue: 16)
    public static let reverse = Attributes(rawValue: 32)
  }

  public var attributes: Attributes
  /// `nil`: the terminal's own.
  public var ink: Color?
  public var paper: Color?
  /// Where a hyperlink (OSC 8) leads; `nil` for none.
  public var link: String?
  /// An ink that is a number to the terminal: written as it is, whatever colours there are.
  var exactInk: Color?

  public init(
    _ attributes: Attributes = [], ink: Color? = nil, paper: Color? = nil, link: String? = nil
  ) {
    self.attributes = attributes
    self.ink = ink
    self.paper = paper
    self.link = link
  }
}
