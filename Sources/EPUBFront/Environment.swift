public import EPUBTerminal

/// What the command line needs of the world. `main` gives the system's; tests give their own values.
public struct Environment {
  public enum WriteOutcome: Hashable, Sendable {
    case done
    /// Nobody reads any more.
    case closed
    case failed(errno: Int32)
  }

  public enum ReadOutcome: Hashable, Sendable {
    case bytes([UInt8])
    case tooLarge
    case failed(errno: Int32)
  }

  public struct TerminalSize: Hashable, Sendable {
    public var columns: Int
    public var rows: Int
    public init(columns: Int, rows: Int) {
      self.columns = columns
      self.rows = rows
    }
  }

  public var variables: [String: String]
  public var outputIsTerminal: Bool
  /// Size of the controlling terminal, `nil` without one.
  public var terminalSize: () -> TerminalSize?
  public var writeOutput: ([UInt8]) -> WriteOutcome
  public var writeError: ([UInt8]) -> Void
  /// Reads standard input to its end, at most so many bytes.
  public var readInput: (_ maximumByteCount: Int) -> ReadOutcome
  public var readFile: (_ path: String, _ maximumByteCount: Int) -> ReadOutcome
  /// The system's words for an error number.
  public var describeError: (_ errno: Int32) -> String

  /// Seconds since 1970.
  public var now: () -> Int64 = { 0 }
  /// Seconds of a clock that only goes forward.
  public var clock: () -> Double = { 0 }
  /// The terminal to read in; `nil` when there is none that can be used.
  public var openTerminal: (Terminal.Options) -> Terminal? = { _ in nil }
  /// Standard input and output as a line of messages; `nil`: all of the input is read first.
  public var openMessages: () -> MessageStreams? = { nil }
  /// Writes a file and the folders above it; `false` when that failed.
  public var writeFile: @Sendable (_ path: String, _ bytes: [UInt8]) -> Bool = { _, _ in false }
  /// A path as it is from anywhere.
  public var absolutePath: (_ path: String) -> String = { $0 }

  public init(
    variables: [String: String], outputIsTerminal: Bool,
    terminalSize: @escaping () -> TerminalSize?,
    writeOutput: @escaping ([UInt8]) -> WriteOutcome, writeError: @escaping ([UInt8]) -> Void,
    readInput: @escaping (Int) -> ReadOutcome, readFile: @escaping (String, Int) -> ReadOutcome,
    describeError: @escaping (Int32) -> String
  ) {
    self.variables = variables
    self.outputIsTerminal = outputIsTerminal
    self.terminalSize = terminalSize
    self.writeOutput = writeOutput
    self.writeError = writeError
    self.readInput = readInput
    self.readFile = readFile
    self.describeError = describeError
  }
}
