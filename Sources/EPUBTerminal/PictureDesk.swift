import EPUBBasics

// Pictures come onto a terminal in three ways. Kitty's are objects that stand on the screen until they
// are deleted. iTerm2's and sixels are painted into cells, and gone when something is written there.
// Inside tmux, and where only characters can be shown, they are cells of the screen itself.

/// The pictures that are wanted, and what the terminal has of them.
struct PictureDesk {
  /// The number of a picture that is only asked about, never shown.
  static let questionID = 4_211_337

  /// How a picture goes onto this terminal.
  enum Presentation: Equatable {
    /// Not drawn yet, or not possible.
    case nothing
    case kitty(KittyImage)
    case iterm
    case sixels([UInt8])
    case blocks(BlockPicture)

    var isPainted: Bool {
      switch self {
      case .iterm, .sixels: true
      case .nothing, .kitty, .blocks: false
      }
    }
  }

  private(set) var placed: [PlacedPicture] = []
  private var presentations: [Presentation] = []
  private var kitty = KittyStore()
  /// Where something painted stands.
  private var painted: [PlacedPicture] = []

  mutating func place(_ pictures: [PlacedPicture]) { placed = pictures }

  /// Nothing that was sent can be counted on any more.
  mutating func forgetSent() {
    kitty.forget()
    painted = []
  }

  /// Finds out how each picture is shown, and has drawn what others must draw.
  mutating func arrange(
    _ capabilities: TerminalCapabilities, _ workshop: PictureWorkshop?, on screen: Screen
  ) {
    placed.removeAll { !screen.holds($0.part) }
    var orders: [PictureOrder] = []
    presentations = placed.map { picture in
      if capabilities.pictures == .iterm, picture.isKnownToITerm {
        return .iterm
      }
      if capabilities.pictures == .kitty, picture.isPNG {
        return .kitty(KittyImage(picture, source: .file))
      }
      guard let workshop, let order = PictureOrder(picture, capabilities) else { return .nothing }
      guard let drawn = workshop.result(of: order) else {
        orders.append(order)
        return .nothing
      }
      // A sixel picture that reaches the last row would scroll the screen.
      if order.format == .sixels, picture.part.row + picture.part.rows >= screen.rows {
        return .nothing
      }
      return drawn.presentation(of: picture)
    }
    workshop?.take(orders)
  }

  static func canShow(
    _ picture: PlacedPicture, _ capabilities: TerminalCapabilities, _ workshop: PictureWorkshop?
  ) -> Bool {
    if capabilities.pictures == .iterm { return picture.isKnownToITerm }
    if capabilities.pictures == .kitty, picture.isPNG { return true }
    guard let workshop, let order = PictureOrder(picture, capabilities) else { return false }
    if case .nothing = workshop.result(of: order) { return false }
    return true
  }

  // MARK: Cells

  /// The screen with those pictures in it that are cells.
  mutating func compose(_ screen: Screen, _ capabilities: TerminalCapabilities) -> Screen {
    var screen = screen
    for (picture, presentation) in zip(placed, presentations) {
      switch presentation {
      case .blocks(let blocks): blocks.draw(on: &screen, in: picture.part)
      case .kitty(let image) where capabilities.isTmux:
        kitty.drawPlaceholders(of: image, on: &screen, in: picture.part)
      case .nothing, .kitty, .iterm, .sixels: break
      }
    }
    return screen
  }

  // MARK: Bytes

  /// Takes away what is not wanted any more; cells that were painted over are made unknown.
  mutating func leaving(_ shown: inout Screen?, _ capabilities: TerminalCapabilities) -> [UInt8] {
    let gone = painted.filter { !isPainted($0) }
    for picture in gone { shown?.forget(picture.part) }
    painted.removeAll { gone.contains($0) }
    return kitty.removal(ofAllBut: standing, isTmux: capabilities.isTmux)
  }

