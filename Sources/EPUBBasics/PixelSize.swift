/// A size in pixels: a picture's, as its file's header states it, or a terminal's cell's.
public struct PixelSize: Hashable, Sendable {
  public var width: Int
  public var height: Int
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}
