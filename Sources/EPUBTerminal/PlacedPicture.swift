public import EPUBBasics

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

  /// The bytes, often millions, are compared by their number.
  public static func == (one: PlacedPicture, other: PlacedPicture) -> Bool {
    one.id == other.id && one.part == other.part && one.size == other.size
      && one.mediaType == other.mediaType
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(part)
  }
}
