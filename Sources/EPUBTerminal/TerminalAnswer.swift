import EPUBBasics

/// What a terminal says when it is asked.
enum TerminalAnswer: Hashable, Sendable {
  /// Primary device attributes: what kind of terminal it is and, behind that, what it can do.
  case attributes([Int])
  /// The state of a private mode (DECRPM).
  case mode(Int, state: Int)
  case name(String)
  /// The flags of the Kitty keyboard protocol that are on.
  case keyboard(Int)
  /// What became of a picture of the Kitty protocol.
  case picture(id: Int, isRight: Bool)
  case cellSize(PixelSize)
  case ink(Color)
  case paper(Color)
}

extension TerminalAnswer {
  /// `nil` when it may be a key.
  init?(_ control: ControlSequence) {
    switch (control.marker, control.intermediate, control.final) {
    case (UInt8(ascii: "?"), 0, UInt8(ascii: "c")):
      self = .attributes(control.parameters.prefix(32).compactMap { $0.first ?? nil })
    case (UInt8(ascii: "?"), UInt8(ascii: "$"), UInt8(ascii: "y")):
      guard let mode = control[0], let state = control[1] else { return nil }
      self = .mode(mode, state: state)
    case (UInt8(ascii: "?"), 0, UInt8(ascii: "u")): self = .keyboard(control[0] ?? 0)
    case (0, 0, UInt8(ascii: "t")):
      guard control[0] == 6, let size = PixelSize(height: control[1], width: control[2]) else {
        return nil
      }
      self = .cellSize(size)
    default: return nil
    }
  }

  /// - Parameter introducer: the byte after the escape.
  init?(string introducer: UInt8, _ payload: [UInt8]) {
    let text = String(decoding: payload, as: UTF8.self)
    switch introducer {
    case UInt8(ascii: "P"):
      guard text.hasPrefix(">|") else { return nil }
      self = .name(TextCleaning.line(String(text.dropFirst(2).prefix(100))))
    case UInt8(ascii: "_"): self.init(picture: text)
    case UInt8(ascii: "]"): self.init(operatingSystemCommand: text)
    default: return nil
    }
  }

  /// `Gi=31,p=1;OK`, or why not.
  private init?(picture text: String) {
    guard text.hasPrefix("G"), let semicolon = text.firstIndex(of: ";") else { return nil }
    let keys = text[..<semicolon].dropFirst().split(separator: ",")
    guard let key = keys.first(where: { $0.hasPrefix("i=") }), let id = Int(key.dropFirst(2))
    else { return nil }
    self = .picture(id: id, isRight: text[semicolon...].dropFirst().hasPrefix("OK"))
  }

  private init?(operatingSystemCommand text: String) {
    if text.hasPrefix("10;"), let color = Color(answer: text.dropFirst(3)) {
      self = .ink(color)
    } else if text.hasPrefix("11;"), let color = Color(answer: text.dropFirst(3)) {
      self = .paper(color)
    } else if text.hasPrefix("1337;ReportCellSize=") {
      // Height and width in points, and how many pixels a point is.
      let numbers = text.dropFirst(20).split(separator: ";").compactMap { Double($0) }
      guard numbers.count >= 2,
        let size = PixelSize(
          points: numbers[1], numbers[0], scale: numbers.count > 2 ? numbers[2] : 1)
      else { return nil }
      self = .cellSize(size)
    } else {
      return nil
    }
  }
}

extension PixelSize {
  /// `nil` for what no cell and no window measures.
  fileprivate init?(height: Int?, width: Int?) {
    guard let width, let height, (1...100_000).contains(width), (1...100_000).contains(height)
    else { return nil }
    self.init(width: width, height: height)
  }

  fileprivate init?(points width: Double, _ height: Double, scale: Double) {
    let size = (width: width * scale, height: height * scale)
    guard size.width.isFinite, size.height.isFinite, abs(size.width) < 1e6, abs(size.height) < 1e6
    else { return nil }
    self.init(height: Int(size.height.rounded()), width: Int(size.width.rounded()))
  }
}

extension Color {
  /// `rgb:ffff/ffff/ffff`, each part with one to four digits.
  fileprivate init?(answer text: Substring) {
    guard text.hasPrefix("rgb:") else { return nil }
    let parts = text.dropFirst(4).split(separator: "/", omittingEmptySubsequences: false)
    let values = parts.compactMap { part -> UInt8? in
      guard (1...4).contains(part.utf8.count), let value = Int(part, radix: 16), value >= 0
      else { return nil }
      let largest = (1 << (4 * part.utf8.count)) - 1
      return UInt8((value * 255 + largest / 2) / largest)
    }
    guard parts.count == 3, values.count == 3 else { return nil }
    self.init(red: values[0], green: values[1], blue: values[2])
  }
}
