extension KeyStroke {
  /// Reads a name as the configuration writes it: `Space`, `C-f`, `M-Left`, `S-Tab`, `F1`, `<`; also
  /// `Ctrl-F`, `Alt+Left`, `^F`, `PageDown`.
  public init?(name: String) { nil }

  /// The one name that `init(name:)` reads back as this.
  public var name: String { "" }
}
