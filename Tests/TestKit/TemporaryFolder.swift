private import Foundation

/// A folder of its own for one test, removed with the value.
public final class TemporaryFolder: Sendable {
  public let path: String

  public init() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("epub-read-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit {
    // Nothing can be done about a folder that stays behind.
    _ = try? FileManager.default.removeItem(atPath: path)
  }

  /// Writes a file, with the folders it needs, and returns its path.
  @discardableResult
  public func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    let url = URL(fileURLWithPath: path).appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
    return url.path
  }
}

extension BookBuilder {
  /// Writes the book as an unpacked folder.
  public func unpack(into folder: TemporaryFolder) throws {
    for file in files { try folder.write(file.path, file.bytes) }
  }
}

extension TemporaryFolder {
  /// The bytes of a file.
  public func read(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)")))
  }

  /// Cuts a file that is there.
  public func truncate(_ name: String, to byteCount: Int) throws {
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: "\(path)/\(name)"))
    try handle.truncate(atOffset: UInt64(byteCount))
    try handle.close()
  }
}