  /// Brings what is wanted, once the cells are right.
  mutating func coming(
    from shown: Screen?, to next: Screen, _ capabilities: TerminalCapabilities
  ) -> [UInt8] {
    var bytes = kitty.arrival(of: standing, capabilities)
    for (picture, presentation) in zip(placed, presentations) {
      guard presentation.isPainted else { continue }
      let isThere =
        painted.contains(picture) && shown.map { $0.isEqual(to: next, in: picture.part) } ?? false
      if isThere { continue }
      bytes.appendSequence(picture.part.row + 1, picture.part.column + 1, final: "H")
      switch presentation {
      case .iterm: bytes += ITermPicture.sequence(picture)
      case .sixels(let sequence): bytes += sequence
      case .nothing, .kitty, .blocks: break
      }
      if !painted.contains(picture) { painted.append(picture) }
    }
    guard !bytes.isEmpty else { return [] }
    let cursor = next.cursor ?? (0, 0)
    bytes.appendSequence(cursor.row + 1, cursor.column + 1, final: "H")
    return bytes
  }

  /// Takes everything out of the terminal's memory.
  mutating func removal(_ capabilities: TerminalCapabilities) -> [UInt8] {
    kitty.clearing(isTmux: capabilities.isTmux)
  }

  private func isPainted(_ picture: PlacedPicture) -> Bool {
    zip(placed, presentations).contains { $0 == picture && $1.isPainted }
  }

  private var standing: [KittyStanding] {
    zip(placed, presentations).compactMap { picture, presentation in
      if case .kitty(let image) = presentation {
        KittyStanding(image: image, part: picture.part)
      } else {
        nil
      }
    }
  }
}

extension PlacedPicture {
  private func begins(with bytes: String.UTF8View) -> Bool { self.bytes.starts(with: bytes) }

  var isPNG: Bool { bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) }

  /// PNG, JPEG, GIF, WebP.
  var isKnownToITerm: Bool {
    isPNG || bytes.starts(with: [0xFF, 0xD8, 0xFF]) || begins(with: "GIF8".utf8)
      || (begins(with: "RIFF".utf8) && bytes.dropFirst(8).starts(with: "WEBP".utf8))
  }

  /// Whether its width and not its height fills its part, where both can't.
  func isBoundByWidth(_ cell: PixelSize?) -> Bool {
    let cell = cell ?? PixelSize(width: 1, height: 2)
    let (wide, _) = size.width.multipliedReportingOverflow(by: part.rows * cell.height)
    let (high, _) = size.height.multipliedReportingOverflow(by: part.columns * cell.width)
    return wide >= high
  }
}

extension Screen {
  func holds(_ part: Rectangle) -> Bool {
    part.columns > 0 && part.rows > 0 && part.columns <= columns && part.rows <= rows
      && part.column >= 0 && part.column <= columns - part.columns && part.row >= 0
      && part.row <= rows - part.rows
  }

  /// Makes cells unlike any that can be wanted.
  mutating func forget(_ part: Rectangle) {
    guard holds(part) else { return }
    for row in part.row..<part.row + part.rows {
      for column in part.column..<part.column + part.columns {
        cells[row * columns + column] = Cell(glyph: .none, style: 0, width: 1)
      }
    }
  }

  func isEqual(to other: Screen, in part: Rectangle) -> Bool {
    guard columns == other.columns, rows == other.rows, holds(part) else { return false }
    let translation = ScreenTranslation(from: self, to: other)
    return (part.row..<part.row + part.rows).allSatisfy { row in
      (part.column..<part.column + part.columns).allSatisfy { column in
        let at = row * columns + column
        return translation.isSame(cells[at], other.cells[at])
      }
    }
  }
}

/// iTerm2's `OSC 1337 ; File`, which WezTerm and others know too.
enum ITermPicture {
  static func sequence(_ picture: PlacedPicture) -> [UInt8] {
    let part = picture.part
    var bytes = Array("\u{1B}]1337;File=inline=1;size=\(picture.bytes.count)".utf8)
    bytes += ";width=\(part.columns);height=\(part.rows);preserveAspectRatio=1".utf8
    bytes += ";doNotMoveCursor=1:".utf8
    return bytes + Base64.encoded(picture.bytes[...]) + [ASCII.bell]
  }
}
