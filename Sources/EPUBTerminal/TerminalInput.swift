/// What comes from the terminal, the system, or another thread.
public enum TerminalInput: Hashable, Sendable {
  case key(KeyStroke)
  /// Text that was pasted, as one line: its ends of lines and tabs are spaces, other controls dropped.
  case paste(String)
  case mouse(MouseEvent)
  /// The terminal has another size.
  case resized
  /// The terminal answered a question: `Terminal.capabilities` have changed.
  case learned
  /// Another thread called the waker.
  case woken
  /// The reader goes on after it was stopped; the screen must be drawn anew.
  case resumed
  /// SIGTERM, SIGHUP or SIGINT from outside: end, with everything saved.
  case ended(signal: Int32)
  /// The time that was given is over.
  case nothing
}

public struct MouseEvent: Hashable, Sendable {
  public enum Kind: Hashable, Sendable { case press, release, drag, wheelUp, wheelDown }
  public var kind: Kind
  /// 0 left, 1 middle, 2 right.
  public var button: Int
  /// Cells from the screen's upper left corner, from 0.
  public var column: Int
  public var row: Int
  public var modifiers: KeyStroke.Modifiers

  public init(
    _ kind: Kind, button: Int = 0, column: Int, row: Int, modifiers: KeyStroke.Modifiers = []
  ) {
    self.kind = kind
    self.button = button
    self.column = column
    self.row = row
    self.modifiers = modifiers
  }
}
