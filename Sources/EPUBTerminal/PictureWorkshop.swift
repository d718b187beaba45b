private import Dispatch
import EPUBBasics
private import Synchronization

/// A picture that the `chafa` program is to draw.
struct PictureOrder: Hashable, Sendable {
  enum Format: Hashable, Sendable { case kitty, sixels, symbols }

  /// In chafa's cells: no window is wider, whatever a terminal says of its cells.
  private static let maximumMeasure = 512

  let format: Format
  let id: Int
  let part: PixelSize
  let cell: PixelSize
  let depth: ColorDepth
  let paper: Color?
  let bytes: PictureBytes

  /// `nil` when the terminal shows nothing that could be drawn.
  init?(_ picture: PlacedPicture, _ capabilities: TerminalCapabilities) {
    switch capabilities.pictures {
    case .kitty: format = .kitty
    case .sixel: format = .sixels
    case .blocks: format = .symbols
    case .iterm, .none: return nil
    }
    id = picture.id
    part = PixelSize(width: picture.part.columns, height: picture.part.rows)
    cell = capabilities.cellSize ?? PixelSize(width: 8, height: 16)
    depth = capabilities.colorDepth
    paper = capabilities.paper
    bytes = PictureBytes(bytes: picture.bytes)
  }

  /// chafa takes a cell for eight pixels by eight where it sees no terminal: the size is told in such.
  var arguments: [String] {
    var arguments = [
      "--format", formatName, "--scale", "max", "--animate", "off", "--threads", "1",
    ]
    switch format {
    case .kitty, .sixels:
      let columns = min(max(1, part.width * cell.width / 8), Self.maximumMeasure)
      let rows = min(max(1, part.height * cell.height / 8), Self.maximumMeasure)
      arguments += ["--size", "\(columns)x\(rows)", "--font-ratio", "1/1", "--colors", "full"]
    case .symbols:
      arguments += ["--size", "\(part.width)x\(part.height)"]
      arguments += ["--font-ratio", "\(cell.width)/\(cell.height)", "--colors", colorName]
    }
    if let paper {
      let value = Int(paper.red) << 16 | Int(paper.green) << 8 | Int(paper.blue)
      arguments += ["--bg", "#" + String(value + 0x100_0000, radix: 16).dropFirst()]
    }
    return arguments + ["-"]
  }

  private var formatName: String {
    switch format {
    case .kitty: "kitty"
    case .sixels: "sixels"
    case .symbols: "symbols"
    }
  }

  private var colorName: String {
    switch depth {
    case .none: "none"
    case .sixteen: "16"
    case .palette256: "256"
    case .trueColor: "full"
    }
  }
}

/// The bytes of an order, which its number stands for.
struct PictureBytes: Hashable, Sendable {
  var bytes: [UInt8]
  static func == (one: PictureBytes, other: PictureBytes) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}

/// What came of an order.
enum DrawnPicture: Sendable {
  case nothing
  case kitty(PixelSize, PixelData)
  case sixels([UInt8])
  case blocks(BlockPicture)

  func presentation(of picture: PlacedPicture) -> PictureDesk.Presentation {
    switch self {
    case .nothing: .nothing
    case .kitty(let size, let data): .kitty(KittyImage(picture, source: .pixels(size, data)))
    case .sixels(let bytes): .sixels(bytes)
    case .blocks(let blocks): .blocks(blocks)
    }
  }
}

/// Has pictures drawn by the `chafa` program, one after the other, on a thread of its own.
///
/// Sendable: all that changes stands in a mutex.
final class PictureWorkshop: Sendable {
  private static let maximumOutputByteCount = 24 << 20
  private static let maximumResultCount = 24
  private static let patienceMilliseconds = 10_000

  private struct State {
    var waiting: [PictureOrder] = []
    var isWorking = false
    /// Newest last.
    var results: [(order: PictureOrder, drawn: DrawnPicture)] = []
  }

  private let program: [String]
  private let notice: @Sendable () -> Void
  private let state = Guarded(State())
  private let queue = DispatchQueue(label: "pictures")

  /// `nil` where chafa is not installed.
  init?(_ profile: TerminalProfile, notice: @escaping @Sendable () -> Void) {
    let path = profile.environment["PATH"] ?? ""
    guard let chafa = Program.find("chafa", in: path) else { return nil }
    // Books are not to be trusted, nor are all programs that read pictures.
    let limits = ["--cpu=10", "--fsize=0", "--nofile=64", "--as=\(2 << 30)"]
    program = (Program.find("prlimit", in: path).map { [$0] + limits } ?? []) + [chafa]
    self.notice = notice
  }

