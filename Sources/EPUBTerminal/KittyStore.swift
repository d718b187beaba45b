import EPUBBasics

/// A picture as Kitty keeps it.
struct KittyImage: Hashable, Sendable {
  enum Source: Hashable, Sendable {
    /// The file itself, a PNG.
    case file
    /// Pixels in Base64, four bytes each.
    case pixels(PixelSize, PixelData)
  }

  let picture: PlacedPicture
  let source: Source

  init(_ picture: PlacedPicture, source: Source) {
    self.picture = picture
    self.source = source
  }

  static func == (one: KittyImage, other: KittyImage) -> Bool { one.key == other.key }
  func hash(into hasher: inout Hasher) { hasher.combine(key) }

  /// The same file is sent once, however often it stands somewhere.
  var key: Key {
    switch source {
    case .file: Key(id: picture.id, pixels: nil)
    case .pixels(let size, _): Key(id: picture.id, pixels: size)
    }
  }

  struct Key: Hashable {
    var id: Int
    var pixels: PixelSize?
  }
}

/// Bytes that are compared by what they are of, not one by one.
struct PixelData: Hashable, Sendable {
  var base64: [UInt8]
  static func == (one: PixelData, other: PixelData) -> Bool {
    one.base64.count == other.base64.count
  }
  func hash(into hasher: inout Hasher) { hasher.combine(base64.count) }
}

struct KittyStanding: Hashable {
  var image: KittyImage
  var part: Rectangle
}

/// What is in a terminal's memory by the Kitty graphics protocol, and what stands on its screen.
struct KittyStore {
  private static let maximumSentByteCount = 48 << 20
  private static let chunkByteCount = 4096
  /// Kitty's marks for rows and columns of placeholders: number n is the n-th.
  private static let marks: [UInt16] = [
    0x305, 0x30D, 0x30E, 0x310, 0x312, 0x33D, 0x33E, 0x33F, 0x346, 0x34A, 0x34B, 0x34C, 0x350,
    0x351,
    0x352, 0x357, 0x35B, 0x363, 0x364, 0x365, 0x366, 0x367, 0x368, 0x369, 0x36A, 0x36B, 0x36C,
    0x36D,
    0x36E, 0x36F, 0x483, 0x484, 0x485, 0x486, 0x487, 0x592, 0x593, 0x594, 0x595, 0x597, 0x598,
    0x599,
    0x59C, 0x59D, 0x59E, 0x59F, 0x5A0, 0x5A1, 0x5A8, 0x5A9, 0x5AB, 0x5AC, 0x5AF, 0x5C4, 0x610,
    0x611,
    0x612, 0x613, 0x614, 0x615, 0x616, 0x617, 0x657, 0x658, 0x659, 0x65A, 0x65B, 0x65D, 0x65E,
    0x6D6,
    0x6D7, 0x6D8, 0x6D9, 0x6DA, 0x6DB, 0x6DC, 0x6DF, 0x6E0, 0x6E1, 0x6E2, 0x6E4, 0x6E7, 0x6E8,
    0x6EB,
    0x6EC, 0x730, 0x732, 0x733, 0x735, 0x736, 0x73A, 0x73D, 0x73F, 0x740, 0x741, 0x743,
  ]

  private struct Sent {
    var image: KittyImage
    var number: Int
  }

  /// Other programs may show pictures in the same terminal: our numbers come from the process's.
  private let firstNumber = 1 + (TerminalDevice.processNumber & 0xFFFF) << 8
  private var numbers: [KittyImage.Key: Int] = [:]
  private var count = 0
  /// Oldest first.
  private var sent: [Sent] = []
  private var standing: [KittyStanding] = []

  mutating func forget() {
    sent = []
    standing = []
  }

  /// In three bytes, since a placeholder's colour tells it.
  private mutating func number(of image: KittyImage) -> Int {
    if let number = numbers[image.key] { return number }
    let number = (firstNumber + count & 0xFF) & 0xFF_FFFF
    count += 1
    numbers[image.key] = number
    return number
  }

  // MARK: Going

  mutating func removal(ofAllBut wanted: [KittyStanding], isTmux: Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    for old in standing where !wanted.contains(old) {
      if let number = numbers[old.image.key] {
        let command = "a=d,d=i,i=\(number),p=\(old.placement),q=2"
        bytes += Self.command(command, isTmux: isTmux)
      }
    }
    standing.removeAll { !wanted.contains($0) }
    return bytes
  }

  mutating func clearing(isTmux: Bool) -> [UInt8] {
    let bytes = sent.flatMap { Self.command("a=d,d=I,i=\($0.number),q=2", isTmux: isTmux) }
    forget()
    return bytes
  }

