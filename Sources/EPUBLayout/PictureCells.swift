public import EPUBBasics

/// The cells that a picture takes where pictures take rows (contract, `--pictures rows`): a pixel counts
/// 1/8 of a cell's width, and a cell is twice as high as it is wide.
public struct PictureCells: Hashable, Sendable {
  public let columns: Int
  public let rows: Int

  /// A side of a picture beyond this is a lie of its header.
  private static let maximumPixels = 1 << 24

  /// `nil` for a picture that stays text: it would take two rows or fewer, or has no size.
  public init?(of pixels: PixelSize, measure: Int, pageHeight: Int) {
    guard pixels.width > 0, pixels.height > 0 else { return nil }
    let width = min(pixels.width, Self.maximumPixels)
    let height = min(pixels.height, Self.maximumPixels)
    columns = min(measure, (width + 7) / 8)
    rows = min(pageHeight, (height * columns + 2 * width - 1) / (2 * width))
    if rows <= 2 { return nil }
  }
}
