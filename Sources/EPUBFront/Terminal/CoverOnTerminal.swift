import EPUBBasics
import EPUBBook
import EPUBLayout
import EPUBSegmentation
import EPUBTerminal

/// Shows the cover on the whole screen until a key is pressed.
struct CoverOnTerminal {
  let terminal: Terminal
  let title: String
  let cover: (path: ContainerPath, bytes: [UInt8])

  /// How long a terminal may take to tell whether it draws pictures.
  private static let patienceMilliseconds = 400

  /// - Returns: `false` when the terminal draws no pictures; then nothing was shown.
  func run() -> Bool {
    guard let pixels = PixelSize(ofPicture: cover.bytes) else { return false }
    terminal.start()
    defer { terminal.stop() }
    let segmenter = Segmenter()
    terminal.draw(screen(segmenter))
    terminal.ask()
    while terminal.capabilities.pictures == .none {
      switch terminal.nextInput(timeoutMilliseconds: Self.patienceMilliseconds) {
      case .nothing, .key, .ended: return terminal.capabilities.pictures != .none
      case .paste, .mouse, .resized, .learned, .woken, .resumed: continue
      }
    }
    while true {
      let picture = placed(pixels)
      guard terminal.canShow(picture) else { return false }
      terminal.draw(screen(segmenter))
      terminal.show([picture])
      switch terminal.nextInput(timeoutMilliseconds: nil) {
      case .key, .ended, .nothing: return true
      case .paste, .mouse, .resized, .learned, .woken, .resumed: continue
      }
    }
  }

  private func screen(_ segmenter: Segmenter) -> Screen {
    let size = terminal.size
    var screen = Screen(columns: size.columns, rows: size.rows)
    screen.write(
      "\(title.asLine): any key ends", column: 1, row: size.rows - 1, before: size.columns,
      CellStyle(.dim), segmenter: segmenter)
    return screen
  }

  /// As large as the screen allows above its last row, in the middle; a cell is twice as high as wide.
  private func placed(_ pixels: PixelSize) -> PlacedPicture {
    let size = terminal.size
    let rows = max(1, size.rows - 1)
    let width = min(pixels.width, 1 << 24)
    let height = min(pixels.height, 1 << 24)
    let columns = max(1, min(size.columns, rows * 2 * width / height))
    let usedRows = max(1, min(rows, (height * columns + 2 * width - 1) / (2 * width)))
    return PlacedPicture(
      id: 1, bytes: cover.bytes, mediaType: "",
      size: pixels,
      part: Rectangle(
        column: (size.columns - columns) / 2, row: (rows - usedRows) / 2, columns: columns,
        rows: usedRows))
  }
}
