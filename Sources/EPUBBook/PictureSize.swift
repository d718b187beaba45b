public import EPUBBasics
import EPUBContainer
import EPUBContent

extension Book {
  /// The pixel size that a picture's header states; `nil` for a format that is not known.
  func pictureSize(of image: Image) -> PixelSize? {
    image.path.flatMap { pictureSize(at: $0) }
  }

  /// The same of a resource.
  public func pictureSize(at path: ContainerPath) -> PixelSize? {
    do {
      return PixelSize(ofPicture: try container.head(of: path, byteCount: pictureHeadByteCount))
    } catch {
      return nil
    }
  }
}

/// A JPEG's size may stand behind a profile and a small picture of itself.
private let pictureHeadByteCount = 1 << 18

extension PixelSize {
  /// Reads the header of a PNG, GIF, JPEG, WebP or BMP file.
  public init?(ofPicture bytes: [UInt8]) {
    let reader = HeaderReader(bytes: bytes)
    let found =
      reader.png() ?? reader.gif() ?? reader.jpeg() ?? reader.webP() ?? reader.bmp()
    guard let found, case (let width, let height) = found, width > 0, height > 0 else { return nil }
    self.init(width: width, height: height)
  }
}

/// Numbers at fixed places of a picture's header.
private struct HeaderReader {
  let bytes: [UInt8]

  private func starts(with text: StaticString, at offset: Int = 0) -> Bool {
    let wanted = Array(text.description.utf8)
    return bytes.count >= offset + wanted.count
      && bytes[offset..<offset + wanted.count].elementsEqual(wanted)
  }

  private func big(_ offset: Int, _ count: Int) -> Int {
    bytes[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
  }

  private func little(_ offset: Int, _ count: Int) -> Int {
    bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  func png() -> (Int, Int)? {
    guard bytes.count >= 24, bytes[0] == 0x89, starts(with: "PNG", at: 1) else { return nil }
    return (big(16, 4), big(20, 4))
  }

  func gif() -> (Int, Int)? {
    guard bytes.count >= 10, starts(with: "GIF8") else { return nil }
    return (little(6, 2), little(8, 2))
  }

  func bmp() -> (Int, Int)? {
    guard bytes.count >= 26, starts(with: "BM") else { return nil }
    return (little(18, 4), abs(Int(Int32(truncatingIfNeeded: little(22, 4)))))
  }

  func webP() -> (Int, Int)? {
    guard bytes.count >= 30, starts(with: "RIFF"), starts(with: "WEBP", at: 8) else { return nil }
    if starts(with: "VP8X", at: 12) { return (little(24, 3) + 1, little(27, 3) + 1) }
    if starts(with: "VP8L", at: 12) {
      let bits = little(21, 4)
      return ((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
    }
    return (little(26, 2) & 0x3FFF, little(28, 2) & 0x3FFF)
  }

  /// Walks the segments to the first start of frame.
  func jpeg() -> (Int, Int)? {
    guard bytes.count >= 4, bytes[0] == 0xFF, bytes[1] == 0xD8 else { return nil }
    var at = 2
    while at + 9 <= bytes.count {
      guard bytes[at] == 0xFF else { return nil }
      let marker = bytes[at + 1]
      if marker == 0xFF {
        at += 1
        continue
      }
      let isFrame =
        (0xC0...0xCF).contains(marker) && marker != 0xC4 && marker != 0xC8 && marker != 0xCC
      if isFrame { return (big(at + 7, 2), big(at + 5, 2)) }
      at += 2 + ((0xD0...0xD9).contains(marker) || marker == 0x01 ? 0 : max(2, big(at + 2, 2)))
    }
    return nil
  }
}
