/// The terminal as one reader has it: raw mode, an alternate screen, keys in, screens out.
///
/// For one thread; only `waker` may be called from others.
public final class Terminal {
  public private(set) var capabilities: TerminalCapabilities
  private let options: Options

  private init(_ options: Options) {
    self.options = options
    capabilities = TerminalCapabilities(colorDepth: .none, pictures: .none, isTmux: false)
  }

  /// `nil` when there is no terminal that can be used: `TERM` is unset or `dumb`, or none is there.
  ///
  /// Keys are read from standard input if that is a terminal, else from the controlling one;
  /// screens go to standard output.
  public static func open(_ options: Options) -> Terminal? { nil }

  /// Takes the terminal: raw mode, alternate screen, no cursor.
  public func start() {}

  /// Gives the terminal back as it was found; may be called at any time.
  public func stop() {}

  /// Stops the process as Ctrl-Z does; returns when it goes on. The next input is `.resumed`.
  public func suspend() {}

  public var size: (columns: Int, rows: Int) { (80, 24) }

  /// Waits for input.
  ///
  /// - Parameter timeoutMilliseconds: `nil` waits for ever.
  public func nextInput(timeoutMilliseconds: Int?) -> TerminalInput { .nothing }

  /// Makes `nextInput` return `.woken`; for any thread, also after the terminal is gone.
  public var waker: @Sendable () -> Void { {} }

  /// Shows a screen: writes what differs from the last one.
  public func draw(_ screen: Screen) {}

  /// Shows a screen, and all of it: something else wrote over the terminal.
  public func redraw(_ screen: Screen) {}

  /// Asks the terminal what it can do; to be called after the first page was drawn. Answers come as
  /// `.learned`, or never.
  public func ask() {}

  /// Puts a text into the clipboard, where the terminal allows it (OSC 52).
  ///
  /// - Returns: `false` when the text is too long for it.
  @discardableResult
  public func copy(_ text: String) -> Bool { false }

  /// Names the terminal's window; its old name comes back with `stop`.
  public func setTitle(_ title: String) {}

  public func ringBell() {}

  /// Shows these pictures and removes all others; to be called right after `draw`.
  public func show(_ pictures: [PlacedPicture]) {}
}