  func result(of order: PictureOrder) -> DrawnPicture? {
    state.withLock { state in state.results.last { $0.order == order }?.drawn }
  }

  /// Takes orders in place of all that wait; what is being drawn is finished.
  func take(_ orders: [PictureOrder]) {
    let mustBegin = state.withLock { state in
      state.waiting = orders
      if orders.isEmpty || state.isWorking { return false }
      state.isWorking = true
      return true
    }
    if mustBegin { queue.async { self.work() } }
  }

  private func work() {
    while let order = nextOrder() {
      let drawn = draw(order)
      state.withLock { state in
        state.results.append((order, drawn))
        if state.results.count > Self.maximumResultCount { state.results.removeFirst() }
      }
      notice()
    }
  }

  private func nextOrder() -> PictureOrder? {
    state.withLock { state in
      let done = state.results.map(\.order)
      state.waiting.removeAll { done.contains($0) }
      if state.waiting.isEmpty {
        state.isWorking = false
        return nil
      }
      return state.waiting.removeFirst()
    }
  }

  private func draw(_ order: PictureOrder) -> DrawnPicture {
    let output = Program.run(
      program + order.arguments, input: order.bytes.bytes,
      maximumOutputByteCount: Self.maximumOutputByteCount,
      milliseconds: Self.patienceMilliseconds)
    guard let output else { return .nothing }
    switch order.format {
    case .kitty: return ChafaOutput.kitty(output)
    case .sixels: return ChafaOutput.sixels(output)
    case .symbols:
      return BlockPicture(output, columns: order.part.width, rows: order.part.height)
        .map { .blocks($0) } ?? .nothing
    }
  }
}

/// What chafa wrote, taken apart: nothing of it reaches a terminal that was not looked at.
enum ChafaOutput {
  /// The payloads of its commands, and the size that the first tells.
  static func kitty(_ output: [UInt8]) -> DrawnPicture {
    var size: PixelSize?
    var base64: [UInt8] = []
    for command in strings(output, introducer: "_") where command.first == UInt8(ascii: "G") {
      let semicolon = command.firstIndex(of: UInt8(ascii: ";")) ?? command.endIndex
      if size == nil { size = pixels(command[..<semicolon].dropFirst()) }
      base64 += command[semicolon...].dropFirst()
    }
    guard let size, let pixels = Base64.decoded(base64),
      pixels.count == size.width * size.height * 4
    else { return .nothing }
    // Its pieces are filled up each; ours are one text.
    return .kitty(size, PixelData(base64: Base64.encoded(pixels[...])))
  }

  /// `a=T,f=32,s=80,v=24,…`.
  private static func pixels(_ keys: ArraySlice<UInt8>) -> PixelSize? {
    var values: [Substring: Int] = [:]
    for pair in String(decoding: keys, as: UTF8.self).split(separator: ",") {
      let parts = pair.split(separator: "=")
      if parts.count == 2, let value = Int(parts[1]) { values[parts[0]] = value }
    }
    guard values["f"] == 32, let width = values["s"], let height = values["v"],
      (1...16_384).contains(width), (1...16_384).contains(height)
    else { return nil }
    return PixelSize(width: width, height: height)
  }

  static func sixels(_ output: [UInt8]) -> DrawnPicture {
    guard let body = strings(output, introducer: "P").first,
      body.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0x0A || $0 == 0x0D })
    else { return .nothing }
    return .sixels(Array("\u{1B}P".utf8) + body + Array("\u{1B}\\".utf8))
  }

  /// The bodies of `ESC introducer … ESC \`.
  private static func strings(_ bytes: [UInt8], introducer: Unicode.Scalar) -> [ArraySlice<UInt8>] {
    var found: [ArraySlice<UInt8>] = []
    var at = bytes.startIndex
    while let escape = bytes[at...].firstIndex(of: ASCII.escape), escape + 1 < bytes.count {
      at = escape + 2
      guard bytes[escape + 1] == UInt8(ascii: introducer) else { continue }
      guard let end = bytes[at...].firstIndex(of: ASCII.escape) else { break }
      found.append(bytes[at..<end])
      at = end
    }
    return found
  }
}
