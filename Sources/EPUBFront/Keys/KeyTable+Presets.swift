extension KeyTable {
  /// Tables to begin with; the configuration changes single keys of them.
  enum Preset: String, CaseIterable, Sendable {
    /// Keys of less, with those of vi.
    case standard
    /// Keys of the reader epy, where its actions are ours.
    case epy
    /// Closer to vim, with its word motions and double keys.
    case vim

    /// What is otherwise than in the standard table; `nil` takes keys away.
    var changes: [(KeySequence, Binding?)] {
      switch self {
      case .standard: []
      case .epy: Self.epyChanges
      case .vim: Self.vimChanges
      }
    }

    private static var epyChanges: [(KeySequence, Binding?)] {
      [
        ("L", Binding(.nextChapter)), ("H", Binding(.previousChapter)), ("d", Binding(.lookUp)),
        ("f", Binding(.linkHints)), ("b", Binding(.bookmark)), ("B", Binding(.bookmarks)),
        ("Tab", Binding(.contents)), ("?", Binding(.help)),
        // What lost its keys to these.
        ("M-h", Binding(.highlight)), ("M-/", Binding(.searchBackward)), ("u", nil),
      ]
    }

    private static var vimChanges: [(KeySequence, Binding?)] {
      [
        ("g g", Binding(.start)), ("] ]", Binding(.nextChapter)),
        ("[ [", Binding(.previousChapter)), ("b", Binding(.previousWord)),
        ("B", Binding(.previousWord)), ("W", Binding(.nextWord)), ("E", Binding(.endOfWord)),
        // Tab is C-i to most terminals.
        ("Tab", Binding(.forward)), ("f", Binding(.linkHints)), ("M", Binding(.bookmark)),
        ("C-g", Binding(.information)), ("z z", Binding(.redraw)), ("Z Z", Binding(.quit)),
        ("Z Q", Binding(.quit)), ("d", nil), ("u", nil),
      ]
    }
  }
}
