/// A picture's file, and the cells that it is to fill.
public struct PlacedPicture: Hashable, Sendable {
  /// Tells pictures apart: the same number always means the same bytes.
  public var id: Int
  /// The file as it is.
  public var bytes: [UInt8]
  public var mediaType: String
  public var size: PixelSize
  public var part: Rectangle

  public init(id: Int, bytes: [UInt8], mediaType: String, size: PixelSize, part: Rectangle) {
    self.id = id
    self.bytes = bytes
    self.mediaType = mediaType
    self.size = size
    self.part = part
  }
}
