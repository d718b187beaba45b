/// Writes the differences of looks: SGR and OSC 8, as little as needed.
struct Pen {
  /// A look as the terminal gets it.
  private struct Look: Hashable {
    var attributes: CellStyle.Attributes = []
    var ink: [UInt8] = []
    var paper: [UInt8] = []
    var link: [UInt8] = []
  }

  private var looks: [Look]
  /// The style of the screen whose look is set; `nil`: none, the terminal's own.
  private var style: UInt32?
  private var look = Look()

  init(_ renderer: ScreenRenderer, _ styles: [CellStyle]) {
    looks = styles.map { style in
      Look(
        attributes: style.attributes,
        ink: style.exactInk?.parameters(38, .trueColor)
          ?? style.ink?.parameters(38, renderer.colorDepth) ?? [],
        paper: style.paper?.parameters(48, renderer.colorDepth) ?? [],
        link: renderer.hasLinks ? style.link.flatMap(LinkTarget.cleaned) ?? [] : [])
    }
  }

  /// Whether blanks of a style look as what the terminal erases.
  func isBare(_ style: UInt32) -> Bool {
    let look = looks[Int(style)]
    return look.paper.isEmpty && look.link.isEmpty
      && look.attributes.isDisjoint(with: [.underline, .strike, .reverse])
  }

  @inline(__always) mutating func take(_ style: UInt32, _ bytes: inout [UInt8]) {
    if self.style == style { return }
    change(to: looks[Int(style)], &bytes)
    self.style = style
  }

  /// Back to the terminal's own look.
  mutating func lift(_ bytes: inout [UInt8]) {
    change(to: Look(), &bytes)
    style = nil
  }

  private mutating func change(to new: Look, _ bytes: inout [UInt8]) {
    if new == look { return }
    if new.link != look.link { LinkTarget.append(new.link, to: &bytes) }
    let changes = changes(to: new)
    if !changes.isEmpty {
      let anew = [UInt8(ascii: "0")] + Self.parameters(of: new)
      bytes += [ASCII.escape, UInt8(ascii: "[")]
      bytes += changes.count <= anew.count ? changes.dropFirst() : anew[...]
      bytes.append(UInt8(ascii: "m"))
    }
    look = new
  }

  private static let attributes: [(CellStyle.Attributes, on: UInt8, off: UInt8)] = [
    (.bold, 1, 22), (.dim, 2, 22), (.italic, 3, 23), (.underline, 4, 24), (.reverse, 7, 27),
    (.strike, 9, 29),
  ]

  /// Parameters that set a look where nothing is set, each after a semicolon.
  private static func parameters(of look: Look) -> [UInt8] {
    var bytes: [UInt8] = []
    for (attribute, on, _) in attributes where look.attributes.contains(attribute) {
      bytes += [UInt8(ascii: ";"), 0x30 + on]
    }
    return bytes + look.ink + look.paper
  }

  private func changes(to new: Look) -> [UInt8] {
    var bytes: [UInt8] = []
    let gone = look.attributes.subtracting(new.attributes)
    var came = new.attributes.subtracting(look.attributes)
    // Bold and dim end together.
    let weights: CellStyle.Attributes = [.bold, .dim]
    if !gone.isDisjoint(with: weights) {
      bytes += ";22".utf8
      came.formUnion(new.attributes.intersection(weights))
    }
    for (attribute, on, off) in Self.attributes {
      if gone.contains(attribute), off != 22 {
        bytes += [UInt8(ascii: ";"), 0x32, 0x30 + off - 20]
      }
      if came.contains(attribute) { bytes += [UInt8(ascii: ";"), 0x30 + on] }
    }
    if new.ink != look.ink { bytes += new.ink.isEmpty ? Array(";39".utf8) : new.ink }
    if new.paper != look.paper { bytes += new.paper.isEmpty ? Array(";49".utf8) : new.paper }
    return bytes
  }
}

/// Where hyperlinks lead (OSC 8): an address of the web or of mail, and nothing that ends the sequence.
enum LinkTarget {
  private static let schemes = ["http:", "https:", "ftp:", "mailto:", "tel:"]
  /// What terminals agree to take.
  private static let maximumByteCount = 2048

  /// `nil` for what is no such address, or too long.
  static func cleaned(_ link: String) -> [UInt8]? {
    let start = link.prefix(8).lowercased()
    guard schemes.contains(where: { start.hasPrefix($0) }), link.utf8.count <= maximumByteCount
    else { return nil }
    var bytes: [UInt8] = []
    for byte in link.utf8 {
      if byte > 0x20, byte < 0x7F {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), hexDigit(byte >> 4), hexDigit(byte & 0xF)]
      }
    }
    return bytes.count <= maximumByteCount ? bytes : nil
  }

  /// Begins a link, or ends it when there is none.
  static func append(_ link: [UInt8], to bytes: inout [UInt8]) {
    bytes += "\u{1B}]8;".utf8
    if !link.isEmpty {
      // Parts of one link on several rows are shown as one.
      var mark: UInt32 = 0x811C_9DC5
      for byte in link { mark = (mark ^ UInt32(byte)) &* 0x0100_0193 }
      bytes += "id=".utf8
      bytes.append(decimal: Int(mark))
    }
    bytes.append(UInt8(ascii: ";"))
    bytes += link
    bytes += "\u{1B}\\".utf8
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? 0x30 + value : 0x41 + value - 10
  }
}
