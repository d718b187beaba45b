import EPUBBasics

/// The terminal as one reader has it: raw mode, an alternate screen, keys in, screens out.
///
/// For one thread; only `waker` may be called from others.
public final class Terminal {
  public internal(set) var capabilities: TerminalCapabilities
  let profile: TerminalProfile
  let device: TerminalDevice
  private let usesMouse: Bool
  private(set) var isStarted = false

  // What was drawn.
  /// The host's last screen, and what the terminal shows: the same, with cells of pictures in it.
  var wanted: Screen?
  var shown: Screen?
  /// Pictures stand on the last screen, and those of the next are to come in one update with it.
  private(set) var isDrawingDue = false
  private(set) var pictures = PictureDesk()
  private let workshop: PictureWorkshop?

  var hasWorkshop: Bool { workshop != nil }

  // What came in.
  var decoder = KeyDecoder()
  var lastByteTime = 0
  var signals: [Int32] = []
  var isWoken = false
  var hasLearned = false
  var hasResumed = false
  /// Questions whose answers are still to come.
  var openQuestions = 0
  var hasAskedMore = false
  private var hasKittyKeyboard = false
  private var hasOwnTitle = false

  init(_ profile: TerminalProfile, _ device: TerminalDevice, usesMouse: Bool) {
    self.profile = profile
    self.device = device
    self.usesMouse = usesMouse
    workshop = profile.isPlain ? nil : PictureWorkshop(profile, notice: device.noticer)
    capabilities = TerminalCapabilities(
      colorDepth: profile.colorDepth, pictures: profile.pictures, isTmux: profile.isTmux)
    if workshop == nil, [.sixel, .blocks].contains(capabilities.pictures) {
      capabilities.pictures = .none
    } else if capabilities.pictures == .none, profile.mayLearnPictures, workshop != nil {
      capabilities.pictures = .blocks
    }
    capabilities.cellSize = device.cellSize
  }

  /// `nil` when there is no terminal that can be used: `TERM` is unset or `dumb`, or none is there.
  ///
  /// Keys are read from standard input if that is a terminal, else from the controlling one;
  /// screens go to standard output.
  public static func open(_ options: Options) -> Terminal? {
    guard let profile = TerminalProfile(options), let device = TerminalDevice.standard() else {
      return nil
    }
    return Terminal(profile, device, usesMouse: options.usesMouse)
  }

  deinit { stop() }

  // MARK: Taking and giving back

  /// Takes the terminal: raw mode, alternate screen, no cursor.
  public func start() {
    if isStarted { return }
    isStarted = true
    device.enter(farewell: farewell)
    device.write(greeting)
    forgetShown()
  }

  /// Gives the terminal back as it was found; may be called at any time.
  public func stop() {
    guard isStarted else { return }
    isStarted = false
    isDrawingDue = false
    awaitAnswers()
    device.write(pictures.removal(capabilities) + farewell)
    device.leave(dropsInput: openQuestions > 0)
    openQuestions = 0
    hasKittyKeyboard = false
    hasOwnTitle = false
    forgetShown()
  }

  /// Stops the process as Ctrl-Z does; returns when it goes on. The next input is `.resumed`.
  public func suspend() {
    guard isStarted else { return }
    let hadKeyboard = hasKittyKeyboard
    stop()
    device.stopJob()
    start()
    if hadKeyboard { takeKittyKeyboard() }
    hasResumed = true
  }

  func forgetShown() {
    shown = nil
    pictures.forgetSent()
  }

  /// Once more after somebody else had the terminal without our knowing.
  func takeAgain() {
    device.enter(farewell: farewell)
    device.write(greeting + (hasKittyKeyboard ? Self.kittyKeyboard : []))
    forgetShown()
    hasResumed = true
  }

  private static let kittyKeyboard = Array("\u{1B}[>1u".utf8)

  /// Makes Escape, and letters with modifiers, plain: only where the terminal said that it can.
  func takeKittyKeyboard() {
    if hasKittyKeyboard { return }
    hasKittyKeyboard = true
    device.setFarewell(farewell)
    device.write(Self.kittyKeyboard)
  }

