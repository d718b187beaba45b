extension Terminal {
  /// What the host knows and wants.
  public struct Options: Sendable {
    /// The variables of the process's environment that a terminal is known by.
    public static let variableNames = [
      "TERM", "COLORTERM", "NO_COLOR", "TMUX", "STY", "TERM_PROGRAM", "KITTY_WINDOW_ID",
      "EPUB_READ_PICTURES", "PATH",
    ]

    /// At least those of `variableNames` that are set.
    public var environment: [String: String]
    public var usesMouse: Bool
    /// For screen readers and dumb lines: no colours, no pictures, no links.
    public var isPlain: Bool
    /// Instead of what the environment tells.
    public var colorDepth: ColorDepth?

    public init(
      environment: [String: String], usesMouse: Bool = false, isPlain: Bool = false,
      colorDepth: ColorDepth? = nil
    ) {
      self.environment = environment
      self.usesMouse = usesMouse
      self.isPlain = isPlain
      self.colorDepth = colorDepth
    }
  }
}