  /// The oldest that stand nowhere go, when there are too many.
  private mutating func shrink(_ wanted: [KittyStanding], isTmux: Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    var total = sent.reduce(0) { $0 + $1.image.byteCount }
    var index = 0
    while index < sent.count, total > Self.maximumSentByteCount || sent.count > 200 {
      let old = sent[index]
      if wanted.contains(where: { $0.image == old.image }) {
        index += 1
        continue
      }
      bytes += Self.command("a=d,d=I,i=\(old.number),q=2", isTmux: isTmux)
      total -= old.image.byteCount
      numbers[old.image.key] = nil
      sent.remove(at: index)
    }
    return bytes
  }

  // MARK: Coming

  mutating func arrival(
    of wanted: [KittyStanding], _ capabilities: TerminalCapabilities
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    for new in wanted where !standing.contains(new) {
      let number = number(of: new.image)
      if !sent.contains(where: { $0.image == new.image }) {
        bytes += transmission(of: new.image, number, isTmux: capabilities.isTmux)
        sent.append(Sent(image: new.image, number: number))
      }
      bytes += placing(new, number, capabilities)
      standing.append(new)
    }
    return bytes + (bytes.isEmpty ? [] : shrink(wanted, isTmux: capabilities.isTmux))
  }

  private func placing(
    _ new: KittyStanding, _ number: Int, _ capabilities: TerminalCapabilities
  ) -> [UInt8] {
    let part = new.part
    let command = "a=p,i=\(number),p=\(new.placement),q=2"
    if capabilities.isTmux {
      return Self.command("\(command),U=1,c=\(part.columns),r=\(part.rows)", isTmux: true)
    }
    // With one measure given, the terminal finds the other by the picture's own shape.
    let measure =
      new.image.picture.isBoundByWidth(capabilities.cellSize)
      ? "c=\(part.columns)" : "r=\(part.rows)"
    var bytes: [UInt8] = []
    bytes.appendSequence(part.row + 1, part.column + 1, final: "H")
    return bytes + Self.command("\(command),C=1,z=-1,\(measure)", isTmux: false)
  }

  private func transmission(of image: KittyImage, _ number: Int, isTmux: Bool) -> [UInt8] {
    var keys: String
    let data: [UInt8]
    switch image.source {
    case .file:
      keys = "a=t,f=100,t=d,i=\(number),q=2"
      data = Base64.encoded(image.picture.bytes[...])
    case .pixels(let size, let pixels):
      keys = "a=t,f=32,s=\(size.width),v=\(size.height),t=d,i=\(number),q=2"
      data = pixels.base64
    }
    var bytes: [UInt8] = []
    var at = 0
    repeat {
      let end = min(at + Self.chunkByteCount, data.count)
      bytes += Self.command("\(keys),m=\(end < data.count ? 1 : 0)", data[at..<end], isTmux: isTmux)
      keys = "q=2"
      at = end
    } while at < data.count
    return bytes
  }

  private static func command(
    _ keys: String, _ data: ArraySlice<UInt8> = [], isTmux: Bool
  ) -> [UInt8] {
    var bytes = Array("\u{1B}_G\(keys)".utf8)
    if !data.isEmpty { bytes += [UInt8(ascii: ";")] + data }
    bytes += "\u{1B}\\".utf8
    return isTmux ? Passthrough.tmux(bytes) : bytes
  }

  // MARK: Placeholders

  /// Cells that Kitty puts the picture's parts into, wherever tmux lets them stand.
  mutating func drawPlaceholders(
    of image: KittyImage, on screen: inout Screen, in part: Rectangle
  ) {
    let number = number(of: image)
    var style = CellStyle()
    style.exactInk = Color(
      red: UInt8(number >> 16 & 0xFF), green: UInt8(number >> 8 & 0xFF),
      blue: UInt8(number & 0xFF))
    for row in 0..<min(part.rows, Self.marks.count) {
      for column in 0..<part.columns {
        var scalars = "\u{10EEEE}".unicodeScalars
        scalars.append(contentsOf: [Self.marks[row]].compactMap(Unicode.Scalar.init))
        // A column without its mark is the one after its neighbour's.
        if column < Self.marks.count {
          scalars.append(contentsOf: [Self.marks[column]].compactMap(Unicode.Scalar.init))
        }
        screen.set(
          Array(String(scalars).utf8), style, column: part.column + column, row: part.row + row)
      }
    }
  }
}

extension KittyImage {
  fileprivate var byteCount: Int {
    switch source {
    case .file: picture.bytes.count
    case .pixels(_, let data): data.base64.count / 4 * 3
    }
  }
}

extension KittyStanding {
  /// A number for the place, since one picture may stand in several.
  fileprivate var placement: Int { part.row * 2000 + part.column + 1 }
}
