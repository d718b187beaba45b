/// A key of the keyboard, as terminals tell of it.
public enum Key: Hashable, Sendable {
  /// A key that types something; letters as they were typed, so that capitals carry no shift.
  case character(Unicode.Scalar)
  case up, down, left, right
  case home, end, pageUp, pageDown
  case enter, tab, backspace, escape, delete, insert
  /// F1 to F24.
  case function(Int)
}

/// A key, and what is held with it.
public struct KeyStroke: Hashable, Sendable {
  public struct Modifiers: OptionSet, Hashable, Sendable {
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Only with keys that type nothing.
    public static let shift = Modifiers(rawValue: 1)
    public static let alt = Modifiers(rawValue: 2)
    public static let control = Modifiers(rawValue: 4)
  }

  public var key: Key
  public var modifiers: Modifiers

  public init(_ key: Key, _ modifiers: Modifiers = []) {
    self.key = key
    self.modifiers = modifiers
  }

  public init(_ character: Unicode.Scalar, _ modifiers: Modifiers = []) {
    self.init(.character(character), modifiers)
  }
}
