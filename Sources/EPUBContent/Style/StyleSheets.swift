public import EPUBBasics

/// The stylesheets of one book, each parsed once and shared by all of its documents and threads.
public final class StyleSheets: Sendable {
  /// What the reader chose. It never enters `display`, `visibility`, `white-space` or `content`: the
  /// logical text depends on the book alone.
  public struct Options: Hashable, Sendable {
    /// `false`: of the book's sheets only those four properties count.
    public var usesBookStyle: Bool
    /// A stylesheet of the user's origin, its text.
    public var userSheet: String?
    public init(usesBookStyle: Bool = true, userSheet: String? = nil) {
      self.usesBookStyle = usesBookStyle
      self.userSheet = userSheet
    }
  }

  /// - Parameter load: the bytes of a stylesheet, `nil` when the container has none there.
  public init(
    options: Options = Options(), limits: Limits = Limits(),
    load: @escaping @Sendable (ContainerPath) -> [UInt8]?
  ) {
    preconditionFailure("not built yet")
  }
}
