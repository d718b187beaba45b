/// A place in the book: a spine item and a UTF-8 offset in its logical text.
public struct TextPosition: Hashable, Comparable, Sendable {
  /// Index in the reading order, from 0.
  public var spine: Int
  public var offset: Int

  public init(spine: Int, offset: Int) {
    self.spine = spine
    self.offset = offset
  }

  public static func < (a: TextPosition, b: TextPosition) -> Bool {
    (a.spine, a.offset) < (b.spine, b.offset)
  }
}
