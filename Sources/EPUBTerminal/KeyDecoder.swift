/// Makes keys, mouse events and pastes of a terminal's bytes.
public struct KeyDecoder: Sendable {
  public init() {}

  public mutating func take(_ bytes: some Sequence<UInt8>) {}

  /// The next whole input, or `nil` when more bytes are needed.
  public mutating func next() -> TerminalInput? { nil }

  /// Ends what was begun and did not go on in time: a lone escape is the Escape key.
  public mutating func flush() {}
}
