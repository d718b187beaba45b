/// What the first bytes of a file say it is.
enum FileKind {
  static let headByteCount = 4096

  /// `nil` for an archive, and for what is not recognised.
  static func name(of head: [UInt8]) -> String? {
    if head.isEmpty { return "an empty file" }
    return nil
  }
}
