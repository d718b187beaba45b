/// Messages of a host: what comes in as it comes, and what goes out.
public struct MessageStreams {
  public enum Incoming: Hashable, Sendable {
    /// Whatever there is, at least one byte.
    case bytes([UInt8])
    /// Nothing more comes.
    case end
    /// The process is to end.
    case terminated
  }

  /// Waits for what comes next.
  public var read: () -> Incoming
  /// Writes a line whole, waiting until it is taken.
  ///
  /// - Returns: `.closed`, too, when the process is to end: the line need not have been taken then.
  public var write: ([UInt8]) -> Environment.WriteOutcome

  public init(
    read: @escaping () -> Incoming, write: @escaping ([UInt8]) -> Environment.WriteOutcome
  ) {
    self.read = read
    self.write = write
  }
}
