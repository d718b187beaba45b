/// What a terminal's environment tells of it.
struct TerminalProfile: Sendable {
  let type: String
  let environment: [String: String]
  let isPlain: Bool
  /// What the user said about pictures.
  let wantedPictures: PictureProtocol?
  private let wantedDepth: ColorDepth?

  /// `nil`: no terminal that screens can be drawn on.
  init?(_ options: Terminal.Options) {
    environment = options.environment
    type = environment["TERM"] ?? ""
    if type.isEmpty || type == "dumb" || type == "unknown" { return nil }
    isPlain = options.isPlain
    wantedDepth = options.colorDepth
    wantedPictures = environment["EPUB_READ_PICTURES"].flatMap(PictureProtocol.init(rawValue:))
  }

  private func isSet(_ name: String) -> Bool { environment[name].map { !$0.isEmpty } ?? false }

  private func isType(_ parts: String...) -> Bool { parts.contains { type.contains($0) } }

  var isTmux: Bool { isSet("TMUX") || type.hasPrefix("tmux") }
  /// GNU screen, which takes `TERM=screen` as tmux sometimes does.
  var isScreen: Bool { isSet("STY") || (type.hasPrefix("screen") && !isTmux) }
  /// The kernel's own, and real ones: they know no strings and would print them.
  var isSimple: Bool {
    type == "linux" || type.hasPrefix("vt1") || type.hasPrefix("vt2") || type == "cons25"
  }

  var hasLinks: Bool { !isPlain && !isSimple && !isScreen }
  var hasTitle: Bool { !isSimple }

  // MARK: Colours

  var colorDepth: ColorDepth {
    if let wantedDepth { return wantedDepth }
    if isPlain || isSet("NO_COLOR") { return .none }
    let color = environment["COLORTERM"] ?? ""
    if color == "truecolor" || color == "24bit" || isType("direct", "kitty", "ghostty", "alacritty")
    {
      return .trueColor
    }
    if type.hasPrefix("vt") || type.hasSuffix("-m") || type.hasSuffix("-mono") { return .none }
    if isType("256color", "foot", "wezterm", "contour") || isTmux || !color.isEmpty {
      return .palette256
    }
    return .sixteen
  }

  /// Whether more colours than the environment told of may be taken when the terminal's name is known.
  var mayLearnColors: Bool { wantedDepth == nil && colorDepth == .palette256 && !isTmux }

  // MARK: Pictures

  /// Before any answer.
  var pictures: PictureProtocol {
    if isPlain { return .none }
    if let wantedPictures { return wantedPictures }
    // What stands around tmux is not what stands inside it.
    if isTmux || isScreen { return .none }
    let program = environment["TERM_PROGRAM"] ?? ""
    if isType("kitty", "ghostty") || program == "ghostty" || isSet("KITTY_WINDOW_ID") {
      return .kitty
    }
    return program == "iTerm.app" || program == "WezTerm" ? .iterm : .none
  }

  var mayLearnPictures: Bool { !isPlain && wantedPictures == nil }

  /// Whether the terminal understands questions, or at least swallows them.
  var takesQuestions: Bool { !isPlain && !isSimple }

  /// Whether it may be asked things that the first answer does not vouch for.
  var isModern: Bool { isTmux || isType("alacritty", "kitty", "ghostty", "foot", "wezterm") }
}