  /// No wrapping at the edge, no reordering of right-to-left text: screens are in visual order.
  private var greeting: [UInt8] {
    var modes = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[8l\u{1B}[?7l\u{1B}[?2004h"
    if usesMouse { modes += "\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h" }
    return Array(modes.utf8)
  }

  /// Whatever was being written ends first: a string, an update.
  private var farewell: [UInt8] {
    var modes = profile.isSimple ? "" : "\u{1B}\\"
    modes += "\u{1B}[?2026l\u{1B}[0m"
    if profile.hasLinks { modes += "\u{1B}]8;;\u{1B}\\" }
    if hasKittyKeyboard { modes += "\u{1B}[<u" }
    if usesMouse { modes += "\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l" }
    // The console has no alternate screen: what stands there is wiped.
    if profile.isSimple { modes += "\u{1B}[H\u{1B}[J" }
    modes += "\u{1B}[?2004l\u{1B}[?7h\u{1B}[8h\u{1B}[?25h\u{1B}[?1049l"
    if hasOwnTitle { modes += "\u{1B}[23;0t" }
    return Array(modes.utf8)
  }

  // MARK: Screens

  /// Cells of the terminal, never none.
  public var size: (columns: Int, rows: Int) {
    guard let size = device.size else { return (80, 24) }
    // More than any screen has; a hostile size must not take the memory.
    return (min(size.columns, 2000), min(size.rows, 1000))
  }

  var renderer: ScreenRenderer {
    ScreenRenderer(
      colorDepth: capabilities.colorDepth, hasLinks: profile.hasLinks,
      hasSynchronizedUpdates: capabilities.hasSynchronizedUpdates)
  }

  /// Shows a screen: writes what differs from the last one. While pictures stand there it waits for
  /// `show` (or `nextInput`), so that pages change with their pictures at once.
  public func draw(_ screen: Screen) {
    guard isStarted else { return }
    wanted = screen
    isDrawingDue = true
    if pictures.placed.isEmpty { drawWanted() }
  }

  /// Shows a screen, and all of it: something else wrote over the terminal.
  public func redraw(_ screen: Screen) {
    forgetShown()
    draw(screen)
  }

  /// Shows these pictures and removes all others; to be called right after `draw`. They cover what was
  /// drawn beneath them; those that don't lie on the screen are left out.
  public func show(_ pictures: [PlacedPicture]) {
    if pictures.isEmpty && self.pictures.placed.isEmpty { return }
    self.pictures.place(pictures)
    drawWanted()
  }

  /// Whether a picture will be seen, as far as is known: one that will not needs no room on the page.
  public func canShow(_ picture: PlacedPicture) -> Bool {
    PictureDesk.canShow(picture, capabilities, workshop)
  }

  /// Brings the terminal to the host's last screen with its pictures.
  func drawWanted() {
    isDrawingDue = false
    guard isStarted, let wanted else { return }
    pictures.arrange(capabilities, workshop, on: wanted)
    let next = pictures.compose(wanted, capabilities)
    var bytes = pictures.leaving(&shown, capabilities)
    bytes += renderer.changes(from: shown, to: next)
    bytes += pictures.coming(from: shown, to: next, capabilities)
    shown = next
    if !bytes.isEmpty { device.write(renderer.begin + bytes + renderer.end) }
  }

  // MARK: The rest of the window

  /// Puts a text into the clipboard, where the terminal allows it (OSC 52).
  ///
  /// - Returns: `false` when the text is too long for it.
  @discardableResult
  public func copy(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count <= 74_000, isStarted, !profile.isSimple else { return false }
    let sequence = Array("\u{1B}]52;c;".utf8) + Base64.encoded(bytes[...]) + [ASCII.bell]
    device.write(sequence)
    // tmux takes it where it may set the clipboard itself; else it may hand it on.
    if profile.isTmux { device.write(Passthrough.tmux(sequence)) }
    return true
  }

  /// Names the terminal's window; its old name comes back with `stop`.
  public func setTitle(_ title: String) {
    guard isStarted, profile.hasTitle else { return }
    if !hasOwnTitle {
      hasOwnTitle = true
      device.setFarewell(farewell)
      device.write(Array("\u{1B}[22;0t".utf8))
    }
    let line = TextCleaning.line(String(title.prefix(200)))
    device.write(Array("\u{1B}]2;\(line)\u{1B}\\".utf8))
  }

  public func ringBell() {
    if isStarted { device.write([ASCII.bell]) }
  }
}

extension TerminalDevice {
  /// Pixels of a cell, where the system knows those of the window.
  var cellSize: PixelSize? {
    guard let size, let pixels = size.pixels else { return nil }
    let cell = PixelSize(width: pixels.width / size.columns, height: pixels.height / size.rows)
    return cell.width > 0 && cell.height > 0 ? cell : nil
  }
}

/// Sequences that tmux hands to the terminal it runs in.
enum Passthrough {
  static func tmux(_ sequence: [UInt8]) -> [UInt8] {
    var bytes = Array("\u{1B}Ptmux;".utf8)
    for byte in sequence {
      if byte == ASCII.escape { bytes.append(byte) }
      bytes.append(byte)
    }
    return bytes + "\u{1B}\\".utf8
  }
}
