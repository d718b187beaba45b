// Questions are asked once the first page is there, and nobody waits for the answers. First only what
// every terminal since the VT100 answers; what is answered tells whether more may be asked, for some
// terminals print what they don't know.

extension Terminal {
  /// Asks the terminal what it can do; to be called after the first page was drawn. Answers come as
  /// `.learned`, or never.
  public func ask() {
    guard isStarted, profile.takesQuestions, !hasAskedMore else { return }
    if profile.isModern { return askMore() }
    device.write(Array("\u{1B}[c".utf8))
    openQuestions += 1
  }

  /// The device attributes come last, so that with them all answers are there.
  private func askMore() {
    if hasAskedMore { return }
    hasAskedMore = true
    var questions = Array("\u{1B}[>q\u{1B}[?2026$p\u{1B}[?u\u{1B}[16t".utf8)
    questions += "\u{1B}]10;?\u{1B}\\\u{1B}]11;?\u{1B}\\".utf8
    if profile.mayLearnPictures {
      let picture = Array(
        "\u{1B}_Gi=\(PictureDesk.questionID),s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\".utf8)
      questions += profile.isTmux ? Passthrough.tmux(picture) : picture
    }
    if profile.environment["TERM_PROGRAM"] == "iTerm.app" {
      questions += "\u{1B}]1337;ReportCellSize\u{1B}\\".utf8
    }
    device.write(questions + "\u{1B}[c".utf8)
    openQuestions += 1
  }

  /// Lets answers come that are on their way, so that no shell gets them.
  func awaitAnswers() {
    let end = TerminalDevice.now + 150
    while openQuestions > 0, !device.isGone, TerminalDevice.now < end {
      for event in device.wait(milliseconds: end - TerminalDevice.now) { take(event) }
      for case .attributes in decoder.answers { openQuestions -= 1 }
      decoder.answers = []
    }
  }

  // MARK: Answers

  /// - Returns: whether `capabilities` have changed.
  func learn(_ answers: [TerminalAnswer]) -> Bool {
    let old = capabilities
    for answer in answers { learn(answer) }
    if capabilities.colorDepth != old.colorDepth || capabilities.pictures != old.pictures {
      forgetShown()
    }
    return capabilities != old
  }

  private func learn(_ answer: TerminalAnswer) {
    switch answer {
    case .attributes(let attributes): learn(attributes)
    case .mode(2026, let state):
      capabilities.hasSynchronizedUpdates = state == 1 || state == 2 || state == 3
    case .name(let name): learn(name)
    case .keyboard: takeKittyKeyboard()
    case .picture(PictureDesk.questionID, let isRight): if isRight { learnPictures(.kitty) }
    case .cellSize(let size): capabilities.cellSize = size
    case .ink(let color): capabilities.ink = color
    case .paper(let color): capabilities.paper = color
    case .mode, .picture: break
    }
  }

  private func learn(_ attributes: [Int]) {
    openQuestions = max(0, openQuestions - 1)
    if attributes.dropFirst().contains(4) { learnPictures(.sixel) }
    if let level = attributes.first, level >= 61 { askMore() }
  }

  private func learn(_ name: String) {
    capabilities.name = name
    let word = name.lowercased()
    if word.hasPrefix("iterm2") || word.hasPrefix("wezterm") || word.hasPrefix("mintty") {
      learnPictures(.iterm)
    }
    let colorful = [
      "kitty", "ghostty", "foot", "wezterm", "iterm2", "contour", "xterm(", "mintty", "konsole",
    ]
    if profile.mayLearnColors, colorful.contains(where: word.hasPrefix) {
      capabilities.colorDepth = .trueColor
    }
  }

  /// The best that is known to work.
  private func learnPictures(_ kind: PictureProtocol) {
    guard profile.mayLearnPictures else { return }
    let order: [PictureProtocol] = [.none, .blocks, .sixel, .iterm, .kitty]
    let known = order.firstIndex(of: capabilities.pictures) ?? 0
    let new = order.firstIndex(of: kind) ?? 0
    // Sixels are drawn by a program that must be there.
    if new > known, kind != .sixel || hasWorkshop { capabilities.pictures = kind }
  }
}
